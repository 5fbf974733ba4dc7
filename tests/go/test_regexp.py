from __future__ import annotations

import time

import pytest

from helmwright.base.errors import FunctionError, GoError
from helmwright.go import regexp

# Written by Go's regexp itself: pattern, text, template; find, find_all, find_submatch,
# replace_all, split without a limit, split in two.
MATCHES = [
    ("x*", "abc", "-", "", ["", "", "", ""], [""], "-a-b-c-", ["a", "b", "c"], ["a", "bc"]),
    ("a*", "baac", "<$0>", "", ["", "aa", ""], [""], "<>b<aa>c<>", ["b", "c"], ["b", "c"]),
    ("a(x*)b", "-axxb-", "$1W", "axxb", ["axxb"], ["axxb", "xx"], "--", ["-", "-"], ["-", "-"]),
    (
        "a(x*)b",
        "-axxb-",
        "${1}W",
        "axxb",
        ["axxb"],
        ["axxb", "xx"],
        "-xxW-",
        ["-", "-"],
        ["-", "-"],
    ),
    (
        "(?P<n>a)(b)?",
        "ab a",
        "[$n|$2]",
        "ab",
        ["ab", "a"],
        ["ab", "a", "b"],
        "[a|b] [a|]",
        ["", " ", ""],
        ["", " a"],
    ),
    ("$", "a\n", "!", "", [""], [""], "a\n!", ["a\n"], ["a\n"]),
    (
        "(?m)$",
        "a\nb\n",
        "!",
        "",
        ["", "", ""],
        [""],
        "a!\nb!\n!",
        ["a", "\nb", "\n"],
        ["a", "\nb\n"],
    ),
    ("(?m)^", "a\nb\n", ">", "", ["", "", ""], [""], ">a\n>b\n>", ["a\n", "b\n"], ["a\n", "b\n"]),
    ("\\z", "a", ".", "", [""], [""], "a.", ["a"], ["a"]),
    (
        "\\bfoo\\b",
        "foo,éfoo foo_",
        "#",
        "foo",
        ["foo", "foo"],
        ["foo"],
        "#,é# foo_",
        ["", ",é", " foo_"],
        ["", ",éfoo foo_"],
    ),
    ("\\B", "ab", ".", "", [""], [""], "a.b", ["a", "b"], ["a", "b"]),
    ("\\B", "日本", ".", "", ["", "", ""], [""], ".日.本.", ["日", "本"], ["日", "本"]),
    ("(|a)*", "aa", "-", "", ["", "", ""], ["", ""], "-a-a-", ["a", "a"], ["a", "a"]),
    ("(|a)+", "aa", "-", "", ["", "", ""], ["", ""], "-a-a-", ["a", "a"], ["a", "a"]),
    (
        "(a|ab)(c|bcd)(d*)",
        "abcd",
        "$1/$2/$3",
        "abcd",
        ["abcd"],
        ["abcd", "a", "bcd", ""],
        "a/bcd/",
        ["", ""],
        ["", ""],
    ),
    (
        "(?i)straSSe|k",
        "STRASSE K ſtrasse",
        "*",
        "STRASSE",
        ["STRASSE", "K", "ſtrasse"],
        ["STRASSE"],
        "* * *",
        ["", " ", " ", ""],
        ["", " K ſtrasse"],
    ),
    (
        "[^a]",
        "a\udcffb�",
        ".",
        "\udcff",
        ["\udcff", "b", "�"],
        ["\udcff"],
        "a...",
        ["a", "", "", ""],
        ["a", "b�"],
    ),
    ("�", "\udcff�", "?", "\udcff", ["\udcff", "�"], ["\udcff"], "??", ["", "", ""], ["", "�"]),
    ("\\pL+", "abc日本é1", "L", "abc日本é", ["abc日本é"], ["abc日本é"], "L1", ["", "1"], ["", "1"]),
    ("(?i)\\p{Lu}", "aB1", "U", "a", ["a", "B"], ["a"], "UU1", ["", "", "1"], ["", "B1"]),
    ("[[:^alpha:]]+", "ab12cd", "_", "12", ["12"], ["12"], "ab_cd", ["ab", "cd"], ["ab", "cd"]),
    ("(?U)a+", "aaa", "x", "a", ["a", "a", "a"], ["a"], "xxx", ["", "", "", ""], ["", "aa"]),
    ("(?s).", "a\n", ".", "a", ["a", "\n"], ["a"], "..", ["", "", ""], ["", "\n"]),
    (".", "a\n", ".", "a", ["a"], ["a"], ".\n", ["", "\n"], ["", "\n"]),
    ("\\s", "a\x0b\tb", "_", "\t", ["\t"], ["\t"], "a\x0b_b", ["a\x0b", "b"], ["a\x0b", "b"]),
    (
        "\\Qa.b\\E+",
        "a.bbb a+b",
        "Q",
        "a.bbb",
        ["a.bbb"],
        ["a.bbb"],
        "Q a+b",
        ["", " a+b"],
        ["", " a+b"],
    ),
    ("(a)|(b)", "ab", "[$1$2]", "a", ["a", "b"], ["a", "a", ""], "[a][b]", ["", "", ""], ["", "b"]),
    ("(?:(a)|b)*", "ab", "<$1>", "ab", ["ab"], ["ab", "a"], "<a>", ["", ""], ["", ""]),
    ("a{2,3}?", "aaaaa", "2", "aa", ["aa", "aa"], ["aa"], "22a", ["", "", "a"], ["", "aaa"]),
    ("(a*)*b", "aaab", "$1", "aaab", ["aaab"], ["aaab", "aaa"], "aaa", ["", ""], ["", ""]),
    (",", "a,b,,c", ";", ",", [",", ",", ","], [","], "a;b;;c", ["a", "b", "", "c"], ["a", "b,,c"]),
    ("", "abc", "-", "", ["", "", "", ""], [""], "-a-b-c-", ["a", "b", "c"], ["a", "bc"]),
    ("é*", "aéb", "$$1", "", ["", "é", ""], [""], "$1a$1b$1", ["a", "b"], ["a", "b"]),
    ("(x)", "axb", "$", "x", ["x"], ["x", "x"], "a$b", ["a", "b"], ["a", "b"]),
    ("(x)", "axb", "${1", "x", ["x"], ["x", "x"], "a${1b", ["a", "b"], ["a", "b"]),
    ("(x)", "axb", "$00", "x", ["x"], ["x", "x"], "ab", ["a", "b"], ["a", "b"]),
    ("^a|b$", "abab", ".", "a", ["a", "b"], ["a"], ".ba.", ["", "ba", ""], ["", "bab"]),
    ("[\\d\\-x]+", "1-x", "n", "1-x", ["1-x"], ["1-x"], "n", ["", ""], ["", ""]),
    ("(?i)[k-m]", "KKL", ".", "K", ["K", "K", "L"], ["K"], "...", ["", "", "", ""], ["", "KL"]),
    ("a(?:bc)+d", "abcbcd", ".", "abcbcd", ["abcbcd"], ["abcbcd"], ".", ["", ""], ["", ""]),
    (
        "(foo|bar)(baz)?",
        "foobaz bar",
        "$2-$1",
        "foobaz",
        ["foobaz", "bar"],
        ["foobaz", "foo", "baz"],
        "baz-foo -bar",
        ["", " ", ""],
        ["", " bar"],
    ),
]
ERRORS = [
    ("(", "error parsing regexp: missing closing ): `(`"),
    (")", "error parsing regexp: unexpected ): `)`"),
    ("a**", "error parsing regexp: invalid nested repetition operator: `**`"),
    ("*", "error parsing regexp: missing argument to repetition operator: `*`"),
    ("+a", "error parsing regexp: missing argument to repetition operator: `+`"),
    ("a{1001}", "error parsing regexp: invalid repeat count: `{1001}`"),
    ("a{2,1}", "error parsing regexp: invalid repeat count: `{2,1}`"),
    ("(a{100}){11}", "error parsing regexp: invalid repeat count: `{11}`"),
    ("[", "error parsing regexp: missing closing ]: `[`"),
    ("[a", "error parsing regexp: missing closing ]: `[a`"),
    ("[z-a]", "error parsing regexp: invalid character class range: `z-a`"),
    ("[[:foo:]]", "error parsing regexp: invalid character class range: `[:foo:]`"),
    ("\\", "error parsing regexp: trailing backslash at end of expression: ``"),
    ("\\8", "error parsing regexp: invalid escape sequence: `\\8`"),
    ("\\Z", "error parsing regexp: invalid escape sequence: `\\Z`"),
    ("\\C", "error parsing regexp: invalid escape sequence: `\\C`"),
    ("(?i", "error parsing regexp: invalid or unsupported Perl syntax: `(?i`"),
    ("(?=a)", "error parsing regexp: invalid or unsupported Perl syntax: `(?=`"),
    ("(?<=a)", "error parsing regexp: invalid named capture: `(?<=a)`"),
    ("(?P<n", "error parsing regexp: invalid named capture: `(?P<n`"),
    ("(?P<a-b>x)", "error parsing regexp: invalid named capture: `(?P<a-b>`"),
    ("(?<>x)", "error parsing regexp: invalid named capture: `(?<>`"),
    ("(?P=n)", "error parsing regexp: invalid or unsupported Perl syntax: `(?P`"),
    ("\\pX", "error parsing regexp: invalid character class range: `\\pX`"),
    ("\\p{Foo}", "error parsing regexp: invalid character class range: `\\p{Foo}`"),
    ("\\x{110000}", "error parsing regexp: invalid escape sequence: `\\x{110000`"),
    ("\\x1", "error parsing regexp: invalid escape sequence: `\\x1`"),
    ("a\udcff", "error parsing regexp: invalid UTF-8: `\udcff`"),
    ("(?P<\udcff>a)", "error parsing regexp: invalid UTF-8: `\udcff`"),
    ("\\Q\udcff\\E", "error parsing regexp: invalid UTF-8: `\udcff`"),
    (
        "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((()))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))",
        "error parsing regexp: expression nests too deeply: `((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((()))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))`",
    ),
    ("((a{1000}){1000}){1000}", "error parsing regexp: invalid repeat count: `{1000}`"),
    ("a{99999999999}", "error parsing regexp: invalid repeat count: `{99999999999}`"),
    ("(?i-)", "error parsing regexp: invalid or unsupported Perl syntax: `(?i-)`"),
    ("a+??+", "error parsing regexp: invalid nested repetition operator: `+??`"),
    ("\\u0041", "error parsing regexp: invalid escape sequence: `\\u`"),
    ("[a-\\d]", "error parsing regexp: invalid escape sequence: `\\d`"),
    ("\\p{Old_Italic}", "error parsing regexp: invalid character class range: `\\p{Old_Italic}`"),
    ("x{2}{3}", "error parsing regexp: invalid nested repetition operator: `{2}{3}`"),
    ("(|", "error parsing regexp: missing closing ): `(|`"),
]


