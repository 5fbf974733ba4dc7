"""A PodDisruptionBudget protects no pod of the chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.manifests._workloads import (
    entries,
    namespace,
    section,
    selected,
    texts,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_GOOD = """\
-- templates/a.yaml --
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
---
apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    app: web
"""


@rule(
    "dangling-poddisruptionbudget",
    reads=Reads.RENDERED,
    severity=Severity.WARNING,
    summary="The selector of a PodDisruptionBudget matches no pod that the chart makes",
    why="Nothing is protected while nodes are drained.",
    advice="Write the labels of the pod template into spec.selector.",
    url="https://kubernetes.io/docs/tasks/run-application/configure-pdb/",
    bad=(
        Example(
            _GOOD.replace("  selector:", "«»  selector:").replace("      app: web", "      app: b"),
            message="spec.selector app=b matches no pod of the chart",
        ),
    ),
    good=(Example(_GOOD), Example(_GOOD.partition("---\napi")[0])),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look for the pods of each PodDisruptionBudget among those that the chart renders."""
    for one in rendered.of_kind("PodDisruptionBudget"):
        selector = section(one.data, "spec", "selector")
        labels = texts(section(selector, "matchLabels"))
        if not labels or entries(selector, "matchExpressions"):
            continue
        if selected(rendered, labels, namespace(rendered, one)) == []:
            wanted = ",".join(f"{key}={value}" for key, value in labels.items())
            yield rendered.problem(
                one, ("spec", "selector"), f"spec.selector {wanted} matches no pod of the chart"
            )
