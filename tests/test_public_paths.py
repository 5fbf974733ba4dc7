"""Whoever has a ``pathlib.Path`` need not make a text of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from helmwright import (
    HelmwrightError,
    diff_charts,
    diff_values,
    lint_chart,
    lint_values,
    load_chart,
    merge_sources,
    render,
)
from helmwright.determined import check_task_text, migrate_values, read_cluster_nodes
from helmwright.goldens import load_golden_cases, run_goldens
from helmwright.patches import document_positions
from helmwright.releases import read_releases
from helmwright.unittest_suites import UnittestOptions, run_unittest
from helmwright.values import Put, edit_values, render_values_template

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    folder = tmp_path / "c"
    (folder / "templates").mkdir(parents=True)
    (folder / "Chart.yaml").write_text("apiVersion: v2\nname: c\nversion: 1.0.0\n")
    (folder / "values.yaml").write_text("a: 1\n")
    (folder / "templates" / "t.yaml").write_text(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\ndata: {a: {{ .Values.a | quote }}}\n"
    )
    (folder / "tests").mkdir()
    (folder / "tests" / "a_test.yaml").write_text(
        "templates: [t.yaml]\ntests:\n- it: x\n  asserts:\n  - isKind: {of: ConfigMap}\n"
    )
    (folder / "golden" / "one").mkdir(parents=True)
    (folder / "golden" / "one" / "values.yaml").write_text("a: 2\n")
    return folder


def test_charts_and_values_files(chart: Path) -> None:
    loaded = load_chart(chart)
    values = merge_sources([chart / "golden" / "one" / "values.yaml"])

    assert values == {"a": 2.0}
    assert '"2"' in render(loaded, values)["c/templates/t.yaml"]


def test_diff_lint_and_suites(chart: Path) -> None:
    assert not diff_charts(chart, str(chart)).differs
    assert diff_values(chart, {}, {"a": 3}).differs
    assert lint_chart(chart, [chart / "values.yaml"]).findings == (
        lint_chart(str(chart), [str(chart / "values.yaml")]).findings
    )
    file = chart / "golden" / "one" / "values.yaml"
    assert (
        lint_values(file, chart=chart).findings == lint_values(str(file), chart=str(chart)).findings
    )
    assert run_unittest(chart, UnittestOptions()).name == "c"


def test_names_of_files_that_messages_have() -> None:
    place = Path("folder/a.yaml")
    wrong = b"a: [1\n"
    doors: tuple[Callable[[], object], ...] = (
        lambda: check_task_text(wrong, name=place),
        lambda: document_positions(wrong, place),
        lambda: edit_values(wrong, [Put(("a",), 1)], place),
        lambda: migrate_values(wrong, name=place),
        lambda: read_cluster_nodes(wrong, place),
        lambda: read_releases(wrong, place),
        lambda: render_values_template("{{ a", place),
    )
    for door in doors:
        with pytest.raises(HelmwrightError, match=r"^folder/a\.yaml:"):
            door()


def test_goldens(chart: Path) -> None:
    assert [case.name for case in load_golden_cases(chart)] == ["one"]
    assert len(run_goldens(chart, cases=chart / "golden").results) == 1
    with pytest.raises(HelmwrightError, match="no-helm"):
        run_goldens(chart, helm=chart / "no-helm")
