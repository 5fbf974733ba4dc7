"""What mutations put into inputs: values at the edges of types, and the words of each language."""

from __future__ import annotations

SCALARS = (
    "null", "~", "true", "no", "''", "0", "-0", "-1", "1", "1e400", "-1e400", "1e-400", "0x1F", "0o17",
    "017", "1_000", ".inf", "-.inf", ".nan", "9223372036854775807", "9223372036854775808",
    "-9223372036854775809", "18446744073709551616", "9" * 40, "9" * 400, "0." + "3" * 60, "1.5", "4294967296",
    "2026-01-01", "2026-01-01T00:00:00Z", "12:30:45", "=", "<<", "*", "&", "!", "!!binary aGk=", "!!int x",
    "!!float 1", "!!str 5", "!!set {a}", "!!omap []", "!!timestamp x", "!!python/object/apply:os.system [a]",
    "[]", "{}", "[[]]", "{a: {}}", "a: b", "- a", "|\n  x", ">-\n  x", "'a''b'", '"\\u0000"', '"\\ud800"',
    '"\\x1b[31m"', '"\\e]0;x\\a"', '"\\u202e"', "100m", "1Gi", "-5Gi", "1e3Ki", "50%", "x" * 300, "\u00e9", "\U0001f600",
)  # fmt: skip
"""Scalars and small structures, as YAML writes them."""
VALUES: tuple[object, ...] = (
    None, True, False, "", 0, -1, 1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**40, 10**400, 1.5, -0.0, 1e308, 1e21,
    float("inf"), float("nan"), "a", "1", "true", "null", "\x00", "\x1b[31mred\x1b[0m", "\u202eevil", "a\n::error::b",
    "a\nb", "a: b", "{{ . }}", "${x}", "../../x", "/etc/passwd", "-", "~", "100m", "1Gi", [], {}, [None], [[]], {"a": None},
    {"": ""}, [1, "a", None], "x" * 200, "\udc80", "\ud800", "9" * 60, "##[error]x", "\x9b31m", "\u2028", "*", ".", "[0]", "$",
)  # fmt: skip
"""Values for trees."""
PIECES = (
    b"\0", b"\xff", b"\xed\xa0\x80", b"\xc3", b"\xef\xbb\xbf", b"\r\n", b"\r", b"\t", b"\x85", b"\xc2\x85", b"\xe2\x80\xa8",
    b"\x1b[31m", b"\x1b]0;x\x07", b"\xc2\x9b31m", b"\xe2\x80\xae", b"\xe2\x81\xa6", b"\x7f", b"\n::error::x\n", b"##[error]x",
    b"[" * 40, b"{" * 40, b"[" * 3000, b"{a: " * 300, b"- " * 200, b"((" * 60, b"{{", b"}}", b"{%", b"%}", b"{#", b"#}", b"---\n",
    b"...\n", b"%YAML 1.1\n", b"%TAG ! x\n", b"&a ", b"*a ", b"<<: *a\n", b"<<: [1]\n", b"? ", b": ", b"- ", b"|+\n", b">-\n", b"!!binary ",
    b"!<x> ", b"'", b'"', b"\\", b"`", b",", b"}", b"]", b"$", b"..", b"../", b"/", b"=", b"~", b"#", b" ", b"\n", b"\n\n", b"9" * 400,
    b"1e999", b"0" * 100, b"a" * 1000, b"\xf0\x9f\x98\x80", b"e\xcc\x81" * 9, b"\xf4\x90\x80\x80",
)  # fmt: skip
"""Bytes that readers trip over."""
PATCH_WORDS = (
    "$patch", "$retainKeys", "$deleteFromPrimitiveList/finalizers", "$setElementOrder/containers",
    "$setElementOrder/ports", "replace", "delete", "merge", "op", "path", "value", "from", "add", "remove", "test",
    "move", "copy", "/spec/replicas", "/data/a", "/spec/template/spec/containers/0", "/-", "/a~1b", "/~2", "/metadata",
    "target", "patch", "labelSelector", "kind", "name", "metadata",
)  # fmt: skip
SCHEMA_WORDS = (
    "$ref", "$id", "$schema", "$defs", "definitions", "$anchor", "$dynamicRef", "$recursiveRef", "allOf", "anyOf",
    "oneOf", "not", "if", "then", "else", "type", "enum", "const", "properties", "patternProperties",
    "additionalProperties", "propertyNames", "required", "dependencies", "dependentRequired", "dependentSchemas",
    "items", "prefixItems", "additionalItems", "contains", "minContains", "maxContains", "uniqueItems", "minItems",
    "maxItems", "minLength", "maxLength", "pattern", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
    "multipleOf", "minProperties", "maxProperties", "unevaluatedProperties", "unevaluatedItems", "default",
    "description", "title", "examples", "deprecated", "contentEncoding", "contentMediaType", "contentSchema",
    "#", "#/definitions/port", "#/definitions/x", "#/properties/db", "#/$defs/a", "#a", "a.json", "a.json#/x",
    "http://example.com/s.json", "https://json-schema.org/draft/2020-12/schema", "file:///etc/passwd", "urn:x:y",
    "http://json-schema.org/draft-04/schema#", "#/definitions/%25", "#/definitions/~1", "//x", "http://[::1", ":",
    "string", "integer", "number", "object", "array", "null", "boolean", "(", "^(a+)+$", "\\p{L}", "[", "(?<a>b)",
    "date-time", "ipv4", "ipv6", "uri", "regex", "email", "duration", "json-pointer", "uuid", "hostname",
)  # fmt: skip
SUITE_WORDS = (
    "suite", "tests", "it", "asserts", "set", "values", "templates", "template", "excludeTemplates", "release", "capabilities",
    "chart", "kubernetesProvider", "documentIndex", "documentSelector", "skip", "skipEmptyTemplates", "reason",
    "minimumVersion", "equal", "notEqual", "equalRaw", "greaterOrEqual", "lessOrEqual", "exists", "notExists",
    "matchRegex", "matchRegexRaw", "contains", "isKind", "isAPIVersion", "hasDocuments", "isSubset", "isNullOrEmpty",
    "failedTemplate", "containsDocument", "lengthEqual", "isType", "matchSnapshot", "matchSnapshotRaw", "notContains", "isNotNull",
    "path", "paths", "value", "pattern", "content", "any", "count", "of", "errorMessage", "errorPattern", "decodeBase64",
    "spec.containers[0]", "spec[?(@.a == 'b')].c", "a..b", "$.x", "[*]", "spec.template.spec.containers[*].name", "'a.b'",
    'metadata.labels["a/b"]', "spec[-1]", "spec[1:2]", "spec[?(", "", "global", "majorVersion", "minorVersion", "apiVersions",
    "name", "namespace", "revision", "upgrade", "scheme", "objects", "matchMany", "postRenderer", "cmd",
)  # fmt: skip
SETTING_WORDS = (
    "lint", "golden", "chart", "cases", "layout", "single", "per-template", "seed", "now", "kube-version", "ignore", "select",
    "severity", "fail-level", "error", "warning", "info", "det-version", "baseline", "values-files", "values", "context", "set",
    "set-json", "set-file", "set-literal", "release-name", "namespace", "is-upgrade", "api-versions", "include-crds", "no-hooks",
    "expect-error", "dynamic", "../x", "/x", "*", "a/b", "[", "unused-value", "default", "all", "# helmwright: allow x",
)  # fmt: skip
CHART_WORDS = (
    "apiVersion", "v1", "v2", "v3", "name", "version", "appVersion", "kubeVersion", ">=1.20", "type", "library", "application",
    "dependencies", "repository", "alias", "condition", "tags", "import-values", "child", "parent", "exports", "global", "icon",
    "keywords", "maintainers", "annotations", "deprecated", "^1", "~0", "1.x", ">1 <2 || 3", "enabled", "s.enabled", "data",
    "file://../x", "https://x", "@x", "0.1.0", "v1.2.3-a+b", "metadata", "kind", "spec", "helm.sh/hook", "pre-install",
    "helm.sh/hook-weight", "helm.sh/resource-policy", "keep", "List", "items", "generateName", "labels", "selector", "containers",
    "image", "ports", "containerPort", "env", "valueFrom", "secretKeyRef", "volumes", "replicas", "Deployment", "Secret", "stringData",
    "StatefulSet", "volumeClaimTemplates", "Service", "clusterIP", "Job", "Ingress", "rules", "CustomResourceDefinition", "ConfigMap",
)  # fmt: skip
ARGUMENTS = (
    "", "-", "--", "a", "a.b=c", "a=1,b=2", "a[0]=1", "a[99999999]=1", "a[-1]=x", "a={1,2}", "a={", "a=null", "a.b.c", "=", ",", "a\\.b=1",
    "a=\udc80", "\udcff", '{"a": 1}', 'a="\\ud800"', '{"a": "\\udc41"}', "a=" + "9" * 400, '{"a": ' + "9" * 400 + "}", "a=[" + "[" * 200, "v.yaml", "c", "./c", "../c",
    "/dev/null", "c/values.yaml", "nofile", "c/", "*", "[", "**/*.yaml", "x" * 300, "\x1b[31m", "\u202ea", "a\nb", "::error::x", "0", "1", "-1", "1e3", "99999999999999999999",
    "true", "false", "json", "yaml", "text", "raw", "markdown", "sarif", "junit", "html", "unified", "github", "gitlab", "github-summary", "never", "always", "auto",
    "2026-01-01T00:00:00Z", "2026", "1.30", "v1.28.0", "v1/Pod", "kind=Deployment", "kind=(,name=a", "labels=a in (b)", "name=a,labels=!x", "spec.replicas",
    "ConfigMap/a:data", 'metadata.annotations["checksum/*"]', "default", "all", "unused-value", "a=b=c", "error", "unused-value=info", "0.38.1", "0.12", "8,16", "4x8,2x16", "single",
)  # fmt: skip
FUNCTION_ARGUMENTS = (
    ".", "$", ".Values", ".Values.x", ".Values.db", ".Values.str", ".Values.list", ".Chart", ".Release.Name", ".Files", ".Capabilities", "nil", "true", '"a"', '""', "`b`",
    "'c'", "0", "1", "-1", "1.5", "1e400", "0x1p-2", "9223372036854775807", '"1.2.3"', '">=1"', '"(["', '"^a+$"', '"%s %d %v"', '"%!q(x=%*d"', '"2006-01-02"', '"\\x1b[31m"', '"\\xff"', '"\\ud800"',
    "(list 1 2)", '(dict "a" 1)', "(list)", "(dict)", '(index .Values "a")', "(tuple nil)", '(printf "%v" .)', "(until 5)", "now", '(include "x" .)', '(tpl "{{ . }}" .)', '(.Files.Get "a")', "$x", "..", ".a.b.c", '"a.b"',
    '(fromYaml "a: [")', '(fromJson "[" )', "(toYaml .)", '"\\u202e"', "(1)", "( list", "$.Values.a", '(repeat 100 "ab")', "(seq 1 9)",
)  # fmt: skip
JINJA = (
    "{{ a }}", "{{ a.b.c }}", "{{ env('HOME') }}", "{{ 1/0 }}", "{{ 'x' * 9 }}", "{{ [1]*9 }}", "{{ 2**70 }}", "{{ ''.__class__.__mro__ }}", "{{ a | to_yaml }}", "{{ a | to_json }}",
    "{{ '\\ud800' }}", "{{ '\\ud800' | to_yaml }}", "{{ '\\ud800' | to_json }}", "{{ range(99999999) }}", "{% for i in range(5) %}{{ i }}{% endfor %}", "{% for i in [1,[2]] recursive %}{{ loop(i) }}{% endfor %}",
    "{% include '-' %}", "{% include 'v.yaml.j2' %}", "{% include '../x' %}", "{% import 'x' as y %}", "{% extends 'x' %}", "{% set x = namespace(a=1) %}", "{% macro m(a) %}{{ m(a) }}{% endmacro %}{{ m(1) }}",
    "{% if a %}", "{% else %}", "{% endif %}", "{% raw %}", "{% endraw %}", "{# ", " #}", "{% block b %}{% endblock %}", "{% call m() %}{% endcall %}", "{% filter upper %}a{% endfilter %}", "{{ cycler(1) }}", "{{ lipsum() }}",
    "{{ dict(a=1) }}", "{{ a | default(b) | tojson | indent(4) }}", "{{ a is defined }}", "{{ a ~ b }}", "{{ (1,2)|sum }}", "{{ 'a'.format(1) }}", "{{ '%s'|format(a) }}", "{{ a|attr('b') }}", "{{ a|map('upper')|list }}",
    "{{ [3,1]|sort }}", "{{ {}|dictsort }}", "{{ 'a'|int }}", "{{ 'inf'|float|int }}", "{{ 'a'|batch(0)|list }}", "{{ [1]|slice(0)|list }}", "{{ 'a b'|wordwrap(0) }}", "{{ 9|round(400) }}", "{{ 'a'|center(99999999) }}", "{{ 'a'|truncate(-1) }}",
    "{% set a = [] %}{{ a.append(a) or a }}", "{{ x|xmlattr }}", "{{ self }}", "{{ loop }}", "{{ varargs }}", "{% with a=1 %}{% endwith %}", "{% autoescape true %}{% endautoescape %}", "{% do a %}", "{% break %}", "{{ 1 if 0 }}",
    "{{ [].pop() }}", "{{ {}['a'] }}", "{{ none.a }}", "{{ true + 1 }}", "{{ 'a' < 1 }}", "{{ 0x10 }}", "{{ 1e999 }}", "{{ " + "9" * 400 + " }}", "{{ " + "(" * 150 + "1" + ")" * 150 + " }}", "{{ 'a'|groupby('x') }}", "{{ [1,2]|random }}",
    "{{ '{a: ' | from_yaml }}", "{{ '[1' | from_json }}", "{{ fail('x') }}", "{{ required('x', a) }}", "{{ a | b64encode }}", "{{ 'a' | b64decode }}", "{{ a | quote }}", "{{ 'a' | regex_replace('(', 'b') }}", "{{ undefined_function() }}",
)  # fmt: skip
