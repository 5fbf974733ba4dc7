"""What cases run of a chart's templates, in the form of LCOV that editors and services read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.printable import printable_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.goldens.results import TemplateCoverage
    from helmwright.template.coverage import FileCoverage


def write(coverage: TemplateCoverage) -> str:
    """Return a record for each file: branches with both sides, and lines."""
    return "".join(line + "\n" for file in coverage.files for line in _record(file))


def _record(file: FileCoverage) -> Iterator[str]:
    yield "TN:"
    yield f"SF:{printable_line(file.name)}"
    for block, branch in enumerate(file.branches):
        reached = branch.taken or branch.skipped
        for side, ran in enumerate((branch.taken, branch.skipped)[: branch.sides]):
            yield f"BRDA:{branch.line},{block},{side},{int(ran) if reached else '-'}"
    yield f"BRF:{file.sides}"
    yield f"BRH:{file.covered_sides}"
    for line, ran in file.lines.items():
        yield f"DA:{line},{int(ran)}"
    yield f"LF:{len(file.lines)}"
    yield f"LH:{file.covered_lines}"
    yield "end_of_record"
