"""Which cluster a kubeconfig means; texts are those of helm 4.2.4."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helmwright.base.errors import UnreachableError
from helmwright.cluster.settings import Overrides, Settings, cluster_settings, release_namespace

if TYPE_CHECKING:
    from pathlib import Path

USER = """\
current-context: x
contexts: [{name: x, context: {cluster: c, user: u}}]
clusters: [{name: c, cluster: {server: 'https://s:6443'}}]
users: [{name: u, user: %s}]
"""


def settings(folder: Path, text: str, **overrides: object) -> Settings:
    (folder / "config").write_text(text)
    return cluster_settings(
        Overrides(**overrides),  # type: ignore[arg-type]
        {"KUBECONFIG": str(folder / "config")},
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "[1]",
            (
                'error loading config file "CONFIG": couldn\'t get version/kind; json parse error: json: '
                "cannot unmarshal array into Go value of type struct { APIVersion string "
                '"json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'
            ),
        ),
        (
            "a: [1, 2",
            "error loading config file \"CONFIG\": yaml: line 1: did not find expected ',' or ']'",
        ),
        (
            "clusters: {a: 1}",
            (
                'error loading config file "CONFIG": json: cannot unmarshal object into Go struct field '
                "Config.clusters of type []v1.NamedCluster"
            ),
        ),
        (
            "clusters: [{name: c, cluster: {server: 5}}]",
            (
                'error loading config file "CONFIG": json: cannot unmarshal number into Go struct field '
                "Cluster.clusters.cluster.server of type string"
            ),
        ),
        (
            "current-context: zz",
            "invalid configuration: context was not found for specified context: zz",
        ),
        (
            USER % "{token: a, username: b}",
            (
                "invalid configuration: more than one authentication method found for u; found "
                "[token basicAuth], only one is allowed"
            ),
        ),
        (
            USER % "{exec: {command: foo}}",
            (
                "invalid configuration: [apiVersion must be specified for u to use exec authentication "
                "plugin, interactiveMode must be specified for u to use exec authentication plugin]"
            ),
        ),
        (
            USER % "{as-groups: [a]}",
            (
                "invalid configuration: requesting uid, groups or user-extra for u without impersonating "
                "a user"
            ),
        ),
        (
            USER % "{client-certificate: x}",
            (
                "invalid configuration: [client-key-data or client-key must be specified for u to use "
                "the clientCert authentication method., unable to read client-cert FOLDER/x for u due "
                "to open FOLDER/x: no such file or directory]"
            ),
        ),
        (USER % "{tokenFile: none}", "open FOLDER/none: no such file or directory"),
    ],
)
def test_what_cannot_work_is_told_in_helms_words(tmp_path: Path, text: str, problem: str) -> None:
    wanted = problem.replace("CONFIG", str(tmp_path / "config")).replace("FOLDER", str(tmp_path))
    with pytest.raises(UnreachableError) as caught:
        settings(tmp_path, text)
    assert caught.value.message == wanted


def test_a_user_with_everything(tmp_path: Path) -> None:
    entry = "{token: t, as: boss, as-uid: '5', as-groups: [a, b], as-user-extra: {k: [v, w]}}"
    found = settings(tmp_path, USER % entry)

    assert (found.server, found.token, found.as_user, found.as_uid) == (
        "https://s:6443",
        "t",
        "boss",
        "5",
    )
    assert found.as_groups == ("a", "b")
    assert found.as_extra == (("k", "v"), ("k", "w"))
    assert "t" not in repr(found).replace("https", "").replace("Settings", "").split("'")


def test_flags_override_entries(tmp_path: Path) -> None:
    flags = {"server": "https://other", "token": "m", "as_user": "me"}
    found = settings(tmp_path, USER % "{token: t}", **flags)

    assert (found.server, found.token, found.as_user) == ("https://other", "m", "me")


def test_no_login_is_sent_in_the_clear(tmp_path: Path) -> None:
    text = (USER % "{token: t}").replace("https://s:6443", "http://s")

    assert settings(tmp_path, text).token == ""


def test_without_a_configuration_the_old_default_counts(tmp_path: Path) -> None:
    nothing = {"KUBECONFIG": str(tmp_path / "none")}

    assert cluster_settings(Overrides(), nothing) == Settings("http://localhost:8080")
    master = {**nothing, "KUBERNETES_MASTER": "https://m"}
    assert cluster_settings(Overrides(), master).server == "https://m"
    assert release_namespace(Overrides(), nothing) == "default"
    assert release_namespace(Overrides(namespace="n"), nothing) == "n"
