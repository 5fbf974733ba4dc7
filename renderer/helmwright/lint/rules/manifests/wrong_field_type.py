"""A field of an object holds what Kubernetes does not take there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.nearest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.kube.conformity import Fault
    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_POD = """\
-- templates/a.yaml --
apiVersion: v1
kind: Pod
metadata:
  name: web
  annotations:
    scrape: "true"
spec:
  restartPolicy: Never
  containers:
    - name: web
      image: web:1
      env:
        - name: PORT
          value: "8080"
"""


@rule(
    "wrong-field-type",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    summary="A field of a rendered object has a value of the wrong type, or one that is no choice",
    why="Kubernetes refuses the object.",
    advice="Give the field what it takes; strings that look like something else need quotes.",
    url="https://kubernetes.io/docs/reference/kubernetes-api/",
    bad=(
        Example(
            _POD.replace('          value: "8080"', "«»          value: 8080"),
            message="spec.containers[0].env[0].value is a number, expected a string",
        ),
        Example(_POD.replace('    scrape: "true"', "«»    scrape: true")),
        Example(
            _POD.replace("  restartPolicy: Never", "«»  restartPolicy: never"),
            message='"never" is none of Always, Never, OnFailure',
        ),
    ),
    good=(
        Example(_POD),
        Example(
            "-- templates/a.yaml --\napiVersion: v1\nkind: Service\nmetadata:\n  name: a\n"
            "  annotations:\nspec:\n  ports:\n    - port: 80\n      targetPort: 8080\n"
        ),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Hold the values in every object against the types of their fields."""
    for one, fault in rendered.faults:
        if fault.kind == "type":
            found = f"is {_type(fault.value)}, expected {fault.expected}"
            message = f"{dotted(fault.path)} {found}"
            yield rendered.problem(one, fault.path, message, fix=_fix(fault))
        elif fault.kind == "choice":
            choices = ", ".join(sorted(fault.known))
            close = nearest(fault.value, fault.known)
            yield rendered.problem(
                one,
                fault.path,
                f'{dotted(fault.path)}: "{fault.value}" is none of {choices}',
                fix=f"write '{close}'" if close else f"choose one of {choices}",
            )


def _type(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, (int, float)):
        return "a number"
    return "a list" if isinstance(value, list) else "a map"


def _fix(fault: Fault) -> str:
    if fault.expected == "a string" and not isinstance(fault.value, (dict, list)):
        return "put the value in quotes; in a template with '| quote'"
    if fault.expected in {"a whole number", "true or false"} and isinstance(fault.value, str):
        return "write the value without quotes; in a template without '| quote'"
    return f"set {dotted(fault.path)} to {fault.expected}" if fault.expected else ""
