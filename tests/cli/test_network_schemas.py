"""A schema somewhere on the network while offline: every command says which flag goes on without it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright, write, write_chart

from helmwright.base import remote_documents
from helmwright.sources.schemas import SchemaFetcher

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SKIP = "--skip-schema-validation"
COMMANDS = (
    ("template", "c"),
    ("lint", "c", "--with-subcharts"),
    ("diff", "values", "c", "--to-set", "a=2"),
    ("diff", "chart", "c", "c"),
    ("unittest", "c"),
)
SUITE = "suite: s\ntemplates: [a.yaml]\ntests:\n- it: t\n  asserts: [{isKind: {of: A}}]\n"


@pytest.fixture(autouse=True)
def offline() -> Iterator[None]:
    before = remote_documents.allow(SchemaFetcher(offline=True))
    yield
    remote_documents.allow(before)


@pytest.fixture(autouse=True)
def chart(place: Path) -> Path:
    schema = '{"properties": {"a": {"$ref": "https://schemas.example.com/a.json"}}}'
    write_chart(
        place,
        {
            "Chart.yaml": "apiVersion: v2\nname: c\nversion: 0.1.0\nicon: https://a.example\n",
            "values.schema.json": schema,
            "templates/a.yaml": "apiVersion: example.com/v1\nkind: A\nmetadata: {name: a}\n",
            "tests/a_test.yaml": SUITE,
        },
    )
    return place


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_message_names_the_flag_that_goes_on(command: tuple[str, ...]) -> None:
    refused = helmwright(*command)
    skipped = helmwright(*command, SKIP)

    assert refused.code == 1
    assert "the schema was not fetched before; --skip-schema-validation" in (
        refused.out + refused.err
    )
    assert "offline" not in skipped.out + skipped.err
    assert skipped.code == 0


def test_a_golden_case_says_so_itself(place: Path) -> None:
    write(place, {"c/golden/prod/case.yaml": "set: [a=2]\n"})
    refused = helmwright("golden", "update", "c")
    write(place, {"c/golden/prod/case.yaml": "set: [a=2]\nskip-schema-validation: true\n"})
    written = helmwright("golden", "update", "c")

    assert refused.code == 1
    assert "(in the case.yaml of a golden case: skip-schema-validation: true)" in refused.err
    assert written.code == 0
