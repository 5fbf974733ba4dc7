"""Changes of values files: what is not concerned stays, to the byte."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.yaml_documents import KEYS, VALUES, Path, Written, written

from helmwright.base.errors import ValuesError
from helmwright.values.editing import Edit, Put, Quote, Remove, Rename, edit_values
from helmwright.values.editing.operations import apply_to_values, has, lookup, same
from helmwright.values.maps import load_values


def edited(text: str, *operations: Edit) -> str:
    return edit_values(text.encode(), operations, "prod.yaml").decode()


def refusal(text: str, *operations: Edit) -> str:
    with pytest.raises(ValuesError) as caught:
        edited(text, *operations)
    return str(caught.value)


class TestPut:
    @pytest.mark.parametrize(
        ("before", "path", "value", "after"),
        [
            ("port: 5432  # why\n", ("port",), 5433, "port: 5433  # why\n"),
            ("port: 5432\n", ("port",), "5433", 'port: "5433"\n'),
            ("user: 'a'\n", ("user",), "b", "user: 'b'\n"),
            ("user: 'a'\n", ("user",), "it's", "user: 'it''s'\n"),
            ("user: a\n", ("user",), "yes", 'user: "yes"\n'),
            ("user: a\n", ("user",), "a: b", 'user: "a: b"\n'),
            ("user: a\n", ("user",), 'say "x"', 'user: say "x"\n'),
            ("user: a\n", ("user",), "\x07", 'user: "\\a"\n'),
            ("user: a\n", ("user",), None, "user: null\n"),
            ("user: a\n", ("user",), True, "user: true\n"),
            ("user: a\n", ("user",), 0.25, "user: 0.25\n"),
            ("user: a\n", ("user",), 1e7, "user: 10000000\n"),
            ("user: a\n", ("user",), [], "user: []\n"),
            ("user: a # b\n", ("user",), "x\ny\n", "user: | # b\n  x\n  y\n"),
            ("user: a # b\n", ("user",), [1, 2], "user: # b\n  - 1\n  - 2\n"),
            ("user: a", ("user",), {"x": {"z": 1}}, "user:\n  x:\n    z: 1"),
            ("user: a\r\nb: 1\r\n", ("user",), {"x": 1}, "user:\r\n  x: 1\r\nb: 1\r\n"),
            ("user:\n", ("user",), "x", "user: x\n"),
            ("user: # c\n", ("user",), "x", "user: x # c\n"),
            ("a: {b: 1 , c: 2}\n", ("a", "b"), "x,y", 'a: {b: "x,y" , c: 2}\n'),
            ("a: {b: 1}\n", ("a", "c"), {"d": [1]}, "a: {b: 1, c: {d: [1]}}\n"),
            ("a: {}\n", ("a", "c"), 1, "a:\n  c: 1\n"),
            ("a: {b}\n", ("a", "b"), 1, "a: {b: 1}\n"),
            ('{"a": 1}\n', ("b",), "x", '{"a": 1, "b": "x"}\n'),
            ("a: |\n  x\n\n# c\nb: 1\n", ("a",), "z", "a: z\n\n# c\nb: 1\n"),
            ("a:  # c\n  b: 1\n  # d\n  c: 2\ne: 3\n", ("a",), 5, "a: 5  # c\ne: 3\n"),
            ("- x\n- y\n", (0,), 1, None),
        ],
    )
    def test_replaces_a_value_where_it_stands(self, before, path, value, after):
        if after is None:
            with pytest.raises(ValuesError):
                edited(before, Put(path, value))
        else:
            assert edited(before, Put(path, value)) == after

    @pytest.mark.parametrize(
        ("before", "path", "value", "after"),
        [
            ("a: 1\n", ("b",), 2, "a: 1\nb: 2\n"),
            ("a: 1", ("b",), 2, "a: 1\nb: 2"),
            ("", ("a", "b", 1), 2, "a:\n  b:\n    - null\n    - 2\n"),
            ("# only this", ("a",), 1, "# only this\na: 1"),
            ("# only this\n---\n", ("a",), 1, "# only this\n---\na: 1\n"),
            ("a:\n    b: 1\n    # c: 2\n\nd: 1\n", ("a", "e"), {"f": 1},
             "a:\n    b: 1\n    # c: 2\n    e:\n        f: 1\n\nd: 1\n"),
            ("a:\n- b: 1\n# next\nc: 1\n", ("a", 1), {"b": 2},
             "a:\n- b: 1\n- b: 2\n# next\nc: 1\n"),
            ("a:\n  - b: 1\n", ("a", 0, "c"), [1], "a:\n  - b: 1\n    c:\n      - 1\n"),
            ("a:\nb: 1\n", ("a", "c"), 1, "a:\n  c: 1\nb: 1\n"),
            ("a: ~ # c\n", ("a", 0), 1, "a: # c\n  - 1\n"),
            ("a: [1, 2]\n", ("a", 2), 3, "a: [1, 2, 3]\n"),
            ("x: |+\n  y\n\n", ("a",), 1, "x: |+\n  y\n\na: 1\n"),
            ("\ufeffa: 1\n", ("b",), 1, "\ufeffa: 1\nb: 1\n"),
            ("on: 1\n", ("yes",), 1, 'on: 1\n"yes": 1\n'),
            ("base: &b {x: 1}\nc:\n  <<: *b\n", ("c", "x"), 2,
             "base: &b {x: 1}\nc:\n  <<: *b\n  x: 2\n"),
        ],
    )  # fmt: skip
    def test_adds_a_key_behind_the_others(self, before, path, value, after):
        assert edited(before, Put(path, value)) == after

    def test_changes_only_what_differs_inside_a_map(self):
        before = "db: # c\n  name: a # n\n  port: 1\n\n  # more\n  user: 'u'\n"

        after = edited(before, Put(("db",), {"name": "a", "port": 2.0, "host": "h"}))

        assert after == "db: # c\n  name: a # n\n  port: 2\n  host: h\n\n  # more\n"

    def test_leaves_a_file_alone_that_says_so_already(self):
        text = "a:   0x10 # sixteen\nb: *c\n".replace("*c", "'x'")

        assert edited(text, Put(("a",), 16.0), Put(("b",), "x")) == text

    def test_replaces_an_alias_and_keeps_an_anchor_that_nobody_uses(self):
        assert edited("a: &x 1\nb: *x\n", Put(("b",), 2)) == "a: &x 1\nb: 2\n"
        assert edited("a: &x 1\n", Put(("a",), 2)) == "a: &x 2\n"
        assert edited("a: !!str 1\n", Put(("a",), 2)) == "a: 2\n"


class TestRemove:
    @pytest.mark.parametrize(
        ("before", "path", "after"),
        [
            ("a: 1 # gone\n# stays\nb: 2\n", ("a",), "# stays\nb: 2\n"),
            ("a:\n  b: 1\n  c: 2\n", ("a", "b"), "a:\n  c: 2\n"),
            ("a: # c\n  # d\n  b: 1\nc: 1\n", ("a", "b"), "a: {} # c\n  # d\nc: 1\n"),
            ("a:\n- 1\nc: 1\n", ("a", 0), "a: []\nc: 1\n"),
            ("a:\n- b: 1\n  c: 2\n", ("a", 0, "b"), "a:\n- c: 2\n"),
            ("a:\n- b: 1\n  # d\n  c: 2\n", ("a", 0, "b"), "a:\n-\n  # d\n  c: 2\n"),
            ("a:\n- b: 1\n", ("a", 0, "b"), "a:\n- {}\n"),
            ("a:\n- - 1\n  - 2\n", ("a", 0, 0), "a:\n- - 2\n"),
            ("a: {b: 1, c: 2}\n", ("a", "b"), "a: {c: 2}\n"),
            ("a: {b: 1, c: 2}\n", ("a", "c"), "a: {b: 1}\n"),
            ("a: {b: 1}\n", ("a", "b"), "a: {}\n"),
            ("a: [1, # c\n  2]\n", ("a", 1), "a: [1, # c\n  ]\n"),
            ("a: [1, # c\n  2]\n", ("a", 0), "a: [# c\n  2]\n"),
            ("a: [\n  1, # c\n  2,\n]\n", ("a", 1), "a: [\n  1, # c\n]\n"),
            ("a: [\n  1, # c\n  2, # d\n]\n", ("a", 1), "a: [\n  1, # c\n  # d\n]\n"),
            ("a:\n  &x b: 1\n", ("a", "b"), "a: {}\n"),
            ("a: 1\n", ("a",), ""),
            ("a: 1\na: 2\nb: 1\n", ("a",), "b: 1\n"),
            ("a: 1\n", ("b",), "a: 1\n"),
            ("a: &x\n  b: 1\nc: 2\n", ("a", "b"), "a: &x {}\nc: 2\n"),
        ],
    )
    def test_takes_the_lines_of_the_entry_alone(self, before, path, after):
        assert edited(before, Remove(path)) == after


class TestRename:
    @pytest.mark.parametrize(
        ("before", "old", "new", "after"),
        [
            ("a:   1 # c\nb: 2\n", ("a",), ("x",), "x:   1 # c\nb: 2\n"),
            ("'a': 1\n", ("a",), ("it's",), "'it''s': 1\n"),
            ("a: {b: 1, c: 2}\n", ("a", "b"), ("a", "yes"), 'a: {"yes": 1, c: 2}\n'),
            ("a: 1\nb: 2\n", ("a",), ("c", "d"), "b: 2\nc:\n  d: 1\n"),
            ("a:\n  b: 0.20 # c\n  d: 1\ne: 1\n", ("a", "b"), ("f",),
             "a:\n  d: 1\ne: 1\nf: 0.20 # c\n"),
            ("b: |\n  x\n    y\na:\n    d: 1\ne: 1", ("b",), ("a", "b"),
             "a:\n    d: 1\n    b: |\n      x\n        y\ne: 1"),
            ("a: 1\nb: 1\n", ("a",), ("b",), "b: 1\n"),
            ("a: 1\n", ("x",), ("b",), "a: 1\n"),
        ],
    )  # fmt: skip
    def test_keeps_the_value_as_it_is_written(self, before, old, new, after):
        assert edited(before, Rename(old, new)) == after

    def test_is_refused_if_the_new_key_says_something_else(self):
        assert refusal("a: 1\nb: 2\n", Rename(("a",), ("b",))) == (
            "prod.yaml:1:1: a cannot be changed: b is set to something else"
        )


class TestQuote:
    @pytest.mark.parametrize(
        ("before", "path", "after"),
        [
            ("a: 0.20 # c\n", ("a",), 'a: "0.20" # c\n'),
            ("a: 1e3\n", ("a",), 'a: "1e3"\n'),
            ("a: {b: on}\n", ("a", "b"), 'a: {b: "on"}\n'),
            ("a:\n  - 010\n", ("a", 0), 'a:\n  - "010"\n'),
            ("a: !!int 5\n", ("a",), 'a: "5"\n'),
            ("a:\n", ("a",), 'a: ""\n'),
            ("a: 'x'\n", ("a",), "a: 'x'\n"),
        ],
    )
    def test_keeps_what_is_written(self, before, path, after):
        assert edited(before, Quote(path)) == after

    def test_is_for_single_values(self):
        assert "a cannot be edited in place: it is no single value" in refusal(
            "a: {b: 1}\n", Quote(("a",))
        )


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "operation", "message"),
        [
            ("a: &x {b: 1}\nc: *x\n", Put(("c", "b"), 2),
             "prod.yaml:1:8: c.b cannot be edited in place: it comes from the alias *x"),
            ("a: &x {b: 1}\nc: *x\n", Put(("a", "b"), 2),
             "prod.yaml:1:8: a.b cannot be edited in place: c.b would change, too"),
            ("a: &x {b: 1}\nc:\n  <<: *x\n  d: 1\n", Remove(("c", "b")),
             "c.b cannot be edited in place: it comes from a merge key (<<) in c"),
            ("a: &x 1\nc: *x\n", Remove(("a",)), "could not be read any more"),
            ("a: 1\n", Put(("a", "b"), 1),
             "prod.yaml:1:1: a.b cannot be changed: what holds the key b is no map"),
            ("a: {b: 1}\n", Put(("a", 0), 1), "what holds the item 0 is no list"),
            ("a: 1\n---\nb: 1\n", Put(("a",), 2),
             "prod.yaml:1:1: a file with several YAML documents is not edited"),
            ("a: {\n", Put(("a",), 2), "did not find expected node content"),
            ("a: 1\na: 2\n", Rename(("a",), ("b",)), "in place: it is written twice"),
            ("null\n", Put(("a",), 1), "the file cannot be edited in place: it is no map"),
            ("a: 1\n", Put((), {}), "a change needs the path of a key"),
        ],
    )  # fmt: skip
    def test_say_where_and_why(self, text, operation, message):
        assert message in refusal(text, operation)

    def test_name_the_line_that_is_not_utf_8(self):
        with pytest.raises(ValuesError, match=r"^v\.yaml:2: text that is not UTF-8 is not edited$"):
            edit_values(b"a: 1\nb: \xff\n", [Put(("a",), 2)], "v.yaml")


def paths(values: Any, above: Path = ()) -> list[Path]:
    found: list[Path] = []
    entries = values.items() if isinstance(values, dict) else enumerate(values)
    for key, value in entries:
        found.append((*above, key))
        if isinstance(value, (dict, list)):
            found += paths(value, (*above, key))
    return found


def changed_lines(old: str, new: str) -> tuple[int, int]:
    """Returns the lines of the old text that are not at the beginning or the end of the new one."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return start, len(before) - end


