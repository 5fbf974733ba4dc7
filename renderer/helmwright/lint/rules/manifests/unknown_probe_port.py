"""A probe names a port that its container does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.nearest import nearest
from helmwright.lint.rules.manifests._workloads import entries, pods, section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_HOLDERS: tuple[Path, ...] = (
    ("livenessProbe",),
    ("readinessProbe",),
    ("startupProbe",),
    ("lifecycle", "postStart"),
    ("lifecycle", "preStop"),
)
_GOOD = """\
-- templates/a.yaml --
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      ports:
        - name: http
          containerPort: 80
      livenessProbe:
        httpGet:
          path: /
          port: http
      readinessProbe:
        tcpSocket:
          port: 8080
"""


@rule(
    "unknown-probe-port",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    summary="A probe or a lifecycle hook names a port that its container does not have",
    why="The probe fails, so the container is restarted for ever or never gets ready.",
    advice="Write the name of a port of the same container, or a number.",
    url="https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/",
    aliases=("liveness-port", "readiness-port", "startup-port"),
    bad=(
        Example(
            _GOOD.replace("          port: http", "«»          port: htpp"),
            message='livenessProbe.httpGet.port: the container has no port "htpp"',
        ),
        Example(
            _GOOD.replace("          port: 8080", '«»          port: "web"'),
            message='readinessProbe.tcpSocket.port: the container has no port "web"',
        ),
    ),
    good=(Example(_GOOD), Example(_GOOD.replace("port: http", 'port: "80"'))),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look up the names of ports in each container."""
    for pod in pods(rendered):
        for container in pod.containers():
            names = {
                str(port.get("name"))
                for port in entries(container.data, "ports")
                if type(port) is dict and port.get("name")
            }
            for holder in _HOLDERS:
                for action in ("httpGet", "tcpSocket"):
                    where = (*holder, action)
                    port = section(container.data, *map(str, where)).get("port")
                    if type(port) is not str or port.isdecimal() or port in names or not port:
                        continue
                    path = (*container.path, *where, "port")
                    close = nearest(port, names)
                    yield rendered.problem(
                        pod.owner,
                        path,
                        f'{dotted(path)}: the container has no port "{port}"',
                        fix=f"write '{close}'" if close else "",
                    )
