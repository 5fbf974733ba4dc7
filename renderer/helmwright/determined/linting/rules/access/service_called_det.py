"""A Service whose name makes Kubernetes set variables that the master reads as its configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_VARIABLES = {"det": "DET_PORT", "det-db": "DET_DB_PORT"}


@rule(
    "service-called-det",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("T10",),
    summary="A Service among extraObjects sets variables of the master",
    why=(
        "Of a Service det Kubernetes makes DET_PORT=tcp://… in the pods of its namespace, and the "
        "master takes DET_PORT for its port."
    ),
    advice="Give the Service another name, or set master.enableServiceLinks to false.",
    url="https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables",
    bad=(
        example(
            "master:\n  enableServiceLinks: true\n"
            "extraObjects:\n"
            "  - apiVersion: v1\n    kind: Service\n    metadata:\n      name: «det»\n",
            message="sets DET_PORT in the master",
        ),
    ),
    good=(
        example(
            "extraObjects:\n  - apiVersion: v1\n    kind: Service\n    metadata:\n      name: det\n"
        ),
        example(
            "master:\n  enableServiceLinks: true\n"
            "extraObjects:\n"
            "  - apiVersion: v1\n    kind: Service\n"
            "    metadata:\n      name: det\n      namespace: other\n"
            "  - apiVersion: v1\n    kind: ConfigMap\n    metadata:\n      name: det\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the Services of the user's in the namespace of the master."""
    if settings.upstream or settings.get("master", "enableServiceLinks") is not True:
        return
    for index, _ in enumerate(settings.items("extraObjects")):
        path = ("extraObjects", index)
        name = settings.get(*path, "metadata", "name")
        namespace = settings.get(*path, "metadata", "namespace", default=settings.namespace)
        if settings.get(*path, "kind") != "Service" or namespace != settings.namespace:
            continue
        if isinstance(name, str) and name in _VARIABLES:
            message = (
                f"extraObjects[{index}]: the Service {name} sets {_VARIABLES[name]} in the master"
            )
            yield settings.problem((*path, "metadata", "name"), message)
