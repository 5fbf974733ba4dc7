"""What a new version of a chart changes besides its objects."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.cli.command import helmwright, write

from helmwright.base.errors import HelmwrightError
from helmwright.charts.loader import load_chart
from helmwright.diff.diffing import diff_sides
from helmwright.diff.interface import diff_charts, write_diff
from helmwright.diff.release_notes import release_notes
from helmwright.diff.report.json_data import from_json, schema_text
from helmwright.diff.schema_changes import schema_changes
from helmwright.diff.sources.rendering import RenderSettings
from helmwright.diff.versions import chart_change

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright.diff.model import ChartChange, DiffReport

_POD = """\
apiVersion: v1
kind: Pod
metadata: {name: web, labels: {level: "{{ .Values.level }}"}}
spec:
  containers:
  - {name: web, image: "nginx:{{ .Values.tag }}", args: ["{{ .Values.token }}"]}
"""
_OLD = {
    "Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.2.0\nappVersion: '1'\n",
    "values.yaml": "tag: '1.26'\nlevel: info\ntimeout: 30\nlabels: {}\ntoken: a-b-c-d\nunused: 1\n",
    "values.schema.json": '{"properties": {"tag": {"type": "string"}, "token": {"x-secret": true}}}',
    "templates/a.yaml": _POD,
}
_NEW = {
    "Chart.yaml": """\
apiVersion: v2
name: web
version: 1.3.0
appVersion: '2'
annotations:
  artifacthub.io/changes: |
    - kind: changed
      description: the timeout is server.timeout
