"""Which cluster is asked, and as whom: flags and variables over the kubeconfig, checked as Helm checks them.

Source: k8s.io/client-go tools/clientcmd client_config.go, merged_client_builder.go, validation.go;
cli-runtime pkg/genericclioptions/config_flags.go
"""

# ruff: noqa: PTH113, PTH123 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError, UnreachableError
from helmwright.base.records import Record, replace
from helmwright.cluster.kubeconfig import Kubeconfig, aggregate, kubeconfig_paths, load_kubeconfig

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount"
_OLD_PLUGINS = tuple(f"client.authentication.k8s.io/v1{stage}1" for stage in ("alpha", "beta"))
_DEFAULT_SERVER = "http://localhost:8080"


class Overrides(Record):
    """What flags and variables say instead of the kubeconfig; blank is nothing.

    kubeconfig: the file of ``--kubeconfig``. namespace: of ``--namespace``. The rest is as the flags
    ``--kube-context``, ``--kube-token`` … of Helm.
    """

    kubeconfig: str = ""
    context: str = ""
    namespace: str = ""
    token: str = ""
    as_user: str = ""
    as_groups: tuple[str, ...] = ()
    server: str = ""
    ca_file: str = ""
    tls_server_name: str = ""
    insecure_skip_tls_verify: bool = False


class Settings(Record):
    """A cluster and the account it is asked by.

    context, cluster, user: their names in the kubeconfig. The rest is what the entries there hold; data are
    bytes, and paths absolute. as_extra: names and values. exec, auth_provider: None where there is none.
    """

    server: str
    context: str = ""
    cluster: str = ""
    user: str = ""
    ca_file: str = ""
    ca_data: bytes = b""
    insecure_skip_tls_verify: bool = False
    tls_server_name: str = ""
    proxy_url: str = ""
    disable_compression: bool = False
    token: str = ""
    token_file: str = ""
    username: str = ""
    password: str = ""
    cert_file: str = ""
    cert_data: bytes = b""
    key_file: str = ""
    key_data: bytes = b""
    as_user: str = ""
    as_uid: str = ""
    as_groups: tuple[str, ...] = ()
    as_extra: tuple[tuple[str, str], ...] = ()
    exec: Mapping[str, Any] | None = None
    exec_extension: Any = None
    auth_provider: Mapping[str, Any] | None = None

    def __repr__(self) -> str:
        """Return it without credentials."""
        return f"Settings(server={self.server!r}, context={self.context!r}, user={self.user!r})"

    def sends_credentials(self) -> bool:
        """Tell whether a login is sent: to servers over TLS only."""
        return self.server.lower().startswith("https://")


def in_cluster(environment: Mapping[str, str] | None = None) -> bool:
    """Tell whether this runs in a pod that has a service account."""
    environment = os.environ if environment is None else environment
    return bool(
        environment.get("KUBERNETES_SERVICE_HOST")
        and environment.get("KUBERNETES_SERVICE_PORT")
        and os.path.isfile(f"{_ACCOUNT}/token")
    )


def cluster_settings(
    overrides: Overrides, environment: Mapping[str, str] | None = None
) -> Settings:
    """Return the cluster that flags, variables and kubeconfig files mean.

    Raises UnreachableError with the text that Helm has behind ``kubernetes cluster unreachable: ``.
    """
    environment = os.environ if environment is None else environment
    config = _loaded(overrides, environment)
    choice = _Choice(config, overrides, environment)
    choice.check_names()
    choice.check()
    found = choice.settings()
    default = environment.get("KUBERNETES_MASTER") or _DEFAULT_SERVER
    bare = replace(found, context="", cluster="", user="")
    if bare == Settings(default) and in_cluster(environment):
        return _of_pod(overrides, environment)
    return found


def release_namespace(overrides: Overrides, environment: Mapping[str, str] | None = None) -> str:
    """Return the namespace of flags, variables, the kubeconfig or the pod; ``default`` where none says one.

    Nothing here fails: Helm takes ``default`` when the configuration cannot be used.
    Source: helm pkg/cli/environment.go (Namespace)
    """
    environment = os.environ if environment is None else environment
    if overrides.namespace:
        return overrides.namespace
    try:
        choice = _Choice(_loaded(overrides, environment), overrides, environment)
        choice.check()
    except UnreachableError:
        return "default"
    named: str = choice.context.get("namespace", "")
    return named or (_pod_namespace(environment) if in_cluster(environment) else "default")


def _loaded(overrides: Overrides, environment: Mapping[str, str]) -> Kubeconfig:
    paths = kubeconfig_paths(overrides.kubeconfig, environment)
    return load_kubeconfig(paths, explicit=bool(overrides.kubeconfig))


