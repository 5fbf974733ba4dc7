"""A comparison as one page of HTML that needs nothing else: no network, no other file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import DictLoader, Environment, StrictUndefined

from helmwright.base.paths import dotted
from helmwright.base.printable import printable_line
from helmwright.compat.definitions import definition
from helmwright.compat.report.summary import conclusion, headline
from helmwright.compat.told import object_title, shown_pair, shown_path
from helmwright.lint.fingerprint import relative_to

if TYPE_CHECKING:
    from helmwright.compat.model import Cause, Compatibility, Difference
    from helmwright.lint.finding import Finding, Span
    from helmwright.lint.report import ReportOptions

_TEMPLATE = "page.html.j2"
_GROUPS = (("upgrade", "At upgrade"), ("commands", "Commands"))


def write(report: Compatibility, options: ReportOptions) -> str:
    """Return the report as a page."""
    from helmwright.base.version import __version__

    folder = Path(__file__).parent
    environment = Environment(
        loader=DictLoader({_TEMPLATE: (folder / _TEMPLATE).read_text(encoding="utf-8")}),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    page = environment.get_template(_TEMPLATE).render(
        headline=printable_line(headline(report)),
        conclusion=conclusion(report),
        chart=printable_line(report.chart),
        ok=report.ok,
        failures=[
            (version, "\n".join(map(printable_line, failure.lines)))
            for version, failure in zip((report.before, report.after), report.failures, strict=True)
            if failure is not None
        ],
        differences=[_difference(one, options.root) for one in report.differences],
        groups=[
            (heading, [_finding(one, options.root) for one in found])
            for group, heading in _GROUPS
            if (found := report.of_group(group))
        ],
        notes=[printable_line(note) for note in report.notes],
        style=(folder / "page.css").read_text(encoding="utf-8"),
        version=__version__,
    )
    return page.encode("utf-8", "replace").decode()


def _difference(one: Difference, root: str) -> dict[str, Any]:
    pairs = [shown_pair(change.before, change.after) for change in one.changes]
    return {
        "title": printable_line(object_title(one.key)),
        "status": one.status.value,
        "where": _where(one.span, root),
        "cause": None if one.cause is None else _cause(one.cause, root),
        "changes": [
            {
                "path": printable_line(shown_path(change.path)),
                "before": printable_line(before),
                "after": printable_line(after),
                "settled": change.settled,
                "cause": _cause(change.cause, root),
            }
            for change, (before, after) in zip(one.changes, pairs, strict=True)
        ],
    }


def _cause(cause: Cause, root: str) -> dict[str, str]:
    return {
        "id": cause.id,
        "summary": definition(cause.id).summary,
        "url": definition(cause.id).url,
        "where": "" if cause.span is None else _where(cause.span, root),
        "key": printable_line(dotted(cause.key)),
        "fix": printable_line(cause.fix),
    }


def _finding(finding: Finding, root: str) -> dict[str, str]:
    return {
        "id": finding.rule,
        "severity": str(finding.severity),
        "message": printable_line(finding.message),
        "where": _where(finding.span, root),
        "fix": printable_line(finding.fix),
        "url": definition(finding.rule).url,
    }


def _where(span: Span, root: str) -> str:
    path = printable_line(relative_to(span.path, root))
    return path if span.line is None else f"{path}:{span.line}"