def span(document: Written, path: Path) -> tuple[int, int]:
    """Returns the lines of a path, or of what it is written in."""
    while path not in document.spans:
        path = path[:-1]
    return document.spans[path]


def check(document: Written, operation: Edit, spans: list[Path]) -> str:
    """Checks that an operation has its effect, and changes nothing outside the paths' lines."""
    text = document.text
    values = load_values(text)
    result = edited(text, operation)

    assert same(load_values(result), apply_to_values(values, operation))
    start, end = changed_lines(text, result)
    known = [span(document, path) for path in spans]
    first, last = min(span[0] for span in known), max(span[1] for span in known)
    assert first <= start
    assert end <= last or start == end
    if not isinstance(operation, Remove) or isinstance(operation.path[-1], str):
        assert edited(result, operation) == result
    return result


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_put_changes_the_lines_of_the_value_alone(data):
    document = data.draw(written())
    path = data.draw(st.sampled_from(paths(load_values(document.text))))
    value = data.draw(VALUES)

    check(document, Put(path, value), [path])


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_put_adds_a_key_and_changes_no_line_around_it(data):
    document = data.draw(written())
    values = load_values(document.text)
    maps = [path for path in paths(values) if isinstance(lookup(values, path), dict)]
    parent = data.draw(st.sampled_from([(), *maps]))
    key = data.draw(st.sampled_from([*KEYS, "new"]))
    value = data.draw(VALUES)

    check(document, Put((*parent, key), value), [parent])


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_remove_takes_the_lines_of_the_entry_alone(data):
    document = data.draw(written())
    path = data.draw(st.sampled_from(paths(load_values(document.text))))

    check(document, Remove(path), [path, path[:-1]] if len(path) > 1 else [path])


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_rename_changes_the_line_of_the_key_alone(data):
    document = data.draw(written())
    values = load_values(document.text)
    keys = [path for path in paths(values) if isinstance(path[-1], str)]
    path = data.draw(st.sampled_from(keys))

    check(document, Rename(path, (*path[:-1], "other name")), [path])


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_rename_moves_a_value_to_another_map(data):
    document = data.draw(written())
    values = load_values(document.text)
    keys = [path for path in paths(values) if isinstance(path[-1], str)]
    path = data.draw(st.sampled_from(keys))
    maps = [p for p in paths(values) if isinstance(lookup(values, p), dict)]
    parent = data.draw(st.sampled_from([(), *(p for p in maps if p[: len(path)] != path)]))

    check(document, Rename(path, (*parent, "other name")), [()])


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_quote_changes_the_line_of_the_value_alone(data):
    document = data.draw(written())
    values = load_values(document.text)
    scalars = [p for p in paths(values) if not isinstance(lookup(values, p), (dict, list))]
    if not scalars:
        return
    path = data.draw(st.sampled_from(scalars))
    result = edited(document.text, Quote(path))

    assert isinstance(lookup(load_values(result), path), str)
    start, end = changed_lines(document.text, result)
    first, last = span(document, path)
    assert start == end or (first <= start and end <= last)
    assert edited(result, Quote(path)) == result
    assert has(values, path)


def test_put_makes_a_list_of_an_item_whose_dash_stands_alone() -> None:
    text = b"names:\n-\n  name: a\n  port: 1\n- b\n"

    assert edit_values(text, [Put(("names", 0), ["a"])], "f") == b"names:\n-\n  - a\n- b\n"


def test_quote_leaves_a_block_of_text_that_ends_with_the_file_as_it_is() -> None:
    text = b"port:\n- {}\n- |\n  two\n  lines"

    assert edit_values(text, [Quote(("port", 1))], "f") == text
