"""What cases run of a chart's templates, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.printable import printable_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.goldens.results import TemplateCoverage


def write(coverage: TemplateCoverage) -> str:
    """Return a row for each file, the totals, and what has not run with its line."""
    return "\n".join(_lines(coverage)) + "\n"


def _lines(coverage: TemplateCoverage) -> Iterator[str]:
    names = [printable_line(file.name) for file in coverage.files]
    width = max(len(name) for name in [*names, "FILE"])
    yield f"{'FILE':<{width}}  {'LINES':>11}  {'SIDES':>11}"
    for name, file in zip(names, coverage.files, strict=True):
        lines = _ratio(file.covered_lines, len(file.lines))
        sides = _ratio(file.covered_sides, file.sides)
        yield f"{name:<{width}}  {lines:>11}  {sides:>11}"
    lines, sides = _ratio(*coverage.lines), _ratio(*coverage.sides)
    yield f"{'all':<{width}}  {lines:>11}  {sides:>11}  {coverage.percent:.1f} %"
    for name, file in zip(names, coverage.files, strict=True):
        for line, gap in file.gaps():
            yield f"{name}:{line}: {printable_line(gap)}"
    keys = coverage.values.keys
    if keys:
        yield f"values.yaml: cases change {coverage.values.covered} of {len(keys)} values"


def _ratio(covered: int, total: int) -> str:
    return f"{covered}/{total}" if total else "-"
