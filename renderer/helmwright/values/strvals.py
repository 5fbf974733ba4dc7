"""The little language of ``--set`` and its relatives: ``a.b[0]=1,c={x,y}``.

==================  ========================================================================
``parse_into``      ``--set``: true, false, null and int64 are recognised, the rest is text
``…_string``        ``--set-string``: text only
``…_file``          ``--set-file``: each value is a path, replaced by what ``read`` returns
``parse_json``      ``--set-json``: each value is JSON
``…_literal``       ``--set-literal``: one key, and all that follows ``=`` is its text
==================  ========================================================================

The map given is changed in place, also when a later part of the text is refused. Text is read as
UTF-8; a byte that is not becomes U+FFFD, as in Go.

Source: helm pkg/strvals/parser.go, pkg/strvals/literal_parser.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import GoError, HelmwrightError, StrvalsError
from helmwright.eras.era import DEFAULT
from helmwright.go.kinds import Int64, type_name
from helmwright.go.spaces import SPACE

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value

    Table = dict[str, Value]
    Read = Callable[[str], Value]
    Failure = StrvalsError | None

MAX_INDEX = 65536
MAX_NESTED_NAMES = 30
_SPACES = frozenset(SPACE)
_INT64_LIMIT = 1 << 63
_END = StrvalsError("EOF")
"""The end of the text, which ends the parse without an error wherever it is met between values."""
_OPEN_INDEX = StrvalsError(f"error parsing index: {_END.message}")
"""The same inside of an index, where an era does not see the end in the error about it."""


def parse(text: str) -> Table:
    """Return what ``--set text`` sets, as a new map."""
    values: Table = {}
    parse_into(text, values)
    return values


def parse_into(text: str, into: Table, era: Era = DEFAULT) -> None:
    """Set in ``into`` what ``--set text`` says; raise StrvalsError with Helm's text."""
    _Parser(text, typed_value, era).run(into)


def parse_into_string(text: str, into: Table, era: Era = DEFAULT) -> None:
    """Set in ``into`` what ``--set-string text`` says: every value is a string."""
    _Parser(text, str, era).run(into)


def parse_into_file(text: str, into: Table, read: Read, era: Era = DEFAULT) -> None:
    """Set in ``into`` what ``--set-file text`` says; ``read`` turns a path into a value."""
    _Parser(text, read, era).run(into)


def parse_json(text: str, into: Table, era: Era = DEFAULT) -> None:
    """Set in ``into`` what ``--set-json text`` says: ``a=[1],b={"c":null}``; no value is null."""
    _JSONParser(text, str, era).run(into)


def parse_literal_into(text: str, into: Table, era: Era = DEFAULT) -> None:
    """Set in ``into`` what ``--set-literal text`` says: all after the first ``=`` is the value."""
    _LiteralParser(text, str, era).run(into)


def typed_value(text: str) -> Value:
    """Return ``text`` as the bool, null or Int64 that it spells, else unchanged."""
    if len(text) in {4, 5}:
        # Go folds case by Unicode's simple rules: the long s of "fal\u017fe" is an s.
        folded = text.casefold()
        if folded == "true":
            return True
        if folded == "false":
            return False
        if folded == "null":
            return None
    if text == "0":
        return Int64(0)
    if text and text[0] != "0":
        number = _decimal(text)
        if number is not None and -_INT64_LIMIT <= number < _INT64_LIMIT:
            return Int64(number)
    return text


def _decimal(text: str) -> int | None:
    """Return the number that ``text`` spells with an optional sign and ASCII digits."""
    digits = text[1:] if text[:1] in {"+", "-"} else text
    if not (digits.isascii() and digits.isdigit()):
        return None
    if len(digits) > 4000:  # Python refuses to convert these, Go calls them out of range
        digits = digits.lstrip("0")[:40] or "0"
    return -int(digits) if text[0] == "-" else int(digits)


