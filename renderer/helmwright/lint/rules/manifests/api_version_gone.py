"""An object uses an API version that Kubernetes no longer, or not yet, serves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_BUDGET = """\
-- templates/a.yaml --
«»apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata:
  name: web
"""


@rule(
    "api-version-gone",
    reads=Reads.RENDERED,
    severity=Severity.WARNING,
    summary="An API version is not served by the release of Kubernetes",
    why="The cluster refuses the object: it has no kind of that name in that version.",
    advice="Use the version that the release serves, chosen by .Capabilities where it differs.",
    url="https://kubernetes.io/docs/reference/using-api/deprecation-guide/",
    aliases=("no-extensions-v1beta",),
    bad=(
        Example(_BUDGET, kube_version="1.25.0", message="removed in Kubernetes 1.25"),
        Example(_BUDGET, message="removed in Kubernetes 1.25"),
        Example(
            _BUDGET.replace("v1beta1", "v1"),
            kube_version="1.20.4",
            message="served since Kubernetes 1.21",
        ),
    ),
    good=(
        Example(_BUDGET.replace("«»", "").replace("v1beta1", "v1")),
        Example(_BUDGET.replace("«»", ""), kube_version="1.24.0"),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Compare the life of each kind with the release; an error if the user asked for that one."""
    from helmwright.kube.api_versions import added_in, lifecycle
    from helmwright.lint.rules.manifests._release import release_of

    release = release_of(rendered)
    severity = Severity.ERROR if rendered.kube_version else None
    for one in rendered.objects:
        what = f"{one.api_version} {one.kind}"
        life, added = lifecycle(one.api_version, one.kind), added_in(one.api_version, one.kind)
        if life is not None and life.removed is not None and life.removed <= release:
            number = ".".join(map(str, life.removed))
            message = f"{what} was removed in Kubernetes {number}"
            fix = f"use {life.replacement}" if life.replacement else ""
        elif added is not None and release < added:
            message = f"{what} is served since Kubernetes {'.'.join(map(str, added))}"
            fix = ""
        else:
            continue
        yield rendered.problem(one, ("apiVersion",), message, fix=fix, severity=severity)
