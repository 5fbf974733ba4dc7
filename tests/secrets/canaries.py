"""A hundred secrets of all forms, a project that has them everywhere, and how to see one leak."""

from __future__ import annotations

import json
from base64 import b32encode, b64encode
from typing import TYPE_CHECKING

from tests.cli.command import write

if TYPE_CHECKING:
    from pathlib import Path

NAMES = (  # noqa: SIM905 - words
    "password adminPassword admin_password smtpPass db-pass PGPASSWORD mysqlpass pwd passphrase"
    " userPasswd monitoringPasscode pasword passwrod secret jwtSecret webhook_secret clientsecret"
    " cookieSecret consumerSecret turnSharedSecret token secretToken auth-token VAULT_TOKEN"
    " refreshToken runnerToken tokne apiKey api_key APIKEY fernetKey masterkey licenseKey"
    " secretKey secret_access_key accessKey privateKey signingKey encryptionKey accountKey"
    " sessionKey sshKey SECRET_KEY_BASE credentials awsCredentials creds connectionString"
    " erlangCookie salt dsn basicAuth credentails sercet registryAuth"
).split()
_FORMS = (
    "cnry{0}Xk9vQ2{1}",
    "cnry-{0}-{1}-q7Z",
    "Cnry_{0}!Zz%{1}",
    "cnry{0}/w+{1}Q==",
    "{1}cnry.{0}.Hh3",
    "cn'ry{0}\"w{1}\\k",
    "CNRY{0}WQ{1}",
    "cnry {0} of {1}x words",
    "9{0}4711{1}08150",
)


def _number(at: int) -> tuple[str, str]:
    """Return two texts that no other canary has."""
    return f"{at * 7919 % 9973:04d}", f"{at * 6367 % 9949:04d}"


NAMED = {name: _FORMS[at % len(_FORMS)].format(*_number(at)) for at, name in enumerate(NAMES)}
"""Secrets that are known by the names of their keys."""
TOKENS = (
    "ghp_" + "cnry0123456789abcdefghij" + "KLMNOPQRSTUV",
    "glpat-" + "cnry9876543210abcdefg",
    "xoxb-" + "1234567890-cnryabcdef",
    "AKIA" + "CNRY0123456789AB",
    "AIza" + "cnry" + "0123456789abcdefghijklmnopqrstu",
    "npm_" + "cnry" + "abcdefghijklmnopqrstuvwxyz012345",
    "hvs." + "cnryABCDEFGHIJKLMNOPQRSTUV",
    "sk_live_" + "cnry0123456789abcdef",
    "dckr_pat_" + "cnry0123456789abcdefgh",
    "eyJcnryaaaaaaaa" + ".eyJcnrybbbbbbbb" + ".cnrycccccccccccccccc",
    "$2a$10$" + "cnry" + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW",
)
"""Secrets that are known wherever they stand."""
ADDRESSED = tuple(f"cnry{at}adr{at * 37 % 101:03d}Pw" for at in range(12))
"""Passwords in addresses."""
VARIABLES = {f"WEB{at}_PASSWORD": f"cnry{at}env{at * 53 % 97:02d}Zq" for at in range(12)}
MARKED = {f"field{at}": f"cnry{at}mrk{at * 59 % 89:02d}Yw" for at in range(6)}
"""Secrets that the schema of the chart marks."""
LISTED = tuple(f"cnry{at}lst{at * 61 % 83:02d}Vt" for at in range(6))
CANARIES = (
    *NAMED.values(),
    *TOKENS,
    *ADDRESSED,
    *VARIABLES.values(),
    *MARKED.values(),
    *LISTED,
)


def values() -> dict[str, object]:
    """Return values that have every canary."""
    return {
        **NAMED,
        "links": [f"https://user:{one}@host{at}.example/x" for at, one in enumerate(ADDRESSED)],
        "env": [{"name": name, "value": value} for name, value in VARIABLES.items()],
        "marked": dict(MARKED),
        "tokens": list(LISTED),
        "texts": list(TOKENS),
    }


