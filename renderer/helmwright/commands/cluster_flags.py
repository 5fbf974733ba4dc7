"""The flags that say which cluster is asked and as whom, with Helm's variables beside them.

Source: helm pkg/cli/environment.go
"""

# ruff: noqa: PTH110, PTH118 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.errors import GoError
from helmwright.commands.flags import Flags, string, string_array, switch

if TYPE_CHECKING:
    from helmwright.cluster.settings import Overrides


class KubeconfigFlags(Flags, heading="Cluster"):
    """Where the kubeconfig is, and which of its contexts counts; what is not given comes from the environment."""

    kubeconfig: str = string(
        "kubeconfig file; without it the files of KUBECONFIG, or ~/.kube/config", value_name="file"
    )
    kube_context: str | None = string(
        "context of the kubeconfig to take", value_name="name", default=None
    )


class NamespaceFlags(KubeconfigFlags, heading="Cluster"):
    """The release's namespace, and what says it if no flag does."""

    namespace: str | None = string(
        "the release's namespace; without it the one of the kubeconfig's context", "n", default=None
    )


class ConnectionFlags(Flags, heading="Cluster"):
    """How the cluster is reached, in place of what the kubeconfig says."""

    kube_apiserver: str | None = string("address of the API server", value_name="url", default=None)
    kube_as_group: list[str] | None = string_array(
        "group to act as; repeatable", value_name="group", default=None
    )
    kube_as_user: str | None = string("user to act as", value_name="user", default=None)
    kube_ca_file: str | None = string(
        "certificate authority of the API server",
        value_name="file",
        default=None,
        completes="files",
    )
    kube_insecure_skip_tls_verify: bool | None = switch(
        "do not check the certificate of the API server", default=None
    )
    kube_tls_server_name: str | None = string(
        "name that the certificate of the API server must have", value_name="name", default=None
    )
    kube_token: str | None = string("bearer token", value_name="token", default=None)


class ClusterFlags(NamespaceFlags, ConnectionFlags, heading="Cluster"):
    """All of them."""


def namespace(flags: ClusterFlags) -> str:
    """Return the release's namespace: the flag, HELM_NAMESPACE, the kubeconfig, ``default``."""
    chosen = _given(flags.namespace, "HELM_NAMESPACE")
    if chosen or not _is_configured(flags):
        return chosen or "default"
    from helmwright.cluster.settings import release_namespace

    return release_namespace(overrides(flags))


def overrides(flags: ClusterFlags) -> Overrides:
    """Return what flags, and where they are not given Helm's variables, say of the cluster."""
    from helmwright.cluster.settings import Overrides

    groups = flags.kube_as_group
    if groups is None:
        listed = os.environ.get("HELM_KUBEASGROUPS", "").strip(", ")
        groups = listed.split(",") if listed else []
    insecure = flags.kube_insecure_skip_tls_verify
    if insecure is None:
        insecure = _is_true(os.environ.get("HELM_KUBEINSECURE_SKIP_TLS_VERIFY", ""))
    return Overrides(
        kubeconfig=flags.kubeconfig,
        context=_given(flags.kube_context, "HELM_KUBECONTEXT"),
        namespace=_given(flags.namespace, "HELM_NAMESPACE"),
        token=_given(flags.kube_token, "HELM_KUBETOKEN"),
        as_user=_given(flags.kube_as_user, "HELM_KUBEASUSER"),
        as_groups=tuple(groups),
        server=_given(flags.kube_apiserver, "HELM_KUBEAPISERVER"),
        ca_file=_given(flags.kube_ca_file, "HELM_KUBECAFILE"),
        tls_server_name=_given(flags.kube_tls_server_name, "HELM_KUBETLS_SERVER_NAME"),
        insecure_skip_tls_verify=insecure,
    )


def _given(flag: str | None, variable: str) -> str:
    return os.environ.get(variable, "") if flag is None else flag


def _is_true(text: str) -> bool:
    from helmwright.go.strconv import parse_bool

    try:
        return parse_bool(text)
    except GoError:
        return False


def _is_configured(flags: ClusterFlags) -> bool:
    """Tell whether anything but a flag may name a namespace; most runs end here, and import nothing."""
    return bool(
        flags.kubeconfig
        or os.environ.get("KUBECONFIG")
        or os.environ.get("KUBERNETES_SERVICE_HOST")
        or os.path.exists(os.path.join(os.environ.get("HOME", ""), ".kube", "config"))
    )
