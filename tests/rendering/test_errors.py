"""Helm's wording of errors. The texts are what helm 4.2.4 printed."""

from __future__ import annotations

from helmwright.rendering.errors import execution_error, mark_warning, parse_error

FIELD = (
    'template: c/templates/t.yaml:1:10: executing "c/templates/t.yaml" at <.Values.missing.x>: '
    "nil pointer evaluating interface {}.x"
)


def test_only_the_last_piece_of_a_parse_error_survives():
    message = "template: c/templates/t.yaml:3: malformed character constant: 'ab'"
    assert (
        parse_error("c/templates/t.yaml", message) == "parse error at (c/templates/t.yaml:3): 'ab'"
    )
    assert parse_error("t", "odd") == "parse error in (t): odd"


def test_an_error_of_the_template_becomes_a_block():
    assert execution_error("c/templates/t.yaml", [FIELD, FIELD]) == (
        'c/templates/t.yaml:1:10\n  executing "c/templates/t.yaml" at <.Values.missing.x>:\n'
        "    nil pointer evaluating interface {}.x"
    )


def test_a_chain_of_templates_becomes_a_block_each():
    inner = 'template: c/templates/_h.tpl:1:26: executing "x" at <.a.b>: nil pointer evaluating b'
    outer = (
        'template: c/templates/t.yaml:1:6: executing "c/templates/t.yaml" at <include "x" .>: '
        f"error calling include: {inner}"
    )
    assert execution_error("c/templates/t.yaml", [outer, inner]) == (
        'c/templates/t.yaml:1:6\n  executing "c/templates/t.yaml" at <include "x" .>:\n'
        "    error calling include:\n"
        'c/templates/_h.tpl:1:26\n  executing "x" at <.a.b>:\n    nil pointer evaluating b'
    )


def test_an_error_that_a_function_returned_keeps_go_s_one_line():
    text = (
        'template: t:1:3: executing "t" at <index .l 5>: error calling index: index out of range: 5'
    )
    assert execution_error("t", [text, "index out of range: 5"]) == text


def test_a_message_of_fail_stands_alone_behind_the_outermost_place():
    text = (
        'template: t:1:3: executing "t" at <include "x" .>: error calling include: '
        'template: h:2:1: executing "x" at <fail "a: b">: error calling fail: '
        + mark_warning("a: b\nc")
    )
    assert execution_error("t", [text, mark_warning("a: b\nc")]) == (
        "execution error at (t:1:3): a: b\nc"
    )


def test_a_template_that_does_not_exist_has_a_line_of_its_own():
    inner = 'template: no template "nope" associated with template "gotpl"'
    outer = f'template: t:1:3: executing "t" at <include "nope" .>: error calling include: {inner}'
    assert execution_error("t", [outer, inner]) == (
        't:1:3\n  executing "t" at <include "nope" .>:\n    error calling include:\n'
        'template: no template "nope" associated with template "gotpl"'
    )


def test_a_text_without_a_place_names_the_file():
    assert execution_error("t", ["odd"]) == "execution error in (t): odd"
