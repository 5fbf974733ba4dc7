"""The ways in which other programs call this one fetch the dependencies of charts by themselves."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml
from tests.action_steps import run_step
from tests.sources.registry.faulty import FaultyRegistry
from tests.sources.shop import archive, entry, index
from tests.test_bridges_diff import git

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
SECRET = "s3cr3t-of-the-lab"  # noqa: S105 - of no server
MAP = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: own}
data: {port: "p{{ .Values.port }}"}
"""


@pytest.fixture
def server() -> Iterator[FaultyRegistry]:
    """Returns a repository at /charts that wants a login."""
    with FaultyRegistry() as running:
        serve(running, "1.0.0")
        yield running


def serve(server: FaultyRegistry, *versions: str) -> None:
    archives = {version: archive("web", version) for version in versions}
    entries = [entry("web", one, f"web-{one}.tgz", data) for one, data in archives.items()]
    login = f"ci:{SECRET}"
    server.serve("/charts/index.yaml", index(*entries), login=login)
    for version, data in archives.items():
        server.serve(f"/charts/web-{version}.tgz", data, login=login)


@pytest.fixture
def checkout(tmp_path: Path, server: FaultyRegistry) -> Path:
    """Returns a repository with two charts that lack what they depend on, and one that lacks nothing."""
    top = tmp_path / "checkout"
    for name in ("one", "two"):
        chart(top / name, f"{server.url}/charts")
    chart(top / "full", "https://charts.example.com")
    (top / "full" / "charts").mkdir()
    (top / "full" / "charts" / "web-1.0.0.tgz").write_bytes(archive("web", "1.0.0"))
    (top / "values.yaml").write_text("port: 80\n")
    git(top, "init", "--quiet", "--initial-branch=main")
    git(top, "add", ".")
    git(top, "commit", "--quiet", "--message=one")
    return top


def chart(folder: Path, repository: str) -> None:
    (folder / "templates").mkdir(parents=True)
    (folder / "Chart.yaml").write_text(
        f"apiVersion: v2\nname: {folder.name}\nversion: 0.1.0\n"
        f"dependencies:\n- {{name: web, version: 1.0.0, repository: '{repository}'}}\n"
    )
    (folder / "values.yaml").write_text("port: 1\n")
    (folder / "templates" / "map.yaml").write_text(MAP)


@pytest.fixture
def environment(tmp_path: Path, server: FaultyRegistry) -> dict[str, str]:
    """Returns the environment of a job, with what the platform hands out."""
    program = tmp_path / "bin" / "helmwright"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m helmwright "$@"\n')
    program.chmod(0o755)
    return {
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "renderer"),
        "HOME": str(tmp_path / "home"),
        "HELMWRIGHT_CACHE": "off",
        "HELMWRIGHT_LOGINS": f"{server.url} ci {SECRET}\n",
        "HELM_CONTENT_CACHE": str(tmp_path / "kept"),
    }


def step_environment(folder: str, step: str) -> dict[str, str]:
    """Returns what a step of an action sets, with the inputs' defaults."""
    action = yaml.safe_load((ROOT / folder / "action.yml").read_text())
    (found,) = [one for one in action["runs"]["steps"] if one.get("id") == step]
    inputs = {name: one.get("default", "") for name, one in action["inputs"].items()}
    values = {}
    for name, text in found["env"].items():
        key = text.removeprefix("${{ inputs.").removesuffix(" }}")
        if key in inputs:
            values[name] = inputs[key]
    return values


def lint(checkout: Path, environment: dict[str, str], **inputs: str) -> tuple[int, str]:
    step = {**step_environment("action", "lint"), "HELMWRIGHT_SARIF": "", **environment, **inputs}
    code, log, _, summary = run_step(ROOT / "action" / "lint.sh", checkout, step)
    return code, log + summary


def emptied(checkout: Path, server: FaultyRegistry) -> None:
    for name in ("one", "two"):
        shutil.rmtree(checkout / name / "charts", ignore_errors=True)
    server.requests.clear()


def test_the_actions_build_by_default_and_keep_archives_by_the_digests_of_all_locks() -> None:
    for folder, step in (("action", "lint"), ("action/diff", "diff")):
        action = yaml.safe_load((ROOT / folder / "action.yml").read_text())
        keep, run = (
            next(one for one in action["runs"]["steps"] if condition(one))
            for condition in (
                lambda one: one.get("uses", "").startswith("actions/cache@"),
                lambda one, step=step: one.get("id") == step,
            )
        )

        assert step_environment(folder, step)["HELMWRIGHT_DEPENDENCIES"] == "build"
        assert keep["with"]["path"] == run["env"]["HELM_CONTENT_CACHE"]
        assert "hashFiles('**/Chart.lock', '**/requirements.lock')" in keep["with"]["key"]
        assert "inputs.dependencies != 'skip'" in keep["if"]


def test_the_action_that_lints_fetches_for_each_chart_and_shows_no_password(
    checkout: Path, environment: dict[str, str], server: FaultyRegistry
) -> None:
    code, log = lint(checkout, environment, HELMWRIGHT_PATHS="one two full")

    assert code == 0, log
    assert (checkout / "one" / "charts" / "web-1.0.0.tgz").exists()
    assert (checkout / "two" / "charts" / "web-1.0.0.tgz").exists()
    assert {one.login for one in server.requests} == {f"ci:{SECRET}"}
    assert SECRET not in log


def test_what_one_run_has_fetched_the_next_takes_from_the_cache(
    checkout: Path, environment: dict[str, str], server: FaultyRegistry
) -> None:
    lint(checkout, environment, HELMWRIGHT_PATHS="one two")
    emptied(checkout, server)

    code, log = lint(checkout, environment, HELMWRIGHT_PATHS="one two")

    assert (code, server.requests) == (0, []), log
    assert (checkout / "one" / "charts" / "web-1.0.0.tgz").exists()


