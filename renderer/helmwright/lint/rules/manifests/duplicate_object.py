"""A chart renders the same object twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Related
from helmwright.lint.rules.manifests._workloads import group, namespace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart
    from helmwright.rendering.objects import RenderedObject

_ONE = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\n"
_ROLE = "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: web\nrules: []\n"
_HOOK = '  annotations:\n    "helm.sh/hook": pre-install\n'


@rule(
    "duplicate-object",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    summary="Two rendered objects have the same kind, namespace and name",
    why="Helm 3 fails with 'already exists'; Helm 4 lets the second replace the first.",
    advice="Give the objects different names, or leave one out.",
    url="https://helm.sh/docs/chart_best_practices/templates/",
    bad=(
        Example(
            f"-- templates/a.yaml --\n{_ONE}-- templates/b.yaml --\n"
            f"{_ONE.replace('  name', '«»  name')}",
            message="the chart renders this object a second time",
        ),
        Example(
            f"-- templates/a.yaml --\n{_ROLE}---\n"
            + _ROLE.replace("  name: web", "  namespace: other\n«»  name: web"),
            message="the chart renders this object a second time",
        ),
        Example(
            f"-- templates/a.yaml --\n{_ONE}---\napiVersion: v1\nkind: List\nitems:\n"
            "  - apiVersion: v1\n    kind: ConfigMap\n    metadata:\n«»      name: web\n",
            message="the chart renders this object a second time",
        ),
    ),
    good=(
        Example(f"-- templates/a.yaml --\n{_ONE}---\n{_ONE}  namespace: other\n"),
        Example(f"-- templates/a.yaml --\n{_ONE}---\n{_ONE.replace('ConfigMap', 'Secret')}"),
        Example(f"-- templates/a.yaml --\n{_ONE}---\n{_ONE}{_HOOK}"),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Count objects by what the API server tells them apart by; hooks come and go."""
    from helmwright.kube.scopes import cluster_kinds

    of_cluster = cluster_kinds(one.data for one in rendered.objects)
    first: dict[tuple[str, str, str, str], RenderedObject] = {}
    for one in rendered.objects:
        if one.is_hook or not one.name or not one.kind:
            continue
        kind = group(one), one.kind
        key = (*kind, "" if kind in of_cluster else namespace(rendered, one), one.name)
        known = first.setdefault(key, one)
        if known is not one:
            there = rendered.span(known, ("metadata", "name"))
            yield rendered.problem(
                one,
                ("metadata", "name"),
                f"the chart renders this object a second time (first in {there.path})",
                related=[Related(there, "the first of them")],
            )
