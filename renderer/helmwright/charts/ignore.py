"""``.helmignore``: which files of a chart directory Helm does not load.

Source: helm pkg/ignore/rules.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import ChartError, GoError
from helmwright.go.filepath import match
from helmwright.go.spaces import SPACE

if TYPE_CHECKING:
    from helmwright.base.log import Log


IGNORE_FILE = ".helmignore"
_LONGEST_LINE = 65536
_DOTFILES = "templates/."
_SPECIAL = frozenset("*?[\\")


class Rule:
    """One line of ``.helmignore``.

    negated: a path that does *not* match is ignored at once (this is how Helm reads ``!``).
    directories: the rule is about directories only.
    whole: the pattern is matched against the whole path, else against the last part of it.
    plain: the pattern has no special characters.
    """

    __slots__ = ("directories", "log", "negated", "pattern", "plain", "start", "whole")

    def __init__(self, line: str, log: Log) -> None:
        self.log = log
        self.negated = line.startswith("!")
        pattern = line[1:] if self.negated else line
        self.directories = pattern.endswith("/")
        if self.directories:
            pattern = pattern[:-1]
        self.whole = "/" in pattern
        self.pattern = pattern.removeprefix("/")
        special = [index for index, char in enumerate(self.pattern) if char in _SPECIAL]
        self.plain = not special
        self.start = self.pattern[: special[0]] if special else self.pattern

    @property
    def ending(self) -> str | None:
        """What names must end with, if the rule says nothing else: ``.txt`` for ``*.txt``."""
        rest = self.pattern[1:]
        is_ending = self.pattern[:1] == "*" and not self.whole and _SPECIAL.isdisjoint(rest)
        return rest if is_ending else None

    def matches(self, path: str, base: str) -> bool:
        """Tell whether the pattern matches; ``base`` is the last part of ``path``."""
        name = path if self.whole else base
        if not name.startswith(self.start):
            return False
        if self.plain:
            return name == self.pattern
        try:
            return match(self.pattern, name)
        except GoError as error:
            self.log("ERROR", "failed to compile", rule=self.pattern, error=error)
            return False


class _RuleSet:
    """Rules that decide alike, in any order; the simple ones are looked up all at once."""

    __slots__ = ("endings", "names", "others", "paths")

    def __init__(self, rules: list[Rule]) -> None:
        plain = [rule for rule in rules if rule.plain]
        self.names = {rule.pattern for rule in plain if not rule.whole}
        self.paths = {rule.pattern for rule in plain if rule.whole}
        self.endings = tuple(rule.ending for rule in rules if rule.ending is not None)
        self.others = [rule for rule in rules if not rule.plain and rule.ending is None]

    def ignores(self, path: str, base: str) -> bool:
        """Tell whether one of the rules matches."""
        if base in self.names or path in self.paths or base.endswith(self.endings):
            return True
        return any(rule.matches(path, base) for rule in self.others)


class IgnoreRules:
    """The rules of one chart, and Helm's own one about dotfiles among the templates."""

    __slots__ = ("_for_directories", "_for_files", "_in_order")

    def __init__(self, rules: list[Rule]) -> None:
        self._in_order = rules if any(rule.negated for rule in rules) else []
        self._for_directories = _RuleSet(rules)
        self._for_files = _RuleSet([rule for rule in rules if not rule.directories])

    def ignores(self, path: str, *, is_directory: bool) -> bool:
        """Tell whether the file or directory at ``path``, relative to the chart, is left out."""
        base = path[path.rfind("/") + 1 :]
        if self._in_order:
            if self._ignores_in_order(path, base, is_directory=is_directory):
                return True
        elif (self._for_directories if is_directory else self._for_files).ignores(path, base):
            return True
        if not path.startswith(_DOTFILES):
            return False
        rest = path[len(_DOTFILES) :]
        return bool(rest) and "/" not in rest

    def _ignores_in_order(self, path: str, base: str, *, is_directory: bool) -> bool:
        for rule in self._in_order:
            if rule.negated:
                if (rule.directories and not is_directory) or not rule.matches(path, base):
                    return True
            elif (is_directory or not rule.directories) and rule.matches(path, base):
                return True
        return False


def parse_rules(data: bytes, *, log: Log) -> IgnoreRules:
    """Read the text of a ``.helmignore`` file.

    Raises ChartError with Helm's text for a rule that Helm cannot use.
    """
    rules = []
    for raw in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        if len(raw) >= _LONGEST_LINE:
            raise ChartError("bufio.Scanner: token too long")
        line = raw.decode("utf-8", "surrogateescape").strip(SPACE)
        if not line or line.startswith("#"):
            continue
        if "**" in line:
            raise ChartError("double-star (**) syntax is not supported")
        try:
            match(line, "abc")
        except GoError as error:
            raise ChartError(error.message) from None
        rules.append(Rule(line, log))
    return IgnoreRules(rules)
