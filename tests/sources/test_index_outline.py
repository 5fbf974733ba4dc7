"""An index that is checked by its lines says what the index says that is read whole."""

from __future__ import annotations

import random

import pytest
from tests.sources.indexes import WHOLE, broken
from tests.sources.recorded import ROOT
from tests.sources.shop import kinds
from tests.sources.test_index import HEAD

from helmwright.base.errors import SourceError
from helmwright.sources import index as index_module
from helmwright.sources.index import Index, read_index
from helmwright.sources.index_outline import Outline, outline
from helmwright.sources.index_summaries import summaries

CASES = 1200


class _Server:
    url = "http://127.0.0.1:18801"


def whole(data: bytes) -> object:
    """Return what reading all of an index gives: its fields, its charts, its warnings; or the error."""
    warnings: list[str] = []
    try:
        found = read_index(data, "there", log=lambda _, text, /, **__: warnings.append(text))
    except SourceError as error:
        return error.message
    charts = {name: [one.fields for one in found.entries[name]] for name in found.entries}
    return found.fields, charts, warnings


def by_lines(data: bytes) -> object | None:
    """Return the same of an outline, None where there is none."""
    found = outline(data)
    if found is None:
        return None
    warnings: list[str] = []
    found.warn("there", lambda _, text, /, **__: warnings.append(text))
    return found.fields, {name: [one.fields for one in found[name]] for name in found}, warnings


def test_what_helm_writes_is_checked_without_reading_it():
    found = outline(WHOLE.encode())

    assert found is not None
    assert {name: len(block.odd) for name, block in found.blocks.items()} == {
        "api": 0,
        "web-site": 1,  # build metadata
    }
    assert by_lines(WHOLE.encode()) == whole(WHOLE.encode())


def test_an_outline_says_what_reading_all_of_it_says_and_what_is_wrong_has_none():
    chance = random.Random(14)  # noqa: S311 - cases that repeat
    outlines = 0
    for _ in range(CASES):
        data = broken(chance).encode()
        found = by_lines(data)
        outlines += found is not None
        assert found is None or found == whole(data), data.decode()

    assert CASES / 5 < outlines < CASES / 2


@pytest.mark.parametrize("name", [*kinds(_Server()), "search-kind-anchors"])  # type: ignore[arg-type]
def test_odd_indexes_are_as_odd_in_their_outline(name):
    text = kinds(_Server()).get(name, "apiVersion: v1\n")  # type: ignore[arg-type]
    data = text if isinstance(text, bytes) else text.encode()

    assert by_lines(data) in (None, whole(data))


def test_recorded_indexes_have_the_outline_that_they_say():
    for path in ROOT.rglob("*index.yaml"):
        data = path.read_bytes()
        assert by_lines(data) in (None, whole(data)), path


@pytest.mark.parametrize(
    "text",
    [
        f'{HEAD}  a:\n  - name: a\n    version: 1.0.0\n    home: "x\n  b:\n  - name: b\n    version: 1.0.0"\n',
        'apiVersion: v1\nannotations: {a: "x\nentries:\n  a:\n  - name: a\n    version: 1.0.0\n"}\n',
        f"{HEAD}  a:\n    - name: a\n      version: 1.0.0\n  - name: a\n    version: 1.0.0\n",
        f"{HEAD}  a:\n  - name: a\n    version: 1.0.0\n    type: library\n    type: library\n",
        f"{HEAD}  a:\n  - dependencies:\n    - type: application\n    name: a\n    version: 1.0.0\n",
        f"{HEAD}  a:\n  - annotations:\n      a: b\n      a: c\n    name: a\n    version: 1.0.0\n",
        f"{HEAD}  a:\n  - name: a\n    version: 1.0\n",
        f"{HEAD}  a:\n  - description: a\n      b: c\n    name: a\n    version: 1.0.0\n",
        f"{HEAD}  a:\n  - name: a\n    version: 1.0.0\n  a:\n  - name: a\n    version: 1.0.0\n",
        f"{HEAD}  a:\n  - name: a\n    version: 1.0.0\nentries: {{}}\n",
        f"{HEAD}  a:\n  - name: a\n    version: 1.0.0\nEntries: {{b: []}}\n",
        f"{HEAD}  a:\n  - description: a\u2028b\n    name: a\n    version: 1.0.0\nfoo: 1\n",
        "entries:\n  a:\n  - name: a\n    version: 1.0.0\n",
    ],
)
def test_what_only_looks_right_is_read_whole(text):
    data = text.encode()

    assert outline(data) is None


def test_lists_further_to_the_right_are_read_by_themselves():
    text = (
        f"{HEAD}  a:\n    - name: a\n      version: 1.0.0\n  b:\n  - name: b\n    version: 1.0.0\n"
    )

    found = outline(text.encode())

    assert found is not None
    assert [(name, len(block.odd)) for name, block in found.blocks.items()] == [("a", 1), ("b", 0)]
    assert by_lines(text.encode()) == whole(text.encode())


def test_summaries_by_lines_are_those_of_the_entries(monkeypatch):
    text = WHOLE.replace(
        "generated:",
        "  third:\n  - {name: third, version: 1.0.0, description: 'It''s', keywords: [a]}\ngenerated:",
    )
    slow = {name: sorted(found) for name, found in summaries(read_index(text.encode(), "there"))}

    monkeypatch.setattr(index_module, "LARGE", 0)
    large = read_index(text.encode(), "there")

    assert isinstance(large.entries, Outline)
    assert {name: sorted(found) for name, found in summaries(large)} == slow
    assert [one.description for one in slow["api"]] == [
        "Words: some",
        'Quoted "words" with \U0001f680 and a fold  here',
    ]


def test_equal_versions_are_in_the_order_of_the_index(monkeypatch):
    lines = "".join(f"  - name: a\n    version: {one}\n" for one in ("1.0.0", "v1.0.0", "1.1.0"))
    data = f"{HEAD}  a:\n{lines}".encode()
    monkeypatch.setattr(index_module, "LARGE", 0)

    found = read_index(data, "there")

    assert versions(found) == ["1.1.0", "1.0.0", "v1.0.0"]
    assert [one.version for _, charts in summaries(found) for one in charts] == versions(found)


def versions(found: Index) -> list[str]:
    return [one.version for one in found.entries["a"]]


def test_charts_are_found_by_a_text_in_their_lines():
    found = outline(WHOLE.encode())

    assert found is not None
    assert list(found.having(b"api-1.2.3.tgz")) == ["api"]
    assert list(found.having(b"nowhere")) == []
