"""The workflows, issue forms and hooks of this repository: their schemas, and what their steps do."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.test_bridges import check_schema

ROOT = Path(__file__).resolve().parent.parent
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
ACTIONS = [ROOT / "action" / "action.yml", ROOT / "action" / "diff" / "action.yml"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
CHANGES = "# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-01-02\n\n### Added\n\n- All.\n"

pytestmark = pytest.mark.skipif(not GITHUB.exists(), reason="an installed package has no workflows")


def jobs(path: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load(path.read_text())["jobs"]
    return found


def steps(workflow: str, job: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = jobs(GITHUB / "workflows" / f"{workflow}.yml")[job]["steps"]
    return found


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_follows_its_schema(path: Path) -> None:
    check_schema("github-workflows", path)


@pytest.mark.parametrize(
    "path", sorted((GITHUB / "ISSUE_TEMPLATE").glob("[0-9]*.yml")), ids=lambda path: path.name
)
def test_an_issue_form_follows_its_schema(path: Path) -> None:
    check_schema("github-issue-forms", path)


def test_other_settings_follow_their_schemas() -> None:
    check_schema("github-issue-config", GITHUB / "ISSUE_TEMPLATE" / "config.yml")
    check_schema("dependabot", GITHUB / "dependabot.yml")


@pytest.mark.parametrize("path", [*WORKFLOWS, *ACTIONS], ids=lambda path: path.name)
def test_actions_of_others_are_pinned_to_a_commit_with_its_version(path: Path) -> None:
    used = re.findall(r"uses: (?!\./)(\S+@.*)$", path.read_text(), re.MULTILINE)

    assert [
        one for one in used if not re.fullmatch(r"\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)
    ] == []


def test_an_action_has_one_commit_everywhere() -> None:
    text = "".join(path.read_text() for path in [*WORKFLOWS, *ACTIONS])
    pinned = set(re.findall(r"uses: (\S+)@([0-9a-f]{40})", text))

    assert len(pinned) == len({name for name, _ in pinned})


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_read_only_and_every_job_ends(path: Path) -> None:
    assert yaml.safe_load(path.read_text())["permissions"] == {"contents": "read"}
    for name, job in jobs(path).items():
        assert "timeout-minutes" in job or "uses" in job, name
        for step in job.get("steps", []):
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False
            assert "${{ github.event" not in step.get("run", "")


def test_every_environment_of_tox_runs_in_a_workflow() -> None:
    settings = configparser.ConfigParser(interpolation=None)
    settings.read(ROOT / "tox.ini")
    environments = {
        name.partition(":")[2] for name in settings.sections() if name.startswith("testenv:")
    }
    run = set()
    for path in WORKFLOWS:
        run |= set(re.findall(r"tox -e ([a-z][a-z-]*)$", path.read_text(), re.MULTILINE))
        for job in jobs(path).values():
            run |= set(job.get("strategy", {}).get("matrix", {}).get("environment", []))

    assert run == environments | {"py"}


def test_the_pythons_of_the_workflows_are_those_of_the_package() -> None:
    declared = [
        line.rpartition(" ")[2]
        for line in PROJECT["project"]["classifiers"]
        if line.startswith("Programming Language :: Python :: 3.")
    ]
    assert PROJECT["project"]["requires-python"] == f">={declared[0]}"
    for path in WORKFLOWS:
        for job in jobs(path).values():
            matrix = job.get("strategy", {}).get("matrix", {})
            assert matrix.get("python", declared) == declared


def test_hooks_for_ourselves_are_a_configuration_with_the_versions_of_the_project() -> None:
    path = ROOT / ".pre-commit-config.yaml"
    command = [sys.executable, "-m", "pre_commit", "validate-config", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    hooks = yaml.safe_load(path.read_text())["repos"][0]["hooks"]
    groups = PROJECT["dependency-groups"]
    known = {*groups["lint"], *groups["test"]}

    assert done.returncode == 0, done.stdout
    assert [
        one for hook in hooks for one in hook["additional_dependencies"] if one not in known
    ] == []


def git(folder: Path, *arguments: str) -> None:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.com", *arguments]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def repository(folder: Path, *copied: str) -> Path:
    """Makes a repository of some folders of these sources, with a release 0.1.0."""
    leave = shutil.ignore_patterns("__pycache__")
    for name in ("plugins", "scripts", *copied):
        shutil.copytree(ROOT / name, folder / name, ignore=leave)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copyfile(ROOT / name, folder / name)
    (folder / "CHANGELOG.md").write_text(CHANGES)
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message=one")
    git(folder, "tag", "v0.1.0")
    return folder


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Returns such a repository with a package that has nothing in it."""
    for name in ("renderer/helmwright/__init__.py", "chart/Chart.yaml"):
        path = tmp_path / "work" / name
        path.parent.mkdir(parents=True)
        path.write_text("")
    return repository(tmp_path / "work")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Returns variables as on a runner: ``python`` is this one, nothing comes from the network.

    What the package needs is found in a folder of links to what this Python has: an environment that
    is made without the network has it, too.
    """
    installed = tmp_path / "installed"
    installed.mkdir()
    for path in Path(yaml.__file__).parent.parent.iterdir():
        if not path.name.startswith("helmwright"):
            (installed / path.name).symlink_to(path)
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, script in {
        "python": f'exec {sys.executable} "$@"',
        "gh": f'printf "%s\\n" "$@" > {tmp_path}/gh',
    }.items():
        (programs / name).write_text(f"#!/bin/sh\n{script}\n")
        (programs / name).chmod(0o755)
    return {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(installed),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": str(tmp_path),
        "PIP_NO_INDEX": "1",
        "PIP_NO_DEPS": "1",
        "PIP_NO_COMPILE": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # pip's way to say that there is none
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "HELMWRIGHT_CACHE": "off",
        "GITHUB_REF_NAME": "v0.1.0",
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
        "GH_TOKEN": "none",
    }


def run_job(workflow: str, job: str, folder: Path, environment: dict[str, str]) -> str:
    """Runs the shell steps of a job that do not install tools, as a runner does."""
    log = ""
    for step in steps(workflow, job):
        script = step.get("run", "")
        if not script or script.startswith("python -m pip install"):
            continue
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        log += done.stdout + done.stderr
        assert done.returncode == 0, log
    return log


@pytest.mark.slow
def test_a_tag_is_built_checked_and_announced(environment: dict[str, str], tmp_path: Path) -> None:
    place = repository(tmp_path / "work", "renderer", "chart")

    run_job("release", "build", place, environment)
    checked = run_job("release", "check", place, environment)
    run_job("release", "announce", place, environment)

    names = ["helmwright-0.1.0-py3-none-any.whl", "helmwright-0.1.0.tar.gz"]
    assert sorted(path.name for path in (place / "dist").iterdir()) == names
    python = sys.version.split()[0]
    assert checked == "".join(f"{name}: 0.1.0 with Python {python}\n" for name in names)
    assert (place / "notes" / "notes.md").read_text() == "### Added\n\n- All.\n"
    assert (tmp_path / "summary").read_text() == "### Added\n\n- All.\n"
    assert (tmp_path / "gh").read_text().splitlines() == [
        *("release", "create", "v0.1.0", "--verify-tag", "--title", "Helmwright 0.1.0"),
        *("--notes-file", "notes/notes.md", *(f"dist/{name}" for name in names)),
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"CHANGELOG.md": "# Changelog\n\n## [Unreleased]\n"}, 'has no section "## [0.1.0] - '),
        ({"CHANGELOG.md": "## [0.1.0] - 2026-01-02\n\n## [0.0.1]\n- x\n"}, "that says something"),
        (
            {"plugins/helmwright/plugin.yaml": "version: 0.1\n"},
            "helmwright/plugin.yaml has another",
        ),
    ],
)
def test_a_release_that_is_not_ready_is_refused(
    place: Path, environment: dict[str, str], change: dict[str, str], message: str
) -> None:
    for name, text in change.items():
        (place / name).write_text(text)

    with pytest.raises(AssertionError, match=re.escape(message)):
        run_job("release", "build", place, environment)


@pytest.mark.slow
def test_a_build_of_what_is_not_committed_is_refused(
    place: Path, environment: dict[str, str]
) -> None:
    for name, message in (
        ("planted.py", "a second build, in a clone, made another"),
        ("__init__.py", "changes that are not committed"),
    ):
        (place / "renderer" / "helmwright" / name).write_text("planted = 1\n")
        shutil.rmtree(place / "notes", ignore_errors=True)

        with pytest.raises(AssertionError, match=message):
            run_job("release", "build", place, environment)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("planted", "message"),
    [
        ("module.write_text(str(os.getcwd()))", "made another helmwright-0.1.0-py3-none-any.whl"),
        (
            "module.write_text(str(os.environ.get('TZ')))",
            "a second build, in a clone, made another",
        ),
        ("raise OSError('planted')", "planted"),
    ],
)
def test_a_build_that_cannot_be_repeated_is_refused(
    place: Path, environment: dict[str, str], planted: str, message: str
) -> None:
    hook = place / "hatch_build.py"
    written = "        build_data["
    hook.write_text(
        hook.read_text()
        .replace("import tempfile", "import os\nimport tempfile")
        .replace(written, f"        {planted}\n{written}", 1)
    )
    git(place, "commit", "--quiet", "--all", "--message=planted")
    git(place, "tag", "--force", "v0.1.0")

    with pytest.raises(AssertionError, match=message):
        run_job("release", "build", place, environment)


def test_a_build_of_another_version_than_the_tag_s_is_refused(
    place: Path, environment: dict[str, str]
) -> None:
    git(place, "commit", "--quiet", "--allow-empty", "--message=after the tag")

    with pytest.raises(AssertionError, match=r"the tag says 0\.1\.0, the build made"):
        run_job("release", "build", place, environment)
