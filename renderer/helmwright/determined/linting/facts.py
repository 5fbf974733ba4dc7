"""What Determined's rules are called with: made of what is linted, and of what the run was told."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import UsageError
from helmwright.determined.linting.rule import DETERMINED, UPSTREAM
from helmwright.determined.versions import FIRST, LATEST, DeterminedRelease, Number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.charts.layers import LayeredValues
    from helmwright.determined.capacity.nodes import ClusterNode
    from helmwright.determined.linting.pods import TaskPods
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.determined.linting.task_view import TaskView
    from helmwright.lint.definition import Example
    from helmwright.lint.settings import Settings
    from helmwright.lint.subject import Subject

CHART = "determined"
RELEASE = "determined_release"
"""The release that is asked for, instead of the one of the values."""
NODES = "nodes"
"""The cluster's nodes, for rules that can use them."""


def read_release(text: str, _: str = "") -> DeterminedRelease:
    """Return the release that a text names; raises UsageError for another text."""
    release = DeterminedRelease.parse(text)
    if release is None:
        raise UsageError(f'a release such as 0.38.1, not "{text}"')
    return release


def read_nodes(text: str, name: str = "") -> tuple[ClusterNode, ...]:
    """Return the nodes of an inventory; raises HelmwrightError with its place."""
    from helmwright.determined.capacity.nodes import read_cluster_nodes

    return read_cluster_nodes(text, name)


def overrides(told: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the flags that set in the values what the run was told."""
    release = told.get(RELEASE)
    return [] if release is None else [("set-string", f"detVersion={release}")]


def release_number(subject: Subject) -> Number | None:
    """Return the number of the release that the values are for; None if no chart installs Determined."""
    if subject.layered is None:
        return None
    found: tuple[DeterminedSettings, ...] = subject.view(DETERMINED)
    return found[0].release.number if found else None


def settings(subject: Subject) -> Iterator[DeterminedSettings]:
    """Yield the effective values of each chart that installs Determined: itself, or a subchart."""
    from helmwright.lint.subject import charts_named

    layered = _present(subject)
    for chart, prefix in charts_named(layered.chart, (CHART,)):
        yield _settings(subject, layered, chart, prefix)


def _settings(
    subject: Subject, layered: LayeredValues, chart: Chart, prefix: Path
) -> DeterminedSettings:
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.settings import Settings

    release = subject.told.get(RELEASE) or _asked_release(Settings(chart, layered, prefix))
    nodes = subject.told.get(NODES)
    return DeterminedSettings(
        chart,
        layered,
        prefix,
        release=release or LATEST,
        release_known=release is not None,
        upstream=chart.schema is None,
        nodes=None if nodes is None else tuple(nodes),
        release_name=subject.release.name,
        namespace=subject.release.namespace,
        is_upgrade=subject.release.is_upgrade,
        kube_version=subject.kube_version,
    )


def pods(subject: Subject) -> Iterator[TaskPods]:
    """Yield what tasks would get, if the chart renders."""
    from helmwright.determined.linting.pods import TaskPods

    found = subject.view(DETERMINED)
    if found and subject.rendered.error is None:
        yield TaskPods(found[0], subject.rendered)


def task(subject: Subject) -> Iterator[TaskView]:
    """Yield the one file as the configuration of a task."""
    from helmwright.determined.linting.task_view import TaskView

    ((name, data),) = subject.files
    yield TaskView(name, data, subject.document, subject.told.get(RELEASE) or LATEST)


@lru_cache(maxsize=2)
def _example_chart(which: str) -> Chart:
    from helmwright.base.resources import chart_directory
    from helmwright.charts.loader import load_chart

    chart = load_chart(chart_directory())
    if which == UPSTREAM:
        chart.schema = None
    return chart


def example_chart(example: Example) -> Chart:
    """Return the chart that the values of an example are for: the bundled one, or upstream's."""
    return _example_chart(example.chart)


def _present(subject: Subject) -> LayeredValues:
    if subject.layered is None:
        raise AssertionError("there are no values: a source is broken")
    return subject.layered


def _asked_release(settings: Settings) -> DeterminedRelease | None:
    texts = (
        settings.get("detRelease"),
        settings.get("detVersion"),
        settings.chart.metadata.app_version,
    )
    for text in texts:
        release = DeterminedRelease.parse(str(text)) if text else None
        if release is not None and release >= FIRST:  # charts out of the sources say 0.0.0
            return release
    return None