def test_a_chart_that_lacks_nothing_costs_no_request(
    checkout: Path, environment: dict[str, str], server: FaultyRegistry
) -> None:
    code, log = lint(checkout, environment, HELMWRIGHT_PATHS="full")

    assert (code, server.requests) == (0, []), log
    assert not (checkout / "full" / "Chart.lock").exists()


def test_the_input_says_that_nobody_is_asked(
    checkout: Path, environment: dict[str, str], server: FaultyRegistry
) -> None:
    _, log = lint(checkout, environment, HELMWRIGHT_PATHS="one", HELMWRIGHT_DEPENDENCIES="skip")
    wrong, told = lint(checkout, environment, HELMWRIGHT_PATHS="one", HELMWRIGHT_DEPENDENCIES="all")

    assert server.requests == []
    assert not (checkout / "one" / "charts").exists(), log
    assert wrong == 64
    assert 'HELMWRIGHT_DEPENDENCIES is build, update or skip, not "all"' in told


def test_a_job_without_its_secrets_fails_with_the_servers_reason(
    checkout: Path, environment: dict[str, str], server: FaultyRegistry
) -> None:
    secrets = f"{server.url}  "
    code, log = lint(checkout, environment, HELMWRIGHT_PATHS="one", HELMWRIGHT_LOGINS=secrets)

    assert code == 1
    assert "401" in log


def test_the_action_that_compares_builds_each_side_as_its_own_lock_says(
    checkout: Path, environment: dict[str, str], server: FaultyRegistry
) -> None:
    serve(server, "1.0.0", "1.1.0")
    git(checkout, "checkout", "--quiet", "-b", "bump")
    path = checkout / "one" / "Chart.yaml"
    path.write_text(path.read_text().replace("version: 1.0.0", "version: 1.1.0"))
    git(checkout, "commit", "--quiet", "--all", "--message=two")
    step = {
        **step_environment("action/diff", "diff"),
        **environment,
        "HELMWRIGHT_CHART": "one",
        "HELMWRIGHT_ENVIRONMENTS": "values.yaml",
        "HELMWRIGHT_BASE": "main",
        "HELMWRIGHT_REPORT": "report.md",
    }
    code, log, outputs, summary = run_step(ROOT / "action" / "diff" / "diff.sh", checkout, step)

    assert code == 0, log
    assert outputs["changed"] == "true"
    assert "1.0.0" in summary
    assert "1.1.0" in summary
    assert not (checkout / "one" / "charts").exists()
    assert SECRET not in log + summary


def test_jobs_of_gitlab_fetch_what_is_missing_and_keep_it(
    checkout: Path, environment: dict[str, str], server: FaultyRegistry
) -> None:
    template = yaml.safe_load((ROOT / "templates" / "gitlab" / "helmwright.yml").read_text())
    given = template["variables"]["HELMWRIGHT_DEPENDENCIES"]["value"]
    kept = template["variables"]["HELM_CONTENT_CACHE"]["value"]
    done = subprocess.run(
        ["bash", "-e", "-c", "\n".join(template["helmwright-lint"]["script"])],
        cwd=checkout,
        env={
            **environment,
            "HELMWRIGHT_DEPENDENCIES": given,
            "HELM_CONTENT_CACHE": kept.replace("$CI_PROJECT_DIR", str(checkout)),
            "HELMWRIGHT_CHART": "one",
            "HELMWRIGHT_VALUES": "values.yaml",
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert (checkout / "one" / "charts" / "web-1.0.0.tgz").exists()
    cache = template[".helmwright"]["cache"]
    assert cache["paths"] == [".helmwright-charts"]
    assert list((checkout / ".helmwright-charts").rglob("*.chart"))
    assert cache["key"]["files"] == ["**/Chart.lock", "**/requirements.lock"]
    assert SECRET not in done.stdout + done.stderr
    assert server.requests != []


@pytest.mark.parametrize("parameter", ["", "skip"])
def test_the_plugin_of_argo_cd_fetches_what_is_missing_and_prints_objects_only(
    checkout: Path, environment: dict[str, str], parameter: str
) -> None:
    done = subprocess.run(
        ["sh", str(ROOT / "plugins" / "argocd-cmp" / "generate.sh")],
        cwd=checkout / "one",
        env={**environment, "ARGOCD_APP_NAME": "shop", "PARAM_DEPENDENCIES": parameter},
        capture_output=True,
        text=True,
        check=False,
    )

    if parameter == "skip":
        assert done.returncode == 1
        assert "missing in charts/ directory: web" in done.stderr
        return
    assert done.returncode == 0, done.stderr
    objects = list(yaml.safe_load_all(done.stdout))
    assert [one["data"] for one in objects] == [
        {"version": "1.0.0", "colour": "blue"},
        {"port": "p1"},
    ]
    assert SECRET not in done.stdout + done.stderr


def test_the_hook_of_pre_commit_fetches_what_is_missing_unless_it_is_told_not_to(
    checkout: Path, environment: dict[str, str], server: FaultyRegistry
) -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    entry = hooks[0]["entry"].split()

    def commit(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*entry, *arguments, "one/values.yaml", "full/Chart.yaml"],
            cwd=checkout,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    commit("--dependencies", "skip")
    assert server.requests == []
    done = commit()

    assert done.returncode == 0, done.stdout + done.stderr
    assert (checkout / "one" / "charts" / "web-1.0.0.tgz").exists()
