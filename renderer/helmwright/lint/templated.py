"""Values files in Jinja2: what they make is linted, and findings point at the templates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import Position
from helmwright.base.records import replace
from helmwright.base.templated_text import TemplatedText
from helmwright.lint.finding import Span
from helmwright.lint.run import BROKEN, sorted_findings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from helmwright.lint.excerpts import Excerpts
    from helmwright.lint.finding import Finding
    from helmwright.lint.result import LintReport
    from helmwright.lint.subject import LintInput, Subject

    Templates = Mapping[str, TemplatedText]


def split_templates(
    inputs: Sequence[LintInput],
) -> tuple[list[LintInput], dict[str, TemplatedText]]:
    """Return inputs whose files are just YAML, and what templates made of them, by name."""
    found: dict[str, TemplatedText] = {}
    plain = []
    for one in inputs:
        made = {name: data for name, data in one.subject.files if isinstance(data, TemplatedText)}
        found.update(made)
        plain.append(replace(one, subject=_plain(one.subject)) if made else one)
    return plain, found


def _plain(subject: Subject) -> Subject:
    return replace(subject, files=tuple((name, bytes(data)) for name, data in subject.files))


def relocate(report: LintReport, templates: Templates) -> LintReport:
    """Return a report whose findings point at the templates, and can be mended by hand only."""
    return replace(
        report,
        findings=tuple(
            sorted_findings(_relocated(finding, templates) for finding in report.findings)
        ),
        allowed=tuple(
            replace(
                one,
                finding=_relocated(one.finding, templates),
                span=_span(one.span, templates),
            )
            for one in report.allowed
        ),
        known=tuple(_relocated(finding, templates) for finding in report.known),
        excerpts=_excerpts(report.excerpts, templates),
    )


def _relocated(finding: Finding, templates: Templates) -> Finding:
    related = tuple(one._replace(span=_span(one.span, templates)) for one in finding.related)
    of_template = templates.get(finding.span.path)
    if of_template is None:
        return replace(finding, related=related)
    said = of_template.message if finding.rule == BROKEN else of_template.lines
    return replace(
        finding,
        message=said(finding.message),
        fix=said(finding.fix),
        span=_span(finding.span, templates),
        edits=(),
        related=related,
    )


def _span(span: Span, templates: Templates) -> Span:
    """Return where a template writes what a span covers; of what an expression gives, the start."""
    text = templates.get(span.path)
    if text is None or span.line is None:
        return span
    start = text.place(Position(span.path, span.line, span.column))
    if span.end_line is None or span.end_column is None or not span.column:
        return Span.at(start)
    last = Position(span.path, span.end_line, max(span.end_column - 1, 1))
    end = text.place(last)
    literal = text.is_literal(Position(span.path, span.line, span.column)) and text.is_literal(last)
    if not literal or end.path != start.path or end.line != start.line or end.column is None:
        return Span.at(start)
    is_empty = (span.line, span.column) == (span.end_line, span.end_column)
    return Span.at(start) if is_empty else Span.at(start, end.line, end.column + 1)


def _excerpts(lines: Excerpts, templates: Templates) -> Excerpts:
    """Return the templates' lines instead of what they made; what was hidden stays hidden."""
    found: Excerpts = {}
    for (path, number), line in lines.items():
        text = templates.get(path)
        if text is None:
            found[path, number] = line
            continue
        place = text.place(Position(path, number, 1))
        if place.line is None:
            continue
        source = text.sources.get(place.path, "").split("\n")
        shown = source[place.line - 1] if place.line <= len(source) else ""
        hidden = line is None or found.get((place.path, place.line), "") is None
        found[place.path, place.line] = None if hidden else shown
    return found
