"""A container mounts a volume that its pod does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.nearest import nearest
from helmwright.lint.rules.manifests._volumes import mounts, volume_names
from helmwright.lint.rules.manifests._workloads import pods

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
      volumeMounts:
        - name: tmp
          mountPath: /tmp
  volumes:
    - name: tmp
      emptyDir: {}
"""
_CLAIMED = """\
-- templates/a.yaml --
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: web
spec:
  template:
    spec:
      containers:
        - name: web
          volumeMounts:
            - name: data
              mountPath: /data
  volumeClaimTemplates:
    - metadata:
        name: data
"""


@rule(
    "volume-mount-without-volume",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    summary="A container mounts a volume that its pod does not have",
    why="Kubernetes refuses the pod.",
    advice="Add the volume to the pod, or correct the name of the mount.",
    url="https://kubernetes.io/docs/concepts/storage/volumes/",
    bad=(
        Example(
            _GOOD.replace("        - name: tmp", "«»        - name: tpm"),
            message='spec.containers[0].volumeMounts[0]: there is no volume "tpm"',
        ),
        Example(
            _CLAIMED.replace("            - name: data", "«»            - name: date"),
            message='there is no volume "date"',
        ),
    ),
    good=(Example(_GOOD), Example(_CLAIMED)),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look up the volume of each mount."""
    for pod in pods(rendered):
        known = volume_names(pod)
        for path, name in mounts(pod):
            if name not in known:
                close = nearest(name, known)
                yield rendered.problem(
                    pod.owner,
                    (*path, "name"),
                    f'{dotted(path)}: there is no volume "{name}"',
                    fix=f"write '{close}'" if close else f"add a volume '{name}'",
                )
