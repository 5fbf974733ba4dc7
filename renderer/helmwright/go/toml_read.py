"""BurntSushi's TOML parser, which is Helm's ``fromToml``.

Source: github.com/BurntSushi/toml parse.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from helmwright.base.errors import FunctionError, TOMLError
from helmwright.go.kinds import Slice
from helmwright.go.stacks import descend
from helmwright.go.strconv import quote
from helmwright.go.toml_characters import Item, Kind
from helmwright.go.toml_lex import Lexer
from helmwright.go.toml_values import (
    InvalidValueError,
    read_datetime,
    read_float,
    read_integer,
    read_string,
)
from helmwright.go.toml_write import key_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.kinds import Value
    from helmwright.go.time_zones import Location

_Key = tuple[str, ...]


class TableSlice(Slice):
    """Go's []map[string]interface{}: an array of tables."""

    __slots__ = ()
    go_type = "[]map[string]interface {}"


def load_map(text: str, zone: Callable[[], tuple[Location, int]] | None = None) -> dict[str, Value]:
    """Return the tables of a TOML document: integers are Int64, times are ``Time``.

    zone: gives the local zone and its offset at present (seconds east of UTC), for times with
    and without an offset of their own; UTC if not given.

    Raises TOMLError with Go's text, ``toml: line 1: …``, and FunctionError where Go panics.
    """
    for mark in ("\ufeff", "\udcff\udcfe", "\udcfe\udcff"):
        if text.startswith(mark):
            text = text[len(mark) :]
            break
    beginning = text.encode("utf-8", "surrogateescape")[:6]
    if 0 in beginning:
        raise TOMLError(
            "toml: line 1: files cannot contain NULL bytes; probably using UTF-16; "
            "TOML files must be UTF-8"
        )
    try:
        return _Parser(text, zone).parse()
    except RecursionError:
        raise FunctionError("stack overflow: the TOML document is nested too deeply") from None


