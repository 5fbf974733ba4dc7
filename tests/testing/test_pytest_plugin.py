"""The pytest plugin, in a pytest of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SUITE = """\
suite: services
templates: [service.yaml]
tests:
  - it: is a service
    asserts: [{isKind: {of: Service}}]
  - it: is named
    asserts:
      - isKind: {of: Service}
      - equal: {path: metadata.name, value: web}
  - it: comes later
    skip: {reason: not yet}
    asserts: [{isKind: {of: Service}}]
  - it: looks the same
    asserts: [{matchSnapshot: {}}]
"""
TESTS = """\
import pytest

def test_golden(render, golden_match):
    golden_match(render())

@pytest.mark.values_files("ci/*.yaml")
def test_values(render, values_file):
    assert render(files=[values_file])["Service"].name == values_file.stem

def test_by_path(helm_chart):
    assert helm_chart("shop") is helm_chart("shop/../shop")

@pytest.mark.helm_chart("..")
def test_marker(render):
    assert "Service/shop" in render()
"""


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    for name in ("templates", "tests", "tests/ci"):
        (folder / name).mkdir(parents=True)
    (folder / "Chart.yaml").write_text("apiVersion: v2\nname: shop\nversion: 1.0.0\n")
    (folder / "values.yaml").write_text("name: shop\nnever: false\n")
    (folder / "templates" / "service.yaml").write_text(
        "kind: Service\nmetadata:\n  name: {{ .Values.name }}\n{{- if .Values.never }}\n  a: b\n{{- end }}\n"
    )
    (folder / "tests" / "service_test.yaml").write_text(SUITE)
    (folder / "tests" / "test_shop.py").write_text(TESTS)
    for name in ("one", "two"):
        (folder / "tests" / "ci" / f"{name}.yaml").write_text(f"name: {name}\n")
    return folder


def call(folder: Path, *arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "helmwright.pytest_plugin", *arguments]
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "renderer"),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    environment.pop("PYTEST_ADDOPTS", None)
    done = subprocess.run(
        command, cwd=folder.parent, env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_fixtures_and_golden_files(chart: Path) -> None:
    golden = chart / "tests" / "golden" / "test_golden.yaml"

    code, out = call(chart, "-q", "--strict-markers")
    assert code == 1
    assert f"there is no golden file {golden}; --helmwright-update writes it" in out
    assert "1 failed, 4 passed" in out

    assert call(chart, "--helmwright-update")[0] == 0
    written = golden.stat().st_mtime_ns
    assert golden.read_text().startswith(
        "---\n# Source: shop/templates/service.yaml\nkind: Service"
    )

    assert call(chart)[0] == 0
    assert call(chart, "--helmwright-update")[0] == 0
    assert golden.stat().st_mtime_ns == written

    golden.write_text(golden.read_text().replace("shop\n", "other\n"))
    code, out = call(chart, "-q")
    assert code == 1
    assert "-  name: other\n+  name: shop\n" in out


@pytest.mark.slow
def test_suites_are_collected_when_asked_for(chart: Path) -> None:
    assert "service_test.yaml" not in call(chart, "--collect-only", "-q")[1]

    code, out = call(chart, "--helm-unittest", "-q", "-rs", "shop/tests/service_test.yaml")

    assert code == 1
    assert "1 failed, 2 passed, 1 skipped" in out
    assert "service_test.yaml:9: is named\n- asserts[1] `equal` fail" in out
    assert "Traceback" not in out
    assert "not yet" in out
    snap = chart / "tests" / "__snapshot__" / "service_test.yaml.snap"
    assert "name: shop" in snap.read_text()

    name = "shop/tests/service_test.yaml::services: is a service"
    code, out = call(chart, "--helm-unittest", "-q", name)
    assert code == 0
    assert "1 passed" in out
    assert "name: shop" in snap.read_text()


def test_suites_are_collected_by_setting(chart: Path) -> None:
    (chart.parent / "pytest.ini").write_text(
        "[pytest]\nhelm_unittest = true\nhelm_unittest_files = unit/*.yaml\n"
    )
    (chart / "unit").mkdir()
    (chart / "unit" / "a.yaml").write_text(SUITE)
    (chart / "unit" / "b.yaml").write_text("tests: []\n")

    code, out = call(chart, "-q", "shop/unit")

    assert code == 2
    assert "no tests found" in out
    assert (
        "shop/unit/a.yaml::services: is a service"
        in call(chart, "-q", "--collect-only", "shop/unit/a.yaml")[1]
    )


def test_coverage_of_templates(chart: Path) -> None:
    arguments = ("--helmwright-coverage", "--helmwright-update", "-q")

    code, out = call(chart, *arguments, "--helmwright-fail-under", "50")
    assert code == 0
    assert "coverage of templates" in out
    assert "service.yaml" in out
    assert "has not run" not in out

    code, out = call(chart, *arguments, "-vv", "--helmwright-fail-under", "99")
    assert code == 1
    assert "of the templates has run, less than 99 %" in out
    assert "was never true" in out


def test_a_marker_that_matches_no_file_is_an_error(chart: Path) -> None:
    for file in (chart / "tests" / "ci").iterdir():
        file.unlink()

    code, out = call(chart)

    assert code != 0
    assert "no values file matches ci/*.yaml" in out


def test_a_test_that_belongs_to_no_chart_fails(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "test_a.py").write_text("def test_a(render):\n    render()\n")

    code, out = call(tmp_path / "a")

    assert code == 1
    assert "name the chart with the marker helm_chart(path)" in out


def test_nothing_is_imported_when_pytest_starts() -> None:
    program = "import helmwright.pytest_plugin, sys; print(*sys.modules)"

    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": str(ROOT / "renderer")},
        capture_output=True,
        text=True,
        check=True,
    )

    loaded = {name for name in done.stdout.split() if name.startswith("helmwright")}
    names = {
        "helmwright.base",
        "helmwright.base.public_names",
    }  # of the package, when they are used
    assert loaded == {"helmwright", "helmwright.pytest_plugin", *names}
