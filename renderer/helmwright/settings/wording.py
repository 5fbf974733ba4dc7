"""Says in our own words what is wrong in a file: the value's path, what it must be, the nearest name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.settings.checking import UNKNOWN, is_type, kind_of
from helmwright.settings.formats import referred

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from helmwright.base.paths import Path
    from helmwright.settings.checking import Breach, Schema

_LONG = 60
"""As many characters of a text are shown."""
_FEW = 12
"""As many keys are named where none is near."""


class Mistake(NamedTuple):
    """What is wrong in data.

    path: the keys and indexes that lead to it. text: names it, too. is_key: the last key is not known;
    else it is the value that is wrong.
    """

    path: Path
    text: str
    is_key: bool = False


def mistakes(found: Breach, root: Schema, whole: str) -> list[Mistake]:
    """Return what is wrong where a keyword of a schema is broken.

    root: the schema that references are looked up in. whole: what messages call the value that the
    empty path leads to.
    """
    subject = path_text(found.path)
    if found.keyword == UNKNOWN:
        return list(_unknown(found, root, subject))
    told = _TOLD.get(found.keyword, _other)
    return [Mistake(found.path, told(found, root, subject or whole))]


def path_text(path: Path) -> str:
    """Return a path as people write it: ``items[0].kind``."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".")


def unknown_key(key: str, known: list[str]) -> str:
    """Return a message about a key that is not known, with the one that is meant."""
    from difflib import get_close_matches

    close = get_close_matches(key, known, 1)
    hint = f'; did you mean "{close[0]}"?' if close else ""
    return f'unknown key "{key}"{hint}'


def _unknown(found: Breach, root: Schema, subject: str) -> Iterator[Mistake]:
    known = list(found.schema.get("properties", {}))
    for key in found.value:
        if key in known:
            continue
        text = unknown_key(key, known)
        if "?" not in text[-1:]:
            text += _elsewhere(key, found.schema, root) or _known(known)
        yield Mistake((*found.path, key), f"{subject}: {text}" if subject else text, is_key=True)


def _known(known: list[str]) -> str:
    return f"; known are {', '.join(known)}" if len(known) <= _FEW else ""


def _elsewhere(key: str, schema: Schema, root: Schema) -> str:
    """Return where a key belongs that stands beside the maps of which one has it."""
    places = []
    for name, part in schema.get("properties", {}).items():
        inner = referred(part["$ref"], root) if "$ref" in part else part
        if key in inner.get("properties", {}):
            title = inner.get("title", name)
            places.append(f"{title[:1].lower()}{title[1:]} stand below '{name}:'")
    return f"; {', '.join(places)}" if places else ""


def _type(found: Breach, root: Schema, subject: str) -> str:
    text = f"{subject} must be {kind(found.schema, root)}"
    value, types = found.value, _types(found.schema)
    wants_number = "integer" in types or "number" in types
    if isinstance(value, int | float) and "string" in types and not wants_number:
        is_switch = isinstance(value, bool)
        return f"{text}{', not ' + _shown(value) if is_switch else ''}; put it into quotation marks"
    shown = _shown(value) if wants_number and not isinstance(value, list | dict) else kind_of(value)
    return f"{text}, not {shown}"


def _enum(found: Breach, _: Schema, subject: str) -> str:
    if "x-kind" in found.schema:
        return f"{subject} must be {found.schema['x-kind']}"
    names = [one for one in found.schema["enum"] if one is not None]
    if all(is_type(one, "number") for one in names):
        return f"{subject}: must be {' or '.join(map(str, names))}, not {_shown(found.value)}"
    return f"{subject}: must be one of {', '.join(names)}, not {_shown(found.value)}"


def _required(found: Breach, _: Schema, subject: str) -> str:
    missing = [key for key in found.schema["required"] if key not in found.value]
    return f"{subject}: {', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"


def _range(found: Breach, root: Schema, subject: str) -> str:
    return f"{subject} must be {kind(found.schema, root)}, not {_shown(found.value)}"


def _short(_: Breach, __: Schema, subject: str) -> str:
    return f"{subject} must not be blank"


def _other(found: Breach, _: Schema, subject: str) -> str:
    return f"{subject} does not fit: see {found.keyword} in the schema"


_TOLD: dict[str, Callable[[Breach, Schema, str], str]] = {
    "type": _type,
    "enum": _enum,
    "required": _required,
    "minimum": _range,
    "maximum": _range,
    "pattern": _range,
    "minLength": _short,
}


def kind(schema: Schema, root: Schema) -> str:
    """Return what a value must be, in words."""
    if "x-kind" in schema:
        return str(schema["x-kind"])
    types = _types(schema)
    if "array" in types:
        return "a list" + _plural(schema.get("items"), root)
    if "integer" in types:
        least = schema.get("minimum")
        return "a whole number" + ("" if least is None else f" from {least} on")
    if "object" in types:
        return "a map" + _plural(schema.get("additionalProperties"), root)
    if "string" in types:
        return "a text"
    return "a number" if "number" in types else "true or false"


def _plural(items: Any, root: Schema) -> str:
    if not isinstance(items, dict):
        return ""
    items = referred(items["$ref"], root) if "$ref" in items else items
    types = _types(items)
    return " of texts" if "string" in types else " of maps" if "object" in types else ""


def _types(schema: Schema) -> list[str]:
    types = schema.get("type", [])
    return [types] if isinstance(types, str) else types


def _shown(value: Any) -> str:
    """Return a scalar as people write it."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1 << 53:
        return str(int(value))
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and len(value) > _LONG:
        return f"{value[:_LONG]!r}…"
    return repr(value) if isinstance(value, str | int | float) else kind_of(value)
