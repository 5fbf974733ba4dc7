"""Which server is asked, as whom and for which namespace: forty configurations, each as the real helm takes it.

The server's refusals name the user and the namespace, so that equal texts are equal accounts; one user may read,
so that equal outputs are equal rights.
"""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.cli.command import Outcome, helmwright
from tests.cluster.helm import Helm
from tests.cluster.test_dry_run_server import steady
from tests.conformance import peer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.cluster.servers import RunningCluster

TEMPLATE = (
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: out, namespace: {{ .Release.Namespace }}}\ndata:\n"
    '  v: {{ lookup "v1" "Secret" .Release.Namespace "none" | toJson | quote }}\n'
    '  w: {{ lookup "v1" "Node" "" "none" | toJson | quote }}\n'
)

Entry = dict[str, Any]


class Configurations:
    """Makes kubeconfig files for a server; ``HOME`` is their folder."""

    def __init__(self, cluster: RunningCluster, folder: Path) -> None:
        self.url = cluster.url
        self.authority = str(cluster.authority)
        self.tokens = cluster.tokens
        self.folder = folder

    def cluster(self, **more: Any) -> Entry:
        return {"server": self.url, "certificate-authority": self.authority, **more}

    def user(self, name: str, **more: Any) -> Entry:
        return {"token": self.tokens[name], **more}

    def write(self, name: str, **parts: Any) -> None:
        """Write a file of clusters, users and contexts by name."""
        data = {
            "apiVersion": "v1",
            "kind": "Config",
            "current-context": parts.get("current", ""),
            **{
                f"{kind}s": [
                    {"name": one, kind: entry} for one, entry in parts.get(f"{kind}s", {}).items()
                ]
                for kind in ("cluster", "user", "context")
            },
        }
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(data))
        path.chmod(0o600)

    def simple(self, name: str, user: Entry, namespace: Any = "", **cluster: Any) -> None:
        """Write a file with one of each."""
        context = {"cluster": "c", "user": "u", **({"namespace": namespace} if namespace else {})}
        self.write(
            name,
            current="x",
            clusters={"c": self.cluster(**cluster)},
            users={"u": user},
            contexts={"x": context},
        )

    def plugin(self, name: str, lines: str) -> str:
        """Write a program that says who asks."""
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{lines}\n")
        path.chmod(0o755)
        return str(path)


def credential(token: str, version: str = "v1") -> str:
    data = {
        "apiVersion": f"client.authentication.k8s.io/{version}",
        "kind": "ExecCredential",
        "status": {"token": token},
    }
    return f"echo '{json.dumps(data)}'"


def executed(command: str, version: str = "v1", **more: Any) -> Entry:
    return {
        "exec": {
            "apiVersion": f"client.authentication.k8s.io/{version}",
            "command": command,
            "interactiveMode": "Never",
            **more,
        }
    }


Case = tuple[str, dict[str, str], tuple[str, ...]]
"""What the case is called, variables, and flags."""


def cases(make: Configurations) -> Iterator[Case]:
    """Write files, and yield what is run with them."""
    make.simple("admin", make.user("admin"))
    yield from _files(make)
    yield from _choices()
    yield from _accounts(make)
    yield from _servers(make)
    yield from _plugins(make)
    yield from _broken(make)


def _files(make: Configurations) -> Iterator[Case]:
    make.simple("viewer", make.user("viewer"), "first")
    make.simple("nobody", make.user("nobody"), "second")
    make.write(
        "many",
        current="a",
        clusters={"c": make.cluster(), "gone": {"server": "https://127.0.0.1:1"}},
        users={"v": make.user("viewer"), "n": make.user("nobody")},
        contexts={
            "a": {"cluster": "c", "user": "v"},
            "b": {"cluster": "c", "user": "n", "namespace": "of-b"},
            "away": {"cluster": "gone", "user": "n"},
            "nobody's": {"cluster": "c", "user": "missing"},
            "nowhere": {"cluster": "missing", "user": "n"},
            "empty": {},
        },
    )
    make.write("users", users={"u": make.user("nobody"), "v": make.user("viewer")})
    make.write("contexts", current="y", contexts={"y": {"cluster": "c", "user": "v"}})
    yield "one file", {"KUBECONFIG": "viewer"}, ()
    yield "a flag before the variable", {"KUBECONFIG": "viewer"}, ("--kubeconfig", "nobody")
    yield "the first of two decides", {"KUBECONFIG": "viewer:nobody"}, ()
    yield "the other first", {"KUBECONFIG": "nobody:viewer"}, ()
    yield "a missing one is passed over", {"KUBECONFIG": "none:nobody"}, ()
    yield "a blank one is passed over", {"KUBECONFIG": ":nobody:"}, ()
    yield "the same twice", {"KUBECONFIG": "nobody:nobody"}, ()
    yield "entries of two files", {"KUBECONFIG": "contexts:users:many"}, ()
    yield "users of the first file", {"KUBECONFIG": "users:viewer"}, ()
    yield "all missing", {"KUBECONFIG": "none:nothing"}, ()
    yield "no file at all", {}, ()
    yield "a missing file of a flag", {"KUBECONFIG": "viewer"}, ("--kubeconfig", "none")


