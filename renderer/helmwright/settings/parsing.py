"""Parses files of our own formats: YAML, JSON, or a table of TOML, with the places of all they say.

What Helm's YAML reader lets pass and nobody means is refused: a key that is there twice. What it
refuses without a place gets one.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError, Position
from helmwright.base.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from helmwright.base.paths import Path
    from helmwright.go.yaml_nodes import Node

_CONVERTING = "error converting YAML to JSON: "
_NOT_FINITE = lazy_pattern(r"[-+]?\.(inf|Inf|INF|nan|NaN|NAN)")
_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_UNREADABLE = lazy_pattern(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_SEPARATOR = lazy_pattern(r"^---(?=\s|$)", re.MULTILINE)
_CONTENT = lazy_pattern(r"^(?!---|\.\.\.|[ \t]*(?:#|$)|%)", re.MULTILINE)
_SEARCHED = 1 << 20
"""The most bytes that are searched for keys that are there twice; programs write none."""


class UnreadableError(Exception):
    """Text that cannot be parsed; place: where, text: why."""

    def __init__(self, place: Position, text: str) -> None:
        super().__init__(f"{place}: {text}")
        self.place = place
        self.text = text


class Parsed:
    """What a file holds. data, path: of the file. value: plain data. is_toml: the language."""

    def __init__(self, data: str | bytes, path: str, value: Any, *, is_toml: bool = False) -> None:
        self.data = data
        self.path = path
        self.value = value
        self.is_toml = is_toml

    def place(self, steps: Path, *, of_value: bool = False) -> Position:
        """Return where a key or an item stands, or the nearest one that holds it.

        of_value: the place of the value, and not of its key, where there are two.
        """
        places = self._places
        for length in range(len(steps), -1, -1):
            found = places.get(steps[:length])
            if found is not None:
                return found[of_value and length == len(steps)]
        return Position(self.path)

    @cached_property
    def _places(self) -> Mapping[Path, tuple[Position, Position]]:
        if self.is_toml:
            from helmwright.settings.toml_places import toml_places

            found = toml_places(str(self.data), self.path)
            return {steps: (place, place) for steps, place in found.items()}
        from helmwright.go.yaml_positions import positions

        try:
            places = positions(_readable(self.data), self.path)
        except HelmwrightError:
            return {}
        return {steps: (place.key, place.value) for steps, place in places.items()}


def _readable(data: str | bytes) -> str | bytes:
    """Return a text in which what JSON may hold, and YAML may not, is another character."""
    try:
        text = data.decode() if isinstance(data, bytes) else data
    except UnicodeDecodeError:
        return data
    return _UNREADABLE.sub("?", text) if _UNREADABLE.search(text) else data


def parse(data: str | bytes, path: str) -> Parsed:
    """Return what YAML or JSON holds; raise UnreadableError for what is neither."""
    start = data.lstrip()[:1]
    if start in ("{", "[", b"{", b"["):
        value = _json(data)
        if value is not None:
            return Parsed(data, path, value)
    from helmwright.go.yaml_read import load, read_nodes

    try:
        value = load(data, path)
        if len(data) <= _SEARCHED:
            _refuse_doubles(read_nodes(data, path), path)
            _refuse_second(data, path)
    except HelmwrightError as error:
        if error.position is not None and error.position.line is not None:
            reason = error.told.removeprefix(_CONVERTING)
            raise UnreadableError(error.position, reason) from None
        raise _placed(error.message.removeprefix(_CONVERTING), data, path) from None
    return Parsed(data, path, value)


def parse_toml(data: bytes, path: str) -> Parsed:
    """Return what TOML holds; raise UnreadableError for what is none."""
    import tomllib

    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise UnreadableError(_at(data, error.start, path), "invalid UTF-8") from None
    try:
        return Parsed(text, path, tomllib.loads(text), is_toml=True)
    except tomllib.TOMLDecodeError as error:
        reason, _, where = str(error).partition(" (at line ")
        line, _, column = where.removesuffix(")").partition(", column ")
        place = Position(path, int(line), int(column)) if column.isdecimal() else Position(path)
        raise UnreadableError(place, reason if column else str(error)) from None
    except RecursionError:
        raise UnreadableError(Position(path), "it is nested too deeply") from None


def _json(data: str | bytes) -> Any:
    """Return what strict JSON holds, None for anything else."""
    import json

    try:
        return json.loads(data, object_pairs_hook=_once, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is there twice")
    return found


def _refuse(name: str) -> None:
    raise ValueError(name)


def _refuse_doubles(root: Node | None, path: str) -> None:
    """Raise UnreadableError for a key that a map has twice."""
    for node in _nodes(root):
        if node.kind != "mapping":
            continue
        seen: dict[str, int] = {}
        for key in node.children[::2]:
            if key.kind != "scalar" or key.value == "<<":
                continue
            if key.value in seen:
                where = Position(path, key.mark.line + 1, key.mark.column + 1)
                first = seen[key.value]
                raise UnreadableError(
                    where, f'"{key.value}" is there twice; the first one is in line {first}'
                )
            seen[key.value] = key.mark.line + 1


def _refuse_second(data: str | bytes, path: str) -> None:
    """Raise UnreadableError for a second document, of which nothing would be read."""
    if "---" not in data if isinstance(data, str) else b"---" not in data:
        return
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")
    first = _CONTENT.search(text)
    for found in _SEPARATOR.finditer(text, first.start() if first else len(text)):
        line = text[found.end() : text.find("\n", found.end()) + 1 or None].split(" #")[0]
        if line.strip() or _CONTENT.search(text, found.end()):
            raise UnreadableError(
                _at(text, found.start(), path), "a second document begins here; there may be one"
            )


def _nodes(root: Node | None) -> Iterator[Node]:
    """Yield all nodes as they are written; what aliases stand for comes once."""
    pending = [root] if root is not None else []
    while pending:
        node = pending.pop()
        yield node
        pending += reversed(node.children)


def _placed(reason: str, data: str | bytes, path: str) -> UnreadableError:
    """Return an error of the YAML reader, which names no place, with the place that it is about."""
    if isinstance(data, bytes):
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            return UnreadableError(_at(data, error.start, path), reason)
    else:
        text = data
    from helmwright.go.yaml_input import forbidden

    control = forbidden(text)
    if control is not None and "control characters" in reason:
        return UnreadableError(_at(text, control.start(), path), reason)
    if reason.startswith("json: unsupported value: "):
        return _of_scalar(text, path, f"{reason[25:]} is no number that can be used", _is_infinite)
    if reason.startswith("unsupported map key "):
        return _of_scalar(text, path, "a key must be a text, not nothing", _is_null_key)
    return UnreadableError(Position(path), reason)


def _of_scalar(text: str, path: str, reason: str, is_wrong: Any) -> UnreadableError:
    from helmwright.go.yaml_read import read_nodes

    for node in _nodes(read_nodes(text, path)):
        wrong = is_wrong(node)
        if wrong is not None:
            place = Position(path, wrong.mark.line + 1, wrong.mark.column + 1)
            return UnreadableError(place, reason)
    return UnreadableError(Position(path), reason)


def _is_infinite(node: Node) -> Node | None:
    if node.kind == "scalar" and node.implicit and _NOT_FINITE.fullmatch(node.value):
        return node
    return None


def _is_null_key(node: Node) -> Node | None:
    if node.kind != "mapping":
        return None
    plain = (key for key in node.children[::2] if key.kind == "scalar" and key.implicit)
    return next((key for key in plain if key.value in _NULLS), None)


def _at(text: str | bytes, offset: int, path: str) -> Position:
    """Return the place of a character or byte."""
    before = text[:offset]
    if isinstance(before, bytes):
        before = before.decode("utf-8", "replace")
    line = before.count("\n")
    return Position(path, line + 1, len(before) - (before.rfind("\n") + 1) + 1)
