"""A mistake in a value is reported at the value, and the template's place is a related one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright

from helmwright.lint.interface import lint_chart, lint_values

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright.lint.finding import Finding

DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Values.fullnameOverride | default "web" }}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata:
      labels:
        app: web
        {{- with .Values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      {{- with .Values.tolerations }}
      tolerations: {{ toYaml . | nindent 8 }}
      {{- end }}
      nodeSelector: {{ toYaml .Values.nodeSelector | nindent 8 }}
      containers:
        - name: web
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
          resources: {{- toYaml .Values.resources | nindent 12 }}
          {{- with .Values.extraEnv }}
          env: {{ tpl . $ | nindent 12 }}
          {{- end }}
          {{- if .Values.env }}
          env:
            {{- range $name, $value := .Values.env }}
            - name: {{ $name }}
              value: {{ $value }}
            {{- end }}
          {{- end }}
        - name: side
          image: side:1
          resources: {{- include "web.resources" . | nindent 12 }}
"""
SERVICE = """\
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: {{ .Values.service.type }}
  selector: {app: web}
  ports:
    {{- toYaml .Values.service.ports | nindent 4 }}
"""
HELPERS = """\
{{- define "web.resources" -}}
{{ .Values.side.resources | default .Values.resources | toYaml }}
{{- end }}
"""
VALUES = """\
image: {repository: web, tag: "1"}
resources: {}
nodeSelector: {}
service:
  type: ClusterIP
  ports:
    - port: 80
side: {}
"""
DATABASE = """\
apiVersion: v1
kind: Pod
metadata:
  name: database
spec:
  priorityClassName: {{ .Values.global.priority }}
  containers:
    - name: database
      image: database:1
      resources: {{ toYaml .Values.primary.resources | nindent 8 }}
"""


@pytest.fixture
def chart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    files = {
        "Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\nicon: https://example.com/a.png\n"
        "dependencies:\n- {name: database, version: 1.0.0}\n",
        "values.yaml": VALUES,
        "templates/deployment.yaml": DEPLOYMENT,
        "templates/service.yaml": SERVICE,
        "templates/_helpers.tpl": HELPERS,
        "charts/database/Chart.yaml": "apiVersion: v2\nname: database\nversion: 1.0.0\n",
        "charts/database/values.yaml": "global: {}\nprimary:\n  resources: {}\n",
        "charts/database/templates/pod.yaml": DATABASE,
    }
    for name, text in files.items():
        path = tmp_path / "web" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def found(chart: Path, text: str, *rules: str, set_values: tuple[str, ...] = ()) -> list[Finding]:
    (chart / "my.yaml").write_text(text)
    report = lint_chart("web", ["my.yaml"], set_values=set_values, select=rules)
    return list(report.findings)


