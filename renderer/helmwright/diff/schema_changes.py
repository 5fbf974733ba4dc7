"""What the schema of a chart's values asks that it did not ask before, and the other way round."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOLD = (
    *("type", "enum", "const", "pattern", "format", "minimum", "maximum", "exclusiveMinimum"),
    *("exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems"),
    *("uniqueItems", "minProperties", "maxProperties", "additionalProperties"),
)
"""The keywords whose changes are told; what is in others, such as ``anyOf``, is told to be another."""
_COMBINED = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas")
_DEEPEST = 24


class _Part(NamedTuple):
    """What a schema asks of one value."""

    keywords: dict[str, Any]
    required: frozenset[str]


def schema_changes(before: bytes | None, after: bytes | None) -> tuple[tuple[str, str], ...]:
    """Return values with what a chart's schema now asks of them, in the order of the newer schema.

    A value that is new or gone is told with its topmost key alone. Texts that are no schema have no parts.
    """
    if before is None or after is None:
        if before is after:
            return ()
        return (
            ("", "the values have a schema now" if before is None else "there is no schema now"),
        )
    old, new = _parts(before), _parts(after)
    changes: list[tuple[str, str]] = []
    for path in (*new, *(path for path in old if path not in new)):
        above = path.rpartition(".")[0]
        if path not in old:
            if above in old or not path:
                changes.append((path, f"is new{_kind(new[path])}"))
        elif path not in new:
            if above in new:
                changes.append((path, "is not in the schema any more"))
        else:
            changes += [(path, text) for text in _differences(old[path], new[path])]
        changes += [
            (f"{path}.{key}".removeprefix("."), text)
            for key, text in _required(old.get(path), new.get(path))
        ]
    return tuple(dict.fromkeys(changes))


def _parts(text: bytes) -> dict[str, _Part]:
    try:
        root = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return dict(_walk(root, root, "", 0))


def _walk(schema: Any, root: Any, path: str, depth: int) -> Iterator[tuple[str, _Part]]:
    schema = _resolved(schema, root)
    if type(schema) is not dict or depth > _DEEPEST:
        return
    required = schema.get("required")
    names = required if type(required) is list else []
    yield path, _Part(schema, frozenset(name for name in names if type(name) is str))
    members = schema.get("properties")
    for key, member in members.items() if type(members) is dict else ():
        yield from _walk(member, root, f"{path}.{key}".removeprefix("."), depth + 1)
    if type(schema.get("items")) is dict:
        yield from _walk(schema["items"], root, f"{path}[]", depth + 1)


def _resolved(schema: Any, root: Any) -> Any:
    """Return what a schema is that only refers to a place in the same file."""
    for _ in range(_DEEPEST):
        reference = schema.get("$ref") if type(schema) is dict else None
        if type(reference) is not str or not reference.startswith("#/"):
            return schema
        found = root
        for step in reference[2:].split("/"):
            key = step.replace("~1", "/").replace("~0", "~")
            found = found.get(key) if type(found) is dict else None
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        schema = {**found, **beside} if type(found) is dict else beside
    return schema


def _differences(old: _Part, new: _Part) -> Iterator[str]:
    for name in _TOLD:
        one, other = old.keywords.get(name), new.keywords.get(name)
        if one == other or (type(one) is dict and type(other) is dict):
            continue
        if one is None:
            yield f"{name} {_shown(other)} is new"
        elif other is None:
            yield f"{name} {_shown(one)} is gone"
        else:
            yield f"{name} {_shown(one)} → {_shown(other)}"
    for name in _COMBINED:
        if old.keywords.get(name) != new.keywords.get(name):
            yield f"what {name} asks is another"
    if new.keywords.get("deprecated") is True and old.keywords.get("deprecated") is not True:
        yield "is deprecated"


def _required(old: _Part | None, new: _Part | None) -> Iterator[tuple[str, str]]:
    if new is None:
        return
    before = old.required if old is not None else frozenset[str]()
    for key in sorted(new.required - before):
        yield key, "is required"
    for key in sorted(before - new.required):
        yield key, "is not required any more"


def _kind(part: _Part) -> str:
    kind = part.keywords.get("type")
    return f": {_shown(kind)}" if kind is not None else ""


def _shown(value: Any) -> str:
    if type(value) is list:
        return " or ".join(map(_shown, value))
    return value if type(value) is str else json.dumps(value, ensure_ascii=False)
