"""A workload's selector does not take its own pods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Related
from helmwright.lint.rules.manifests._workloads import pods, section, selector_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_GOOD = """\
-- templates/a.yaml --
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
        tier: front
"""


@rule(
    "mismatching-selector",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    summary="The selector of a workload does not match the labels of its pods",
    why="Kubernetes refuses the workload: it would never find the pods that it makes.",
    advice="Give the pod template every label that the selector asks for.",
    url="https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#selector",
    bad=(
        Example(
            _GOOD.replace("  selector:", "«»  selector:").replace("app: web\n  t", "app: wbe\n  t"),
            message="spec.selector asks for app=wbe, the pods have app=web",
        ),
        Example(
            _GOOD.replace("  selector:", "«»  selector:").replace("        app: web\n", ""),
            message="spec.selector asks for app=web, the pods have no app",
        ),
    ),
    good=(
        Example(_GOOD),
        Example(
            _GOOD.replace(
                "matchLabels:\n      app: web",
                "matchExpressions:\n      - {key: app, operator: In, values: [web]}",
            )
        ),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Apply each selector to the labels of the pod template."""
    for pod in pods(rendered):
        selector = section(pod.owner.data, "spec", "selector")
        plain = pod.owner.kind == "ReplicationController"
        if plain or not selector or selector_matches(selector, pod.labels):
            continue
        wanted = section(selector, "matchLabels")
        wrong = [key for key, value in wanted.items() if pod.labels.get(key) != str(value)]
        message = "spec.selector does not take the labels of the pod template"
        if wrong:
            key = wrong[0]
            have = f"{key}={pod.labels[key]}" if key in pod.labels else f"no {key}"
            message = f"spec.selector asks for {key}={wanted[key]}, the pods have {have}"
        there = rendered.span(pod.owner, (*pod.path, "metadata", "labels"))
        yield rendered.problem(
            pod.owner, ("spec", "selector"), message, related=[Related(there, "labels of the pods")]
        )
