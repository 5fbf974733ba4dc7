"""A dash that begins no item of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.base.patterns import lazy_pattern
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Span
from helmwright.lint.rules.yaml._keys import plain_keys

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.source import ValuesSource

_GLUED = lazy_pattern(r"-[A-Za-z_]")


@rule(
    "dash-in-text",
    reads=Reads.SOURCE,
    severity=Severity.WARNING,
    summary="A dash belongs to a text or a key and begins no item of a list",
    why=(
        "A dash without a space behind it is part of the key, and one that is indented below a text"
        " continues that text; both files can be read, as something else."
    ),
    advice="Indent all items of a list alike, and write a space behind each dash.",
    url="https://yaml.org/spec/1.2.2/#821-block-sequences",
    bad=(
        Example(
            "ports:\n  «-name»: a\n  number: 1\n",
            message='ports: the dash is a part of the key "-name"',
        ),
        Example(
            "ranges:\n  - 10.0.0.0/8\n    «-» 192.168.0.0/16\n",
            message="ranges[0]: the line belongs to the text above",
        ),
    ),
    good=(
        Example("ports:\n  - name: a\n"),
        Example("a: one text\n  in two lines -\n  or more\nb: |\n  - x\n"),
        Example("args: -v --x\nlist:\n  -\n    a: 1\n"),
    ),
)
def check(source: ValuesSource) -> Iterator[Problem]:
    """Look at keys and at the later lines of texts."""
    for path, key in plain_keys(source):
        if _GLUED.match(key.value):
            lead = dotted((*source.prefix, *path))
            text = f'the dash is a part of the key "{key.value}"'
            yield source.problem(
                source.node_span(key),
                f"{lead}: {text}" if lead else text,
                fix=f"write '- {key.value[1:]}: …' with a space behind the dash",
            )
    for path, node in source.nodes():
        if node.kind != "scalar" or not node.implicit or node.end is None:
            continue
        for number in range(node.mark.line + 1, node.end.line + 1):
            text = source.lines[number]
            blanks = len(text) - len(text.lstrip())
            if text.startswith("- ", blanks):
                yield source.problem(
                    Span(source.name, number + 1, blanks + 1, number + 1, blanks + 2),
                    f"{dotted((*source.prefix, *path))}: the line belongs to the text above, since"
                    " it is indented further, and is no item of the list",
                    fix=f"indent the dash like the text in line {node.mark.line + 1}",
                )
