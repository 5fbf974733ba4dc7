"""The ports of the gateway to tasks are none that it can have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._gateways import gateways
from helmwright.determined.linting.rules.slots_and_pools._managers import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_FIRST, _LAST = 1025, 65535
_DEFAULTS = {"gateway_port_range_start": 32768, "gateway_port_range_end": _LAST}
_HEAD = (
    "resourceManager:\n  internalTaskGateway:\n    gateway_name: tasks-gateway\n"
    "    gateway_namespace: default\n    gateway_ip: 203.0.113.10\n"
)


@rule(
    "gateway-ports-wrong",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("R18",),
    since="0.34.0",
    summary="The port range of the internal task gateway is not between 1025 and 65535, or empty",
    why="The master does not start with a range that holds no port it may open.",
    advice="Set gateway_port_range_start below gateway_port_range_end, both from 1025 to 65535.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/internal-task-gateway.rst",
    bad=(
        example(
            _HEAD + "    gateway_port_range_start: «1024»\n", message="1024 is not between 1025"
        ),
        example(
            _HEAD + "    gateway_port_range_start: «40000»\n    gateway_port_range_end: 40000\n",
            message="40000 is not below",
        ),
        example(
            _HEAD + "    gateway_port_range_end: «20000»\n",
            message="gateway_port_range_start, which is 32768",
        ),
    ),
    good=(
        example(_HEAD),
        example(_HEAD + "    gateway_port_range_start: 2000\n    gateway_port_range_end: 3000\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the gateway of every manager."""
    for path, gateway in gateways(settings):
        ports: dict[str, float] = {}
        for key, default in _DEFAULTS.items():
            given = gateway.get(key)
            port = float(default) if given is None else number(given)
            if port is None:
                continue  # of another type, which the schema refuses
            if _FIRST <= port <= _LAST:
                ports[key] = port
                continue
            where: Path = (*path, key)
            yield settings.problem(
                where,
                f"{settings.name(where)}: {settings.show(*where)} is not between {_FIRST} and "
                f"{_LAST}",
            )
        if len(ports) == len(_DEFAULTS):
            start, end = ports.values()
            where = (*path, "gateway_port_range_start")
            what = f"{start:g} is not below gateway_port_range_end, which is {end:g}"
            if gateway.get("gateway_port_range_start") is None:
                where = (*path, "gateway_port_range_end")
                what = f"{end:g} is not above gateway_port_range_start, which is {start:g}"
            if start >= end:
                yield settings.problem(where, f"{settings.name(where)}: {what}")
