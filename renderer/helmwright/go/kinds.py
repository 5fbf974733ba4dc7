"""Go's types as Python values.

Most values are plain Python data; a class of our own exists only where a template can see the
difference (``typeOf``, printing, argument checks, error texts):

=====================  ==============================  ====================================
Go                     here                            where it comes from
=====================  ==============================  ====================================
nil interface          ``None``                        missing keys, YAML null
string                 ``str`` (bytes that are not UTF-8 are kept as surrogate escapes)
bool                   ``bool``
float64                ``float``                       every number of YAML and JSON
int                    ``int``                         literals, ``len``, ``int``, range
int64                  ``Int64``                       ``--set``, ``add`` and the arithmetic
uint64, uint8, int32   ``Uint64``, ``Uint8``, ``Int32``  semver parts, bytes of strings, runes
complex128             ``complex``                     literals
[]byte                 ``bytes``                       ``.Files``
[]interface {}         ``list``
[]string, []int, …     ``StringSlice``, ``IntSlice``, ``ListSlice``
map[string]interface   ``dict``
named maps of such     ``NamedMap``                    dot, ``.Values``, ``.Template``
map[string]string      ``StringMap``                   ``split``, ``.Chart.Annotations``
structs, pointers      subclasses of ``Struct``        ``.Capabilities``, times, semver
=====================  ==============================  ====================================

A nil slice or map of a Go type is an empty instance with ``nil`` set: it prints like an empty one
but is ``null`` in JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

if TYPE_CHECKING:
    from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView

    from helmwright.go.function import Function

Value = Any
"""A value as templates see it: one of the shapes in the table above."""


class Int64(int):
    """Go's int64."""

    __slots__ = ()
    go_type = "int64"


class Int32(int):
    """Go's int32, which is also rune."""

    __slots__ = ()
    go_type = "int32"


class Uint64(int):
    """Go's uint64."""

    __slots__ = ()
    go_type = "uint64"


class Uint32(int):
    """Go's uint32."""

    __slots__ = ()
    go_type = "uint32"


class Uint8(int):
    """Go's uint8, which is also byte."""

    __slots__ = ()
    go_type = "uint8"


class Slice(list[Value]):
    """A slice of another element type than ``interface {}``, or a nil slice."""

    __slots__ = ("nil",)
    go_type: ClassVar[str] = "[]interface {}"
    go_underlying: ClassVar[str] = "[]interface {}"
    go_element: ClassVar[str] = "interface {}"
    go_methods: ClassVar[Mapping[str, Function]] = {}

    def __init__(self, *items: Any, nil: bool = False) -> None:
        super().__init__(*items)
        self.nil = nil


class StringSlice(Slice):
    """Go's []string."""

    __slots__ = ()
    go_type = go_underlying = "[]string"
    go_element = "string"


class IntSlice(Slice):
    """Go's []int."""

    __slots__ = ()
    go_type = go_underlying = "[]int"
    go_element = "int"


class ListSlice(Slice):
    """Go's [][]interface {}."""

    __slots__ = ()
    go_type = go_underlying = "[][]interface {}"
    go_element = "[]interface {}"


class Map(dict[str, Value]):
    """A map of another type than ``map[string]interface {}``, or a nil map.

    ``go_zero`` is what a missing key gives; ``go_methods`` is as in ``Struct``. Its type cannot be
    taken for another one: what Go converts is a ``NamedMap``.
    """

    __slots__ = ("nil",)
    go_type: ClassVar[str] = "map[string]interface {}"
    go_underlying: ClassVar[str] = "map[string]interface {}"
    go_element: ClassVar[str] = "interface {}"
    go_zero: ClassVar[Value] = None
    go_methods: ClassVar[Mapping[str, Function]] = {}

    def __init__(self, *items: Any, nil: bool = False) -> None:
        super().__init__(*items)
        self.nil = nil


class StringMap(Map):
    """Go's map[string]string."""

    __slots__ = ()
    go_type = go_underlying = "map[string]string"
    go_element = "string"
    go_zero = ""


