"""The report of a run for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.printable import painted, printable
from helmwright.goldens.differences import count_of, indented, kinds_of, object_diff

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.goldens.results import GoldenReport, GoldenResult

_RED = "1;31"


def write(report: GoldenReport, *, color: bool = False) -> str:
    """Return the report: what fails and how, fields that come from chance, and the counts."""
    lines: list[str] = []
    for result in report.results:
        if not result.passed:
            lines += _failure(result, report.helm_version, color=color)
    for change in report.left_over:
        lines.append(f"STALE {change.path}: belongs to no case")
    lines += _unstable(report)
    lines.append(summary(report))
    text = "\n".join(_colored(line) if color else line for line in lines) + "\n"
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


def _failure(result: GoldenResult, helm: str, *, color: bool) -> Iterator[str]:
    if result.error:
        first, *rest = result.error.split("\n")
        yield f"FAIL {result.name}: {first}"
        yield from (f"     {line}" for line in rest)
        return
    if result.changes and all(change.kind == "missing" for change in result.changes):
        yield f"FAIL {result.name}: has no golden file for {count_of(len(result.changes), 'template')}"
    elif result.changes:
        yield f"FAIL {result.name}: {kinds_of(result.changes)}"
        for change in result.changes:
            yield f"  {change.kind} {change.path}"
        yield indented(object_diff(result.changes, color=color), "    ")
    if result.helm_changes:
        yield f"FAIL {result.name}: helm {helm} gives something else"
        for change in result.helm_changes:
            yield f"  {change.path}"
        shown = object_diff(result.helm_changes, before="helmwright", after="helm", color=color)
        yield indented(shown, "    ")


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


def _colored(line: str) -> str:
    return painted(line, _RED) if line.startswith(("FAIL ", "STALE ")) else line
