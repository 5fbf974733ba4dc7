"""The ways in which other programs show differences: GitHub, GitLab, Argo CD, and Helm's manifest."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from tests.action_steps import run_step
from tests.test_bridges import check_schema

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
ACTION = ROOT / "action" / "diff"
CMP = ROOT / "plugins" / "argocd-cmp"
GUIDE = ROOT / "docs" / "guides" / "diff-in-ci.md"
MAP = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  port: "{{ .Values.port }}"
"""


def block(page: Path, first_line: str) -> str:
    """Returns the block of YAML of a page that begins with a line."""
    blocks: list[str] = re.findall(r"```yaml\n(.*?)```", page.read_text(), re.DOTALL)
    return next(one for one in blocks if one.startswith(first_line))


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@example.com", *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
    )


def write_chart(folder: Path) -> None:
    (folder / "templates").mkdir(parents=True)
    (folder / "Chart.yaml").write_text("apiVersion: v2\nname: web\nversion: 0.1.0\n")
    (folder / "templates" / "map.yaml").write_text(MAP)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "bin" / "helmwright"
    path.parent.mkdir()
    path.write_text(f'#!/bin/sh\nexec {sys.executable} -m helmwright "$@"\n')
    path.chmod(0o755)
    return path


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Returns a shallow checkout of a pull request that changes a port."""
    origin = tmp_path / "origin"
    write_chart(origin / "web")
    (origin / "envs").mkdir()
    (origin / "envs" / "prod.yaml").write_text("port: 80\n")
    (origin / "envs" / "test.yaml").write_text("port: 90\n")
    git(origin, "init", "--quiet", "--initial-branch=main")
    git(origin, "add", ".")
    git(origin, "commit", "--quiet", "--message=one")
    git(origin, "checkout", "--quiet", "-b", "change")
    (origin / "envs" / "prod.yaml").write_text("port: 81\n")
    git(origin, "commit", "--quiet", "--all", "--message=two")
    clone = tmp_path / "clone"
    git(
        tmp_path,
        *("clone", "--quiet", "--depth=1", "--branch=change", f"file://{origin}", str(clone)),
    )
    return clone


def run_action(
    repository: Path, program: Path, **inputs: str
) -> tuple[int, str, dict[str, str], str]:
    """Runs the step that compares; returns exit code, log, outputs and summary."""
    environment = {
        **{f"HELMWRIGHT_{name}": "" for name in ("CHART", "VALUES", "BASE", "ARGS")},
        "HELMWRIGHT_ENVIRONMENTS": "envs/*.yaml",
        "HELMWRIGHT_REPORT": "report.md",
        "GITHUB_BASE_REF": "main",
        **inputs,
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "renderer"),
        "HOME": str(program.parent),
        "HELMWRIGHT_CACHE": "off",
    }
    return run_step(ACTION / "diff.sh", repository, environment)


def test_action_follows_githubs_schema() -> None:
    check_schema("github-actions", ACTION / "action.yml")


def test_action_compares_with_the_branch_it_goes_to(repository: Path, program: Path) -> None:
    code, log, outputs, summary = run_action(repository, program, HELMWRIGHT_CHART="web")

    assert code == 0, log
    assert outputs == {"report": "report.md", "changed": "true"}
    assert 'data.port: "80" → "81"' in log
    assert summary == (repository / "report.md").read_text()
    assert "envs/prod.yaml" in summary


def test_action_says_that_nothing_changes(repository: Path, program: Path) -> None:
    code, log, outputs, summary = run_action(
        repository, program, HELMWRIGHT_CHART="web", HELMWRIGHT_ENVIRONMENTS="envs/test.yaml"
    )

    assert (code, outputs["changed"]) == (0, "false"), log
    assert "no changes" in summary


@pytest.mark.parametrize(
    ("inputs", "code", "message"),
    [
        ({"HELMWRIGHT_ENVIRONMENTS": " "}, 64, "names no values file"),
        ({"GITHUB_BASE_REF": ""}, 64, "name the input base"),
        ({"HELMWRIGHT_BASE": "nowhere"}, 1, "nowhere"),
    ],
)
def test_action_fails_without_a_report(
    repository: Path, program: Path, inputs: dict[str, str], code: int, message: str
) -> None:
    found, log, outputs, summary = run_action(repository, program, HELMWRIGHT_CHART="web", **inputs)

    assert (found, outputs, summary) == (code, {}, ""), log
    assert message in log


def test_action_reports_an_environment_that_does_not_render(
    repository: Path, program: Path
) -> None:
    template = repository / "web" / "templates" / "broken.yaml"
    template.write_text('{{ if eq .Values.port 81.0 }}{{ fail "no such port" }}{{ end }}\n')
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "--message=three")

    code, log, outputs, summary = run_action(repository, program, HELMWRIGHT_CHART="web")

    assert code == 1, log
    assert outputs == {"report": "report.md", "changed": "true"}
    assert "no such port" in summary
    assert "**envs/test.yaml: " in summary


def test_action_evaluates_nothing_in_its_inputs(repository: Path, program: Path) -> None:
    run_action(
        repository,
        program,
        HELMWRIGHT_CHART="$(touch pwned)",
        HELMWRIGHT_ARGS="`touch,pwned` $(touch,pwned)",
        HELMWRIGHT_BASE="$(touch pwned)",
    )

    assert not (repository / "pwned").exists()


def unstopped(log: str) -> list[str]:
    """Returns the lines of a log in which a runner would look for commands."""
    found, token = [], ""
    for line in log.splitlines():
        if token:
            token = "" if line == f"::{token}::" else token
        elif line.startswith("::stop-commands::"):
            token = line.removeprefix("::stop-commands::")
        else:
            found.append(line)
    assert not token, "commands stay stopped"
    return found


def test_the_log_holds_no_command_of_what_is_compared(repository: Path, program: Path) -> None:
    program.write_text('#!/bin/sh\necho "::error::from a name"\necho "::set-env::x" >&2\nexit 1\n')
    logs = [run_action(repository, program, HELMWRIGHT_CHART="web")[1] for _ in range(2)]

    assert all("::error::from a name" in log and "::set-env::x" in log for log in logs)
    assert [unstopped(log) for log in logs] == [[], []]
    tokens = {log.splitlines()[0] for log in logs}
    assert len(tokens) == 2
    assert all(len(token) == len("::stop-commands::") + 32 for token in tokens)


class _GitHub(ThreadingHTTPServer):
    """The part of GitHub's interface that comments need; not a fake of more than that."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.comments: list[dict[str, Any]] = [
            {"id": number, "body": "a person"} for number in range(1, 151)
        ]
        self.calls: list[str] = []
        self.refusal = 0


