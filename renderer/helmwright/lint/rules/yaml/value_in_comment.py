"""A value that begins with # and is a comment for that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.base.patterns import lazy_pattern
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.source import ValuesSource

_COMMENT = lazy_pattern(r"\s+(#(?:[0-9A-Fa-f]{3,8}|[a-z0-9][a-z0-9_-]*-[a-z0-9_-]+))\s*$")


@rule(
    "value-in-comment",
    reads=Reads.SOURCE,
    severity=Severity.WARNING,
    summary="A value that begins with # is a comment, so the key is blank",
    why="Behind a space # begins a comment: colours and channels need quotes.",
    advice="Put the value in quotes.",
    url="https://yaml.org/spec/1.2.2/#66-comments",
    bad=(
        Example("color: «#ff0000»\n", message="color: it is blank, since #ff0000 is a comment"),
        Example("slack:\n  channel: «#ml-alerts»\n"),
    ),
    good=(
        Example("color: '#ff0000'\nchannel: \"#ml-alerts\"\n"),
        Example("resources: # of the master\nimage: #none\n"),
        Example("resources: #limits-and-requests\n  cpu: 1\n"),
    ),
)
def check(source: ValuesSource) -> Iterator[Problem]:
    """Look for blank values with a comment that looks like a colour or a channel."""
    for path, node in source.nodes():
        blank = node.kind == "scalar" and node.implicit and not node.value and not node.tag
        if not blank or not path or isinstance(path[-1], int):
            continue
        key = source.places.get(path)
        end = None if key is None else key.key_node.end
        if end is None:
            continue
        text = source.lines[end.line]
        colon = text.find(":", end.column)
        found = _COMMENT.match(text, colon + 1) if colon >= 0 else None
        if found:
            line = end.line + 1
            yield source.problem(
                Span(source.name, line, found.start(1) + 1, line, found.end(1) + 1),
                f"{dotted((*source.prefix, *path))}: it is blank, since {found[1]} is a comment",
                fix=f'write "{found[1]}" in quotes',
            )
