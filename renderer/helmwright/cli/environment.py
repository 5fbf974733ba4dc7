"""What Helm's commands take from the environment: namespace and verbosity.

Source: helm pkg/cli/environment.go
"""

# ruff: noqa: PTH113, PTH118 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.errors import GoError

if TYPE_CHECKING:
    from helmwright.cli.template_flags import EnvironmentFlags, GlobalFlags


def debug_requested(flags: GlobalFlags) -> bool:
    """Tell whether ``--debug`` or, without it, HELM_DEBUG asks for more output."""
    if flags.debug is not None:
        return flags.debug
    text = os.environ.get("HELM_DEBUG", "")
    if not text:
        return False
    from helmwright.go.strconv import parse_bool

    try:
        return parse_bool(text)
    except GoError:
        return False


def namespace(flags: EnvironmentFlags) -> str:
    """Return the release's namespace: the flag, HELM_NAMESPACE, the kubeconfig, ``default``."""
    chosen = flags.namespace if flags.namespace is not None else os.environ.get("HELM_NAMESPACE")
    if chosen:
        return chosen
    context = flags.kube_context
    if context is None:
        context = os.environ.get("HELM_KUBECONTEXT", "")
    paths = _kubeconfigs(flags.kubeconfig)
    is_inside = in_cluster()
    if not any(map(os.path.exists, paths)) and not is_inside:
        return "default"
    from helmwright.cli.kubeconfig import context_namespace

    authority = flags.kube_ca_file or os.environ.get("HELM_KUBECAFILE", "")
    return context_namespace(
        paths,
        context,
        flags,
        authority,
        explicit=bool(flags.kubeconfig),
        in_cluster=is_inside,
    )


def _kubeconfigs(explicit: str) -> list[str]:
    if explicit:
        return [explicit]
    listed = os.environ.get("KUBECONFIG")
    if listed:
        return list(dict.fromkeys(path for path in listed.split(os.pathsep) if path))
    home = os.environ.get("HOME", "")
    return [os.path.join(home, ".kube", "config")]


def in_cluster() -> bool:
    """Tell whether this runs in a pod that has a service account."""
    return bool(
        os.environ.get("KUBERNETES_SERVICE_HOST")
        and os.environ.get("KUBERNETES_SERVICE_PORT")
        and os.path.isfile("/var/run/secrets/kubernetes.io/serviceaccount/token")
    )
