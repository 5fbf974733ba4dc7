"""``helmwright docs [CHART]``: writes the reference of a chart's values, or checks it."""

# ruff: noqa: PTH113, PTH118 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.cli.flags import STRING, Flag, HelpRequested, parse, switch
from helmwright.cli.options import check_one_chart
from helmwright.errors import HelmwrightError, Position, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.chart import Chart
    from helmwright.cli import Context

USAGE = "helmwright docs [CHART] [FLAGS]"
SUMMARY = """Write the reference of a chart's values: every key with type, default and description.

CHART is a directory or a .tgz archive; without it the bundled chart is taken. Texts come
from values.schema.json, and from the comments of values.yaml where the schema says nothing
('# --' as helm-docs reads them, '## @param', or the lines above a key). The page goes to
README.md in the chart's directory, that of an archive to standard output. A README.md.j2
there is the page's Jinja2 template: it sees 'chart' and 'reference', and
{% include "values.md.j2" %} puts the tables into it.
"""
EXAMPLES = """\
  helmwright docs                                     # write README.md of the bundled chart
  helmwright docs ./chart --check                     # for CI: fail if it is not up to date
  helmwright docs chart-1.2.3.tgz > values.md         # an archive
  helmwright docs ./chart --template page.md.j2 --output docs/values.md
"""
FLAGS = (
    switch("check", "write nothing; fail, and show what differs, if the page is not up to date"),
    Flag(
        "output",
        STRING,
        "where the page goes, - for standard output; README.md of the chart by default",
        "o",
        value_name="file",
    ),
    Flag(
        "template",
        STRING,
        "Jinja2 template of the page; README.md.j2 of the chart by default, if there is one",
        value_name="file",
    ),
)
_PAGE = "README.md"
_TEMPLATE = "README.md.j2"


def run(context: Context, arguments: list[str]) -> int:
    """Write or check the page."""
    try:
        flags, positional, _ = parse(FLAGS, arguments, context)
    except HelpRequested:
        from helmwright.cli.help import describe_command

        context.write(describe_command(USAGE, SUMMARY, EXAMPLES, FLAGS))
        return 0
    check_one_chart(positional)
    path = _chart_path(positional)
    output = flags["output"] or _usual_output(path)
    if flags["check"] and output == "-":
        raise UsageError("--check compares a file: name it with --output")
    text = _page(context, path, flags)
    if output == "-":
        context.write(text)
    elif flags["check"]:
        _check(context, output, text)
    else:
        _write(context, output, text)
    return 0


def _chart_path(positional: list[str]) -> str:
    from helmwright.cli.references import local_chart
    from helmwright.resources import chart_directory

    return local_chart(positional[0] if positional else chart_directory())


def _usual_output(chart: str) -> str:
    """Return README.md of a chart's directory; an archive and an installed package have none."""
    from helmwright.resources import is_installed

    return "-" if os.path.isfile(chart) or is_installed(chart) else os.path.join(chart, _PAGE)


def _page(context: Context, path: str, flags: dict[str, Any]) -> str:
    from helmwright.chart import load_chart
    from helmwright.reference import values_reference
    from helmwright.values_files import read_file

    template = flags["template"]
    beside = os.path.join(path, _TEMPLATE)
    if not template and os.path.isfile(beside):
        template = beside
    text = read_file(template).decode("utf-8", "replace") if template else None
    chart: Chart = load_chart(path, log=context.log)
    return values_reference(chart).page(text, name=template)


def _write(context: Context, path: str, text: str) -> None:
    from helmwright.cli.files import write_file

    data = text.encode("utf-8", "replace")
    if _content(path) == data:
        context.say(f"{path} is up to date")
        return
    write_file(path, data)
    context.say(f"wrote {path}")


def _check(context: Context, path: str, text: str) -> None:
    """Show how a file differs from the page, and fail if it does."""
    data = _content(path)
    if data is None:
        raise HelmwrightError(f"{path} does not exist; 'helmwright docs' writes it", Position(path))
    old = data.decode("utf-8", "replace").splitlines(keepends=True)
    new = text.splitlines(keepends=True)
    if old == new:
        return
    from difflib import unified_diff

    for line in unified_diff(old, new, path, "what the chart says"):
        context.write(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
    lines = list(_differing(old, new))
    raise HelmwrightError(
        f"{path} is not up to date: line{'s' if len(lines) > 1 or '-' in lines[0] else ''} "
        f"{', '.join(lines)}; 'helmwright docs' writes it anew",
        Position(path, int(lines[0].partition("-")[0])),
    )


def _differing(old: list[str], new: list[str]) -> Iterator[str]:
    """Yield the lines of ``old`` that are not as in ``new``, as ``3`` or ``7-9``."""
    from difflib import SequenceMatcher

    for kind, start, end, _, _ in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            yield f"{start + 1}-{end}" if end > start + 1 else f"{start + 1}"


def _content(path: str) -> bytes | None:
    """Return what a file holds, None if there is none."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib is slow to import
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise HelmwrightError(f"open {path}: {reason}", Position(path)) from None
