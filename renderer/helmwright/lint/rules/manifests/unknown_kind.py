"""An object is of a kind or version that a group of Kubernetes' own does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.nearest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_TEXT = "-- templates/a.yaml --\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n"


@rule(
    "unknown-kind",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    summary="A kind or version does not exist in a group that is Kubernetes' own",
    why="The cluster refuses the object, whatever its release.",
    advice="Correct apiVersion or kind; 'kubectl api-resources' lists them.",
    url="https://kubernetes.io/docs/reference/kubernetes-api/",
    bad=(
        Example(
            _TEXT.replace("kind: Deployment", "«»kind: Deploymnet"),
            message="there is no kind Deploymnet in apps/v1",
        ),
        Example(
            _TEXT.replace("apiVersion: apps/v1", "«»apiVersion: v1"),
            message="there is no kind Deployment in v1",
        ),
    ),
    good=(
        Example(_TEXT),
        Example(_TEXT.replace("apps/v1", "snapshot.storage.k8s.io/v1")),
        Example(_TEXT.replace("apps/v1", "extensions/v1beta1")),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look up the kinds of groups that no custom resource can have."""
    from helmwright.kube.api_versions import unknown_kind

    for one in rendered.objects:
        if not one.kind or not one.api_version:
            continue
        known = unknown_kind(one.api_version, one.kind)
        if known is None:
            continue
        same = [name for name in known if name.endswith(f" {one.kind}")]
        close = nearest(f"{one.api_version} {one.kind}", same or known) or "".join(same[:1])
        path = ("apiVersion",) if same else ("kind",)
        message = f"there is no kind {one.kind} in {one.api_version}"
        yield rendered.problem(one, path, message, fix=f"use {close}" if close else "")
