"""The ways in which other programs call the linter: pre-commit, GitHub, GitLab."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.action_steps import run_step

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
ACTION = ROOT / "action"
GUIDE = ROOT / "docs" / "guides" / "linting-in-ci.md"


def check_schema(name: str, path: Path) -> None:
    """Fails unless a file follows a published schema that check-jsonschema brings."""
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{name}", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def snippet(first_line: str) -> str:
    """Returns the block of the guide that begins with a line."""
    blocks: list[str] = re.findall(r"```yaml\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    return next(block for block in blocks if block.startswith(first_line))


def test_hooks_are_a_manifest_of_pre_commit() -> None:
    path = ROOT / ".pre-commit-hooks.yaml"
    done = subprocess.run(
        [sys.executable, "-m", "pre_commit", "validate-manifest", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("path", "matches"),
    [
        ("values.yaml", True),
        ("environments/prod/values.yaml", True),
        ("environments/prod-values.yml", True),
        ("environments/prod.yaml", True),
        ("deploy/envs/prod.yml", True),
        ("environments/prod/kustomization.yaml", False),
        ("chart/Chart.yaml", True),
        ("chart/templates/a.yaml", True),
        ("chart/values.schema.json", True),
        ("docs/values.md", False),
        ("src/main.yaml", False),
    ],
)
def test_hook_takes_files_of_charts_and_values(path: str, matches: bool) -> None:  # noqa: FBT001
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())

    assert bool(re.search(hooks[0]["files"], path)) is matches


def test_snippet_for_pre_commit_names_the_hooks(tmp_path: Path) -> None:
    path = tmp_path / ".pre-commit-config.yaml"
    path.write_text(snippet("# .pre-commit-config.yaml for Determined"))
    done = subprocess.run(
        [sys.executable, "-m", "pre_commit", "validate-config", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    hooks = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
    named = {hook["id"] for hook in yaml.safe_load(path.read_text())["repos"][0]["hooks"]}

    assert done.returncode == 0, done.stdout
    assert named == hooks


def test_action_follows_githubs_schema() -> None:
    check_schema("github-actions", ACTION / "action.yml")


def test_workflow_of_the_guide_follows_githubs_schema_and_uses_inputs_that_exist(
    tmp_path: Path,
) -> None:
    path = tmp_path / "lint.yaml"
    path.write_text(snippet("# .github/workflows/lint.yaml"))
    action = yaml.safe_load((ACTION / "action.yml").read_text())
    steps = yaml.safe_load(path.read_text())["jobs"]["values"]["steps"]

    check_schema("github-workflows", path)
    assert set(steps[1]["with"]) <= set(action["inputs"])
    for name in re.findall(r"outputs\.([\w-]+)", path.read_text()):
        assert name in action["outputs"]


def test_pipeline_of_the_guide_follows_gitlabs_schema(tmp_path: Path) -> None:
    path = tmp_path / ".gitlab-ci.yml"
    path.write_text(snippet("# .gitlab-ci.yml"))

    check_schema("gitlab-ci", path)


def run_action(folder: Path, **inputs: str) -> tuple[int, str, dict[str, str], str]:
    """Runs the step of the action; returns exit code, log, outputs and summary."""
    program = folder / "bin" / "helmwright"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m helmwright "$@"\n')
    program.chmod(0o755)
    environment = {
        "HELMWRIGHT_PATHS": "",
        "HELMWRIGHT_VALUES": "",
        "HELMWRIGHT_ARGS": "",
        "HELMWRIGHT_SARIF": "",
        **inputs,
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "renderer"),
        "HOME": str(folder),
    }
    return run_step(ACTION / "lint.sh", folder, environment)


@pytest.fixture
def values(tmp_path: Path) -> Path:
    (tmp_path / "envs").mkdir()
    (tmp_path / "envs" / "good.yaml").write_text((ROOT / "chart/examples/minimal.yaml").read_text())
    (tmp_path / "envs" / "bad.yaml").write_text(
        "maxSlotsPerPod: many\ninitialUserPassword: Passw0rd\n"
    )
    return tmp_path


@pytest.mark.slow
def test_action_fails_with_annotations_a_summary_and_a_report(values: Path) -> None:
    code, log, outputs, summary = run_action(
        values, HELMWRIGHT_PATHS="envs/*.yaml\n", HELMWRIGHT_SARIF="out.sarif"
    )

    report: dict[str, Any] = json.loads((values / "out.sarif").read_text())
    assert code == 1
    assert "::error file=envs/bad.yaml,line=1,endLine=1,col=17" in log
    assert outputs == {"sarif": "out.sarif", "failed": "true"}
    assert "maxSlotsPerPod" in summary
    assert report["version"] == "2.1.0"


def test_action_names_no_temporary_file_in_its_log(values: Path) -> None:
    code, log, _, summary = run_action(
        values, HELMWRIGHT_PATHS="envs/good.yaml", HELMWRIGHT_SARIF="out.sarif"
    )

    assert code == 0
    assert "wrote out.sarif" in log
    assert re.findall(r"\S*\b(?:tmp|dev)/\S*", log) == []
    assert "default-database-password" in summary


def test_action_passes_with_good_values(values: Path) -> None:
    code, log, outputs, _ = run_action(
        values, HELMWRIGHT_PATHS="envs/good.yaml", HELMWRIGHT_ARGS="--det-version 0.38.1"
    )

    assert (code, outputs["failed"]) == (0, "false"), log


def test_action_says_which_path_is_not_there(values: Path) -> None:
    code, log, _, _ = run_action(values, HELMWRIGHT_PATHS="nowhere/*.yaml")

    assert code == 64
    assert "nowhere/*.yaml" in log


def test_action_evaluates_nothing_in_its_inputs(values: Path) -> None:
    code, log, _, _ = run_action(
        values, HELMWRIGHT_PATHS="envs/good.yaml", HELMWRIGHT_ARGS="$(touch,pwned) `touch,pwned`"
    )

    assert code == 64, log
    assert not (values / "pwned").exists()
