"""A pod has a volume that no container mounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.nearest import nearest
from helmwright.lint.rules.manifests._volumes import mounts
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


@rule(
    "volume-never-mounted",
    reads=Reads.RENDERED,
    severity=Severity.INFO,
    summary="A pod has a volume that no container mounts",
    why="The pod waits for a volume that nobody needs, and a ConfigMap that is missing stops it.",
    advice="Remove the volume, or mount it.",
    url="https://kubernetes.io/docs/concepts/storage/volumes/",
    bad=(
        Example(
            f"{_GOOD}«»    - name: config\n      configMap: {{name: web}}\n",
            message='spec.volumes[1]: no container mounts "config"',
        ),
    ),
    good=(Example(_GOOD),),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look for volumes without a mount in each pod that has containers."""
    for pod in pods(rendered):
        used = {name for _, name in mounts(pod)}
        names = {str(volume.get("name")) for _, volume in pod.volumes()}
        for path, volume in pod.volumes():
            name = str(volume.get("name") or "")
            if name and name not in used and any(pod.containers()):
                close = nearest(name, used - names)
                yield rendered.problem(
                    pod.owner,
                    (*path, "name"),
                    f'{dotted(path)}: no container mounts "{name}"',
                    fix=f"a container mounts '{close}'; correct one of the names" if close else "",
                )