""",
    "values.yaml": (
        "tag: '1.27'\nlevel: warn\nserver: {timeout: 30}\nlabels: {}\ntoken: e-f-g-h\nunused: 1\n"
    ),
    "values.schema.json": '{"properties": {"tag": {"type": "string"}, "token": {"x-secret": true}}}',
    "templates/a.yaml": _POD.replace("{{ .Values.level }}", "fixed"),
}


@pytest.fixture
def charts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HELMWRIGHT_CACHE", "off")
    write(tmp_path / "old", _OLD)
    write(tmp_path / "new", _NEW)
    return tmp_path


def _change(place: Path, values: dict[str, Any]) -> ChartChange:
    charts = [load_chart(str(place / name)) for name in ("old", "new")]
    found = chart_change(charts[0], charts[1], values, RenderSettings())
    assert found is not None
    return found


def test_versions_notes_and_images_are_told(charts: Path) -> None:
    change = _change(charts, {})

    assert change.facts == (("version", "1.2.0", "1.3.0"), ("application", "1", "2"))
    assert change.notes == (("1.3.0", "changed: the timeout is server.timeout"),)
    assert change.images == (("docker.io/library/nginx", ":1.26", ":1.27"),)
    assert (change.own, change.defaults, change.schema) == ((), (), ())


def test_a_value_of_the_user_that_is_gone_is_told_with_what_it_may_be_now(charts: Path) -> None:
    assert _change(charts, {"timeout": 60, "labels": {"a": "b"}, "own": 1}).own == (
        ("timeout", "is no value of the new version; perhaps it is server.timeout now"),
    )


def test_that_a_value_does_nothing_any_more_is_proven_by_a_render(charts: Path) -> None:
    assert _change(charts, {"level": "debug", "unused": 3}).own == (
        ("level", "changed what the old version renders, and nothing in the new one"),
    )


def test_defaults_below_values_of_the_user_are_told(charts: Path) -> None:
    (change,) = _change(charts, {"tag": "1.20"}).defaults

    assert (change.key, change.before, change.after) == ("tag", "1.26", "1.27")


def test_the_same_chart_has_no_changes(charts: Path) -> None:
    chart = load_chart(str(charts / "old"))

    assert chart_change(chart, chart, {"tag": "1", "own": {"a": 1}}, RenderSettings()) is None


@pytest.mark.usefixtures("charts")
@pytest.mark.parametrize("form", ["text", "markdown", "html", "json", "github-summary"])
def test_every_form_has_it_without_secrets(form: str) -> None:
    done = helmwright(
        "diff", "chart", "old", "new", "--set", "token=mine-own-secret,timeout=1", "--format", form
    )

    assert (done.code, done.err) == (0, "")
    assert "is no value of the new version" in done.out
    assert "the timeout is server.timeout" in done.out
    for secret in ("a-b-c-d", "e-f-g-h", "mine-own-secret"):
        assert secret not in done.out


def test_json_fits_its_schema_and_is_read_back(charts: Path) -> None:
    from jsonschema import Draft202012Validator

    report = diff_charts(str(charts / "old"), str(charts / "new"), {"tag": "1", "timeout": 1})
    text = write_diff([report], "json")

    Draft202012Validator(json.loads(schema_text())).validate(json.loads(text))
    (again,) = from_json(text)
    assert again.chart == report.chart
    assert report.chart is not None


def test_a_side_that_does_not_render_is_told_as_before(charts: Path) -> None:
    write(charts / "new", {"templates/b.yaml": "{{ fail `no` }}\n"})

    report = diff_charts(str(charts / "old"), str(charts / "new"), {"timeout": 1})

    assert report.fails
    assert report.chart is not None
    assert report.chart.images == ()
    assert report.chart.own[0][0] == "timeout"


def test_other_sides_have_none() -> None:
    from helmwright.diff.model import Side

    report: DiffReport = diff_sides(Side("a", ()), Side("b", ()))
    assert report.chart is None


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({}, {}, []),
        (
            {"properties": {"a": {"type": "string"}}},
            {"properties": {"a": {"type": ["string", "null"]}}, "required": ["a"]},
            [("a", "is required"), ("a", "type string → string or null")],
        ),
        (
            {"properties": {"a": {"properties": {"b": {}}}}},
            {"properties": {"c": {"type": "object", "properties": {"d": {}}}}},
            [("c", "is new: object"), ("a", "is not in the schema any more")],
        ),
        (
            {"properties": {"a": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"minimum": 1}}},
            {"properties": {"a": {"minimum": 2, "maximum": 9, "deprecated": True}}},
            [("a", "minimum 1 → 2"), ("a", "maximum 9 is new"), ("a", "is deprecated")],
        ),
        (
            {"properties": {"l": {"items": {"enum": ["a", "b"]}}}, "required": ["l"]},
            {"properties": {"l": {"items": {"enum": ["a"], "anyOf": [{}]}}}},
            [
                ("l", "is not required any more"),
                ("l[]", "enum a or b → a"),
                ("l[]", "what anyOf asks is another"),
            ],
        ),
    ],
)
def test_what_a_schema_asks_is_compared(
    old: dict[str, Any], new: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert list(schema_changes(json.dumps(old).encode(), json.dumps(new).encode())) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (None, None, ()),
        (None, b"{}", (("", "the values have a schema now"),)),
        (b"{}", None, (("", "there is no schema now"),)),
        (b"{", b"[]", ()),
        (b'{"properties": 3, "required": 4}', b'{"properties": {"a": true}, "required": [1]}', ()),
    ],
)
def test_schemas_that_are_missing_or_broken(
    old: bytes | None, new: bytes | None, expected: tuple[tuple[str, str], ...]
) -> None:
    assert schema_changes(old, new) == expected


def test_a_schema_that_refers_to_itself_ends() -> None:
    endless = b'{"properties": {"a": {"$ref": "#"}, "b": {"$ref": "#/properties/b"}}}'

    assert schema_changes(endless, endless) == ()


_CHANGELOG = """\
# Changelog
## [1.4.0]
- not yet
## v1.3.0 (2026-01-01)
### Added
- two
* three
## 1.2.1
one
## 1.2.0
- old
"""


def test_a_changelog_is_read_between_the_versions(charts: Path) -> None:
    write(charts / "new", {"CHANGELOG.md": _CHANGELOG})
    old, new = (load_chart(str(charts / name)) for name in ("old", "new"))

    assert release_notes(old, new)[1:] == (
        ("1.3.0", "Added"),
        ("1.3.0", "- two"),
        ("1.3.0", "* three"),
        ("1.2.1", "one"),
    )
    assert release_notes(new, old) == ()


@pytest.mark.parametrize("text", ["", "3", "[", "- 1\n- {kind: a}\n- {description: [a]}\n"])
def test_annotations_that_are_no_changes_say_nothing(charts: Path, text: str) -> None:
    old, new = (load_chart(str(charts / name)) for name in ("old", "new"))
    new.metadata.annotations = {"artifacthub.io/changes": text}

    assert release_notes(old, new) == ()


def test_a_chart_that_cannot_be_loaded_is_told(charts: Path) -> None:
    (charts / "new" / "Chart.yaml").write_text("name: [")
    done = helmwright("diff", "chart", "old", "new")

    assert done.code == 1
    with pytest.raises(HelmwrightError):
        load_chart(str(charts / "new"))
