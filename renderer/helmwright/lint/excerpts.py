"""The lines that findings point at, for people to read; never one that holds a secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.patterns import lazy_pattern
from helmwright.reference.secret_paths import is_secret

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.chart import Chart
    from helmwright.go.yaml_nodes import Node
    from helmwright.lint.finding import Finding, Path, Span
    from helmwright.lint.source import ValuesSource
    from helmwright.lint.subject import Subject
    from helmwright.lint.texts import SubjectTexts

Excerpts = dict[tuple[str, int], "str | None"]
"""Lines by the path and the number that findings show; None for one that is not to be shown."""

_WORDS = (
    r"pas+(?:wor[dt]|wd|phrase|code)?|pwd|secret|token|credentials?|api[-_]?key|private[-_]?key"
    r"|access[-_]?key|account[-_]?key|connection[-_]?string|client[-_]?secret|auth"
)
_KEY = lazy_pattern(rf"(?i)(?:{_WORDS})(?:[-_]?(?:id|key|value|data))?\W*$")
_LINE = lazy_pattern(rf"(?i)(?:{_WORDS})[\w-]*[\"']?\s*[:=]\s*(?!\{{\{{)[\"']?(?![\"'\s#])\S")
_LOOSE = lazy_pattern(rf"(?i)(?:{_WORDS})[\w-]*[\"']?[\s:=]+\S")
"""In a file that cannot be read the colon may be what is missing."""
_NO_SECRET = lazy_pattern(r"(?i)[:=]\s*(?:true|false|null|~|\{\}|\[\]|\"\"|'')\s*(?:#.*)?$")
_BEGIN = lazy_pattern(r"-----BEGIN [A-Z ]+-----")
_END = lazy_pattern(r"-----END [A-Z ]+-----")
_BARE = lazy_pattern(r"[A-Za-z0-9+/=]{40,}")


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
    for source in subject.sources:
        if source.name == path:
            found.update(_secret_values(subject, source))
            if source.error is not None:
                found.update(number for number, line in enumerate(lines, 1) if _LOOSE.search(line))
    return frozenset(found)


def _secret_values(subject: Subject, source: ValuesSource) -> Iterable[int]:
    """Yield the lines of values that the schema marks, or whose key sounds like a secret."""
    for path, place in source.places.items():
        node = place.node.target or place.node
        if node.kind != "scalar" or not node.value or not path:
            continue
        names = [step for step in path if isinstance(step, str)]
        if path[-1] == "value":  # of a variable
            named = source.places.get((*path[:-1], "name"))
            names += [] if named is None else [named.node.value]
        whole = (*source.prefix, *path)
        if _is_about_secret(subject, whole) or (names and _KEY.search(names[-1])):
            yield from _lines_of(node)


def _lines_of(node: Node) -> Iterable[int]:
    end = node.mark.line if node.end is None else node.end.line
    return range(node.mark.line + 1, end + 2)


def suspicious_lines(lines: list[str]) -> Iterable[int]:
    """Yield the numbers of lines that look as if they held a secret, whatever the file is."""
    inside = False
    for number, line in enumerate(lines, start=1):
        begins = _BEGIN.search(line) is not None
        inside = inside or begins
        named = _LINE.search(line) and not _NO_SECRET.search(line)
        if inside or named or _BARE.search(line):
            yield number
        if inside and _END.search(line):
            inside = False
