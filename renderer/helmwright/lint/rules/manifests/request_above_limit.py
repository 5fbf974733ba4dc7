"""A container requests more than it may have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.manifests._quantities import quantity, quantity_text
from helmwright.lint.rules.manifests._workloads import pods, section

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
      resources:
        requests:
          cpu: 500m
          memory: 1Gi
        limits:
          cpu: 1
          memory: 1024Mi
"""


@rule(
    "request-above-limit",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    summary="A container requests more of a resource than its limit",
    why="Kubernetes refuses the pod.",
    advice="Raise the limit, or lower the request.",
    url="https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/",
    bad=(
        Example(
            _GOOD.replace("          cpu: 500m", "«»          cpu: 2"),
            message="resources.requests.cpu: 2 is more than the limit of 1",
        ),
        Example(_GOOD.replace("          memory: 1Gi", "«»          memory: 1.1Gi")),
    ),
    good=(Example(_GOOD),),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Compare requests and limits of each container."""
    for pod in pods(rendered):
        for container in pod.containers():
            limits = section(container.data, "resources", "limits")
            for key, value in section(container.data, "resources", "requests").items():
                request, limit = quantity(value), quantity(limits.get(key))
                if request is None or limit is None or request <= limit:
                    continue
                path = (*container.path, "resources", "requests", key)
                yield rendered.problem(
                    pod.owner,
                    path,
                    f"{dotted(path)}: {quantity_text(value)} is more than the limit of "
                    f"{quantity_text(limits[key])}",
                )
