"""The flags of a command: a class with an attribute for each, which declares it and then has its value.

    class GreetFlags(Flags):
        loud: bool = switch("greet in capitals", "l")
        whom: str = string("who is greeted", value_name="name")

``parse(GreetFlags, arguments, context)`` of ``command`` makes a ``GreetFlags`` whose ``flags.loud`` is True or False;
a name that is misspelt is an error of the type checker, and so is a type that is not the one of the kind.
The attribute ``dry_run`` is the flag ``--dry-run``, and ``from_`` is ``--from``. Flags that commands share are classes
that a command's own one inherits from, such as ``ValuesFlags``: a function that needs no others takes these.

Kinds are those of the library that Helm uses. Source: github.com/spf13/pflag
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform, overload

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self


BOOL = "bool"
STRING = "string"
STRINGS = "strings"
"""Repeatable, and split at commas."""
STRING_ARRAY = "stringArray"
"""Repeatable, each value as it is."""
INT = "int"
FLOAT = "float32"
DURATION = "duration"
STRING_TO_STRING = "stringToString"
WAIT = "WaitStrategy"
BOOL_OR_TEXT = "bool or text"
"""A switch of Helm's; what is no bool behind ``=`` is taken as it is."""
COLORS = "auto|always|never"
"""What the value of ``--color`` is called where it says whether there are colours."""
_USUAL: dict[str, Any] = {
    BOOL: False,
    BOOL_OR_TEXT: False,
    INT: 0,
    FLOAT: 0.0,
    STRINGS: [],
    STRING_ARRAY: [],
    STRING_TO_STRING: {},
}
"""What flags are that are not given, by kind; those of other kinds are blank."""


class Flag:
    """What is declared of a flag; the class it stands in gives it its name.

    kind: one of those above, or of those that only flag_values.py knows.
    bare: the value of the flag given without one, or None if it needs one.
    deprecated: what to do instead; such a flag is not shown in the help.
    value_name: what the help calls the value; ``a|b`` if it is one of these.
    completes: what a shell may propose for the value, where ``value_name`` does not tell: ``a|b``,
        or ``files``, ``directories``, ``charts``, ``templates`` (those of the chart).
    """

    __slots__ = (
        "attribute",
        "bare",
        "completes",
        "default",
        "deprecated",
        "help",
        "hidden",
        "kind",
        "name",
        "short",
        "value_name",
    )

    def __init__(  # noqa: PLR0913 - most by keyword
        self,
        kind: str,
        text: str,
        short: str = "",
        *,
        default: Any = ...,
        bare: str | None = None,
        deprecated: str = "",
        value_name: str = "",
        hidden: bool = False,
        completes: str = "",
        name: str = "",
    ) -> None:
        self.name = name
        self.attribute = ""
        self.kind = kind
        self.help = text
        self.short = short
        self.default = _USUAL.get(kind, "") if default is ... else default
        self.bare = bare
        self.deprecated = deprecated
        self.value_name = value_name
        self.hidden = hidden
        self.completes = completes

    def __set_name__(self, owner: type, attribute: str) -> None:
        """Take the name of the attribute."""
        self.attribute = attribute
        self.name = attribute.rstrip("_").replace("_", "-")


def flag(kind: str, text: str, short: str = "", **more: Any) -> Any:
    """Return a flag of any kind."""
    return Flag(kind, text, short, **more)


@overload
def switch(text: str, short: str = "", *, default: None, **more: Any) -> bool | None: ...
@overload
def switch(text: str, short: str = "", *, default: bool = False, **more: Any) -> bool: ...
def switch(text: str, short: str = "", **more: Any) -> Any:
    """Return a flag that is false unless given, or None if that is its default."""
    return Flag(BOOL, text, short, bare="true", **more)


@overload
def string(text: str, short: str = "", *, default: None, **more: Any) -> str | None: ...
@overload
def string(text: str, short: str = "", *, default: str = "", **more: Any) -> str: ...
def string(text: str, short: str = "", **more: Any) -> Any:
    """Return a flag with a text, blank unless given, or None if that is its default."""
    return Flag(STRING, text, short, **more)


def strings(text: str, short: str = "", **more: Any) -> list[str]:
    """Return a repeatable flag whose texts are split at commas."""
    return flag(STRINGS, text, short, **more)  # type: ignore[no-any-return]


def string_array(text: str, short: str = "", **more: Any) -> list[str]:
    """Return a repeatable flag whose texts are taken as they are."""
    return flag(STRING_ARRAY, text, short, **more)  # type: ignore[no-any-return]


@overload
def integer(text: str, short: str = "", *, default: None, **more: Any) -> int | None: ...
@overload
def integer(text: str, short: str = "", *, default: int = 0, **more: Any) -> int: ...
def integer(text: str, short: str = "", **more: Any) -> Any:
    """Return a flag with a whole number, 0 unless given, or None if that is its default."""
    return Flag(INT, text, short, **more)


def number(text: str, short: str = "", **more: Any) -> float:
    """Return a flag with a number, 0 unless given."""
    return flag(FLOAT, text, short, **more)  # type: ignore[no-any-return]


def _fresh(default: Any) -> Any:
    """Return a default that may be changed."""
    return default.copy() if type(default) in (list, dict) else default


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Flags:
    """The flags of a command, and those that every command has.

    A class of them is made with values by attribute, which is what ``parse`` does; those that are not given have
    their defaults. heading: what the help writes above the flags of a class, which otherwise are with the command's own.
    """

    _heading: ClassVar[str] = ""
    given: frozenset[str] = frozenset()
    """The names of those that the command line has."""

    help: bool = switch("help for this command", "h")
    max_seconds: float = number(
        "the processor time that one render may take, by default 60 seconds", value_name="seconds"
    )
    max_memory: float = number(
        "the memory that one render may take, by default 2048 MiB", value_name="MiB"
    )
    """They are read before the command begins (see cli/guard.py), and here only checked."""
    no_pager: bool = switch(
        "show a long text at once, and not through HELMWRIGHT_PAGER, PAGER or less"
    )
    offline: bool = switch("ask no server: take what was fetched before, or fail")

    def __init_subclass__(cls, *, heading: str = "") -> None:
        cls._heading = heading

    def __init__(self, **values: Any) -> None:
        defaults = {one.attribute: _fresh(one.default) for one in self.declared()}
        self.__dict__.update(defaults | values)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Return flags of a command line with values by name; those that have none were not given."""
        made = cls(
            **{one.attribute: values[one.name] for one in cls.declared() if one.name in values}
        )
        made.__dict__["given"] = frozenset(values)
        return made

    @classmethod
    def own(cls) -> list[Flag]:
        """Return the flags that the class itself declares, and not one that it inherits from."""
        return [one for one in vars(cls).values() if type(one) is Flag]

    @classmethod
    @cache
    def declared(cls) -> tuple[Flag, ...]:
        """Return all flags; of those with one name that of the class which inherits from the other."""
        found: dict[str, Flag] = {}
        for base in reversed(cls.__mro__):
            found.update((one.name, one) for one in vars(base).values() if type(one) is Flag)
        return tuple(found.values())

    @classmethod
    def sections(cls) -> dict[str, list[Flag]]:
        """Return all flags by what the help writes above them, blank for the command's own."""
        headings = {
            one.name: base._heading  # noqa: SLF001 - its own
            for base in cls.__mro__[::-1]
            if issubclass(base, Flags)
            for one in base.own()
        }
        found: dict[str, list[Flag]] = {"": []}
        for one in cls.declared():
            found.setdefault(headings[one.name], []).append(one)
        return found
