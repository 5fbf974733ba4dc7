"""``helmwright search repo [WORD...]``: finds charts in the cached indexes.

Source: helm pkg/cmd/search_repo.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError
from helmwright.commands.command import Command
from helmwright.commands.flags import integer, string, switch
from helmwright.commands.source_flags import PlaceFlags, settings_of
from helmwright.commands.table_output import OutputFlags, check_form, listed

if TYPE_CHECKING:
    from helmwright.commands import Context
    from helmwright.sources.searching import Hit

USAGE = "helmwright search repo [WORD...] [FLAGS]"
SUMMARY = """Find charts whose name, description or keywords have the words; all charts without any.

The newest version of each that is no pre-release is shown. Only cached indexes are read.
"""
EXAMPLES = """\
  helmwright search repo nginx
  helmwright search repo nginx --version ^1.0.0 -l
  helmwright search repo -r 'ngin[xy]' -o json
"""


class SearchRepoFlags(OutputFlags, PlaceFlags):
    """The flags of ``search repo``."""

    regexp: bool = switch("the words are a regular expression", "r")
    versions: bool = switch("show all versions of each chart", "l")
    devel: bool = switch("show pre-releases, too, as --version '>0.0.0-0' does")
    version: str = string("show versions in this range", value_name="range")
    max_col_width: int = integer("the widest that a column may be", default=50)
    fail_on_no_result: bool = switch("end with an error if nothing is found")


def _run(context: Context, flags: SearchRepoFlags, words: list[str]) -> int:
    from helmwright.sources.searching import search

    check_form(flags.output)
    constraint = flags.version or (">0.0.0-0" if flags.devel else ">0.0.0")
    hits = search(
        settings_of(flags),
        " ".join(words),
        constraint,
        is_regexp=flags.regexp,
        all_versions=flags.versions,
        log=context.log,
    )
    if not hits and flags.fail_on_no_result:
        raise HelmwrightError("no results found")
    context.write(_shown(hits, flags))
    return 0


def _shown(hits: list[Hit], flags: SearchRepoFlags) -> str:
    if flags.output != "table":
        return listed(
            [
                {
                    "name": hit.name,
                    "version": hit.chart.version,
                    "app_version": hit.chart.app_version,
                    "description": hit.chart.description,
                }
                for hit in hits
            ],
            flags.output,
        )
    if not hits:
        return "No results found\n"
    from helmwright.go.uitable import table

    rows = [
        (
            hit.name,
            hit.chart.version,
            hit.chart.app_version,
            hit.chart.description,
        )
        for hit in hits
    ]
    head = ("NAME", "CHART VERSION", "APP VERSION", "DESCRIPTION")
    return table([head, *rows], flags.max_col_width) + "\n"


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, SearchRepoFlags, _run)
