"""Reading ordinary YAML with libyaml.

Everything here gives up with ``Unusual`` where libyaml and go-yaml may differ, where libyaml
refuses the text, and (in ``build``) where a document holds more than plain data.

The known differences, all in what libyaml 0.2.5 accepts: ``?`` inside plain scalars of flow
collections, tags in flow collections, flow collections as keys, ``%YAML 1.2``, byte order marks
inside the text, and nesting deeper than 10,000.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from helmwright.go.yaml_resolve import resolve_plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.kinds import Value
    from helmwright.go.yaml_events import Event
    from helmwright.go.yaml_scan import Mark

_DIRECTIVE = re.compile("(?:^|[\r\n\x85\u2028\u2029])%").search
_COLON = re.compile("[ \t]*:").match
_DEPTH_LIMIT = 2000
_CACHE_LIMIT = 20_000

_libyaml: Any = None
_CACHED_LENGTH = 128
"""Longer scalars hardly come twice, and would be kept for good."""
_values: dict[str, Value] = {}
_keys: dict[str, str] = {}


def _remembered() -> tuple[dict[str, Value], dict[str, str]]:
    """Return the values and the keys that are known; those of a read that is going on stay whole."""
    global _values, _keys
    if len(_values) > _CACHE_LIMIT or len(_keys) > _CACHE_LIMIT:
        _values, _keys = {}, {}
    return _values, _keys


class Unusual(Exception):  # noqa: N818 - a signal, not an error
    """Text that needs go-yaml's own rules."""


def library() -> Any:
    """Return PyYAML's C extension, imported once; raise Unusual where it is missing."""
    global _libyaml  # noqa: PLW0603 - an import that is put off
    if _libyaml is None:
        try:
            from yaml import _yaml
        except ImportError:  # pragma: no cover - PyYAML built without libyaml
            raise Unusual from None
        _libyaml = _yaml
    return _libyaml


def syntax_problem() -> type[Exception]:
    """Return the base of what libyaml raises; the library must have been imported."""
    from yaml.error import YAMLError

    return YAMLError


def checked_text(text: str | bytes) -> str:
    """Return ``text`` without its byte order mark if libyaml can be trusted with it."""
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError:
            raise Unusual from None
    if not text.isascii():
        text = text.removeprefix("\ufeff")
        if "\ufeff" in text:
            raise Unusual
    if "%" in text and _DIRECTIVE(text):
        raise Unusual
    return text


def build(source: str | bytes) -> Value:
    """Return the first document of ``source`` if it is plain data: no anchors, tags, merges."""
    text = checked_text(source)
    library()
    try:
        return _build(str(text))
    except (syntax_problem(), UnicodeEncodeError):
        raise Unusual from None


def _build(text: str) -> Value:  # noqa: C901, PLR0912, PLR0915 - one loop, the hot path
    library = _libyaml
    next_event = library.CParser(str(text)).get_event
    scalar_event = library.ScalarEvent
    start_events = (library.MappingStartEvent, library.SequenceStartEvent)
    mapping_event = library.MappingStartEvent
    alias_event = library.AliasEvent
    values, keys = _remembered()
    next_event()
    if type(next_event()) is library.StreamEndEvent:
        return None
    stack: list[tuple[Any, str | None]] = []
    container: Any = None
    key: str | None = None
    flow_start = flow_depth = -1
    value: Value
    while True:
        event = next_event()
        kind = type(event)
        if kind is scalar_event:
            if event.anchor is not None or event.tag is not None:
                raise Unusual
            text_value = event.value
            if type(container) is dict and key is None:
                if not event.implicit[0]:
                    key = text_value
                elif text_value in keys:
                    key = keys[text_value]
                else:
                    key = _plain_key(text_value)
                    if len(text_value) <= _CACHED_LENGTH:
                        keys[text_value] = key
                continue
            if not event.implicit[0]:
                value = text_value
            elif text_value in values:
                value = values[text_value]
            else:
                value = _plain_value(text_value)
                if len(text_value) <= _CACHED_LENGTH:
                    values[text_value] = value
        elif kind in start_events:
            if event.anchor is not None or event.tag is not None:
                raise Unusual
            if type(container) is dict and key is None:
                raise Unusual  # a collection as a key
            if container is not None:
                stack.append((container, key))
            if event.flow_style and flow_start < 0:
                flow_start, flow_depth = event.start_mark.index, len(stack)
            container = {} if kind is mapping_event else []
            key = None
            if len(stack) > _DEPTH_LIMIT:
                raise Unusual
            continue
        elif kind is alias_event:
            raise Unusual
        else:
            if flow_start >= 0 and len(stack) == flow_depth:
                if "?" in text[flow_start : event.end_mark.index]:
                    raise Unusual
                flow_start = -1
            value = container
            container, key = stack.pop() if stack else (None, None)
        if container is None:
            next_event()  # the end of the document, which may bring an error
            return value
        if key is None:
            container.append(value)
        else:
            container[key] = value
            key = None


