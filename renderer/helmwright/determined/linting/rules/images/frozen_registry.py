"""An image from k8s.gcr.io, which gets no new ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.determined.linting.described import given_values
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.values.editing import Put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_OLD = "k8s.gcr.io/"
_NEW = "registry.k8s.io/"
_SCHEDULER = ("defaultImages", "kubeScheduler")


@rule(
    "frozen-registry",
    reads=DETERMINED,
    severity=Severity.INFO,
    covers=("I7",),
    summary="An image from k8s.gcr.io, which is frozen",
    why="Since April 2023 k8s.gcr.io gets no images, and it may go away; registry.k8s.io has them all.",
    advice="Write registry.k8s.io instead of k8s.gcr.io.",
    url="https://kubernetes.io/blog/2023/02/06/k8s-gcr-io-freeze-announcement/",
    fixable=True,
    bad=(
        example(
            "defaultScheduler: coscheduler\ndefaultImages:\n"
            "  kubeScheduler: «k8s.gcr.io/scheduler-plugins/kube-scheduler:v0.18.9»\n",
            message="defaultImages.kubeScheduler: k8s.gcr.io is frozen",
        ),
    ),
    good=(
        example("defaultImages:\n  kubeScheduler: registry.k8s.io/a/kube-scheduler:v0.18.9\n"),
        example("defaultImages:\n  kubeScheduler: k8s.gcr.io/a/kube-scheduler:v0.18.9\n"),
        example("imageRegistry: mirror.example.com/k8s.gcr.io/det\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at every text that the user gives; without defaultScheduler its image is not used."""
    for path, text in _texts(given_values(settings), ()):
        unused = path == _SCHEDULER and not settings.get("defaultScheduler")
        if text.strip().startswith(_OLD) and not unused:
            better = text.strip().replace(_OLD, _NEW, 1)
            message = f"{settings.name(path)}: k8s.gcr.io is frozen"
            edits = (Put(path, better),)
            yield settings.problem(path, message, fix=f"write {better}", edits=edits)


def _texts(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts(item, (*path, index))
