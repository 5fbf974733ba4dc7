"""What the examples of the rules on values cannot show: several files, flags, secrets, edits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.lint.examples import determined_chart

from helmwright.charts.loader import load_chart
from helmwright.lint.catalogue import expand
from helmwright.lint.run import Selection, lint_subject
from helmwright.lint.subject import Subject
from helmwright.values.editing import Rename

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright.lint.finding import Finding


def findings(rule: str, *texts: str, **flags: str) -> list[Finding]:
    files = tuple((f"{number}.yaml", text.encode()) for number, text in enumerate(texts, 1))
    overrides = tuple((kind.replace("_", "-"), argument) for kind, argument in flags.items())
    subject = Subject(determined_chart(upstream=False), files, overrides, whole_chart=False)
    outcome = lint_subject(subject, Selection(select=expand([rule])))
    assert outcome.failures == []
    return [one for one in outcome.findings if one.rule == rule]


POOLS = "resourcePools:\n  - pool_name: a\n  - pool_name: b\n"


def test_list_of_a_later_file_drops_items_of_the_earlier_one() -> None:
    (found,) = findings("list-replaced", POOLS, "resourcePools:\n  - pool_name: b\n")

    assert str(found.span) == "2.yaml:1:1"
    assert str(found.related[0].span) == "1.yaml:1:1"
    assert found.message == "resourcePools: this list of 1 replaces one of 2; the item a is gone"
    assert str(found.severity) == "warning"


@pytest.mark.parametrize(
    "later",
    [
        "resourcePools: []\n",
        "resourcePools:\n  - pool_name: b\n  - pool_name: c\n",
        "masterPort: 80\n",
        "resourcePools: null\n",
    ],
)
def test_other_later_lists_are_as_meant(later: str) -> None:
    assert findings("list-replaced", POOLS, later) == []


def test_list_with_other_items_is_only_remarked() -> None:
    (found,) = findings("list-replaced", POOLS, "resourcePools:\n  - pool_name: c\n")

    assert str(found.severity) == "info"


def test_flag_that_sets_one_item_replaces_no_list() -> None:
    assert findings("list-replaced", POOLS, set="resourcePools[0].max_slots=4") == []


def test_refused_value_is_shown_in_the_file_that_sets_it() -> None:
    (found,) = findings("schema-violation", "masterPort: none\n", "masterPort: 70000\n")

    assert str(found.span) == "2.yaml:1:13"


def test_refused_value_of_a_flag_is_shown_as_the_flag() -> None:
    (found,) = findings("schema-violation", "masterPort: 80\n", set="masterPort=70000")

    assert str(found.span) == "--set masterPort"


def test_unknown_key_is_renamed_only_if_the_right_one_is_free() -> None:
    (free,) = findings("key-not-in-schema", "maxSlotPerPod: 4\n")
    (taken,) = findings("key-not-in-schema", "maxSlotPerPod: 4\nmaxSlotsPerPod: 8\n")
    (nested,) = findings("key-not-in-schema", "db:\n  host_address: x\n")
    (far,) = findings("key-not-in-schema", "tlsSecretName: x\n")

    assert free.edits == (Rename(("maxSlotPerPod",), ("maxSlotsPerPod",)),)
    assert taken.edits == ()
    assert nested.edits == (Rename(("db", "host_address"), ("db", "hostAddress")),)
    assert far.edits == ()


@pytest.mark.parametrize(
    "text",
    [
        "db:\n  password: [hunter2hunter2]\n",
        "initialUserPassword: true\n",
        "checkpointStorage: {type: azure, container: c, connection_string: {a: hunter2hunter2}}\n",
        "hunter: {password: hunter2hunter2}\n",
        'maxSlotsPerPod: 4\ninitialUserPassword: Passw0rd\ndb: {password: "hunter2\\0hunter2"}\n',
    ],
)
def test_no_secret_is_in_a_message(text: str) -> None:
    subject = Subject(
        determined_chart(upstream=False), (("v.yaml", text.encode()),), whole_chart=False
    )
    outcome = lint_subject(subject, Selection(select=expand(["values", "yaml"])))

    assert outcome.findings
    assert "hunter2" not in "".join(one.message + one.fix for one in outcome.findings)


def test_token_is_named_and_not_shown() -> None:
    token = "ghp_" + "a1B2" * 9
    (found,) = findings("token-in-values", f"masterConfig:\n  extra:\n    a: {token}\n")

    assert found.message == "masterConfig.extra.a: here is a token of GitHub"


def test_refusal_of_a_template_splits_into_message_and_fix() -> None:
    base = "maxSlotsPerPod: 4\ninitialUserPassword: Passw0rd\n"
    (found,) = findings("values-refused", base + "defaultScheduler: other\n")

    assert str(found.span) == "1.yaml:3:19"
    assert found.message == "defaultScheduler: there is no scheduler other"
    assert found.fix.startswith("use coscheduler or preemption")


def test_refused_schema_is_not_said_twice() -> None:
    assert findings("values-refused", "masterPort: none\n") == []


def test_chart_that_needs_values_is_no_error_without_any(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "Chart.yaml").write_text("apiVersion: v2\nname: x\nversion: 0.1.0\n")
    (tmp_path / "templates" / "a.yaml").write_text('a: {{ required "set a" .Values.a }}\n')
    chart = load_chart(str(tmp_path))
    select = Selection(select=expand(["values-refused"]))

    (alone,) = lint_subject(Subject(chart), select).findings
    (given,) = lint_subject(Subject(chart, (("v.yaml", b"b: 1\n"),)), select).findings

    assert (str(alone.severity), str(given.severity)) == ("info", "error")
    assert given.message == "set a"


def test_skipped_validation_finds_nothing_in_schemas() -> None:
    subject = Subject(
        determined_chart(upstream=False),
        (("v.yaml", b"masterPort: none\nx: 1\n"),),
        whole_chart=False,
        skip_schema_validation=True,
    )
    found = lint_subject(
        subject, Selection(select=expand(["schema-violation", "key-not-in-schema"]))
    )

    assert found.findings == []


def test_unusable_schema_is_said(tmp_path: Path) -> None:
    (tmp_path / "Chart.yaml").write_text("apiVersion: v2\nname: x\nversion: 0.1.0\n")
    (tmp_path / "values.schema.json").write_text('{"type": 5}')
    select = Selection(select=expand(["schema-violation"]))

    (found,) = lint_subject(Subject(load_chart(str(tmp_path))), select).findings

    assert found.message.startswith("the schema of the chart x is unusable")
