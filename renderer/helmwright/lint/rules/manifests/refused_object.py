"""An object has something that the API server refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_TOLD = frozenset(
    {"duplicate", "field", "label", "limit", "mount", "name-length", "schedule", "selector"}
)
"""What rules of their own say of an object."""
_SERVICE = """\
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
_JOB = """\
-- templates/a.yaml --
apiVersion: batch/v1
kind: Job
metadata:
  name: load
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: load
          image: load:1
"""


@rule(
    "refused-object",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    general=True,
    summary="The API server refuses a rendered object for what one of its fields says",
    why="The installation or the upgrade fails, often halfway. No JSON schema says such things.",
    advice="Write one of the supported values, or a value of the form that the field has in the API reference.",
    url="https://kubernetes.io/docs/reference/kubernetes-api/",
    bad=(
        Example(
            _SERVICE.replace("      targetPort: http", '«»      targetPort: "80"'),
            message="spec.ports[0].targetPort: Invalid value: must contain at least one letter (a-z)",
        ),
        Example(
            _JOB.replace("      restartPolicy: Never", "«»      restartPolicy: Always"),
            message='restartPolicy: Required value: valid values: "OnFailure", "Never"',
        ),
        Example(
            "-- templates/a.yaml --\napiVersion: rbac.authorization.k8s.io/v1\nkind: Role\n"
            "metadata:\n  name: a\nrules:\n  - verbs: [get]\n«»    nonResourceURLs: [/x]\n",
            message="namespaced rules cannot apply to non-resource URLs",
        ),
        Example(
            "-- templates/a.yaml --\napiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n"
            "«»  key: not base64\n",
            message="data.key: illegal base64 data",
        ),
    ),
    good=(Example(_SERVICE), Example(_JOB)),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Hold every object against the API server's own validation."""
    from helmwright.kube.validation.objects import refusals
    from helmwright.lint.refusal_fixes import fix_of

    told = {(id(one), fault.path) for one, fault in rendered.faults if fault.kind == "choice"}
    for one in rendered.objects:
        for refusal in refusals(one.data):
            if refusal.topic not in _TOLD and (id(one), refusal.path) not in told:
                where = f"{dotted(refusal.path)}: " if refusal.path else ""
                value = None if one.kind == "Secret" else _value(one.data, refusal.path)
                fix = fix_of(refusal.reason, refusal.path, value)
                yield rendered.problem(one, refusal.path, f"{where}{refusal.reason}", fix=fix)


def _value(data: Any, path: Path) -> Any:
    for step in path:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return None
    return data
