"""Tokens, positions and what no token can be. Source of the rows: text/template/parse/lex_test.go."""

from __future__ import annotations

import pytest

from helmwright.template.lexer import Source, Token, tokenize

TOKENS = (
    ("", "EOF"),
    (" \t\n", "text EOF"),
    ("hello-{{/* c */}}-world", "text text EOF"),
    ("{{,@ %#}}", "left char char error"),
    ("{{((3))}}", "left ( ( number ) ) right EOF"),
    ("{{}}", "left right EOF"),
    ("{{for}}", "left identifier right EOF"),
    ('{{block "foo" .}}', "left block string . right EOF"),
    ('{{"abc \\n\\t\\" "}}', "left string right EOF"),
    ("{{`abc\n`}}", "left raw right EOF"),
    (
        "{{1 02 0x14 0X14 -7.2i 1e3 1E3 +1.2e-4 4.2i 1+2i 1_2 0x1.e_fp4 0X1.E_FP4}}",
        "left " + "number " * 9 + "complex " + "number " * 3 + "right EOF",
    ),
    ("{{'a' '\\n' '\\'' '\\\\' '\\u00FF'}}", "left " + "charconst " * 5 + "right EOF"),
    ("{{true false}}", "left bool bool right EOF"),
    ("{{.}}", "left . right EOF"),
    ("{{nil}}", "left nil right EOF"),
    ("{{.x . .2 .x.y.z}}", "left field . number field field field right EOF"),
    (
        "{{range if else end with break continue define template}}",
        "left range if else end with break continue define template right EOF",
    ),
    (
        "{{$c := printf $ $hello $23 $ $var.Field .Method}}",
        "left variable := identifier variable variable variable variable variable field field right EOF",
    ),
    ("{{$x 23}}", "left variable number right EOF"),
    ("{{$x = 1}}", "left variable = number right EOF"),
    ("{{.x | f 1 | g}}", "left field | identifier number | identifier right EOF"),
    ("{{$v := 3,$w}}", "left variable := number char variable right EOF"),
    ("hello- {{- 3 -}} -world", "text left number right text EOF"),
    ("hello- {{- /* c */ -}} -world", "text text EOF"),
    ("{{-3}}", "left number right EOF"),
    ("{{ x -}}", "left identifier right EOF"),
    ("{{été}}", "left identifier right EOF"),
    ("{{.été $ü}}", "left field variable right EOF"),
    ("{{ ٣ }}", "left identifier right EOF"),
)
REFUSED = (
    ("#{{\x01}}", "unrecognized character in action: U+0001"),
    ('{{a\n"', "unterminated quoted string"),
    ('{{"\n"}}', "unterminated quoted string"),
    ("{{`", "unterminated raw quoted string"),
    ("{{'\n}}", "unterminated character constant"),
    ("{{3k}}", 'bad number syntax: "3k"'),
    ("{{(3}}", "unclosed left paren"),
    ("{{3)}}", "unexpected right paren"),
    ("{{", "unclosed action"),
    ("{{/*}}", "unclosed comment"),
    ("{{/* x */ y}}", "comment ends before closing delimiter"),
    ("{{a-b}}", "bad character U+002D '-'"),
    ("{{.x+1}}", "bad character U+002B '+'"),
    ("{{$x'}}", "bad character U+0027 " + "'" * 3),
    ("{{:x}}", "expected :="),
    ("{{²}}", "unrecognized character in action: U+00B2 '²'"),
    ("{{\udcff}}", "unrecognized character in action: U+FFFD '\ufffd'"),
)


@pytest.mark.parametrize(("text", "kinds"), TOKENS)
def test_a_text_has_go_s_tokens(text, kinds):
    assert " ".join(token.kind for token in tokenize(Source("t", text))) == kinds.strip()


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_the_last_token_is_the_error(text, message):
    last = tokenize(Source("t", text))[-1]
    assert (last.kind, last.text) == ("error", message)


def test_trim_markers_take_all_space_around():
    tokens = tokenize(Source("t", "a \r\n\t {{- 1 -}} \n\n b\u00a0 {{- 2 }} c"))
    assert [token.text for token in tokens if token.kind == "text"] == ["a", "b\u00a0", " c"]


def test_tokens_know_where_they_stand_and_whether_space_precedes():
    tokens = tokenize(Source("t", "é\n{{ .x.y  -}}\n"))
    assert tokens == [
        Token("text", "é\n", 0),
        Token("left", "{{", 2),
        Token("field", ".x", 5, spaced=True),
        Token("field", ".y", 7),
        Token("right", "}}", 12, spaced=True),
        Token("EOF", "EOF", 15),
    ]


def test_a_location_is_a_line_and_a_column_in_bytes():
    source = Source("t", "é\naé{{x")
    assert [source.location(position) for position in (0, 1, 2, 4)] == [
        (1, 0),
        (1, 2),
        (2, 0),
        (2, 3),
    ]


def test_long_tokens_are_cut_in_messages():
    assert str(Token("identifier", "abcdefghijk", 0)) == '"abcdefghij"...'
    assert str(Token("identifier", "abcdefghij", 0)) == '"abcdefghij"'
    assert str(Token("end", "end", 0)) == "<end>"
    assert str(Token("EOF", "EOF", 0)) == "EOF"
