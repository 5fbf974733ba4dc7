"""The host of the master's address has a scheme, a port or a path in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_PORT = lazy_pattern(r"[^:\[\]]+:\d+")


@rule(
    "master-host-with-more",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("T8",),
    since="0.38.0",
    summary="determinedMasterHost has a scheme, a port or a path in it",
    why="The master makes scheme://host:port of its parts, and tasks cannot reach what that gives.",
    advice="Write the host alone, and the rest in determinedMasterScheme and determinedMasterPort.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/master-config.yaml",
    bad=(
        example(
            "determinedMasterHost: «https://det.example.com»\n",
            message="determinedMasterHost: it has a scheme or a path",
        ),
        example("determinedMasterHost: «det.example.com:443»\n", message="it has a port"),
        example(
            "additional_resource_managers:\n  - resource_manager:\n"
            "      determined_master_host: «http://10.0.0.1»\n"
        ),
    ),
    good=(
        example("determinedMasterHost: det.example.com\n"),
        example("determinedMasterHost: 192.0.2.7\n"),
        example('determinedMasterHost: "2001:db8::1"\n'),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the hosts of all resource managers."""
    paths: list[Path] = [("determinedMasterHost",)]
    for index, _ in enumerate(settings.items("additional_resource_managers")):
        manager = ("additional_resource_managers", index, "resource_manager")
        paths += [(*manager, key) for key in ("determined_master_host", "determined_master_ip")]
    for path in paths:
        host = settings.get(*path)
        if not isinstance(host, str):
            continue
        if "/" in host:
            yield settings.problem(path, f"{settings.name(path)}: it has a scheme or a path in it")
        elif _PORT.fullmatch(host.strip()):
            yield settings.problem(path, f"{settings.name(path)}: it has a port in it")
