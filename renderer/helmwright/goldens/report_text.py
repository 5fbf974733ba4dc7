"""The report of a run for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.printable import printable
from helmwright.base.style import PLAIN, Role
from helmwright.goldens.differences import count_of, indented, kinds_of, object_diff

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from helmwright.base.style import Style
    from helmwright.goldens.expected import Change
    from helmwright.goldens.results import GoldenReport, GoldenResult

_INDENT = "    "


def write(report: GoldenReport, *, style: Style = PLAIN, width: int = 100) -> str:
    """Return the report: what fails and how, fields that come from chance, and the counts.

    width: of the lines of differences.
    """
    writer = _Writer(style, width)
    lines: list[str] = []
    for result in report.results:
        if not result.passed:
            lines += writer.failure(result, report.helm_version)
    for change in report.left_over:
        lines.append(f"STALE {change.path}: belongs to no case")
    lines += _unstable(report)
    lines.append(summary(report))
    text = "\n".join(map(writer.colored, lines)) + "\n"
    return printable(text)


def summary(report: GoldenReport) -> str:
    """Return how many cases there are, and how many failed."""
    failed = sum(not result.passed for result in report.results)
    passed = len(report.results) - failed
    parts = [f"{count_of(len(report.results), 'case')}: {passed} passed"]
    if failed:
        parts.append(f"{failed} failed")
    if report.left_over:
        parts.append(f"{count_of(len(report.left_over), 'stale file')}")
    text = ", ".join(parts)
    if report.helm_version:
        text += f", with helm {report.helm_version} beside"
    if report.changes:
        text += "; 'helmwright golden update' accepts what is given now"
    return text


class _Writer:
    def __init__(self, style: Style, width: int) -> None:
        self._style = style
        self._width = width

    def failure(self, result: GoldenResult, helm: str) -> Iterator[str]:
        """Yield the lines about a case that fails."""
        if result.error:
            first, *rest = result.error.split("\n")
            yield f"FAIL {result.name}: {first}"
            yield from (f"     {line}" for line in rest)
            return
        if result.changes and all(change.kind == "missing" for change in result.changes):
            templates = count_of(len(result.changes), "template")
            yield f"FAIL {result.name}: has no golden file for {templates}"
        elif result.changes:
            yield f"FAIL {result.name}: {kinds_of(result.changes)}"
            for change in result.changes:
                yield f"  {change.kind} {self._style.link(change.path, change.path)}"
            yield self._difference(result.changes, "golden files", "now")
        if result.helm_changes:
            yield f"FAIL {result.name}: helm {helm} gives something else"
            for change in result.helm_changes:
                yield f"  {change.path}"
            yield self._difference(result.helm_changes, "helmwright", "helm")

    def _difference(self, changes: Sequence[Change], before: str, after: str) -> str:
        width = self._width if self._style.width is None else self._width - len(_INDENT)
        text = object_diff(changes, before=before, after=after, style=self._style, width=width)
        return indented(text, _INDENT)

    def colored(self, line: str) -> str:
        """Return a line, with the colour of a failure if it names one."""
        return self._style.paint(line, Role.ERROR) if line.startswith(("FAIL ", "STALE ")) else line


def _unstable(report: GoldenReport) -> Iterator[str]:
    fields: dict[str, int] = {}
    for result in report.results:
        for one in result.unstable:
            fields[str(one)] = fields.get(str(one), 0) + 1
    if not fields:
        return
    yield (
        f"NOTE {count_of(len(fields), 'field')} from chance or the clock; with another --seed or --now "
        "the golden files differ. List them below 'dynamic' in case.yaml to mask them:"
    )
    for text, number in fields.items():
        where = f" in {count_of(number, 'case')}" if len(report.results) > 1 else ""
        yield f"  {text}{where}"
