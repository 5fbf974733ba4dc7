"""A Service names a port that its pods do not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.nearest import nearest
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
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
  ports:
    - port: 80
      targetPort: http
    - port: 81
      targetPort: 8081
---
apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    app: web
spec:
  containers:
    - name: web
      ports:
        - name: http
          containerPort: 8080
"""


@rule(
    "unknown-target-port",
    reads=Reads.RENDERED,
    severity=Severity.WARNING,
    summary="A Service's targetPort is a name that no container of its pods gives to a port",
    why="The Service port has no endpoints, so every connection to it fails.",
    advice="Write the name of a container port, or its number.",
    url="https://kubernetes.io/docs/concepts/services-networking/service/#field-spec-ports",
    bad=(
        Example(
            _GOOD.replace("      targetPort: http", "«»      targetPort: htpp"),
            message='spec.ports[0].targetPort: the pods have no port "htpp"',
        ),
    ),
    good=(
        Example(_GOOD),
        Example(
            _GOOD.replace("targetPort: http", "targetPort: x").replace(
                "spec:\n  sel", "spec:\n  clusterIP: None\n  sel"
            )
        ),
        Example(_GOOD.replace("app: web\nspec", "app: other\nspec")),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look up the names of target ports in the pods that a Service selects."""
    for one in rendered.of_kind("Service"):
        selector = texts(section(one.data, "spec", "selector"))
        headless = section(one.data, "spec").get("clusterIP") == "None"  # ports hardly count
        if not selector or headless or one.api_version != "v1":
            continue
        found = selected(rendered, selector, namespace(rendered, one))
        if not found:
            continue
        names = {
            str(port.get("name"))
            for pod in found
            for container in pod.containers()
            for port in entries(container.data, "ports")
            if type(port) is dict and port.get("name")
        }
        for index, port in enumerate(entries(one.data, "spec", "ports")):
            target = port.get("targetPort") if type(port) is dict else None
            if type(target) is not str or target.isdecimal() or target in names or not target:
                continue
            close = nearest(target, names)
            yield rendered.problem(
                one,
                ("spec", "ports", index, "targetPort"),
                f'spec.ports[{index}].targetPort: the pods have no port "{target}"',
                fix=f"write '{close}'" if close else "",
            )
