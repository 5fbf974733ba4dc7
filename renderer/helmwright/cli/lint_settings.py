"""What ``helmwright lint`` was asked for: flags, and below them the settings of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.cli.lint_flags import LintFlags
from helmwright.commands.release_name import USUAL
from helmwright.commands.report_flags import paired
from helmwright.lint.config import LEVELS, SEVERITIES, LintConfig, find_config, load_config

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.determined.versions import DeterminedRelease
    from helmwright.lint.finding import Severity
    from helmwright.lint.run import Selection
    from helmwright.lint.session import LintOptions

_BOTH_COUNT = frozenset({"select", "ignore", "severity", "format"})
"""Flags that are more than what a key of their name says."""


class Settings:
    """Flags and configuration; a flag that was given wins.

    flags: those of the command line. name: the release's, blank for none.
    effective: flags as they would be given without the configuration; what several rules make of both is not in it.
    """

    def __init__(self, flags: LintFlags, config: LintConfig, name: str) -> None:
        self.flags = flags
        self.config = config
        self.effective = _effective(flags, config)
        self._name = name

    def refused(self, name: str, reason: str) -> UsageError:
        """Return an error about a value, at its flag or its place in the file."""
        if name in self.flags.given or name not in self.config.values:
            return UsageError(f"--{name}: {reason}")
        return self.config.refused(name, reason)

    def determined_release(self) -> DeterminedRelease | None:
        """Return the release that was asked for."""
        text = self.effective.det_version
        if not text:
            return None
        from helmwright.determined.versions import DeterminedRelease

        release = DeterminedRelease.parse(text)
        if release is None:
            raise self.refused("det-version", f'a release such as 0.38.1, not "{text}"')
        return release

    def kube_version(self) -> str:
        """Return the version of Kubernetes that was asked for, blank for none."""
        text = self.effective.kube_version
        if text:
            from helmwright.rendering.capabilities import parse_kube_version

            try:
                parse_kube_version(text)
            except UsageError as error:
                raise self.refused("kube-version", error.message) from None
        return text

    def release_name(self) -> str:
        """Return the name of the release."""
        from helmwright.rendering.release import validate_release_name

        name = self._name or self.effective.name or USUAL
        validate_release_name(name)
        return name

    def fail_level(self) -> Severity | None:
        """Return the least severity that counts as failure, None for none."""
        from helmwright.lint.finding import Severity

        if {"strict", "fail-level"} <= self.flags.given:
            raise UsageError("--strict is --fail-level warning: give one of them")
        counts = "strict" in self.flags.given or "fail-level" not in self.flags.given
        strict = counts and self.effective.strict
        name = "warning" if strict else self.effective.fail_level or "error"
        if name not in LEVELS:
            raise self.refused("fail-level", f'one of {", ".join(LEVELS)}, not "{name}"')
        return None if name == "never" else Severity[name.upper()]

    def selection(self) -> Selection:
        """Return which rules run; a rule that a flag selects is not ignored by the file."""
        from helmwright.lint.run import Selection

        chosen = self._ids("select", self.flags.select) if "select" in self.flags.given else None
        select = chosen
        if chosen is None and self.config.get("select") is not None:
            select = self._ids("select", self.config.get("select"))
        ignore = self._ids("ignore", self.config.get("ignore", ()), of_file=True) - (
            chosen or frozenset()
        )
        ignore |= self._ids("ignore", self.flags.ignore)
        severities = {
            **self._severities(self.config.get("severity", {}).items(), of_file=True),
            **self._severities(map(_level, self.flags.severity)),
        }
        return Selection(select, ignore, severities)

    def _ids(self, name: str, names: Iterable[str], *, of_file: bool = False) -> frozenset[str]:
        from helmwright.lint.catalogue import expand

        try:
            return expand(names)
        except UsageError as error:
            in_file = of_file or name not in self.flags.given
            make = self.config.refused if in_file and self.config.path else self.refused
            raise make(name, error.message) from None

    def _severities(
        self, pairs: Iterable[tuple[str, str]], *, of_file: bool = False
    ) -> dict[str, Severity]:
        from helmwright.lint.finding import Severity

        found: dict[str, Severity] = {}
        for name, level in pairs:
            if level not in SEVERITIES:
                make = self.config.refused if of_file else self.refused
                raise make("severity", f'{name} is one of {", ".join(SEVERITIES)}, not "{level}"')
            ids = self._ids("severity", [name], of_file=of_file)
            found.update(dict.fromkeys(ids, Severity[level.upper()]))
        return found

    def formats(self) -> list[tuple[str, str]]:
        """Return the forms of reports with the file that each goes to, - for standard output."""
        from helmwright.lint.report import FORMATS

        names = self.flags.format or [self.config.get("format", "text")]
        for name in names:
            if name not in FORMATS:
                close = _closest(name, FORMATS)
                raise self.refused("format", f'one of {", ".join(FORMATS)}, not "{name}"{close}')
        return paired(names, self.flags.output)

    def options(self) -> LintOptions:
        """Return how the run goes about it."""
        from contextlib import nullcontext

        from helmwright.base.processes import cores
        from helmwright.cli.guard import Limited, is_limited
        from helmwright.lint.baseline import read_baseline
        from helmwright.lint.session import LintOptions

        path = self.effective.baseline
        baseline = None
        if path and not self.flags.write_baseline:
            baseline = read_baseline(path, self._baseline_data(path))
        return LintOptions(
            selection=self.selection(),
            baseline=baseline,
            fail_level=self.fail_level(),
            processes=self.effective.jobs or cores(),
            bounds=Limited if is_limited() else nullcontext,
        )

    def _baseline_data(self, path: str) -> bytes:
        import os

        from helmwright.values.inputs import read_file

        try:
            os.stat(path)  # noqa: PTH116 - pathlib is slow to import
        except ValueError:  # a NUL
            raise self.refused("baseline", f"{path}: invalid argument") from None
        except FileNotFoundError:
            raise self.refused(
                "baseline", f"there is no file {path}; --write-baseline writes it"
            ) from None
        except OSError as error:
            raise self.refused("baseline", f"{path}: {(error.strerror or '').lower()}") from None
        return read_file(path)


def read_settings(flags: LintFlags, positional: list[str], name: str) -> Settings:
    """Return what was asked for; raises UsageError for what cannot be meant.

    name: of the release, as the command line has it, blank for none.
    """
    if flags.config and flags.no_config:
        raise UsageError("--config and --no-config exclude each other")
    config = LintConfig()
    if flags.config:
        config = load_config(flags.config)
    elif not flags.no_config:
        named = [name for name in (*positional, flags.chart) if name and name != "-"]
        config = find_config(named[0] if named else ".")
    settings = Settings(flags, config, name)
    if flags.jobs < 0:
        raise UsageError("--jobs is a number from 1 on")
    if flags.write_baseline and not settings.effective.baseline:
        raise UsageError("--write-baseline needs the file's name: --baseline FILE")
    settings.formats()
    settings.fail_level()
    settings.release_name()
    settings.determined_release()
    settings.kube_version()
    return settings


def _effective(flags: LintFlags, config: LintConfig) -> LintFlags:
    """Return flags with what the configuration says in place of those that were not given."""
    values = vars(flags).copy()
    for flag in LintFlags.declared():
        if flag.name not in flags.given and flag.name not in _BOTH_COUNT:
            values[flag.attribute] = config.get(flag.name, values[flag.attribute])
    return LintFlags(**values)


def _level(text: str) -> tuple[str, str]:
    name, equals, level = text.partition("=")
    if not equals:
        raise UsageError(f'--severity takes RULE=LEVEL, not "{text}"')
    return name, level


def _closest(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, list(known), 1)
    return f'; did you mean "{close[0]}"?' if close else ""
