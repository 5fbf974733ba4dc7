"""Trees that print as Go prints them, and what does not parse."""

from __future__ import annotations

import pytest

from helmwright.base.errors import GoError
from helmwright.template.lexer import Source
from helmwright.template.nodes import is_empty
from helmwright.template.parser import MAX_NESTING, Parser

FUNCTIONS = frozenset(("print", "printf", "upper", "list", "add", "index"))
# The right column is how text/template/parse prints the tree of the left one.
PRINTED = (
    ("", ""),
    ("some text", "some text"),
    ("{{ .X }}", "{{.X}}"),
    ("{{ .X.Y.Z }}", "{{.X.Y.Z}}"),
    ("{{ printf `%d` 23 }}", "{{printf `%d` 23}}"),
    ("{{ .X|.Y }}", "{{.X | .Y}}"),
    ("{{ (.Y .Z).Field }}", "{{(.Y .Z).Field}}"),
    ("{{ $x:=1|upper }}", "{{$x := 1 | upper}}"),
    ("{{ $x := 1 }}{{ $x = 2 }}", "{{$x := 1}}{{$x = 2}}"),
    ("{{ $.I.J }}", "{{$.I.J}}"),
    ("{{if .X}}a{{else}}b{{end}}", "{{if .X}}a{{else}}b{{end}}"),
    ("{{if .X}}a{{else if .Y}}b{{end}}", "{{if .X}}a{{else}}{{if .Y}}b{{end}}{{end}}"),
    ("{{with .X}}a{{else with .Y}}b{{end}}", "{{with .X}}a{{else}}{{with .Y}}b{{end}}{{end}}"),
    ("{{range $x, $y := .S}}{{.}}{{break}}{{end}}", "{{range $x, $y := .S}}{{.}}{{break}}{{end}}"),
    ("{{range .S}}{{continue}}{{else}}e{{end}}", "{{range .S}}{{continue}}{{else}}e{{end}}"),
    ("{{template `x`}}", '{{template "x"}}'),
    ("{{template `x` .Y}}", '{{template "x" .Y}}'),
    ("{{print nil true -1 'a' 1i \"q\"}}", "{{print nil true -1 'a' 1i \"q\"}}"),
    ("x {{- /* c */ -}} y", "xy"),
    ("x {{- 3 -}} y", "x{{3}}y"),
    ("{{block `b` .}}in{{end}}", '{{template "b" .}}'),
)
# The message of text/template/parse for each, in a text named gotpl.
REFUSED = (
    ("{{", "template: gotpl:1: unclosed action"),
    ("{{ 1", "template: gotpl:1: unclosed action"),
    ("{{ (1 }}", "template: gotpl:1: unclosed left paren"),
    ("{{ 1) }}", "template: gotpl:1: unexpected right paren"),
    ('{{ "abc }}', "template: gotpl:1: unterminated quoted string"),
    ("{{ `abc }}", "template: gotpl:1: unterminated raw quoted string"),
    ("{{ 'a }}", "template: gotpl:1: unterminated character constant"),
    ("{{ : }}", "template: gotpl:1: expected :="),
    ("{{ 1a }}", 'template: gotpl:1: bad number syntax: "1a"'),
    ("{{ a'b }}", "template: gotpl:1: bad character U+0027 '''"),
    ("{{ nope }}", 'template: gotpl:1: function "nope" not defined'),
    ("{{ $x }}", 'template: gotpl:1: undefined variable "$x"'),
    ("{{ | }}", 'template: gotpl:1: unexpected "|" in command'),
    ("{{ }}", "template: gotpl:1: missing value for command"),
    ("{{ if }}{{ end }}", "template: gotpl:1: missing value for if"),
    ("{{ if 1 }}", "template: gotpl:1: unexpected EOF"),
    ("{{ end }}", "template: gotpl:1: unexpected {{end}}"),
    ("{{ else }}", "template: gotpl:1: unexpected {{else}}"),
    ("{{ if 1 }}{{ else }}{{ else }}{{ end }}", "template: gotpl:1: expected end; found {{else}}"),
    ("{{ if 1 }}{{ else with 1 }}{{ end }}", "template: gotpl:1: unexpected <with> in input"),
    ("{{ 1 | 2 }}", "template: gotpl:1: non executable command in pipeline stage 2"),
    ('{{ 1 | "a" }}', "template: gotpl:1: non executable command in pipeline stage 2"),
    ("{{ 1 | nil }}", "template: gotpl:1: non executable command in pipeline stage 2"),
    ("{{ 1 | . }}", "template: gotpl:1: non executable command in pipeline stage 2"),
    ("{{ break }}", "template: gotpl:1: {{break}} outside {{range}}"),
    ("{{ range 1 }}{{ end }}{{ continue }}", "template: gotpl:1: {{continue}} outside {{range}}"),
    ("{{ range 1 }}{{ break 1 }}{{ end }}", 'template: gotpl:1: unexpected "1" in {{break}}'),
    ("{{ define 1 }}{{ end }}", 'template: gotpl:1: unexpected "1" in define clause'),
    ('{{ define "x" }}', "template: gotpl:1: unexpected EOF"),
    ('{{ define "x" }}{{ else }}', "template: gotpl:1: unexpected {{else}} in define clause"),
    (
        '{{ if 1 }}{{ define "x" }}{{ end }}{{ end }}',
        "template: gotpl:1: unexpected <define> in command",
    ),
    (
        '{{ define "x" }}a{{ end }}{{ define "x" }}b{{ end }}',
        'template: gotpl:1: template: multiple definition of template "x"',
    ),
    ('{{ block "x" }}{{ end }}', "template: gotpl:1: missing value for block clause"),
    ("{{ template 1 }}", 'template: gotpl:1: unexpected "1" in template clause'),
    ('{{ template "\\q" }}', "template: gotpl:1: invalid syntax"),
    ("{{ $x, $y := 1 }}", "template: gotpl:1: too many declarations in command"),
    ("{{ range $x, $y, $z := 1 }}{{ end }}", "template: gotpl:1: too many declarations in range"),
    ("{{ range $x, 1 := 1 }}{{ end }}", "template: gotpl:1: range can only initialize variables"),
    ('{{ "x".y }}', 'template: gotpl:1: unexpected . after term "\\"x\\""'),
    ("{{ 1.x }}", 'template: gotpl:1: bad number syntax: "1.x"'),
    ("{{ nil.x }}", 'template: gotpl:1: unexpected . after term "nil"'),
    ("{{ true.x }}", 'template: gotpl:1: unexpected . after term "true"'),
    ("{{ .x.1 }}", 'template: gotpl:1: unexpected ".1" in operand'),
    ("{{ 99999999999999999999 }}", 'template: gotpl:1: integer overflow: "99999999999999999999"'),
    ("{{ 'ab' }}", "template: gotpl:1: malformed character constant: 'ab'"),
    ("{{ '' }}", "template: gotpl:1: invalid syntax"),
    ("{{ - }}", 'template: gotpl:1: illegal number syntax: "-"'),
    ("{{ 0x }}", 'template: gotpl:1: illegal number syntax: "0x"'),
    ("{{ 1e }}", 'template: gotpl:1: illegal number syntax: "1e"'),
    ("{{ 2+i }}", "template: gotpl:1: syntax error scanning complex number"),
    ("{{ 1+2 }}", 'template: gotpl:1: bad number syntax: "1+2"'),
    ('{{ "\\q" }}', "template: gotpl:1: invalid syntax"),
    ('{{ "\\ud800" }}', "template: gotpl:1: invalid syntax"),
    ("{{ . ~ }}", 'template: gotpl:1: unexpected "~" in operand'),
    ("{{ .x, }}", 'template: gotpl:1: unexpected "," in operand'),
    ("{{ € }}", "template: gotpl:1: unrecognized character in action: U+20AC '€'"),
    ("{{ à }}", "template: gotpl:1: bad character U+0300 '̀'"),
    ("{{ \x01 }}", "template: gotpl:1: unrecognized character in action: U+0001"),
    ("{{/* a }}", "template: gotpl:1: unclosed comment"),
    ("{{/* a */ b }}", "template: gotpl:1: comment ends before closing delimiter"),
    ("{{ /* a */ }}", 'template: gotpl:1: unexpected "/" in command'),
    ("{{ 1\n\n", "template: gotpl:3: unclosed action started at gotpl:1"),
    ('a\n{{ if 1\n"', "template: gotpl:3: unterminated quoted string in action started at gotpl:2"),
    (
        "a\n{{ if 1\n'x\n",
        "template: gotpl:3: unterminated character constant in action started at gotpl:2",
    ),
    ('\n{{ "x".y\n}}', 'template: gotpl:2: unexpected . after term "\\"x\\""'),
    ('{{ define "a" }}\n{{ nope }}{{ end }}', 'template: gotpl:2: function "nope" not defined'),
    ("{{ with $x := 1 }}{{ end }}{{ $x }}", 'template: gotpl:1: undefined variable "$x"'),
    ("{{ . .x | . }}", "template: gotpl:1: non executable command in pipeline stage 2"),
    ("{{ ((1) }}", "template: gotpl:1: unclosed left paren"),
    ("{{ (1).x 2) }}", "template: gotpl:1: unexpected right paren"),
    ("{{ end", "template: gotpl:1: unclosed action"),
    ("{{- }}", "template: gotpl:1: missing value for command"),
    ("{{ x -}}", 'template: gotpl:1: function "x" not defined'),
    ("{{ .", 'template: gotpl:1: illegal number syntax: "."'),
    ("{{ $", "template: gotpl:1: unclosed action"),
    ("{{ 1 2 }}|{{ nope", 'template: gotpl:1: function "nope" not defined'),
    ("{{ range $i := .x }}{{ end", "template: gotpl:1: unclosed action"),
    ("{{ if .a }}{{ else if }}{{ end }}", "template: gotpl:1: missing value for if"),
    ("{{ ( }}", "template: gotpl:1: unclosed left paren"),
    ("{{ () }}", "template: gotpl:1: missing value for parenthesized pipeline"),
)


