"""``helmwright values migrate FILE...``: gives old keys their new names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError, UsageError
from helmwright.commands.command import Command
from helmwright.commands.flags import string
from helmwright.commands.in_place import Change, ElsewhereFlags, check_writing, put_changes
from helmwright.commands.inputs import check_inputs, input_name, read_input
from helmwright.commands.values_input import refuse_template
from helmwright.commands.values_secrets import MarksFlags, MeantMarks
from helmwright.settings.meant_chart import BUNDLED

if TYPE_CHECKING:
    from helmwright.commands import Context
    from helmwright.values.migrating import FindOldKeys, OldKey

USAGE = "helmwright values migrate FILE... [FLAGS]"
SUMMARY = """Rename or remove the keys of values files that a release of Determined does not know any more.

Nothing else in a file changes: comments, order, quotes and blank lines stay as they are. What was
done, and what is left for a person, is said on standard error with its place. The files are
written in place, unless --output, --diff, --dry-run or --check says otherwise; standard input (-)
goes to standard output. If an old and a new key are both set, to different values, the exit code
is 1, and none of the files is written.
"""
EXAMPLES = """\
  helmwright values migrate prod.yaml                      # change it
  helmwright values migrate prod.yaml --diff               # show what would change
  helmwright values migrate prod.yaml --output -           # print it
  helmwright values migrate values/*.yaml --check          # for CI: exit code 1 if a file is old
  helmwright values migrate prod.yaml --from 0.13.4 --to 0.38.1
"""


class MigrateFlags(ElsewhereFlags, MarksFlags):
    """The flags of ``values migrate``."""

    from_: str = string(
        "the release that the files were made for: defaults that have changed since are written "
        "down, and of an old and a new key the one that counted is kept",
        value_name="version",
    )
    to: str = string(
        "the release that the files are for; by default the one that they ask for with "
        "detVersion, else the newest",
        value_name="version",
    )


def _run(context: Context, flags: MigrateFlags, positional: list[str]) -> int:
    if not positional:
        raise UsageError(f"name a values file, or - for standard input\n\nUsage:  {USAGE}")
    check_writing(flags, positional, flags.output)
    check_inputs(positional)
    meant = MeantMarks(context, flags, positional)

    def show(change: Change) -> None:
        from helmwright.commands.values_difference import show_change

        show_change(context, input_name(change.name), change.old, change.new, meant.marked())

    chart = BUNDLED if meant.chart is None else meant.chart.metadata.name
    find = _finder(chart, flags.to, flags.from_)
    return put_changes(context, flags, _migrated(context, find, positional), show)


def _migrated(context: Context, find: FindOldKeys, names: list[str]) -> list[Change]:
    """Migrate all files; raises what is wrong with the first, after the others have had their say."""
    from helmwright.values.migrating import migrate

    files = []
    refusal: HelmwrightError | None = None
    for name in names:
        refuse_template(name)
        data = read_input(context, name)
        try:
            found = migrate(data, find, input_name(name))
        except HelmwrightError as error:
            if refusal is None:
                refusal = error
            else:
                refusal.add_note(str(error))
            continue
        for change in found.changes:
            context.say(str(change))
        files.append(Change(name, data, found.data))
    if refusal is not None:
        raise refusal
    return files


def _finder(chart: str, to: str, origin: str) -> FindOldKeys:
    """Return what finds old keys in values for a chart, by its packs, else those of the usual chart.

    Raises:
        HelmwrightError: if they know of none.
    """
    from helmwright.packs.loading import load_packs

    packs = load_packs()
    around = [*packs.for_chart(chart)] or [*packs.for_chart(BUNDLED)]
    able = [pack for pack in around if pack.migrations]
    if not able:
        known = sorted({name for pack in packs.packs if pack.migrations for name in pack.charts})
        raise HelmwrightError(
            f"no pack knows old keys of the chart {chart}; known are those of {', '.join(known)}"
        )
    finders = [(pack, packs.call(pack, pack.migrations, to, origin)) for pack in able]

    def find(values: dict[str, Any]) -> list[OldKey]:
        found: list[OldKey] = []
        for pack, one in finders:
            if one is not None:
                found += packs.guarded(pack, pack.migrations, _listed, one, values) or ()
        return found

    return find


def _listed(find: FindOldKeys, values: dict[str, Any]) -> list[OldKey]:
    """Return what a pack's function finds; raises TypeError for what is no old key."""
    from helmwright.values.migrating import OldKey

    found = list(find(values))
    for one in found:
        if type(one) is not OldKey:
            raise TypeError(f"one of what it returns is no OldKey: {type(one).__name__}")
    return found


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, MigrateFlags, _run)
