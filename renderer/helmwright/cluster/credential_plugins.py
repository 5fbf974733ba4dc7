"""Programs that say who asks: the ``exec`` of a kubeconfig's user, run as Kubernetes' client library for Go runs it.

The package ``kubernetes`` runs them too, but goes on without credentials when one fails, and swallows what it tells.

Source: k8s.io/client-go plugin/pkg/client/auth/exec/exec.go
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import UnreachableError
from helmwright.cluster.settings import interactive_mode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.cluster.settings import Settings

_VERSIONS = tuple(f"client.authentication.k8s.io/v1{stage}" for stage in ("", "beta1"))
_HELP = """

It looks like you are trying to use a client-go credential plugin that is not installed.

To learn more about this feature, consult the documentation available at:
      https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins"""


class Credentials(NamedTuple):
    """What a plugin gave: a token, or a certificate and its key as PEM, or all of them."""

    token: str
    certificate: str
    key: str


def check_plugin(plugin: Mapping[str, Any]) -> None:
    """Refuse a version that is gone; raises UnreachableError."""
    version = plugin.get("apiVersion", "")
    if version not in _VERSIONS:
        raise UnreachableError(f'exec plugin: invalid apiVersion "{version}"')


def plugin_credentials(settings: Settings) -> Credentials:
    """Run the plugin of a user and return what it gives.

    Its standard error is that of this process. Raises UnreachableError with Go's text.
    """
    plugin = settings.exec or {}
    command = os.path.normpath(plugin["command"])
    interactive = _is_interactive(plugin)
    spec: dict[str, Any] = {"interactive": interactive}
    if plugin.get("provideClusterInfo"):
        spec["cluster"] = _cluster(settings)
    version = plugin["apiVersion"]
    asked = {"kind": "ExecCredential", "apiVersion": version, "spec": spec}
    environment = dict(os.environ)
    environment.update(
        (one["name"], one.get("value", "")) for one in plugin.get("env") or () if one
    )
    environment["KUBERNETES_EXEC_INFO"] = json.dumps(asked, separators=(",", ":"))
    arguments = [command, *(one or "" for one in plugin.get("args") or ())]
    told = _ran(arguments, environment, str(plugin.get("installHint", "")), interactive=interactive)
    return _credentials(told, version)


def _ran(
    arguments: list[str], environment: dict[str, str], hint: str, *, interactive: bool
) -> bytes:
    from shutil import which

    command = arguments[0]
    if os.sep not in command and which(command, path=environment.get("PATH", "")) is None:
        raise UnreachableError(
            f"exec: executable {command} not found{_HELP}{f'{chr(10) * 2}{hint}' if hint else ''}"
        )
    try:
        done = subprocess.run(  # noqa: S603 - what the user's kubeconfig names
            arguments,
            stdin=None if interactive else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            env=environment,
            check=False,
        )
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UnreachableError(f"exec: fork/exec {command}: {reason}") from None
    except ValueError:
        raise UnreachableError(f"exec: fork/exec {command}: invalid argument") from None
    if done.returncode:
        code = max(done.returncode, -1)
        raise UnreachableError(f"exec: executable {command} failed with exit code {code}")
    return done.stdout


def _is_interactive(plugin: Mapping[str, Any]) -> bool:
    mode = interactive_mode(plugin)
    is_terminal = sys.stdin is not None and sys.stdin.isatty()
    if mode == "Always" and not is_terminal:
        raise UnreachableError(
            "exec plugin cannot support interactive mode: standard input is not a terminal"
        )
    return mode != "Never" and is_terminal


def _cluster(settings: Settings) -> dict[str, Any]:
    """Return what a plugin is told of the cluster. Source: rest/exec.go (ConfigToExecCluster)."""
    from base64 import b64encode

    found: dict[str, Any] = {"server": settings.server}
    if settings.tls_server_name:
        found["tls-server-name"] = settings.tls_server_name
    if settings.insecure_skip_tls_verify:
        found["insecure-skip-tls-verify"] = True
    data = settings.ca_data
    if not data and settings.ca_file:
        from helmwright.disk.reading import read_named

        try:
            data = read_named(settings.ca_file)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise UnreachableError(
                f"failed to load CA bundle for execProvider: open {settings.ca_file}: {reason}"
            ) from None
    if data:
        found["certificate-authority-data"] = b64encode(data).decode("ascii")
    if settings.proxy_url:
        found["proxy-url"] = settings.proxy_url
    if settings.disable_compression:
        found["disable-compression"] = True
    found["config"] = settings.exec_extension
    return found


def _credentials(told: bytes, version: str) -> Credentials:
    """Read what a plugin wrote."""
    try:
        data = json.loads(told)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise UnreachableError("decoding stdout: it is no JSON object")
    found = str(data.get("apiVersion", ""))
    if found != version:
        raise UnreachableError(
            f"exec plugin is configured to use API version {version}, plugin returned version {found}"
        )
    status = data.get("status")
    if not isinstance(status, dict):
        raise UnreachableError("exec plugin didn't return a status field")
    token, certificate, key = (
        _text(status, name) for name in ("token", "clientCertificateData", "clientKeyData")
    )
    if not (token or certificate or key):
        raise UnreachableError("exec plugin didn't return a token or cert/key pair")
    if bool(certificate) != bool(key):
        raise UnreachableError("exec plugin returned only certificate or key, not both")
    return Credentials(token, certificate, key)


def _text(status: Mapping[str, Any], name: str) -> str:
    value = status.get(name)
    return value if isinstance(value, str) else ""
