"""Two containers, volumes, ports or mounts of a pod have the same name or place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Related
from helmwright.lint.rules.manifests._names import repeated
from helmwright.lint.rules.manifests._workloads import entries, pods

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart
    from helmwright.lint.rules.manifests._workloads import PodTemplate

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
        - {name: tmp, mountPath: /tmp}
        - {name: tmp, mountPath: /var}
    - name: proxy
  volumes:
    - name: tmp
      emptyDir: {}
"""


@rule(
    "duplicate-name-in-pod",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    summary="Two containers, volumes or port names of a pod are called the same, or two mounts meet",
    why="Kubernetes refuses the pod.",
    advice="Give each its own name, and each mount its own mountPath.",
    url="https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/",
    bad=(
        Example(
            _GOOD.replace("    - name: proxy", "«»    - name: web"),
            message='spec.containers[1].name repeats "web"',
        ),
        Example(
            _GOOD.replace(
                "        - {name: tmp, mountPath: /var}", "«»        - {name: x, mountPath: /tmp}"
            ),
            message='volumeMounts[1].mountPath repeats "/tmp"',
        ),
        Example(f"{_GOOD}«»    - name: tmp\n      emptyDir: {{}}\n"),
    ),
    good=(Example(_GOOD),),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look for what is there twice in the lists of each pod that have unique names."""
    for pod in pods(rendered):
        for path, key, other, value in _repeated(pod):
            there = rendered.span(pod.owner, (*path[:-1], other, key))
            yield rendered.problem(
                pod.owner,
                (*path, key),
                f'{dotted((*path, key))} repeats "{value}"',
                related=[Related(there, "the first of them")],
            )


def _repeated(pod: PodTemplate) -> Iterator[tuple[Path, str, int, str]]:
    names: dict[str, Path] = {}
    for container in pod.containers():
        name = str(container.data.get("name") or "")
        known = names.setdefault(name, container.path)
        if name and known != container.path:
            yield container.path, "name", int(known[-1]), name
    for index, first, name in repeated(entries(pod.spec, "volumes"), "name"):
        yield (*pod.path, "spec", "volumes", index), "name", first, str(name)
    for container in pod.containers():
        for key, field in (("volumeMounts", "mountPath"), ("ports", "name")):
            for index, first, name in repeated(entries(container.data, key), field):
                yield (*container.path, key, index), field, first, str(name)