class _Parser:
    """The tables read so far.

    context: the key of the table that entries go to now; current: the last part of the entry's
    key. implicit, arrays: the texts of keys that were created on the way to others, or are arrays.
    """

    __slots__ = ("arrays", "context", "current", "implicit", "lexer", "line", "mapping", "zone")

    def __init__(self, text: str, zone: Callable[[], tuple[Location, int]] | None) -> None:
        self.lexer = Lexer(text)
        self.zone = zone
        self.mapping: dict[str, Any] = {}
        self.implicit: set[str] = set()
        self.arrays: set[str] = set()
        self.context: _Key = ()
        self.current = ""
        self.line = 0

    def parse(self) -> dict[str, Any]:
        """Return the document."""
        while (item := self._next()).kind is not Kind.END:
            if item.kind is Kind.COMMENT:
                self._next()
            elif item.kind is Kind.KEY_START:
                outer = self.context
                self._entry()
                self.context = outer
                self.current = ""
            else:
                self._table(is_array=item.kind is Kind.ARRAY_TABLE_START)
        return self.mapping

    # Items and errors

    def _next(self) -> Item:
        item = self.lexer.next_item()
        if item.kind is Kind.ERROR:
            self._fail(item.text, item.line)
        return item

    def _fail(self, message: str, line: int | None = None) -> NoReturn:
        key = key_text(self.context)
        if self.current:
            key = f"{key}.{self.current}" if self.context else self.current
        last = f" (last key {quote(key)})" if key else ""
        raise TOMLError(f"toml: line {self.line if line is None else line}{last}: {message}")

    # Tables and entries

    def _key(self, end: Kind) -> _Key:
        item = self._next()
        self.line = item.line
        key = []
        while item.kind is not end:
            key.append(item.text if item.kind is Kind.TEXT else self._value(item))
            item = self._next()
        return tuple(key)

    def _table(self, *, is_array: bool) -> None:
        key = self._key(Kind.ARRAY_TABLE_END if is_array else Kind.TABLE_END)
        self._add_context(key, is_array=is_array)
        self._set_type("", is_array=False)

    def _entry(self) -> tuple[_Key, Any]:
        """Read a key and its value and put the value in the table; return both."""
        key = self._key(Kind.KEY_END)
        self.current = key[-1]
        for part in key[:-1]:
            self._add_implicit_context((*self.context, part))
        item = self._next()
        value = self._value(item)
        self._set_value(self.current, value)
        self._set_type(self.current, is_array=item.kind is Kind.ARRAY)
        return key, value

    def _add_implicit_context(self, key: _Key) -> None:
        self.implicit.add(key_text(key))
        self._add_context(key, is_array=False)

    def _add_context(self, key: _Key, *, is_array: bool) -> None:
        """Make the table ``key``, or a new one at the end of that array of tables, the context."""
        table = self.mapping
        for depth, part in enumerate(key[:-1], 1):
            if part not in table:
                self.implicit.add(key_text(key[:depth]))
                table[part] = {}
            found = table[part]
            if isinstance(found, TableSlice):
                table = found[-1]
            elif isinstance(found, dict):
                table = found
            else:
                self._fail(f"Key '{key_text(key[:depth])}' was already created as a hash.")
        self.context = key[:-1]
        if is_array:
            tables = table.setdefault(key[-1], TableSlice())
            if not isinstance(tables, TableSlice):
                self._fail(
                    f"Key '{key_text(key)}' was already created and cannot be used as an array."
                )
            tables.append({})
        else:
            self._set_value(key[-1], {})
        self.context = key

    def _set_value(self, name: str, value: Any) -> None:
        table = self.mapping
        for depth, part in enumerate(self.context, 1):
            found = table[part]
            if isinstance(found, TableSlice):
                table = found[-1]
            elif isinstance(found, dict):
                table = found
            else:
                key = self.context[:depth]
                self._fail(f"Key '{key_text(key)}' has already been defined.")
        if name in table:
            key_of_value = key_text((*self.context, name))
            implicit = key_of_value in self.implicit
            if not implicit:
                self._fail(f"Key '{key_of_value}' has already been defined.")
            self.implicit.remove(key_of_value)
            if key_of_value not in self.arrays:
                return
        table[name] = value

    def _set_type(self, name: str, *, is_array: bool) -> None:
        """Remember whether the value at ``name``, or the context itself, is an array."""
        key = key_text((*self.context, name) if name else self.context or ("",))
        if is_array:
            self.arrays.add(key)
        else:
            self.arrays.discard(key)

    # Values

    def _value(  # noqa: PLR0911 # one per kind
        self, item: Item, *, in_array: bool = False
    ) -> Any:
        kind = item.kind
        if kind is Kind.ARRAY:
            return descend(self._array)
        if kind is Kind.INLINE_TABLE:
            return descend(self._inline_table, in_array)
        if kind is Kind.BOOLEAN:
            return item.text == "true"
        try:
            if kind is Kind.INTEGER:
                return read_integer(item.text)
            if kind is Kind.FLOAT:
                return read_float(item.text)
            if kind is Kind.DATETIME:
                return read_datetime(item.text, self.zone)
            return read_string(kind, item.text)
        except InvalidValueError as error:
            self._fail(str(error), item.line)

    def _array(self) -> list[Any]:
        self._set_type(self.current, is_array=True)
        items = []
        while (item := self._next()).kind is not Kind.ARRAY_END:
            if item.kind is Kind.COMMENT:
                self._next()
            else:
                items.append(self._value(item, in_array=True))
        return items

    def _inline_table(self, in_array: bool) -> dict[str, Any]:  # noqa: FBT001 - passed on by place
        top: dict[str, Any] = {}
        outer_context, outer_key = self.context, self.current
        inner = (*self.context, self.current)
        self.current = ""
        self.context = inner
        self.implicit.add(key_text(inner))
        self._add_context(inner, is_array=in_array)
        while (item := self._next()).kind is not Kind.INLINE_TABLE_END:
            if item.kind is Kind.COMMENT:
                self._next()
                continue
            key, value = self._entry()
            table = top
            for part in key[:-1]:
                table = table.setdefault(part, {})
                if not isinstance(table, dict):
                    self._fail(f"{quote(key_text(self.context))} is not a table")
            table[key[-1]] = value
            self.context = inner
        self.context, self.current = outer_context, outer_key
        return top
