"""A HorizontalPodAutoscaler scales a workload that the chart does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.nearest import nearest
from helmwright.lint.rules.manifests._workloads import group, namespace, section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_SCALED = frozenset({"Deployment", "ReplicaSet", "StatefulSet"})
_GOOD = """\
-- templates/a.yaml --
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: web
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: web
  maxReplicas: 3
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
"""


@rule(
    "dangling-horizontalpodautoscaler",
    reads=Reads.RENDERED,
    severity=Severity.WARNING,
    summary="A HorizontalPodAutoscaler scales a workload that the chart does not have",
    why="Nothing is scaled, whatever the load.",
    advice="Write kind and name of a workload of the chart into spec.scaleTargetRef.",
    url="https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/",
    bad=(
        Example(
            _GOOD.replace("    name: web\n  max", "«»    name: wbe\n  max"),
            message='spec.scaleTargetRef: the chart has no Deployment "wbe"',
        ),
        Example(
            _GOOD.replace("    kind: Deployment\n    name", "    kind: StatefulSet\n«»    name")
        ),
    ),
    good=(
        Example(_GOOD),
        Example(_GOOD.replace("    kind: Deployment\n    name", "    kind: Rollout\n    name")),
        Example(_GOOD.partition("---\napi")[0]),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look up what each HorizontalPodAutoscaler scales, if the chart has any workload."""
    for one in rendered.of_kind("HorizontalPodAutoscaler"):
        target = section(one.data, "spec", "scaleTargetRef")
        kind, name = target.get("kind"), target.get("name")
        if type(kind) is not str or type(name) is not str or kind not in _SCALED:
            continue
        there = [
            other
            for other in rendered.of_kind(*_SCALED)
            if group(other) == "apps" and namespace(rendered, other) == namespace(rendered, one)
        ]
        names = [other.name for other in there if other.kind == kind]
        if not there or name in names:
            continue
        close = nearest(name, names)
        yield rendered.problem(
            one,
            ("spec", "scaleTargetRef", "name"),
            f'spec.scaleTargetRef: the chart has no {kind} "{name}"',
            fix=f"write '{close}'" if close else "",
        )
