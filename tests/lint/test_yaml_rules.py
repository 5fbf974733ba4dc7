"""What the examples of the YAML rules cannot show: bytes, several files, what Helm really prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.lint.examples import determined_chart

from helmwright.charts.loader import load_chart
from helmwright.go.yaml_resolve import resolve_plain
from helmwright.lint.catalogue import expand
from helmwright.lint.rules.yaml._diagnosis import diagnose
from helmwright.lint.run import Selection, lint_subject
from helmwright.lint.scalars import printed_text
from helmwright.lint.source import ValuesSource
from helmwright.lint.subject import Subject
from helmwright.values.editing import Quote

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright.lint.finding import Finding


def findings(text: bytes, *groups: str) -> list[Finding]:
    subject = Subject(determined_chart(upstream=False), (("values.yaml", text),), whole_chart=False)
    outcome = lint_subject(subject, Selection(select=expand(groups)))
    assert outcome.failures == []
    return outcome.findings


@pytest.mark.parametrize(
    ("data", "place", "message"),
    [
        (b"a: 1\nb: x\xffy\n", "values.yaml:2:5", "the byte 0xFF is not UTF-8"),
        (b"a: x\x01y\n", "values.yaml:1:5", "the control character 0x01"),
        (b"a: b\n- c\n", "values.yaml:2:1", "an item of a list among the keys"),
        (b"%YAML 1.2\n---\na: 1\n", "values.yaml:1:1", "does not read YAML directives"),
        (b"a: 1\n--- b\n", "values.yaml:2:1", "a line that begins with ---"),
        (b"~: 1\n", "values.yaml:1:1", "the key ~ is null"),
        (b"[a]: 1\n", "values.yaml:1:1", "a map or list stands where a key is expected"),
        (b"<<: 3\n", "values.yaml:1:5", "<< merges maps"),
        (b'a: "\\d"\n', "values.yaml:1:5", "a backslash begins an escape"),
        (b"a:1\n", "values.yaml:1:2", 'after the colon of "a"'),
        (b"just words\n", "values.yaml:1:1", "the file holds no map"),
        (b"a\n  b: 1\n", "values.yaml:1:1", "the line has no 'key: value'"),
        (b"{% if x %}\na: 1\n", "values.yaml:1:1", "is a template expression"),
        (
            b"tolerations:\n    - key: a\n     operator: b\n",
            "values.yaml:3:6",
            "indented by 5 spaces",
        ),
        (
            b"a: !!int x\n",
            "values.yaml:1:4",
            "the file cannot be read: cannot decode !!str a value",
        ),
    ],
)
def test_broken_file_is_explained_at_its_mistake(data: bytes, place: str, message: str) -> None:
    (found,) = findings(data, "yaml")

    assert found.rule == "broken-yaml"
    assert str(found.span) == place
    assert message in found.message


def test_broken_file_is_one_finding_even_where_reading_stops_elsewhere() -> None:
    found = findings(b'db:\n  name: "a\n  user: b\n  port: 1\n', "all")

    assert [(one.rule, one.span.line) for one in found if one.severity == 3] == [("broken-yaml", 2)]


@pytest.mark.parametrize("cut", range(1, 60, 3))
def test_any_half_of_a_file_has_a_diagnosis_or_none_at_all(cut: int) -> None:
    text = b"a: 'x: \"y'\nb: [1, {c: d}]\n- e\n\tf: *g\nh: | \n i\n{{ j }}: k\n"
    source = ValuesSource("values.yaml", text[:cut])

    assert (diagnose(source) is None) == (source.error is None)


def test_byte_order_mark_and_windows_line_ends_are_no_finding() -> None:
    assert findings(b"\xef\xbb\xbfdb:\r\n  name: a\r\n", "yaml") == []


def test_places_in_a_later_document_count_from_the_beginning_of_the_file() -> None:
    found = findings(b"masterPort: 80\n---\n# second\nclusterName: off\n", "word-becomes-boolean")

    assert [str(one.span) for one in found] == ["values.yaml:4:14"]


def test_file_of_chart_defaults_is_looked_at_if_the_chart_is_linted(tmp_path: Path) -> None:
    (tmp_path / "Chart.yaml").write_text("apiVersion: v2\nname: x\nversion: 0.1.0\n")
    (tmp_path / "values.yaml").write_text("image:\n  tag: 1.10\n")
    subject = Subject(load_chart(str(tmp_path)))

    outcome = lint_subject(subject, Selection(select=expand(["trailing-zero-lost"])))

    assert [(one.span.line, one.edits) for one in outcome.findings] == [(2, ())]


def test_text_in_the_users_file_can_be_quoted_by_fix() -> None:
    (found,) = findings(b"clusterName: off\n", "word-becomes-boolean")

    assert found.edits == (Quote(("clusterName",)),)


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("0.20", "0.2"),
        ("1.0", "1"),
        ("1e3", "1000"),
        ("12e7", "1.2e+08"),
        ("0755", "493"),
        ("0o755", "493"),
        ("08", "8"),
        ("0x1F", "31"),
        ("2024_01", "202401"),
        ("+4930123", "4.930123e+06"),
        ("999999", "999999"),
        ("1000000", "1e+06"),
        ("123456789012", "1.23456789012e+11"),
        ("123456789012345678", "1.2345678901234568e+17"),
        ("0.00001", "1e-05"),
        ("on", "true"),
        ("n", "false"),
        ("-0", "0"),
    ],
)
def test_text_in_messages_is_what_helm_4_prints(written: str, printed: str) -> None:
    value = resolve_plain(written)

    assert not isinstance(value, str)
    assert value is not None
    assert printed_text(value) == printed


@pytest.mark.parametrize("written", ["2024-01-01", "1:30", "=", "1e400", "tRUE", "12f7", "1.2.3"])
def test_what_looks_odd_and_stays_text_is_no_trap(written: str) -> None:
    assert findings(f"clusterName: {written}\n".encode(), "yaml") == []


def test_three_equal_keys_are_two_findings() -> None:
    found = findings(b"a: 1\na: 2\na: 3\n", "duplicate-key")

    assert [(one.span.line, one.related[0].span.line) for one in found] == [(2, 1), (3, 2)]


def test_secret_is_never_in_the_message_of_a_trap() -> None:
    for one in findings(b"db:\n  password: 0123456\n", "yaml", "values"):
        assert "123456" not in one.message + one.fix
