"""The Ingress and the master do not agree on who ends TLS."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.access._service import has_ingress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_PATH = ("ingress", "tls", "mode")


@rule(
    "ingress-mode-mismatch",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("T6",),
    summary="ingress.tls.mode does not go with tlsSecret",
    why=(
        "With mode ingress the controller speaks plain HTTP to the master, with reencrypt and "
        "passthrough TLS; the master serves HTTPS if and only if tlsSecret is set."
    ),
    advice="With tlsSecret write passthrough or reencrypt, without it ingress.",
    url="https://kubernetes.github.io/ingress-nginx/user-guide/tls/",
    bad=(
        example(
            "ingress:\n  enabled: true\n  hosts: [det.example.com]\n  tls:\n    mode: «passthrough»\n",
            message="passthrough needs a master that serves HTTPS",
        ),
        example(
            "tlsSecret: det-tls\ningress:\n  enabled: true\n  tls:\n    mode: «ingress»\n",
            message="ingress speaks plain HTTP to the master",
        ),
    ),
    good=(
        example("tlsSecret: det-tls\ningress:\n  enabled: true\n  tls:\n    mode: reencrypt\n"),
        example("ingress:\n  enabled: true\n  tls:\n    mode: ingress\n    secretName: det\n"),
        example("tlsSecret: det-tls\ningress:\n  enabled: true\n"),
        example("ingress:\n  enabled: false\n  tls:\n    mode: passthrough\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare the mode with tlsSecret."""
    mode = settings.get(*_PATH)
    if not has_ingress(settings):
        return
    if mode in ("passthrough", "reencrypt") and not settings.get("tlsSecret"):
        yield settings.problem(
            _PATH,
            f"ingress.tls.mode: {mode} needs a master that serves HTTPS, and tlsSecret is not set",
            fix="set tlsSecret, or write mode: ingress",
        )
    elif mode == "ingress" and settings.get("tlsSecret"):
        yield settings.problem(
            _PATH,
            "ingress.tls.mode: ingress speaks plain HTTP to the master, which serves HTTPS because "
            "of tlsSecret",
            fix="write mode: reencrypt or passthrough, or clear tlsSecret",
        )
