"""What a schema refuses, in a person's words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.lint.expectations import parsed_schema
from helmwright.reference.schema_facts import facts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.base.paths import Path
    from helmwright.lint.settings import Settings
    from helmwright.lint.violations import Violation

_TYPES = {
    "string": "a text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a map",
}
_ORDER = ("boolean", "integer", "number", "string", "array", "object")
_PATTERNS = {
    "^[0-9]*$": "digits",
    "^[0-9]+$": "digits",
    "^/": "a path that begins with /",
    "^https?://": "an address that begins with http:// or https://",
}
_BLANK = {
    "minLength": "a text that is not blank",
    "minProperties": "a map with keys",
    "minItems": "a list with items",
}
_LONGEST = 60


def schema_part(violation: Violation) -> Any:
    """Return the part of the schema that refuses; None if it is elsewhere."""
    part = parsed_schema(violation.chart.schema)
    for name in violation.location.split("/")[1:]:
        key = name.replace("~1", "/").replace("~0", "~").replace("%25", "%")
        if isinstance(part, dict):
            part = part.get(key)
        elif isinstance(part, list) and key.isdecimal() and int(key) < len(part):
            part = part[int(key)]
        else:
            return None
    return part


def found_text(settings: Settings, path: Path) -> str:
    """Return what is at ``path`` for a message; never a secret."""
    value = value_at(settings, path)
    if value is None:
        return "nothing"
    if isinstance(value, (dict, list)):
        kind = "map" if isinstance(value, dict) else "list"
        return f"a {kind}" if value else f"an empty {kind}"
    if isinstance(value, bool):
        return "true" if value else "false"
    is_text = isinstance(value, str)
    if settings.is_secret(*path):
        return "a text" if is_text else "a number"
    if is_text and len(value) > _LONGEST:
        return json.dumps(value[: _LONGEST - 3] + "...", ensure_ascii=False)
    return settings.show(*path)


def value_at(settings: Settings, path: Path) -> Any:
    """Return the effective value at ``path``, null as well; None for what is absent."""
    value: Any = settings.values
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def refusal(settings: Settings, violation: Violation) -> str:
    """Return the sentence about one violation."""
    path = violation.path
    where = dotted((*settings.prefix, *path)) or "the values"
    part = schema_part(violation)
    expected = _expected(settings, violation, part)
    if expected:
        return f"{where}: expected {expected}, found {found_text(settings, path)}"
    if violation.keyword == "schema":
        return f"the schema of the chart {violation.chart.name} is unusable: {violation.message}"
    return f"{where}: {_other(violation)}"


def _expected(settings: Settings, violation: Violation, part: Any) -> str:
    """Return what the schema wants instead; blank if that cannot be said so."""
    if violation.alternatives:
        return _alternatives(settings, violation.alternatives)
    if not isinstance(part, dict):
        return ""
    keyword = violation.keyword
    if keyword in {"enum", "const"}:
        choices = part.get("enum", [part.get("const")])
        return _or(_shown(choice) for choice in choices if choice not in (None, ""))
    if keyword in _BLANK:
        return "" if value_at(settings, violation.path) else _BLANK[keyword]
    if keyword not in {"type", "pattern", "minimum", "maximum", "format", "multipleOf"}:
        return ""
    return _of_definition(violation, part) or type_words(
        part, parsed_schema(violation.chart.schema)
    )


def _of_definition(violation: Violation, part: dict[str, Any]) -> str:
    """Return what a named definition with a pattern says it is: that is better than the pattern."""
    named = violation.location.startswith(("/definitions/", "/$defs/"))
    if not named or "pattern" not in part or violation.keyword not in {"pattern", "type"}:
        return ""
    description = str(part.get("description") or "").rstrip(".")
    return description[:1].lower() + description[1:]


def _other(violation: Violation) -> str:
    words = {"false": "the key is not allowed here", "not": "the value is not allowed"}
    if violation.keyword in {"pattern", "format"}:
        return "the text has not the form that the schema wants"
    return words.get(violation.keyword, violation.message.split("\n", maxsplit=1)[0])


def _alternatives(settings: Settings, alternatives: tuple[tuple[Violation, ...], ...]) -> str:
    wanted: list[str] = []
    for reasons in alternatives:
        for reason in reasons[:1]:
            words = _expected(settings, reason, schema_part(reason))
            if not words or len(reason.path) > len(alternatives[0][0].path):
                return ""
            wanted.append(words)
    return _or(dict.fromkeys(wanted))


def type_words(part: Any, root: Any) -> str:
    """Return which values a schema takes: ``a whole number from 1 to 65535, or digits``."""
    known = facts(part, root)
    if known.choices:
        return _or(_shown(choice) for choice in known.choices)
    types = known.types - {"integer"} if "number" in known.types else known.types
    bounds = _bounds(part)
    words = []
    for name in _ORDER:
        if name not in types:
            continue
        word = _TYPES[name]
        if name in {"integer", "number"}:
            word += bounds
        elif name == "string" and "pattern" in part:
            word = _PATTERNS.get(part["pattern"], f"a text of the form {part['pattern']}")
            if len(word) > _LONGEST * 2:
                word = "a text of another form"
        elif name == "string" and "format" in part:
            word = f"a text that is a valid {part['format']}"
        words.append(word)
    return _or(words)


def _bounds(part: dict[str, Any]) -> str:
    low, high = part.get("minimum"), part.get("maximum")
    if low is not None and high is not None:
        return f" from {low} to {high}"
    if low is not None:
        return f" from {low} up"
    if high is not None:
        return f" up to {high}"
    if "multipleOf" in part:
        return f" that is a multiple of {part['multipleOf']}"
    return ""


def _shown(choice: Any) -> str:
    return choice if isinstance(choice, str) else json.dumps(choice, ensure_ascii=False)


def _or(words: Iterable[str]) -> str:
    listed = list(words)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} or {listed[-1]}"
