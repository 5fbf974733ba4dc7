"""Cutting, padding, searching and replacing text as sprig does."""

from __future__ import annotations

import pytest
from tests.functions.same import assert_same

from helmwright.base.errors import FunctionError
from helmwright.functions.strings import STRINGS
from helmwright.go.kinds import IntSlice, StringMap, StringSlice


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("trim", ("\t\u3000a b\x85\xa0",), "a b"),
        ("trim", ("\x1ca\u200b",), "\x1ca\u200b"),
    ],
)
def test_trim_removes_what_go_calls_white_space(name, arguments, expected):
    assert_same(STRINGS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("trimAll", ("$", "$5.00$"), "5.00"),
        ("trimall", ("éx", "xéaéx"), "a"),
        ("trimAll", ("", "aa"), "aa"),
        ("trimAll", ("\udcff", "\udcfea�"), "a"),
        ("trimSuffix", ("-", "a--"), "a-"),
        ("trimPrefix", ("é", "ééa"), "éa"),
        ("trimSuffix", ("", "a"), "a"),
    ],
)
def test_trim_all_takes_a_set_of_characters_and_affixes_are_removed_once(name, arguments, expected):
    assert_same(STRINGS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("trunc", (3, "hello"), "hel"),
        ("trunc", (-3, "hello"), "llo"),
        ("trunc", (-9, "hello"), "hello"),
        ("trunc", (0, "hello"), ""),
        ("trunc", (2, "aé"), "a\udcc3"),
        ("trunc", (-1, "aé"), "\udca9"),
        ("trunc", (63, "short"), "short"),
    ],
)
def test_trunc_counts_bytes_and_may_cut_a_character(name, arguments, expected):
    assert_same(STRINGS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("substr", (0, 3, "hello"), "hel"),
        ("substr", (-1, 3, "hello"), "hel"),
        ("substr", (2, -1, "hello"), "llo"),
        ("substr", (2, 99, "hello"), "llo"),
        ("substr", (1, 2, "éa"), "\udca9"),
    ],
)
def test_substr_ignores_bounds_outside_the_text(name, arguments, expected):
    assert_same(STRINGS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("substr", (3, 2, "hello"), "runtime error: slice bounds out of range [3:2]"),
        ("substr", (9, 20, "hello"), "runtime error: slice bounds out of range [9:5]"),
        (
            "substr",
            (-1, 20, "hello"),
            "runtime error: slice bounds out of range [:20] with length 5",
        ),
        ("substr", (-1, -2, "hello"), "runtime error: slice bounds out of range [:-2]"),
    ],
)
def test_substr_panics_like_go_when_bounds_cross(name, arguments, message):
    with pytest.raises(FunctionError) as caught:
        STRINGS[name].call(*arguments)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("abbrev", (5, "hello world"), "he..."),
        ("abbrev", (3, "hello"), "hello"),
        ("abbrev", (11, "hello world"), "hello world"),
        ("abbrevboth", (5, 10, "1234 5678 9123"), "...5678..."),
        ("abbrevboth", (5, 6, "1234 5678 9123"), "1234 5678 9123"),
        ("abbrevboth", (0, 5, "1234 5678 9123"), "12..."),
        ("abbrevboth", (99, 9, "1234 5678 9123"), "...8 9123"),
        ("abbrev", (4, ""), ""),
    ],
)
def test_abbreviations_keep_their_width(name, arguments, expected):
    assert_same(STRINGS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("quote", ('a"b\\c\n\té\u200b\xa0',), '"a\\"b\\\\c\\n\\té\\u200b\\u00a0"'),
        ("quote", ("\udcff\x7f",), '"\\xff\\x7f"'),
        ("quote", (None,), ""),
        ("quote", (None, 1, 2.5, True, ["a", None], "x"), '"1" "2.5" "true" "[a <nil>]" "x"'),
        ("quote", (), ""),
        ("quote", (1000000.0,), '"1e+06"'),
        ("quote", (b"hi",), '"hi"'),
    ],
)
def test_quote_escapes_like_go_and_skips_nil(name, arguments, expected):
    assert_same(STRINGS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("squote", ("it's", None, 3), "'it's' '3'"),
        ("squote", (b"hi",), "'[104 105]'"),
        ("cat", ("a", None, 1, 2.0), "a 1 2"),
        ("cat", ("", "a"), " a"),
        ("cat", (), ""),
    ],
)
def test_squote_and_cat_do_not_escape(name, arguments, expected):
    assert_same(STRINGS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("indent", (2, "a\nb\n"), "  a\n  b\n  "),
        ("indent", (0, "a\nb"), "a\nb"),
        ("indent", (3, ""), "   "),
        ("nindent", (1, "a\n\nb"), "\n a\n \n b"),
        ("nindent", (0, ""), "\n"),
    ],
)
def test_indent_touches_every_line(name, arguments, expected):
    assert_same(STRINGS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("indent", (-1, "a"), "strings: negative Repeat count"),
        ("nindent", (-1, "a"), "strings: negative Repeat count"),
        ("repeat", (-1, "a"), "strings: negative Repeat count"),
    ],
)
def test_negative_counts_panic(name, arguments, message):
    with pytest.raises(FunctionError) as caught:
        STRINGS[name].call(*arguments)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("repeat", (3, "ab"), "ababab"),
        ("repeat", (0, "ab"), ""),
    ],
)
def test_repeat_repeats(name, arguments, expected):
    assert_same(STRINGS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("replace", ("", "-", "ab"), "-a-b-"),
        ("replace", ("é", "e", "éaé"), "eae"),
        ("replace", ("a", "", "banana"), "bnn"),
        ("replace", ("", "-", "é\udcff"), "-é-\udcff-"),
        ("replace", ("\udcc3", "x", "é"), "x\udca9"),
    ],
)
def test_replace_finds_an_empty_text_between_characters(name, arguments, expected):
    assert_same(STRINGS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("contains", ("b", "abc"), True),
        ("contains", ("", "abc"), True),
        ("contains", ("\udcc3", "é"), True),
        ("hasPrefix", ("a", "abc"), True),
        ("hasPrefix", ("\udcc3", "é"), True),
        ("hasSuffix", ("bc", "abc"), True),
        ("hasSuffix", ("\udca9", "é"), True),
        ("hasSuffix", ("x", "abc"), False),
    ],
)
def test_contains_and_affixes_compare_bytes(name, arguments, expected):
    assert_same(STRINGS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("plural", ("one", "many", 1), "one"),
        ("plural", ("one", "many", 0), "many"),
        ("plural", ("one", "many", -1), "many"),
    ],
)
def test_plural_is_for_all_but_one(name, arguments, expected):
    assert_same(STRINGS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("join", (",", ["a", None, 1, 2.5, True]), "a,1,2.5,true"),
        ("join", ("-", StringSlice(["a", "b"])), "a-b"),
        ("join", (",", "scalar"), "scalar"),
        ("join", (",", None), ""),
        ("join", (",", IntSlice([1, 2])), "1,2"),
        ("join", ("|", b"ab"), "97|98"),
        ("join", (",", []), ""),
    ],
)
def test_join_makes_text_of_anything_and_skips_nil(name, arguments, expected):
    assert_same(STRINGS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("split", ("/", "a/b/c"), StringMap({"_0": "a", "_1": "b", "_2": "c"})),
        ("split", ("", "aé"), StringMap({"_0": "a", "_1": "é"})),
        ("split", ("/", ""), StringMap({"_0": ""})),
        ("split", ("", ""), StringMap({})),
        ("splitn", ("/", 2, "a/b/c"), StringMap({"_0": "a", "_1": "b/c"})),
        ("splitn", ("/", 0, "a/b"), StringMap({})),
        ("splitn", ("/", -1, "a/b"), StringMap({"_0": "a", "_1": "b"})),
        ("splitn", ("", 2, "abc"), StringMap({"_0": "a", "_1": "bc"})),
        ("splitn", ("é", 9, "aéb"), StringMap({"_0": "a", "_1": "b"})),
    ],
)
def test_split_gives_a_map_of_strings(name, arguments, expected):
    assert_same(STRINGS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("splitList", (",", "a,,b"), StringSlice(["a", "", "b"])),
        ("splitList", ("", "aé"), StringSlice(["a", "é"])),
        ("splitList", (",", ""), StringSlice([""])),
        ("splitList", ("", ""), StringSlice([])),
    ],
)
def test_split_list_gives_a_list_of_strings(name, arguments, expected):
    assert_same(STRINGS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("toString", (1000000.0,), "1e+06"),
        ("toString", (None,), "<nil>"),
        ("toString", (b"x",), "x"),
        ("toString", ({"b": 1, "a": [None]},), "map[a:[<nil>] b:1]"),
        ("toStrings", (["a", None, 1],), StringSlice(["a", "1"])),
        ("toStrings", (None,), StringSlice([])),
        ("toStrings", (1.5,), StringSlice(["1.5"])),
        ("toStrings", (StringSlice(nil=True),), StringSlice(nil=True)),
        ("toStrings", (b"a",), StringSlice(["97"])),
    ],
)
def test_to_string_and_to_strings_print_values(name, arguments, expected):
    assert_same(STRINGS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("hello", (), "Hello!"),
    ],
)
def test_hello_says_hello(name, arguments, expected):
    assert_same(STRINGS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("repeat", (1 << 40, "ab")),
        ("indent", (1 << 40, "ab")),
        ("indent", (1000, "\n" * 1_000_000)),
        ("replace", ("x", "y" * 900, "x" * 1_000_000)),
        ("join", ("x" * 1_000_000, ["a"] * 1000)),
        ("splitList", ("", "x" * 10_000_000)),
    ],
)
def test_results_beyond_reason_are_refused(name, arguments):
    with pytest.raises(FunctionError, match="too large"):
        STRINGS[name].call(*arguments)
