"""Misspelt keys are found wherever the chart, a subchart or Kubernetes knows the right one."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from tests.cli.command import helmwright
from tests.lint.examples import determined_chart
from tests.lint.misspellings import file_of, keys_of
from tests.lint.slips import KINDS, slip

from helmwright.charts.loader import load_chart
from helmwright.lint.commented_keys import commented_keys
from helmwright.lint.known_keys import top, unknown_keys
from helmwright.lint.run import Selection, lint_subject
from helmwright.lint.subject import Subject
from helmwright.values.maps import load_values

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright.charts.chart import Chart

VALUES = """\
# Default values
replicaCount: 1
image:
  repository: nginx
  pullPolicy: IfNotPresent
  # Overrides the image tag whose default is the chart appVersion.
  # tag: ""
serviceAccount:
  create: true
  annotations: {}
podAnnotations: {}
securityContext: {}
  # capabilities:
  #   drop:
  #   - ALL
service:
  type: ClusterIP
  port: 80
#  nodePort: 30080
ingress:
  enabled: false
  className: ""
  hosts:
    - host: chart-example.local
      paths:
        - path: /
          pathType: ImplementationSpecific
  tls: []
  #  - secretName: chart-example-tls
  #    hosts:
  #      - chart-example.local
resources: {}
livenessProbe:
  httpGet:
    path: /
volumes: []
tolerations: []
affinity: {}
config:
  logLevel: info
cache:
  persistence:
    size: 1Gi
global:
  imageRegistry: ""
"""
TEMPLATE = """\
{{- define "all" }}{{ toYaml . }}{{ end }}
{{- range $name, $value := .Values }}
{{ $name }}: {{ include "all" $value }}
{{- end }}
{{ tpl (toYaml .Values.config) . }}
"""
CHART_YAML = """\
apiVersion: v2
name: web
version: 1.0.0
dependencies:
  - name: redis
    version: 1.0.0
    alias: cache
  - name: mysql
    version: 1.0.0
    condition: mysql.enabled
"""
SUBCHARTS = {
    "redis": "persistence:\n  size: 8Gi\n  storageClass: ''\nreplicas: 1\nglobal:\n  redisAuth: {}\n",
    "mysql": "enabled: false\nauth:\n  rootPassword: ''\n",
}
RIGHT = """\
replicaCount: 2
image: {repository: web, tag: '1.2'}
podAnnotations: {prometheus.io/scrape: 'true', anotation: x}
securityContext: {capabilities: {drop: [ALL]}, runAsUser: 1000}
service: {nodePort: 30080, extra: 1}
ingress:
  hosts: [{host: a.example.com, paths: [{path: /, pathType: Prefix}]}]
  tls: [{secretName: a, hosts: [a.example.com]}]
resources: {limits: {cpu: 1}, requests: {memory: 1Gi, nvidia.com/gpu: 1}}
livenessProbe: {initialDelaySeconds: 3, periodSeconds: 5}
volumes: [{name: a, emptyDir: {}}]
tolerations: [{key: a, operator: Exists}]
config: {anything: 1, LOG_LEVELS: x}
cache: {persistence: {storageClass: fast}, replicas: 2}
mysql: {auth: {rootPassword: '${PASSWORD}'}}
global: {imageRegistry: a, redisAuth: {}}
tags: {a: true}
"""
SLIPS = {
    "replicacount: 2": "replicaCount",
    "image: {repositry: a}": "repository",
    "image: {tga: a}": "tag",
    "serviceAcount: {create: false}": "serviceAccount",
    "podAnotations: {a: b}": "podAnnotations",
    "securityContext: {runAsuser: 1}": "runAsUser",
    "securityContext: {capabilites: {}}": "capabilities",
    "securityContext: {capabilities: {dorp: [ALL]}}": "drop",
    "service: {nodeport: 1}": "nodePort",
    "ingress: {hosts: [{hots: a}]}": "host",
    "ingress: {hosts: [{host: a, paths: [{path: /, pathtype: Prefix}]}]}": "pathType",
    "ingress: {tls: [{secretname: a}]}": "secretName",
    "resources: {limit: {cpu: 1}}": "limits",
    "resources: {limits: {memroy: 1Gi}}": "memory",
    "livenessProbe: {initialDelaySecond: 1}": "initialDelaySeconds",
    "livenessProbe: {httpGet: {pth: /}}": "path",
    "volumes: [{name: a, emptydir: {}}]": "emptyDir",
    "volumes: [{name: a, configMap: {nmae: b}}]": "name",
    "tolerations: [{key: a, opertor: Exists}]": "operator",
    "affinity: {nodeAfinity: {}}": "nodeAffinity",
    "config: {log-level: debug}": "logLevel",
    "cache: {persistance: {size: 1Gi}}": "persistence",
    "cache: {persistence: {storageclass: a}}": "storageClass",
    "cahce: {replicas: 2}": "cache",
    "mysql: {auht: {}}": "auth",
    "mysql: {auth: {rootpassword: ''}}": "rootPassword",
    "global: {imageRegisty: a}": "imageRegistry",
    "global: {redisAuht: {}}": "redisAuth",
    "Global: {imageRegistry: a}": "global",
}
FEWEST = 0.95
"""The share of misspellings that has to be found."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("web")
    files = {"Chart.yaml": CHART_YAML, "values.yaml": VALUES, "templates/all.yaml": TEMPLATE}
    for name, values in SUBCHARTS.items():
        files[f"charts/{name}/Chart.yaml"] = f"apiVersion: v2\nname: {name}\nversion: 1.0.0\n"
        files[f"charts/{name}/values.yaml"] = values
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def chart(home: Path) -> Chart:
    return load_chart(str(home))


