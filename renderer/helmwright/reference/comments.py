"""What the comments of a values.yaml say about its keys.

Three ways of writing are known. Where ``# --`` occurs, comments are read as helm-docs reads them:
the text after it belongs to the key below, ``# @default --``, ``# @section --`` and ``# @ignored``
say more, and other comments say nothing. Where ``## @param`` occurs, that is what says something,
about the key that it names (``## @skip`` hides one), and ``## @section`` begins a section. Elsewhere
the lines right above a key are about it, and a heading ``## Title -----`` begins a section.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.patterns import lazy_pattern
from helmwright.go.yaml_positions import positions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.base.paths import Path


_HEADING = lazy_pattern(r"## *(?:@section +(\S.*?)|(\S.*?) *-{3,}) *")
_DOCUMENTED = lazy_pattern(r"^ *# -- ", re.MULTILINE)
_MARK = lazy_pattern(r"# -- *(?:\((?P<type>[^)]*)\) *)?(?P<text>.*)")
_TAG = lazy_pattern(r"# *@(?P<name>\w+)(?: *-- *(?P<text>.*))?")
_PARAMETER = lazy_pattern(
    r"^ *## @(param|skip|extra) +(\S+) *(?:\[[^\]]*\])? *(.*?) *$", re.MULTILINE
)


class Comment(NamedTuple):
    """What is said about one key; empty where nothing is said.

    type and default: as helm-docs has them, in the writer's own words.
    ignored: the key is not to be shown.
    """

    text: str = ""
    section: str = ""
    type: str = ""
    default: str = ""
    ignored: bool = False


NOTHING = Comment()


def comments(text: str, path: str) -> dict[Path, Comment]:
    """Return what is said about the keys of a values.yaml, by their paths.

    path: the file's name. Raises YAMLError for text that is no YAML.
    """
    lines = text.splitlines()
    read = _read_marked if _DOCUMENTED.search(text) else _read_plain
    named = _named(text)
    headings = _headings(lines)
    found: dict[Path, Comment] = {}
    for key, place in positions(text, path).items():
        line, column = place.key.line, place.key.column
        if not key or line is None or column is None:
            continue
        above = [] if named else _above(lines, line - 1, column - 1)
        comment = named.get(_dotted(key), NOTHING) if named else read(above)
        if len(key) == 1 and not comment.section:
            section = next((title for at, title in reversed(headings) if at < line), "")
            comment = comment._replace(section=section)
        if comment != NOTHING:
            found[key] = comment
    return found


def titles(text: str) -> list[str]:
    """Return the headings of a values.yaml in their order."""
    return [title for _, title in _headings(text.splitlines())]


def _headings(lines: Sequence[str]) -> list[tuple[int, str]]:
    matches = ((number, _HEADING.fullmatch(line)) for number, line in enumerate(lines, start=1))
    return [(number, found[1] or found[2]) for number, found in matches if found]


def _named(text: str) -> dict[str, Comment]:
    """Return what comments say that name their key, by the name as they write it."""
    return {
        found[2]: Comment(found[3], ignored=found[1] == "skip")
        for found in _PARAMETER.finditer(text)
    }


def _dotted(key: Path) -> str:
    """Return a path as such comments write it: ``a.b[0].c``."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in key)
    return "".join(parts).removeprefix(".")


def _above(lines: Sequence[str], index: int, indent: int) -> list[str]:
    """Return the comment lines right above a line, which begin in its column.

    A line of a block of text may begin with ``#`` too, but it stands further right.
    """
    if lines[index][:indent].strip():  # a key within braces or behind a dash
        return []
    first = index
    lead = " " * indent + "#"
    while first > 0 and lines[first - 1].startswith(lead) and not _HEADING.match(lines[first - 1]):
        first -= 1
    return [line.strip() for line in lines[first:index]]


def _read_plain(lines: list[str]) -> Comment:
    return Comment(" ".join(line.lstrip("#").strip() for line in lines).strip())


def _read_marked(lines: list[str]) -> Comment:
    """Return what lines with helm-docs' marks say."""
    comment = NOTHING
    started = False
    for line in lines:
        if mark := _MARK.fullmatch(line):
            started = True
            comment = comment._replace(text=mark["text"], type=mark["type"] or "")
        elif tag := _TAG.fullmatch(line):
            comment = _tagged(comment, tag["name"], tag["text"] or "")
        elif started:
            comment = comment._replace(text=f"{comment.text} {line.lstrip('#').strip()}".strip())
    return comment


def _tagged(comment: Comment, name: str, text: str) -> Comment:
    if name in ("ignored", "ignore"):
        return comment._replace(ignored=True)
    if name == "default":
        return comment._replace(default=_unquoted(text.strip()))
    return comment._replace(section=text.strip()) if name == "section" else comment


def _unquoted(text: str) -> str:
    """Return a default without the marks of code around all of it."""
    return text[1:-1] if text.count("`") == 2 and text[0] == text[-1] == "`" else text
