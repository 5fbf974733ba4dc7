"""``show values --jsonpath``: generated expressions, on which helm prints, refuses or panics as we do."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.jsonpath_cases import FOLDER, ODD, Expressions, files

from helmwright.base.errors import HelmwrightError
from helmwright.go.yaml_read import load
from helmwright.kube.jsonpath import print_jsonpath

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conformance.peer import Oracle

_COUNT = 1_500
VALUES = (FOLDER / "values.yaml").read_text()


def _ours(expression: str, data: Any) -> tuple[int, str]:
    try:
        return 0, print_jsonpath(expression, data)
    except HelmwrightError as error:
        is_read = not error.message.startswith("error parsing jsonpath")
        return (2, "") if is_read else (1, f"Error: {error.message}")


def test_helm_prints_the_same_for_generated_expressions(oracle: Oracle) -> None:
    chance = Expressions()
    wanted = [*ODD, *(chance.expression() for _ in range(_COUNT))]
    expressions = [one for one in dict.fromkeys(wanted) if one]
    data = load(VALUES)
    ours = {one: _ours(one, data) for one in expressions}
    calm = [one for one in expressions if ours[one][0] != 2]

    answers = oracle.run(
        [{"files": files(), "args": ["show", "values", "c", "--jsonpath", one]} for one in calm]
    )

    wrong = []
    for one, answer in zip(calm, answers, strict=True):
        code, text = ours[one]
        theirs = answer["stdout"] if code == 0 else answer["stderr"].rstrip("\n")
        is_same = theirs == text or (
            code == 0 and ("*" in one or ".." in one) and sorted(theirs) == sorted(text)
        )  # helm takes maps in an order of chance
        if not is_same:
            wrong.append((one, text, theirs))
    assert len(calm) > 1_000
    assert sum(code == 1 for code, _ in ours.values()) > 100
    assert wrong == [], json.dumps(wrong[:20], indent=1, ensure_ascii=False)
    assert len({text for code, text in ours.values() if code == 0}) > 150


@pytest.mark.parametrize(
    "expression", ["{range .e[*]}{[0]}{end}", "{range .mixed[*]}{range @}{@}{end}{end}"]
)
def test_where_helm_panics_we_refuse(helm: Path, tmp_path: Path, expression: str) -> None:
    for file in files():
        path = tmp_path / file["path"]
        path.parent.mkdir(exist_ok=True)
        path.write_text(file["text"])
    command = [str(helm), "show", "values", "c", "--jsonpath", expression]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert "panic: reflect: call of reflect.Value." in done.stderr
    assert _ours(expression, load(VALUES)) == (2, "")
