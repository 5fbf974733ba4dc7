"""An object lacks a field that Kubernetes requires."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule

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
    spec:
      containers:
        - name: web
          image: web:1
"""


@rule(
    "missing-field",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    summary="A rendered object lacks a field that its kind must have",
    why="Kubernetes refuses the object.",
    advice="Add the required field at that place, with a value of the API reference.",
    url="https://kubernetes.io/docs/reference/kubernetes-api/",
    bad=(
        Example(
            _GOOD.replace("        - name: web\n  ", "«»        -"),
            message="spec.template.spec.containers[0].name is missing",
        ),
        Example(
            "-- templates/a.yaml --\napiVersion: v1\nkind: Service\nmetadata:\n  name: a\n"
            "spec:\n  ports:\n«»    - targetPort: 80\n",
            message="spec.ports[0].port is missing",
        ),
    ),
    good=(Example(_GOOD),),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Hold every object against what its kind requires."""
    for one, fault in rendered.faults:
        if fault.kind == "missing" and fault.path != ("metadata",):
            yield rendered.problem(
                one,
                fault.path,
                f"{dotted(fault.path)} is missing",
                fix=f"add '{fault.path[-1]}'",
            )