SCHEMA = {
    "properties": {
        "marked": {"additionalProperties": {"x-secret": True, "type": "string"}},
        "mode": {"type": "string"},
    }
}
FAILURES = {
    "fail": '{{ fail (printf "bad %s" .Values.password) }}',
    "fail-all": "{{ fail (toJson .Values) }}",
    "go-map": '{{ fail (printf "%v" .Values) }}',
    "go-syntax": '{{ fail (printf "%#v %q" .Values .Values.secret) }}',
    "yaml": "{{ fail (toYaml .Values) }}",
    "required": "{{ required (print .Values.jwtSecret) .Values.nothing }}",
    "field-of-text": "{{ .Values.password.field }}",
    "field-of-secret": "{{ .Values.jwtSecret.a.b }}",
    "index": '{{ index .Values.password "x" }}',
    "int-of-text": "{{ add1 (atoi .Values.apiKey) }}{{ fail .Values.apiKey }}",
    "time": '{{ fail (print (mustToDate "2006-01-02" .Values.jwtSecret)) }}',
    "regex": '{{ mustRegexMatch (print "(" .Values.token) "x" }}',
    "include": "{{ include .Values.password . }}",
    "tpl": '{{ tpl (print "{{" .Values.secret) . }}',
    "base64": "{{ fail (b64enc .Values.password) }}",
    "hex": "{{ fail (b32enc .Values.password) }}",
    "digest": "{{ fail (sha256sum .Values.password) }}",
    "upper": "{{ fail (upper .Values.jwtSecret) }}",
    "cut": "{{ fail (trunc 11 .Values.token) }}",
    "json": "{{ fail (fromJson .Values.password).Error }}",
    "manifest": "a: {{ .Values.password }}: {{ .Values.secret }}\n b: *{{ .Values.apiKey }}",
    "key": "{{ .Values.password | quote }}: 1\nkind: A\nmetadata: [{{ .Values.secret }}",
    "semver": "{{ semver .Values.jwtSecret }}",
    "list": '{{ fail (join ", " .Values.tokens) }}',
    "env": "{{ range .Values.env }}{{ fail (print .name .value) }}{{ end }}",
    "link": "{{ fail (index .Values.links 3) }}",
    "marked": "{{ fail .Values.marked.field2 }}",
    "form": "{{ fail (index .Values.texts 4) }}",
}
"""Templates that fail with a secret in the message, by the value that turns them on."""
_OBJECTS = """\
{{- if eq .Values.mode "render" }}
apiVersion: v1
kind: Secret
metadata: {name: web}
stringData:
  {{- range $k, $v := omit .Values "links" "env" "marked" "tokens" "texts" "mode" "count" "global" }}
  {{ $k }}: {{ $v | quote }}
  {{- end }}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
  annotations: {checksum/secret: {{ toJson .Values.env | sha256sum }}, n: {{ .Values.count | quote }}}
data:
  all.json: {{ toJson .Values | quote }}
  all.yaml: |
    {{- toYaml .Values | nindent 4 }}
  encoded: {{ toJson .Values | b64enc }}
  base32: {{ .Values.jwtSecret | b32enc | quote }}
  title: {{ .Values.password | title | quote }}
  cut: {{ .Values.token | trunc 10 | quote }}
  digest: {{ .Values.apiKey | sha256sum }}
  changed: {{ .Values.fernetKey | replace "-" "_" | quote }}
  pieces: {{ splitList "-" .Values.adminPassword | toJson }}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: {{ .Values.count }}
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec:
      containers:
        - name: web
          image: web:1
          args: ["--password", {{ .Values.password | quote }}, "--x={{ .Values.token }}"]
          env:
            {{- toYaml .Values.env | nindent 12 }}
{{- end }}
"""


