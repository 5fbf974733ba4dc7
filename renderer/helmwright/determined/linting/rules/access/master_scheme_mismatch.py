"""Tasks are told a scheme that the master does not serve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_KEY = "determinedMasterScheme"


@rule(
    "master-scheme-mismatch",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("T8",),
    since="0.38.0",
    summary="determinedMasterScheme is neither http nor https, or http where the master serves HTTPS",
    why="Tasks reach the master under this scheme; with the wrong one they never start.",
    advice="Leave determinedMasterScheme blank: it is https with tlsSecret, and http otherwise.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/master-config.yaml",
    bad=(
        example(
            "determinedMasterHost: det.example.com\ndeterminedMasterScheme: «tcp»\n",
            message='determinedMasterScheme: "tcp" is neither http nor https',
        ),
        example(
            "tlsSecret: det-tls\ndeterminedMasterHost: det.example.com\n"
            "determinedMasterScheme: «http»\n",
            message="the master serves HTTPS",
        ),
    ),
    good=(
        example("determinedMasterHost: det.example.com\ndeterminedMasterScheme: https\n"),
        example("determinedMasterHost: det.example.com\ntlsSecret: det-tls\n"),
        example(
            "determinedMasterHost: det.example.com\ntlsSecret: a\ndeterminedMasterScheme: https\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare the scheme with tlsSecret; a proxy before the master may end TLS."""
    scheme = settings.get(_KEY, default="")
    if scheme not in {"", "http", "https"} if isinstance(scheme, str) else True:
        message = f"{_KEY}: {settings.show(_KEY)} is neither http nor https"
        yield settings.problem((_KEY,), message, severity=Severity.ERROR)
    elif scheme == "http" and settings.get("tlsSecret") and settings.get("determinedMasterHost"):
        message = f"{_KEY}: it is http, and the master serves HTTPS because of tlsSecret"
        yield settings.problem((_KEY,), message)