@pytest.mark.parametrize(
    ("text", "rule", "place", "message"),
    [
        (
            "resources: {requests: {memory: 512mb}}\n",
            "invalid-quantity",
            "my.yaml:1:32",
            'resources.requests.memory: "512mb" is no quantity',
        ),
        (
            "tolerations:\n- key: a\n  efect: NoSchedule\n",
            "unknown-field",
            "my.yaml:3:3",
            "tolerations[0].efect is no field of Deployment in apps/v1",
        ),
        (
            "nodeSelector:\n  disk: true\n",
            "wrong-field-type",
            "my.yaml:2:9",
            "nodeSelector.disk is a boolean, expected a string",
        ),
        (
            "nodeSelector:\n  disk: false\n",
            "wrong-field-type",
            "my.yaml:2:9",
            "nodeSelector.disk is a boolean, expected a string",
        ),
        (
            "resources: lots\n",
            "wrong-field-type",
            "my.yaml:1:12",
            "resources is a string, expected a map",
        ),
        (
            "podLabels:\n  good: a\n  tier: -bad-\n",
            "invalid-label",
            "my.yaml:3:9",
            'podLabels.tier: "-bad-" is no value of a label',
        ),
        (
            "podLabels:\n  my label: a\n",
            "invalid-label",
            "my.yaml:2:3",
            'podLabels: "my label" is no key of a label',
        ),
        (
            "service:\n  ports:\n  - {port: 80, name: a}\n  - {port: 99999, name: b}\n",
            "refused-object",
            "my.yaml:4:12",
            "service.ports[1].port: Invalid value",
        ),
        (
            "service:\n  ports:\n  - name: b\n",
            "missing-field",
            "my.yaml:3:5",
            "service.ports[0].port is missing",
        ),
        (
            "service:\n  type: Cluster\n",
            "wrong-field-type",
            "my.yaml:2:9",
            'service.type: "Cluster" is none of',
        ),
        (
            "env:\n  PORT: 8080\n",
            "wrong-field-type",
            "my.yaml:2:9",
            "env.PORT is a number, expected a string",
        ),
        (
            "extraEnv: |\n  - name: A\n    value: 5550\n",
            "wrong-field-type",
            "my.yaml:1:11",
            "env[0].value is a number, expected a string",
        ),
        (
            "image:\n  repository: web\n  tag: a b\n",
            "invalid-image",
            "my.yaml:3:8",
            '"web:a b" is no name of an image',
        ),
        (
            "fullnameOverride: Big\n",
            "refused-object",
            "my.yaml:1:19",
            "fullnameOverride: Invalid value: a lowercase RFC 1123",
        ),
        (
            "side:\n  resources: &r\n    limits: {cpu: 1x}\n",
            "invalid-quantity",
            "my.yaml:3:19",
            'side.resources.limits.cpu: "1x" is no quantity',
        ),
        (
            "common: &common\n  limits: {cpu: 1x}\nside: {resources: *common}\n",
            "invalid-quantity",
            "my.yaml:2:17",
            'side.resources.limits.cpu: "1x" is no quantity',
        ),
        (
            "database:\n  primary:\n    resources:\n      limits: {cpu: 1x}\n",
            "invalid-quantity",
            "my.yaml:4:21",
            'database.primary.resources.limits.cpu: "1x" is no quantity',
        ),
        (
            "global:\n  priority: 1000\n",
            "wrong-field-type",
            "my.yaml:2:13",
            "global.priority is a number, expected a string",
        ),
    ],
)
def test_a_mistake_is_reported_at_the_value(
    chart: Path, text: str, rule: str, place: str, message: str
) -> None:
    (finding,) = found(chart, text, rule)

    assert str(finding.span).startswith(place)
    assert message in finding.message
    assert finding.related[0].span.path.startswith("web/")


def test_one_mistake_at_several_places_is_one_finding_with_all_of_them(chart: Path) -> None:
    (finding,) = found(chart, "resources: {limits: {cpu: 1x}}\n", "invalid-quantity")

    assert finding.value_path == ("resources", "limits", "cpu")
    assert [(str(one.span), one.message) for one in finding.related] == [
        (
            f"web/templates/deployment.yaml:{line}:1",
            f"Deployment web: {path}.resources.limits.cpu is written here",
        )
        for path, line in (
            ("spec.template.spec.containers[0]", 22),
            ("spec.template.spec.containers[1]", 35),
        )
    ]


def test_two_values_with_the_same_mistake_are_two_findings(chart: Path) -> None:
    text = "resources: {limits: {cpu: 1x}}\nside: {resources: {limits: {cpu: 1x}}}\n"

    findings = found(chart, text, "invalid-quantity")

    assert [str(one.span) for one in findings] == ["my.yaml:1:27", "my.yaml:2:34"]
    assert [len(one.related) for one in findings] == [1, 1]


def test_of_several_files_the_one_that_decides_is_named(chart: Path) -> None:
    (chart / "base.yaml").write_text("resources: {limits: {cpu: 1x}}\n")
    (chart / "my.yaml").write_text("podLabels: {a: b}\n")

    report = lint_chart("web", ["base.yaml", "my.yaml"], select=["invalid-quantity"])

    assert [str(one.span) for one in report.findings] == ["base.yaml:1:27"]


def test_a_flag_is_named_as_such(chart: Path) -> None:
    (finding,) = found(chart, "{}\n", "invalid-quantity", set_values=("resources.limits.cpu=1x",))

    assert str(finding.span) == "--set resources.limits.cpu"


def test_a_mistake_of_the_defaults_is_reported_in_them(chart: Path) -> None:
    defaults = chart / "web/charts/database/values.yaml"
    defaults.write_text("global: {}\nprimary:\n  resources:\n    limits: {cpu: 1x}\n")

    (finding,) = found(chart, "{}\n", "invalid-quantity")

    assert str(finding.span) == "web/charts/database/values.yaml:4:19"
    assert finding.value_path == ("database", "primary", "resources", "limits", "cpu")


