"""What rules say as a fix is something to do: no text sends the reader back to the message."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from helmwright.lint.catalogue import all_rules
from helmwright.lint.refusal_fixes import fix_of
from helmwright.lint.refusing_lines import values_around
from helmwright.lint.rules.manifests.invalid_quantity import _right
from helmwright.lint.run import Selection, lint_subject
from helmwright.testing.examples_of_rules import subject_of

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright.lint.definition import Example, Rule

EMPTY = re.compile(
    r"(?i)\b(?:message|finding|error|rule) (?:names|says|shows|tells)\b"
    r"|\bas (?:it|the message|described|said)\b.{0,6}says"
    r"|^(?:correct|change|mend|fix|check|look at|see)(?: it| them|"
    r" the (?:key|value|name|field|file|line|schema|message|pod spec|template|configuration|yaml)\b"
    r"[^,;:]*)?[.]?$"
    r"|what is wrong|accordingly|properly|appropriate"
)
"""What says nothing that the message does not say."""


@pytest.mark.parametrize(
    ("text", "empty"),
    [
        ("Change the value that the message names.", True),
        ("Mend what the message says.", True),
        ("Correct the value.", True),
        ("correct the schema", True),
        ("Correct the field as the message says: it has the API server's words.", True),
        ("Write true or false.", False),
        ("Remove the key, or let a template read it.", False),
        ("set web.host", False),
    ],
)
def test_a_text_that_says_nothing_is_told_from_one_that_does(text: str, empty: bool) -> None:  # noqa: FBT001 - a case
    assert bool(EMPTY.search(text)) == empty


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.id)
def test_advice_of_a_rule_says_what_to_do(rule: Rule) -> None:
    assert not EMPTY.search(rule.advice)
    assert len(rule.advice) > 12


EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.id}-{number}")
    for rule in all_rules()
    for number, example in enumerate(rule.bad)
]


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_fix_of_a_finding_says_what_to_do(rule: Rule, example: Example, tmp_path: Path) -> None:
    subject, _ = subject_of(rule, example, tmp_path)

    for finding in lint_subject(subject, Selection(select=frozenset({rule.id}))).findings:
        assert finding.fix
        assert not EMPTY.search(finding.fix)


@pytest.mark.parametrize(
    ("reason", "value", "fix"),
    [
        ('Unsupported value: supported values: "Equal", "Exists"', "Exist", "write 'Exists'"),
        ('Unsupported value: supported values: "A1", "B2"', "x", "set spec.a to A1 or B2"),
        (
            "Invalid value: a lowercase RFC 1123 subdomain must consist of lower case",
            "A.Example.com",
            "write 'a.example.com'",
        ),
        ("Invalid value: not a valid selector operator", "in", "write 'In'"),
        ("Required value", None, "set spec.a"),
        ("Required value: can not be empty", None, "set spec.a: can not be empty"),
        ("Forbidden: may not be set here", 1, "remove spec.a: may not be set here"),
        (
            "Invalid value: must be greater than zero",
            0,
            "set spec.a to another value: must be greater than zero",
        ),
        (
            "Invalid value: must contain at least one letter (a-z)",
            "80",
            "write the number 80 without quotes, or a name with a letter",
        ),
        ("illegal base64 data", None, "encode spec.a with '| b64enc', or write it as text below"),
    ],
)
def test_fix_of_a_refusal_names_the_value(reason: str, value: object, fix: str) -> None:
    assert fix_of(reason, ("spec", "a"), value).startswith(fix)


def test_values_of_a_line_that_stops_are_its_own_and_those_of_conditions_around_it() -> None:
    text = (
        "{{- if .Values.a.b }}\n{{- if .Values.closed }}x{{ end }}\n"
        "{{- with $.Values.c }}\n{{ fail .Values.d }}\n{{- end }}\n{{- end }}\n"
    )

    assert values_around(text, 4) == [("d",), ("c",), ("a", "b")]
    assert values_around('{{ fail "x" }}\n', 1) == []


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("512mb", "write '512Mi'"),
        ("10 Gi", "write '10Gi'"),
        ("1.5GB", "write '1.5Gi'"),
        ("100millicores", "write '100m'"),
        ("lots", ""),
    ],
)
def test_fix_of_a_quantity_has_the_unit_that_is_meant(text: str, fix: str) -> None:
    assert _right(text) == fix
