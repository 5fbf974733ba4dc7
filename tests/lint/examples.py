"""Reads the examples of rules: marks around what a finding spans, files of charts, subjects."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from helmwright.base.errors import ChartError
from helmwright.charts.loader import load_chart
from helmwright.determined.capacity.nodes import read_cluster_nodes
from helmwright.determined.versions import DeterminedRelease
from helmwright.lint.helm_lint.folder import broken_chart
from helmwright.lint.subject import Subject
from helmwright.rendering.release import Release

if TYPE_CHECKING:
    from helmwright.charts.chart import Chart
    from helmwright.lint.rule import Example

ROOT = Path(__file__).parent.parent.parent
VALUES = "values.yaml"
GIVEN = "my.yaml"
"""The values file that is given with the chart of an example."""
_HEADER = re.compile(r"^-- (\S+) --\n", re.MULTILINE)
_CHART_YAML = "apiVersion: v2\nname: example\nversion: 0.1.0\nicon: https://example.com/icon.png\n"


@dataclass(frozen=True, slots=True)
class Marked:
    """A text without its marks, and what they stood around: line, column, end line, end column."""

    text: str
    spans: tuple[tuple[int, int, int, int], ...]


def unmark(text: str) -> Marked:
    """Takes «…» out of a text."""
    plain: list[str] = []
    spans: list[tuple[int, int, int, int]] = []
    start: tuple[int, int] | None = None
    line = column = 1
    for character in text:
        if character == "«":
            start = line, column
        elif character == "»":
            assert start is not None, "» without «"
            spans.append((*start, line, column))
            start = None
        else:
            plain.append(character)
            line, column = (line + 1, 1) if character == "\n" else (line, column + 1)
    assert start is None, "« without »"
    return Marked("".join(plain), tuple(spans))


def files_of(example: Example) -> dict[str, Marked]:
    """Returns the files of an example: one values file, or those of a chart."""
    parts = _HEADER.split(example.text)
    if len(parts) == 1:
        return {VALUES: unmark(example.text)}
    assert not parts[0].strip(), "text before the first file"
    return {name: unmark(text) for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def is_chart(example: Example) -> bool:
    """Tells whether an example is a whole chart."""
    return _HEADER.search(example.text) is not None


@cache
def determined_chart(*, upstream: bool) -> Chart:
    """Returns the bundled chart, or one that rules take for upstream's."""
    chart = load_chart(str(ROOT / "chart"))
    if upstream:
        chart.schema = None
    return chart


def subject_of(example: Example, folder: Path) -> tuple[Subject, dict[str, Marked]]:
    """Returns what an example is about, and its files by the path that findings show.

    folder: an empty one, for the files of charts.
    """
    files = files_of(example)
    release = Release(example.name, example.namespace, is_upgrade=example.upgrade)
    nodes = read_cluster_nodes(example.nodes.encode(), "nodes.yaml") if example.nodes else None
    asked = DeterminedRelease.parse(example.release) if example.release else None
    values: tuple[tuple[str, bytes], ...] = ()
    broken: ChartError | None = None
    if is_chart(example):
        for name, marked in {"Chart.yaml": Marked(_CHART_YAML, ()), **files}.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(marked.text)
        try:
            chart = load_chart(str(folder))
        except ChartError as error:
            chart, broken = broken_chart(str(folder)), error
        shown = {f"{folder}/{name}": marked for name, marked in files.items()}
        if GIVEN in files:
            values = ((f"{folder}/{GIVEN}", files[GIVEN].text.encode()),)
    else:
        chart = determined_chart(upstream=example.upstream)
        values = ((VALUES, files[VALUES].text.encode()),)
        shown = files
    subject = Subject(
        chart,
        values,
        overrides=example.overrides,
        whole_chart=is_chart(example),
        release=release,
        determined_release=asked,
        nodes=nodes,
        kube_version=example.kube_version,
        broken=broken,
        task=example.task,
    )
    return subject, shown
