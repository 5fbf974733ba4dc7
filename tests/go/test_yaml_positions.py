from __future__ import annotations

from helmwright.go.yaml_positions import positions
from helmwright.go.yaml_read import split_documents

TEXT = """\
# comment
base: &base
  port: 80
list:
- a
- b: [c, d]
used:
  <<: *base
  1: x
again: *base
"""


def _places(text):
    return {
        path: (place.key.line, place.key.column, place.value.line, place.value.column)
        for path, place in positions(text, "values.yaml").items()
    }


def test_keys_and_values_have_places():
    assert _places(TEXT) == {
        (): (2, 1, 2, 1),
        ("base",): (2, 1, 2, 7),
        ("base", "port"): (3, 3, 3, 9),
        ("list",): (4, 1, 5, 1),
        ("list", 0): (5, 3, 5, 3),
        ("list", 1): (6, 3, 6, 3),
        ("list", 1, "b"): (6, 3, 6, 6),
        ("list", 1, "b", 0): (6, 7, 6, 7),
        ("list", 1, "b", 1): (6, 10, 6, 10),
        ("used",): (7, 1, 8, 3),
        ("used", "port"): (3, 3, 3, 9),
        ("used", "1"): (9, 3, 9, 6),
        ("again",): (10, 1, 10, 8),
        ("again", "port"): (3, 3, 3, 9),
    }


def test_the_last_of_equal_keys_counts():
    assert _places("a: 1\na: 2\n")["a",] == (2, 1, 2, 4)


def test_documents_of_a_stream_count_from_its_beginning():
    second = split_documents("a: 1\n---\nb: 2\n")[1]

    assert _places(second)["b",] == (3, 1, 3, 4)


def test_a_value_that_holds_itself_ends():
    assert len(_places("a: &a [*a]")) < 10


def test_an_empty_document_has_no_places():
    assert _places("") == {}
