"""Each difference has its cause, found by rendering; the rows are those of the real programs' table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.compat.comparing import compared, told, write_chart

if TYPE_CHECKING:
    from pathlib import Path

_MAP = "-- templates/a.yaml --\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n"
_SUB = "-- charts/sub/Chart.yaml --\napiVersion: v2\nname: sub\nversion: 0.1.0\n"


@pytest.mark.parametrize(
    ("text", "values", "settings", "expected"),
    [
        pytest.param(
            f"-- values.yaml --\na:\n  x: null\n{_MAP}  a: {{{{ toJson .Values.a | quote }}}}\n",
            {},
            {},
            ['ConfigMap: data.a: {"x":null} → {} null-dropped values.yaml:2:6'],
            id="null below a map",
        ),
        pytest.param(
            f'-- values.yaml --\nb: 1\na: null\n{_MAP}  a: {{{{ hasKey .Values "a" | quote }}}}\n',
            {},
            {},
            ["ConfigMap: data.a: true → false null-dropped values.yaml:2:4"],
            id="hasKey of a null",
        ),
        pytest.param(
            f"-- values.yaml --\nsub:\n  x: null\n{_SUB}-- charts/sub/values.yaml --\nx: 1\n"
            f'{_MAP.replace("templates", "charts/sub/templates")}  a: {{{{ .Values.x | default "none" | quote }}}}\n',
            {},
            {},
            ["ConfigMap: data.a: none → 1 subchart-default-returns values.yaml:2:6"],
            id="a subchart's default comes back",
        ),
        pytest.param(
            f"-- values.yaml --\nglobal:\n  x: null\n{_SUB}-- charts/sub/values.yaml --\nglobal:\n  x: 1\n"
            f"{_MAP.replace('templates', 'charts/sub/templates')}"
            '  a: {{ .Values.global.x | default "none" | quote }}\n',
            {},
            {},
            ["ConfigMap: data.a: none → 1 subchart-default-returns values.yaml:2:6"],
            id="a null among globals",
        ),
        pytest.param(
            f"{_SUB}-- charts/sub/values.yaml --\nx:\n  n: null\n"
            f"{_MAP.replace('templates', 'charts/sub/templates')}  a: {{{{ len .Values.x | quote }}}}\n",
            {},
            {},
            ["ConfigMap: data.a: 1 → 0 null-dropped charts/sub/values.yaml:2:6"],
            id="a null of a subchart's own",
        ),
        pytest.param(
            f"{_MAP}  a: {{{{ kindOf .Chart }}}}\n",
            {},
            {},
            ["ConfigMap: data.a: struct → map chart-object"],
            id="the type of .Chart",
        ),
        pytest.param(
            f"{_MAP}  a: {{{{ .Capabilities.HelmVersion.Version }}}}\n",
            {},
            {},
            ["ConfigMap: data.a: v3.21.4 → v4.2.4 helm-version"],
            id="the version of Helm",
        ),
        pytest.param(
            f'{_MAP}  a: {{{{ semverCompare ">=1.33" .Capabilities.KubeVersion.Version | quote }}}}\n',
            {},
            {"kube_version": "v1.33.4-gke.1"},
            ["ConfigMap: data.a: true → false kube-suffix"],
            id="the suffix of a version of Kubernetes",
        ),
        pytest.param(
            f"-- values.yaml --\na: 1\n---\na: 2\n{_MAP}  a: {{{{ .Values.a | quote }}}}\n",
            {},
            {},
            ["ConfigMap: data.a: 1 → 2 values-documents"],
            id="two documents of values",
        ),
        pytest.param(
            f"{_MAP}  a: |+\n    text\n\n\n",
            {},
            {},
            ['ConfigMap: data.a: "text\\n" → "text\\n\\n\\n\\n" trailing-newlines'],
            id="a block scalar at the end",
        ),
        pytest.param(
            f"{_MAP}  a: minor {{{{ .Capabilities.KubeVersion.Minor }}}}\n",
            {},
            {"before": "3.21.1"},
            ["ConfigMap: data.a: minor 35 → minor 36 kubernetes-version"],
            id="the default Kubernetes",
        ),
        pytest.param(
            f"{_MAP}  a: {{{{ now }}}}{{{{ randAlphaNum 9 }}}}\n", {}, {}, [], id="chance"
        ),
        pytest.param(f"{_MAP}  a: b\n", {}, {}, [], id="nothing"),
        pytest.param(
            f"{_MAP}  a: {{{{ toJson .Values | quote }}}}\n",
            {"x": None},
            {},
            [],
            id="a user's null",
        ),
    ],
)
def test_a_field_that_differs_has_its_cause(
    tmp_path: Path,
    text: str,
    values: dict[str, Any],
    settings: dict[str, Any],
    expected: list[str],
) -> None:
    chart = write_chart(tmp_path, text)

    report = compared(chart, values, **settings)

    assert told(report, chart) == expected


def test_two_rules_that_only_together_make_a_difference_are_both_named(tmp_path: Path) -> None:
    both = '{{ and (eq (kindOf .Chart) "map") (not (hasKey .Values.m "x")) | quote }}'
    chart = write_chart(tmp_path, f"-- values.yaml --\nm:\n  x: null\n{_MAP}  a: {both}\n")

    (difference,) = compared(chart).differences

    (change,) = difference.changes
    assert (change.before, change.after) == ("false", "true")
    assert set(change.cause.properties) == {"nulls", "chart_object"}


def test_an_object_that_only_one_renders_has_its_cause(tmp_path: Path) -> None:
    chart = write_chart(
        tmp_path,
        "-- values.yaml --\nm:\n  x: null\n-- templates/a.yaml --\n{{ if .Values.m }}\napiVersion: v1\n"
        "kind: ConfigMap\nmetadata:\n  name: a\n{{ end }}\n",
    )

    (difference,) = compared(chart).differences

    assert (difference.status.value, difference.changes) == ("removed", ())
    assert difference.cause is not None
    assert (difference.cause.id, str(difference.cause.span)) == (
        "null-dropped",
        f"{chart}/values.yaml:2:6",
    )


def test_a_checksum_over_several_nulls_names_the_first_and_counts_the_others(
    tmp_path: Path,
) -> None:
    chart = write_chart(
        tmp_path,
        "-- values.yaml --\nm:\n  x: null\n  y: null\n  z: null\n"
        f"{_MAP}  a: {{{{ toJson .Values.m | sha256sum }}}}\n",
    )

    report = compared(chart)

    ((change,),) = [one.changes for one in report.differences]
    assert (change.cause.key, change.cause.more) == (("m", "x"), 2)
    (finding,) = [one for one in report.findings if one.rule == "null-dropped"]
    assert finding.message.endswith("because of m.x: null and 2 other nulls")


def test_a_thousand_nulls_are_told_apart_in_a_few_renders(tmp_path: Path) -> None:
    nulls = "".join(f"  k{number}: null\n" for number in range(1000))
    fields = '{{ range $k, $v := .Values.m }}  {{ $k }}: "x"\n{{ end }}'
    chart = write_chart(tmp_path, f"-- values.yaml --\nm:\n{nulls}{_MAP}  z: y\n{fields}")

    report = compared(chart)

    (difference,) = report.differences
    assert len(difference.changes) == 1000
    assert report.renders < 40
    places = {change.cause.span.line for change in difference.changes if change.cause.span}
    assert places == set(range(2, 1002))


def test_more_renders_than_two_hundred_are_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("helmwright.compat.nulls.MOST_RENDERS", 6)
    nulls = "".join(f"  k{number}: null\n" for number in range(64))
    fields = '{{ range $k, $v := .Values.m }}  {{ $k }}: "x"\n{{ end }}'
    chart = write_chart(tmp_path, f"-- values.yaml --\nm:\n{nulls}{_MAP}  z: y\n{fields}")

    report = compared(chart)

    assert report.renders <= 6
    assert report.unseparated > 0
    assert all(one.id == "null-dropped" for one in report.differences[0].causes)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{_MAP}  a: b\n\n\n", {"blank-lines": 1}),
        (
            "-- templates/a.yaml --\nkind: A\nmetadata:\n  name: a\n---\n---\n---\nkind: B\nmetadata:\n  name: b\n",
            {"blank-lines": 2, "leftover-separator": 1},
        ),
        (
            (
                "-- templates/a.yaml --\napiVersion: example.com/v1\nkind: Custom\nmetadata:\n  name: a\n"
                "-- templates/b.yaml --\napiVersion: admissionregistration.k8s.io/v1\n"
                "kind: ValidatingWebhookConfiguration\nmetadata:\n  name: b\n"
            ),
            {"blank-lines": 2, "webhook-order": 2},
        ),
    ],
    ids=["blank-lines", "leftover", "order"],
)
def test_bytes_that_differ_are_counted_by_cause(
    tmp_path: Path, text: str, expected: dict[str, int]
) -> None:
    report = compared(write_chart(tmp_path, text))

    assert dict(report.documents.causes) == expected
    assert report.differences == ()
    assert report.ok


def test_the_same_helm_twice_differs_in_nothing(tmp_path: Path) -> None:
    report = compared(write_chart(tmp_path, f"{_MAP}  a: b\n"), before="4", after="4.2.4")

    assert (report.differences, report.documents.differing, report.findings) == ((), 0, ())


def test_the_way_back_has_causes_too(tmp_path: Path) -> None:
    text = f"-- values.yaml --\na:\n  x: null\n{_MAP}  a: {{{{ toJson .Values.a | quote }}}}\n"
    chart = write_chart(tmp_path, text)

    report = compared(chart, before="4", after="3")

    assert told(report, chart) == [
        'ConfigMap: data.a: {} → {"x":null} null-dropped values.yaml:2:6'
    ]


@pytest.mark.parametrize(
    ("text", "ids", "failing"),
    [
        (f'{_MAP}  a: {{{{ mustToYaml "x" }}}}\n', ["missing-function"], 0),
        (f"{_MAP}  a: {{{{ .Chart.Metadata.Name }}}}\n", ["chart-object"], 1),
        (
            "-- files/a --\n" + f'{_MAP}  a: {{{{ .Files.Lines "files/a" | len | quote }}}}\n',
            ["lines-of-empty-file"],
            1,
        ),
        (
            f"-- Chart.yaml --\napiVersion: v3\nname: c\nversion: 0.1.0\n{_MAP}  a: b\n",
            ["chart-format"],
            1,
        ),
        (
            (
                f'-- values.yaml --\na: {{b: null}}\n{_MAP}  a: {{{{ if not (hasKey .Values.a "b") }}}}'
                '{{ fail "no b" }}{{ end }}\n'
            ),
            ["null-dropped"],
            1,
        ),
    ],
    ids=["function", "chart", "lines", "format", "null"],
)
def test_a_chart_that_only_one_renders_names_the_rule(
    tmp_path: Path, text: str, ids: list[str], failing: int
) -> None:
    report = compared(write_chart(tmp_path, text))

    assert report.failures[failing] is not None
    assert report.failures[1 - failing] is None
    assert [one.rule for one in report.findings if one.severity.name == "ERROR"] == ids
    assert not report.ok


def test_an_error_with_other_words_is_told_once(tmp_path: Path) -> None:
    report = compared(write_chart(tmp_path, f"{_MAP}  a: {{{{ .Values.a.b.c }}}}\n"))

    assert [one.rule for one in report.findings] == ["error-text", "render-fails", "render-fails"]


def test_static_checks_run_on_the_side_that_renders(tmp_path: Path) -> None:
    text = (
        f"{_MAP}  a: {{{{ .Chart.Metadata.Name }}}}\n-- templates/b.yaml --\napiVersion: v1\n"
        "kind: Service\nmetadata:\n  name: s\nspec:\n  ports:\n    - port: 80\n    - port: 80\n"
    )
    report = compared(write_chart(tmp_path, text))

    assert {one.rule for one in report.findings} == {"chart-object", "apply-duplicate-key"}
