"""A name is longer than its kind allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.manifests._workloads import group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_LONGEST = {
    ("", "Namespace"): 63,
    ("", "Service"): 63,
    ("batch", "CronJob"): 52,
    ("batch", "Job"): 63,
}
_LONG = "a" * 64
_TEXT = "-- templates/a.yaml --\napiVersion: v1\nkind: Service\nmetadata:\n"


@rule(
    "name-too-long",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    summary="A Service, Job, CronJob or Namespace has a longer name than Kubernetes takes",
    why="Kubernetes refuses the object: the name becomes part of host names and labels.",
    advice="Cut the name with '| trunc 63 | trimSuffix \"-\"', or 52 for a CronJob.",
    url="https://kubernetes.io/docs/concepts/overview/working-with-objects/names/",
    bad=(
        Example(f"{_TEXT}«»  name: {_LONG}\n", message="64 characters, of at most 63"),
        Example(
            _TEXT.replace("v1", "batch/v1").replace("Service", "CronJob")
            + f"«»  name: {_LONG[:53]}\n",
            message="53 characters, of at most 52",
        ),
    ),
    good=(
        Example(f"{_TEXT}  name: {_LONG[:63]}\n"),
        Example(f"{_TEXT.replace('Service', 'ConfigMap')}  name: {_LONG}\n"),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Count the letters of names that are shorter than others."""
    for one in rendered.objects:
        longest = _LONGEST.get((group(one), one.kind))
        if longest is not None and len(one.name) > longest:
            yield rendered.problem(
                one,
                ("metadata", "name"),
                f"the name has {len(one.name)} characters, of at most {longest}",
            )