class _Choice:
    """The context, cluster and user that count, with what overrides them."""

    def __init__(
        self, config: Kubeconfig, overrides: Overrides, environment: Mapping[str, str]
    ) -> None:
        self._config = config
        self._overrides = overrides
        self.context_name = overrides.context or config.current
        self.context = config.contexts.get(self.context_name, {})
        self.user_name: str = self.context.get("user", "")
        self.cluster_name: str = self.context.get("cluster", "")
        self.user = self._with_flags_of_user(config.users.get(self.user_name, {}))
        server = environment.get("KUBERNETES_MASTER") or _DEFAULT_SERVER
        found = {key: one for key, one in config.clusters.get(self.cluster_name, {}).items() if one}
        self.cluster = self._with_flags_of_cluster({"server": server, **found})

    def _with_flags_of_user(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        flags = self._overrides
        given = {"token": flags.token, "as": flags.as_user, "as-groups": list(flags.as_groups)}
        return {**entry, **{key: value for key, value in given.items() if value}}

    def _with_flags_of_cluster(self, entry: dict[str, Any]) -> dict[str, Any]:
        flags = self._overrides
        if flags.server:
            entry["server"] = flags.server
        if flags.insecure_skip_tls_verify or flags.ca_file:
            entry["insecure-skip-tls-verify"] = flags.insecure_skip_tls_verify
            entry["certificate-authority"] = flags.ca_file
            entry["certificate-authority-data"] = b""
        if flags.tls_server_name or flags.server:
            entry["tls-server-name"] = flags.tls_server_name
        return entry

    def check_names(self) -> None:
        """Refuse a context of a flag that is not there."""
        name = self._overrides.context
        if name and name not in self._config.contexts:
            raise UnreachableError(f'context "{name}" does not exist')

    def check(self) -> None:
        """Refuse what cannot be used. Source: DirectClientConfig.ConfirmUsable."""
        problems = []
        if self.context_name and self.context_name not in self._config.contexts:
            problems.append(f"context was not found for specified context: {self.context_name}")
        problems.extend(_problems_of_user(self.user_name, self.user))
        problems.extend(_problems_of_cluster(self.cluster_name, self.cluster))
        if problems:
            raise UnreachableError(f"invalid configuration: {aggregate(problems)}")

    def settings(self) -> Settings:
        """Return what the entries say."""
        user, cluster = self.user, self.cluster
        server = cluster["server"]
        found = Settings(
            server,
            context=self.context_name,
            cluster=self.cluster_name,
            user=self.user_name,
            proxy_url=cluster.get("proxy-url", ""),
            disable_compression=bool(cluster.get("disable-compression")),
        )
        if user.get("as"):
            extra = user.get("as-user-extra") or {}
            found = replace(
                found,
                as_user=user["as"],
                as_uid=user.get("as-uid", ""),
                as_groups=tuple(user.get("as-groups") or ()),
                as_extra=tuple((key, one) for key in sorted(extra) for one in extra[key] or ()),
            )
        if not found.sends_credentials():
            return found
        return replace(
            found,
            ca_file=cluster.get("certificate-authority", ""),
            ca_data=cluster.get("certificate-authority-data", b""),
            insecure_skip_tls_verify=bool(cluster.get("insecure-skip-tls-verify")),
            tls_server_name=cluster.get("tls-server-name", ""),
            **self._login(),
        )

    def _login(self) -> dict[str, Any]:
        """Return the fields that say who asks."""
        user = self.user
        token, token_file = user.get("token", ""), user.get("tokenFile", "")
        if token_file and not token:
            token = _read(token_file)
        found = {
            "token": token,
            "token_file": token_file,
            "username": user.get("username", ""),
            "password": user.get("password", ""),
            "exec": user.get("exec"),
            "exec_extension": _extension(self.cluster),
            "auth_provider": user.get("auth-provider"),
        }
        if user.get("client-certificate") or user.get("client-certificate-data"):
            found["cert_file"] = user.get("client-certificate", "")
            found["cert_data"] = user.get("client-certificate-data", b"")
            found["key_file"] = user.get("client-key", "")
            found["key_data"] = user.get("client-key-data", b"")
        return found


def _extension(cluster: Mapping[str, Any]) -> Any:
    """Return what a cluster's entry has for plugins that say who asks."""
    for one in cluster.get("extensions") or ():
        if (one or {}).get("name") == "client.authentication.k8s.io/exec":
            return one.get("extension")
    return None


def _read(path: str) -> str:
    """Return what a file holds; raises UnreachableError."""
    from helmwright.disk.reading import read_named

    try:
        return read_named(path).decode("utf-8", "surrogateescape")
    except IsADirectoryError:
        raise UnreachableError(f"read {path}: is a directory") from None
    except OSError as error:
        raise UnreachableError(f"open {path}: {_told(error)}") from None


def _told(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _problems_of_user(name: str, user: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with a user. Source: validation.go (validateAuthInfo)."""
    yield from _problems_of_certificate(name, user)
    plugin = user.get("exec")
    if plugin is not None:
        yield from _problems_of_plugin(name, user, plugin)
    methods = []
    if user.get("token"):
        methods.append("token")
    if user.get("username") or user.get("password"):
        methods.append("basicAuth")
    if len(methods) > 1:
        yield (
            f"more than one authentication method found for {name}; found [{' '.join(methods)}], "
            "only one is allowed"
        )
    extra = any(map(user.get, ("as-uid", "as-groups", "as-user-extra")))
    if extra and not user.get("as"):
        yield f"requesting uid, groups or user-extra for {name} without impersonating a user"


def _problems_of_certificate(name: str, user: Mapping[str, Any]) -> Iterator[str]:
    certificate, data = user.get("client-certificate"), user.get("client-certificate-data")
    key, key_data = user.get("client-key"), user.get("client-key-data")
    if not (certificate or data):
        return
    if certificate and data:
        yield (
            f"client-cert-data and client-cert are both specified for {name}. "
            "client-cert-data will override."
        )
    if key and key_data:
        yield (
            f"client-key-data and client-key are both specified for {name}; "
            "client-key-data will override"
        )
    if not (key or key_data):
        yield (
            f"client-key-data or client-key must be specified for {name} to use the clientCert "
            "authentication method."
        )
    for what, path in (("client-cert", certificate), ("client-key", key)):
        if path and (problem := _unopened(path)):
            yield f"unable to read {what} {path} for {name} due to {problem}"


def _problems_of_plugin(
    name: str, user: Mapping[str, Any], plugin: Mapping[str, Any]
) -> Iterator[str]:
    if user.get("auth-provider") is not None:
        yield f"authProvider cannot be provided in combination with an exec plugin for {name}"
    for field in ("command", "apiVersion"):
        if not plugin.get(field):
            yield f"{field} must be specified for {name} to use exec authentication plugin"
    for variable in plugin.get("env") or ():
        if not (variable or {}).get("name"):
            yield (
                f"env variable name must be specified for {name} to use exec authentication plugin"
            )
    mode = interactive_mode(plugin)
    if not mode:
        yield f"interactiveMode must be specified for {name} to use exec authentication plugin"
    elif mode not in ("Never", "IfAvailable", "Always"):
        yield f'invalid interactiveMode for {name}: "{mode}"'


def interactive_mode(plugin: Mapping[str, Any]) -> str:
    """Return when a plugin gets the standard input; old versions need not say. Source: api/v1/defaults.go."""
    mode: str = plugin.get("interactiveMode", "")
    if not mode and plugin.get("apiVersion") in _OLD_PLUGINS:
        return "IfAvailable"
    return mode


def _problems_of_cluster(name: str, cluster: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with a cluster. Source: validation.go (validateClusterInfo)."""
    proxy = cluster.get("proxy-url")
    if proxy and (problem := _problem_of_proxy(proxy)):
        from helmwright.go.strconv import quote

        yield f"invalid 'proxy-url' {quote(proxy)} for cluster {quote(name)}: {problem}"
    authority = cluster.get("certificate-authority")
    if authority and cluster.get("certificate-authority-data"):
        yield (
            "certificate-authority-data and certificate-authority are both specified for "
            f"{name}. certificate-authority-data will override."
        )
    if authority and (problem := _unopened(authority)):
        yield f"unable to read certificate-authority {authority} for {name} due to {problem}"


def _problem_of_proxy(text: str) -> str:
    """Return what is wrong with a proxy. Source: tools/clientcmd/helpers.go (parseProxyURL)."""
    from helmwright.go.strconv import quote
    from helmwright.go.url import parse

    try:
        scheme = parse(text).scheme
    except GoError:
        return f"could not parse: {text}"
    if scheme in ("http", "https", "socks5"):
        return ""
    return f"unsupported scheme {quote(scheme)}, must be http, https, or socks5"


def _unopened(path: str) -> str:
    """Return what Go says of a file that cannot be opened, nothing of one that can."""
    try:
        with open(path, "rb"):
            return ""
    except IsADirectoryError:
        return ""
    except OSError as error:
        return f"open {path}: {_told(error)}"
    except ValueError:
        return f"open {path}: invalid argument"


def _of_pod(overrides: Overrides, environment: Mapping[str, str]) -> Settings:
    """Return the cluster of the pod that this runs in. Source: client-go rest/config.go (InClusterConfig)."""
    host, port = environment["KUBERNETES_SERVICE_HOST"], environment["KUBERNETES_SERVICE_PORT"]
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    path = f"{_ACCOUNT}/token"
    authority = f"{_ACCOUNT}/ca.crt"
    found = Settings(
        overrides.server or f"https://{address}",
        token=_read(path),
        token_file=path,
        ca_file=overrides.ca_file or ("" if _unopened(authority) else authority),
    )
    return replace(found, token=overrides.token, token_file="") if overrides.token else found


def _pod_namespace(environment: Mapping[str, str]) -> str:
    named = environment.get("POD_NAMESPACE")
    if named:
        return named
    try:
        with open(f"{_ACCOUNT}/namespace", encoding="utf-8", errors="surrogateescape") as file:
            return file.read().strip() or "default"
    except OSError:
        return "default"