def count_keys(text: str) -> int:
    """Return how many keys the maps of the first document have, counting what is written twice.

    Raises Unusual where libyaml does not say.
    """
    source = checked_text(text)
    library()
    try:
        next_event = _libyaml.CParser(source).get_event
        return _count_keys(next_event)
    except (syntax_problem(), UnicodeEncodeError):
        raise Unusual from None


def _count_keys(next_event: Callable[[], Any]) -> int:
    nodes = (_libyaml.ScalarEvent, _libyaml.AliasEvent)
    starts = (_libyaml.MappingStartEvent, _libyaml.SequenceStartEvent)
    ends = (_libyaml.MappingEndEvent, _libyaml.SequenceEndEvent)
    count = 0  # of keys and values
    in_map = False
    around: list[bool] = []
    while True:
        kind = type(next_event())
        if kind in nodes:
            count += in_map
        elif kind in starts:
            count += in_map
            around.append(in_map)
            in_map = kind is starts[0]
        elif kind in ends:
            in_map = around.pop()
        elif kind in (_libyaml.DocumentEndEvent, _libyaml.StreamEndEvent):
            return count // 2


def _plain_value(text: str) -> Value:
    value = resolve_plain(text)
    if type(value) is int:
        return float(value)
    if type(value) is float and value - value != 0.0:
        raise Unusual
    return value


def _plain_key(text: str) -> str:
    if text == "<<":
        raise Unusual
    value = resolve_plain(text)
    if type(value) is str:
        return value
    from helmwright.go.yaml_decode import ConvertError, Key, go_type, key_text

    try:
        return key_text(Key(go_type(value), value), None)
    except ConvertError:
        raise Unusual from None


def events(source: str | bytes) -> Callable[[], Event]:
    """Return a function that gives the next event of ``source``; it may raise Unusual."""
    text = checked_text(source)
    library()
    try:
        next_event = _libyaml.CParser(str(text)).get_event
    except UnicodeEncodeError:
        raise Unusual from None
    return _Translator(text, next_event, syntax_problem()).next_event


class _Translator:
    """Turns libyaml's events into ours."""

    def __init__(self, text: str, source: Callable[[], Any], error: type[Exception]) -> None:
        from helmwright.go.yaml_events import Event
        from helmwright.go.yaml_scan import Mark

        self._text = text
        self._source = source
        self._error = error
        self._event = Event
        self._mark = Mark
        self._depth = 0
        self._flow_start = -1
        self._flow_depth = 0

    def next_event(self) -> Event:
        """Return the next event; raise Unusual where go-yaml must be asked."""
        try:
            event = self._source()
        except (self._error, UnicodeEncodeError):
            raise Unusual from None
        kind = type(event).__name__.removesuffix("Event")
        start = event.start_mark
        mark = self._mark(start.line, start.column, start.index)
        if kind == "Scalar":
            self._check_tag(event)
            implicit, tag = event.implicit[0], event.tag or ""
            end, style = self._end(event), event.style or ""
            return self._event("scalar", mark, event.anchor, tag, event.value, implicit, end, style)
        if kind in ("MappingStart", "SequenceStart"):
            self._open(event)
            name = "mapping" if kind == "MappingStart" else "sequence"
            return self._event(name, mark, event.anchor, event.tag or "", "", event.tag is None)
        if kind in ("MappingEnd", "SequenceEnd"):
            self._close(event)
            return self._event("end", mark)
        if kind == "Alias":
            return self._event("alias", mark, event.anchor, end=self._end(event))
        return self._event("stream-end" if kind == "StreamEnd" else kind, mark)

    def _end(self, event: Any) -> Mark:
        end = event.end_mark
        return self._mark(end.line, end.column, end.index)

    def _check_tag(self, event: Any) -> None:
        if event.tag is not None and self._flow_start >= 0:
            raise Unusual

    def _open(self, event: Any) -> None:
        self._check_tag(event)
        self._depth += 1
        if self._depth > _DEPTH_LIMIT:
            raise Unusual
        if event.flow_style and self._flow_start < 0:
            self._flow_start, self._flow_depth = event.start_mark.index, self._depth

    def _close(self, event: Any) -> None:
        if self._flow_start >= 0 and _COLON(self._text, event.end_mark.index):
            raise Unusual  # go-yaml forgets that an empty flow collection may be a key
        if self._flow_start >= 0 and self._depth == self._flow_depth:
            if "?" in self._text[self._flow_start : event.end_mark.index]:
                raise Unusual
            self._flow_start = -1
        self._depth -= 1
