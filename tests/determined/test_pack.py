"""What Determined registers is what its chart says."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING, Any

from tests.lint.examples import ROOT

from helmwright.determined.pack import PACK, SECRETS
from helmwright.packs import load_packs
from helmwright.packs.places import declared
from helmwright.reference.schema_facts import facts

if TYPE_CHECKING:
    from collections.abc import Iterator


def marked(schema: Any, root: Any, path: str = "") -> Iterator[str]:
    """Yields the paths that a schema marks as secrets, as packs write them."""
    known = facts(schema, root)
    if known.secret:
        yield path
        return
    for name, child in (known.properties or {}).items():
        yield from marked(child, root, f"{path}.{name}" if path else name)
    if known.items is not None:
        yield from marked(known.items, root, f"{path}[]")


def test_secrets_are_those_that_the_charts_schema_marks() -> None:
    schema = json.loads((ROOT / "chart" / "values.schema.json").read_text())

    assert sorted(SECRETS) == sorted(set(marked(schema, schema)))


def test_determined_is_registered_by_the_table_of_entry_points() -> None:
    points = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]

    own = {one.name: one.target for one in declared() if one.distribution == "helmwright"}
    assert own == points["helmwright.packs"]
    assert load_packs().packs[0] is PACK
    assert load_packs().problems == []
