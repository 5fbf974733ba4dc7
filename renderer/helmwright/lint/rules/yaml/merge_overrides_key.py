"""A merge below a key that it overrides."""

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

_DEPTH = 20


@rule(
    "merge-overrides-key",
    reads=Reads.SOURCE,
    severity=Severity.WARNING,
    summary="A key is overridden by a merge (<<) below it",
    why=(
        "By the specification of YAML a key in the map itself always wins. Helm's reader takes"
        " keys and merges in the order in which they are written, so that the merge wins."
    ),
    advice="Write << as the first key of the map.",
    url="https://yaml.org/type/merge.html",
    bad=(
        Example(
            "base: &base {cpu: 1, memory: 2}\npool:\n  «cpu»: 8\n  <<: *base\n",
            message="pool.cpu: Helm takes the value that << brings in line 4 instead of this one",
        ),
    ),
    good=(
        Example("base: &base {cpu: 1}\npool:\n  <<: *base\n  cpu: 8\n"),
        Example("base: &base {cpu: 1}\npool:\n  memory: 8\n  <<: *base\n"),
    ),
)
def check(source: ValuesSource) -> Iterator[Problem]:
    """Look for merges behind keys that they bring, too."""
    for path, node in source.nodes():
        if node.kind == "mapping":
            yield from _overridden(source, path, node)


def _overridden(source: ValuesSource, path: Path, mapping: Node) -> Iterator[Problem]:
    written: dict[str, Node] = {}
    merged: dict[str, Node] = {}
    for key, value in pairs(mapping):
        if is_merge(key):
            brought = _names(value)
            merged.update({name: key for name in brought if name in written})
        else:
            name = key_name(key)
            if name is not None:
                written[name] = key
                merged.pop(name, None)
    for name, merge in merged.items():
        yield source.problem(
            source.node_span(written[name]),
            f"{dotted((*source.prefix, *path, name))}: Helm takes the value that << brings in"
            f" line {merge.mark.line + 1} instead of this one",
            related=(Related(source.node_span(merge), "the merge"),),
        )


def _names(value: Node, depth: int = 0) -> set[str]:
    """Return the keys that a merge brings."""
    found: set[str] = set()
    for one in value.children if value.kind == "sequence" else [value]:
        source = one.target or one
        if source.kind != "mapping" or depth > _DEPTH:
            continue
        for key, below in pairs(source):
            name = key_name(key)
            found |= _names(below, depth + 1) if is_merge(key) else {name} if name else set()
    return found
