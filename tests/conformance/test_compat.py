"""What compat says of charts, held against the two real programs: each difference is there, and has a cause.

Charts are written anew for each rule, and those of a folder that HELMWRIGHT_CHARTS names are compared, too.
"""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.compat.comparing import write_chart
from tests.conformance import peer

from helmwright.compat import compat
from helmwright.diff import RenderSettings
from helmwright.diff.objects import read_objects
from helmwright.kube.json_model import identical

if TYPE_CHECKING:
    from helmwright.compat import Compatibility
    from helmwright.diff.model import ObjectKey

KUBERNETES = "1.36.0"
SEEDS = 60
_SETTINGS = RenderSettings(
    release_name="demo", namespace="demo-ns", kube_version=KUBERNETES, tests=True
)
_WORDS = ("a", "b", "c", "global", "sub")


def helm(binary: Path, chart: Path) -> tuple[dict[ObjectKey, Any] | None, str]:
    """Return the objects that a program renders, None if it fails, and its error."""
    done = subprocess.run(
        [binary, "template", "demo", str(chart), "-n", "demo-ns", "--kube-version", KUBERNETES],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "HELM_CACHE_HOME": "/nonexistent"},
    )
    if done.returncode:
        return None, done.stderr
    return {one.key: one.data for one in read_objects(done.stdout, "helm")}, ""


def differing(before: dict[ObjectKey, Any], after: dict[ObjectKey, Any]) -> set[ObjectKey]:
    """Return the objects that are not exactly the same."""
    return {
        key
        for key in before.keys() | after.keys()
        if key not in before or key not in after or not identical(before[key], after[key])
    }


def check(report: Compatibility, chart: Path) -> None:
    """Hold a report against the two programs."""
    programs = peer.helm3_binary(), peer.helm_binary()
    (old, old_error), (new, new_error) = (helm(binary, chart) for binary in programs)
    assert (report.failures[0] is None, report.failures[1] is None) == (
        old is not None,
        new is not None,
    ), (old_error, new_error)
    if old is None or new is None:
        return
    seen, told = differing(old, new), {one.key for one in report.differences}
    chance: set[ObjectKey] = set()
    if seen != told:  # what is random is another in each run of one program
        again, _ = helm(programs[0], chart)
        chance = differing(old, again or {})
    assert seen - chance == told - chance
    for one in report.differences:
        assert all(cause.id != "other-rules" for cause in one.causes), one


def _nulls(chance: random.Random, depth: int = 0) -> Any:
    if depth == 3 or chance.random() < 0.35:
        return chance.choice([None, None, 1, "x", {}])
    names = chance.sample(_WORDS, chance.randint(1, 3))
    return {name: _nulls(chance, depth + 1) for name in names}


def _yaml(values: Any) -> str:
    from helmwright.go.yaml_write import marshal

    return marshal(values) + "\n"


@pytest.mark.parametrize("seed", range(SEEDS))
def test_nulls_at_every_depth_have_causes(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - cases that repeat
    parent, child = ({word: _nulls(chance) for word in _WORDS} for _ in range(2))
    for values in (parent, child):
        for name in ("sub", "global"):
            values[name] = values[name] if type(values[name]) is dict else {"a": None, "b": 1}
    shown = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {}\ndata:\n  v: {{{{ toJson .Values | quote }}}}\n"
    chart = write_chart(
        tmp_path,
        f"-- values.yaml --\n{_yaml(parent)}-- templates/a.yaml --\n{shown.format('parent')}"
        "-- charts/sub/Chart.yaml --\napiVersion: v2\nname: sub\nversion: 0.1.0\n"
        f"-- charts/sub/values.yaml --\n{_yaml(child)}-- charts/sub/templates/a.yaml --\n{shown.format('child')}",
    )

    report = compat(chart, settings=_SETTINGS)

    check(report, chart)
    for one in report.differences:
        assert {cause.id for cause in one.causes} <= {"null-dropped", "subchart-default-returns"}
        assert all(cause.span is not None for cause in one.causes)


def _public_charts() -> list[Path]:
    folder = os.environ.get("HELMWRIGHT_CHARTS")
    if not folder:
        return []
    found = sorted(path.parent for path in Path(folder).rglob("Chart.yaml"))
    return [path for path in found if path.parent.name != "charts" or "templates" not in path.parts]


@pytest.mark.parametrize("chart", _public_charts(), ids=str)
def test_public_charts_have_no_difference_without_a_cause(chart: Path) -> None:
    check(compat(chart, settings=_SETTINGS), chart)
