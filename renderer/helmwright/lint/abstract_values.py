"""What a pipeline of a template may stand for, as far as it has to do with values.

Nothing is computed: an expression is a place in the values, a map or a list of such, one of
several, or something that has nothing to do with them.
"""

from __future__ import annotations

from typing import NamedTuple, cast

Names = tuple[str, ...]
ANY = "*"
"""The step of a path that stands for every key and every item."""
_DEEPEST = 16
"""Templates that call themselves could go on for ever; values that deep are taken as one."""
_NESTED = 5
"""How deeply maps and lists that templates make are followed."""
_ALTERNATIVES = 200


class Mention(NamedTuple):
    """Where a place in the values is named: file, offset in its text, and the words there."""

    file: str
    position: int
    text: str


class At(NamedTuple):
    """The place in the values at ``path``.

    origin: where it is named, None if that was elsewhere, in another template or by a function;
    then it is not certain that it is ever read.
    """

    path: Names
    origin: Mention | None = None


class Constant(NamedTuple):
    """A string or number that is written in the template."""

    value: str


class Merged(NamedTuple):
    """One of several, or several in one."""

    parts: tuple[Abstract, ...]


class Items(NamedTuple):
    """A list that is made of known parts."""

    parts: tuple[Abstract, ...]


class MadeMap:
    """A map that is made in the template; ``rest`` is under the keys that are not known."""

    __slots__ = ("fields", "rest")

    def __init__(self, fields: dict[str, Abstract], rest: Abstract | None = None) -> None:
        self.fields = fields
        self.rest: Abstract = UNKNOWN if rest is None else rest

    def put(self, name: str | None, value: Abstract) -> None:
        """Note that ``set`` may have put a value under a key; None is one that is not known."""
        if name is None:
            self.rest = either(self.rest, value)
        else:
            old = self.fields.get(name)
            self.fields[name] = value if old is None else either(old, value)


class Unknown:
    """Something without values."""

    __slots__ = ()


class Anything:
    """What cannot be followed any more; who looks at it may read any value."""

    __slots__ = ()


class Root:
    """What templates begin with: Values, Release, Chart …."""

    __slots__ = ()


class Subcharts:
    """``.Subcharts``, whose members have their own values below ours."""

    __slots__ = ()


Abstract = Anything | At | Constant | Merged | Items | MadeMap | Unknown | Root | Subcharts
ANYTHING = Anything()
UNKNOWN = Unknown()
ROOT = Root()
SUBCHARTS = Subcharts()


def either(*parts: Abstract) -> Abstract:
    """Return what is one of ``parts``."""
    known = [
        one
        for part in parts
        for one in (part.parts if type(part) is Merged else (part,))
        if type(one) is not Unknown
    ]
    if len(known) < 2:
        return known[0] if known else UNKNOWN
    kept: dict[object, Abstract] = {}
    for one in known:
        kept.setdefault(identity(one), one)
    found = tuple(kept.values())
    if len(found) > _ALTERNATIVES or ANYTHING in found:
        return ANYTHING
    return found[0] if len(found) == 1 else Merged(found)


def join(first: Abstract, second: Abstract, depth: int = 0) -> Abstract:
    """Return what is one of two values; of two maps, a map whose fields are one of theirs."""
    if depth > _NESTED:
        return ANYTHING
    parts: list[Abstract] = []
    record: MadeMap | None = None
    for one in (first, second):
        for part in one.parts if isinstance(one, Merged) else (one,):
            if not isinstance(part, MadeMap):
                parts.append(part)
            elif record is None:
                record = part
            else:
                record = _joined(record, part, depth)
    return either(*parts, *([] if record is None else [record]))


def _joined(first: MadeMap, second: MadeMap, depth: int) -> MadeMap:
    fields = dict(first.fields)
    for name, value in second.fields.items():
        fields[name] = join(fields[name], value, depth + 1) if name in fields else value
    return MadeMap(fields, join(first.rest, second.rest, depth + 1))


