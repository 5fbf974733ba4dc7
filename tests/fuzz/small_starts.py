"""Small starting cases for the commands that have no golden files."""

from __future__ import annotations

import base64
import gzip
import json

from tests.fuzz.case import FuzzCase
from tests.fuzz.verdicts import CANARY
from tests.golden_cases import build_archive

CHART = b"apiVersion: v2\nname: c\nversion: 0.1.0\nappVersion: '1'\n"
VALUES = b"""\
# -- how many
replicas: 2
image: {repository: nginx, tag: "1.27"}
db: {port: 5432, host: db, user: app}
tls: {enabled: false}
pools:
  - name: a
    size: 3
labels: {team: web}
"""
DEPLOYMENT = b"""\
apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}, labels: {{ toJson .Values.labels }}}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}}
    spec:
      containers:
        - name: a
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
          ports: [{containerPort: 80}]
{{- if .Values.tls.enabled }}
---
apiVersion: v1
kind: Service
metadata: {name: {{ .Release.Name }}}
spec: {selector: {app: a}, ports: [{port: 443}]}
{{- end }}
"""
SECRET = b"""\
apiVersion: v1
kind: Secret
metadata: {name: {{ .Release.Name }}-db}
stringData: {password: {{ .Values.db.password | default "" | quote }}}
"""
SCHEMA = b"""\
{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
 "definitions": {"port": {"type": "integer", "minimum": 1, "maximum": 65535}},
 "properties": {"replicas": {"type": ["integer", "null"], "description": "how many"},
  "db": {"type": "object", "properties": {"port": {"$ref": "#/definitions/port"}}},
  "labels": {"additionalProperties": {"type": "string", "pattern": "^[a-z]+$"}}}}
"""
SUITE = b"""\
suite: deployment
templates: [deployment.yaml]
release: {name: r, namespace: n}
tests:
  - it: has replicas
    set: {replicas: 3, 'pools[0].name': b}
    asserts:
      - equal: {path: spec.replicas, value: 3}
      - isKind: {of: Deployment}
      - matchRegex: {path: metadata.name, pattern: ^r$}
      - contains: {path: spec.template.spec.containers, content: {name: a}, any: true}
      - hasDocuments: {count: 1}
      - isSubset: {path: metadata, content: {name: r}}
      - lengthEqual: {path: spec.template.spec.containers, count: 1}
      - exists: {path: 'spec.template.spec.containers[?(@.name == "a")].image'}
      - matchSnapshot: {path: spec}
  - it: fails
    documentIndex: 0
    asserts:
      - failedTemplate: {errorMessage: no}
"""
TASK = b"""\
resources: {slots_per_trial: 4, resource_pool: default}
environment:
  image: {gpu: a/b:1}
  environment_variables: [A=b]
  pod_spec: {spec: {tolerations: [{key: mine, operator: Exists}], containers: [{name: determined-container}]}}
"""
MASTER = b"""\
resource_manager: {type: kubernetes, namespace: default, max_slots_per_pod: 4, slot_type: cuda}
task_container_defaults: {shm_size_bytes: 4294967296, gpu_pod_spec: {spec: {nodeSelector: {gpu: a}}}}
resource_pools: [{pool_name: default}, {pool_name: a100, task_container_defaults: {network_mode: host}}]
"""
NODES = b"- {count: 3, gpus: 4, name: g}\n- {count: 1, cpus: 8, labels: {a: b}, taints: [{key: t, effect: NoSchedule}]}\n"
JOBS = b"- {name: train, slots: 8, count: 2, priority: 60}\n- {slots: 0}\n"
JINJA = b"""\
{# a values file #}
{% set port = 5432 %}
db: {port: {{ port }}, host: {{ region | default('eu') }}}
pools:
{% for name in ['a', 'b'] %}
  - {name: {{ name | upper | to_json }}, size: {{ loop.index * 2 }}}
{% endfor %}
{% if replicas is defined %}
replicas: {{ replicas }}
{% else %}
{{ {'tls': {'enabled': true}} | to_yaml }}
{% endif %}
"""
LIVE = b"""\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: release-name
  namespace: default
  managedFields:
    - {manager: kubectl, operation: Update, apiVersion: apps/v1, fieldsV1: {f:spec: {f:replicas: {}}}}
    - {manager: x, operation: Apply, fieldsV1: {f:spec: {f:template: {f:spec: {f:containers: {'k:{"name":"a"}': {f:image: {}}}}}}}}
spec: {replicas: 5, template: {spec: {containers: [{name: a, image: b}]}}}
"""
SCRIPT = b"""\
helm upgrade web . --install --atomic \\
  --post-renderer ./x.sh --set a=\"b c\" # helmwright: allow flag-renamed later
out=$(helm list -a) && bash -c 'helm lint'
"""
PIPELINE = b"""\
deploy:
  script:
    - helm upgrade web . --force
    - [helm, rollback, web, --recreate-pods]
    - |
      helm repo add --no-update a b
"""
PAGE = b"# {{ chart.name }}\n{{ chart.version }}\n{% include 'values.md.j2' %}\n"
LINT_SETTINGS = (
    b"lint:\n  select: [default]\n  ignore: [unused-value]\n  severity: {yaml-style: info}\n"
)
MANIFESTS = b"""\
apiVersion: v1
kind: ConfigMap
metadata: {name: a, namespace: n, labels: {x: y}}
data: {a: "1", f: "k: v\\nl: w\\n"}
---
apiVersion: v1
kind: Service
metadata: {name: s}
spec: {ports: [{name: http, port: 80}, {port: 81, protocol: UDP}], selector: {app: a}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: d}
spec:
  replicas: 1
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}}
    spec:
      containers: [{name: a, image: nginx, env: [{name: A, value: b}], resources: {limits: {cpu: 100m}}}]
      volumes: [{name: v, emptyDir: {}}]
"""
CANARIES = b"db: {password: " + CANARY.encode() + b"}\n"


