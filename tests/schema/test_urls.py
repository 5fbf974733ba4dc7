from __future__ import annotations

import pytest

from helmwright.schema.drafts import read_json
from helmwright.schema.messages import SchemaFault
from helmwright.schema.resources import join


@pytest.mark.parametrize(
    ("base", "reference", "url", "fragment"),
    [
        ("file:///values.schema.json", "#/a%20b", "file:///values.schema.json", "/a b"),
        ("file:///values.schema.json", "other.json#x", "file:///other.json", "x"),
        ("https://e.com/a/b/c.json", "../d.json", "https://e.com/a/d.json", ""),
        ("https://e.com/a/b", "//f.com/x/./y/..", "https://f.com/x/", ""),
        ("https://e.com/a?q=1", "", "https://e.com/a?q=1", ""),
        ("urn:a:b", "#c", "urn:a:b", "c"),
        ("https://e.com/a", "b c", "https://e.com/b%20c", ""),
    ],
)
def test_references_are_resolved_as_in_go(base, reference, url, fragment):
    assert join(base, reference) == (url, fragment)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "EOF"),
        ("{", "unexpected EOF"),
        ("{}x", "invalid character after top-level value"),
        ("[1,]", "invalid character ']' looking for beginning of value"),
        ("12x", "invalid character after top-level value"),
    ],
)
def test_bad_json_is_refused_with_the_text_of_go(text, message):
    with pytest.raises(SchemaFault) as caught:
        read_json(text)
    assert caught.value.message == message


def test_numbers_keep_their_text_and_halves_of_pairs_are_replaced():
    assert read_json('{"a": [1.50, "\\ud83d\\ude00", "\\ud83d"]}') == {
        "a": ["1.50", "\U0001f600", "\ufffd"]
    }
