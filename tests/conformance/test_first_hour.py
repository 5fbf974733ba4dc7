"""Somebody's first hour with a public chart, which the source of a Go module holds."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.cli.command import helmwright
from tests.conformance.peer import clean_environment

MODULE = "sigs.k8s.io/metrics-server@v0.7.2"
MISTAKES = """\
replicas: 2
service:
  prot: 8443
resources:
  requests:
    memory: 512mb
"""
VALUES = """\
replicas: 2
service:
  port: 8443
resources:
  requests:
    memory: 512Mi
"""


@pytest.fixture
def chart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns a copy of the chart of Kubernetes' metrics server, in whose folder the test runs."""
    done = subprocess.run(
        ["go", "mod", "download", "-json", MODULE],
        capture_output=True,
        text=True,
        check=True,
        cwd="/",
    )
    source = Path(json.loads(done.stdout)["Dir"]) / "charts" / "metrics-server"
    folder = tmp_path / "metrics-server"
    shutil.copytree(source, folder, copy_function=shutil.copyfile)
    for place, _, _ in os.walk(folder):  # those of modules are read-only
        Path(place).chmod(0o755)
    monkeypatch.chdir(folder)
    return folder


def test_template_prints_what_helm_prints(chart: Path, helm: Path, tmp_path: Path) -> None:
    (chart / "my.yaml").write_text(VALUES)
    environment = clean_environment(tmp_path / "home")
    for arguments in (["demo", "."], ["demo", ".", "-f", "my.yaml", "-n", "kube-system"]):
        expected = subprocess.run(
            [str(helm), "template", *arguments],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
        )

        code, out, err = helmwright("template", *arguments)

        assert (code, out, err) == (0, expected.stdout, expected.stderr)


def test_explain_names_the_lines_that_set_a_value(chart: Path) -> None:
    (chart / "my.yaml").write_text(VALUES)
    lines = (chart / "values.yaml").read_text().splitlines()
    port = lines.index("  port: 443", lines.index("service:")) + 1

    code, out, _ = helmwright("values", "explain", "service.port", "-f", "my.yaml")

    assert code == 0
    assert "set by      my.yaml:3:3\n" in out
    assert f"overrides   ./values.yaml:{port}:3 (default): 443\n" in out


def test_lint_finds_the_mistakes_of_a_values_file_in_it(chart: Path) -> None:
    (chart / "my.yaml").write_text(MISTAKES)

    code, out, _ = helmwright("lint", "my.yaml", "--format", "json")

    found = [(one["line"], one["rule"], one["fix"]) for one in json.loads(out)["findings"]]
    assert code == 1
    assert found == [
        (3, "misspelt-key", "write 'service.port'"),
        (6, "invalid-quantity", "write '512Mi'"),
    ]
    (chart / "my.yaml").write_text(VALUES)
    assert helmwright("lint", "my.yaml")[:2] == (0, "no findings\n")


def test_diff_says_what_a_values_file_changes(chart: Path) -> None:
    (chart / "my.yaml").write_text(VALUES)

    code, out, _ = helmwright("diff", "values", "--to", "my.yaml")

    assert code == 0
    assert "~ changed Service " in out
    assert "  · replicas: 1 → 2 replicas\n" in out
    assert "  resources.requests.memory: 200Mi → 512Mi\n" in out


def test_golden_files_pass_until_something_changes(chart: Path) -> None:
    (chart / "my.yaml").write_text(VALUES)
    assert helmwright("golden", "new", "mine", "-f", "my.yaml").code == 0
    assert helmwright("golden", "update").code == 0
    assert helmwright("golden", "run")[:2] == (0, "1 case: 1 passed\n")

    (chart / "my.yaml").write_text(VALUES.replace("replicas: 2", "replicas: 3"))

    code, out, _ = helmwright("golden", "run")
    assert code == 1
    assert "spec.replicas: 2 → 3\n" in out


def test_the_readme_of_somebody_else_stays(chart: Path) -> None:
    before = (chart / "README.md").read_bytes()

    code, _, err = helmwright("docs")

    assert (code, (chart / "README.md").read_bytes()) == (1, before)
    assert "was not written by 'helmwright docs'" in err


@pytest.mark.usefixtures("chart")
def test_unittest_says_that_there_are_no_suites() -> None:
    code, _, err = helmwright("unittest")

    assert (code, err) == (0, "no suite matches tests/*_test.yaml\n")