def identity(value: Abstract, depth: int = 0) -> object:
    """Return what is equal for abstract values that mean the same."""
    if depth > _NESTED:  # a map may hold itself
        return None
    if type(value) is At:  # most are
        return "at", value.path, value.origin is None
    if isinstance(value, MadeMap):
        fields = sorted(value.fields.items())
        return (
            "record",
            tuple([(name, identity(part, depth + 1)) for name, part in fields]),
            identity(value.rest, depth + 1),
        )
    if isinstance(value, (Merged, Items)):
        return type(value).__name__, tuple([identity(part, depth + 1) for part in value.parts])
    return ("constant", value.value) if isinstance(value, Constant) else type(value).__name__


def elsewhere(value: Abstract, depth: int = 0) -> Abstract:
    """Return a value as another template gets it, which does not know where it was named."""
    if depth > _NESTED:
        return ANYTHING if holds_values(value) else UNKNOWN
    if isinstance(value, At):
        return At(value.path)
    if isinstance(value, Merged):
        return Merged(tuple(elsewhere(part, depth + 1) for part in value.parts))
    if isinstance(value, Items):
        return Items(tuple(elsewhere(part, depth + 1) for part in value.parts))
    if isinstance(value, MadeMap):
        fields = {name: elsewhere(part, depth + 1) for name, part in value.fields.items()}
        return MadeMap(fields, elsewhere(value.rest, depth + 1))
    return value


def holds_values(value: Abstract, depth: int = 0) -> bool:
    """Tell whether there are values in a value."""
    if isinstance(value, (Anything, At, Root, Subcharts)) or depth > 2 * _NESTED:
        return True
    if isinstance(value, (Merged, Items)):
        return any(holds_values(part, depth + 1) for part in value.parts)
    if isinstance(value, MadeMap):
        parts = (*value.fields.values(), value.rest)
        return any(holds_values(part, depth + 1) for part in parts)
    return False


def without(value: Abstract, few: int, dropped: set[Names], depth: int = 0) -> Abstract:
    """Return a value with few alternatives; the places that it loses are added to ``dropped``."""
    if isinstance(value, Merged):
        places = {part.path for part in value.parts if isinstance(part, At)}
        if len(places) > few:
            dropped |= places
        kept = [
            part for part in value.parts if not isinstance(part, At) or part.path not in dropped
        ]
        return either(*(without(part, few, dropped, depth + 1) for part in kept))
    if isinstance(value, MadeMap) and depth <= _NESTED:
        fields = value.fields.items()
        return MadeMap(
            {name: without(part, few, dropped, depth + 1) for name, part in fields},
            without(value.rest, few, dropped, depth + 1),
        )
    return UNKNOWN if isinstance(value, At) and value.path in dropped else value


def field(value: Abstract, name: str, origin: Mention | None = None) -> Abstract:  # noqa: PLR0911
    """Return what ``.name`` of a value stands for."""
    if isinstance(value, At):
        if len(value.path) >= _DEEPEST:
            return value
        return At((*value.path, name), origin if value.origin is not None else None)
    if isinstance(value, Root):
        if name == "Values":
            return At((), origin)
        return SUBCHARTS if name == "Subcharts" else UNKNOWN
    if isinstance(value, Subcharts):
        return MadeMap({"Values": At((name,))})
    if isinstance(value, MadeMap):
        return value.fields.get(name, value.rest)
    if isinstance(value, Anything):
        return ANYTHING
    if isinstance(value, Merged):
        return elsewhere(either(*(field(part, name, origin) for part in value.parts)))
    return UNKNOWN


def element(value: Abstract) -> Abstract:
    """Return what the items of a value, or the values of a map, stand for."""
    if isinstance(value, At):
        return At(value.path if len(value.path) >= _DEEPEST else (*value.path, ANY))
    if isinstance(value, (Merged, Items)):
        parts = value.parts if isinstance(value, Items) else map(element, value.parts)
        return elsewhere(either(*cast("tuple[Abstract, ...]", tuple(parts))))
    if isinstance(value, MadeMap):
        return elsewhere(either(*value.fields.values(), value.rest))
    return ANYTHING if isinstance(value, Anything) else UNKNOWN
