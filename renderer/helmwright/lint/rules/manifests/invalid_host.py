"""A route of the Gateway API, or of OpenShift, is for what is no name of a host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart
    from helmwright.rendering.objects import RenderedObject

_GATEWAY = "gateway.networking.k8s.io/"
_ROUTE = """\
-- templates/a.yaml --
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata:
  name: web
spec:
  hostnames:
    - www.example.com
    - "*.example.com"
"""


@rule(
    "invalid-host",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    summary="A route is for a host name that its kind does not take",
    why="The API server refuses the object: host names are in small letters, without scheme and port.",
    advice="Write the name of the host alone, in small letters: www.example.com.",
    url="https://gateway-api.sigs.k8s.io/reference/spec/#hostname",
    bad=(
        Example(
            _ROUTE.replace("    - www.example.com", "«»    - WWW.Example.com"),
            message="spec.hostnames[0]: a host name has small letters, digits, '-' and '.'",
        ),
        Example(
            "-- templates/a.yaml --\napiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\n"
            "metadata:\n  name: a\nspec:\n  gatewayClassName: a\n  listeners:\n    - name: http\n"
            "      port: 80\n      protocol: HTTP\n«»      hostname: https://a.example.com\n"
        ),
        Example(
            "-- templates/a.yaml --\napiVersion: route.openshift.io/v1\nkind: Route\n"
            "metadata:\n  name: a\nspec:\n«»  host: Web.example.com\n  to: {kind: Service, name: a}\n"
        ),
    ),
    good=(
        Example(_ROUTE),
        Example(
            "-- templates/a.yaml --\napiVersion: example.com/v1\nkind: HTTPRoute\n"
            "metadata:\n  name: a\nspec:\n  hostnames: [Any.Thing]\n"
        ),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look at the hosts of every route; those of an Ingress are refused-object's."""
    from helmwright.kube.validation.names import wildcard_host

    for one in rendered.objects:
        for path, host in _hosts(one):
            if type(host) is str and host and wildcard_host(host):
                plain = host.rpartition("://")[2].partition("/")[0].partition(":")[0].lower()
                yield rendered.problem(
                    one,
                    path,
                    f"{dotted(path)}: a host name has small letters, digits, '-' and '.' only",
                    fix="" if wildcard_host(plain) else f"write '{plain}'",
                )


def _hosts(one: RenderedObject) -> Iterator[tuple[Path, Any]]:
    spec = one.data.get("spec")
    if type(spec) is not dict:
        return
    if one.api_version.startswith(_GATEWAY):
        for index, host in enumerate(_items(spec, "hostnames")):
            yield ("spec", "hostnames", index), host
        for index, listener in enumerate(_items(spec, "listeners")):
            if type(listener) is dict:
                yield ("spec", "listeners", index, "hostname"), listener.get("hostname")
    elif one.kind == "Route" and one.api_version == "route.openshift.io/v1":
        yield ("spec", "host"), spec.get("host")


def _items(spec: dict[str, Any], key: str) -> list[Any]:
    found = spec.get(key)
    return found if type(found) is list else []
