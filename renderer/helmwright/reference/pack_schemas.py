"""What packs know of values: schemas of charts that have none, and which values are secrets."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from helmwright.base.patterns import lazy_pattern
from helmwright.packs.loading import load_packs

if TYPE_CHECKING:
    from helmwright.charts.chart import Chart
    from helmwright.packs.interface import Pack

_STEP = lazy_pattern(r"\[\]|(?:\\.|[^.\[\]\\])+")
_WHOLE = lazy_pattern(r"(?:\\.|[^.\[\]\\])+(?:\[\]|\.(?:\\.|[^.\[\]\\])+)*")
_ESCAPED = lazy_pattern(r"\\(.)")
_ITEMS = "[]"
_ANY = "*"


def schema_of(chart: Chart) -> bytes | None:
    """Return the schema of a chart's values: its own, else the one that a pack has for it."""
    if chart.schema is not None:
        return chart.schema
    return _of_packs(chart.metadata.name, chart.metadata.version)


def secret_schemas(name: str, version: str, schema: bytes | None) -> tuple[bytes, ...]:
    """Return the schemas that say which values of a chart, without its subcharts, are secrets.

    schema: its own, None if it has none.
    """
    own = _of_packs(name, version) if schema is None else schema
    marks = _marks_for(name)
    return tuple(one for one in (own, marks) if one is not None)


@lru_cache(maxsize=1)
def any_secret_schemas() -> tuple[bytes, ...]:
    """Return the schemas that say which values are secrets if nobody knows for which chart they are."""
    names = dict.fromkeys(name for pack in load_packs().packs for name in pack.charts)
    return tuple(dict.fromkeys(one for name in names for one in secret_schemas(name, "", None)))


@lru_cache(maxsize=64)
def _of_packs(name: str, version: str) -> bytes | None:
    packs = load_packs()
    for pack in packs.for_chart(name):
        text = packs.call(pack, pack.schema, name, version)
        if text is None:
            continue
        try:
            json.loads(text)
        except (ValueError, TypeError) as error:
            packs.add_problem(pack, f"{pack.schema} returns no JSON: {error}")
            continue
        return text.encode() if isinstance(text, str) else bytes(text)
    return None


@lru_cache(maxsize=64)
def _marks_for(name: str) -> bytes | None:
    """Return a schema that marks what packs call secrets of the charts of a name."""
    schema: dict[str, Any] = {}
    for pack in load_packs().for_chart(name):
        for path in pack.secret_paths:
            _mark(schema, path, pack)
    return json.dumps(schema).encode() if schema else None


def _mark(schema: dict[str, Any], path: str, pack: Pack) -> None:
    if not _WHOLE.fullmatch(path):
        load_packs().add_problem(pack, f'"{path}" in secret_paths is no path such as users[].token')
        return
    for step in _STEP.findall(path):
        if step == _ITEMS:
            schema = schema.setdefault("items", {})
        elif step == _ANY:
            schema = schema.setdefault("additionalProperties", {})
        else:
            known = schema.setdefault("properties", {})
            schema = known.setdefault(_ESCAPED.sub(r"\1", step), {})
    schema["x-secret"] = True
