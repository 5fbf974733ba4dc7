"""What cases run of a chart's templates, as one page of HTML that needs nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from jinja2 import Environment, StrictUndefined

if TYPE_CHECKING:
    from helmwright.goldens.results import TemplateCoverage
    from helmwright.template.coverage import FileCoverage

_PAGE = "coverage.html.j2"


class _Line(NamedTuple):
    """A line of a template; state: ``ran``, ``missed``, ``part`` or blank for what cannot run."""

    number: int
    text: str
    state: str
    gaps: list[str]


class _File(NamedTuple):
    name: str
    coverage: FileCoverage
    percent: float
    lines: list[_Line]


def write(coverage: TemplateCoverage) -> str:
    """Return the page: a table of the files, and each file with what has not run in it."""
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    source = (Path(__file__).parent / _PAGE).read_text(encoding="utf-8")
    files = [_file(file, coverage.sources[file.name]) for file in coverage.files]
    page = environment.from_string(source)
    return page.render(coverage=coverage, files=files).rstrip("\n") + "\n"


def _file(file: FileCoverage, source: str) -> _File:
    gaps: dict[int, list[str]] = {}
    for branch in file.branches:
        if branch.missing:
            gaps.setdefault(branch.line, []).append(f"{branch.text} {branch.missing}")
    text = source.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    lines = [
        _Line(number, line, _state(file, gaps, number), gaps.get(number, []))
        for number, line in enumerate(text.split("\n"), 1)
    ]
    if lines and not lines[-1].text:
        lines.pop()
    total = len(file.lines) + file.sides
    percent = 100 * (file.covered_lines + file.covered_sides) / max(total, 1)
    return _File(file.name, file, percent, lines)


def _state(file: FileCoverage, gaps: dict[int, list[str]], number: int) -> str:
    ran = file.lines.get(number)
    if ran is None and number not in gaps:
        return ""
    if ran is False:
        return "missed"
    return "part" if number in gaps else "ran"
