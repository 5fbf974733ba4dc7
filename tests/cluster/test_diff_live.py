"""``diff live`` and ``drift`` on the command line: what they say beforehand is what Helm then does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.cli.command import Outcome, helmwright
from tests.cluster.client import MERGE, STRATEGIC

from helmwright.cluster import Cluster
from helmwright.diff import DiffReport, LiveOptions, diff_live, drift

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cluster.audit import AuditLog
    from tests.cluster.client import Client
    from tests.cluster.helm import Helm

PASSWORD = "correct-horse-battery"  # noqa: S105 - must not be shown
CHART = {
    "Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
    "values.yaml": f"tag: one\nreplicas: 2\npassword: {PASSWORD}\n",
    "templates/web.yaml": """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: "web:{{ .Values.tag }}"}]
""",
    "templates/config.yaml": """\
apiVersion: v1
kind: ConfigMap
metadata: {name: web}
data: {a: one, b: two}
""",
    "templates/secret.yaml": """\
apiVersion: v1
kind: Secret
metadata: {name: web}
stringData: {password: {{ .Values.password }}}
""",
}


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    folder = tmp_path / "web"
    for name, text in CHART.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture
def run(
    kubeconfig: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Outcome]:
    """Returns what runs a command as a user: exit code, output, errors."""
    for name in ("KUBECONFIG", "HELM_DRIVER"):
        monkeypatch.delenv(name, raising=False)

    def as_user(*arguments: str, user: str = "admin") -> Outcome:
        return helmwright(*arguments, "--kubeconfig", str(kubeconfig(user)))

    return as_user


def path(namespace: str, kind: str, name: str = "web") -> str:
    group = "/apis/apps/v1" if kind == "deployments" else "/api/v1"
    return f"{group}/namespaces/{namespace}/{kind}/{name}"


def patch(
    admin: Client, place: str, data: dict[str, Any], by: str = "kubectl-edit", form: str = MERGE
) -> None:
    admin.ask("PATCH", f"{place}?fieldManager={by}", data, form).taken()


def test_nothing_differs_after_an_installation(
    run: Callable[..., Outcome], helm: Helm, chart: Path
) -> None:
    helm.run("install", "web", str(chart)).succeeded()
    live = run("diff", "live", "web", str(chart), "--detailed-exitcode")
    drifted = run("drift", "web", "--detailed-exitcode")

    assert live[0] == drifted[0] == 0, live[1] + drifted[1]
    assert "no differences" in live[1]
    assert "no differences" in drifted[1]


def test_a_conflict_is_told_in_helms_words_before_helm_fails(
    run: Callable[..., Outcome], helm: Helm, chart: Path, admin: Client, namespace: str
) -> None:
    helm.run("install", "web", str(chart)).succeeded()
    scale = f"{path(namespace, 'deployments')}/scale"
    patch(admin, scale, {"spec": {"replicas": 5}}, "kubectl")
    patch(admin, path(namespace, "configmaps"), {"data": {"a": "hand"}})
    code, told, _ = run("diff", "live", "web", str(chart))
    alone = run("drift", "web")
    read_only = run("diff", "live", "web", str(chart), user="viewer")
    failed = helm.run("upgrade", "web", str(chart))
    error = failed.stderr[failed.stderr.index("Error: ") :].strip().removeprefix("Error: ")

    assert failed.code == code == alone[0] == read_only[0] == 1
    assert 'conflict with "kubectl" with subresource "scale" using apps/v1: .spec.replicas' in error
    assert error in told
    assert error in alone[1]
    assert error in read_only[1]
    assert "predicted by dry runs of the server (server-side apply)" in told
    assert "predicted from what may be read" in read_only[1]
    assert "spec.replicas: kubectl (scale)" in told
    assert "it stops the upgrade" in told


@pytest.mark.parametrize("is_helm_3", [False, True])
def test_it_is_said_what_stays_and_what_is_undone(
    *,
    run: Callable[..., Outcome],
    helm: Helm,
    helm3: Helm,
    chart: Path,
    admin: Client,
    namespace: str,
    is_helm_3: bool,
) -> None:
    program = helm3 if is_helm_3 else helm
    program.run("install", "web", str(chart)).succeeded()
    env = [{"name": "web", "env": [{"name": "DEBUG", "value": "1"}]}]
    template = {"spec": {"template": {"spec": {"containers": env}}}}
    patch(admin, path(namespace, "deployments"), template, "kubectl-set", STRATEGIC)
    patch(admin, path(namespace, "configmaps"), {"data": {"b": None, "c": "new"}})
    code, told, _ = run("drift", "web", "--detailed-exitcode", *(["--helm", "3"] * is_helm_3))
    program.run("upgrade", "web", str(chart)).succeeded()
    after = admin.ask("GET", path(namespace, "configmaps")).taken()["data"]
    pod = admin.ask("GET", path(namespace, "deployments")).taken()["spec"]["template"]["spec"]

    assert code == 2
    assert after == {"a": "one", "b": "two", "c": "new"}
    assert pod["containers"][0]["env"] == [{"name": "DEBUG", "value": "1"}]
    lines = " ".join(told.split())
    assert "data.b: taken away, or set by somebody who left no name; the upgrade undoes it" in lines
    assert "env[name=DEBUG]: kubectl-set, 20" in lines
    assert lines.count("it stays") == 2
    assert "data.c: kubectl-edit, 20" in lines


def test_what_a_chart_drops_stays_if_the_live_object_says_so(
    run: Callable[..., Outcome], helm: Helm, chart: Path, admin: Client, namespace: str
) -> None:
    helm.run("install", "web", str(chart)).succeeded()
    keep = {"metadata": {"annotations": {"helm.sh/resource-policy": "keep"}}}
    patch(admin, path(namespace, "configmaps"), keep)
    for name in ("config", "secret"):
        (chart / "templates" / f"{name}.yaml").unlink()
    code, told, _ = run("diff", "live", "web", str(chart))
    helm.run("upgrade", "web", str(chart)).succeeded()

    assert code == 0
    assert "ConfigMap web is gone from the chart and stays in the cluster" in told
    assert "- removed Secret web" in told
    assert admin.ask("GET", path(namespace, "configmaps")).status == 200
    assert admin.ask("GET", path(namespace, "secrets")).status == 404


def test_a_hook_that_would_delete_somebody_elses_object_is_told(
    run: Callable[..., Outcome], helm: Helm, chart: Path, admin: Client, namespace: str
) -> None:
    helm.run("install", "web", str(chart)).succeeded()
    made = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "keys"}}
    admin.create({**made, "stringData": {"a": "b"}}, namespace, manager="kubectl-create").taken()
    (chart / "templates" / "hook.yaml").write_text(
        "apiVersion: v1\nkind: Secret\nmetadata:\n  name: keys\n"
        "  annotations: {helm.sh/hook: pre-upgrade}\n"
    )
    _, told, _ = run("diff", "live", "web", str(chart))
    helm.run("upgrade", "web", str(chart)).succeeded()
    _, again, _ = run("diff", "live", "web", str(chart))

    assert "data at risk: before the hook runs, Helm deletes the Secret of that name" in told
    assert "which is not Helm's: made by kubectl-" in " ".join(told.split())
    assert "data" not in admin.ask("GET", path(namespace, "secrets", "keys")).taken()
    assert "data at risk" not in again


def test_an_object_of_somebody_else_stops_the_upgrade_in_helms_words(
    run: Callable[..., Outcome], helm: Helm, chart: Path, admin: Client, namespace: str
) -> None:
    helm.run("install", "web", str(chart)).succeeded()
    taken = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "taken"}}
    admin.create(taken, namespace).taken()
    (chart / "templates" / "new.yaml").write_text(json.dumps(taken))
    code, told, _ = run("diff", "live", "web", str(chart))
    forced = run("diff", "live", "web", str(chart), "--take-ownership")
    failed = helm.run("upgrade", "web", str(chart))

    assert (code, failed.code, forced[0]) == (1, 1, 0)
    assert failed.stderr.strip().removeprefix("Error: ") in told


def test_an_account_that_only_reads_writes_nothing_and_nobody_does(
    *,
    run: Callable[..., Outcome],
    helm: Helm,
    chart: Path,
    admin: Client,
    namespace: str,
    audit: AuditLog,
) -> None:
    helm.run("install", "web", str(chart)).succeeded()
    patch(admin, path(namespace, "configmaps"), {"data": {"a": "hand"}})
    before = admin.ask("GET", path(namespace, "configmaps")).taken()["metadata"]["resourceVersion"]
    mark = len(audit.events())
    for user in ("admin", "viewer", "deployer", "nobody"):
        for arguments in (
            ("diff", "live", "web", str(chart), "--set", "tag=two"),
            ("drift", "web"),
        ):
            run(*arguments, user=user)
            run(*arguments, "--no-dry-run", user=user)
    users = ("admin", "viewer", "deployer", "nobody")
    events = [one for one in audit.events()[mark:] if namespace in one.uri]
    ours = [one for one in events if one.user in users]
    after = admin.ask("GET", path(namespace, "configmaps")).taken()["metadata"]["resourceVersion"]

    assert len(ours) > 40
    assert [one for one in ours if one.is_write] == []
    assert any("dryRun=All" in one.uri for one in ours)
    assert before == after


@pytest.mark.parametrize("form", ["text", "unified", "json", "markdown", "html", "github-summary"])
def test_no_form_of_the_report_shows_a_secret(
    *,
    run: Callable[..., Outcome],
    helm: Helm,
    chart: Path,
    admin: Client,
    namespace: str,
    form: str,
) -> None:
    helm.run("install", "web", str(chart)).succeeded()
    # Somebody has changed the password in the cluster: the chart knows nothing of this one.
    other = "another-secret-of-the-cluster"
    patch(admin, path(namespace, "secrets"), {"stringData": {"password": other}})
    patch(admin, path(namespace, "configmaps"), {"data": {"c": f"pw={other}"}})
    for arguments in (("diff", "live", "web", str(chart)), ("drift", "web")):
        _, told, said = run(*arguments, "--format", form)

        assert "web" in told
        for secret in (PASSWORD, other, "YW5vdGhlci1zZWNyZXQ", "Y29ycmVjdC1ob3JzZ"):
            assert secret not in told + said


def test_the_report_in_json_says_who_it_was(
    run: Callable[..., Outcome], helm: Helm, chart: Path, admin: Client, namespace: str
) -> None:
    helm.run("install", "web", str(chart)).succeeded()
    patch(admin, path(namespace, "configmaps"), {"data": {"a": "hand"}})
    _, told, _ = run("drift", "web", "--format", "json")
    report = json.loads(told)["reports"][0]

    assert report["refused"].startswith("UPGRADE FAILED: conflict occurred while applying")
    drifted = [one for one in report["objects"][0]["impacts"] if one["effect"] == "drift"]
    assert drifted[0]["path"] == ["data", "a"]
    assert drifted[0]["message"].startswith("data.a: kubectl-edit, 20")


def test_a_rollback_is_foretold_by_the_method_of_its_revision(
    run: Callable[..., Outcome], helm: Helm, chart: Path, admin: Client, namespace: str
) -> None:
    helm.run("install", "web", str(chart)).succeeded()
    helm.run("upgrade", "web", str(chart), "--set", "tag=two").succeeded()
    code, told, _ = run("diff", "live", "web", "--to-revision", "1", "--detailed-exitcode")
    helm.run("rollback", "web", "1").succeeded()
    pod = admin.ask("GET", path(namespace, "deployments")).taken()["spec"]["template"]["spec"]

    assert code == 2
    assert "image: web:two → web:one" in told
    assert pod["containers"][0]["image"] == "web:one"


def test_forced_conflicts_are_foretold_as_helm_forces_them(
    run: Callable[..., Outcome], helm: Helm, chart: Path, admin: Client, namespace: str
) -> None:
    helm.run("install", "web", str(chart)).succeeded()
    patch(admin, path(namespace, "configmaps"), {"data": {"a": "hand"}})
    code, told, _ = run("diff", "live", "web", str(chart), "--force-conflicts")
    helm.run("upgrade", "web", str(chart), "--force-conflicts").succeeded()

    assert code == 0
    assert "data.a: hand → one" in told
    assert admin.ask("GET", path(namespace, "configmaps")).taken()["data"]["a"] == "one"


def test_what_python_calls_return_is_what_the_commands_say(
    kubeconfig: Callable[[str], Path], helm: Helm, chart: Path, admin: Client, namespace: str
) -> None:
    helm.run("install", "web", str(chart)).succeeded()
    patch(admin, path(namespace, "configmaps"), {"data": {"a": "hand"}})
    with Cluster.live(kubeconfig=kubeconfig("admin")) as cluster:
        live = diff_live(cluster, "web", chart, {"tag": "two"})
        forced = diff_live(cluster, "web", chart, upgrade=LiveOptions(forces_conflicts=True))
        drifted = drift(cluster, "web")

    assert isinstance(live, DiffReport)
    assert live.refused == drifted.refused
    assert 'conflict with "kubectl-edit" using v1: .data.a' in live.refused
    assert {str(one.key) for one in live.objects} == {"ConfigMap web", "Deployment.apps web"}
    assert forced.refused == ""
    assert [str(one.key) for one in drifted.objects] == ["ConfigMap web"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("drift", "none"), 1, 'Error: "none" has no deployed releases'),
        (("drift",), 64, "name one release"),
        (("diff", "live"), 64, "name the release"),
        (("drift", "web", "chart"), 64, "no chart"),
        (("diff", "live", "web", "--server-side", "maybe"), 1, "has no deployed releases"),
        (("diff", "live", "web", "x", "--to-revision", "1"), 64, "rollback"),
    ],
)
def test_wrong_questions_get_one_message(
    run: Callable[..., Outcome], arguments: tuple[str, ...], code: int, message: str
) -> None:
    found = run(*arguments)

    assert (found[0], found[1]) == (code, "")
    assert message in found[2]


def test_what_cannot_be_reached_or_read_is_told_with_nothing_on_standard_output(
    run: Callable[..., Outcome],
    helm: Helm,
    chart: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    helm.run("install", "web", str(chart)).succeeded()
    missing = helmwright("drift", "web", "--kubeconfig", str(tmp_path / "none.yaml"))
    refused = run("drift", "web", user="nobody")
    nowhere = run("drift", "web", "--kube-apiserver", "https://127.0.0.1:1")
    monkeypatch.setenv("HELM_DRIVER", "sql")
    driver = run("drift", "web")

    assert missing[:2] == (69, "")
    assert missing.err.startswith("Error: kubernetes cluster unreachable: stat ")
    assert refused[:2] == (1, "")
    assert 'secrets is forbidden: User "nobody" cannot list resource "secrets"' in refused[2]
    assert nowhere[:2] == (69, "")
    assert driver[:2] == (64, "")
    assert "HELM_DRIVER=sql" in driver[2]
