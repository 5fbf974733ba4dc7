"""The values that a user gives, each with what the schema of the chart says about it."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.reference.schema_facts import facts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.settings import Settings
    from helmwright.reference.schema_facts import Facts


class Described(NamedTuple):
    """A value, its path, and what is known about it."""

    path: Path
    value: Any
    facts: Facts


def given_values(settings: Settings) -> dict[str, Any]:
    """Return what files and flags set for the chart, without its defaults."""
    value: Any = settings.layered.given
    for step in settings.prefix:
        value = value.get(step) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def described(settings: Settings) -> Iterator[Described]:
    """Yield what the user sets and the schema knows, from the outside in.

    A chart without a schema is the one that comes with Determined: the bundled one knows its keys.
    """
    schema = _read(settings.chart.schema) if settings.chart.schema else _bundled()
    yield from _below(given_values(settings), schema, schema, ())


def _below(value: Any, schema: Any, root: Any, path: Path) -> Iterator[Described]:
    known = facts(schema, root)
    if path:
        yield Described(path, value, known)
    if isinstance(value, dict):
        for key, item in value.items():
            chosen = known.values if path else None  # at the top these are the user's own: x-…
            part = (known.properties or {}).get(key, chosen)
            if part is not None:
                yield from _below(item, part, root, (*path, key))
    elif isinstance(value, list) and known.items is not None:
        for index, item in enumerate(value):
            yield from _below(item, known.items, root, (*path, index))


@lru_cache(maxsize=8)
def _read(schema: bytes) -> Any:
    try:
        return json.loads(schema)
    except ValueError:
        return {}


@lru_cache(maxsize=1)
def _bundled() -> Any:
    from pathlib import Path

    from helmwright.base.resources import chart_directory

    return _read((Path(chart_directory()) / "values.schema.json").read_bytes())
