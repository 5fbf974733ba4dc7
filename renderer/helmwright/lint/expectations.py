"""What a chart wants a value to be, by its schema or else by its own default."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import HelmwrightError

if TYPE_CHECKING:
    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.lint.effective import EffectiveValues
    from helmwright.reference.schema_facts import Facts

_NAMES = {
    bool: "boolean",
    str: "string",
    int: "number",
    float: "number",
    list: "array",
    dict: "object",
}


def expected_types(settings: EffectiveValues, path: Path) -> frozenset[str] | None:
    """Return the types that may be at ``path``, in JSON Schema's words; None if nobody says.

    A whole number is a ``number`` here.
    """
    known = known_value(settings.chart, path)
    types: set[str] = set()
    if known is not None:
        facts = known.facts
        types |= facts.types - {"number"} if known.is_text else facts.types
        if not types:
            types |= {_NAMES[type(choice)] for choice in facts.choices if type(choice) in _NAMES}
    if not types:
        types |= _of_default(settings, path)
    if "integer" in types:
        types = types - {"integer"} | {"number"}
    return frozenset(types) or None


def _of_default(settings: EffectiveValues, path: Path) -> set[str]:
    """Return the type of the chart's own default, if a user's file sets the value."""
    whole = (*settings.prefix, *path)
    found: set[str] = set()
    for layer in settings.layered.layers:
        if layer.kind == "defaults":
            try:
                name = _NAMES.get(type(layer.value(whole)))
            except KeyError:
                continue
            if name is not None:
                found = {name}
    of_user = settings.layered.decisive(whole, of_users=True) is not None
    return found if of_user else set()


class Known(NamedTuple):
    """What a schema says about a value.

    is_text: whether the schema takes any text and any number, because the number is meant as text.
    """

    facts: Facts
    is_text: bool


def known_value(chart: Chart, path: Path) -> Known | None:
    """Return what the schemas of a chart and its subcharts say about ``path``; None for nothing."""
    own = _walk(parsed_schema(chart.schema), path)
    below = next((sub for sub in chart.dependencies if path and sub.name == path[0]), None)
    deeper = None if below is None else known_value(below, path[1:])
    return deeper or own


@lru_cache(maxsize=32)
def parsed_schema(text: bytes | None) -> Any:
    """Return a chart's schema as data; None if there is none, or it is no JSON."""
    if text is None:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _walk(schema: Any, path: Path) -> Known | None:
    from helmwright.reference.schema_facts import facts

    part, named = schema, True
    for step in path:
        known = facts(part, schema)
        named = isinstance(step, str) and step in (known.properties or {})
        part = known.items if isinstance(step, int) else (known.properties or {}).get(step)
        if part is None and isinstance(step, str):
            part = known.values
    if part is None:
        return None
    known = facts(part, schema)
    is_text = named and {"string", "number"} <= known.types and not _is_bounded(part, schema)
    return Known(known, is_text)


def _is_bounded(part: Any, schema: Any) -> bool:
    """Tell whether a schema, or what it refers to, says which numbers it takes."""
    bounds = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "default"}
    for _ in range(8):
        if not isinstance(part, dict) or bounds & part.keys():
            return isinstance(part, dict)
        reference = part.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#/"):
            return False
        part = schema
        for name in reference[2:].split("/"):
            part = part.get(name) if isinstance(part, dict) else None
    return True


def default_of(settings: EffectiveValues, path: Path) -> Any:
    """Return the chart's own value at ``path``; raises KeyError if it has none."""
    whole = (*settings.prefix, *path)
    for layer in reversed(settings.layered.layers):
        if layer.kind == "defaults":
            try:
                return layer.value(whole)
            except (KeyError, HelmwrightError):
                continue
    raise KeyError(path)
