"""The quick check and ``jsonschema`` agree on every document, and mistakes are said by all of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from tests.settings.format_documents import documents

from helmwright.settings.checking import Undecided, breaches, fits, plain
from helmwright.settings.formats import Format, known_formats
from helmwright.settings.reading import FormatError, read_data

ALL = known_formats()
NAMED = pytest.mark.parametrize("form", ALL, ids=[form.name for form in ALL])


_BREAKS = frozenset("\x85\u2028\u2029")


@pytest.mark.slow
@NAMED
@settings(max_examples=100, deadline=None)
@given(st.data())
def test_the_quick_check_says_what_jsonschema_says(form: Format, data: st.DataObject) -> None:
    document = data.draw(documents(form.schema, form.schema))
    judge = Draft202012Validator(form.schema).is_valid(document)

    assert quick(document, form) in (judge, "enum")  # of a list or a map, which no enum of ours has
    assert (not breaches(document, form.schema, form.schema)) == judge
    if judge:
        kept = plain(document, form.schema, form.schema)
        assert Draft202012Validator(form.schema).is_valid(kept)


def quick(document: Any, form: Format) -> bool | str:
    """Return whether a document fits, or the keyword that only jsonschema decides."""
    try:
        return fits(document, form.schema, form.schema)
    except Undecided as keyword:
        return str(keyword)


@pytest.mark.slow
@NAMED
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_the_reader_refuses_what_jsonschema_refuses(form: Format, data: st.DataObject) -> None:
    document = data.draw(documents(form.schema, form.schema))
    try:
        text = json.dumps(document, allow_nan=False, ensure_ascii=False)
        text.encode()
    except ValueError:
        return
    parsed = json.loads(text)
    judge = Draft202012Validator(form.schema).is_valid(parsed)

    try:
        read_data(text, "f", form)
    except FormatError as error:
        assert not judge
        for fault in error.faults:
            assert fault.text
            # A text with breaks that only YAML knows may be JSON alone, which has no places.
            assert fault.place.line or _BREAKS & set(text), text
    else:
        assert judge


@pytest.mark.parametrize(
    "schema",
    [{"anyOf": [{"type": "string"}]}, {"properties": {"a": {"oneOf": []}}}, {"not": {}}],
)
def test_what_the_quick_check_does_not_know_is_left_to_jsonschema(schema: dict[str, Any]) -> None:
    with pytest.raises(Undecided):
        fits({"a": 1}, schema, schema)


def test_a_schema_of_any_keywords_is_held() -> None:
    schema = {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}

    assert breaches({"a": 1}, schema, schema) == []
    (found,) = breaches({"c": 1}, schema, schema)
    assert (found.path, found.keyword) == ((), "anyOf")


def test_data_that_is_deep_or_large_is_judged_in_a_moment() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]

    (found,) = breaches({"a": deep}, schema, schema)

    assert (found.path, found.keyword) == (("a",), "type")
