"""The lines that findings point at, for people to read; never one that holds a secret."""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.reference.secret_paths import is_secret

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.go.yaml_nodes import Node
    from helmwright.lint.finding import Finding, Span
    from helmwright.lint.source import ValuesSource
    from helmwright.lint.subject import Subject
    from helmwright.lint.texts import SubjectTexts
    from helmwright.secrets.known import KnownSecrets

Excerpts = dict[tuple[str, int], "str | None"]
"""Lines by the path and the number that findings show; None for one that is not to be shown."""

_NAMES = lazy_pattern(r"(?<![\w.-])[A-Za-z_][\w.-]{0,127}")
_BARE = lazy_pattern(r"(?<![A-Za-z0-9+/=])[A-Za-z0-9+/=]{40,}")
_BEGIN = lazy_pattern(r"-----BEGIN [A-Z ]{1,64}-----")
_NEWLINE = lazy_pattern(r"\n")
_END = lazy_pattern(r"-----END [A-Z ]{1,64}-----")


def excerpts(subject: Subject, findings: Iterable[Finding], texts: SubjectTexts) -> Excerpts:
    """Return the lines that findings point at, without those that hold secrets."""
    found: Excerpts = {}
    hidden: dict[str, frozenset[int]] = {}
    for finding in findings:
        for span in (finding.span, *(related.span for related in finding.related)):
            line = _line(span, texts)
            if line is None or span.line is None:
                continue
            if span.path not in hidden:
                hidden[span.path] = _secret_lines(subject, span.path, texts)
            is_hidden = span.line in hidden[span.path]
            found[span.path, span.line] = None if is_hidden else line
    for finding in findings:
        span = finding.span
        is_empty = (span.line, span.column) == (span.end_line, span.end_column)
        if span.line is not None and not is_empty and _is_about_secret(subject, finding.value_path):
            found[span.path, span.line] = None
    return found


def _line(span: Span, texts: SubjectTexts) -> str | None:
    lines = texts.lines(span.path)
    if lines is None or span.line is None or span.line > len(lines):
        return None
    return lines[span.line - 1]


def _is_about_secret(subject: Subject, path: Path) -> bool:
    return bool(path) and any(
        path[: len(prefix)] == prefix and is_secret(chart, path[len(prefix) :])
        for chart, prefix in _charts(subject)
    )


def _charts(subject: Subject) -> Iterable[tuple[Chart, Path]]:
    yield subject.chart, ()
    for subchart in subject.chart.dependencies:
        yield subchart, (subchart.name,)


def _secret_lines(subject: Subject, path: str, texts: SubjectTexts) -> frozenset[int]:
    lines = texts.lines(path) or []
    found = set(suspicious_lines(lines))
    text = "\n".join(lines)
    found.update(_lines_with(text, _known(subject).spans(text)))
    for source in subject.sources:
        if source.name == path:
            found.update(_secret_values(source, subject))
            if source.error is not None:  # the colon may be what is missing
                found.update(number for number, line in enumerate(lines, 1) if _is_named(line))
    return frozenset(found)


def _known(subject: Subject) -> KnownSecrets:
    """Return the secrets in the values files and the defaults of a subject."""
    from helmwright.secrets.known import KnownSecrets

    known = KnownSecrets()
    known.add_values(subject.chart.values, partial(_is_about_secret, subject))
    for source in subject.sources:
        known.add_text(source.text, partial(_is_marked, subject, source.prefix))
    return known


def _is_marked(subject: Subject, prefix: Path, path: Path) -> bool:
    return _is_about_secret(subject, (*prefix, *path))


def _secret_values(source: ValuesSource, subject: Subject) -> Iterable[int]:
    """Yield the lines of values that are secrets by the schema, their names or their places."""
    from helmwright.secrets.places import secret_leaves

    values = source.values
    secrets = {
        path for path, _ in secret_leaves(values, partial(_is_marked, subject, source.prefix))
    }
    for path, place in source.places.items():
        node = place.node.target or place.node
        if path in secrets and node.kind == "scalar" and node.value:
            yield from _lines_of(node)


def _lines_with(text: str, spans: Iterable[tuple[int, int]]) -> Iterable[int]:
    """Yield the numbers of the lines that some stretches of a text are on."""
    starts = [0, *(found.end() for found in _NEWLINE.finditer(text))]
    for start, end in spans:
        yield from range(bisect_right(starts, start), bisect_right(starts, max(start, end - 1)) + 1)


def _is_named(line: str) -> bool:
    from helmwright.secrets.names import is_secret_name

    return any(is_secret_name(found[0]) for found in _NAMES.finditer(line))


def _lines_of(node: Node) -> Iterable[int]:
    end = node.mark.line if node.end is None else node.end.line
    return range(node.mark.line + 1, end + 2)


def suspicious_lines(lines: list[str]) -> Iterable[int]:
    """Yield the numbers of lines that look as if they held a secret, whatever the file is."""
    from helmwright.secrets.forms import spans_of_forms

    text = "\n".join(lines)
    yield from _lines_with(text, spans_of_forms(text))
    inside = False
    for number, line in enumerate(lines, start=1):
        inside = inside or _BEGIN.search(line) is not None
        if inside or _BARE.search(line):
            yield number
        if inside and _END.search(line):
            inside = False
