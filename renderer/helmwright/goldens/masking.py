"""Masks fields of rendered documents where they stand: everything else keeps its bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError
from helmwright.diff.model import ObjectKey

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from helmwright.base.paths import Path
    from helmwright.diff.paths import Pattern
    from helmwright.go.yaml_positions import Place


DYNAMIC = "<dynamic>"
"""What stands for a field that differs from render to render."""


def mask_fields(content: str, patterns: Sequence[Pattern]) -> str:
    """Return a document with ``DYNAMIC`` in the place of the fields that are meant.

    A document that cannot be read as YAML stays as it is.
    """
    if not patterns:
        return content
    from helmwright.go.yaml_read import load_map

    try:
        document = load_map(content)
    except HelmwrightError:
        return content
    key = identity(document)
    wanted = list(_covered(document, key, patterns, (), ()))
    return _replaced(content, document, wanted) if wanted else content


def identity(document: dict[str, Any]) -> ObjectKey:
    """Return what an object is called, blank where it says nothing."""
    metadata = document.get("metadata")
    named = metadata if type(metadata) is dict else {}
    kind, version = _text(document.get("kind")), _text(document.get("apiVersion"))
    group = version.rpartition("/")[0]
    return ObjectKey(group, kind, _text(named.get("namespace")), _text(named.get("name")))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _covered(
    value: Any, key: ObjectKey, patterns: Sequence[Pattern], path: Path, named: Path
) -> Iterator[Path]:
    """Yield the outermost paths that are meant; named: the path with items called by name."""
    if path and any(one.covers(key, path) or one.covers(key, named) for one in patterns):
        yield path
    elif type(value) is dict:
        for step, inner in value.items():
            yield from _covered(inner, key, patterns, (*path, step), (*named, step))
    elif type(value) is list:
        for index, inner in enumerate(value):
            name = inner.get("name") if type(inner) is dict else None
            step = f"[name={name}]" if isinstance(name, str) else index
            yield from _covered(inner, key, patterns, (*path, index), (*named, step))


def _replaced(content: str, document: dict[str, Any], paths: list[Path]) -> str:
    """Return the document with the mark at some paths: line by line, or else written anew."""
    from helmwright.go.yaml_positions import positions
    from helmwright.go.yaml_read import load_map

    for path in paths:
        _put(document, path)
    lines = content.split("\n")
    places = positions(content, "")
    for path in sorted(paths, key=lambda one: _line(places, one), reverse=True):
        place = places.get(path)
        if place is not None:
            _replace_lines(lines, place)
    masked = "\n".join(lines)
    try:
        is_right = load_map(masked) == document
    except HelmwrightError:
        is_right = False
    if is_right:
        return masked
    from helmwright.go.yaml_write import marshal

    return marshal(document)


def _line(places: dict[Path, Place], path: Path) -> int:
    place = places.get(path)
    return 0 if place is None else place.key_node.mark.line


def _put(document: Any, path: Path) -> None:
    *way, last = path
    for step in way:
        document = document[step]
    document[last] = DYNAMIC


def _replace_lines(lines: list[str], place: Place) -> None:
    """Put the mark behind a key, or a dash, and drop the lines of the value below it."""
    key, value = place.key_node, place.node
    first = key.mark.line
    if key is value:  # an item: all behind its dash
        head = lines[first].encode("utf-8", "surrogateescape")[: value.mark.column]
        indent = max(value.mark.column - 1, 0)
        start = head.decode("utf-8", "surrogateescape")
    else:
        end = key.end
        column = key.mark.column if end is None else end.column
        line = lines[first].encode("utf-8", "surrogateescape")
        start = line[:column].decode("utf-8", "surrogateescape") + ": "
        indent = key.mark.column + 1
    last = first + 1
    kept = last
    while last < len(lines):
        text = lines[last]
        if text.strip():
            is_item = key is not value and value.kind == "sequence" and text.lstrip()[0] == "-"
            column = len(text) - len(text.lstrip(" "))
            if column < indent and not (is_item and column == indent - 1):
                break
            kept = last + 1
        last += 1
    lines[first:kept] = [f"{start}{DYNAMIC}"]
