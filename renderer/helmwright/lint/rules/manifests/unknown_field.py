"""An object has a field that Kubernetes does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.nearest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_GOOD = """\
-- templates/a.yaml --
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  ports:
    - port: 80
      targetPort: http
"""


@rule(
    "unknown-field",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    judges_keys=True,
    summary="A rendered object has a field that its kind does not have",
    why="Kubernetes refuses the object, or drops the field without a word.",
    advice="Rename the field to one that its kind has, or move it to where the API reference has it.",
    url="https://kubernetes.io/docs/reference/kubernetes-api/",
    aliases=("schema-validation",),
    bad=(
        Example(
            _GOOD.replace("      targetPort", "«»      targetport"),
            message="spec.ports[0].targetport is no field of Service",
        ),
        Example(
            "-- templates/a.yaml --\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\n"
            "spec:\n«»  replica: 1\n  selector: {}\n  template: {}\n"
        ),
    ),
    good=(
        Example(_GOOD),
        Example(
            "-- templates/a.yaml --\napiVersion: example.com/v1\nkind: Thing\n"
            "metadata:\n  name: a\nspec:\n  anything: 1\n"
        ),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Hold every object against the fields of its kind."""
    for one, fault in rendered.faults:
        if fault.kind == "unknown":
            known = nearest(str(fault.path[-1]), fault.known)
            yield rendered.problem(
                one,
                fault.path,
                f"{dotted(fault.path)} is no field of {one.kind} in {one.api_version}",
                fix=f"write '{known}'" if known else "",
                of_key=True,
            )
