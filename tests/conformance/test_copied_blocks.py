"""What is printed to be copied, as others run it: installed by pip, and by pre-commit itself.

The repository that is published is a clone of this tree with a tag; everything that these
blocks install comes from there and from PyPI.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

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

TAG = "v97.5.3"


class Published(NamedTuple):
    """The repository that is published, and a Python in which a wheel of it is installed."""

    tree: Path
    python: Path

    @property
    def address(self) -> str:
        return f"file://{self.tree}"

    def environment(self, home: Path) -> dict[str, str]:
        """Returns the variables of a job: nothing of this process is on the paths."""
        passed = ("PIP_", "SSL_CERT_", "http_proxy", "https_proxy", "no_proxy")
        return {
            **{name: text for name, text in os.environ.items() if name.startswith(passed)},
            "PATH": f"{self.python.parent}{os.pathsep}/usr/local/bin:/usr/bin:/bin",
            "HOME": str(home),
            "HELMWRIGHT_CACHE": "off",
            "PRE_COMMIT_HOME": str(self.tree.parent / "pre-commit"),
            "GIT_AUTHOR_NAME": "a",
            "GIT_AUTHOR_EMAIL": "a@example.com",
            "GIT_COMMITTER_NAME": "a",
            "GIT_COMMITTER_EMAIL": "a@example.com",
            "GITHUB_BASE_REF": "main",
            "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
        }


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Published:
    folder = tmp_path_factory.mktemp("published")
    tree = folder / "helmwright"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    git(tree, "init", "--quiet", f"--initial-branch={PUBLISHED['ref']}")
    git(tree, "add", "--force", ".")
    git(tree, "commit", "--quiet", "--message=one")
    git(tree, "tag", TAG)
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    made = Published(tree, folder / "venv" / "bin" / "python")
    source = f"git+{made.address}@{TAG}"
    pip(made.python, "wheel", "--no-deps", "--wheel-dir", str(folder / "dist"), source)
    (wheel,) = (folder / "dist").glob("helmwright-*.whl")
    pip(made.python, "install", str(wheel), "pre-commit>=4")
    return made


def pip(python: Path, *arguments: str) -> None:
    subprocess.run([python, "-m", "pip", "--quiet", *arguments], check=True)


@pytest.fixture
def environment(published: Published, tmp_path: Path) -> dict[str, str]:
    return published.environment(tmp_path)


@pytest.fixture
def repository(tmp_path: Path, environment: dict[str, str]) -> Path:
    """Returns a clone of a repository in the layout of the examples, with a change to a port."""
    return cloned_repository(tmp_path, environment)


def installing(script: str, published: Published) -> str:
    """Returns a script in which pip takes the published repository from where it is here."""
    return script.replace(f"git+{PUBLISHED['repository']}", f"git+{published.address}@{TAG}")


def run_steps(
    steps: list[dict[str, Any]], folder: Path, environment: dict[str, str], published: Published
) -> str:
    """Runs the steps of a workflow as they are, those of our actions with all of theirs."""
    log = ""
    for step in steps:
        if "run" in step:
            log += run(installing(step["run"], published), folder, environment)
        action, _, ref = step.get("uses", "").partition("@")
        if action.startswith(NAME):
            assert ref == PUBLISHED["ref"]
            path = published.tree / action.removeprefix(f"{NAME}/")
            log += run_action(path, step["with"], folder, environment)
    return log


def run_action(
    action: Path, given: dict[str, str], folder: Path, environment: dict[str, str]
) -> str:
    manifest = yaml.safe_load((action / "action.yml").read_text())
    inputs = {name: one.get("default", "") for name, one in manifest["inputs"].items()} | given
    log = ""
    for step in manifest["runs"]["steps"]:
        if "run" not in step or "github.event" in step.get("if", ""):
            continue  # what sets Python up, and what asks GitHub
        variables = {
            name: INPUT.sub(lambda found: inputs[found[1]], text)
            for name, text in step.get("env", {}).items()
        }
        script = folder.parent / "step.sh"
        script.write_text(step["run"])
        both = {**environment, **variables, "GITHUB_ACTION_PATH": str(action)}
        code, said, _, _ = run_step(script, folder, both)
        assert code == 0, said
        log += said
    return log


def test_the_installed_program_is_the_one_of_the_tag(
    repository: Path, environment: dict[str, str]
) -> None:
    assert TAG.removeprefix("v") in run("helmwright version", repository, environment)
    where = run(
        "python -c 'import helmwright; print(helmwright.__file__)'", repository, environment
    )
    assert str(ROOT) not in where


@pytest.mark.parametrize("page", [README, GUIDES / "diff-in-ci.md"], ids=lambda page: page.name)
def test_workflow_of_github_runs(
    page: Path, repository: Path, environment: dict[str, str], published: Published
) -> None:
    steps = block(page, "# .github/workflows/charts.yaml")["jobs"]["charts"]["steps"]

    log = run_steps(steps, repository, environment, published)

    assert 'data.port: "80" → "81"' in log
    assert "1 case: 1 passed" in log


def test_steps_for_golden_files_run(
    repository: Path, environment: dict[str, str], published: Published
) -> None:
    steps = block(GUIDES / "golden-files.md", "steps:")["steps"]

    run_steps(steps, repository, environment, published)

    assert "<testsuite" in (repository / "golden.xml").read_text()


def test_workflow_of_github_for_lint_runs(
    repository: Path, environment: dict[str, str], published: Published
) -> None:
    page = GUIDES / "linting-in-ci.md"
    steps = block(page, "# .github/workflows/lint.yaml")["jobs"]["values"]["steps"]

    log = run_steps(steps, add_cluster(repository), environment, published)

    assert "::notice file=environments/prod/values.yaml" in log
    assert (repository / "helmwright.sarif").exists()


def test_jobs_of_gitlab_run(
    repository: Path, environment: dict[str, str], published: Published
) -> None:
    pipeline = block(GUIDES / "diff-in-ci.md", "# .gitlab-ci.yml")
    (included,) = pipeline["include"]
    template = yaml.safe_load((published.tree / included["file"]).read_text())
    defaults = {name: one["value"] for name, one in template["variables"].items()}
    variables = {**environment, **defaults, **pipeline["variables"]}
    assert variables["HELMWRIGHT_PACKAGE"].startswith("git+https://")
    variables["HELMWRIGHT_PACKAGE"] = f"git+{published.address}@{TAG}"
    logs = {}
    for name, job in template.items():
        if name.startswith("helmwright-"):
            lines = [*template[job["extends"]]["before_script"], *job["script"]]
            logs[name] = run("\n".join(lines), repository, variables)
            reports = job["artifacts"].get("reports", {})
            for written in [*reports.values(), *job["artifacts"].get("paths", [])]:
                assert (repository / written).exists()

    assert 'data.port: "80" → "81"' in logs["helmwright-diff"]
    assert "1 case: 1 passed" in logs["helmwright-golden"]


def test_job_of_gitlab_for_lint_runs(
    repository: Path, environment: dict[str, str], published: Published
) -> None:
    job = block(GUIDES / "linting-in-ci.md", "# .gitlab-ci.yml")["lint"]
    add_cluster(repository)

    for line in job["script"]:
        run(installing(line, published), repository, environment)

    for name in job["artifacts"]["reports"].values():
        assert (repository / name).exists()


def configure(repository: Path, published: Published, first_line: str) -> None:
    """Puts a block of the guide into the repository, with the address and the tag of the clone."""
    config = block(GUIDES / "linting-in-ci.md", first_line)
    (hooks,) = config["repos"]
    assert hooks["repo"] == PUBLISHED["repository"]
    assert hooks["rev"] == PUBLISHED["ref"]
    hooks |= {"repo": published.address, "rev": TAG}
    (repository / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    git(repository, "add", ".")


def check_all(repository: Path, environment: dict[str, str]) -> tuple[int, str]:
    """Runs pre-commit on all files; it makes an environment of its own for the hooks."""
    done = subprocess.run(
        ["pre-commit", "run", "--all-files", "--verbose"],
        cwd=repository,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(("port", "code"), [("81", 0), ("[81", 1)])
def test_pre_commit_lints_the_values_of_a_chart_of_one_s_own(
    repository: Path,
    environment: dict[str, str],
    published: Published,
    port: str,
    code: int,
) -> None:
    settings = block(GUIDES / "linting-in-ci.md", "# .helmwright.yaml")
    (repository / ".helmwright.yaml").write_text(yaml.safe_dump(settings))
    (repository / "environments" / "prod.yaml").write_text(f"port: {port}\n")
    configure(repository, published, "# .pre-commit-config.yaml")

    found, log = check_all(repository, environment)

    assert found == code, log
    assert "lint Helm charts and values" in log
    assert ("environments/prod.yaml:" in log) is (code == 1), log


def test_pre_commit_stops_a_commit_until_old_keys_are_renamed(
    repository: Path, environment: dict[str, str], published: Published
) -> None:
    values = repository / "environments" / "prod.yaml"
    values.write_text("maxSlotsPerPod: 8\ninitialUserPassword: Passw0rd-7\nhttpPort: 8081\n")
    configure(repository, published, "# .pre-commit-config.yaml for Determined")
    run("pre-commit install", repository, environment)

    with pytest.raises(AssertionError, match="files were modified by this hook"):
        run("git commit -m one", repository, environment)

    assert "masterPort: 8081" in values.read_text()
    run("git add .", repository, environment)
    run("git commit -m one", repository, environment)


def test_a_golden_file_that_differs_fails_the_job_of_gitlab(
    repository: Path, environment: dict[str, str], published: Published
) -> None:
    template = yaml.safe_load((published.tree / "templates/gitlab/helmwright.yml").read_text())
    (repository / "charts/web/templates/map.yaml").write_text(MAP + "  more: a\n")
    variables = {**environment, "HELMWRIGHT_GOLDEN": "charts/web"}

    with pytest.raises(AssertionError, match="more"):
        run("\n".join(template["helmwright-golden"]["script"]), repository, variables)

    assert "<failure" in (repository / "golden.xml").read_text()
