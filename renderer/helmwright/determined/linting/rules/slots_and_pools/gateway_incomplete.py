"""The gateway to tasks has no name, no namespace, or no address."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._gateways import gateways

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_LABEL = lazy_pattern(r"[a-zA-Z0-9]([-a-zA-Z0-9_.]*[a-zA-Z0-9])?", re.ASCII)
_LONGEST = 63


@rule(
    "gateway-incomplete",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("R18",),
    since="0.34.0",
    summary="The internal task gateway lacks name, namespace or address",
    why="The master does not start: it opens ports of that Gateway for its tasks.",
    advice="Set gateway_name and gateway_namespace to those of the Gateway, gateway_ip to its address.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/internal-task-gateway.rst",
    bad=(
        example(
            "resourceManager:\n"
            "  «internalTaskGateway»:\n"
            "    gateway_name: tasks-gateway\n    gateway_namespace: default\n",
            message="gateway_ip is not set",
        ),
        example(
            "resourceManager:\n  internalTaskGateway:\n"
            "    gateway_name: «tasks/gateway»\n"
            "    gateway_namespace: default\n    gateway_ip: 203.0.113.10\n",
            message="no name of an object",
        ),
        example(
            "additional_resource_managers:\n"
            "  - resource_manager:\n      cluster_name: two\n"
            "      «internal_task_gateway»:\n"
            "        gateway_name: tasks-gateway\n        gateway_ip: 203.0.113.10\n",
            message="internal_task_gateway.gateway_namespace is not set",
        ),
    ),
    good=(
        example(
            "resourceManager:\n  internalTaskGateway:\n    gateway_name: tasks-gateway\n"
            "    gateway_namespace: default\n    gateway_ip: 203.0.113.10\n"
        ),
        example("resourceManager:\n  internalTaskGateway: {}\n"),
        example("resourceManager:\n  internalTaskGateway: {gateway_name: a}\n", upstream=True),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the gateway of every manager."""
    for path, gateway in gateways(settings):
        for key in ("gateway_name", "gateway_namespace", "gateway_ip"):
            where = (*path, key)
            value = gateway.get(key)
            if value in (None, ""):
                yield settings.problem(where, f"{settings.name(where)} is not set")
            elif key != "gateway_ip" and not _is_label(value):
                yield settings.problem(
                    where,
                    f"{settings.name(where)}: {settings.show(*where)} is no name of an object in "
                    "Kubernetes with at most 63 characters",
                )


def _is_label(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST and _LABEL.fullmatch(value) is not None
