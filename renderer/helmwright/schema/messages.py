"""What went wrong in a validation, as a tree, and its text in the words of Helm's schema library.

Source: santhosh-tekuri/jsonschema output.go, kind/kind.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError
from helmwright.go.strconv import quote as go_quote
from helmwright.schema.equality import TYPE_NAMES
from helmwright.schema.numbers import localized_int, localized_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from helmwright.go.kinds import Value

Token = str | int
SCHEMA, GROUP, REFERENCE, PROPERTY_NAMES = "schema", "group", "reference", "propertyNames"


class SchemaFault(GoError):  # noqa: N818 - a fault of the schema
    """A schema that cannot be used, or a panic of the library: no verdict about the values."""


class ShownIndex(int):
    """The index of a list item as the library reports it: not counting ``offset`` items before."""

    offset = 0


class Failure:
    """A node of the tree: a keyword that refused a value, or a group of such.

    schema: the location of the schema, as ``file:///values.schema.json#/properties/a``.
    location: keys and indexes from the root of the values, as the library reports them.
    keyword: the JSON Schema keyword, ``group`` for several failures of one value.
    place: where the value really is, if the library reports another location.
    """

    __slots__ = ("_write", "causes", "keyword", "location", "place", "schema")

    def __init__(
        self,
        schema: str,
        location: tuple[Token, ...],
        keyword: str,
        write: Callable[[], str],
        causes: list[Failure] | None = None,
    ) -> None:
        self.schema = schema
        self.location = location
        self.place: tuple[Token, ...] | None = None
        self.keyword = keyword
        self._write = write
        self.causes = causes or []

    @property
    def message(self) -> str:
        """What is wrong, in the library's words, without the place."""
        return self._write()

    def write(self, message: Callable[[], str]) -> None:
        """Replace the message."""
        self._write = message

    def path(self) -> tuple[Token, ...]:
        """Return where the value is, as keys and indexes from the root of the values."""
        if self.place is not None:
            return self.place
        return tuple(
            token + token.offset if isinstance(token, ShownIndex) else token
            for token in self.location
        )

    def leaves(self) -> Iterator[Failure]:
        """Yield the nodes that name a reason, in the order of the text."""
        pending = [self]
        while pending:
            failure = pending.pop()
            if failure.causes and failure.keyword != PROPERTY_NAMES:
                pending += reversed(failure.causes)
            else:
                yield failure


def text(failure: Failure) -> str:
    """Return the whole tree as the library prints it, without a newline at the end."""
    lines: list[str] = []
    pending = [(failure, 0)]
    while pending:
        node, depth = pending.pop()
        if node.keyword != REFERENCE or len(node.causes) != 1:
            prefix = "  " * (depth - 1) + "- " if depth else ""
            if node.keyword != SCHEMA:
                prefix += f"at {quote(pointer(node.location))}: "
            lines.append(prefix + node.message)
            depth += 1
        pending += [(cause, depth) for cause in reversed(node.causes)]
    return "\n".join(lines)


def pointer(tokens: Iterable[Token]) -> str:
    """Return the JSON pointer of ``tokens``."""
    return "".join(
        f"/{escape(token) if isinstance(token, str) else int(token)}" for token in tokens
    )


def escape(token: str) -> str:
    """Return ``token`` as a part of a JSON pointer."""
    return token.replace("~", "~0").replace("/", "~1")


def quote(word: str) -> str:
    """Return ``word`` in single quotation marks, escaped as in Go otherwise."""
    return "'" + go_quote(word)[1:-1].replace('\\"', '"').replace("'", "\\'") + "'"


def quoted_list(words: Iterable[str]) -> str:
    """Return ``words`` quoted, with commas."""
    return ", ".join(map(quote, words))


def display(value: Value) -> str:
    """Return a scalar of a schema as the library prints it."""
    if type(value) is str:
        return quote(value)
    if isinstance(value, list | dict):
        return "value"
    if isinstance(value, str):  # a number as written
        return str(value)
    from helmwright.go.fmt import to_text

    return "<nil>" if value is None else to_text(value)


def enum_message(wanted: list[Value]) -> str:
    """Say which values are allowed, unless a list or map is among them."""
    if any(isinstance(value, list | dict) for value in wanted):
        return "'enum' failed"
    if len(wanted) == 1:
        return f"value must be {display(wanted[0])}"
    return f"value must be one of {', '.join(map(display, wanted))}"


def const_message(wanted: Value) -> str:
    """Say which value is allowed."""
    if isinstance(wanted, list | dict):
        return "'const' failed"
    return f"value must be {display(wanted)}"


def required_message(missing: list[str]) -> str:
    """Say which properties are missing."""
    if len(missing) == 1:
        return f"missing property {quote(missing[0])}"
    return f"missing properties {quoted_list(missing)}"


def dependency_message(name: str, missing: list[str]) -> str:
    """Say which properties ``name`` needs beside itself."""
    return f"properties {quoted_list(missing)} required, if {quote(name)} exists"


def count_message(keyword: str, got: int, want: int) -> str:
    """Say how many there are and how many there may be."""
    return f"{keyword}: got {localized_int(got)}, want {localized_int(want)}"


def bound_message(keyword: str, got: tuple[int, int], want: tuple[int, int]) -> str:
    """Say which number there is and what its bound is."""
    return f"{keyword}: got {localized_number(got)}, want {localized_number(want)}"


def contains_message(bound: str, matched: list[int], want: int) -> str:
    """Say which items match the contains schema when these are too few or too many."""
    head = f"{bound} {localized_int(want)} items required to match contains schema, but "
    if bound == "min" and not matched:
        return head + "none matched"
    indexes = " ".join(map(str, matched))
    return f"{head}matched {localized_int(len(matched))} items at {indexes}"


def one_of_message(matched: tuple[int, ...]) -> str:
    """Say which two subschemas match, if any does."""
    if not matched:
        return "'oneOf' failed, none matched"
    return f"'oneOf' failed, subschemas {localized_int(matched[0])}, {localized_int(matched[1])} matched"


def type_message(kind: int, types: int) -> str:
    """Say which type there is and which are allowed."""
    wanted = " or ".join(name for bit, name in TYPE_NAMES.items() if types & bit)
    return f"got {TYPE_NAMES[kind]}, want {wanted}"


def format_message(value: str, name: str, reason: str) -> str:
    """Say why a string is not of a format."""
    return f"{quote(value)} is not valid {name}: {reason}"


def pattern_message(value: str, source: str) -> str:
    """Say which pattern a string does not match."""
    return f"{quote(value)} does not match pattern {quote(source)}"


def duplicates_message(first: int, second: int) -> str:
    """Say which two items are equal."""
    return f"items at {localized_int(first)} and {localized_int(second)} are equal"


def fixed(message: str) -> Callable[[], str]:
    """Return a function that returns ``message``."""
    return lambda: message


def lazily(write: Callable[..., str], *arguments: Any) -> Callable[[], str]:
    """Return ``write`` bound to ``arguments``: most messages are never read."""
    return lambda: write(*arguments)