def parse(text):
    return Parser(Source("gotpl", text), FUNCTIONS).parse()


@pytest.mark.parametrize(("text", "printed"), PRINTED)
def test_a_tree_prints_as_go_prints_it(text, printed):
    assert str(parse(text)["gotpl"]) == printed


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_what_does_not_parse_is_refused_in_go_s_words(text, message):
    with pytest.raises(GoError) as caught:
        parse(text)
    assert caught.value.message == message


def test_definitions_come_in_order_and_the_text_itself_last():
    trees = parse("{{define `b`}}1{{end}}{{define `a`}}2{{end}}text")
    assert [(name, str(tree)) for name, tree in trees.items()] == [
        ("b", "1"),
        ("a", "2"),
        ("gotpl", "text"),
    ]


def test_only_space_and_comments_are_empty():
    for text in ("", " \t\n", "{{/* c */}} \n", "\u00a0\u2028", "{{define `x`}}a{{end}}\n"):
        assert is_empty(parse(text)["gotpl"]), text
    for text in ("a", "{{ 1 }}", "{{ if .X }}{{ end }}", "\x1f"):
        assert not is_empty(parse(text)["gotpl"]), text


def test_deep_nesting_is_refused_before_python_could_fail():
    for text in (
        "{{ " + "(" * 10_001 + "1" + ")" * 10_001 + " }}",
        "{{ if 1 }}" * 10_000 + "{{ end }}" * 10_000,
        "{{ 1" + " | print" * 10_000 + " }}",
    ):
        with pytest.raises(GoError, match=f"nested more than {MAX_NESTING} deep"):
            parse(text)


def test_variables_that_ranges_and_assignments_share_are_known():
    parser = Parser(Source("x", "{{range $x := .}}{{$x = 1}}{{end}}{{$y := 1}}{{$y = 2}}"), ())
    parser.parse()
    assert parser.tracked == {"$x"}
