"""What cases run of a chart's templates, for people: the figures, then what has not run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.columns import columns, padded
from helmwright.base.printable import printable_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from helmwright.goldens.results import TemplateCoverage
    from helmwright.template.coverage import FileCoverage

_MOST_FILES = 20
_MOST_RANGES = 10


def write(coverage: TemplateCoverage, *, every: bool = False) -> str:
    """Return the figures of all, and a row for each file that has not run whole, with its lines.

    every: a row for each file, and each line and side that has not run with words on it.
    """
    return "\n".join([*_summary(coverage), *(_all(coverage) if every else _short(coverage))]) + "\n"


def table(coverage: TemplateCoverage) -> str:
    """Return a row for each file, and the totals."""
    lines, sides = _ratio(*coverage.lines), _ratio(*coverage.sides)
    width = _width(coverage.files)
    total = f"{'all':<{width}}  {lines:>11}  {sides:>11}  {coverage.percent:.1f} %"
    return "\n".join([*_table(coverage.files), total]) + "\n"


def _summary(coverage: TemplateCoverage) -> Iterator[str]:
    lines, sides, files = coverage.lines, coverage.sides, coverage.files
    whole = sum(not _is_partial(file) for file in files)
    yield (
        f"the cases run {coverage.percent:.1f} % of the templates: {lines[0]} of {lines[1]} lines, "
        f"{sides[0]} of {sides[1]} sides of branches, {whole} of {len(files)} files whole"
    )
    keys = coverage.values.keys
    if keys:
        yield f"values.yaml: cases change {coverage.values.covered} of {len(keys)} values"


def _short(coverage: TemplateCoverage) -> Iterator[str]:
    partial = sorted(filter(_is_partial, coverage.files), key=_missing, reverse=True)
    shown = partial[:_MOST_FILES]
    if not shown:
        return
    width = _width(shown)
    head, *rows = _table(shown)
    yield f"{head}  NOT RUN"
    for row, file in zip(rows, shown, strict=True):
        yield f"{row}  {_ranges(file)}"
    left = len(partial) - len(shown)
    if left:
        yield f"{f'… and {left} more files':<{width}}  (-v shows all, and what of each line)"


def _all(coverage: TemplateCoverage) -> Iterator[str]:
    yield from _table(coverage.files)
    for file in coverage.files:
        name = printable_line(file.name)
        for line, gap in file.gaps():
            yield f"{name}:{line}: {printable_line(gap)}"


def _table(files: Sequence[FileCoverage]) -> Iterator[str]:
    width = _width(files)
    yield f"{'FILE':<{width}}  {'LINES':>11}  {'SIDES':>11}"
    for file in files:
        lines = _ratio(file.covered_lines, len(file.lines))
        sides = _ratio(file.covered_sides, file.sides)
        yield f"{padded(printable_line(file.name), width)}  {lines:>11}  {sides:>11}"


def _width(files: Sequence[FileCoverage]) -> int:
    return max(columns(name) for name in [*(printable_line(file.name) for file in files), "FILE"])


def _ranges(file: FileCoverage) -> str:
    """Return the lines that have not run as ``3, 7-12``, and those of branches with one side."""
    if not file.covered_lines:
        return "nothing"
    dark = [line for line, done in sorted(file.lines.items()) if not done]
    found = _joined(dark, sorted(file.lines))
    halves = sorted({branch.line for branch in file.branches if branch.missing} - set(dark))
    sides = [str(line) for line in halves]
    parts = [_listed(found)] if found else []
    if sides:
        parts.append(f"one side of {_listed(sides)}")
    return "; ".join(parts)


def _joined(lines: Sequence[int], among: Sequence[int]) -> list[str]:
    """Return ranges of lines; those between which ``among`` has no other line are one."""
    number = {line: index for index, line in enumerate(among)}
    spans: list[list[int]] = []
    for line in lines:
        if spans and number[line] == number[spans[-1][1]] + 1:
            spans[-1][1] = line
        else:
            spans.append([line, line])
    return [f"{first}-{last}" if first != last else f"{first}" for first, last in spans]


def _listed(ranges: Sequence[str]) -> str:
    left = len(ranges) - _MOST_RANGES
    more = f" and {left} more" if left > 0 else ""
    return ", ".join(ranges[:_MOST_RANGES]) + more


def _is_partial(file: FileCoverage) -> bool:
    return _missing(file) > 0


def _missing(file: FileCoverage) -> int:
    """Return how many lines and sides have not run."""
    return len(file.lines) - file.covered_lines + file.sides - file.covered_sides


def _ratio(covered: int, total: int) -> str:
    return f"{covered}/{total}" if total else "-"
