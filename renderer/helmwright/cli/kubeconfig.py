"""The namespace that a kubeconfig gives, as Kubernetes' client library finds it.

Nothing here fails: Helm takes ``default`` when the configuration cannot be used.
Source: k8s.io/client-go tools/clientcmd loader.go, client_config.go, validation.go
"""

# ruff: noqa: PTH100, PTH118, PTH120, PTH123 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError, HelmwrightError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.cli.template_flags import ConnectionFlags

_DEFAULT = "default"
_OLD_PLUGINS = tuple(f"client.authentication.k8s.io/v1{stage}1" for stage in ("alpha", "beta"))
_DATA = ("certificate-authority-data", "client-certificate-data", "client-key-data")


class _UnusableError(Exception):
    """The configuration is one that Kubernetes' clients refuse."""


class _Config:
    """The files of a list, merged: what comes first wins, entry by entry."""

    def __init__(self) -> None:
        self.current = ""
        self.contexts: dict[str, dict[str, Any]] = {}
        self.users: dict[str, dict[str, Any]] = {}
        self.clusters: dict[str, dict[str, Any]] = {}

    def add(self, path: str, data: dict[str, Any]) -> None:
        """Merge a file in."""
        if data.get("apiVersion") not in (None, "", "v1") or data.get("kind") not in (
            None,
            "",
            "Config",
        ):
            raise _UnusableError
        self.current = self.current or _text(data, "current-context")
        base = os.path.dirname(os.path.abspath(path))
        for table, plural, singular in (
            (self.contexts, "contexts", "context"),
            (self.users, "users", "user"),
            (self.clusters, "clusters", "cluster"),
        ):
            for name, entry in _entries(data, plural, singular).items():
                table.setdefault(name, {**entry, "": base})


def context_namespace(  # noqa: PLR0913 - keywords only
    paths: Iterable[str],
    context: str,
    flags: ConnectionFlags,
    authority: str,
    *,
    explicit: bool,
    in_cluster: bool,
) -> str:
    """Return the namespace of a context, of the current one if ``context`` is empty.

    authority: the file of ``--kube-ca-file`` or of the environment. explicit: the file is named by a flag,
    and must be there. in_cluster: this runs in a pod, whose namespace counts if the files say nothing.
    """
    try:
        config = _load(paths, explicit=explicit)
        chosen = _namespace(config, context, flags, authority)
    except (_UnusableError, HelmwrightError):
        return _DEFAULT
    return chosen or (_pod_namespace() if in_cluster else _DEFAULT)


def _load(paths: Iterable[str], *, explicit: bool) -> _Config:
    from helmwright.disk.reading import read_named
    from helmwright.go.yaml_read import load_map

    config = _Config()
    for path in paths:
        try:
            text = read_named(path).decode("utf-8", "surrogateescape")
        except FileNotFoundError:
            if explicit:
                raise _UnusableError from None
            continue
        except OSError:
            raise _UnusableError from None
        config.add(path, load_map(text))
    return config


def _namespace(config: _Config, context: str, flags: ConnectionFlags, authority: str) -> str:
    name = context or config.current
    if name and name not in config.contexts:
        raise _UnusableError
    entry = config.contexts.get(name, {})
    user = dict(config.users.get(_text(entry, "user"), {}))
    if flags.kube_token:
        user["token"] = flags.kube_token
    if flags.kube_as_user:
        user["as"] = flags.kube_as_user
    if flags.kube_as_group:
        user["as-groups"] = flags.kube_as_group
    _check_user(user)
    cluster = dict(config.clusters.get(_text(entry, "cluster"), {}))
    if authority or flags.kube_insecure_skip_tls_verify:
        cluster["certificate-authority"] = authority and os.path.abspath(authority)
        cluster["certificate-authority-data"] = ""
    _check_cluster(cluster)
    return _text(entry, "namespace")


def _check_user(user: dict[str, Any]) -> None:
    if _text(user, "token") and (_text(user, "username") or _text(user, "password")):
        raise _UnusableError
    if not _text(user, "as") and any(map(user.get, ("as-uid", "as-groups", "as-user-extra"))):
        raise _UnusableError
    certificate, key = _text(user, "client-certificate"), _text(user, "client-key")
    certificate_data = _text(user, "client-certificate-data")
    key_data = _text(user, "client-key-data")
    if certificate or certificate_data:
        if (certificate and certificate_data) or bool(key) == bool(key_data):
            raise _UnusableError
        _check_readable(user, certificate)
        _check_readable(user, key)
    plugin = user.get("exec")
    if isinstance(plugin, dict):
        _check_plugin(plugin)
        if user.get("auth-provider"):
            raise _UnusableError


def _check_plugin(plugin: dict[str, Any]) -> None:
    version = _text(plugin, "apiVersion")
    interactive = _text(plugin, "interactiveMode")
    if not interactive and version in _OLD_PLUGINS:
        interactive = "IfAvailable"
    variables = plugin.get("env") or []
    if (
        not (version and _text(plugin, "command"))
        or interactive not in ("Never", "IfAvailable", "Always")
        or not all(isinstance(variable, dict) and variable.get("name") for variable in variables)
    ):
        raise _UnusableError


def _check_cluster(cluster: dict[str, Any]) -> None:
    authority = _text(cluster, "certificate-authority")
    if authority and _text(cluster, "certificate-authority-data"):
        raise _UnusableError
    _check_readable(cluster, authority)
    proxy = _text(cluster, "proxy-url")
    if proxy:
        from helmwright.go.url import parse

        try:
            scheme = parse(proxy).scheme
        except GoError:
            raise _UnusableError from None
        if scheme not in ("http", "https", "socks5"):
            raise _UnusableError


def _check_readable(entry: dict[str, Any], path: str) -> None:
    """Refuse a file that cannot be read; its path is relative to that of the kubeconfig."""
    if path and not os.access(os.path.join(entry.get("", ""), path), os.R_OK):
        raise _UnusableError


def _entries(data: dict[str, Any], plural: str, singular: str) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    listed = data.get(plural)
    if listed is None:
        return found
    if not isinstance(listed, list):
        raise _UnusableError
    for item in listed:
        if not isinstance(item, dict | None):
            raise _UnusableError
        entry = (item or {}).get(singular)
        name = _text(item or {}, "name")
        if not isinstance(entry, dict | None) or name in found:
            raise _UnusableError
        found[name] = entry or {}
        for data_field in _DATA:
            _check_data(_text(found[name], data_field))
    return found


def _check_data(text: str) -> None:
    """Refuse what is not base64; line ends in it are passed over."""
    import base64

    try:
        base64.b64decode(text.replace("\n", "").replace("\r", ""), validate=True)
    except ValueError:
        raise _UnusableError from None


def _text(entry: dict[str, Any], key: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str | None):
        raise _UnusableError
    return value or ""


def _pod_namespace() -> str:
    named = os.environ.get("POD_NAMESPACE")
    if named:
        return named
    path = "/var/run/secrets/kubernetes.io/serviceaccount/namespace"
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read().strip() or _DEFAULT
    except OSError:
        return _DEFAULT
