"""What ``helmwright compat`` was asked for: flags, and below them the settings of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.base.records import Record
from helmwright.commands.report_flags import paired
from helmwright.lint.config import LEVELS

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.cli.compat_flags import CompatFlags
    from helmwright.eras.era import Era
    from helmwright.lint.finding import Severity
    from helmwright.settings.reading import Fields

SECTION = "compat"
_FROM, _TO = "3", "4"
_USUAL = "warning"


class CompatSettings(Record):
    """Flags and settings; a flag that was given wins. fields: of the file."""

    flags: CompatFlags
    fields: Fields

    def eras(self, note: Callable[[str], None]) -> tuple[Era, Era]:
        """Return the eras that are compared; note: told when another patch is taken."""
        from helmwright.eras.resolving import resolve_era

        old, new = self.flags.from_, self.flags.to
        asked = "--from" if old else "from"
        if not old and self.fields.get("from") is not None:
            old, asked = self.fields.as_written("from"), f"{self.fields.place('from')}: from"
        before = resolve_era(old or _FROM, asked=asked, note=note)
        asked = "--to" if new else "to"
        if not new and self.fields.get("to") is not None:
            new, asked = self.fields.as_written("to"), f"{self.fields.place('to')}: to"
        return before, resolve_era(new or _TO, asked=asked, note=note)

    def allowed(self) -> frozenset[str]:
        """Return the ids of findings that do not count."""
        from helmwright.compat.definitions import expand

        found = frozenset[str]()
        try:
            found = expand(self.fields.get("allow", ()))
        except UsageError as error:
            raise self.fields.refused("allow", error.message) from None
        try:
            return found | expand(self.flags.allow)
        except UsageError as error:
            raise UsageError(f"--allow: {error.message}") from None

    def fail_level(self) -> Severity | None:
        """Return the least severity that counts as failure, None for none."""
        from helmwright.lint.finding import Severity

        name = self.flags.fail_level or self.fields.get("fail-level", _USUAL)
        if name not in LEVELS:
            raise UsageError(f'--fail-level: one of {", ".join(LEVELS)}, not "{name}"')
        return None if name == "never" else Severity[name.upper()]

    def formats(self) -> list[tuple[str, str]]:
        """Return the forms of reports with the file that each goes to, - for standard output."""
        from helmwright.compat.report import FORMS

        names = self.flags.format or ["text"]
        for name in names:
            if name not in FORMS:
                raise UsageError(f'--format is one of {", ".join(FORMS)}, not "{name}"')
        return paired(names, self.flags.output)


def read_settings(flags: CompatFlags, chart: str | None) -> CompatSettings:
    """Return what was asked for; raises UsageError for what cannot be meant.

    chart: as the command line names it.
    """
    import os

    from helmwright.settings.reading import Fields, nearest_section, read_section

    if flags.config and flags.no_config:
        raise UsageError("--config and --no-config exclude each other")
    fields: Fields | None = Fields()
    if flags.config:
        fields = read_section(flags.config, SECTION)
        if fields is None:
            raise UsageError(f"{flags.config} has no map {SECTION}")
    elif not flags.no_config:
        is_folder = chart is not None and os.path.isdir(chart)  # noqa: PTH112 - quick
        fields = nearest_section(chart if chart and is_folder else ".", SECTION)
    settings = CompatSettings(flags, fields or Fields())
    settings.formats()
    settings.fail_level()
    settings.allowed()
    return settings
