"""The Ingress closes silent web sockets, refuses uploads, or asks the master at the wrong place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.access._service import has_ingress, ingress_controller

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_LEAST_SECONDS = 300
_LEAST_BYTES = 96 << 20
"""The command line uploads up to 95 MB of code."""
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
_ANNOTATIONS: Path = ("ingress", "annotations")
_TIMEOUTS: tuple[Path, ...] = (
    ("ingress", "timeoutSeconds"),
    (*_ANNOTATIONS, "nginx.ingress.kubernetes.io/proxy-read-timeout"),
    (*_ANNOTATIONS, "nginx.ingress.kubernetes.io/proxy-send-timeout"),
)
_SIZES: tuple[Path, ...] = (
    ("ingress", "maxBodySize"),
    (*_ANNOTATIONS, "nginx.ingress.kubernetes.io/proxy-body-size"),
)
_HEALTH: Path = (*_ANNOTATIONS, "alb.ingress.kubernetes.io/healthcheck-path")


@rule(
    "ingress-too-narrow",
    reads=DETERMINED,
    severity=Severity.INFO,
    covers=("T11",),
    summary="The Ingress is too narrow for notebooks, uploads or health checks",
    why=(
        "Notebooks and shells are web sockets that may be silent for minutes, the code of an "
        "experiment has up to 95 MB, and a load balancer of AWS gets its 200 from /det/."
    ),
    advice="Leave these settings to the chart, which chooses an hour, 512 MB and /det/.",
    url="https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/annotations/",
    bad=(
        example(
            "ingress:\n  enabled: true\n  className: nginx\n  timeoutSeconds: «60»\n"
            "  maxBodySize: «1m»\n",
            message="ingress.timeoutSeconds: web sockets that are silent for 60 seconds are closed",
        ),
        example(
            "ingress:\n  enabled: true\n  className: alb\n  annotations:\n"
            "    alb.ingress.kubernetes.io/healthcheck-path: «/»\n",
            message="the master answers / with a redirection",
        ),
        example(
            "ingress:\n  enabled: true\n  className: nginx\n  annotations:\n"
            '    nginx.ingress.kubernetes.io/proxy-read-timeout: «"30"»\n'
        ),
    ),
    good=(
        example("ingress:\n  enabled: true\n  className: nginx\n  maxBodySize: 0\n"),
        example("ingress:\n  enabled: true\n  className: nginx\n  timeoutSeconds: 600\n"),
        example("ingress:\n  enabled: true\n  className: traefik\n  maxBodySize: 1m\n"),
        example("ingress:\n  enabled: false\n  className: nginx\n  maxBodySize: 1m\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at what the controller in question reads."""
    if not has_ingress(settings):
        return
    controller = ingress_controller(settings)
    if controller in {"nginx", "alb"}:
        for path in _TIMEOUTS[: 1 if controller == "alb" else None]:
            seconds = _number(settings.get(*path))
            if seconds is not None and 0 < seconds < _LEAST_SECONDS:
                said = f"web sockets that are silent for {seconds} seconds are closed"
                yield settings.problem(path, f"{settings.name(path)}: {said}")
    if controller == "nginx":
        for path in _SIZES:
            size = _number(settings.get(*path))
            if size is not None and 0 < size < _LEAST_BYTES:
                said = f"{settings.show(*path)} is less than an experiment may upload, 95 MB"
                yield settings.problem(path, f"{settings.name(path)}: {said}")
    elif controller == "alb" and settings.get(*_HEALTH) == "/":
        message = f"{settings.name(_HEALTH)}: the master answers / with a redirection"
        yield settings.problem(_HEALTH, message, fix="write /det/")


def _number(value: Any) -> int | None:
    """Return a number of seconds or bytes as nginx writes it; None for anything else."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return int(value)
    match = (
        re.fullmatch(r"(\d{1,12})([kmg]?)", value.strip().lower()) if type(value) is str else None
    )
    return None if match is None else int(match[1]) * _UNITS[match[2]]