def _choices() -> Iterator[Case]:
    yield "the current context", {"KUBECONFIG": "many"}, ()
    for context in ("b", "away", "nobody's", "nowhere", "empty", "none"):
        yield f"context {context}", {"KUBECONFIG": "many"}, ("--kube-context", context)
    yield "a context by variable", {"KUBECONFIG": "many", "HELM_KUBECONTEXT": "b"}, ()
    yield (
        "a context by flag",
        {"KUBECONFIG": "many", "HELM_KUBECONTEXT": "b"},
        ("--kube-context", "a"),
    )
    yield (
        "a blank context by flag",
        {"KUBECONFIG": "many", "HELM_KUBECONTEXT": "b"},
        ("--kube-context", ""),
    )
    yield "a namespace by flag", {"KUBECONFIG": "nobody"}, ("-n", "flagged")
    yield "a namespace by variable", {"KUBECONFIG": "nobody", "HELM_NAMESPACE": "named"}, ()


def _accounts(make: Configurations) -> Iterator[Case]:
    token = make.tokens["nobody"]
    yield "a token by flag", {"KUBECONFIG": "viewer"}, ("--kube-token", token)
    yield "a token by variable", {"KUBECONFIG": "viewer", "HELM_KUBETOKEN": token}, ()
    yield "a user by flag", {"KUBECONFIG": "admin"}, ("--kube-as-user", "viewer")
    as_other = {"HELM_KUBEASUSER": "someone", "HELM_KUBEASGROUPS": "a,b"}
    yield "a user and groups by variable", {"KUBECONFIG": "admin", **as_other}, ()
    masters = ("--kube-as-user", "x", "--kube-as-group", "a", "--kube-as-group", "system:masters")
    yield "groups by flag", {"KUBECONFIG": "admin"}, masters
    make.simple(
        "impersonating",
        make.user("admin", **{"as": "viewer", "as-groups": ["g"], "as-user-extra": {"a/b": ["c"]}}),
    )
    yield "impersonation of the file", {"KUBECONFIG": "impersonating"}, ()
    yield "impersonation, another", {"KUBECONFIG": "impersonating"}, ("--kube-as-user", "other")
    make.simple("groups", make.user("admin", **{"as-groups": ["g"]}))
    yield "groups without a user", {"KUBECONFIG": "groups"}, ()
    (make.folder / "deep").mkdir()
    (make.folder / "deep" / "token").write_text(f"{token}\n")
    (make.folder / "deep" / "ca.crt").write_bytes(Path(make.authority).read_bytes())
    make.simple("deep/relative", {"tokenFile": "token"}, **{"certificate-authority": "ca.crt"})
    yield "relative paths", {"KUBECONFIG": "deep/relative"}, ()
    make.simple("both-tokens", {**make.user("viewer"), "tokenFile": "deep/token"})
    yield "a token and a file of one", {"KUBECONFIG": "both-tokens"}, ()
    make.simple("no-token-file", {"tokenFile": "none"})
    yield "a missing file of a token", {"KUBECONFIG": "no-token-file"}, ()
    make.simple("two-logins", {**make.user("viewer"), "username": "a"})
    yield "two logins", {"KUBECONFIG": "two-logins"}, ()


def _servers(make: Configurations) -> Iterator[Case]:
    data = b64encode((make.folder / "deep" / "ca.crt").read_bytes()).decode()
    inline = {"certificate-authority": "", "certificate-authority-data": data}
    make.simple("inline", make.user("nobody"), **inline)
    yield "an authority in the file", {"KUBECONFIG": "inline"}, ()
    make.simple(
        "insecure",
        make.user("nobody"),
        **{"certificate-authority": "", "insecure-skip-tls-verify": True},
    )
    yield "no check of the certificate", {"KUBECONFIG": "insecure"}, ()
    make.simple("contradiction", make.user("nobody"), **{"insecure-skip-tls-verify": True})
    yield "an authority, and no check", {"KUBECONFIG": "contradiction"}, ()
    make.simple("no-authority", make.user("nobody"), **{"certificate-authority": "none.crt"})
    yield "a missing authority", {"KUBECONFIG": "no-authority"}, ()
    yield "an authority by flag", {"KUBECONFIG": "no-authority"}, ("--kube-ca-file", make.authority)
    make.simple("named", make.user("nobody"), **{"tls-server-name": "kubernetes.default.svc"})
    yield "a server's name", {"KUBECONFIG": "named"}, ()
    make.simple("proxied", make.user("viewer"), **{"proxy-url": "ftp://x"})
    yield "a proxy of another kind", {"KUBECONFIG": "proxied"}, ()