def chart_files(folder: str = "c") -> dict[str, bytes]:
    """Returns the files of a small chart with a secret, a schema and a suite."""
    files = {
        "Chart.yaml": CHART,
        "values.yaml": VALUES,
        "templates/deployment.yaml": DEPLOYMENT,
        "templates/secret.yaml": SECRET,
    }
    return {f"{folder}/{name}": content for name, content in files.items()}


def release(manifest: bytes = MANIFESTS, **changes: object) -> bytes:
    """Returns a release as ``kubectl get secret -o json`` prints it."""
    data = {
        "name": "web",
        "namespace": "n",
        "version": 3,
        "info": {
            "status": "deployed",
            "first_deployed": "2026-01-01T00:00:00Z",
            "last_deployed": "2026-01-02T00:00:00Z",
            "description": "Upgrade complete",
        },
        "chart": {
            "metadata": {"name": "c", "version": "0.1.0", "apiVersion": "v2"},
            "templates": [{"name": "templates/a.yaml", "data": base64.b64encode(b"a: 1").decode()}],
            "values": {"replicas": 1},
        },
        "config": {"replicas": 2, "db": {"password": CANARY}},
        "manifest": manifest.decode(),
        "hooks": [],
        **changes,
    }
    payload = base64.b64encode(gzip.compress(json.dumps(data).encode(), 1, mtime=0))
    secret = {
        "apiVersion": "v1",
        "kind": "Secret",
        "type": "helm.sh/release.v1",
        "metadata": {
            "name": "sh.helm.release.v1.web.v3",
            "namespace": "n",
            "labels": {"owner": "helm"},
        },
        "data": {"release": base64.b64encode(payload).decode()},
    }
    return json.dumps(secret).encode()


def _archive() -> bytes:
    lines = [{"name": name, "text": text.decode()} for name, text in chart_files().items()]
    return build_archive("\n".join(map(json.dumps, lines)))


def _case(command: str, line: str, files: dict[str, bytes], stdin: bytes = b"") -> FuzzCase:
    return FuzzCase(command, [*command.split(), *line.split()], files, {}, stdin)


