"""An Ingress leads to a Service that the chart does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.nearest import nearest
from helmwright.lint.rules.manifests._workloads import (
    entries,
    group,
    has_custom_objects,
    namespace,
    section,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart
    from helmwright.rendering.objects import RenderedObject

_GOOD = """\
-- templates/a.yaml --
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: web
spec:
  rules:
    - http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: web
                port:
                  number: 80
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  ports:
    - name: http
      port: 80
"""


@rule(
    "dangling-ingress",
    reads=Reads.RENDERED,
    severity=Severity.WARNING,
    summary="An Ingress leads to a Service, or a port of one, that the chart does not have",
    why="The ingress controller answers requests with 503.",
    advice="Name a Service of the chart and a port that it has.",
    url="https://kubernetes.io/docs/concepts/services-networking/ingress/",
    bad=(
        Example(
            _GOOD.replace("                name: web", "«»                name: wbe"),
            message='the chart has no Service "wbe"',
        ),
        Example(
            _GOOD.replace("                  number: 80", "«»                  number: 8080"),
            message='Service "web" has no port 8080',
        ),
        Example(
            _GOOD.replace("                  number: 80", "«»                  name: https"),
            message='Service "web" has no port https',
        ),
    ),
    good=(
        Example(_GOOD),
        Example(_GOOD.replace("number: 80", "name: http")),
        Example(_GOOD.replace("number: 80", "name: use-annotation")),
        Example(_GOOD.partition("---\napi")[0]),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look up the backends of each Ingress, if the chart has Services and nobody else makes some."""
    if has_custom_objects(rendered):
        return
    for one in rendered.of_kind("Ingress"):
        if group(one) != "networking.k8s.io":
            continue
        where = namespace(rendered, one)
        services = {
            service.name: service
            for service in rendered.of_kind("Service")
            if namespace(rendered, service) == where
        }
        for path, backend in _backends(one):
            name, port = backend.get("name"), section(backend, "port")
            if not services or type(name) is not str or port.get("name") == "use-annotation":
                continue
            if name not in services:
                close = nearest(name, services)
                message = f'{dotted((*path, "name"))}: the chart has no Service "{name}"'
                fix = f"write '{close}'" if close else ""
                yield rendered.problem(one, (*path, "name"), message, fix=fix)
            else:
                yield from _check_port(rendered, one, (*path, "port"), services[name], port)


def _check_port(
    rendered: RenderedChart,
    one: RenderedObject,
    path: Path,
    service: RenderedObject,
    port: dict[str, Any],
) -> Iterator[Problem]:
    ports = [each for each in entries(service.data, "spec", "ports") if type(each) is dict]
    for key, own in (("name", "name"), ("number", "port")):
        wanted = port.get(key)
        if wanted is None or not ports or any(each.get(own) == wanted for each in ports):
            continue
        shown = str(int(wanted)) if isinstance(wanted, float) else str(wanted)
        message = f'{dotted((*path, key))}: Service "{service.name}" has no port {shown}'
        yield rendered.problem(one, (*path, key), message)


def _backends(one: RenderedObject) -> Iterator[tuple[Path, dict[str, Any]]]:
    default = section(one.data, "spec", "defaultBackend", "service")
    if default:
        yield ("spec", "defaultBackend", "service"), default
    for number, each in enumerate(entries(one.data, "spec", "rules")):
        for index, path in enumerate(entries(each, "http", "paths")):
            where: Path = ("spec", "rules", number, "http", "paths", index, "backend", "service")
            yield where, section(path, "backend", "service")
