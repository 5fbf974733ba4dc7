"""Rendered charts as tests look at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helmwright import ChartError, TemplateError
from helmwright.testing import TestedChart

if TYPE_CHECKING:
    from pathlib import Path

WEB = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: {{ .Release.Namespace }}
  labels: {app: web}
spec:
  replicas: {{ .Values.replicas }}
  template:
    spec:
      initContainers:
        - {name: setup, image: "i:1"}
      containers:
        - name: web
          image: "shop:{{ .Values.tag }}"
          args: [--port, "80"]
          ports: [{name: http, containerPort: 80}]
          volumeMounts: [{name: data, mountPath: /data}]
          resources: {limits: {cpu: 1}}
          env:
            - {name: LEVEL, value: info}
            - {name: KEY, valueFrom: {secretKeyRef: {name: s, key: k}}}
"""
OTHERS = """\
apiVersion: v1
kind: Service
metadata: {name: web}
---
apiVersion: v1
kind: Service
metadata: {name: api}
---
apiVersion: v1
kind: Secret
metadata: {name: s}
data: {password: cGFzc3dvcmQ=}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: c}
data:
  random: {{ randAlphaNum 8 }}
  now: {{ now | date "2006" | quote }}
  found: {{ (lookup "v1" "Pod" "n" "p").kind | default "nothing" }}
  kube: {{ .Capabilities.KubeVersion.Version }}
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: daily, annotations: {helm.sh/hook: test}}
spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: job, image: "j:1"}]}}}}}
"""


@pytest.fixture
def chart(tmp_path: Path) -> TestedChart:
    folder = tmp_path / "shop"
    (folder / "templates").mkdir(parents=True)
    (folder / "Chart.yaml").write_text("apiVersion: v2\nname: shop\nversion: 1.0.0\n")
    (folder / "values.yaml").write_text("replicas: 1\ntag: latest\n")
    (folder / "templates" / "web.yaml").write_text(WEB)
    (folder / "templates" / "others.yaml").write_text(OTHERS)
    return TestedChart(folder)


def test_objects_by_kind_and_name(chart: TestedChart) -> None:
    rendered = chart.render({"replicas": 3}, namespace="prod")
    web = rendered["Deployment/web"]

    assert web is rendered.one("Deployment", "web")
    assert rendered["Deployment"] is web
    assert [one.name for one in rendered.kind("Service")] == ["web", "api"]
    assert "Service/api" in rendered
    assert "Service/none" not in rendered
    assert len(rendered) == 6
    assert web["spec"]["replicas"] == 3
    assert type(web.spec["replicas"]) is int
    assert (web.namespace, web.api_version) == ("prod", "apps/v1")
    assert dict(web.labels) == {"app": "web"}
    assert web.template == "shop/templates/web.yaml"
    assert rendered["CronJob"].hook


def test_containers(chart: TestedChart) -> None:
    rendered = chart.render(set=["tag=v2"])
    web = rendered["Deployment"].container("web")

    assert web.image == "shop:v2"
    assert web.args == ["--port", "80"]
    assert web.command == []
    assert web.env["LEVEL"] == "info"
    assert web.env["KEY"] == {"secretKeyRef": {"name": "s", "key": "k"}}
    assert web.ports["http"]["containerPort"] == 80
    assert web.mounts["/data"]["name"] == "data"
    assert web.resources["limits"] == {"cpu": 1}
    assert rendered["Deployment"].container("setup").image == "i:1"
    assert rendered["CronJob"].container("job").image == "j:1"


def test_paths_and_texts(chart: TestedChart) -> None:
    rendered = chart.render()

    assert rendered["Deployment"].at("spec.template.spec.containers[0].name") == "web"
    assert rendered["Deployment"].all("..image") == ["shop:latest", "i:1"]
    assert rendered["Secret"].text("password") == "password"
    assert rendered["ConfigMap"].text("now") == "2026"


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("rendered['Deployment/wbe']", "no Deployment/wbe; did you mean Deployment/web?"),
        ("rendered['Service']", "2 objects are Service: Service/web, Service/api; name one of"),
        ("rendered['Pod']", "no Pod; "),
        ("web.container('wb')", "Deployment/web has no container wb; did you mean web?"),
        ("web.container('web').env['LEVL']", "no environment variable LEVL; did you mean LEVEL?"),
        ("web['specs']", "the object has no specs; did you mean spec?"),
        ("web.at('spec.replica')", "nothing at spec.replica: no replica; did you mean replicas?"),
        ("web.at('..image')", "2 values are at ..image"),
        ("rendered['ConfigMap'].pod", "ConfigMap/c has no pod"),
        ("rendered['Secret'].text('pass')", "Secret/s has no entry pass"),
    ],
)
def test_missing_names_are_said_with_near_ones(
    chart: TestedChart, expression: str, reason: str
) -> None:
    rendered = chart.render()
    names = {"rendered": rendered, "web": rendered["Deployment/web"]}

    with pytest.raises(KeyError) as raised:
        eval(expression, names)  # noqa: S307 - the table above

    assert str(raised.value).startswith(reason)


def test_renders_repeat_themselves(chart: TestedChart) -> None:
    texts = [chart.render()["ConfigMap"].text("random") for _ in range(2)]

    assert texts[0] == texts[1]
    assert chart.render(seed=None)["ConfigMap"].text("random") != texts[0]


def test_capabilities_and_objects_of_the_cluster(chart: TestedChart) -> None:
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "namespace": "n"}}

    assert chart.render(objects=[pod])["ConfigMap"].text("found") == "Pod"
    assert chart.render()["ConfigMap"].text("found") == "nothing"
    assert chart.render(kube_version="1.30.1")["ConfigMap"].text("kube") == "v1.30.1"


def test_secrets_are_not_in_golden_texts(chart: TestedChart) -> None:
    text = chart.render().golden_text()

    assert "cGFzc3dvcmQ=" not in text
    assert "# Source: shop/templates/web.yaml" in text


def test_errors_are_helms(chart: TestedChart, tmp_path: Path) -> None:
    (tmp_path / "shop" / "templates" / "fail.yaml").write_text('{{ fail "no way" }}')

    with pytest.raises(TemplateError, match="no way"):
        TestedChart(tmp_path / "shop").render()
    with pytest.raises(ChartError, match="not found"):
        TestedChart("./none")
    assert repr(chart) == f"<TestedChart {chart.path}>"
