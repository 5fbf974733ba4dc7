"""The drop-in check finds what it must, and our chart passes it with the upstream charts at hand.

HELMWRIGHT_UPSTREAM_CHARTS names folders with upstream charts, as PATH does; without it only the
check itself is tested. tests/test_drop_in.py holds the essentials without any upstream chart.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from random import Random

import pytest
from tests.conformance import peer, upstream
from tests.conformance.upstream_cases import ValuesCase, fixed_cases, required_values
from tests.conformance.upstream_samples import release_number

FOLDERS = [Path(one) for one in os.environ.get("HELMWRIGHT_UPSTREAM_CHARTS", "").split(os.pathsep)]
CHARTS = [folder for folder in FOLDERS if folder != Path()]


def changed_copy(folder: Path, template: str, before: str, after: str) -> Path:
    """Return a copy of our chart in which a template says something else."""
    shutil.copytree(upstream.OURS, folder, dirs_exist_ok=True)
    path = folder / "templates" / template
    assert before in path.read_text()
    path.write_text(path.read_text().replace(before, after))
    return folder


def report_of(oracle: peer.Oracle, ours: Path) -> upstream.Report:
    """Return the report on another chart, with ours in the role of upstream."""
    chart = upstream.load_upstream(upstream.OURS, None)
    check = upstream.DropInCheck(chart, oracle, ours)
    check.check([ValuesCase("defaults", required_values(check.number))])
    return check.report


def test_a_chart_does_not_differ_from_itself(oracle: peer.Oracle) -> None:
    chart = upstream.load_upstream(upstream.OURS, None)
    check = upstream.DropInCheck(chart, oracle)
    check.check(fixed_cases(check.number)[::7])
    check.check_random(10, Random(1))  # noqa: S311 - it draws examples

    assert check.report.unexpected == {}
    assert check.report.intended.total() == 0
    assert check.report.cases > 100


def test_another_first_port_is_found(oracle: peer.Oracle, tmp_path: Path) -> None:
    ours = changed_copy(tmp_path, "_names.tpl", "\n8081\n", "\n8082\n")

    found = report_of(oracle, ours).unexpected

    assert any("spec.ports[0].targetPort (never" in sign for sign in found)
    assert any("master.yaml port" in sign for sign in found)


def test_another_selector_is_found(oracle: peer.Oracle, tmp_path: Path) -> None:
    template = "db-deployment.yaml"
    before = 'app: {{ include "determined.dbName" . }}\n  template'
    ours = changed_copy(tmp_path, template, before, before.replace("dbName", "dbService"))

    found = report_of(oracle, ours).unexpected

    assert any("spec.selector.matchLabels.app (never" in sign for sign in found)


def test_a_refusal_is_found(oracle: peer.Oracle, tmp_path: Path) -> None:
    ours = changed_copy(tmp_path, "validate.yaml", "{{- include", '{{- fail "no" }}{{- include')

    found = report_of(oracle, ours).unexpected

    assert [sign for sign in found if sign.startswith("refused: ")] == list(found)
    assert found


def test_a_release_stands_in_for_placeholders(tmp_path: Path) -> None:
    (tmp_path / "Chart.yaml").write_text(
        'name: determined\nversion: "0.0.0"\nappVersion: "0.0.0"\n'
    )
    (tmp_path / "values.yaml").write_text("db: {}\n")

    assert upstream.load_upstream(tmp_path, "0.38.1").release == "0.38.1"
    with pytest.raises(ValueError, match="name the release"):
        upstream.load_upstream(tmp_path, None)


@pytest.mark.skipif(not CHARTS, reason="HELMWRIGHT_UPSTREAM_CHARTS names no upstream charts")
@pytest.mark.parametrize("folder", CHARTS, ids=str)
def test_every_difference_from_upstream_is_in_the_list(oracle: peer.Oracle, folder: Path) -> None:
    chart = upstream.load_upstream(folder, None)
    check = upstream.DropInCheck(chart, oracle)
    check.check(fixed_cases(release_number(chart.release)))
    check.check_random(50, Random(0))  # noqa: S311 - it draws examples

    assert check.report.unexpected == {}
