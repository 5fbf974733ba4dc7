"""Formats of packs: their schemas are listed and printed, and a broken one harms no other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.packs.scratch import pack

if TYPE_CHECKING:
    from tests.packs.scratch import Scratch

MODULE = pack("acme", "formats='acme_pack:formats'") + (
    "from helmwright.settings import Format\ndef formats():\n    import os\n    return {}\n"
)
ONE = "(Format('racks', os.path.dirname(__file__)),)"
SCHEMA = {"$id": "https://example.com/racks", "title": "Racks", "description": "All racks."}


def acme(scratch: Scratch, formats: str, schema: str) -> None:
    files = {"acme_pack/__init__.py": MODULE.format(formats)}
    if schema:
        files["acme_pack/racks.schema.json"] = schema
    scratch.declare("acme", "acme_pack:PACK", files)


def test_the_schema_of_a_pack_is_listed_and_printed(scratch: Scratch) -> None:
    acme(scratch, ONE, json.dumps(SCHEMA))

    listed = scratch.run("schema", "print")
    printed = scratch.run("schema", "print", "racks")

    assert (listed.code, listed.err) == (0, "")
    assert listed.out.splitlines()[-1].split(maxsplit=1) == ["racks", "Racks"]
    assert (printed.code, json.loads(printed.out)) == (0, SCHEMA)
    assert 'did you mean "racks"?' in scratch.run("schema", "print", "raks").err


@pytest.mark.parametrize(
    ("formats", "schema"),
    [
        (ONE, ""),
        (ONE, "{"),
        (ONE, "[]"),
        (ONE, "{}"),
        (ONE, '{"$id": "a", "title": 3}'),
        ("('racks',)", ""),
        ("7", ""),
        ("1 / 0", ""),
    ],
)
def test_a_broken_format_of_a_pack_is_left_out(scratch: Scratch, formats: str, schema: str) -> None:
    acme(scratch, formats, schema)

    listed = scratch.run("schema", "print")

    names = [line.split()[0] for line in listed.out.splitlines()]
    assert names == [
        *("settings", "golden-case", "lint-baseline", "unittest-suite", "nodes", "jobs")
    ]
    assert "Traceback" not in listed.err
    assert "internal error" not in listed.err
    assert scratch.run("schema", "print", "settings").code in (0, 1)
