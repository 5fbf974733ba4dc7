"""What Helm's commands take from the environment: namespace and verbosity.

Source: helm pkg/cli/environment.go, k8s.io/client-go tools/clientcmd
"""

from __future__ import annotations

import os
from typing import Any


def debug_requested(flag: bool) -> bool:  # noqa: FBT001 - the value of a flag, not a mode
    """Tell whether ``--debug`` or HELM_DEBUG asks for more output."""
    if flag:
        return True
    text = os.environ.get("HELM_DEBUG", "")
    if not text:
        return False
    from helmwright.errors import GoError
    from helmwright.go.strconv import parse_bool

    try:
        return parse_bool(text)
    except GoError:
        return False


def namespace(flags: dict[str, Any]) -> str:
    """Return the release's namespace: the flag, HELM_NAMESPACE, the kubeconfig, ``default``."""
    return flags["namespace"] or os.environ.get("HELM_NAMESPACE") or _from_kubeconfig(flags)


def _from_kubeconfig(flags: dict[str, Any]) -> str:
    """Return the namespace of the current context; the first file that names one decides."""
    if flags["kubeconfig"]:
        paths = [flags["kubeconfig"]]
    elif os.environ.get("KUBECONFIG"):
        paths = [path for path in os.environ["KUBECONFIG"].split(os.pathsep) if path]
    else:
        paths = [os.path.expanduser("~/.kube/config")]
    configs = [config for config in map(_read, paths) if config]
    wanted = flags["kube-context"] or os.environ.get("HELM_KUBECONTEXT")
    if not wanted:
        wanted = next((c["current-context"] for c in configs if c.get("current-context")), "")
    for config in configs:
        for entry in config.get("contexts") or []:
            if isinstance(entry, dict) and entry.get("name") == wanted:
                context = entry.get("context")
                found = context.get("namespace") if isinstance(context, dict) else None
                return str(found) if found else "default"
    return "default"


def _read(path: str) -> dict[str, Any]:
    """Return a kubeconfig; one that is missing or broken says nothing about the namespace."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            text = file.read()
    except OSError:
        return {}
    from helmwright.errors import HelmwrightError
    from helmwright.go.yaml_read import load_map

    try:
        return load_map(text)
    except HelmwrightError:
        return {}
