"""A container has an environment variable twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Related
from helmwright.lint.rules.manifests._names import repeated
from helmwright.lint.rules.manifests._workloads import entries, pods

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_GOOD = """\
-- templates/a.yaml --
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      env:
        - name: PORT
          value: "80"
        - name: HOST
          value: web
"""


@rule(
    "duplicate-env-var",
    reads=Reads.RENDERED,
    severity=Severity.WARNING,
    summary="A container has an environment variable twice",
    why="Only the last one counts, and server-side apply, which Helm 4 uses, refuses the list.",
    advice="Set the variable once.",
    url="https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy",
    bad=(
        Example(
            _GOOD.replace("        - name: HOST", "«»        - name: PORT"),
            message='spec.containers[0].env[1] sets "PORT" a second time',
        ),
    ),
    good=(Example(_GOOD),),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Count the names of variables in each container."""
    for pod in pods(rendered):
        for container in pod.containers():
            for index, first, name in repeated(entries(container.data, "env"), "name"):
                path = (*container.path, "env", index)
                there = rendered.span(pod.owner, (*container.path, "env", first))
                yield rendered.problem(
                    pod.owner,
                    (*path, "name"),
                    f'{dotted(path)} sets "{name}" a second time',
                    related=[Related(there, "the first of them")],
                )
