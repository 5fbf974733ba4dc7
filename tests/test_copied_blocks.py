"""What is printed to be copied works in a repository that it is copied into."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from tests.action_steps import run_step
from tests.copied_blocks import (
    GUIDES,
    INPUT,
    MAP,
    NAME,
    PUBLISHED,
    README,
    ROOT,
    add_cluster,
    block,
    cloned_repository,
    git,
    run,
)

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Returns variables with which ``helmwright`` is this one, as if pip had installed it."""
    program = tmp_path / "bin" / "helmwright"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m helmwright "$@"\n')
    program.chmod(0o755)
    return {
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "renderer"),
        "HOME": str(tmp_path),
        "HELMWRIGHT_CACHE": "off",
        "GITHUB_BASE_REF": "main",
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
    }


@pytest.fixture
def repository(tmp_path: Path, environment: dict[str, str]) -> Path:
    """Returns a clone of a repository in the layout of the examples, with a change to a port."""
    return cloned_repository(tmp_path, environment)


def run_steps(steps: list[dict[str, Any]], folder: Path, environment: dict[str, str]) -> str:
    """Runs the steps of a workflow, those of our actions with the inputs that they are given."""
    log = ""
    for step in steps:
        script = step.get("run", "")
        if script and not script.startswith("pip install"):
            log += run(script, folder, environment)
        action, _, ref = step.get("uses", "").partition("@")
        if action.startswith(NAME):
            assert ref == PUBLISHED["ref"]
            log += run_action(
                ROOT / action.removeprefix(f"{NAME}/"), step["with"], folder, environment
            )
    return log


def run_action(
    action: Path, given: dict[str, str], folder: Path, environment: dict[str, str]
) -> str:
    manifest = yaml.safe_load((action / "action.yml").read_text())
    inputs = {name: one.get("default", "") for name, one in manifest["inputs"].items()} | given
    (step,) = (one for one in manifest["runs"]["steps"] if one.get("id"))
    script = re.sub(r'^bash "\$GITHUB_ACTION_PATH/(.*)"$', r"\1", step["run"])
    variables = {
        name: INPUT.sub(lambda found: inputs[found[1]], text) for name, text in step["env"].items()
    }
    code, log, _, _ = run_step(action / script, folder, {**environment, **variables})
    assert code == 0, log
    return log


@pytest.mark.parametrize("page", [README, GUIDES / "diff-in-ci.md"])
def test_workflow_of_github_runs(page: Path, repository: Path, environment: dict[str, str]) -> None:
    steps = block(page, "# .github/workflows/charts.yaml")["jobs"]["charts"]["steps"]

    log = run_steps(steps, repository, environment)

    assert 'data.port: "80" → "81"' in log
    assert "1 case: 1 passed" in log


def test_steps_for_golden_files_run(repository: Path, environment: dict[str, str]) -> None:
    steps = block(GUIDES / "golden-files.md", "steps:")["steps"]

    run_steps(steps, repository, environment)

    assert "<testsuite" in (repository / "golden.xml").read_text()


def test_jobs_of_gitlab_run_with_the_variables_of_the_guide(
    repository: Path, environment: dict[str, str]
) -> None:
    pipeline = block(GUIDES / "diff-in-ci.md", "# .gitlab-ci.yml")
    (included,) = pipeline["include"]
    template = yaml.safe_load((ROOT / included["file"]).read_text())
    defaults = {name: one["value"] for name, one in template["variables"].items()}
    jobs = {name: one for name, one in template.items() if name.startswith("helmwright-")}

    logs = {
        name: run(
            "\n".join(job["script"]),
            repository,
            {**environment, **defaults, **pipeline["variables"]},
        )
        for name, job in jobs.items()
    }

    assert included["project"] == NAME
    assert 'data.port: "80" → "81"' in logs["helmwright-diff"]
    assert "1 case: 1 passed" in logs["helmwright-golden"]
    for job in jobs.values():
        reports = job["artifacts"].get("reports", {})
        for name in [*reports.values(), *job["artifacts"].get("paths", [])]:
            assert (repository / name).exists()


@pytest.fixture
def cluster(repository: Path) -> Path:
    """Returns the repository with values and a chart where the guide to linting has them."""
    return add_cluster(repository)


def test_workflow_of_github_for_lint_runs(cluster: Path, environment: dict[str, str]) -> None:
    page = GUIDES / "linting-in-ci.md"
    steps = block(page, "# .github/workflows/lint.yaml")["jobs"]["values"]["steps"]

    log = run_steps(steps, cluster, environment)

    assert "::notice file=environments/prod/values.yaml" in log
    assert (cluster / "helmwright.sarif").exists()


