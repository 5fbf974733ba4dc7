"""The namespace that a kubeconfig gives, as Kubernetes' client library finds it.

Nothing here fails: Helm takes ``default`` when the configuration cannot be used.
Source: k8s.io/client-go tools/clientcmd loader.go, client_config.go, validation.go
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.errors import HelmwrightError

if TYPE_CHECKING:
    from collections.abc import Iterable

_DEFAULT = "default"


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


def context_namespace(paths: Iterable[str], context: str, *, explicit: bool) -> str:
    """Return the namespace of a context, of the current one if ``context`` is empty.

    explicit: the file was named by a flag, so it must exist.
    """
    from helmwright.cli.environment import in_cluster

    try:
        chosen = _namespace(_load(paths, explicit=explicit), context)
    except (_UnusableError, HelmwrightError):
        return _DEFAULT
    return chosen or (_pod_namespace() if in_cluster() else _DEFAULT)


def _load(paths: Iterable[str], *, explicit: bool) -> _Config:
    from helmwright.go.yaml_read import load_map

    config = _Config()
    for path in paths:
        try:
            with open(path, encoding="utf-8", errors="surrogateescape") as file:  # noqa: PTH123 - pathlib is slow to import
                text = file.read()
        except FileNotFoundError:
            if explicit:
                raise _UnusableError from None
            continue
        except OSError:
            raise _UnusableError from None
        config.add(path, load_map(text))
    return config


def _namespace(config: _Config, context: str) -> str:
    name = context or config.current
    if name and name not in config.contexts:
        raise _UnusableError
    entry = config.contexts.get(name, {})
    _check_user(config.users.get(_text(entry, "user"), {}))
    _check_cluster(config.clusters.get(_text(entry, "cluster"), {}))
    return _text(entry, "namespace")


def _check_user(user: dict[str, Any]) -> None:
    certificate, key = _text(user, "client-certificate"), _text(user, "client-key")
    certificate_data, key_data = (
        _text(user, "client-certificate-data"),
        _text(user, "client-key-data"),
    )
    if certificate or certificate_data:
        if (certificate and certificate_data) or bool(key) == bool(key_data):
            raise _UnusableError
        _check_readable(user, certificate)
        _check_readable(user, key)
    plugin = user.get("exec")
    if isinstance(plugin, dict):
        version = _text(plugin, "apiVersion")
        interactive = _text(plugin, "interactiveMode") or (
            "IfAvailable" if version.endswith("beta1") or version.endswith("alpha1") else ""
        )
        if (
            user.get("auth-provider")
            or not (version and _text(plugin, "command"))
            or interactive not in ("Never", "IfAvailable", "Always")
        ):
            raise _UnusableError


def _check_cluster(cluster: dict[str, Any]) -> None:
    authority = _text(cluster, "certificate-authority")
    if authority and _text(cluster, "certificate-authority-data"):
        raise _UnusableError
    _check_readable(cluster, authority)


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
    return found


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
        with open(path, encoding="utf-8", errors="surrogateescape") as file:  # noqa: PTH123 - pathlib is slow to import
            return file.read().strip() or _DEFAULT
    except OSError:
        return _DEFAULT
