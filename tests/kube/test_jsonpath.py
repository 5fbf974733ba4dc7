"""``show values --jsonpath`` prints what the real helm printed, and refuses what it refused in its words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.command import helmwright, write_chart

from helmwright.errors import HelmwrightError
from helmwright.go.yaml_read import load
from helmwright.kube import print_jsonpath

FOLDER = Path(__file__).resolve().parent.parent.parent / "golden" / "jsonpath"
VALUES = (FOLDER / "values.yaml").read_text()
ANSWERS = [json.loads(line) for line in (FOLDER / "answers.jsonl").read_text().splitlines()]


@pytest.mark.parametrize(("expression", "code", "text"), ANSWERS)
def test_prints_what_helm_prints(expression: str, code: int, text: str) -> None:
    data = load(VALUES)
    if code == 0:
        assert print_jsonpath(expression, data) == text
        return
    with pytest.raises(HelmwrightError) as caught:
        print_jsonpath(expression, data)
    assert f"Error: {caught.value.message}\n" == text


def test_answers_are_of_all_kinds() -> None:
    assert sum(code == 1 for _, code, _ in ANSWERS) > 15
    assert len({text for _, code, text in ANSWERS if code == 0}) > 35


@pytest.mark.parametrize(
    "expression", ["{range .e[*]}{[0]}{end}", "{range .mixed[*]}{range @}{@}{end}{end}"]
)
def test_where_client_go_panics_one_sentence_says_so(expression: str) -> None:
    with pytest.raises(HelmwrightError, match=r"zero Value \(Helm ends with a panic here\)"):
        print_jsonpath(expression, load(VALUES))


def test_ranges_that_nest_too_deeply_are_refused() -> None:
    with pytest.raises(HelmwrightError, match="more than 200 ranges are in each other"):
        print_jsonpath("{range @}" * 5000, load(VALUES))


def test_maps_are_printed_in_the_order_of_their_keys() -> None:
    assert (
        print_jsonpath("{.*}", {"b": 2.0, "a": {"d": 1.5, "c": [None]}}) == '{"c":[null],"d":1.5} 2'
    )


def test_the_command_prints_it_without_a_line_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_chart(tmp_path, {"values.yaml": "image: {repository: web, tag: 1.5}\n"})

    found = helmwright("show", "values", "c", "--jsonpath", "{.image.repository}:{.image.tag}")
    missing = helmwright("show", "values", "c", "--jsonpath", "{.nope}")
    refused = helmwright("show", "values", "c", "--jsonpath", "{.a")
    other = helmwright("show", "chart", "c", "--jsonpath", "{.a}")

    assert found == (0, "web:1.5", "")
    assert missing == (0, "", "")
    assert refused == (1, "", "Error: error parsing jsonpath {.a: unclosed action\n")
    assert other.code == 64
