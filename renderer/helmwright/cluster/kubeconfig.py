"""Kubeconfig files as Kubernetes' client library for Go reads and merges them.

What comes first in a list of files wins, entry by entry; relative paths are those of the file that an entry is in.

Source: k8s.io/client-go tools/clientcmd loader.go, api/v1/types.go
"""

# ruff: noqa: PTH100, PTH118, PTH120 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError, UnreachableError, YAMLError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from helmwright.go.yaml_shapes import StructOf

_HEAD = (
    'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; '
    'Kind string "json:\\"kind,omitempty\\"" }'
)
_KINDS = {list: "array", str: "string", bool: "bool", float: "number", int: "number"}
_BYTES = ("certificate-authority-data", "client-certificate-data", "client-key-data")
_PATHS = ("certificate-authority", "client-certificate", "client-key", "tokenFile")


class Kubeconfig:
    """The files of a list, merged.

    current: the name of the current context. contexts, clusters, users: entries by name, with the keys of
    the files; what is base64 there is bytes here, and paths are absolute.
    """

    __slots__ = ("clusters", "contexts", "current", "users")

    def __init__(self) -> None:
        self.current = ""
        self.contexts: dict[str, dict[str, Any]] = {}
        self.clusters: dict[str, dict[str, Any]] = {}
        self.users: dict[str, dict[str, Any]] = {}

    def _tables(self) -> tuple[tuple[dict[str, dict[str, Any]], str, str], ...]:
        return (
            (self.clusters, "clusters", "cluster"),
            (self.users, "users", "user"),
            (self.contexts, "contexts", "context"),
        )

    def add(self, path: str, data: Mapping[str, Any]) -> None:
        """Merge a file in; raises GoError with Go's text for what is no entry."""
        found = [
            (table, _entries(data.get(plural) or (), singular))
            for table, plural, singular in self._tables()
        ]
        self.current = self.current or data.get("current-context", "")
        folder = os.path.dirname(os.path.abspath(path))
        for table, entries in found:
            for name, entry in entries.items():
                table.setdefault(name, _located(entry, folder))


def kubeconfig_paths(explicit: str, environment: Mapping[str, str]) -> list[str]:
    """Return the files that count: the one of the flag, those of KUBECONFIG, or the one in the home directory."""
    if explicit:
        return [explicit]
    listed = environment.get("KUBECONFIG")
    if listed:
        return list(dict.fromkeys(path for path in listed.split(os.pathsep) if path))
    return [os.path.join(environment.get("HOME", ""), ".kube", "config")]


def load_kubeconfig(paths: Iterable[str], *, explicit: bool = False) -> Kubeconfig:
    """Return the files merged.

    explicit: a flag names the file, which must be there; others may be missing. Raises UnreachableError with
    Go's text.
    """
    from helmwright.disk.reading import read_named

    config = Kubeconfig()
    problems: list[str] = []
    for path in paths:
        try:
            text = read_named(path).decode("utf-8", "surrogateescape")
        except FileNotFoundError:
            if explicit:
                raise UnreachableError(f"stat {path}: no such file or directory") from None
            continue
        except OSError as error:
            problems.append(_problem(path, _unreadable(path, error)))
            continue
        try:
            config.add(path, _decoded(text))
        except GoError as error:
            problems.append(_problem(path, error.message))
    if problems:
        raise UnreachableError(aggregate(problems))
    return config


def aggregate(problems: Iterable[str]) -> str:
    """Return several errors as one. Source: apimachinery pkg/util/errors/errors.go."""
    found = list(dict.fromkeys(problems))
    return found[0] if len(found) == 1 else f"[{', '.join(found)}]"


def _problem(path: str, text: str) -> str:
    return f'error loading config file "{path}": {text}'


def _unreadable(path: str, error: OSError) -> str:
    if isinstance(error, IsADirectoryError):
        return f"read {path}: is a directory"
    return f"open {path}: {(error.strerror or str(error)).lower()}"


def _decoded(text: str) -> dict[str, Any]:
    """Return what a file sets; raises GoError with Go's text."""
    from helmwright.go.yaml_read import load
    from helmwright.go.yaml_shapes import TypeMismatch, store

    try:
        value = load(text)
    except YAMLError as error:
        raise GoError(_plain(error.message)) from None
    if value is None:
        return {}
    if not isinstance(value, dict):
        kind = _KINDS.get(type(value), "number")
        raise GoError(
            "couldn't get version/kind; json parse error: json: cannot unmarshal "
            f"{kind} into Go value of type {_HEAD}"
        )
    _check_kind(value)
    try:
        return store(value, _shape())
    except TypeMismatch as error:
        raise GoError(str(error)) from None


