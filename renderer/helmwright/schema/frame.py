"""One step of a validation: a schema applied to a value, its place, and the failures found.

Source: santhosh-tekuri/jsonschema validator.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.strconv import quote as go_quote
from helmwright.schema import messages
from helmwright.schema.messages import Failure, Token, fixed, lazily

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.kinds import Value
    from helmwright.schema.compile import Schema

    Metaschemas = Callable[[str, Schema], Schema | None]

_NOTHING: Failure = Failure("", (), "quiet", fixed(""))
"""The failure of a schema whose verdict alone is asked for."""


class Frame:
    """One schema applied to one value; the chain of parents is the dynamic scope.

    token: the key or index that led from the parent's value to this one, None for the same value.
    properties, items: what no keyword has evaluated yet, None when nobody asks.
    quiet: only the verdict is wanted.
    """

    __slots__ = (
        "entered",
        "errors",
        "items",
        "keyword",
        "metaschema",
        "metaschemas",
        "parent",
        "properties",
        "quiet",
        "schema",
        "token",
        "value",
    )

    def __init__(
        self, schema: Schema, value: Value, token: Token | None, parent: Frame | None
    ) -> None:
        self.schema = schema
        self.entered = schema
        self.value = value
        self.token = token
        self.parent = parent
        self.keyword = ""
        self.errors: list[Failure] = []
        self.properties: set[str] | None = None
        self.items: set[int] | None = None
        self.quiet = False
        self.metaschema: Schema | None = None
        self.metaschemas: Metaschemas | None = None

    def cycle(self) -> Failure | None:
        """Return a failure if the same schema is already being applied to the same value."""
        scope: Frame = self
        while scope.token is None and scope.parent is not None:
            scope = scope.parent
            if scope.entered is self.entered:
                first, second = self.keyword_location(), scope.keyword_location()
                url = go_quote(self.schema.location)
                text = f"both {first} and {second} resolve to {url} causing reference cycle"
                return self.failure("cycle", fixed(text))
        return None

    def keyword_location(self) -> str:
        """Return the path of keywords from the root schema to here."""
        location = ""
        scope = self
        while scope.parent is not None:
            if scope.keyword:
                location = f"/{scope.keyword}{location}"
            else:
                location = scope.entered.location[len(scope.parent.entered.location) :] + location
            scope = scope.parent
        return location

    def see(self, *, needed: bool) -> None:
        """Note all properties or items as unevaluated if anybody will ask."""
        schema, value = self.schema, self.value
        if isinstance(value, dict):
            asked = needed or schema.unevaluated_properties is not None
            if asked and not schema.all_properties_evaluated:
                self.properties = set(value)
        elif isinstance(value, list):
            asked = needed or schema.unevaluated_items is not None
            if asked and not schema.all_items_evaluated:
                self.items = set(range(schema.items_evaluated, len(value)))

    def inherit(self, parent: Frame) -> None:
        """Take the metaschema of the parent, or another one if a resource begins here."""
        self.metaschemas = parent.metaschemas
        self.metaschema = parent.metaschema
        metaschema = self.other_metaschema(self.schema)
        if metaschema is not None:
            self.schema = self.metaschema = metaschema

    def other_metaschema(self, schema: Schema) -> Schema | None:
        """Return the metaschema of a resource that begins at this value."""
        if self.metaschemas is None or schema is not self.metaschema:
            return None
        return self.metaschemas(messages.pointer(self.location()), schema)

    def location(self) -> tuple[Token, ...]:
        """Return the keys and indexes from the root to this value."""
        tokens: list[Token] = []
        scope: Frame | None = self
        while scope is not None:
            if scope.token is not None:
                tokens.append(scope.token)
            scope = scope.parent
        return tuple(reversed(tokens))

    def failure(
        self, keyword: str, message: Callable[[], str], causes: list[Failure] | None = None
    ) -> Failure:
        """Return a failure of this schema."""
        if self.quiet:
            return _NOTHING
        return Failure(self.schema.location, self.location(), keyword, message, causes)

    def fail(
        self, keyword: str, message: Callable[[], str], causes: list[Failure] | None = None
    ) -> None:
        """Store a failure of this schema."""
        self.errors.append(self.failure(keyword, message, causes))

    def add(self, failure: Failure | None) -> None:
        """Store the failure of another schema."""
        if failure is not None:
            self.errors.append(failure)

    def count(self, keyword: str, got: int, want: int) -> None:
        """Store a failure of a length."""
        self.fail(keyword, lazily(messages.count_message, keyword, got, want))

    def depend(self, keyword: str, name: str, needed: list[str]) -> None:
        """Check that all of ``needed`` are there beside ``name``."""
        missing = [other for other in needed if other not in self.value]
        if missing:
            self.fail(keyword, lazily(messages.dependency_message, name, missing))
