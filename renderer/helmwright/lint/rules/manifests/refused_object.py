"""An object has something that the API server refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.finding import dotted
from helmwright.lint.rule import Example, Reads, Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    advice="Correct the field as the message says: it has the API server's words.",
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

    for one in rendered.objects:
        for refusal in refusals(one.data):
            if refusal.topic not in _TOLD:
                where = f"{dotted(refusal.path)}: " if refusal.path else ""
                yield rendered.problem(one, refusal.path, f"{where}{refusal.reason}")
