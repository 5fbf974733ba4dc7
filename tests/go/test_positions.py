"""Tables of positions: by path, from a part on, and per document of a stream."""

from __future__ import annotations

import time

import pytest

from helmwright.base.errors import Position, YAMLError
from helmwright.go.positions import document_positions
from helmwright.go.yaml_read import split_documents

TEXT = """\
pods:
  gpu:
    spec:
      containers:
      - name: a
        image: b
"""


def test_keys_and_items_have_positions() -> None:
    table = document_positions(TEXT, "values.yaml")

    assert table["pods", "gpu", "spec"] == Position("values.yaml", 3, 5)
    assert table["pods", "gpu", "spec", "containers", 0] == Position("values.yaml", 5, 9)
    assert table.value(("pods", "gpu")) == Position("values.yaml", 3, 5)
    assert len(table) == len(list(table)) == 8
    assert ("pods", "cpu") not in table
    assert table.get(("pods", "cpu")) is None
    assert table.value(("pods", "cpu")) is None


def test_table_of_a_part_begins_at_it() -> None:
    table = document_positions(TEXT, "values.yaml").below("pods", "gpu")

    assert table["spec",] == Position("values.yaml", 3, 5)
    assert list(table)[:2] == [(), ("spec",)]
    assert table.below("spec")["containers", 0, "image"] == Position("values.yaml", 6, 9)


def test_nearest_position_is_that_of_the_innermost_part_that_is_there() -> None:
    table = document_positions(TEXT, "values.yaml")

    assert table.nearest(("pods", "gpu", "metadata", "name")) == Position("values.yaml", 2, 3)
    assert document_positions("", "values.yaml").nearest(("a",)) is None


def test_documents_of_a_stream_have_the_lines_of_the_stream() -> None:
    documents = split_documents("a: 1\n---\nb:\n- 2\n")
    first, second = (document_positions(document, "all.yaml") for document in documents)

    assert first["a",] == Position("all.yaml", 1, 1)
    assert second["b", 0] == Position("all.yaml", 4, 3)


def test_unreadable_text_is_an_error_with_its_place() -> None:
    with pytest.raises(YAMLError) as caught:
        document_positions("a: [1\nb: }", "values.yaml")

    assert caught.value.position is not None
    assert caught.value.position.path == "values.yaml"


def test_thousands_of_lines_take_a_moment() -> None:
    text = "".join(f"key{number}:\n  list:\n  - name: a\n" for number in range(1500))
    start = time.process_time()

    assert len(document_positions(text, "values.yaml")) == 6001
    assert time.process_time() - start < 2