@pytest.fixture(params=["either engine", "RE2"])
def compile_pattern(request, monkeypatch):
    if request.param == "RE2":
        pytest.importorskip("re2")
        monkeypatch.setattr(regexp.Regexp, "_suits_python", lambda *_, **__: False)
    return regexp.Regexp


@pytest.mark.parametrize(
    ("pattern", "text", "template", "first", "every", "groups", "replaced", "pieces", "two"),
    MATCHES,
)
def test_pattern_finds_what_go_finds(  # noqa: PLR0917 - a row of the table
    compile_pattern, pattern, text, template, first, every, groups, replaced, pieces, two
):
    expression = compile_pattern(pattern)
    assert expression.match(text) is (groups is not None)
    assert expression.find(text) == first
    assert expression.find_all(text, -1) == every
    assert expression.find_submatch(text) == groups
    assert expression.replace_all(text, template) == replaced
    assert expression.split(text, -1) == pieces
    assert expression.split(text, 2) == two


@pytest.mark.parametrize(("pattern", "message"), ERRORS)
def test_broken_pattern_is_refused_in_gos_words(pattern, message):
    with pytest.raises(GoError) as caught:
        regexp.compile(pattern)
    assert caught.value.message == message


def test_replacement_can_be_literal():
    assert regexp.compile("a(x*)b").replace_all_literal("-ab-axb-", "$1") == "-$1-$1-"


