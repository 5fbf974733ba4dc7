"""A key that a map has twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.go.yaml_decode import is_merge
from helmwright.go.yaml_positions import key_name
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Related
from helmwright.lint.source import pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.go.yaml_nodes import Node
    from helmwright.lint.finding import Problem
    from helmwright.lint.source import ValuesSource

_LIST_KEYS = 4
"""How many keys a map has at least that may be items of a list without their dashes."""


@rule(
    "duplicate-key",
    reads=Reads.SOURCE,
    severity=Severity.WARNING,
    summary="A map has a key twice",
    why=(
        "Helm takes the last one and drops all that is below the others, without a word;"
        " stricter readers refuse the file."
    ),
    advice="Put what belongs to the key into one place.",
    url="https://yaml.org/spec/1.2.2/#3213-node-comparison",
    bad=(
        Example(
            "db:\n  port: 5432\n  name: shop\n  «port»: 5433\n",
            message="db.port: the key is here a second time, and Helm drops the one in line 2",
        ),
        Example(
            "web:\n  debug: true\n«web»:\n  port: 80\n",
        ),
        Example("a: {x: 1, «x»: 2}\n"),
        Example("true: 1\n«on»: 2\n", message="true: the key"),
        Example("a: 1\n---\nb:\n  c: 1\n  «c»: 2\n"),
        Example("ports:\n  name: a\n  number: x\n  «name»: b\n  «number»: y\n"),
    ),
    good=(
        Example("a:\n  x: 1\nb:\n  x: 2\n"),
        Example("base: &base {x: 1}\nother:\n  <<: *base\n  x: 2\n"),
        Example("a: 1\n---\na: 2\n"),
    ),
)
def check(source: ValuesSource) -> Iterator[Problem]:
    """Look at the keys of every map as they are written."""
    for path, node in source.nodes():
        if node.kind == "mapping":
            yield from _twice(source, path, node)


def _twice(source: ValuesSource, path: Path, mapping: Node) -> Iterator[Problem]:
    first: dict[str, Node] = {}
    for key, _ in pairs(mapping):
        name = None if is_merge(key) else key_name(key)
        if name is None:
            continue
        before = first.setdefault(name, key)
        if before is not key:
            shown = dotted((*source.prefix, *path, name))
            yield source.problem(
                source.node_span(key),
                f"{shown}: the key is here a second time, and Helm drops the one in line"
                f" {before.mark.line + 1} with all that is below it",
                fix=_fix(mapping, before),
                related=(Related(source.node_span(before), "this one is dropped"),),
            )
            first[name] = key


def _fix(mapping: Node, first: Node) -> str:
    """Tell a map whose first key comes again from a list whose dashes are missing."""
    keys = [key_name(key) for key, _ in pairs(mapping)]
    repeated = all(keys.count(key) == keys.count(keys[0]) for key in keys)
    if mapping.children[0] is first and len(keys) >= _LIST_KEYS and repeated:
        return "if these are items of a list, begin each of them with a dash"
    return ""
