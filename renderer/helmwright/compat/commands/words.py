"""The words of commands in a text, as a shell reads them, and where they stand. Nothing is run or expanded.

Words are quoted as in POSIX shells, which is what ``shlex`` reads; it does not say where a word was.
Besides ends of commands there are what other languages put into scripts: ``${{ … }}``, ``{{ … }}``
and ``$(NAME)`` are parts of words, and a backtick before the end of a line continues it in PowerShell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_NESTED = 8
"""How deep commands in quotes and substitutions are looked for."""
_ENDS = frozenset(";&|()\n")
_BLANKS = frozenset(" \t\r<>")
_VARIABLE = lazy_pattern(r"\$\(\w+\)|\$\{\{.*?\}\}|\{\{.*?\}\}|\$\{[^}\n]*\}")


class Word(NamedTuple):
    """A word without its quotes, and where it begins and ends in the text.

    inner: stretches of the text in it that may be commands: substitutions, and what is quoted.
    """

    text: str
    start: int
    end: int
    inner: tuple[tuple[int, int, bool], ...] = ()


class _Reader:
    """Reads one text; folded: ends of lines are blanks, as in folded scalars of YAML."""

    def __init__(self, text: str, end: int, *, folded: bool) -> None:
        self.text = text
        self.end = end
        self.folded = folded

    def commands(self, at: int) -> Iterator[list[Word]]:
        """Yield the words of each command from a place on."""
        words: list[Word] = []
        while at < self.end:
            at = self._blanks(at)
            if at >= self.end:
                break
            character = self.text[at]
            if character in _ENDS and not (character == "\n" and self.folded):
                if words:
                    yield words
                words = []
                at += 1
            elif character == "#":
                at = self._line_end(at)
            else:
                word = self._word(at)
                words.append(word)
                at = word.end
        if words:
            yield words

    def _blanks(self, at: int) -> int:
        while at < self.end:
            character = self.text[at]
            if character in _BLANKS or (character == "\n" and self.folded):
                at += 1
            elif character in "\\`" and self.text.startswith(("\n", "\r\n"), at + 1):
                at = self.text.index("\n", at) + 1
            else:
                break
        return at

    def _line_end(self, at: int) -> int:
        found = self.text.find("\n", at, self.end)
        return self.end if found < 0 else found

    def _word(self, start: int) -> Word:
        parts: list[str] = []
        inner: list[tuple[int, int, bool]] = []
        at = start
        while at < self.end:
            character = self.text[at]
            if character in _BLANKS or character in _ENDS:
                break
            variable = _VARIABLE.match(self.text, at, self.end) if character in "${" else None
            if variable is not None:
                parts.append(variable.group())
                at = variable.end()
            elif character == "\\" and at + 1 < self.end:
                if self.text.startswith(("\n", "\r\n"), at + 1):
                    break
                parts.append(self.text[at + 1])
                at += 2
            elif character in "'\"":
                at = self._quoted(at, parts, inner)
            elif character == "`" or self.text.startswith("$(", at):
                at = self._substituted(at, parts, inner)
            else:
                parts.append(character)
                at += 1
        return Word("".join(parts), start, max(at, start + 1), tuple(inner))

    def _quoted(self, at: int, parts: list[str], inner: list[tuple[int, int, bool]]) -> int:
        quote = self.text[at]
        close = at + 1
        while close < self.end and self.text[close] != quote:
            close += 2 if quote == '"' and self.text[close] == "\\" else 1
        if close >= self.end:  # nothing closes it: an apostrophe in a sentence
            parts.append(quote)
            return at + 1
        content = self.text[at + 1 : close]
        if quote == '"' and "\\" in content:
            content = _unescaped(content)
        parts.append(content)
        inner.append((at + 1, close, False))
        first = self.text.find("$(", at, close) if quote == '"' else -1
        while 0 <= first < close:  # once more: whoever speaks is not looked into
            last = self._closing(first + 2)
            if not first < last < close:
                break
            inner.append((first + 2, last, True))
            first = self.text.find("$(", last, close)
        return close + 1

    def _substituted(self, at: int, parts: list[str], inner: list[tuple[int, int, bool]]) -> int:
        if self.text[at] == "`":
            first, close = at + 1, self.text.find("`", at + 1, self.end)
        else:
            first, close = at + 2, self._closing(at + 2)
        if close < 0:
            parts.append(self.text[at])
            return at + 1
        parts.append(self.text[at : close + 1])
        inner.append((first, close, True))
        return close + 1

    def _closing(self, at: int) -> int:
        """Return where the parenthesis closes that is open; -1 if it does not."""
        depth = 1
        while at < self.end:
            if self.text[at] == "(":
                depth += 1
            elif self.text[at] == ")":
                depth -= 1
                if not depth:
                    return at
            at += 1
        return -1


def _unescaped(content: str) -> str:
    """Return what stands in double quotes: a backslash escapes what means something there."""
    parts: list[str] = []
    at = 0
    while at < len(content):
        if content[at] == "\\" and content[at + 1 : at + 2] in ("$", "`", '"', "\\", "\n"):
            parts.append("" if content[at + 1] == "\n" else content[at + 1])
            at += 2
        else:
            parts.append(content[at])
            at += 1
    return "".join(parts)


SPEAKING = frozenset(
    {"cat", "die", "echo", "error", "fail", "git", "grep", "info", "log", "printf", "sed", "warn"}
)
"""Commands whose quoted arguments are texts for people, or patterns."""

_BEFORE = frozenset(
    {"!", "@", "{", "do", "elif", "else", "exec", "if", "then", "time", "until", "while"}
)
"""Words that stand before a command."""


def commands(text: str, *, folded: bool = False, needle: str = "helm") -> Iterator[list[Word]]:
    """Yield the words of each command in a text, and of those in quotes and substitutions.

    folded: whether the end of a line is a blank. needle: what must be in quotes and substitutions that
    are looked into, in lower case.
    """
    pending = [(0, len(text), 0)]
    lowered = text.lower()
    while pending:
        start, end, depth = pending.pop()
        for words in _Reader(text, end, folded=folded).commands(start):
            first = next((one.text for one in words if one.text not in _BEFORE), "")
            speaks = first.rpartition("/")[2] in SPEAKING
            if not speaks:
                yield words
            if depth == _MOST_NESTED:
                continue
            pending += [
                (begin, last, depth + 1)
                for word in words
                for begin, last, substituted in word.inner
                if (substituted or not speaks) and needle in lowered[begin:last]
            ]
