"""The examples of rules as tests: each bad one has its finding where it is marked, a good one none."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.argument_types import checked
from helmwright.base.errors import ChartError, UsageError
from helmwright.packs.loading import load_packs, resolve

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from helmwright.charts.chart import Chart
    from helmwright.lint.definition import Example, Rule
    from helmwright.lint.subject import Subject
    from helmwright.packs.interface import Pack

VALUES = "values.yaml"
GIVEN = "my.yaml"
"""The values file that is given with the chart of an example."""
_USUAL = "determined"
_HEADER = re.compile(r"^-- (\S+) --\n", re.MULTILINE)
_CHART_YAML = "apiVersion: v2\nname: example\nversion: 0.1.0\nicon: https://example.com/icon.png\n"


class Marked(NamedTuple):
    """A text without its marks, and what they stood around: line, column, end line, end column."""

    text: str
    spans: tuple[tuple[int, int, int, int], ...]


class RuleExample(NamedTuple):
    """An example of a rule, to be tried.

    number: among the bad or the good ones of its rule.
    """

    rule: Rule
    example: Example
    number: int
    is_bad: bool

    def __str__(self) -> str:
        return f"{self.rule.id}-{'bad' if self.is_bad else 'good'}-{self.number}"

    def check(self, folder: Path) -> None:
        """Raise AssertionError if the rule does not find what is marked, or finds anything else.

        folder: an empty one, for the files of an example that is a chart.
        """
        from helmwright.lint.run import Selection, lint_subject

        subject, files = subject_of(self.rule, self.example, folder)
        outcome = lint_subject(subject, Selection(select=frozenset({self.rule.id})))
        if outcome.failures:
            raise AssertionError(f"{self}: {outcome.failures[0][1]}")
        findings = outcome.findings
        found = [
            f"{one.span}-{one.span.end_line}:{one.span.end_column}"
            for one in findings
            if one.span.line is not None
        ]
        marked = [
            f"{name}:{line}:{column}-{end_line}:{end_column}"
            for name, file in sorted(files.items())
            for line, column, end_line, end_column in file.spans
        ]
        if found != marked:
            raise AssertionError(f"{self}: found {found}, marked {marked}")
        if self.is_bad and not findings:
            raise AssertionError(f"{self}: it has no finding")
        if findings and not self.is_bad:
            raise AssertionError(f"{self}: {findings[0].message}")
        if findings and self.example.message not in findings[0].message:
            raise AssertionError(
                f"{self}: {findings[0].message!r} says no {self.example.message!r}"
            )
        if {one.rule for one in findings} - {self.rule.id}:
            raise AssertionError(f"{self}: {', '.join(one.rule for one in findings)}")


@checked
def rule_examples(pack: str) -> list[RuleExample]:
    """Return the examples of the rules of a pack, for ``pytest.mark.parametrize(..., ids=str)``.

    Raises:
        UsageError: for a pack that is not installed, or that has no rules.
        AssertionError: for one that cannot be loaded whole.
    """
    from helmwright.lint.catalogue import all_rules

    rules = [rule for rule in all_rules() if rule.pack == pack]
    wrong = [str(one) for one in load_packs().problems if one.pack == pack]
    if wrong:
        raise AssertionError("\n".join(wrong))
    if not rules:
        raise UsageError(f'there is no pack "{pack}" with rules')
    return [
        RuleExample(rule, example, number, is_bad)
        for rule in rules
        for is_bad, examples in ((True, rule.bad), (False, rule.good))
        for number, example in enumerate(examples)
    ]


def unmark(text: str) -> Marked:
    """Return a text without «…»; raises ValueError if one of a pair is missing."""
    plain: list[str] = []
    spans: list[tuple[int, int, int, int]] = []
    start: tuple[int, int] | None = None
    line = column = 1
    for character in text:
        if character == "«":
            start = line, column
        elif character == "»":
            if start is None:
                raise ValueError("» without «")
            spans.append((*start, line, column))
            start = None
        else:
            plain.append(character)
            line, column = (line + 1, 1) if character == "\n" else (line, column + 1)
    if start is not None:
        raise ValueError("« without »")
    return Marked("".join(plain), tuple(spans))


def files_of(example: Example) -> dict[str, Marked]:
    """Return the files of an example: one values file, or those of a chart."""
    parts = _HEADER.split(example.text)
    if len(parts) == 1:
        return {VALUES: unmark(example.text)}
    if parts[0].strip():
        raise ValueError("there is text before the first file")
    return {name: unmark(text) for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def is_chart(example: Example) -> bool:
    """Tell whether an example is a whole chart."""
    return _HEADER.search(example.text) is not None


def subject_of(rule: Rule, example: Example, folder: Path) -> tuple[Subject, dict[str, Marked]]:
    """Return what an example is about, and its files by the path that findings show.

    folder: an empty one, for the files of charts.
    """
    from helmwright.lint.subject import Subject
    from helmwright.rendering.release import Release

    files = files_of(example)
    values: tuple[tuple[str, bytes], ...] = ()
    broken: ChartError | None = None
    pack = load_packs().named(rule.pack)
    if is_chart(example):
        chart, broken = _written(files, folder)
        shown = {f"{folder}/{name}": marked for name, marked in files.items()}
        if GIVEN in files:
            values = ((f"{folder}/{GIVEN}", files[GIVEN].text.encode()),)
    else:
        chart, shown = _chart(pack, example), files
        values = ((VALUES, files[VALUES].text.encode()),)
    subject = Subject(
        chart,
        values,
        overrides=example.overrides,
        whole_chart=is_chart(example),
        release=Release(example.name or _USUAL, example.namespace, is_upgrade=example.upgrade),
        told=_told(pack, example),
        kube_version=example.kube_version,
        broken=broken,
        document=example.document,
    )
    return subject, shown


def _written(files: Mapping[str, Marked], folder: Path) -> tuple[Chart, ChartError | None]:
    """Write the files of a chart, and return it; one that cannot be loaded with the reason."""
    from helmwright.charts.loader import load_chart
    from helmwright.disk.writing import write_file
    from helmwright.lint.helm_lint.folder import broken_chart

    for name, marked in {"Chart.yaml": Marked(_CHART_YAML, ()), **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(str(path), marked.text.encode())
    try:
        return load_chart(str(folder)), None
    except ChartError as error:
        return broken_chart(str(folder)), error


def _chart(pack: Pack | None, example: Example) -> Chart:
    """Return the chart that values are for: one of the pack's, else the one that is always there."""
    if pack is None:
        return _bundled()
    if pack.example_chart:
        chart: Chart = resolve(pack.example_chart)(example)
        return chart
    from helmwright.charts.chart import Chart
    from helmwright.charts.metadata import Metadata

    name = pack.charts[0] if pack.charts else "example"
    return Chart(Metadata(api_version="v2", name=name, version="0.1.0"), path=name)


@lru_cache(maxsize=1)
def _bundled() -> Chart:
    from helmwright.base.resources import chart_directory
    from helmwright.charts.loader import load_chart

    return load_chart(chart_directory())


def _told(pack: Pack | None, example: Example) -> dict[str, Any]:
    known = {} if pack is None else {fact.name: fact.read for fact in pack.facts}
    return {name: resolve(known[name])(text, f"{name}.yaml") for name, text in example.told}
