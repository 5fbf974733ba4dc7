"""A comment that is part of the value, since there is no space before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.base.patterns import lazy_pattern
from helmwright.go.yaml_resolve import resolve_plain
from helmwright.lint.definition import Example, Reads, Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.source import ValuesSource

_GLUED = lazy_pattern(r"([^\s#]+)#\s*\S")


@rule(
    "comment-without-space",
    reads=Reads.SOURCE,
    severity=Severity.WARNING,
    summary="There is no space before a comment, which makes it part of the value",
    why="In YAML # begins a comment only behind a space, so the number or boolean is a text with #.",
    advice="Write a space before the #.",
    url="https://yaml.org/spec/1.2.2/#66-comments",
    bad=(
        Example(
            "port: «8080# of the Service»\n",
            message="port: the value is the text from 8080 to the end of the line",
        ),
        Example("debug: «false#not yet»\n"),
    ),
    good=(
        Example("port: 8080 # of the Service\n"),
        Example("channel: team#42\nname: C# is a language\nquoted: '80# x'\n"),
    ),
)
def check(source: ValuesSource) -> Iterator[Problem]:
    """Look for # right behind a number or a boolean."""
    for path, node in source.nodes():
        if node.kind != "scalar" or not node.implicit or node.tag:
            continue
        found = _GLUED.match(node.value)
        if found is None:
            continue
        value = resolve_plain(found[1])
        if value is not None and not isinstance(value, str):
            yield source.problem(
                node,
                f"{dotted((*source.prefix, *path))}: the value is the text from {found[1]} to the"
                " end of the line, with the #",
                fix=f"write '{found[1]} #…' with a space before the #",
            )
