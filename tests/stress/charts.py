"""Charts that do what public charts do, each heavy in another way, as files by path."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

_CHART = "apiVersion: v2\nname: {name}\nversion: 1.2.3\nappVersion: 4.5.6\n"

_HELPERS = """\
{{- define "names.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- define "names.fullname" -}}
{{- if .Values.fullnameOverride -}}{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else -}}{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}{{- printf "%s-%s" .Release.Name $name | trunc 63 | trimSuffix "-" -}}{{- end -}}{{- end -}}
{{- end -}}
{{- define "labels" -}}
app.kubernetes.io/name: {{ include "names.name" . }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}
{{- define "tplvalues.render" -}}
{{- $value := typeIs "string" .value | ternary .value (.value | toYaml) -}}
{{- if contains "{{" (toJson .value) -}}{{- tpl $value .context -}}{{- else -}}{{- $value -}}{{- end -}}
{{- end -}}
"""

_DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "names.fullname" . }}
  labels: {{- include "labels" . | nindent 4 }}
  annotations: {{- include "tplvalues.render" (dict "value" .Values.annotations "context" $) | nindent 4 }}
spec:
  replicas: {{ .Values.replicas }}
  template:
    metadata:
      annotations:
        checksum/config: {{ toYaml .Values | sha256sum }}
    spec:
      containers:
        {{- range $name, $container := .Values.containers }}
        - name: {{ $name }}
          image: {{ printf "%s:%s" $container.image (default $.Chart.AppVersion $container.tag) | quote }}
          env:
            {{- range $key := keys (default dict $container.env) | sortAlpha }}
            - name: {{ $key | snakecase | upper }}
              value: {{ tpl (toString (index $container.env $key)) $ | quote }}
            {{- end }}
          resources: {{- toYaml $container.resources | nindent 12 }}
        {{- end }}
---
apiVersion: v1
kind: Secret
metadata:
  name: {{ include "names.fullname" . }}
stringData:
  password: {{ randAlphaNum 16 | quote }}
  id: {{ uuidv4 }}
  at: {{ now | date "2006-01-02T15:04:05Z07:00" | quote }}
"""


def _container(number: int) -> dict[str, Any]:
    return {
        "image": f"registry.example.com/app-{number}",
        "env": {f"someKey{key}": f"{{{{ .Release.Name }}}}-{number}-{key}" for key in range(12)},
        "resources": {"limits": {"cpu": f"{number}00m", "memory": "1Gi"}},
    }


def _application() -> dict[str, str]:
    values = {
        "replicas": 3,
        "annotations": {"example.com/owner": "{{ .Release.Namespace }}"},
        "commonLabels": {"team": "a"},
        "containers": {f"c{number}": _container(number) for number in range(8)},
    }
    return {
        "Chart.yaml": _CHART.format(name="application"),
        "values.yaml": json.dumps(values),
        "templates/_helpers.tpl": _HELPERS,
        "templates/deployment.yaml": _DEPLOYMENT,
        "templates/NOTES.txt": "{{ .Release.Name }} in {{ .Release.Namespace }}\n",
    }


def _umbrella() -> dict[str, str]:
    files = {
        "Chart.yaml": _CHART.format(name="umbrella")
        + "dependencies:\n"
        + "".join(
            f"- {{name: part, alias: part{number}, version: 1.2.3, condition: part{number}.enabled}}\n"
            for number in range(6)
        ),
        "values.yaml": "global: {zone: b}\npart2: {enabled: false}\npart3: {size: 9}\n",
        "templates/own.yaml": "a: {{ .Values.global | toJson }}\n",
    }
    part = {
        "Chart.yaml": _CHART.format(name="part"),
        "values.yaml": "size: 1\nlist: [a, b, c]\n",
        "templates/_helpers.tpl": _HELPERS,
        "templates/part.yaml": "name: {{ include `names.fullname` . }}\nzone: {{ .Values.global.zone }}\n"
        "{{ toYaml .Values }}\n",
    }
    return files | {f"charts/part/{path}": text for path, text in part.items()}


def _schema(template: str, values: dict[str, Any]) -> dict[str, str]:
    """Return a chart whose schema needs the whole validator, and its text of refusal."""
    node = {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": {"type": "string", "pattern": "^[a-z]([-a-z0-9]*[a-z0-9])?$"},
            "children": {"type": "array", "uniqueItems": True, "items": {"$ref": "#/$defs/node"}},
        },
        "if": {"properties": {"name": {"const": "special"}}},
        "then": {"required": ["reason"]},
        "unevaluatedProperties": {"type": ["string", "number"]},
    }
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {"tree": {"$ref": "#/$defs/node"}},
        "patternProperties": {"^x-": {"oneOf": [{"type": "string"}, {"type": "number"}]}},
        "$defs": {"node": node},
    }
    return {
        "Chart.yaml": _CHART.format(name="schema"),
        "values.yaml": json.dumps(values),
        "values.schema.json": json.dumps(schema),
        "templates/t.yaml": template,
    }


