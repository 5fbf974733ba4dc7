"""Reading a few top-level fields of a document while making sure that all of it is valid.

A rendered chart has many documents of which only the head is wanted, but go-yaml's errors count
everywhere. So the head is read from libyaml's events, and libyaml runs over the rest without
handing anything to Python. Texts in which something might be wrong beyond syntax are read whole.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import YAMLError
from helmwright.go.yaml_decode import (
    ConvertError,
    Decoded,
    Key,
    check_finite,
    go_type,
    key_text,
)
from helmwright.go.yaml_libyaml import Unusual, build, checked_text, library, syntax_problem
from helmwright.go.yaml_read import UNMARSHALING, load_record
from helmwright.go.yaml_resolve import resolve_plain
from helmwright.go.yaml_shapes import TypeMismatch, convert, store

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.kinds import Value
    from helmwright.go.yaml_shapes import StructOf

# Each pattern begins with its sign, so that searching for it is a search for one character.
_PLACE = r"(?<![^\s\[\]{},:?\-\"'].)"
_SIGNS = (
    ("*", rf"\*{_PLACE}[\w-]"),
    ("&", rf"&{_PLACE}[\w-]"),
    ("!", rf"!{_PLACE}(?!= )"),
    ("<<", r"<<[\"']?[ \t]*:"),
    ("~", r"~[ \t]*:"),
    ("ull", r"ull[ \t]*:"),
    ("NULL", r"NULL[ \t]*:"),
    (".", r"\.(?:inf|Inf|INF|nan|NaN|NAN)\b"),
    ("]", r"\][ \t]*:"),
    ("}", r"\}[ \t]*:"),
    ("?", r"\?(?<!\S.)(?:\s|\Z)"),
    (":", r":(?:(?<![^\s\[{,?:\-].)|(?<=[0-9a-fA-F_]{16}.))"),
)
"""Signs of anchors, tags, merges, infinity, and of keys that are null, collections or too large."""
_FLOW_SIGNS = (("{", r"\{(?<!\S.)(?!\})"), ("[", r"\[(?<!\S.)(?!\])"))
_UNUSUAL_CHARACTERS = ("\x85", "\u2028", "\u2029", "\u017f")  # line breaks, and an s
_NESTING_LIMIT = 2000


def load_record_partly(text: str | bytes, shape: StructOf, path: str = "") -> dict[str, Value]:
    """Return what ``load_record`` returns, faster when the shape's fields come first.

    Raises YAMLError exactly where ``load_record`` does.
    """
    try:
        source = checked_text(text)
        head = _Head(source, shape)
        value = convert(head.read(), shape)
        check_finite(value)
        if _needs_care(source):
            build(source)
        else:
            head.skip_rest()
    except (Unusual, ConvertError):
        return load_record(text, shape, path)
    try:
        return store(value, shape)
    except TypeMismatch as error:
        raise YAMLError(UNMARSHALING + str(error)) from None


def _needs_care(text: str) -> bool:
    """Tell whether anything in ``text`` might be wrong though libyaml accepts it."""
    for sign, pattern in _SIGNS:
        if sign in text and re.search(pattern, text):
            return True
    return (
        any(sign in text and _begins_flow(text, pattern) for sign, pattern in _FLOW_SIGNS)
        or text.count("- - ") > _NESTING_LIMIT
        or (not text.isascii() and any(sign in text for sign in _UNUSUAL_CHARACTERS))
    )


def _begins_flow(text: str, pattern: str) -> bool:
    """Tell whether a bracket may begin a flow collection that is not empty."""
    for found in re.finditer(pattern, text):
        at = found.start() - 1
        while at >= 0 and text[at] in " \t":
            at -= 1
        if at < 0 or text[at] in "\r\n-?:":
            return True
    return False


class _Head:
    """The beginning of a document, read from events."""

    def __init__(self, text: str, shape: StructOf) -> None:
        self._library = library()
        self._problem = (syntax_problem(), UnicodeEncodeError)
        self._text = text
        self._shape = shape
        self._starts = ['"', "'", "?", *map(str.lower, shape.fields)]
        try:
            self._parser = self._library.CParser(text)
        except self._problem:
            raise Unusual from None
        self._source: Callable[[], Any] = self._parser.get_event

    def _next(self) -> Any:
        try:
            return self._source()
        except self._problem:
            raise Unusual from None

    def skip_rest(self) -> None:
        """Let libyaml read everything behind the head."""
        try:
            self._parser.raw_parse()
        except self._problem:
            raise Unusual from None

    def read(self) -> Decoded:
        """Return the wanted fields as go-yaml decodes them, or a root that is no mapping."""
        self._next()
        if type(self._next()) is self._library.StreamEndEvent:
            return None
        root = self._next()
        if type(root) is not self._library.MappingStartEvent:
            return self._value(root)
        self._check_plain(root)
        if root.flow_style or root.start_mark.column != 0:
            raise Unusual
        fields: dict[str | Key, Decoded] = {}
        wanted = set(self._shape.fields)
        while True:
            key_event = self._next()
            if type(key_event) is self._library.MappingEndEvent:
                return fields
            key = self._key(key_event)
            name = self._shape.field(key)
            if name is None:
                self._skip_value()
                continue
            fields[key] = self._value(self._next())
            wanted.discard(name)
            if not wanted and not self._comes_again(key_event.end_mark.index):
                return fields

    def _comes_again(self, index: int) -> bool:
        """Tell whether a wanted key, or one of an unusual form, may begin a later line."""
        rest = self._text[index:]
        if "\r" in rest and rest.count("\r") != rest.count("\r\n"):
            return True
        lowered = rest.lower()
        if not rest.isascii() and any(sign in rest for sign in _UNUSUAL_CHARACTERS):
            return True
        return any(f"\n{start}" in lowered for start in self._starts)

    def _check_plain(self, event: Any) -> None:
        if event.anchor is not None or event.tag is not None:
            raise Unusual

    def _scalar(self, event: Any) -> Decoded:
        self._check_plain(event)
        return resolve_plain(event.value) if event.implicit[0] else event.value

    def _key(self, event: Any) -> str:
        if type(event) is not self._library.ScalarEvent:
            raise Unusual
        value = self._scalar(event)
        if isinstance(value, str):
            if value == "<<":
                raise Unusual
            return value
        return key_text(Key(go_type(value), value), None)

    def _skip_value(self) -> None:
        depth = 0
        starts = (self._library.MappingStartEvent, self._library.SequenceStartEvent)
        ends = (self._library.MappingEndEvent, self._library.SequenceEndEvent)
        while True:
            kind = type(self._next())
            if kind in starts:
                depth += 1
                if depth > _NESTING_LIMIT:  # for each level libyaml looks at all others
                    raise Unusual
            elif kind in ends:
                depth -= 1
            if depth == 0:
                return

    def _value(self, event: Any, depth: int = 0) -> Decoded:
        kind = type(event)
        if kind is self._library.ScalarEvent:
            return self._scalar(event)
        if kind is self._library.AliasEvent or depth > 50:
            raise Unusual
        self._check_plain(event)
        if kind is self._library.SequenceStartEvent:
            items = []
            while type(event := self._next()) is not self._library.SequenceEndEvent:
                items.append(self._value(event, depth + 1))
            return items
        mapping: dict[str | Key, Decoded] = {}
        while type(event := self._next()) is not self._library.MappingEndEvent:
            key = self._key(event)
            mapping[key] = self._value(self._next(), depth + 1)
        return mapping
