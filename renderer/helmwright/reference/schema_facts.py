"""What a JSON Schema says about one value, gathered from references and alternatives."""

from __future__ import annotations

from typing import Any, NamedTuple

_DEPTH_LIMIT = 32
_ORDER = ("boolean", "integer", "number", "string", "array", "object")
_WORDS = {"object": "map", "array": "list"}


class Facts(NamedTuple):
    """What is known about a value; empty where the schema says nothing.

    types: JSON Schema's names, without ``null``: a blank key is always allowed to be blank.
    properties: schemas of a map's keys. items: the schema of a list's items.
    values: the schema of what a map holds under names that the user chooses.
    """

    description: str = ""
    types: frozenset[str] = frozenset()
    choices: tuple[Any, ...] = ()
    properties: dict[str, Any] | None = None
    items: Any = None
    values: Any = None
    default: Any = None
    since: str = ""
    until: str = ""
    secret: bool = False
    deprecated: bool = False
    section: str = ""
    shape: str = ""
    """The reference to a schema with properties, if that is where they come from."""

    @property
    def type(self) -> str:
        """The types in words: ``number or string``."""
        types = self.types or frozenset(map(_name, self.choices))
        types = types - {"integer"} if "number" in types else types
        return " or ".join(_WORDS.get(name, name) for name in _ORDER if name in types)


UNKNOWN = Facts()


def facts(schema: Any, root: Any, depth: int = 0) -> Facts:
    """Return what ``schema``, a part of ``root``, says about a value."""
    if not isinstance(schema, dict) or depth > _DEPTH_LIMIT:
        return UNKNOWN
    found = _own(schema)
    target = _target(schema.get("$ref"), root)
    parts = [target] if target is not None else []
    for part in (*parts, *_list(schema.get("allOf"))):
        found = _combine(found, facts(part, root, depth + 1))
    if found.properties and target is not None and not schema.get("properties"):
        found = found._replace(shape=str(schema["$ref"]))
    for part in (*_list(schema.get("anyOf")), *_list(schema.get("oneOf"))):
        found = _combine(found, facts(part, root, depth + 1), alternative=True)
    return found


def _own(schema: dict[str, Any]) -> Facts:
    types = schema.get("type", ())
    names = [types] if isinstance(types, str) else _list(types)
    choices = _list(schema.get("enum")) or ([schema["const"]] if "const" in schema else [])
    values = schema.get("additionalProperties")
    if not isinstance(values, dict):
        values = next(iter((_map(schema.get("patternProperties")) or {}).values()), None)
    return Facts(
        description=_text(schema.get("description")) or _text(schema.get("title")),
        types=frozenset(name for name in names if isinstance(name, str)) - {"null"},
        choices=tuple(choice for choice in choices if choice not in (None, "")),
        properties=_map(schema.get("properties")),
        items=schema.get("items"),
        values=values,
        default=schema.get("default"),
        since=str(schema.get("x-since") or ""),
        until=str(schema.get("x-until") or ""),
        secret=bool(schema.get("x-secret")),
        deprecated=bool(schema.get("deprecated") or schema.get("x-deprecated")),
        section=_text(schema.get("x-section")),
    )


def _combine(known: Facts, more: Facts, *, alternative: bool = False) -> Facts:
    """Return both; what is known already counts, and alternatives add their types and choices."""
    types, choices = known.types or more.types, known.choices or more.choices
    if alternative:
        types = known.types | more.types
        choices = (*known.choices, *(c for c in more.choices if c not in known.choices))
    return Facts(
        description=known.description or ("" if alternative else more.description),
        types=types,
        choices=choices,
        properties={**(more.properties or {}), **(known.properties or {})} or None,
        items=known.items if known.items is not None else more.items,
        values=known.values if known.values is not None else more.values,
        default=known.default if known.default is not None else more.default,
        since=known.since or more.since,
        until=known.until or more.until,
        secret=known.secret or more.secret,
        deprecated=known.deprecated or (more.deprecated and not alternative),
        section=known.section or more.section,
        shape=known.shape or more.shape,
    )


def _name(value: Any) -> str:
    """Return JSON Schema's name of a value's type."""
    if isinstance(value, bool):
        return "boolean"
    return "string" if isinstance(value, str) else "number"


def _target(reference: Any, root: Any) -> Any:
    """Return what a reference within the schema names, or ``None``."""
    if not isinstance(reference, str) or not reference.startswith("#/"):
        return None
    node = root
    for part in reference[2:].split("/"):
        name = part.replace("~1", "/").replace("~0", "~")
        if not isinstance(node, dict) or name not in node:
            return None
        node = node[name]
    return node


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _map(value: Any) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None


def _text(value: Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""