def _plain(message: str) -> str:
    """Return the reader's own text, without what YAML to JSON puts before it."""
    return message[message.find("yaml: ") :] if "yaml: " in message else message


def _check_kind(data: Mapping[str, Any]) -> None:
    version, kind = data.get("apiVersion") or "v1", data.get("kind") or "Config"
    for field, value in (("apiVersion", version), ("kind", kind)):
        if not isinstance(value, str):
            found = "object" if isinstance(value, dict) else _KINDS.get(type(value), "number")
            raise GoError(
                "couldn't get version/kind; json parse error: json: cannot unmarshal "
                f"{found} into Go struct field .{field} of type string"
            )
    if (version, kind) not in (("v1", "Config"), ("__internal", "Config")):
        raise GoError(f'no kind "{kind}" is registered for version "{version}"')


def _entries(listed: Iterable[Any], singular: str) -> dict[str, dict[str, Any]]:
    """Return the entries of a list by name; raises GoError for one that is there twice."""
    found: dict[str, dict[str, Any]] = {}
    for item in listed:
        entry = dict((item or {}).get(singular) or {})
        name = (item or {}).get("name", "")
        if name in found:
            kind = {"cluster": "Cluster", "user": "AuthInfo", "context": "Context"}[singular]
            raise GoError(
                f"error converting *[]Named{kind} into *map[string]*api.{kind}: "
                f'duplicate name "{name}" in list'
            )
        for field in _BYTES:
            if entry.get(field):
                from helmwright.go.base64 import decode_standard

                entry[field] = decode_standard(entry[field].encode("utf-8", "surrogateescape"))
        found[name] = entry
    return found


def _located(entry: dict[str, Any], folder: str) -> dict[str, Any]:
    """Return an entry whose paths are absolute."""
    for field in _PATHS:
        if entry.get(field):
            entry[field] = os.path.normpath(os.path.join(folder, entry[field]))
    plugin = entry.get("exec")
    if isinstance(plugin, dict) and os.sep in plugin.get("command", ""):
        plugin["command"] = os.path.normpath(os.path.join(folder, plugin["command"]))
    return entry


def _shape() -> StructOf:
    """Return the Go type of a file, made when it is first needed."""
    from helmwright.go.yaml_shapes import ANY, BOOL, STRING, ListOf, MapOf, Shape, StructOf

    class Exact(StructOf):
        """A struct whose keys are written as they are: this decoder knows upper and lower case."""

        def field(self, key: str) -> str | None:
            return key if key in self.fields else None

    def struct(go_name: str, /, **fields: Shape) -> Exact:
        return Exact(f"v1.{go_name}", {key.replace("_", "-"): one for key, one in fields.items()})

    data = Shape("[]uint8", "string")
    extensions = ListOf(Exact("v1.NamedExtension", {"name": STRING, "extension": ANY}))
    cluster = struct(
        "Cluster",
        server=STRING,
        tls_server_name=STRING,
        insecure_skip_tls_verify=BOOL,
        certificate_authority=STRING,
        certificate_authority_data=data,
        proxy_url=STRING,
        disable_compression=BOOL,
        extensions=extensions,
    )
    plugin = struct(
        "ExecConfig",
        command=STRING,
        args=ListOf(STRING),
        env=ListOf(struct("ExecEnvVar", name=STRING, value=STRING)),
        apiVersion=STRING,
        installHint=STRING,
        provideClusterInfo=BOOL,
        interactiveMode=STRING,
    )
    provider = struct("AuthProviderConfig", name=STRING, config=MapOf(STRING))
    user = struct(
        "AuthInfo",
        client_certificate=STRING,
        client_certificate_data=data,
        client_key=STRING,
        client_key_data=data,
        token=STRING,
        tokenFile=STRING,
        as_uid=STRING,
        as_groups=ListOf(STRING),
        as_user_extra=MapOf(ListOf(STRING)),
        username=STRING,
        password=STRING,
        auth_provider=provider,
        exec=plugin,
        extensions=extensions,
        **{"as": STRING},
    )
    context = struct(
        "Context", cluster=STRING, user=STRING, namespace=STRING, extensions=extensions
    )
    return struct(
        "Config",
        clusters=ListOf(struct("NamedCluster", name=STRING, cluster=cluster)),
        users=ListOf(struct("NamedAuthInfo", name=STRING, user=user)),
        contexts=ListOf(struct("NamedContext", name=STRING, context=context)),
        current_context=STRING,
    )