class NamedMap:
    """A map[string]interface {} under a Go type with a name: ``plain`` itself, never a copy.

    Go converts it where a function takes map[string]interface {}: the function gets ``plain``, and
    what it returns has lost the name. Both names see what is changed through the other.
    """

    __slots__ = ("plain",)
    go_type: ClassVar[str] = "map[string]interface {}"
    go_kind: ClassVar[str] = "map"
    go_element: ClassVar[str] = "interface {}"
    go_zero: ClassVar[Value] = None
    go_methods: ClassVar[Mapping[str, Function]] = {}

    def __init__(self, plain: dict[str, Value]) -> None:
        self.plain = plain

    def __len__(self) -> int:
        return len(self.plain)

    def __iter__(self) -> Iterator[str]:
        return iter(self.plain)

    def __contains__(self, key: object) -> bool:
        return key in self.plain

    def __getitem__(self, key: str) -> Value:
        return self.plain[key]

    def __setitem__(self, key: str, value: Value) -> None:
        self.plain[key] = value

    def __copy__(self) -> Self:
        return type(self)(dict(self.plain))

    def get(self, key: str, default: Value = None) -> Value:
        """Return the value of ``key``, or ``default``."""
        return self.plain.get(key, default)

    def keys(self) -> KeysView[str]:
        """Return the keys."""
        return self.plain.keys()

    def values(self) -> ValuesView[Value]:
        """Return the values."""
        return self.plain.values()

    def items(self) -> ItemsView[str, Value]:
        """Return the keys with their values."""
        return self.plain.items()


MAPS = (dict, NamedMap)
"""The classes of all maps, for ``isinstance``."""
CONTAINERS = (dict, list, NamedMap)
"""The classes of all maps and lists."""


def plain_map(value: dict[str, Value] | NamedMap) -> dict[str, Value]:
    """Return the map itself, whatever its type is called."""
    return value.plain if isinstance(value, NamedMap) else value


class Struct:
    """A Go struct, or a pointer to one, that templates can hold.

    ``go_fields`` maps the field names that fmt prints, in Go's order, to attribute names;
    ``go_unexported`` names the fields that templates are refused, ``go_embedded`` the one that is a
    struct whose fields count as its own; ``go_comparable`` tells whether Go's == takes it, which no
    struct with a slice or a map in it is;
    ``go_methods`` is the table of methods that templates may call: each is called with the receiver
    before the arguments, and its ``parameters`` are those of the arguments only. ``json_value`` is what encoding/json would see.
    """

    __slots__ = ()
    go_type: ClassVar[str] = "struct {}"
    go_kind: ClassVar[str] = "struct"
    go_fields: ClassVar[Mapping[str, str]] = {}
    go_unexported: ClassVar[frozenset[str]] = frozenset()
    go_embedded: ClassVar[str] = ""
    go_comparable: ClassVar[bool] = True
    go_methods: ClassVar[Mapping[str, Function]] = {}

    def go_string(self) -> str | None:
        """What ``String()`` or ``Error()`` gives when fmt may call it, else ``None``."""
        return None

    def passed(self) -> Struct:
        """What a function that is given it holds: a copy, which is not addressable."""
        return self

    def deep_copied(self) -> Struct:
        """What deepCopy makes of it; fields that are not exported are lost."""
        return self

    def yaml_fields(self) -> dict[str, Value]:
        """The fields that go-yaml's encoder writes, which knows nothing of JSON."""
        fields = self.go_fields.items()
        return {name.lower(): getattr(self, field) for name, field in fields if name[0].isupper()}

    def json_value(self) -> Value:
        """The value that encoding/json writes in its place."""
        return {name: getattr(self, attribute) for name, attribute in self.go_fields.items()}


class NilBytes(bytes):
    """A nil ``[]byte``: as good as an empty one, but to JSON and ``deepEqual``."""

    __slots__ = ()


_TYPE_NAMES: dict[type, str] = {
    str: "string",
    bool: "bool",
    float: "float64",
    int: "int",
    complex: "complex128",
    bytes: "[]uint8",
    NilBytes: "[]uint8",
    list: "[]interface {}",
    dict: "map[string]interface {}",
    type(None): "<nil>",
}
_KINDS: dict[str, str] = {"<nil>": "invalid"}


def type_name(value: Value) -> str:
    """Return the Go type of ``value`` as ``%T`` prints it."""
    name = _TYPE_NAMES.get(type(value))
    return name if name is not None else value.go_type


def kind(value: Value) -> str:
    """Return the Go kind of ``value`` as ``reflect.Kind`` prints it."""
    if isinstance(value, list | bytes):
        return "slice"
    if isinstance(value, dict):
        return "map"
    named = getattr(type(value), "go_kind", None)
    if named is not None:
        return str(named)
    name = type_name(value)
    return _KINDS.get(name, name)


def is_integer(value: Value) -> bool:
    """Tell whether ``value`` is of one of Go's integer types (a bool is not)."""
    return isinstance(value, int) and not isinstance(value, bool)
