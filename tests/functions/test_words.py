"""Letter case, initials and wrapping as sprig does them."""

from __future__ import annotations

import pytest
from tests.functions.same import assert_same

from helmwright.functions.words import WORDS


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("upper", ("aßﬁᾳǆé",), "AßﬁᾼǄÉ"),
        ("lower", ("İΣΑΣ",), "iσασ"),
        ("upper", ("\udcff",), "�"),
        ("lower", ("ABC",), "abc"),
        ("upper", ("abc",), "ABC"),
    ],
)
def test_case_changes_one_character_for_one(name, arguments, expected):
    assert_same(WORDS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("title", ("it's foo-bar f.g b_c",), "It'S Foo-Bar F.G B_c"),
        ("title", ("ǆ éa\u3000ß日a",), "ǅ Éa\u3000ß日a"),
        ("title", ("hello WORLD",), "Hello WORLD"),
        ("title", ("1a\x00b",), "1a\x00B"),
    ],
)
def test_title_begins_a_word_after_any_punctuation_but_underscore(name, arguments, expected):
    assert_same(WORDS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("untitle", ("Hello World-Wide",), "hello world-Wide"),
        ("untitle", ("ÉA  B",), "éA  b"),
        ("swapcase", ("This Is A. Test",), "tHIS iS a. tEST"),
        ("swapcase", ("ǅa ǆ ß",), "ǆA ǅ ß"),
        ("swapcase", ("a-b",), "A-B"),
    ],
)
def test_untitle_and_swapcase_look_at_spaces_only(name, arguments, expected):
    assert_same(WORDS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("snakecase", ("FirstName",), "first_name"),
        ("snakecase", ("HTTPServer",), "http_server"),
        ("snakecase", ("NoHTTPS",), "no_https"),
        ("snakecase", ("GO PATH",), "go_path"),
        ("snakecase", ("GO-PATH",), "go_path"),
        ("snakecase", ("http2xx",), "http_2xx"),
        ("snakecase", ("HTTP20xOK",), "http_20x_ok"),
        ("snakecase", ("Duration2m3s",), "duration_2m3s"),
        ("snakecase", ("Bld4Floor3rd",), "bld4_floor_3rd"),
        ("snakecase", ("foo.bar",), "foo.bar"),
        ("snakecase", ("_a__B_",), "_a__b_"),
        ("snakecase", ("A",), "a"),
        ("snakecase", ("ABC1",), "abc1"),
        ("snakecase", ("1A",), "1_a"),
        ("snakecase", ("a1B2",), "a1_b2"),
        ("snakecase", ("",), ""),
        ("snakecase", ("日本Go",), "日本_go"),
        ("snakecase", ("É1é",), "é_1é"),
        ("snakecase", ("x\udcffY",), "x_�y"),
    ],
)
def test_snakecase_splits_words_and_numbers_as_xstrings_does(name, arguments, expected):
    assert_same(WORDS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("kebabcase", ("FirstName_x",), "first-name-x"),
        ("kebabcase", ("HTTP20xOK",), "http-20x-ok"),
        ("kebabcase", ("a--b",), "a--b"),
    ],
)
def test_kebabcase_is_snakecase_with_hyphens(name, arguments, expected):
    assert_same(WORDS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("camelcase", ("http_server",), "HttpServer"),
        ("camelcase", ("HTTPServer",), "Httpserver"),
        ("camelcase", ("GOLANG_IS_GREAT",), "GolangIsGreat"),
        ("camelcase", ("fooBar",), "FooBar"),
        ("camelcase", ("_complex__case_",), "_Complex_Case_"),
        ("camelcase", ("foo.bar",), "Foo.bar"),
        ("camelcase", ("some words",), "SomeWords"),
        ("camelcase", ("__",), "___"),
        ("camelcase", ("_",), "__"),
        ("camelcase", ("-a",), "-A"),
        ("camelcase", ("é_é",), "ÉÉ"),
        ("camelcase", ("",), ""),
    ],
)
def test_camelcase_is_pascal_case(name, arguments, expected):
    assert_same(WORDS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("nospace", ("é a",), "Ã©a"),
        ("nospace", ("é",), "é"),
        ("nospace", ("à",), "Ã"),
        ("nospace", (" h e\tl\nlo ",), "hello"),
        ("initials", ("First Try é",), "FTÃ"),
        ("initials", ("à b",), "Ãb"),
        ("initials", ("",), ""),
    ],
)
def test_nospace_and_initials_read_bytes_as_latin_1(name, arguments, expected):
    assert_same(WORDS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("wrap", (5, "Hello World foo"), "Hello\nWorld\nfoo"),
        ("wrap", (3, "abcdefgh ij"), "abcdefgh\nij"),
        ("wrap", (0, "a b"), "a\nb"),
        ("wrap", (10, "a\nb c d e f g"), "a\nb c d e\nf g"),
        ("wrap", (4, "a    b     c"), "a   \nb   \n c"),
        ("wrap", (9, ""), ""),
        ("wrap", (3, "éé éé"), "éé\néé"),
    ],
)
def test_wrap_breaks_at_spaces_and_keeps_long_words(name, arguments, expected):
    assert_same(WORDS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("wrapWith", (3, "|", "abcdefgh ij"), "abc|def|gh|ij"),
        ("wrapWith", (5, "", "HelloWorld"), "Hello\nWorld"),
        ("wrapWith", (2, "-", "é日"), "é-\udce6\udc97-\udca5"),
    ],
)
def test_wrap_with_cuts_long_words(name, arguments, expected):
    assert_same(WORDS[name].call(*arguments), expected)