class _Parser:
    """One pass over a text; ``reader`` turns the text of a value into the value.

    Methods answer with a failure as their last result, because after the end of the text (a
    failure, too) the callers still store what was read.
    """

    stops = frozenset("=[,.")
    item_stops = frozenset("[.=")
    escapes = True

    def __init__(self, text: str, reader: Read, era: Era) -> None:
        if not text.isascii():
            text = "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)
        self.text = text
        self.length = len(text)
        self.at = 0
        self.reader = reader
        self.open_index = _END if era.swallows_open_index else _OPEN_INDEX

    def run(self, into: Table) -> None:
        """Parse to the end; raise the first failure."""
        try:
            failure = None
            while failure is None:
                failure = self.key(into, 0)
        except RecursionError:
            raise StrvalsError("indexes are nested too deeply") from None
        if failure is not _END:
            raise failure

    def until(self, stops: frozenset[str]) -> tuple[str, str]:
        """Consume text through one of ``stops``; return both, the stop empty at the end."""
        text, length, at = self.text, self.length, self.at
        taken: list[str] = []
        stop = ""
        while at < length:
            char = text[at]
            at += 1
            if char in stops:
                stop = char
                break
            if char == "\\" and self.escapes:
                if at == length:
                    break
                char = text[at]
                at += 1
            taken.append(char)
        self.at = at
        return "".join(taken), stop

    def key(self, data: Table, level: int) -> Failure:  # noqa: PLR0911 - the cases of Helm's grammar
        """Read one ``name…=value`` and store it in ``data``."""
        try:
            name, stop = self.until(self.stops)
            if not stop:
                if not name:
                    return _END
                return StrvalsError(f"key {_quote(name)} has no value")
            if stop == "[":
                return self.indexed(data, name, level)
            if stop == "=":
                return self.assign(data, name)
            if stop == ",":
                _store(data, name, "")
                return StrvalsError(f"key {_quote(name)} has no value (cannot end with ,)")
            return self.nested(data, name, level)
        except _WrongTypeError as error:
            return StrvalsError(f"unable to parse key: {error}")

    def indexed(self, data: Table, name: str, level: int) -> Failure:
        """Read what follows ``name[``."""
        index, failure = self.index()
        if failure is not None:
            return failure
        items: list[Value] = []
        if name in data:
            items = _as_list(data[name])
        items, failure = self.item(items, index, level)
        _store(data, name, items)
        return failure

    def nested(self, data: Table, name: str, level: int) -> Failure:
        """Read what follows ``name.``."""
        level += 1
        if level > MAX_NESTED_NAMES:
            return StrvalsError(
                "value name nested level is greater than maximum supported nested level of "
                f"{MAX_NESTED_NAMES}"
            )
        inner: Table = {}
        if name in data:
            inner = data[name]
            if not isinstance(inner, dict):
                raise _WrongTypeError(inner, "map[string]interface {}")
        failure = self.key(inner, level)
        if failure is None and not inner:
            return StrvalsError(f"key map {_quote(name)} has no value")
        if inner:
            _store(data, name, inner)
        return failure

    def assign(self, data: Table, name: str) -> Failure:
        """Read the value after ``name=``."""
        value, failure = self.value()
        if failure is None or failure is _END:
            _store(data, name, value)
        return failure

    def value(self) -> tuple[Value, Failure]:
        """Read a value or a list in braces; at the end of the text it is ``""``."""
        if self.at == self.length:
            return "", _END
        if self.text[self.at] == "{":
            self.at += 1
            return self.braces()
        text, _ = self.until(frozenset(","))
        return self.read(text)

    def braces(self) -> tuple[Value, Failure]:
        """Read the rest of ``{a,b}`` and a comma behind it."""
        items: list[Value] = []
        while True:
            text, stop = self.until(frozenset(",}"))
            if not stop:
                return items, StrvalsError("list must terminate with '}'")
            if stop == "}" and self.text[self.at : self.at + 1] == ",":
                self.at += 1
            item, failure = self.read(text)
            if failure is not None:
                return items, failure
            items.append(item)
            if stop == "}":
                return items, None

    def read(self, text: str) -> tuple[Value, Failure]:
        """Return what the reader makes of ``text``."""
        try:
            return self.reader(text), None
        except (HelmwrightError, GoError) as error:
            return None, error if isinstance(error, StrvalsError) else StrvalsError(error.message)

    def index(self) -> tuple[int, Failure]:
        """Read the number of ``[number]`` and its bracket."""
        text, stop = self.until(frozenset("]"))
        if not stop:
            return 0, self.open_index
        from helmwright.go.strconv import atoi

        try:
            return atoi(text), None
        except GoError as error:
            return 0, StrvalsError(f"error parsing index: {error.message}")

    def item(self, items: list[Value], index: int, level: int) -> tuple[list[Value], Failure]:  # noqa: C901, PLR0911, PLR0912 - the cases of Helm's grammar
        """Read what follows ``[index]`` and return the list with it."""
        if index < 0:
            return items, StrvalsError(f"negative {index} index not allowed")
        text, stop = self.until(self.item_stops)
        if text:
            from helmwright.go.strconv import quote_rune

            runes = " ".join(quote_rune(ord(char)) for char in text)
            return items, StrvalsError(f"unexpected data at end of array index: [{runes}]")
        if not stop:
            return items, _END
        value: Value
        if stop == "=":
            value, failure = self.value()
            if failure is not None and failure is not _END:
                return items, failure
        elif stop == "[":
            inner_index, failure = self.index()
            if failure is not None:
                return items, failure
            inner: list[Value] = []
            if len(items) > index and items[index] is not None:
                inner = _as_list(items[index])
            value, failure = self.item(inner, inner_index, level)
            if failure is not None:
                return items, failure
        else:
            value = {}
            if len(items) > index:
                if isinstance(items[index], dict):
                    value = items[index]
                else:
                    items[index] = value
            failure = self.key(value, level)
            if failure is not None:
                return items, failure
        return _store_item(items, index, value)


