"""Looks for calls of Helm in files, and says which words of them change from Helm 3 to Helm 4."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError
from helmwright.compat.commands.flags import parse_call, rows
from helmwright.compat.commands.helmfile import helmfile_rows, is_helmfile
from helmwright.compat.commands.scripts import Script, is_helm, scripts_of
from helmwright.compat.commands.words import commands
from helmwright.compat.definitions import definition
from helmwright.lint.finding import Finding, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.compat.commands.flags import Row
    from helmwright.compat.commands.scripts import ListedWord
    from helmwright.compat.commands.words import Word

LARGEST = 4 << 20
"""The most bytes of a file in which calls of Helm are looked for."""


def command_findings(data: bytes, name: str) -> list[Finding]:
    """Return what changes in the calls of Helm in a file, by line and column.

    name: of the file, which says what it is: YAML, a helmfile, or else a script.

    Raises:
        HelmwrightError: for what is no text, or larger than 4 MiB.
    """
    text = _text(data, name)
    found = list(_findings(text, name))
    return sorted(dict.fromkeys(found), key=lambda one: one.order)


def _text(data: bytes, name: str) -> str:
    if len(data) > LARGEST:
        raise HelmwrightError(f"{name} is larger than the maximum file size {LARGEST}")
    if b"\0" in data:
        raise HelmwrightError(f"{name} is no text: it has a NUL byte")
    return data.decode("utf-8", "surrogateescape")


def _findings(text: str, name: str) -> Iterator[Finding]:
    if is_helmfile(text, name):
        for row, word in helmfile_rows(text):
            end = word.column + len(word.text)
            yield _finding(row, Span(name, word.line, word.column, word.line, end))
    for script in scripts_of(text, name):
        if isinstance(script, Script):
            yield from _of_script(script, name)
        else:
            yield from _of_list(script, name)


def _of_script(script: Script, name: str) -> Iterator[Finding]:
    for words in commands(script.text, folded=script.folded):
        for index, word in enumerate(words):
            if is_helm(word.text):
                for row in rows(parse_call([one.text for one in words[index + 1 :]])):
                    yield _finding(row, _span(script, words, index + 1, row, name))
                break


def _span(script: Script, words: list[Word], after: int, row: Row, name: str) -> Span:
    start = script.place(words[after + row.first].start)
    end = script.place(words[after + row.last].end) if script.exact else start
    return Span(name, *start, *end)


def _of_list(words: list[ListedWord], name: str) -> Iterator[Finding]:
    for row in rows(parse_call([one.text for one in words[1:]])):
        first = words[row.first + 1]
        yield _finding(row, Span(name, first.line, first.column, first.line, first.column))


def _finding(row: Row, span: Span) -> Finding:
    fix = f"write '{row.instead}'" if row.instead else "leave it out"
    return Finding(row.id, definition(row.id).severity, row.message, span, fix=fix)
