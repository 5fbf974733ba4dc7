"""Comments that allow findings: what they are about, and what they are not."""

from __future__ import annotations

import pytest
from tests.lint.examples import determined_chart

from helmwright.lint.run import Selection, lint_subject
from helmwright.lint.subject import Subject
from helmwright.lint.suppression import read_comments

PORT = "port-out-of-range"
SELECTION = Selection(select=frozenset({PORT}))


def lines_left(text: str) -> list[int | None]:
    subject = Subject(
        determined_chart(upstream=False), (("v.yaml", text.encode()),), whole_chart=False
    )
    return [finding.span.line for finding in lint_subject(subject, SELECTION).findings]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("db:\n  port: none\n", [2]),
        (f"db:\n  port: none # helmwright: allow {PORT} a test\n", []),
        (f"db:\n  # helmwright: allow {PORT} a test\n  port: none\n", []),
        (f"# helmwright: allow {PORT} a test\ndb:\n  port: none\nmasterPort: x\n", [4]),
        (f"# helmwright: allow {PORT} a test\n\n# more\ndb:\n\n  port: none\n", []),
        (f"db: # helmwright: allow {PORT} only this line\n  port: none\n", [2]),
        (f"# helmwright: allow {PORT}\ndb:\n  port: none\n", [3]),
        ("# helmwright: allow database a group\ndb:\n  port: none\n", []),
        (f"# helmwright: allow nonsense, {PORT}: two\ndb:\n  port: none\n", []),
        (f"db:\n  port: none\n# helmwright: allow-file {PORT} anywhere\n", []),
        (f"motd: |\n  # helmwright: allow-file {PORT} in a text\ndb:\n  port: none\n", [4]),
        (f"motd: ' # helmwright: allow-file {PORT} in a text'\ndb:\n  port: none\n", [3]),
        (f"#helmwright:allow {PORT} narrow\ndb:\n  port: none\n", []),
        (f"a: x#helmwright:allow-file {PORT} no\ndb:\n  port: none\n", [3]),
    ],
)
def test_a_comment_is_about_its_line_or_what_is_below_it(text: str, left: list[int]) -> None:
    assert lines_left(text) == left


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("# helmwright: allow x y\npools:\n- a\n- b\nc: 1\n", 1, 4),
        ("# helmwright: allow x y\n- a\n- b\n", 1, 2),
        ("# helmwright: allow x y\n- a: 1\n  b: 2\n- c\n", 1, 3),
        ("{{- /* helmwright: allow x y */ -}}\nspec:\n  a: 1\nb: 2\n", 1, 3),
        ("spec: {{ .x }} {{/* helmwright: allow x y */}}\n", 1, 1),
        ("a: 1\n# helmwright: allow x y\n", 2, 3),
    ],
)
def test_what_is_nested_belongs_to_a_comment_above_it(text: str, first: int, last: int) -> None:
    (comment,) = read_comments("f", text.split("\n"))

    assert (comment.first, comment.last) == (first, last)
    assert (comment.reason, comment.names[0].text) == ("y", "x")


def test_a_finding_of_a_rule_that_was_not_selected_is_not_reported_because_of_a_comment() -> None:
    text = f"db:\n  port: none # helmwright: allow {PORT} a test\nmasterPort: x\n"
    subject = Subject(
        determined_chart(upstream=False), (("v.yaml", text.encode()),), whole_chart=False
    )

    outcome = lint_subject(subject, Selection(select=frozenset({"suppression-unused"})))

    assert (outcome.findings, outcome.allowed) == ([], [])
