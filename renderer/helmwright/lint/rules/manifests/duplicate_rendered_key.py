"""A rendered map has the same key twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.go.yaml_nodes import Node
    from helmwright.lint.rendered import RenderedChart
    from helmwright.rendering.objects import RenderedObject

_TEXT = "-- templates/a.yaml --\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\n"


@rule(
    "duplicate-rendered-key",
    reads=Reads.RENDERED,
    severity=Severity.WARNING,
    summary="A map in a rendered object has the same key twice",
    why="Only the last one counts, and stricter readers, such as kustomize, refuse the file.",
    advice="Write the key once; maps that several parts of a template fill have to be merged.",
    url="https://yaml.org/spec/1.2.2/#3213-node-comparison",
    bad=(
        Example(
            f"{_TEXT}  labels:\n    app: web\n«»    app: web\n",
            message='the key "app" is here a second time',
        ),
        Example(f"{_TEXT}data:\n  a: b\n---\nkind: Secret\ndata:\n  a: b\n«»data:\n  c: d\n"),
    ),
    good=(
        Example(f"{_TEXT}  labels:\n    app: web\n    App: web\n"),
        Example(f"{_TEXT}data: &a\n  a: b\nbinaryData:\n  <<: *a\n  a: c\n"),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Read each object as a tree, which still has what is written twice."""
    from helmwright.go.yaml_read import read_nodes

    for one in rendered.objects:
        if not _may_be_doubled(one):
            continue
        try:
            root = read_nodes(one.content, one.template)
        except HelmwrightError:
            continue
        for key in _doubled(root):
            span = rendered.template_span(one.template, one.line + key.mark.line)
            named = f"{one.kind} {one.name}: " if one.kind else ""
            yield Problem(span, f'{named}the key "{key.value}" is here a second time')


def _may_be_doubled(one: RenderedObject) -> bool:
    """Tell quickly whether more keys are written than can be read."""
    from helmwright.go.yaml_libyaml import Unusual, count_keys

    try:
        return count_keys(one.content) != _keys_of(one.data)
    except Unusual:
        return True


def _keys_of(value: Any) -> int:
    if type(value) is dict:
        return len(value) + sum(map(_keys_of, value.values()))
    return sum(map(_keys_of, value)) if type(value) is list else 0


def _doubled(root: Node | None) -> Iterator[Node]:
    pending = [root] if root is not None else []
    while pending:
        node = pending.pop()
        if node.kind == "mapping":
            seen: set[tuple[str, bool]] = set()
            for key in node.children[::2]:
                name = (key.value, key.implicit)
                if key.kind == "scalar" and key.value != "<<" and name in seen:
                    yield key
                seen.add(name)
        pending += reversed(node.children)
