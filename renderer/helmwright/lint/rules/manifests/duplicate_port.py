"""A Service or a container has a port twice."""

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
    from helmwright.rendering.objects import RenderedObject

_GOOD = """\
-- templates/a.yaml --
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  ports:
    - name: dns
      port: 53
      protocol: TCP
    - name: dns-udp
      port: 53
      protocol: UDP
"""
_Found = tuple["RenderedObject", "Path", int, str, "Severity | None"]


@rule(
    "duplicate-port",
    reads=Reads.RENDERED,
    severity=Severity.WARNING,
    summary="A Service or a container has the same port twice",
    why="Kubernetes refuses such a Service; of such a container, server-side apply loses a port.",
    advice="Leave one of the ports out, or give it another number or protocol.",
    url="https://kubernetes.io/docs/concepts/services-networking/service/#multi-port-services",
    aliases=("duplicate-ports",),
    bad=(
        Example(
            _GOOD.replace("    - name: dns-udp\n", "«»    - name: dns\n"),
            message='spec.ports[1].name repeats "dns"',
        ),
        Example(
            _GOOD.replace("      port: 53\n      protocol: UDP", "«»      port: 53").replace(
                "      protocol: TCP\n", ""
            ),
            message='spec.ports[1].port repeats "53"',
        ),
    ),
    good=(Example(_GOOD),),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Count the ports of each Service and of each container."""
    for one, path, first, value, severity in _found(rendered):
        there = rendered.span(one, (*path[:-2], first, path[-1]))
        yield rendered.problem(
            one,
            path,
            f'{dotted(path)} repeats "{value}"',
            severity=severity,
            related=[Related(there, "the first of them")],
        )


def _found(rendered: RenderedChart) -> Iterator[_Found]:
    for one in rendered.of_kind("Service"):
        ports = _with_protocol(entries(one.data, "spec", "ports"))
        for keys in (("name",), ("port", "protocol")):
            for index, first, value in repeated(ports, *keys):
                path: Path = ("spec", "ports", index, keys[0])
                yield one, path, first, _text(value), Severity.ERROR
    for pod in pods(rendered):
        for container in pod.containers():
            ports = _with_protocol(entries(container.data, "ports"))
            for index, first, value in repeated(ports, "containerPort", "protocol", "hostIP"):
                path = (*container.path, "ports", index, "containerPort")
                yield pod.owner, path, first, _text(value), None


def _with_protocol(ports: list[object]) -> list[object]:
    return [{"protocol": "TCP", **port} if isinstance(port, dict) else port for port in ports]


def _text(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
