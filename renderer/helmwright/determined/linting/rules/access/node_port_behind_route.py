"""A NodePort Service is asked for, and the Route makes it ClusterIP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.access._service import service_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "node-port-behind-route",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("T4",),
    since="0.27.1",
    summary="useNodePortForMaster together with openshiftRoute.enabled has no effect",
    why="Behind a Route the Service is of type ClusterIP.",
    advice="Remove useNodePortForMaster, or set masterService.type to NodePort.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/master-service.yaml",
    bad=(
        example(
            "openshiftRoute:\n  enabled: true\nuseNodePortForMaster: «true»\n",
            message="has no effect",
        ),
    ),
    good=(
        example("openshiftRoute:\n  enabled: true\nuseNodePortForMaster: true\n", release="0.27.0"),
        example(
            "openshiftRoute:\n  enabled: true\nuseNodePortForMaster: true\n"
            "masterService:\n  type: NodePort\n"
        ),
        example("openshiftRoute:\n  enabled: true\nuseNodePortForMaster: false\n"),
        example("useNodePortForMaster: true\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare what is asked for with what is made."""
    asked = settings.get("openshiftRoute", "enabled") and settings.get("useNodePortForMaster")
    if asked and service_type(settings) == "ClusterIP":
        message = "useNodePortForMaster has no effect, since openshiftRoute is enabled"
        yield settings.problem(("useNodePortForMaster",), message)