class _JSONParser(_Parser):
    """``--set-json``."""

    def value(self) -> tuple[Value, Failure]:
        """Read a JSON value and the blanks and the comma behind it."""
        if self.blank():
            return None, None
        from helmwright.go.json_read import decode_prefix

        rest = self.text[self.at :]
        try:
            value, consumed = decode_prefix(rest)
        except HelmwrightError as error:
            return None, StrvalsError(error.message)
        self.at += consumed
        self.blank()
        return value, None

    def blank(self) -> bool:
        """Consume blanks through a comma or the end; tell whether that is all there was."""
        while self.at < self.length:
            char = self.text[self.at]
            if char not in _SPACES and char != ",":
                return False
            self.at += 1
            if char == ",":
                return True
        return True


class _LiteralParser(_Parser):
    """``--set-literal``: no escapes, no commas, no lists in braces."""

    stops = frozenset("=[.")
    escapes = False

    def value(self) -> tuple[Value, Failure]:
        """Read all that is left."""
        text = self.text[self.at :]
        self.at = self.length
        return text, None


class _WrongTypeError(Exception):
    """Go's panic where a value has another type than the key needs."""

    def __init__(self, value: Value, wanted: str) -> None:
        found = "nil" if value is None else type_name(value)
        super().__init__(f"interface conversion: interface {{}} is {found}, not {wanted}")


def _as_list(value: Value) -> list[Value]:
    if isinstance(value, list):
        return value
    raise _WrongTypeError(value, "[]interface {}")


def _store(data: Table, name: str, value: Value) -> None:
    """Set ``name`` unless it is empty: Helm drops the values of empty names."""
    if name:
        data[name] = value


def _store_item(items: list[Value], index: int, value: Value) -> tuple[list[Value], Failure]:
    """Return the list with ``value`` at ``index``: the same one if it is long enough."""
    if index > MAX_INDEX:
        text = f"index of {index} is greater than maximum supported index of {MAX_INDEX}"
        return items, StrvalsError(text)
    if len(items) <= index:
        items = items + [None] * (index + 1 - len(items))
    items[index] = value
    return items, None


def _quote(text: str) -> str:
    from helmwright.go.strconv import quote

    return quote(text)
