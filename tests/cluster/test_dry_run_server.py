"""``template --dry-run=server`` against the real helm, to the byte, errors and log lines included."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import Outcome, helmwright
from tests.cluster.asking_rows import DEFINITION, DOCUMENTS, EXPRESSIONS, OBJECTS, WIDGET
from tests.cluster.helm import Helm
from tests.cluster.servers import kubeconfig as kubeconfig_of
from tests.conformance import peer

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cluster.audit import AuditLog
    from tests.cluster.client import Client
    from tests.cluster.servers import RunningCluster

NAMESPACE = "asking"
MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: out}\ndata:\n  v: %s\n"
BINDING = {
    "apiVersion": "rbac.authorization.k8s.io/v1",
    "kind": "RoleBinding",
    "metadata": {"name": "deployer-is-admin"},
    "subjects": [{"kind": "User", "name": "deployer", "apiGroup": "rbac.authorization.k8s.io"}],
    "roleRef": {
        "kind": "ClusterRole",
        "name": "admin",
        "apiGroup": "rbac.authorization.k8s.io",
    },
}
WIDGET_VARIABLE = '{{ $w := lookup "asking.example.com/v1" "Widget" "NS" "numbers" }}'


@pytest.fixture(scope="module")
def objects(admin: Client) -> str:
    """Make the objects that templates ask for, once for all processes."""
    admin.make_namespace(NAMESPACE)
    for one in [BINDING, DEFINITION, *OBJECTS]:
        admin.apply(one, NAMESPACE)
    end = time.monotonic() + 60
    while not _is_settled(admin):
        assert time.monotonic() < end, "the objects do not settle"
        time.sleep(0.2)
    return NAMESPACE


def _is_settled(admin: Client) -> bool:
    """Tell whether all is there, and no controller has anything left to do."""
    made = admin.apply(WIDGET, NAMESPACE)
    assert made.status in (200, 201, 404), made.refused
    account = admin.ask("GET", "/api/v1/namespaces/asking/configmaps/kube-root-ca.crt")
    deployment = admin.ask("GET", "/apis/apps/v1/namespaces/asking/deployments/web").data
    groups = admin.ask("GET", "/apis").data["groups"]
    return (
        made.refused is None
        and account.refused is None
        and "observedGeneration" in deployment["status"]
        and any(one["name"] == "asking.example.com" for one in groups)
    )


class Asker:
    """Runs both programs on a chart of one template."""

    def __init__(self, cluster: RunningCluster, folder: Path) -> None:
        self._cluster = cluster
        self._folder = folder
        self.chart = folder / "c"
        (self.chart / "templates").mkdir(parents=True)
        (self.chart / "Chart.yaml").write_text("apiVersion: v2\nname: c\nversion: 0.1.0\n")

    def kubeconfig(self, user: str) -> Path:
        path = self._folder / f"{user}.kubeconfig"
        token = self._cluster.tokens[user]
        data = kubeconfig_of(self._cluster.url, self._cluster.authority, token, NAMESPACE)
        path.write_text(repr(data).replace("'", '"'))
        path.chmod(0o600)
        return path

    def both(
        self, text: str, *flags: str, user: str = "admin", helm3: bool = False
    ) -> tuple[Outcome, Outcome]:
        """Return what helm and what we print; numbers of revisions are left out."""
        (self.chart / "templates" / "a.yaml").write_text(text.replace("NS", NAMESPACE))
        path = self.kubeconfig(user)
        arguments = ("template", "web", str(self.chart), *flags, "--kubeconfig", str(path))
        binary = peer.helm3_binary() if helm3 else peer.helm_binary()
        helm = Helm(binary, path, self._folder).run(*arguments)
        ours = helmwright(*arguments, *(("--helm", "3.21.4") if helm3 else ()))
        return steady(Outcome(*helm)), steady(ours)


def steady(outcome: Outcome) -> Outcome:
    """Return an outcome without revisions, and without the line of ours that is a place for editors."""
    return outcome._replace(
        out=re.sub(r"(resourceVersion\W+)\d+", r"\1N", outcome.out),
        err=re.sub(r"(?m)^c/templates/\S+:\d+:\d+:\n", "", outcome.err),
    )


@pytest.fixture
def ask(cluster: RunningCluster, objects: str, tmp_path: Path) -> Asker:  # noqa: ARG001 - they are there
    return Asker(cluster, tmp_path)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("HELMWRIGHT_CACHE", "off")


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_templates_that_ask(ask: Asker, expression: str) -> None:
    shown = expression if "{{ end" in expression else f"{expression} | toJson | quote"
    if expression.startswith("toToml"):
        shown = f"{expression} | quote"
    widget = WIDGET_VARIABLE if "$w" in expression else ""
    helm, ours = ask.both(widget + MAP % f"{{{{ {shown} }}}}", "--dry-run=server")

    assert ours == helm


@pytest.mark.parametrize("expression", EXPRESSIONS[:8] + EXPRESSIONS[38:42])
@pytest.mark.parametrize("user", ["viewer", "deployer", "nobody"])
def test_who_may_not_ask_is_told_so(ask: Asker, user: str, expression: str) -> None:
    text = MAP % f"{{{{ {expression} | toJson | quote }}}}"
    helm, ours = ask.both(text, "--dry-run=server", user=user)

    assert ours == helm


@pytest.mark.parametrize(
    "flags", [(), ("--disable-openapi-validation",)], ids=["", "no validation"]
)
@pytest.mark.parametrize("document", DOCUMENTS)
def test_documents_are_held_against_the_cluster(
    ask: Asker, document: str, flags: tuple[str, ...]
) -> None:
    helm, ours = ask.both(DOCUMENTS[document], "--dry-run=server", *flags)

    assert ours == helm


@pytest.mark.parametrize(
    "flags",
    [
        ("--dry-run=server", "--take-ownership"),
        ("--dry-run=server", "--is-upgrade"),
        ("--dry-run=server", "-n", "default"),
        ("--dry-run=server", "--output-dir", "out"),
        ("--dry-run=server", "-s", "templates/a.yaml"),
        ("--dry-run=server", "-s", "templates/b.yaml"),
        ("--dry-run=server", "--kube-as-user", "viewer"),
        ("--dry-run=server", "--kube-as-user", "x", "--kube-as-group", "system:masters"),
        ("--dry-run=server", "--kube-as-group", "g"),
        ("--dry-run=server", "--kube-context", "nope"),
        ("--dry-run=server", "--kube-token", "wrong"),
        ("--dry-run=server", "--kube-token", ""),
        ("--dry-run=server", "--kube-apiserver", "https://127.0.0.1:1"),
        ("--dry-run=server", "--kube-apiserver", "http://127.0.0.1:1"),
        ("--dry-run=server", "--kube-apiserver", ":::"),
        ("--dry-run=server", "--kube-ca-file", "nope"),
        ("--dry-run=server", "--kube-ca-file", "/dev/null"),
        ("--dry-run=server", "--kube-insecure-skip-tls-verify"),
        ("--dry-run=server", "--kubeconfig", "nope.yaml"),
        ("--validate",),
        ("--validate", "--take-ownership"),
        ("--validate", "--dry-run=server"),
        ("--dry-run=foo",),
        ("--dry-run=none",),
        ("--dry-run=false",),
        ("--dry-run", "server"),
        ("--dry-run=client", "--kube-context", "nope"),
        ("--dry-run=server", "--labels", "owner=me"),
    ],
    ids=" ".join,
)
def test_flags_mean_what_helm_means(
    ask: Asker, flags: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    helm, ours = ask.both(DOCUMENTS["somebody else's"], *flags)

    assert ours.out == helm.out
    assert ours.err == helm.err
    assert bool(ours.code) == bool(helm.code)


@pytest.mark.parametrize("flags", [(), ("--skip-crds",), ("--include-crds",)])
def test_crds_of_the_chart_are_not_installed(ask: Asker, flags: tuple[str, ...]) -> None:
    (ask.chart / "crds").mkdir()
    definition = (
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
        "metadata: {name: widgets.asking.example.com}\n"
    )
    (ask.chart / "crds" / "a.yaml").write_text(definition)
    helm, ours = ask.both(
        "apiVersion: new.example.com/v1\nkind: Gadget\nmetadata: {name: a}",
        "--dry-run=server",
        *flags,
    )

    assert ours == helm


@pytest.mark.parametrize("constraint", [">=1.30.0", "<1.30.0", ">=1.30.0-0", ">1.36.1"])
def test_the_version_that_a_chart_wants_is_that_of_the_cluster(ask: Asker, constraint: str) -> None:
    with (ask.chart / "Chart.yaml").open("a") as file:
        file.write(f'kubeVersion: "{constraint}"\n')
    helm, ours = ask.both(DOCUMENTS["a generated name"], "--dry-run=server")

    assert ours == helm


def test_flags_that_the_cluster_overrules_are_named(ask: Asker) -> None:
    text = MAP % '{{ .Capabilities.KubeVersion.Version }}{{ .Capabilities.APIVersions.Has "a/v1" }}'
    flags = ("--dry-run=server", "--kube-version", "1.20", "-a", "a/v1")
    helm, ours = ask.both(text, *flags)

    assert (ours.code, ours.out) == (helm.code, helm.out)
    assert ours.err == (
        'level=WARN msg="--kube-version and --api-versions are ignored: the cluster counts"\n'
    )


def test_a_release_of_ones_own_is_no_obstacle(ask: Asker, admin: Client) -> None:
    text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: owned}\n"
    owned = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {
            "name": "owned",
            "labels": {"app.kubernetes.io/managed-by": "Helm"},
            "annotations": {
                "meta.helm.sh/release-name": "web",
                "meta.helm.sh/release-namespace": NAMESPACE,
            },
        },
    }
    admin.close()  # the server ends connections on which nothing was asked for long
    admin.apply(owned, NAMESPACE)
    helm, ours = ask.both(text, "--dry-run=server")
    assert ours == helm
    assert ours.code == 0

    owned["metadata"]["annotations"]["meta.helm.sh/release-name"] = "other"  # type: ignore[index]
    admin.apply(owned, NAMESPACE)
    helm, ours = ask.both(text, "--dry-run=server")
    assert ours == helm
    assert 'must equal "web": current value is "other"' in ours.err


@pytest.mark.parametrize(
    "expression",
    [
        'fail (lookup "v1" "Secret" "NS" "login").data.password',
        'fail ((lookup "v1" "Secret" "NS" "login").data.password | b64dec)',
        'fail ((index (lookup "v1" "Secret" "NS" "").items 0).data.password | b64dec)',
        'fromJson ((lookup "v1" "Secret" "NS" "login").data.password | b64dec) | required',
    ],
)
def test_errors_do_not_show_what_secrets_of_the_cluster_hold(ask: Asker, expression: str) -> None:
    _, ours = ask.both(MAP % f"{{{{ {expression} }}}}", "--dry-run=server")

    assert ours.code == 1
    assert "not-so-secret" not in ours.err
    assert "bm90LXNvLXNlY3JldA" not in ours.err


@pytest.mark.parametrize("flags", [("--dry-run=server",), ("--validate",)], ids=" ".join)
@pytest.mark.parametrize(
    "text",
    [
        MAP % '{{ (lookup "v1" "ConfigMap" "NS" "one").data | toJson | quote }}',
        MAP % '{{ lookup "v1" "ConfigMap" "NS" "none" | toJson | quote }}',
        MAP % '{{ .Capabilities.APIVersions.Has "apps/v1/Scale" }}',
        DOCUMENTS["somebody else's"],
        DOCUMENTS["an unknown kind"],
    ],
)
def test_helm_3_asks_for_one_half_or_the_other(
    ask: Asker, text: str, flags: tuple[str, ...]
) -> None:
    helm, ours = ask.both(text, *flags, helm3=True)

    assert (ours.code, ours.out) == (helm.code, helm.out)
    assert ours.err.splitlines()[-1:] == helm.err.splitlines()[-1:]


def test_nothing_is_written_and_equal_questions_are_asked_once(
    ask: Asker, cluster: RunningCluster, audit: AuditLog
) -> None:
    text = MAP % '{{ lookup "v1" "ConfigMap" "asking" "one" | len }}'
    (ask.chart / "templates" / "b.yaml").write_text(text.replace("out", "other"))
    (ask.chart / "templates" / "a.yaml").write_text(text)
    path = ask.kubeconfig("viewer")
    assert cluster.tokens["viewer"]
    outcome = helmwright(
        "template", "web", str(ask.chart), "--dry-run=server", "--kubeconfig", str(path)
    )
    events = [one for one in audit.by("viewer") if one.agent.startswith("helmwright/")]

    assert outcome.code == 0, outcome.err
    assert sorted(one.uri for one in events) == [
        "/api",
        "/api/v1/namespaces/asking/configmaps/one",
        "/api/v1/namespaces/asking/configmaps/other",
        "/api/v1/namespaces/asking/configmaps/out",
        "/apis",
        "/version",
    ]
    assert not any(one.is_write for one in events)