def _plugins(make: Configurations) -> Iterator[Case]:
    token = make.tokens["nobody"]
    make.simple("plugin", executed(make.plugin("give", credential(token))))
    yield "a plugin", {"KUBECONFIG": "plugin"}, ()
    make.simple("relative-plugin", executed("./give"))
    yield "a plugin beside the file", {"KUBECONFIG": "relative-plugin"}, ()
    make.simple("old-plugin", executed(make.plugin("old", credential(token, "v1beta1")), "v1beta1"))
    yield "a plugin of an older version", {"KUBECONFIG": "old-plugin"}, ()
    variables = [{"name": "WHO", "value": token}]
    asks = credential("'$WHO'")
    make.simple("env-plugin", executed(make.plugin("ask", asks), env=variables, args=["a"]))
    yield "a plugin with variables", {"KUBECONFIG": "env-plugin"}, ()
    make.simple("failing-plugin", executed(make.plugin("fail", "exit 3")))
    yield "a plugin that fails", {"KUBECONFIG": "failing-plugin"}, ()
    make.simple("no-plugin", executed("/nope/plugin"))
    yield "no such plugin", {"KUBECONFIG": "no-plugin"}, ()
    make.simple("no-command", executed("no-such-plugin", installHint="Install it."))
    yield "no such command", {"KUBECONFIG": "no-command"}, ()
    make.simple("gone-plugin", executed("x", "v1alpha1"))
    yield "a version of plugins that is gone", {"KUBECONFIG": "gone-plugin"}, ()


def _broken(make: Configurations) -> Iterator[Case]:
    token = make.tokens["nobody"]
    make.simple("gcp", {"auth-provider": {"name": "gcp"}})
    yield "a way to log in that is gone", {"KUBECONFIG": "gcp"}, ()
    make.simple("oidc", {"auth-provider": {"name": "oidc"}})
    yield "a way to log in that is not complete", {"KUBECONFIG": "oidc"}, ()
    make.simple("line-end", {"token": f"{token}\n"})
    yield "a token with a line end", {"KUBECONFIG": "line-end"}, ()
    for name, text in (
        ("list", "[]"),
        ("text", "x"),
        ("broken", "a: ["),
        ("kind", "kind: Pod\napiVersion: v1"),
        ("clusters", "clusters: {}"),
        ("server", "clusters: [{name: c, cluster: {server: 1}}]"),
        ("data", "users: [{name: u, user: {client-key-data: '!'}}]"),
        ("lost", "current-context: lost"),
    ):
        (make.folder / name).write_text(text)
        yield f"a file: {text!r}", {"KUBECONFIG": f"{name}:viewer" if name == "lost" else name}, ()


@pytest.fixture
def make(
    cluster: RunningCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Configurations:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("HELMWRIGHT_CACHE", "off")
    for name in ("KUBECONFIG", "HELM_NAMESPACE", "HELM_KUBECONTEXT"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "c" / "templates").mkdir(parents=True)
    (tmp_path / "c" / "Chart.yaml").write_text("apiVersion: v2\nname: c\nversion: 0.1.0\n")
    (tmp_path / "c" / "templates" / "a.yaml").write_text(TEMPLATE)
    return Configurations(cluster, tmp_path)


@pytest.mark.parametrize("number", range(62))
def test_configurations_mean_what_they_mean_to_helm(
    make: Configurations, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, variables, flags = list(cases(make))[number]
    arguments = ("template", "web", "c", "--dry-run=server", *flags)
    helm = Helm(peer.helm_binary(), make.folder / variables.get("KUBECONFIG", ""), make.folder)
    if "KUBECONFIG" not in variables:
        helm.kubeconfig = ""  # type: ignore[assignment]
    theirs = _comparable(Outcome(*helm.run(*arguments, **variables)))
    for variable, text in variables.items():
        monkeypatch.setenv(variable, text)

    assert _comparable(helmwright(*arguments)) == theirs, name


def _comparable(outcome: Outcome) -> Outcome:
    """Return an outcome without what the libraries of Kubernetes log, and where in the source a scheme is."""
    lines = [
        line.partition(' in scheme "')[0]
        for line in steady(outcome).err.splitlines()
        if "memcache.go" not in line and not line.startswith("level=ERROR")
    ]
    return steady(outcome)._replace(err="\n".join(lines))


def test_there_are_as_many_configurations_as_are_tested(make: Configurations) -> None:
    assert len(list(cases(make))) == 62
