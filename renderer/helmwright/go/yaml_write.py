"""sigs.k8s.io/yaml's Marshal, which is Helm's ``toYaml``.

Go makes JSON of the value, reads that JSON with yaml.v2 and writes what it read. This module goes
straight from the value to the text and reproduces what the detour does to it: see
go/yaml_detour.py for strings and errors, ``_number`` for numbers.

The text of a string depends on its place only when it may be folded or is a literal block, so
all others are remembered, as is the order of every set of keys: a chart writes the same few words
over and over.

Source: sigs.k8s.io/yaml yaml.go, yaml.v2 encode.go and emitterc.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.patterns import lazy_pattern
from helmwright.go import yaml_detour
from helmwright.go.limits import (
    LARGE_COLLECTION,
    LARGE_TEXT,
    TEXT_LIMIT,
    WORK,
    LimitError,
    check_text,
)
from helmwright.go.stacks import is_deep, on_new_stack
from helmwright.go.yaml_order import natural
from helmwright.go.yaml_scalar import (
    FOLD_WIDTH,
    LINE_BREAKS,
    LITERAL,
    is_multiline,
    key_style,
    value_style,
    write_key,
    write_value,
)

if TYPE_CHECKING:
    from helmwright.go.kinds import Value

_CACHED_ENTRIES = 4096
_CACHED_LENGTH = 512
_MOST_LINES = 4_000_000
_SLOWNESS = 4
"""How many times a long string counts."""
_SIMPLE_KEY_BYTES = 128
_DEEPEST = 10_000  # yaml.v2's max_flow_level
_DEEP_INDENT = 200  # of a value so deep that it is looked at as a whole before it is written on

# Printable ASCII without a space, which no YAML reader takes for anything but this string unless
# it is one of a few words; and the same with single spaces inside.
_SAFE = lazy_pattern(r"[A-Za-z_/(](?:[!-9;-~]|:(?=[!-~]))*")
_SAFE_WITH_SPACES = lazy_pattern(r"[A-Za-z_/(](?:[!-9;-~]|:(?=[!-~])| (?=[!-\"$-~]))*")
_MAYBE_WORD = 5  # "false" is the longest word that is not a string


class _Scalars(dict[str, "str | None"]):
    """Strings as they are written anywhere; None for long ones, and where that depends on the place."""

    def __missing__(self, text: str) -> str | None:
        if len(text) > _CACHED_LENGTH:
            return None
        written = _anywhere(text)
        if len(self) >= _CACHED_ENTRIES:
            self.clear()
        self[text] = written
        return written


class _Plans(dict["tuple[str, ...]", "list[tuple[str, str | None]]"]):
    """Per set of keys: each key in writing order with its text ``key:``, None if it is not simple."""

    def __missing__(self, keys: tuple[str, ...]) -> list[tuple[str, str | None]]:
        plan = _plan(keys)
        if len(keys) <= 64:
            if len(self) >= _CACHED_ENTRIES:
                self.clear()
            self[keys] = plan
        return plan


class _Lines(list[str]):
    """The lines so far of ``value``.

    seen: whether it is known to have an end. spent: the characters of its long strings.
    """

    __slots__ = ("seen", "spent", "value")

    def __init__(self, value: Value) -> None:
        self.value = value
        self.seen = False
        self.spent = 0

    def needs_stack(self) -> bool:
        """Tell whether to go on upon another; raise DetourError if yaml.v2 finds it too deep."""
        if not self.seen:
            if yaml_detour.too_deep(self.value, _DEEPEST):
                raise yaml_detour.DetourError
            self.seen = True
        return is_deep()

    def spend(self, size: int) -> None:
        """Count a long string of ``size`` characters."""
        self.spent += _SLOWNESS * size
        if self.spent > TEXT_LIMIT:
            most = TEXT_LIMIT // _SLOWNESS
            raise LimitError(f"toYaml: more than {most} bytes in long strings")


def marshal(value: Value) -> str:
    """Return ``value`` as YAML, with the final line break.

    Raises JSONError where encoding/json refuses the value (cycles, NaN, complex numbers) and
    YAMLError where yaml.v2 cannot read the JSON (control characters, keys over 1,024 characters),
    each with Go's text, and FunctionError for a text that would not fit into memory.
    """
    lines = _Lines(value)
    try:
        _write(value, "", "", lines)
    except yaml_detour.DetourError as stop:
        raise yaml_detour.go_error(value) from stop
    if len(lines) > LARGE_COLLECTION:
        WORK.spend(2 * len(lines))
    if lines.spent > LARGE_TEXT:
        check_text("toYaml", lines.spent)
    return "".join(lines)


def _write(value: Value, pad: str, lead: str, lines: _Lines) -> None:
    """Write ``value`` after ``lead``: the root, or the value of a complex key."""
    kind = type(value)
    if kind is dict and value:
        _mapping(value, pad, lead, lines)
    elif kind is list and value:
        _sequence(value, pad, lead, lines)
    elif kind is str:
        _text(value, lead, pad if lead else "  ", lines)
    elif kind in _PLAIN_TYPES:
        lines.append(f"{lead}{_simple(value)}\n")
    else:
        _write(yaml_detour.plain(value), pad, lead, lines)


def _mapping(mapping: dict[str, Any], pad: str, lead: str, lines: _Lines) -> None:
    """Write the entries of a map that is not empty.

    pad: the spaces before each entry.
    lead: what stands before the first entry instead: ``pad``, or it ends with ``- `` or ``: ``.
    """
    if len(lines) > _MOST_LINES:
        raise LimitError(f"toYaml: more than {_MOST_LINES} lines")
    if len(pad) > _DEEP_INDENT and lines.needs_stack():
        on_new_stack(_mapping, mapping, pad, lead, lines)
        return
    scalars = _SCALARS
    for key, head in _PLANS[tuple(mapping)]:
        value = mapping[key]
        kind = type(value)
        if head is None:
            _complex_entry(key, value, pad, lead, lines)
            lead = pad
            continue
        if kind is str:
            text = scalars[value]
            if text is None:
                _text(value, f"{lead}{head} ", pad + "  ", lines)
            else:
                lines.append(f"{lead}{head} {text}\n")
        elif kind is dict and value:
            lines.append(f"{lead}{head}\n")
            deeper = pad + "  "
            _mapping(value, deeper, deeper, lines)
        elif kind is list and value:
            lines.append(f"{lead}{head}\n")
            _sequence(value, pad, pad, lines)
        elif kind in _PLAIN_TYPES:
            lines.append(f"{lead}{head} {_simple(value)}\n")
        else:
            _other_entry(head, yaml_detour.plain(value), pad, lead, lines)
        lead = pad


def _other_entry(head: str, value: Value, pad: str, lead: str, lines: _Lines) -> None:
    """Write an entry whose value was of a Go type without a Python type of its own."""
    if type(value) is dict and value:
        lines.append(f"{lead}{head}\n")
        _mapping(value, pad + "  ", pad + "  ", lines)
    elif type(value) is list and value:
        lines.append(f"{lead}{head}\n")
        _sequence(value, pad, pad, lines)
    elif type(value) is str:
        _text(value, f"{lead}{head} ", pad + "  ", lines)
    else:
        lines.append(f"{lead}{head} {_simple(value)}\n")


def _complex_entry(key: str, value: Value, pad: str, lead: str, lines: _Lines) -> None:
    """Write an entry as ``? key`` and ``: value``, because the key is long or has line breaks."""
    key = yaml_detour.key_read_back(key)
    _text(key, f"{lead}? ", pad + "  ", lines)
    _write(value, pad + "  ", f"{pad}: ", lines)


def _sequence(items: list[Any], pad: str, lead: str, lines: _Lines) -> None:
    """Write the items of a list that is not empty; ``pad`` and ``lead`` are as for a map."""
    if len(lines) > _MOST_LINES:
        raise LimitError(f"toYaml: more than {_MOST_LINES} lines")
    if len(pad) > _DEEP_INDENT and lines.needs_stack():
        on_new_stack(_sequence, items, pad, lead, lines)
        return
    scalars = _SCALARS
    deeper = pad + "  "
    lead += "- "
    for value in items:
        kind = type(value)
        if kind is str:
            text = scalars[value]
            if text is None:
                _text(value, lead, deeper, lines)
            else:
                lines.append(f"{lead}{text}\n")
        elif kind is dict and value:
            _mapping(value, deeper, lead, lines)
        elif kind is list and value:
            _sequence(value, deeper, lead, lines)
        elif kind in _PLAIN_TYPES:
            lines.append(f"{lead}{_simple(value)}\n")
        else:
            _write(yaml_detour.plain(value), deeper, lead, lines)
        lead = pad + "- "


def _text(text: str, lead: str, pad: str, lines: _Lines) -> None:
    """Write a string after ``lead``, folded or as a block if need be."""
    if len(text) > LARGE_TEXT:
        check_text("toYaml", len(text), weight=_SLOWNESS)
    if len(text) > _CACHED_LENGTH:
        lines.spend(len(text))
        anywhere = _anywhere(text)
        if anywhere is not None:
            lines.append(f"{lead}{anywhere}\n")
            return
    text = yaml_detour.read_back(text)
    style = value_style(text)
    written = write_value(text, style, len(lead), pad, FOLD_WIDTH)
    if style == LITERAL and written[-1] in LINE_BREAKS:
        lines.append(lead + written)
    else:
        lines.append(f"{lead}{written}\n")


def _simple(value: Value) -> str:
    """Return an empty map or list, a number, a boolean or null."""
    kind = type(value)
    if kind is bool:
        return "true" if value else "false"
    if kind is float:
        return _number(value)
    if value is None:
        return "null"
    if kind is int:
        return str(value)
    return "{}" if kind is dict else "[]"


_PLAIN_TYPES = frozenset((bool, float, int, type(None), dict, list))


def _number(value: float) -> str:
    """Return a float64 as yaml.v2 writes the number that it read from JSON."""
    if value.is_integer() and -1e15 < value < 1e15:
        return str(int(value))
    return yaml_detour.number_read_back(value)


def _anywhere(text: str) -> str | None:
    """Return ``text`` as it is written wherever it stands, or None if that depends on the place."""
    if _SAFE.fullmatch(text) is not None and len(text) > _MAYBE_WORD:
        return text
    if " " in text or not text.isprintable():
        return None
    style = value_style(yaml_detour.read_back(text))
    return write_key(text, style)


def _plan(keys: tuple[str, ...]) -> list[tuple[str, str | None]]:
    written = yaml_detour.keys_read_back(keys)
    plan: list[tuple[str, str | None]] = []
    for text in natural(written):
        key = written[text]
        if _SAFE_WITH_SPACES.fullmatch(text) is not None and _MAYBE_WORD < len(text) <= 128:
            plan.append((key, text + ":"))
        elif is_multiline(text) or (
            len(text) > _SIMPLE_KEY_BYTES // 4 and len(text.encode()) > _SIMPLE_KEY_BYTES
        ):
            plan.append((key, None))
        else:
            plan.append((key, write_key(text, key_style(text)) + ":"))
    return plan


_SCALARS = _Scalars()
_PLANS = _Plans()
