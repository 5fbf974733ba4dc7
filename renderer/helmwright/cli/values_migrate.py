"""``helmwright values migrate FILE...``: gives old keys their new names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.cli.actions import Action
from helmwright.cli.flags import STRING, Flag, switch
from helmwright.cli.inputs import check_inputs, input_name, is_stdin, read_input
from helmwright.cli.values_input import refuse_template
from helmwright.cli.values_secrets import SHOW_SECRETS, marked_paths
from helmwright.errors import HelmwrightError, UsageError

if TYPE_CHECKING:
    from helmwright.cli import Context
    from helmwright.determined.versions import DeterminedRelease

USAGE = "helmwright values migrate FILE... [FLAGS]"
SUMMARY = """Rename or remove the keys of values files that a release of Determined does not know any more.

Nothing else in a file changes: comments, order, quotes and blank lines stay as they are. What was
done, and what is left for a person, is said on standard error with its place. One file is printed
unless --write, --diff or --check says otherwise; several need one of these. If an old and a new
key are both set, to different values, the exit code is 1, and none of the files is written.
"""
EXAMPLES = """\
  helmwright values migrate prod.yaml                      # print it
  helmwright values migrate prod.yaml --diff               # show what would change
  helmwright values migrate values/*.yaml --write          # change the files
  helmwright values migrate values/*.yaml --check          # for CI: exit code 1 if a file is old
  helmwright values migrate prod.yaml --from 0.13.4 --to 0.38.1 --write
"""
FLAGS = (
    Flag(
        "from",
        STRING,
        "the release that the files were made for: defaults that have changed since are written "
        "down, and of an old and a new key the one that counted is kept",
        value_name="version",
    ),
    Flag(
        "to",
        STRING,
        "the release that the files are for; by default the one that they ask for with "
        "detVersion, else the newest",
        value_name="version",
    ),
    switch("check", "write nothing; the exit code is 1 if a file would change"),
    switch("diff", "show what would change, and write nothing"),
    switch("write", "change the files", "i"),
    SHOW_SECRETS,
)


class _File(NamedTuple):
    """A file before and after."""

    name: str
    old: bytes
    new: bytes


def _run(context: Context, flags: dict[str, Any], positional: list[str]) -> int:
    _check_usage(flags, positional)
    files = _migrated(context, flags, positional)
    if flags["diff"]:
        from helmwright.cli.values_difference import show_change

        is_marked = None if flags[SHOW_SECRETS.name] else marked_paths()
        for file in files:
            show_change(context, input_name(file.name), file.old, file.new, is_marked)
    if flags["check"]:
        return _check(context, files)
    if flags["write"]:
        from helmwright.cli.generated import write_if_changed

        for file in files:
            write_if_changed(context, file.name, file.new, before=file.old)
    elif not flags["diff"]:
        context.write(files[0].new.decode())
    return 0


def _check_usage(flags: dict[str, Any], files: list[str]) -> None:
    if not files:
        raise UsageError(f"name a values file, or - for standard input\n\nUsage:  {USAGE}")
    if flags["write"] and (flags["check"] or flags["diff"]):
        raise UsageError("--check and --diff write nothing: leave --write out")
    if len(files) > 1 and not (flags["write"] or flags["check"] or flags["diff"]):
        raise UsageError("several files are not printed: add --write, --diff or --check")
    if flags["write"] and is_stdin(*files):
        raise UsageError("standard input cannot be written: leave --write out")
    check_inputs(files)


def _migrated(context: Context, flags: dict[str, Any], names: list[str]) -> list[_File]:
    """Migrate all files; raises what is wrong with the first, after the others have had their say."""
    from helmwright.determined.values_migration import migrate_values

    to, origin = _release(flags, "to"), _release(flags, "from")
    files = []
    refusal: HelmwrightError | None = None
    for name in names:
        refuse_template(name)
        data = read_input(context, name)
        try:
            found = migrate_values(data, to=to, origin=origin, name=input_name(name))
        except HelmwrightError as error:
            if refusal is None:
                refusal = error
            else:
                refusal.add_note(str(error))
            continue
        for change in found.changes:
            context.say(str(change))
        files.append(_File(name, data, found.data))
    if refusal is not None:
        raise refusal
    return files


def _release(flags: dict[str, Any], name: str) -> DeterminedRelease | None:
    if not flags[name]:
        return None
    from helmwright.determined.versions import DeterminedRelease

    release = DeterminedRelease.parse(flags[name])
    if release is None:
        raise UsageError(f'--{name} is a release such as 0.38.1, not "{flags[name]}"')
    return release


def _check(context: Context, files: list[_File]) -> int:
    old = [input_name(file.name) for file in files if file.old != file.new]
    for name in old:
        context.say(f"{name} would change")
    return 1 if old else 0


ACTION = Action(USAGE, SUMMARY, EXAMPLES, FLAGS, (), _run)
