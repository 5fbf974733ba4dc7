"""Golden cases with helm beside: the examples of the bundled chart, as a user would run them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from helmwright.goldens import run_goldens, update_goldens

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("version", ["helm", "helm3"])
def test_helm_gives_what_the_golden_files_hold(version, tmp_path, request):
    binary = request.getfixturevalue(version)
    shutil.copytree(ROOT / "chart" / "examples", tmp_path / "golden")
    chart, cases = str(ROOT / "chart"), str(tmp_path / "golden")

    written = update_goldens(chart, cases=cases)
    report = run_goldens(chart, cases=cases, helm=str(binary), processes=0)

    assert not written.errors
    assert len(report.results) >= 37
    assert [result.name for result in report.results if not result.passed] == []