def meant(chart: Chart, text: str) -> list[tuple[Any, str]]:
    values = load_values(text.encode(), path="my.yaml")
    return [(one.path[-1], one.meant) for one in unknown_keys(values, top(chart)) if one.meant]


@pytest.mark.parametrize("text", SLIPS, ids=lambda text: text)
def test_misspelt_key_is_found_whatever_the_templates_do(chart: Chart, text: str) -> None:
    assert [right for _, right in meant(chart, text)] == [SLIPS[text]]


def test_right_keys_and_names_of_the_users_are_no_misspellings(chart: Chart) -> None:
    assert meant(chart, RIGHT) == []
    assert meant(chart, VALUES) == []


def test_slips_of_all_kinds_in_all_keys_are_found(chart: Chart) -> None:
    found: list[Any] = []
    missed: list[Any] = []
    chance = Random(1)  # noqa: S311 - cases
    for above, right, value, beside in keys_of(load_values(RIGHT.encode(), path="right.yaml")):
        for kind in KINDS:
            wrong = slip(right, kind, chance)
            if not wrong or wrong in beside or right in {"anything", "extra", "anotation", "tags"}:
                continue
            text = file_of([(above, right, wrong, value)], {})
            hit = (wrong, right) in meant(chart, text)
            (found if hit else missed).append((above, right, wrong))

    assert len(found) > 100
    assert len(found) / (len(found) + len(missed)) >= FEWEST, missed


def test_slips_in_keys_of_the_bundled_chart_are_named() -> None:
    chart = determined_chart(upstream=False)
    chance = Random(1)  # noqa: S311 - cases
    slips = []
    for above, right, value, beside in keys_of(chart.values):
        wrong = slip(right, chance.choice(KINDS), chance)
        if wrong and wrong not in beside and not any(isinstance(step, int) for step in above):
            slips.append((above, right, wrong, value))
    subject = Subject(chart, (("my.yaml", file_of(slips, {}).encode()),), whole_chart=False)
    names = frozenset({"key-not-in-schema", "misspelt-key", "snake-case-at-top"})

    findings = lint_subject(subject, Selection(select=names)).findings

    said = {one.value_path for one in findings}
    missed = [(*above, wrong) for above, _, wrong, _ in slips if (*above, wrong) not in said]
    assert len(slips) > 60
    assert len(missed) / len(slips) <= 1 - FEWEST, missed


def test_report_names_the_key_its_place_and_the_right_one(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "my.yaml"
    file.write_text("cache:\n  persistance:\n    size: 2Gi\n", encoding="utf-8")

    out = helmwright("lint", str(home), "-f", str(file), "--select", "misspelt-key").out

    assert f"{file}:2:3: warning: cache.persistance is no key that the chart knows; " in out
    assert "did you mean persistence?" in out
    assert "= fix: write 'cache.persistence'" in out


def test_timing_says_where_nobody_can_tell(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "my.yaml"
    file.write_text("config:\n  other: 1\n  third: 2\nwhatever: 1\n", encoding="utf-8")

    said = helmwright("lint", str(home), "-f", str(file), "--timing").err

    assert "no rule can tell from right ones:" in said
    assert f"  {file}:2:3: config.other, config.third: templates " in said
    assert f"  {file}:4:1: whatever: templates loop over all values, whatever the keys are" in said


def test_keys_in_comments_belong_to_the_map_that_their_column_says() -> None:
    text = (
        "a:\n  b: 1\n  # c: 2\n  ## d: 3\n#  e: 4\n# f: 5\n#   g: 6\nlist:\n"
        "# - h: 1\n#   i: 2\nmap: {}\n  # k: v\n"
    )

    assert commented_keys(text) == {
        ("a",): frozenset({"c", "d", "e"}),
        (): frozenset({"f"}),
        ("f",): frozenset({"g"}),
        ("list", "*"): frozenset({"h", "i"}),
        ("map",): frozenset({"k"}),
    }