def _chart_cases() -> list[FuzzCase]:
    chart, s = chart_files(), {"s.yaml": CANARIES}
    schema = {"c/values.schema.json": SCHEMA}
    new = {**chart, **s, "new.yaml": VALUES.replace(b"2", b"3"), "old.yaml": VALUES}
    archive = {"c.tgz": _archive(), **s}
    return [
        _case("template", "r c -f s.yaml", {**chart, **s, **schema}),
        _case("template", "r c.tgz -f s.yaml --output-dir out", archive),
        _case("lint", "c -f s.yaml --no-config", {**chart, **s, **schema}),
        _case("lint", "c.tgz -f s.yaml --format json", archive),
        _case(
            "lint",
            "c -f s.yaml -f v.yaml",
            {**chart, **s, "v.yaml": VALUES, ".helmwright.yaml": LINT_SETTINGS},
        ),
        _case("lint", "v.yaml --chart c --diff", {**chart, **schema, "v.yaml": VALUES}),
        _case(
            "diff values", "c -f s.yaml -f old.yaml --to s.yaml --to new.yaml", {**new, **schema}
        ),
        _case("diff values", "c -f s.yaml --to-set replicas=4 --format unified", new),
        _case("diff values", "c -f s.yaml --to-set db.port=1 --format markdown", new),
        _case(
            "diff values", "c -f s.yaml -f old.yaml --to s.yaml --to new.yaml --format html", new
        ),
        _case("diff chart", "c d -f s.yaml", {**new, **chart_files("d")}),
        _case("diff chart", "c.tgz d -f s.yaml --format json", {**archive, **chart_files("d")}),
        _case(
            "diff golden",
            "gold c -f s.yaml",
            {**new, "gold/c/templates/deployment.yaml": MANIFESTS},
        ),
        _case("diff release", "release.json c", {**chart, "release.json": release()}),
        _case("diff release", "release.json c -f s.yaml", {**new, "release.json": release()}),
        _case("images", "c -f s.yaml", {**chart, **s}),
        _case("images", "c --format json --diff d", {**chart, **chart_files("d")}),
        _case("compat", "c -f s.yaml", {**chart, **s}),
        _case("compat", "c --format json --release r.json", {**chart, "r.json": release()}),
        _case("compat", "c --live l.yaml --format sarif", {**chart, "l.yaml": LIVE}),
        _case("compat", "c --format html --print-role", chart),
        _case("compat", "--commands d.sh w.yaml", {"d.sh": SCRIPT, "w.yaml": PIPELINE}),
        _case("docs", "c", {**chart, **schema}),
        _case("docs", "c --output -", {**chart, "c/README.md.j2": PAGE}),
        _case("docs", "c --check", {**chart, "c/README.md": b"# c\n"}),
    ]


def _suite_cases() -> list[FuzzCase]:
    suite = {**chart_files(), "c/tests/a_test.yaml": SUITE}
    snapshot = {
        "c/tests/__snapshot__/a_test.yaml.snap": b"has replicas:\n  1: |\n    replicas: 3\n"
    }
    golden = {
        **chart_files(),
        "cases/a.yaml": VALUES,
        "cases/b/case.yaml": b"set: [replicas=3]\nrelease-name: x\ndynamic: [spec.replicas]\nvalues: {a: b}\n",
        "cases/b/values.yaml": VALUES,
        ".helmwright.yaml": b"golden: {chart: c, cases: cases, ignore: [x*]}\n",
    }
    return [
        _case("unittest", "c", suite),
        _case("unittest", "c --strict -o out.xml -t JUnit", {**suite, **snapshot}),
        _case("unittest", "c -u", {**suite, **snapshot}),
        _case("golden run", "-j 1", golden),
        _case("golden run", "-j 1 --format junit -o out.xml --coverage text", golden),
        _case("golden update", "-j 1", golden),
        _case("golden list", "", golden),
        _case("golden new", "prod c -f v.yaml", {**golden, "v.yaml": VALUES}),
    ]


def _values_cases() -> list[FuzzCase]:
    values = {"v.yaml": VALUES}
    jinja = {"v.yaml.j2": JINJA, "context.yaml": b"region: us\nreplicas: 2\n"}
    old = {
        "v.yaml": b"# old\nmaxSlotsPerPod: 4\nresourcePools:\n  - pool_name: a\ntelemetry: {enabled: true}\n"
    }
    return [
        _case("values get", "v.yaml db.port", values),
        _case("values get", "v.yaml db --output json", values),
        _case("values set", "v.yaml db.port=1 pools[0].name=z", values),
        _case("values set", "v.yaml labels.x=y --diff", values),
        _case("values set", "- db.host=z", {}, VALUES),
        _case("values explain", "db c -f v.yaml", {**values, **chart_files()}),
        _case("values explain", "replicas c -f s.yaml", {"s.yaml": CANARIES, **chart_files()}),
        _case("values migrate", "v.yaml", old),
        _case("values migrate", "v.yaml --diff", old),
        _case("values render", "v.yaml.j2 --context context.yaml", jinja),
        _case("values render", "v.yaml.j2 --context-set region=x --places", jinja),
        _case("values get", "v.yaml.j2 db", jinja),
    ]


