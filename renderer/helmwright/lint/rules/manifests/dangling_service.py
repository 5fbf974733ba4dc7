"""A Service selects no pod of the chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.manifests._workloads import namespace, section, selected, texts

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
---
apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    app: web
"""
_OPERATED = "---\napiVersion: example.com/v1\nkind: Web\nmetadata:\n  name: web\n"


@rule(
    "dangling-service",
    reads=Reads.RENDERED,
    severity=Severity.WARNING,
    summary="The selector of a Service matches no pod that the chart makes",
    why="The Service has no endpoints, so every connection to it fails.",
    advice="Write the same labels into the selector and into the pod template.",
    url="https://kubernetes.io/docs/concepts/services-networking/service/",
    bad=(
        Example(
            _GOOD.replace("  selector:\n    app: web", "«»  selector:\n    app: wbe"),
            message="spec.selector app=wbe matches no pod of the chart",
        ),
    ),
    good=(
        Example(_GOOD),
        Example(_GOOD.replace("    app: web\n  ports", "    app: wbe\n  ports") + _OPERATED),
        Example(_GOOD.replace("    app: web\n  ports", "    app: web\n    role: main\n  ports")),
        Example(_GOOD.partition("---\napi")[0]),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look for each Service's pods among those that the chart renders."""
    for one in rendered.of_kind("Service"):
        selector = texts(section(one.data, "spec", "selector"))
        if not selector or one.api_version != "v1":
            continue
        if selected(rendered, selector, namespace(rendered, one)) == []:
            wanted = ",".join(f"{key}={value}" for key, value in selector.items())
            yield rendered.problem(
                one, ("spec", "selector"), f"spec.selector {wanted} matches no pod of the chart"
            )