def test_a_mistake_of_the_template_stays_there(chart: Path) -> None:
    template = chart / "web/templates/service.yaml"
    template.write_text(SERVICE.replace("selector: {app: web}", "sessionAffinity: Non"))

    (finding,) = found(chart, "x: Non\n", "wrong-field-type")

    assert finding.span.path == "web/templates/service.yaml"
    assert finding.related == ()


def test_a_mistake_beside_a_value_in_the_same_text_stays_in_the_template(chart: Path) -> None:
    template = chart / "web/templates/deployment.yaml"
    template.write_text(DEPLOYMENT.replace(":{{ .Values.image.tag }}", ':{{ "a b" }}'))

    (finding,) = found(chart, "image: {repository: quay.io/web}\n", "invalid-image")

    assert finding.span.path == "web/templates/deployment.yaml"


def test_a_value_that_only_looks_the_same_is_not_named(chart: Path) -> None:
    template = chart / "web/templates/service.yaml"
    template.write_text(SERVICE.replace("{{ .Values.service.type }}", '{{ "Clu" }}ster'))

    (finding,) = found(chart, "service:\n  type: Cluster\n", "wrong-field-type")

    assert finding.span.path == "web/templates/service.yaml"


@pytest.mark.usefixtures("chart")
def test_values_alone_are_traced_as_well() -> None:
    text = "resources: {limits: {cpu: 1x}}\n"

    report = lint_values(texts=[("v.yaml", text)], chart="web", select=["invalid-quantity"])

    assert [str(one.span) for one in report.findings] == ["v.yaml:1:27"]


def test_a_comment_beside_the_value_allows_it_and_is_of_use(chart: Path) -> None:
    text = "resources:\n  # helmwright: allow invalid-quantity our webhook mends it\n"
    (chart / "my.yaml").write_text(f"{text}  limits: {{cpu: 1x}}\n")

    report = lint_chart("web", ["my.yaml"], select=["invalid-quantity", "suppression-unused"])

    assert report.findings == ()
    assert {one.reason for one in report.allowed} == {"our webhook mends it"}


def test_a_comment_in_the_template_allows_what_is_written_there_alone(chart: Path) -> None:
    template = chart / "web/templates/deployment.yaml"
    comment = "{{/* helmwright: allow invalid-quantity our webhook mends it */}}"
    line = "          resources: {{- toYaml .Values.resources | nindent 12 }}\n"
    template.write_text(DEPLOYMENT.replace(line, f"{line.rstrip()} {comment}\n"))
    (chart / "my.yaml").write_text("resources: {limits: {cpu: 1x}}\n")

    report = lint_chart("web", ["my.yaml"], select=["invalid-quantity", "suppression-unused"])

    assert [one.related[0].span.line for one in report.findings] == [35]
    assert len(report.allowed) == 1


def test_a_name_that_the_server_refuses_is_said_once(chart: Path) -> None:
    findings = found(chart, "fullnameOverride: Big\n", "refused-object", "object-name-invalid")

    assert [one.rule for one in findings] == ["refused-object"]


def test_a_chart_without_mistakes_is_rendered_once(
    chart: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from helmwright.lint import rendered

    renders = []
    render = rendered.render_for_lint

    def counted(*arguments: object, **more: object) -> rendered.RenderedChart:
        renders.append(1)
        return render(*arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(rendered, "render_for_lint", counted)

    assert found(chart, "podLabels: {a: b}\n", "invalid-quantity") == []
    assert len(renders) == 1


FORMS = ("text", "github", "gitlab", "junit", "markdown", "sarif", "json")


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_the_report_has_both_places(chart: Path, form: str) -> None:
    (chart / "my.yaml").write_text("resources: {limits: {cpu: 1x}}\n")

    flags = ("--select", "invalid-quantity", "--format", form)
    code, text, _ = helmwright("lint", "web", "-f", "my.yaml", *flags)

    assert code == 1
    assert "my.yaml" in text
    assert text.count("web/templates/deployment.yaml") == 2
    if form == "gitlab":
        (issue,) = json.loads(text)
        assert [one["lines"]["begin"] for one in issue["other_locations"]] == [22, 35]
