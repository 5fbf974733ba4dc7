"""The top-level objects of templates: inputs and what the real engine answered."""

from __future__ import annotations

import pytest
from tests.template.rendering import PATH, Fails, Gives, chart, outcome, templates

from helmwright.go.world import World
from helmwright.rendering.capabilities import Capabilities
from helmwright.rendering.dot import collect
from helmwright.rendering.engine import Engine
from helmwright.rendering.release import Release

ROWS = (
    (
        "{{ typeOf . }} {{ typeOf .Values }} {{ typeOf .Values.m }} {{ typeOf .Template }} {{ typeOf .Chart }} {{ typeOf .Release }} {{ typeOf .Subcharts }} {{ typeOf .Release.Revision }}",
        Gives(
            "common.Values common.Values map[string]interface {} common.Values map[string]interface {} map[string]interface {} map[string]interface {} int"
        ),
    ),
    (
        "{{ keys . | sortAlpha }}",
        Gives("[Capabilities Chart Files Release Subcharts Template Values]"),
    ),
    (
        "{{ keys .Chart | sortAlpha }}",
        Gives(
            "[APIVersion Annotations AppVersion Condition Dependencies Deprecated Description Home Icon IsRoot Keywords KubeVersion Maintainers Name Sources Tags Type Version]"
        ),
    ),
    (
        "{{ .Release }}",
        Gives(
            "map[IsInstall:true IsUpgrade:false Name:release-name Namespace:default Revision:1 Service:Helm]"
        ),
    ),
    (
        "{{ .Chart.Name }} {{ .Chart.Version }} {{ .Chart.IsRoot }} {{ .Chart.version }}|",
        Gives("c 0.1.0 true |"),
    ),
    ("{{ .Chart.Annotations }}", Gives("map[]")),
    ("{{ toJson .Chart.Keywords }}", Gives("[]")),
    ('{{ .Values.Table "m.a" }}', Gives("map[b:deep]")),
    (
        '{{ .Values.Table "m.z" }}',
        Fails(
            'template: c/templates/t.yaml:1:10: executing "c/templates/t.yaml" at <.Values.Table>: error calling Table: "z" is not a table'
        ),
    ),
    (
        '{{ .Values.Table "nope" }}',
        Fails(
            'template: c/templates/t.yaml:1:10: executing "c/templates/t.yaml" at <.Values.Table>: error calling Table: "nope" is not a table'
        ),
    ),
    ('{{ .Values.PathValue "m.a.b" }}', Gives("deep")),
    (
        '{{ .Values.PathValue "m.a" }}',
        Fails(
            'template: c/templates/t.yaml:1:10: executing "c/templates/t.yaml" at <.Values.PathValue>: error calling PathValue: "a" is not a value'
        ),
    ),
    (
        '{{ .Values.PathValue "nope" }}',
        Fails(
            'template: c/templates/t.yaml:1:10: executing "c/templates/t.yaml" at <.Values.PathValue>: error calling PathValue: "nope" is not a value'
        ),
    ),
    (
        '{{ .Values.PathValue "" }}',
        Fails(
            'template: c/templates/t.yaml:1:10: executing "c/templates/t.yaml" at <.Values.PathValue>: error calling PathValue: YAML path cannot be empty'
        ),
    ),
    (
        "{{ .Values.YAML | quote }}",
        Gives(
            '"count: 3\\nf: 1.5\\nl:\\n- p\\n- null\\n- x: 1\\nm:\\n  a:\\n    b: deep\\n  \\"n\\": null\\n  z: 1\\n\\"n\\": 1\\nnil: null\\n\\"no\\": false\\nnone: []\\ns: text\\n\\"yes\\": true\\nzero: 0\\n"'
        ),
    ),
    ("{{ (.Values.AsMap).s }}", Gives("text")),
    ("{{ typeOf .Values.AsMap }}", Gives("map[string]interface {}")),
    (
        "{{ .Values.Encode nil }}",
        Fails(
            'template: c/templates/t.yaml:1:10: executing "c/templates/t.yaml" at <.Values.Encode>: error calling Encode: runtime error: invalid memory address or nil pointer dereference'
        ),
    ),
    ("{{ .Template }}", Gives("map[BasePath:c/templates Name:c/templates/t.yaml]")),
    ("{{ .Subcharts }}", Gives("map[]")),
    ('{{ (.Table "Values.m").z }}', Gives("1")),
    ("{{ .nope }}|", Gives("|")),
    (
        "{{ .Values.Table 1 }}",
        Fails(
            'c/templates/t.yaml:1:17\n  executing "c/templates/t.yaml" at <1>:\n    expected string; found 1'
        ),
    ),
    (
        "{{ .Values.Table }}",
        Fails(
            'c/templates/t.yaml:1:10\n  executing "c/templates/t.yaml" at <.Values.Table>:\n    wrong number of args for Table: want 1 got 0'
        ),
    ),
    (
        '{{ .Values.m.Table "a" }}',
        Fails(
            'c/templates/t.yaml:1:10\n  executing "c/templates/t.yaml" at <.Values.m.Table>:\n    Table is not a method but has arguments'
        ),
    ),
)


@pytest.mark.parametrize(("template", "expected"), ROWS, ids=templates(ROWS))
def test_the_top_level_objects_are_helm_s(template, expected):
    assert outcome(template) == expected


def family():
    """Return a chart with a subchart named sub."""
    parent, child = chart(t="{{ .Values.sub.x }}"), chart(t="{{ .Values.x }}{{ .Chart.IsRoot }}")
    child.metadata.name = "sub"
    parent.set_dependencies([child])
    return parent


def dots(made, values):
    renderables = collect(made, values, Release(), Capabilities.default())
    return {renderable.path: renderable.dot for renderable in renderables}


def test_a_subchart_s_values_are_the_very_map_that_its_parent_has():
    found = dots(family(), {"sub": {"x": 1.0}})
    child = found["c/charts/sub/templates/t.yaml"]
    assert found[PATH]["Values"]["sub"] is child["Values"].plain
    assert found[PATH]["Subcharts"]["sub"] is child.plain
    assert child["Values"].plain == {"x": 1.0}


def test_what_a_subchart_sets_is_seen_by_its_parent():
    made = family()
    made.dependencies[0].templates[0].data = b"{{ $_ := set .Values `x` `set` }}{{ .Chart.IsRoot }}"
    capabilities = Capabilities.default()
    files = Engine().render(made, {"sub": {}}, Release(), capabilities, World.real())
    assert files == {PATH: "set", "c/charts/sub/templates/t.yaml": "false"}


def test_a_subchart_without_values_has_none():
    found = dots(family(), {"sub": "no map"})
    assert found["c/charts/sub/templates/t.yaml"]["Values"].plain == {}


def test_templates_of_one_chart_share_their_dot():
    found = dots(chart(a="", b=""), {})
    assert found["c/templates/a.yaml"] is found["c/templates/b.yaml"]


def test_only_partials_of_library_charts_are_templates():
    made = family()
    made.dependencies[0].metadata.type = "library"
    made.dependencies[0].templates += chart(_h="x").templates
    assert sorted(dots(made, {})) == ["c/charts/sub/templates/_h.tpl", PATH]
