"""A workload has replicas though an autoscaler sets them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Related
from helmwright.lint.rules.manifests._workloads import group, namespace, section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart
    from helmwright.rendering.objects import RenderedObject

_AUTOSCALERS = ("HorizontalPodAutoscaler", "ScaledObject")
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
spec:
"""


@rule(
    "replicas-beside-autoscaler",
    reads=Reads.RENDERED,
    severity=Severity.WARNING,
    summary="A workload has replicas though an autoscaler sets them",
    why="Each upgrade with Helm 3 sets the number back. The autoscaler owns the field once it has scaled, so that each "
    "upgrade that the server applies, as Helm 4 does it, ends in a conflict.",
    advice="Render replicas only where no autoscaler is rendered.",
    url="https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#replicas",
    bad=(
        Example(
            _GOOD + "«»  replicas: 2\n",
            message="spec.replicas: HorizontalPodAutoscaler web sets it",
        ),
        Example(
            "-- templates/a.yaml --\napiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata:\n  name: w\n"
            "spec:\n  scaleTargetRef:\n    name: web\n---\napiVersion: apps/v1\nkind: Deployment\n"
            "metadata:\n  name: web\nspec:\n«»  replicas: 2\n",
            message="spec.replicas: ScaledObject w sets it",
        ),
    ),
    good=(
        Example(_GOOD),
        Example(_GOOD.replace("    name: web", "    name: other") + "  replicas: 2\n"),
        Example(
            _GOOD.replace("kind: Deployment\n    name", "kind: Rollout\n    name")
            + "  replicas: 2\n"
        ),
        Example(_GOOD + "  replicas: null\n"),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look for replicas in what autoscalers scale."""
    scaled = {
        key: one for one in rendered.of_kind(*_AUTOSCALERS) if (key := _target(rendered, one))
    }
    for one in rendered.objects if scaled else ():
        autoscaler = scaled.get((group(one), one.kind, namespace(rendered, one), one.name))
        if autoscaler is not None and section(one.data, "spec").get("replicas") is not None:
            there = rendered.span(autoscaler, ("spec", "scaleTargetRef"))
            yield rendered.problem(
                one,
                ("spec", "replicas"),
                f"spec.replicas: {autoscaler.kind} {autoscaler.name} sets it",
                related=[Related(there, "the autoscaler")],
                of_key=True,
            )


def _target(rendered: RenderedChart, one: RenderedObject) -> tuple[str, str, str, str] | None:
    """Return what an autoscaler scales: group, kind, namespace and name."""
    target = section(one.data, "spec", "scaleTargetRef")
    if not target.get("name"):
        return None
    version = str(target.get("apiVersion") or "apps/v1")
    kind = str(target.get("kind") or "Deployment")
    of = version.rpartition("/")[0]
    return of, kind, namespace(rendered, one), str(target["name"])
