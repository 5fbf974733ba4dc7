"""The release's namespace; expectations are those of helm 4.2.4 and its Kubernetes client."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright, write, write_chart

if TYPE_CHECKING:
    from pathlib import Path

CLUSTER = "- name: k\n  cluster: {server: 'https://x'}\n"
USER = "- name: u\n  user: {token: a}\n"


def kubeconfig(
    namespace: str,
    *,
    name: str = "x",
    current: str = "x",
    user: str = USER,
    cluster: str = CLUSTER,
) -> str:
    return (
        f"apiVersion: v1\nkind: Config\ncurrent-context: {current}\ncontexts:\n- name: {name}\n"
        f"  context: {{cluster: k, user: u, namespace: {namespace}}}\n"
        f"users:\n{user}clusters:\n{cluster}"
    )


@pytest.fixture(autouse=True)
def files(place: Path) -> None:
    write_chart(place, {"templates/a.yaml": "n: {{ .Release.Namespace | quote }}\n"})
    write(
        place,
        {
            "one": kubeconfig("first"),
            "two": kubeconfig("second", name="w", current="w"),
            "broken": "a: [",
        },
    )


def found(*arguments: str) -> str:
    code, out, err = helmwright("template", "c", *arguments)
    assert (code, err) == (0, "")
    return out.split('"')[1]


def test_flag_then_variable_then_kubeconfig(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found() == "default"
    monkeypatch.setenv("KUBECONFIG", "one")
    assert found() == "first"
    monkeypatch.setenv("HELM_NAMESPACE", "variable")
    assert found() == "variable"
    assert found("-n", "flag") == "flag"
    assert found("-n", "") == "first"


def test_the_kubeconfig_in_the_home_directory_counts(place: Path) -> None:
    write(place, {"home/.kube/config": kubeconfig("home")})
    assert found() == "home"


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        ("one:two", "first"),
        ("two:one", "second"),
        ("nope:two", "second"),
        (":two", "second"),
        ("nope", "default"),
        ("broken:one", "default"),
        ("one:broken", "default"),
        ("c", "default"),
    ],
)
def test_the_first_file_of_a_list_decides(
    monkeypatch: pytest.MonkeyPatch, paths: str, expected: str
) -> None:
    monkeypatch.setenv("KUBECONFIG", paths)
    assert found() == expected


def test_a_context_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KUBECONFIG", "one:two")
    assert found("--kube-context", "w") == "second"
    assert found("--kube-context", "nope") == "default"
    monkeypatch.setenv("HELM_KUBECONTEXT", "w")
    assert found() == "second"
    assert found("--kube-context", "") == "first"
    assert found("--kubeconfig", "two") == "second"
    assert found("--kubeconfig", "nope") == "default"


@pytest.mark.parametrize(
    "config",
    [
        kubeconfig("x", current="nope"),
        kubeconfig("5"),
        kubeconfig("x").replace("kind: Config", "kind: Pod"),
        kubeconfig("x", user="- name: u\n  user: {client-certificate: nope, client-key: one}\n"),
        kubeconfig("x", user="- name: u\n  user: {token: a, username: b}\n"),
        kubeconfig("x", user="- name: u\n  user: {exec: {command: a}}\n"),
        kubeconfig("x", user="- name: u\n  user: {client-certificate-data: '%'}\n"),
        kubeconfig("x", user="- name: u\n  user: {as-groups: [a]}\n"),
        kubeconfig("x", cluster="- name: k\n  cluster: {certificate-authority: nope}\n"),
        kubeconfig("x", cluster="- name: k\n  cluster: {proxy-url: 'ftp://x'}\n"),
    ],
)
def test_a_configuration_that_clients_refuse_says_nothing(place: Path, config: str) -> None:
    write(place, {"config": config})
    assert found("--kubeconfig", "config") == "default"


@pytest.mark.parametrize(
    "config",
    [
        kubeconfig("x", user="[]\n", cluster="[]\n").replace("\n[]", " []"),
        kubeconfig("x", cluster="- name: k\n  cluster: {certificate-authority: one}\n"),
        kubeconfig("x").replace("apiVersion: v1\nkind: Config\n", ""),
    ],
)
def test_a_configuration_that_clients_accept_counts(place: Path, config: str) -> None:
    write(place, {"config": config})
    assert found("--kubeconfig", "config") == "x"


def test_flags_for_the_cluster_can_mend_a_configuration(place: Path) -> None:
    broken = kubeconfig("x", cluster="- name: k\n  cluster: {certificate-authority: nope}\n")
    write(place, {"config": broken})
    assert found("--kubeconfig", "config", "--kube-ca-file", "one") == "x"
    assert found("--kubeconfig", "config", "--kube-insecure-skip-tls-verify") == "x"
    assert found("--kubeconfig", "one", "--kube-ca-file", "nope") == "default"
