"""``helmwright lint --fix`` and ``--diff``: the changes that need no judgement, made or shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.records import replace
from helmwright.base.templated_text import TemplatedText
from helmwright.cli.lint_inputs import read_inputs
from helmwright.commands.files import write_file
from helmwright.lint.fixing import fix_until_done
from helmwright.lint.session import lint_inputs
from helmwright.reference.secret_paths import secret_paths
from helmwright.values.inputs import STDIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from helmwright.cli.lint_settings import Settings
    from helmwright.commands import Context
    from helmwright.lint.finding import Finding
    from helmwright.lint.fixing import FixedFile
    from helmwright.lint.subject import LintInput

_STYLE = frozenset({"yaml-style"})


def fix(context: Context, settings: Settings, positional: list[str]) -> None:
    """Mend the values files that are linted, and say what was done and what could not be."""
    for outcome in _outcomes(read_inputs(context, settings, positional), settings):
        if outcome.changed:
            write_file(outcome.name, outcome.new, before=outcome.old)
            count = len(outcome.fixed)
            context.say(f"{outcome.name}: mended {count} finding{'' if count == 1 else 's'}")
        _say_unfixed(context, outcome)


def show_fixes(context: Context, settings: Settings, positional: list[str]) -> bool:
    """Show or name the values files that would change, and tell whether one would.

    None is written.
    """
    from helmwright.commands.values_difference import show_change

    inputs = read_inputs(context, settings, positional)
    charts = [one.subject.chart for one in inputs if one.subject is not None]
    is_marked = secret_paths(charts)
    changed = False
    for outcome in _outcomes(inputs, settings):
        changed |= outcome.changed
        if settings.flags.diff:
            show_change(context, outcome.name, outcome.old, outcome.new, is_marked)
        elif outcome.changed:
            context.say(f"{outcome.name} would change")
        _say_unfixed(context, outcome)
    return changed


def _outcomes(inputs: list[LintInput], settings: Settings) -> list[FixedFile]:
    """Return the files that change, and those with fixes that cannot be made."""
    files = {
        name: data
        for one in inputs
        if one.subject is not None
        for name, data in one.subject.files
        if name != STDIN and not isinstance(data, TemplatedText)
    }
    options = settings.options()
    selection = options.selection
    options = replace(options, selection=replace(selection, ignore=selection.ignore | _STYLE))

    def lint(texts: Mapping[str, bytes]) -> Iterable[Finding]:
        return lint_inputs([_with(one, texts) for one in inputs], options).findings

    return fix_until_done(files, lint)


def _with(one: LintInput, texts: Mapping[str, bytes]) -> LintInput:
    """Return an input with other texts of its files."""
    if one.subject is None:
        return one
    files = tuple((name, texts.get(name, data)) for name, data in one.subject.files)
    return replace(one, subject=replace(one.subject, files=files, style=None))


def _say_unfixed(context: Context, outcome: FixedFile) -> None:
    for finding, reason in outcome.unfixed:
        context.say(f"{finding.span}: {finding.rule} is not mended: {reason}")
