"""Secrets in values: each has a place where it belongs, and no rule prints one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.lint.examples import determined_chart

from helmwright.determined.linting.rules.passwords._secrets import home_of, leaves
from helmwright.lint.catalogue import rules_of
from helmwright.lint.references import is_reference
from helmwright.lint.run import Selection, lint_subject
from helmwright.lint.subject import Subject
from helmwright.reference.schema_facts import facts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path

CANARY = "c4n4ry/ #?"
RULES = tuple(
    rule for group in ("checkpoint-storage", "database", "passwords") for rule in rules_of(group)
)


def marked_secrets(schema: Any, root: Any, path: Path = ()) -> Iterator[Path]:
    """Yields the paths that a schema marks as secrets; items of lists are item 0."""
    known = facts(schema, root)
    if known.secret:
        yield path
    for name, child in (known.properties or {}).items():
        yield from marked_secrets(child, root, (*path, name))
    if known.items is not None:
        yield from marked_secrets(known.items, root, (*path, 0))


def secrets_of_chart() -> list[Path]:
    schema = json.loads(determined_chart(upstream=False).schema or b"{}")
    return list(marked_secrets(schema, schema))


def nested(path: Path, value: Any) -> Any:
    """Returns values that hold only ``value`` at ``path``."""
    for step in reversed(path):
        value = [value] if isinstance(step, int) else {step: value}
    return value


@pytest.mark.parametrize("path", secrets_of_chart(), ids=str)
def test_secret_of_the_schema_has_a_home(path: Path) -> None:
    assert home_of(path) is not None


@pytest.mark.parametrize("upstream", [False, True])
@pytest.mark.parametrize("kind", ["s3", "azure", "gcs"])
@pytest.mark.parametrize("path", secrets_of_chart(), ids=str)
def test_findings_do_not_show_a_secret(path: Path, kind: str, *, upstream: bool) -> None:
    values = {"checkpointStorage": {"type": kind}, **nested(path, CANARY)}
    values["checkpointStorage"]["type"] = kind
    file = ("values.yaml", json.dumps(values).encode())
    subject = Subject(determined_chart(upstream=upstream), (file,), whole_chart=False)

    outcome = lint_subject(subject, Selection(select=frozenset(rule.id for rule in RULES)))

    assert outcome.failures == []
    texts = [f"{finding.message} {finding.fix}" for finding in outcome.findings]
    assert [text for text in texts if CANARY in text or "c4n4ry" in text] == []
    assert any("is a secret in plain text" in text for text in texts)


def test_leaves_are_scalars_with_their_paths() -> None:
    values = {"a": {"b": 1}, "c": [{"d": "x"}, None], "e": {}}

    assert list(leaves(values)) == [(("a", "b"), 1), (("c", 0, "d"), "x"), (("c", 1), None)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ENC[AES256_GCM,data:x]", True),
        ("ref+awsssm://determined/db", True),
        ("${DB_PASSWORD}", True),
        ("$DB_PASSWORD", True),
        ("{{ password }}", True),
        ("<password>", True),
        ("********", True),
        ("Passw0rd", False),
        ("$ecret", False),
        ("a<b>c", False),
        ("", False),
        (12345, False),
    ],
)
def test_reference_is_told_from_a_text(text: str | int, *, expected: bool) -> None:
    assert is_reference(text) is expected