def _other_cases() -> list[FuzzCase]:
    sources = {
        "src/root.json": b'{"type": "object", "properties": {"a": {"$ref": "a.json"}, "b": {"$ref": "definitions.json#/definitions/b"}}}',
        "src/a.json": b'{"type": "object", "description": "an a"}',
        "src/definitions.json": b'{"definitions": {"b": {"type": "string"}}}',
    }
    manifests = {
        "old.yaml": MANIFESTS,
        "new.yaml": MANIFESTS.replace(b"80", b"8080").replace(b"replicas: 1", b"replicas: 2"),
    }
    task = {"task.yaml": TASK, "master.yaml": MASTER}
    return [
        _case("diff manifests", "old.yaml new.yaml", manifests),
        _case("diff manifests", "old.yaml - --format json", manifests, MANIFESTS),
        _case(
            "diff manifests", "old.yaml new.yaml --format markdown --detailed-exitcode", manifests
        ),
        _case("diff manifests", "old.yaml new.yaml --format unified -C -1", manifests),
        _case(
            "patch",
            "old.yaml -p p.yaml --diff",
            {
                **manifests,
                "p.yaml": b"kind: Service\napiVersion: v1\nmetadata: {name: s}\nspec: {ports: [{port: 80, $patch: delete}]}\n",
            },
        ),
        _case(
            "patch",
            "--target kind=Deployment --patch-inline {spec:{replicas:2}} --in-place old.yaml",
            manifests,
        ),
        _case(
            "patch",
            "- -p p.json --type json --target kind=ConfigMap",
            {
                "p.json": b'[{"op": "test", "path": "/data/a", "value": "1"}, {"op": "move", "from": "/data/a", "path": "/data/b"}]'
            },
            MANIFESTS,
        ),
        _case("patch create", "old.yaml new.yaml", manifests),
        _case("patch create", "old.yaml new.yaml old.yaml --type json", manifests),
        _case("schema bundle", "--source src --output out.json", sources),
        _case("schema bundle", "--source src --output -", sources),
        _case("schema show", "db.port --schema s.json", {"s.json": SCHEMA}),
        _case("podspec", "--master-config master.yaml --task task.yaml", task),
        _case("podspec", "--master-config master.yaml --task task.yaml --explain", task),
        _case("completion", "bash", {}),
        FuzzCase("completion", ["__complete", "template", "-"], chart_files()),
        FuzzCase("completion", ["__complete", "values", "get", "v.yaml", "d"], {"v.yaml": VALUES}),
        FuzzCase("help", ["help", "diff"]),
        FuzzCase("help", ["version"]),
    ]


def _bundled_cases() -> list[FuzzCase]:
    """Those with the bundled chart, which take long: their families are drawn rarely."""
    values = {
        "v.yaml": b"maxSlotsPerPod: 4\ndetVersion: 0.38.1\n",
        "nodes.yaml": NODES,
        "jobs.yaml": JOBS,
    }
    return [
        _case("capacity", "--nodes nodes.yaml -f v.yaml", values),
        _case("capacity", "--nodes nodes.yaml --jobs jobs.yaml --output json", values),
        FuzzCase(
            "lint determined", ["lint", "v.yaml", "--nodes", "nodes.yaml", "--no-config"], values
        ),
        FuzzCase("template determined", ["template", "-f", "v.yaml"], values),
        FuzzCase(
            "podspec determined",
            ["podspec", "-f", "v.yaml", "--task", "task.yaml"],
            {**values, "task.yaml": TASK},
        ),
    ]


def cases() -> list[FuzzCase]:
    """Returns all of them."""
    return [*_chart_cases(), *_suite_cases(), *_values_cases(), *_other_cases(), *_bundled_cases()]