def project(root: Path) -> None:
    """Writes a chart, values files, suites, cases and patches that have the canaries."""
    all_values = values()
    text = json.dumps(all_values, indent=1)
    broken = "\n".join(f"{name} {value}" for name, value in NAMED.items())
    modes = "".join(
        f'{{{{ if eq .Values.mode "{mode}" }}}}{template}{{{{ end }}}}\n'
        for mode, template in FAILURES.items()
    )
    write(
        root,
        {
            "c/Chart.yaml": "apiVersion: v2\nname: c\nversion: 0.1.0\nicon: https://x/y.png\n"
            f"annotations: {{apiKey: {json.dumps(NAMED['apiKey'])}}}\n",
            "c/values.yaml": json.dumps({**_blank(all_values), "mode": "render", "count": 1}),
            "c/values.schema.json": json.dumps(SCHEMA),
            "c/templates/objects.yaml": _OBJECTS,
            "c/templates/failures.yaml": modes,
            "c/tests/web_test.yaml": "suite: s\ntemplates: [templates/objects.yaml]\ntests:\n"
            f"- it: t\n  documentIndex: 1\n  set: {text.replace(chr(10), ' ')}\n  asserts:\n"
            "  - equal: {path: data.cut, value: other}\n  - matchSnapshot: {}\n",
            "own/Chart.yaml": "apiVersion: v2\nname: own\nversion: 0.1.0\n",
            "own/values.yaml": text,
            "own/values.schema.json": json.dumps(SCHEMA),
            "own/templates/a.yaml": "{{ fail (toJson .Values) }}\n",
            "s.yaml": text,
            "t.yaml": json.dumps({**all_values, **{name: "other-" + name for name in NAMED}}),
            "broken.yaml": broken,
            "tag.yaml": "".join(f"{name}: *{value}\n" for name, value in NAMED.items()),
            "list.yaml": f"- {text}\n".replace("\n", " "),
            "j.yaml.j2": text + "\n{% set x = nothing.at.all %}{{ x }}\n",
            "k.yaml.j2": "password: {{ '" + NAMED["APIKEY"] + "' | no_such_filter }}\n",
            "patch.yaml": json.dumps(
                {
                    "kind": "Secret",
                    "apiVersion": "v1",
                    "metadata": {"name": "web"},
                    "stringData": {**NAMED, "x": 5},
                }
            ),
            "bad-patch.yaml": f"kind: Secret\nstringData: *{NAMED['token']}\n",
            "release.yaml": json.dumps(
                {"kind": "Secret", "data": {"release": b64encode(text.encode()).decode()}}
            ),
            "old.yaml": f"kind: Secret\nmetadata: {{name: web}}\nstringData: {text}\n".replace(
                "\n ", " "
            ),
            "kubeconfig": f"users: [{{name: a, user: {{token: *{NAMED['token']}}}}}]\n",
            "settings/.helmwright.yaml": f"lint: {{password: {json.dumps(NAMED['password'])}}}\n",
        },
    )


def _blank(values: dict[str, object]) -> dict[str, object]:
    return {name: "" if type(value) is str else value for name, value in values.items()} | {
        "links": [],
        "env": [],
        "marked": {},
        "tokens": [],
        "texts": [],
    }


def ways(secret: str) -> set[str]:
    """Returns how a secret may be written, made without the code that is tested."""
    data = secret.encode()
    found = {secret, secret.upper(), secret.lower(), secret[::-1], json.dumps(secret)[1:-1]}
    found |= {data.hex(), b32encode(data).decode().rstrip("=")[:-2]}
    for before in range(3):
        inner = b64encode(b"\0" * before + data + b"\0\0").decode()
        found.add(inner[4 if before else 0 : (before + len(data)) // 3 * 4])
    half = max(8, len(secret) // 2 + 1)
    found |= {secret[at : at + half] for at in range(len(secret) - half + 1)}
    return {one for one in found if len(one) >= 8}


WAYS = {way: secret for secret in CANARIES for way in ways(secret)}


def leaks(text: str) -> set[str]:
    """Returns the canaries that a text shows."""
    starts = {text[at : at + 8] for at in range(len(text) - 7)}
    return {secret for way, secret in WAYS.items() if way[:8] in starts and way in text}
