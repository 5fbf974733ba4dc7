"""Classes that hold data, as ``dataclasses`` makes them, at a fraction of their time.

The linter makes fifty of them before it looks at the first value. With ``dataclasses``, each takes
half a millisecond and all of them the module ``inspect``; together that was a sixth of a run.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable

_Any = TypeVar("_Any")


class _Required:
    """Stands for the default of a field that has none."""


class _Field(NamedTuple):
    default: Any
    default_factory: Callable[[], Any] | None
    compare: bool
    hash: bool


def field(
    *,
    default: Any = _Required,
    default_factory: Callable[[], Any] | None = None,
    compare: bool = True,
    hash: bool = True,  # noqa: A002 - the word of dataclasses
) -> Any:
    """Say more of a field than its type.

    default_factory: makes the default anew for each record. compare, hash: whether it has a part in
    equality, and in the hash.
    """
    return _Field(default, default_factory, compare, hash and compare)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class _RecordType(type):
    """Makes a class with slots, ``__init__`` and equality of its annotations."""

    _fields: dict[str, _Field]
    _is_used: bool

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], *, frozen: bool = True
    ) -> _RecordType:
        annotated = namespace.get("__annotations__", ()) if bases else ()
        fields = {one: _as_field(namespace.pop(one, _Required)) for one in annotated}
        names = tuple(fields)
        namespace["__slots__"] = (*names, *namespace.get("__slots__", ()))
        namespace["__match_args__"] = names
        namespace["_fields"] = fields
        namespace["_is_used"] = False
        if bases:
            namespace["_compared"] = _getter([one for one in names if fields[one].compare])
            namespace["_hashed"] = _getter([one for one in names if fields[one].hash])
            namespace.setdefault("__eq__", _equal)
            namespace.setdefault("__hash__", _hash if frozen else None)
        return super().__new__(cls, name, bases, namespace)

    def __init__(cls, *arguments: Any, **_: bool) -> None:
        super().__init__(*arguments)


def replace(record: _Any, **changes: Any) -> _Any:
    """Return a copy of a record with some fields changed; what it has worked out is not copied."""
    values = {name: getattr(record, name) for name in _names(record)}
    return type(record)(**{**values, **changes})


def _names(record: Any) -> tuple[str, ...]:
    names: tuple[str, ...] = type(record).__match_args__
    return names


def _as_field(value: Any) -> _Field:
    return value if type(value) is _Field else _Field(value, None, compare=True, hash=True)


def _initializer(name: str, fields: dict[str, _Field]) -> Callable[..., None]:
    parameters, lines = [], []
    known: dict[str, Any] = {"_new": _Required}
    for one, made in fields.items():
        value = one
        if made.default_factory is not None:
            known[f"_make_{one}"] = made.default_factory
            value = f"_make_{one}() if {one} is _new else {one}"
            parameters.append(f"{one}=_new")
        elif made.default is not _Required:
            known[f"_of_{one}"] = made.default
            parameters.append(f"{one}=_of_{one}")
        else:
            parameters.append(one)
        lines.append(f" self.{one} = {value}")
    source = f"def __init__({', '.join(['self', *parameters])}):\n" + ("\n".join(lines) or " pass")
    exec(source, known)  # noqa: S102 - names of fields, which are names of Python
    made_function: Callable[..., None] = known["__init__"]
    made_function.__qualname__ = f"{name}.__init__"
    return made_function


def _getter(names: list[str]) -> Any:
    """Return a property of the values of some fields."""
    if not names:
        return property(lambda _: ())
    return property(attrgetter(*names))


def _equal(self: Any, other: object) -> Any:
    if type(self) is not type(other):
        return NotImplemented
    return self._compared == other._compared  # type: ignore[attr-defined]  # noqa: SLF001 - its own


def _hash(self: Any) -> int:
    return hash(self._hashed)


class Record(metaclass=_RecordType):
    """A class of data: its annotations are its slots, the arguments of its ``__init__``, its equality.

    ``class X(Record)``; with ``frozen=False`` it may be changed, which only the type checker knows.
    One that has cached properties says ``__slots__ = ("__dict__",)``. Records are not inherited from.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """Make the class's own ``__init__`` when a record needs it, which may never be.

        The first one of a class, with all its fields by name, does not: some classes have no other.
        """
        cls = type(self)
        if not arguments and not cls._is_used and named.keys() == cls._fields.keys():
            cls._is_used = True
            for name, value in named.items():
                setattr(self, name, value)
            return
        made = _initializer(cls.__name__, cls._fields)
        cls.__init__ = made  # type: ignore[method-assign]
        made(self, *arguments, **named)

    def __repr__(self) -> str:
        """Return it as it could be written."""
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in _names(self))
        return f"{type(self).__qualname__}({shown})"