def test_job_of_gitlab_for_lint_runs(cluster: Path, environment: dict[str, str]) -> None:
    job = block(GUIDES / "linting-in-ci.md", "# .gitlab-ci.yml")["lint"]

    for line in job["script"]:
        if not line.startswith("pip install"):
            run(line, cluster, environment)

    for name in job["artifacts"]["reports"].values():
        assert (cluster / name).exists()


def test_a_golden_file_that_differs_fails_the_job_of_gitlab_and_is_in_its_report(
    repository: Path, environment: dict[str, str]
) -> None:
    template = yaml.safe_load((ROOT / "templates/gitlab/helmwright.yml").read_text())
    (repository / "charts/web/templates/map.yaml").write_text(MAP + "  more: a\n")

    with pytest.raises(AssertionError, match="more"):
        run(
            "\n".join(template["helmwright-golden"]["script"]),
            repository,
            {**environment, "HELMWRIGHT_GOLDEN": "charts/web"},
        )

    assert "<failure" in (repository / "golden.xml").read_text()


def commit_checked(
    repository: Path, environment: dict[str, str], first_line: str
) -> tuple[int, str]:
    """Runs pre-commit on all files by a block of the guide; returns its exit code and log.

    The hooks come from a repository as it is published, but for what they are installed by.
    """
    hooks = repository.parent / "hooks"
    hooks.mkdir()
    manifest = (ROOT / ".pre-commit-hooks.yaml").read_text()
    (hooks / ".pre-commit-hooks.yaml").write_text(
        manifest.replace("language: python", "language: system")
    )
    git(hooks, "init", "--quiet", f"--initial-branch={PUBLISHED['ref']}")
    git(hooks, "add", ".")
    git(hooks, "commit", "--quiet", "--message=one")
    config = block(GUIDES / "linting-in-ci.md", first_line)
    assert config["repos"][0]["repo"] == PUBLISHED["repository"]
    config["repos"][0]["repo"] = str(hooks)
    (repository / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    git(repository, "add", ".")
    done = subprocess.run(
        [sys.executable, "-m", "pre_commit", "run", "--all-files", "--verbose"],
        cwd=repository,
        env={**environment, "PRE_COMMIT_HOME": str(repository.parent / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(("port", "code"), [("81", 0), ("[81", 1)])
def test_hook_of_pre_commit_lints_the_values_of_a_chart_of_one_s_own(
    repository: Path, environment: dict[str, str], port: str, code: int
) -> None:
    settings = block(GUIDES / "linting-in-ci.md", "# .helmwright.yaml")
    (repository / ".helmwright.yaml").write_text(yaml.safe_dump(settings))
    (repository / "environments" / "prod.yaml").write_text(f"port: {port}\n")

    found, log = commit_checked(repository, environment, "# .pre-commit-config.yaml")

    assert found == code, log
    assert ("environments/prod.yaml:" in log) is (code == 1), log


def test_hooks_of_pre_commit_for_determined_rename_old_keys(
    repository: Path, environment: dict[str, str]
) -> None:
    values = repository / "environments" / "prod.yaml"
    values.write_text("maxSlotsPerPod: 8\ninitialUserPassword: Passw0rd-7\nhttpPort: 8081\n")

    code, log = commit_checked(repository, environment, "# .pre-commit-config.yaml for Determined")

    assert code == 1, log
    assert "masterPort: 8081" in values.read_text()


def pages() -> list[Path]:
    """Returns all files that show how Helmwright is had."""
    folders = ("docs", "templates", "plugins", "action")
    found = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    return sorted(path for path in [*found, README] if "__pycache__" not in path.parts)


def test_all_pages_say_the_one_place_where_it_is_published() -> None:
    wrong = []
    for page in pages():
        text = page.read_text(errors="replace")
        wrong += [
            f"{page.relative_to(ROOT)}: {found}"
            for pattern, wanted in (
                (
                    r"pip install (?:-\S+ )*(?:'helmwright\[\w+\] @ )?([^'\s]*helmwright\b[^'\s]*)",
                    f"git+{PUBLISHED['repository']}",
                ),
                (r"uses: (\S+/helmwright/\S*)@", None),
                (r"uses: \S+/helmwright/\S*@(\S+)", PUBLISHED["ref"]),
                (r"- repo: (\S+)\n", PUBLISHED["repository"]),
                (r"helmwright\n +rev: (\S+)", PUBLISHED["ref"]),
                (r"project: (\S+)\n", NAME),
            )
            for found in re.findall(pattern, text)
            if (found != wanted if wanted else not found.startswith(f"{NAME}/action"))
        ]

    assert wrong == []
