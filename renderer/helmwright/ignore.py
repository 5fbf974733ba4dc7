"""``.helmignore``: which files of a chart directory Helm does not load.

Source: helm pkg/ignore/rules.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.errors import ChartError
from helmwright.go.path_match import BadPatternError, match

if TYPE_CHECKING:
    from collections.abc import Callable

    Log = Callable[..., None]

IGNORE_FILE = ".helmignore"
_SPACE = (
    "\t\n\v\f\r \u0085\u00a0\u1680"
    + "".join(map(chr, range(0x2000, 0x200B)))
    + "\u2028\u2029\u202f\u205f\u3000"
)
_LONGEST_LINE = 65536
_DOTFILES = "templates/."
_SPECIAL = frozenset("*?[\\")


class Rule:
    """One line of ``.helmignore``.

    negated: a path that does *not* match is ignored at once (this is how Helm reads ``!``).
    directories: the rule is about directories only.
    whole: the pattern is matched against the whole path, else against the last part of it.
    """

    __slots__ = ("directories", "ending", "log", "negated", "pattern", "plain", "whole")

    def __init__(self, line: str, log: Log) -> None:
        self.log = log
        self.negated = line.startswith("!")
        pattern = line[1:] if self.negated else line
        self.directories = pattern.endswith("/")
        if self.directories:
            pattern = pattern[:-1]
        self.whole = "/" in pattern
        pattern = pattern.removeprefix("/")
        self.pattern = pattern
        self.plain = _SPECIAL.isdisjoint(pattern)
        # "*.txt": the usual pattern, decided by the ending
        self.ending = (
            pattern[1:] if pattern[:1] == "*" and _SPECIAL.isdisjoint(pattern[1:]) else None
        )

    def matches(self, path: str, base: str) -> bool:
        """Tell whether the pattern matches; ``base`` is the last part of ``path``."""
        name = path if self.whole else base
        if self.plain:
            return name == self.pattern
        if self.ending is not None and not self.whole:
            return name.endswith(self.ending)
        try:
            return match(self.pattern, name)
        except BadPatternError as error:
            self.log("ERROR", "failed to compile", rule=self.pattern, error=error)
            return False


class IgnoreRules:
    """The rules of one chart, in order, and Helm's own one about dotfiles among the templates."""

    __slots__ = ("rules",)

    def __init__(self, rules: list[Rule]) -> None:
        self.rules = rules

    def ignores(self, path: str, *, is_directory: bool) -> bool:
        """Tell whether the file or directory at ``path``, relative to the chart, is left out."""
        base = path[path.rfind("/") + 1 :]
        for rule in self.rules:
            if rule.negated:
                if (rule.directories and not is_directory) or not rule.matches(path, base):
                    return True
            elif (is_directory or not rule.directories) and rule.matches(path, base):
                return True
        return (
            path.startswith(_DOTFILES)
            and len(path) > len(_DOTFILES)
            and "/" not in path[len(_DOTFILES) :]
        )


def parse_rules(data: bytes, *, log: Log) -> IgnoreRules:
    """Read the text of a ``.helmignore`` file.

    Raises ChartError with Helm's text for a rule that Helm cannot use.
    """
    rules = []
    for raw in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        if len(raw) >= _LONGEST_LINE:
            raise ChartError("bufio.Scanner: token too long")
        line = raw.decode("utf-8", "surrogateescape").strip(_SPACE)
        if not line or line.startswith("#"):
            continue
        if "**" in line:
            raise ChartError("double-star (**) syntax is not supported")
        try:
            match(line, "abc")
        except BadPatternError as error:
            raise ChartError(error.message) from None
        rules.append(Rule(line, log))
    return IgnoreRules(rules)
