"""``helmwright docs [CHART]``: writes the reference of a chart's values, or checks it."""

# ruff: noqa: PTH113, PTH118 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError, Position
from helmwright.commands.command import Command
from helmwright.commands.files import content
from helmwright.commands.flags import string, switch
from helmwright.commands.generated import put_generated, refuse_to_check_stdout, show_difference
from helmwright.commands.helm_flags import HelmFlags, chosen_era
from helmwright.commands.in_place import WritesFlags
from helmwright.commands.options import check_one_chart
from helmwright.commands.source_flags import ChartSourceFlags

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.charts.chart import Chart
    from helmwright.commands import Context
    from helmwright.commands.generated import Difference

USAGE = "helmwright docs [CHART] [FLAGS]"
SUMMARY = """Write the reference of a chart's values: every key with type, default and description.

CHART is a directory or a .tgz archive; without it the chart around this folder. Texts come
from values.schema.json, and from the comments of values.yaml where the schema says nothing
('# --' as helm-docs reads them, '## @param', or the lines above a key). The page goes to
README.md in the chart's directory, that of an archive to standard output. A README.md.j2
there is the page's Jinja2 template: it sees 'chart' and 'reference', and
{% include "values.md.j2" %} puts the tables into it. README.md.gotmpl, the template of
helm-docs, is not read.

The last line of a page says that it is generated. A file without that line is somebody's
own and left as it is, unless --overwrite is given; in one with the lines
  <!-- helmwright docs: begin -->
  <!-- helmwright docs: end -->
the tables (or what the template makes) are put between these, and nothing else changes.
"""
EXAMPLES = """\
  helmwright docs                                     # write README.md of the chart around
  helmwright docs ./chart --check                     # for CI: fail if it is not up to date
  helmwright docs chart-1.2.3.tgz > values.md         # an archive
  helmwright docs ./chart --template page.md.j2 --output docs/values.md
"""


class DocsFlags(WritesFlags, HelmFlags, ChartSourceFlags):
    """The flags of ``docs``."""

    check: bool = switch(
        "write nothing; fail, and show what differs, if the page is not up to date"
    )
    output: str = string(
        "where the page goes, - for standard output; README.md of the chart by default",
        "o",
        value_name="file",
    )
    template: str = string(
        "Jinja2 template of the page; README.md.j2 of the chart by default, if there is one",
        value_name="file",
    )
    overwrite: bool = switch("write over a file that somebody wrote by hand")


_PAGE = "README.md"
_TEMPLATE = "README.md.j2"
_OF_HELM_DOCS = ".gotmpl"
_TABLES = '{% include "values.md.j2" %}\n'


def _run(context: Context, flags: DocsFlags, positional: list[str]) -> int:
    """Write or check the page."""
    check_one_chart(positional)
    from helmwright.commands.references import named_chart

    path = named_chart(context, *positional, source=flags).path
    output = flags.output or _usual_output(path)
    refuse_to_check_stdout(output, flags)
    if output == "-":
        from helmwright.reference.marks import with_mark

        context.show(with_mark(_page(context, path, flags)))
        return 0
    before = content(output)
    data = _file(context, path, output, before or b"", flags)
    if flags.check:
        _check(context, output, data.decode("utf-8", "replace"))
    else:
        within = None if flags.output else path
        put_generated(context, flags, output, data, source="what the chart says", within=within)
    return 0


def _usual_output(chart: str) -> str:
    """Return README.md of a chart's directory; an archive and an installed package have none."""
    from helmwright.base.resources import is_installed

    return "-" if os.path.isfile(chart) or is_installed(chart) else os.path.join(chart, _PAGE)


def _file(context: Context, chart: str, output: str, before: bytes, flags: DocsFlags) -> bytes:
    """Return what a file is to hold: a page, or what it holds with another part between markers.

    before: what it holds. Raises HelmwrightError if that is not the command's own.
    """
    from helmwright.reference.marks import generated_part, is_generated, with_mark

    old = before.decode("utf-8", "surrogateescape")
    own = is_generated(old)
    part = None if own or flags.overwrite else generated_part(old, output)
    page = _page(context, chart, flags, otherwise=None if part is None else _TABLES)
    _mention_helm_docs(context, chart, output, flags)
    if part is not None:
        return part.around(page).encode("utf-8", "surrogateescape")
    kept = old.strip() and old.replace("\r\n", "\n") != page
    if kept and not own and not flags.overwrite:
        raise _somebody_elses(output)
    return with_mark(page).encode("utf-8", "replace")


def _somebody_elses(path: str) -> HelmwrightError:
    from helmwright.reference.marks import BEGIN, END

    return HelmwrightError(
        f"{path} was not written by 'helmwright docs', and is left as it is: put the lines "
        f"'{BEGIN}' and '{END}' where the tables of values belong, or name another file with "
        "--output, or write over it with --overwrite",
        Position(path),
    )


def _mention_helm_docs(context: Context, chart: str, output: str, flags: DocsFlags) -> None:
    """Say that a template of helm-docs beside the page is not read, if no other one is."""
    theirs = output + _OF_HELM_DOCS
    if flags.template or not os.path.isfile(theirs):
        return
    if os.path.isfile(os.path.join(chart, _TEMPLATE)):
        return
    context.say(
        f"{theirs} is a template of helm-docs, which is not read here: {_TEMPLATE} is, with "
        f"{_TABLES.strip()} where helm-docs has its table of values"
    )


def _page(context: Context, path: str, flags: DocsFlags, *, otherwise: str | None = None) -> str:
    """Return what the template makes; otherwise: the template where neither is named nor there."""
    from helmwright.charts.loader import load_chart
    from helmwright.reference.interface import values_reference
    from helmwright.values.inputs import read_file

    template = flags.template
    beside = os.path.join(path, _TEMPLATE)
    if not template and os.path.isfile(beside):
        template = beside
    text = read_file(template).decode("utf-8", "replace") if template else otherwise
    chart: Chart = load_chart(path, log=context.log, era=chosen_era(context, flags))
    return values_reference(chart).page(text, name=template or "the tables")


def _check(context: Context, path: str, text: str) -> None:
    """Show how a file differs from the page, and fail if it does."""
    found = show_difference(
        context, path, text, command="helmwright docs", source="what the chart says"
    )
    if found is None:
        return
    lines = list(_differing(found))
    raise HelmwrightError(
        f"{path} is not up to date: line{'s' if len(lines) > 1 or '-' in lines[0] else ''} "
        f"{', '.join(lines)}; 'helmwright docs' writes it anew",
        Position(path, int(lines[0].partition("-")[0])),
    )


def _differing(difference: Difference) -> Iterator[str]:
    """Yield the lines of the file that are not as they should be, as ``3`` or ``7-9``."""
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, difference.old, difference.new, autojunk=False)
    for kind, start, end, _, _ in matcher.get_opcodes():
        if kind != "equal":
            yield f"{start + 1}-{end}" if end > start + 1 else f"{start + 1}"


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, DocsFlags, _run)
run = COMMAND.run