def test_limit_of_zero_finds_nothing():
    assert regexp.compile("a").find_all("aa", 0) is None
    assert regexp.compile("a").split("aa", 0) is None
    assert regexp.compile("a").find_all("aaa", 2) == ["a", "a"]


def test_names_of_groups_are_kept():
    assert regexp.compile("(a)(?P<n>b)(?<m>c)(?:d)").names == ["", "", "n", "m"]


def test_quoted_text_matches_itself():
    text = r"a.b*c[d]\e{f}^$|?+()é"
    assert regexp.compile(regexp.quote_meta(text)).find("x" + text + "y") == text
    assert regexp.quote_meta("a.b") == r"a\.b"


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("(a|aa)+$", "a" * 50_000 + "b"),
        ("(a*)*b", "a" * 50_000),
        ("(a?){30}a{30}", "a" * 29),
        (r"\s+$", " " * 100_000 + "x"),
        ("(x+x+)+y", "x" * 50_000),
        (".*.*.*z", "a" * 20_000),
    ],
)
def test_no_pattern_hangs(pattern, text):
    start = time.perf_counter()
    assert not regexp.compile(pattern).match(text)
    assert time.perf_counter() - start < 2


def test_huge_result_is_refused():
    with pytest.raises(FunctionError, match="regexp: more than"):
        regexp.compile("a").replace_all_literal("a" * 300, "b" * 1_000_000)


def test_missing_re2_is_named_only_where_it_is_needed(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "re2", None)
    assert regexp.Regexp("[a-z]+").find("12ab") == "ab"
    assert regexp.Regexp(r"\s+$").match("x" * 5_000) is False
    with pytest.raises(FunctionError, match="google-re2"):
        regexp.Regexp("(a|b*)*c").match("abc")