class _Handler(BaseHTTPRequestHandler):
    server: _GitHub

    def do_GET(self) -> None:
        page = int(self.path.rpartition("=")[2])
        self._answer(self.server.comments[(page - 1) * 100 : page * 100])

    def do_POST(self) -> None:
        comment = {"id": len(self.server.comments) + 1, **self._data()}
        if self._answer(comment):
            self.server.comments.append(comment)

    def do_PATCH(self) -> None:
        comment = self.server.comments[int(self.path.rpartition("/")[2]) - 1]
        comment.update(self._data())
        self._answer(comment)

    def _data(self) -> Any:
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))

    def _answer(self, data: object) -> bool:
        self.server.calls.append(f"{self.command} {self.path.partition('?')[0]}")
        refused = self.server.refusal if self.command != "GET" else 0
        text = json.dumps(data).encode()
        self.send_response(refused or 200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
        return not refused

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def github() -> Iterator[_GitHub]:
    server = _GitHub()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def comment(folder: Path, github: _GitHub, *, changed: bool, **more: str) -> tuple[int, str]:
    (folder / "event.json").write_text('{"pull_request": {"number": 7}}')
    done = subprocess.run(
        [sys.executable, str(ACTION / "comment.py"), "report.md"],
        cwd=folder,
        env={
            "GITHUB_API_URL": f"http://127.0.0.1:{github.server_port}",
            "GITHUB_EVENT_PATH": str(folder / "event.json"),
            "GITHUB_REPOSITORY": "o/r",
            "GITHUB_TOKEN": "t0ken",
            "HELMWRIGHT_CHANGED": str(changed).lower(),
            **more,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_one_comment_is_kept_up_to_date(tmp_path: Path, github: _GitHub) -> None:
    report = tmp_path / "report.md"
    report.write_text("<!-- helmwright diff -->\nnothing\n")

    assert comment(tmp_path, github, changed=False) == (0, "")
    assert len(github.comments) == 150
    for text in ("one change", "two changes"):
        report.write_text(f"<!-- helmwright diff -->\n{text}\n")
        assert comment(tmp_path, github, changed=True) == (0, "")
    report.write_text("<!-- helmwright diff -->\nno changes\n")
    assert comment(tmp_path, github, changed=False) == (0, "")

    assert [one["body"] for one in github.comments[150:]] == [
        "<!-- helmwright diff -->\nno changes\n"
    ]
    assert github.calls[-1] == "PATCH /repos/o/r/issues/comments/151"


def test_keys_tell_comments_apart(tmp_path: Path, github: _GitHub) -> None:
    (tmp_path / "report.md").write_text("<!-- helmwright diff -->\na\n")

    for key in ("web", "db", "web"):
        assert comment(tmp_path, github, changed=True, HELMWRIGHT_KEY=key) == (0, "")

    assert [one["body"].splitlines()[0] for one in github.comments[150:]] == [
        "<!-- helmwright diff web -->",
        "<!-- helmwright diff db -->",
    ]


@pytest.mark.parametrize(("status", "code"), [(403, 0), (422, 1)])
def test_what_github_refuses(tmp_path: Path, github: _GitHub, status: int, code: int) -> None:
    (tmp_path / "report.md").write_text("<!-- helmwright diff -->\na\n")
    github.refusal = status

    found, log = comment(tmp_path, github, changed=True)

    assert found == code
    assert ("the summary of the run" in log) is (status == 403)
    assert "t0ken" not in log


@pytest.mark.parametrize("page", [GUIDE, ROOT / "README.md"])
def test_workflow_follows_githubs_schema_and_uses_inputs_that_exist(
    tmp_path: Path, page: Path
) -> None:
    path = tmp_path / "charts.yaml"
    path.write_text(block(page, "# .github/workflows/charts.yaml"))
    steps = yaml.safe_load(path.read_text())["jobs"]["charts"]["steps"]
    used = [step for step in steps if "helmwright/action" in step.get("uses", "")]

    check_schema("github-workflows", path)
    assert len(used) == 2
    for step in used:
        folder = step["uses"].partition("helmwright/")[2].partition("@")[0]
        action = yaml.safe_load((ROOT / folder / "action.yml").read_text())
        assert set(step["with"]) <= set(action["inputs"])


def test_template_for_gitlab_follows_its_schema(tmp_path: Path) -> None:
    path = tmp_path / ".gitlab-ci.yml"
    path.write_text(block(GUIDE, "# .gitlab-ci.yml"))

    check_schema("gitlab-ci", ROOT / "templates" / "gitlab" / "helmwright.yml")
    check_schema("gitlab-ci", path)


def test_jobs_for_gitlab_run(repository: Path, program: Path) -> None:
    jobs = yaml.safe_load((ROOT / "templates" / "gitlab" / "helmwright.yml").read_text())
    script = [*jobs["helmwright-lint"]["script"], *jobs["helmwright-diff"]["script"]]
    git(repository, "fetch", "--quiet", "--unshallow")
    done = subprocess.run(
        ["bash", "-e", "-c", "\n".join(script)],
        cwd=repository,
        env={
            "HELMWRIGHT_CHART": "web",
            "HELMWRIGHT_VALUES": "envs/*.yaml",
            "HELMWRIGHT_ARGS": "",
            "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
            "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT / "renderer"),
            "HELMWRIGHT_CACHE": "off",
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert 'data.port: "80" → "81"' in done.stdout
    assert (repository / "helmwright-diff.html").read_text().startswith("<!")
    for name in ("quality.json", "lint.xml"):
        assert (repository / name).exists()


def generate(folder: Path, program: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", str(CMP / "generate.sh")],
        cwd=folder,
        env={
            "ARGOCD_APP_NAME": "shop",
            "ARGOCD_APP_NAMESPACE": "ml",
            "KUBE_VERSION": "1.31.0",
            "KUBE_API_VERSIONS": "v1,apps/v1,example.com/v1",
            "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT / "renderer"),
            "HELMWRIGHT_CACHE": "off",
            **more,
        },
        capture_output=True,
        text=True,
        check=False,
    )


def test_plugin_of_argo_cd_prints_objects_only(tmp_path: Path, program: Path) -> None:
    write_chart(tmp_path / "web")
    with (tmp_path / "web" / "templates" / "map.yaml").open("a") as file:
        file.write('  at: "{{ .Release.Name }}/{{ .Release.Namespace }}"\n')
        file.write('  kube: "{{ .Capabilities.KubeVersion }}"\n')
        file.write('  api: "{{ .Capabilities.APIVersions.Has "example.com/v1" }}"\n')
    (tmp_path / "web" / "crds").mkdir()
    (tmp_path / "web" / "crds" / "c.yaml").write_text("kind: CustomResourceDefinition\n")
    (tmp_path / "web" / "a b.yaml").write_text("port: 81\n")
    (tmp_path / "web" / "prod.yaml.j2").write_text("port: {{ port }}\n")
    (tmp_path / "web" / "context.yaml").write_text("port: 82\n")

    done = generate(
        tmp_path / "web",
        program,
        PARAM_VALUES_FILES_0="a b.yaml",
        PARAM_VALUES_FILES_1="prod.yaml.j2",
        PARAM_CONTEXT_FILES_0="context.yaml",
    )
    plain = generate(tmp_path / "web", program, PARAM_SKIP_CRDS="true", PARAM_RELEASE_NAME="b")

    assert (done.returncode, done.stderr) == (0, "")
    crd, web = yaml.safe_load_all(done.stdout)
    assert crd["kind"] == "CustomResourceDefinition"
    assert web["data"] == {"port": "82", "at": "shop/ml", "kube": "v1.31.0", "api": "true"}
    assert [one["data"]["at"] for one in yaml.safe_load_all(plain.stdout)] == ["b/ml"]


def test_plugin_of_argo_cd_evaluates_nothing(tmp_path: Path, program: Path) -> None:
    write_chart(tmp_path / "web")

    done = generate(tmp_path / "web", program, PARAM_VALUES_FILES_0='$(touch pwned)"; touch pwned')

    assert done.returncode == 64
    assert done.stdout == ""
    assert not (tmp_path / "web" / "pwned").exists()


def test_manifest_of_argo_cd_names_its_script_and_its_parameters() -> None:
    manifest = yaml.safe_load((CMP / "plugin.yaml").read_text())
    script = (CMP / "generate.sh").read_text()

    assert manifest["kind"] == "ConfigManagementPlugin"
    assert set(manifest["spec"]) == {"generate", "parameters", "preserveFileMode"}
    for parameter in manifest["spec"]["parameters"]["static"]:
        assert f"PARAM_{parameter['name'].upper().replace('-', '_')}" in script


def test_plugin_of_argo_cd_takes_no_application_that_does_not_name_it() -> None:
    """Argo CD asks plugins with ``discover`` about each application before it looks for a chart."""
    manifest = yaml.safe_load((CMP / "plugin.yaml").read_text())
    guide = (ROOT / "docs" / "guides" / "diff-in-ci.md").read_text()
    (application,) = [
        block
        for text in re.findall(r"```yaml\n(# an Application of Argo CD.*?)```", guide, re.DOTALL)
        for block in yaml.safe_load_all(text)
    ]

    assert "discover" not in manifest["spec"]
    assert "version" not in manifest["spec"]  # it would be part of the name
    assert application["spec"]["source"]["plugin"]["name"] == manifest["metadata"]["name"]


def test_sidecar_is_a_patch_of_a_deployment() -> None:
    from helmwright.patches import apply_strategic_patch

    server = {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "argocd-repo-server"},
        "spec": {"template": {"spec": {"containers": [{"name": "argocd-repo-server"}]}}},
    }
    patch = yaml.safe_load((CMP / "sidecar.yaml").read_text())

    patched: Any = apply_strategic_patch(server, patch)

    names = [one["name"] for one in patched["spec"]["template"]["spec"]["containers"]]
    assert sorted(names) == ["argocd-repo-server", "helmwright"]


def test_plugin_of_helm_has_only_keys_that_helm_3_knows() -> None:
    manifest = yaml.safe_load((ROOT / "plugins" / "helmwright" / "plugin.yaml").read_text())

    assert set(manifest) <= {
        "name",
        "version",
        "usage",
        "description",
        "ignoreFlags",
        "platformCommand",
    }
    assert manifest["name"] == "wright"
    assert os.access(ROOT / "plugins" / "helmwright" / "wright", os.X_OK)