def _tree(depth: int, width: int) -> dict[str, Any]:
    children = [_tree(depth - 1, width) for _ in range(width)] if depth else []
    for number, child in enumerate(children):
        child["name"] = f"n{number}"
    return {"name": "n", "children": children}


def _chain(length: int) -> dict[str, Any]:
    tree: dict[str, Any] = {"name": "end", "children": []}
    for number in range(length):
        tree = {"name": f"n{number}", "children": [tree]}
    return tree


def _one(name: str, template: str, values: str = "{}\n") -> dict[str, str]:
    return {
        "Chart.yaml": _CHART.format(name=name),
        "values.yaml": values,
        "templates/t.yaml": template,
    }


def _large() -> str:
    return json.dumps(
        {
            "rules": [
                {"name": f"rule-{number}", "text": "word " * 40, "long": "x" * 700, "n": number}
                for number in range(700)
            ]
        }
    )


def all_charts() -> dict[str, dict[str, str]]:
    """Return the files of each chart, by its name."""
    deep = '{{ $v := fromJson (printf "%s1%s" (repeat 3000 "{\\"a\\":") (repeat 3000 "}")) }}'
    return {
        "application": _application(),
        "umbrella": _umbrella(),
        "schema": _schema("{{ toYaml .Values.tree }}\n", {"tree": _tree(4, 3), "x-a": 1}),
        "schema-deep": _schema("name: {{ .Values.tree.name }}\n", {"tree": _chain(120)}),
        "schema-refused": _schema("a: 1\n", {"tree": _chain(60) | {"name": "special"}, "x-a": []}),
        "includes": _one(
            "includes",
            '{{ define "a" }}{{ if . }}{{ . }},{{ include "a" (sub . 1) }}{{ end }}{{ end }}'
            'a: {{ include "a" 900 | quote }}\n'
            '{{ define "b" }}{{ if . }}{{ template "b" (sub . 1) }}{{ end }}{{ end }}'
            'b: {{ include "b" 3000 | len }}\n',
        ),
        "megabytes": _one(
            "megabytes",
            "rules:\n{{ toYaml .Values.rules }}\nsum: {{ toYamlPretty .Values | sha1sum }}\n",
            _large(),
        ),
        "deep-values": _one(
            "deep-values",
            deep + "a: {{ toYaml $v | sha256sum }}\nb: {{ print $v | sha256sum }}\n"
            "c: {{ toYaml $v | fromYaml | toJson | sha256sum }}\n"
            "d: {{ toYamlPretty $v | sha256sum }}\n",
        ),
        "patterns": _one(
            "patterns",
            "{{ range $i := until 60 }}"
            '{{ $p := printf "(a|b%d)+c{1,%d}[^x-z]*" $i (add1 (mod $i 7)) }}'
            'r{{ $i }}: {{ regexReplaceAll $p (printf "aab%dcc%d" $i $i) "<${1}>" | quote }}\n'
            "{{ end }}",
        ),
        "texts": _one(
            "texts",
            "{{ range $i := until 40 }}"
            'k{{ $i }}: {{ tpl (printf "{{ .Values.a }}-%d-{{ range until 3 }}{{ . }}{{ end }}" $i) $ }}\n'
            "{{ end }}"
            '{{ $_ := set .Values "t" "{{ if gt (int .Values.n) 0 }}{{ $_ := set .Values `n` (sub .Values.n 1) }}'
            '{{ tpl .Values.t . }}{{ end }}." }}t: {{ tpl .Values.t . }}\n',
            "a: x\nn: 400\n",
        ),
        "anchors": _one(
            "anchors",
            "{{ toYaml .Values }}\n",
            "base: &base {a: 1, b: [1, 2]}\n"
            + "".join(f"m{number}:\n  <<: *base\n  c: {number}\n" for number in range(80)),
        ),
        "failing": _one(
            "failing",
            '{{ define "a" }}{{ if . }}{{ include "a" (sub . 1) }}{{ else }}{{ fail "at the end" }}'
            '{{ end }}{{ end }}{{ include "a" 300 }}\n',
        ),
    }


def write(files: dict[str, str], folder: Path) -> None:
    """Write a chart into a folder."""
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
