"""``helmwright compat`` as a user calls it."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from tests.cli.command import helmwright, write, write_chart

from helmwright.compat.report.json_data import schema_text

_PLAIN = {"templates/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n"}
_NULL = {
    "values.yaml": "m:\n  x: null\n",
    "templates/a.yaml": (
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n"
        '  a: {{ hasKey .Values.m "x" | quote }}\n'
    ),
}
_TWICE = {
    "templates/a.yaml": (
        "apiVersion: v1\nkind: Service\nmetadata:\n  name: s\nspec:\n"
        "  ports:\n    - port: 80\n    - port: 80\n"
    )
}


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_chart_that_stays_the_same_is_fine() -> None:
    write_chart(Path(), _PLAIN)

    done = helmwright("compat", "c")

    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "3.21.4 → 4.2.4: 1 object, none differs; bytes differ in 1 document (blank lines)\n\n1 note\n"
    )


def test_a_null_is_named_with_its_place() -> None:
    write_chart(Path(), _NULL)

    done = helmwright("compat", "web", "c", "-n", "prod")

    assert done.code == 1
    assert done.out == (
        "3.21.4 → 4.2.4: 1 object, 1 differs; bytes differ in 1 document\n\n"
        "~ ConfigMap a  c/templates/a.yaml:1\n"
        "  data.a: true → false  null-dropped  c/values.yaml:2:6  m.x\n\n"
        "1 warning\n"
    )


def test_a_default_that_returns_says_where_to_set_it() -> None:
    write_chart(
        Path(),
        {
            "values.yaml": "sub:\n  x: null\n",
            "charts/sub/Chart.yaml": "apiVersion: v2\nname: sub\nversion: 0.1.0\n",
            "charts/sub/values.yaml": "x: 1\n",
            "charts/sub/templates/a.yaml": (
                "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  {{- with .Values.x }}\n"
                "  a: {{ . | quote }}\n  {{- end }}\n"
            ),
        },
    )
    write(Path(), {"prod.yaml": "other: 1\n"})

    done = helmwright("compat", "c", "-f", "prod.yaml")

    assert "subchart-default-returns  c/values.yaml:2:6  sub.x" in done.out
    assert "= fix: set it in prod.yaml (sub.x: null); a null of a chart's own" in done.out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 1),
        (("--fail-level", "error"), 0),
        (("--fail-level", "never"), 0),
        (("--allow", "null-dropped"), 0),
        (("--allow", "rendering"), 0),
        (("--allow", "blank-lines"), 1),
        (("--fail-level", "info", "--allow", "null-dropped"), 0),
        (("--from", "4"), 0),
        (("--from", "3.14.4"), 1),
        (("--to", "4.1"), 0),
    ],
)
def test_exit_codes_are_for_ci(arguments: tuple[str, ...], code: int) -> None:
    write_chart(Path(), _NULL)

    assert helmwright("compat", "c", *arguments).code == code


def test_a_refusal_is_an_error() -> None:
    write_chart(Path(), _TWICE)

    done = helmwright("compat", "c", "--fail-level", "error")

    assert done.code == 1
    assert (
        "at upgrade\n! apply-duplicate-key  c/templates/a.yaml:8:1\n"
        '    Service default/s: .spec.ports: duplicate entries for key [port=80,protocol="TCP"]\n'
    ).replace(":8:1", ":8") in done.out


def test_settings_say_what_is_allowed() -> None:
    write_chart(Path(), _NULL)
    write(Path(), {".helmwright.yaml": "compat:\n  allow: [null-dropped]\n  from: 3.20\n"})

    done = helmwright("compat", "c")

    assert (done.code, done.out.splitlines()[0].split(":")[0]) == (0, "3.20.2 → 4.2.4")
    assert "; 1 allowed" in done.out
    assert helmwright("compat", "c", "--no-config").code == 1


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("values.yaml", "m:\n  # helmwright: allow null-dropped nobody asks\n  x: null\n"),
        (
            "templates/a.yaml",
            "{{/* helmwright: allow-file null-dropped nobody asks */}}\n"
            + _NULL["templates/a.yaml"],
        ),
    ],
)
def test_comments_allow_findings(file: str, text: str) -> None:
    write_chart(Path(), {**_NULL, file: text})

    done = helmwright("compat", "c", "--format", "json")

    found = json.loads(done.out)
    assert done.code == 0
    assert [(one["id"], one["reason"]) for one in found["allowed"]] == [
        ("null-dropped", "nobody asks")
    ]


def test_the_linter_knows_such_comments() -> None:
    text = "m:\n  # helmwright: allow null-dropped nobody asks\n  x: null\n"
    write_chart(Path(), {**_NULL, "values.yaml": text})

    done = helmwright("lint", "c", "--select", "suppression-unknown-rule,suppression-unused")

    assert done.out == "no findings\n"


def test_scripts_are_looked_at_with_a_chart_and_without() -> None:
    write_chart(Path(), _PLAIN)
    write(Path(), {"deploy.sh": "helm upgrade web . --recreate-pods\n"})

    alone = helmwright("compat", "--commands", "deploy.sh")
    both = helmwright("compat", "c", "--commands", "deploy.sh")

    assert (alone.code, both.code) == (1, 1)
    assert alone.out == (
        "3.21.4 → 4.2.4\n\ncommands\n! flag-gone  deploy.sh:1:20\n"
        "    Helm 4 has no --recreate-pods for 'helm upgrade': it stops with 'unknown flag'\n"
        "    = fix: leave it out\n\n1 error\n"
    )
    assert both.out.startswith("3.21.4 → 4.2.4: 1 object, none differs")
    assert "! flag-gone  deploy.sh:1:20" in both.out


def test_a_comment_allows_a_command() -> None:
    write(
        Path(),
        {"deploy.sh": "helm ls -a # helmwright: allow flag-gone only Helm 3 runs it\n"},
    )

    assert helmwright("compat", "--commands", "deploy.sh").code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--from", "2"), "--from 2: eras begin with 3.12"),
        (("--from", "abc"), "--from abc: is no version of Helm; known: 3.12"),
        (("--to", "5"), "--to 5: is no version of Helm"),
        (("--allow", "nul-dropped"), 'did you mean "null-dropped"?'),
        (
            ("--format", "xml"),
            '--format is one of text, json, markdown, html, sarif, junit, not "xml"',
        ),
        (("--fail-level", "bad"), '--fail-level: one of error, warning, info, never, not "bad"'),
        (("--commands",), "--commands: name the files, such as deploy.sh Makefile"),
        (("d", "e"), "unexpected arguments"),
        (("--explain", "nul-dropped"), "take no arguments"),
        (("--config", "x.yaml", "--no-config"), "exclude each other"),
    ],
)
def test_what_cannot_be_meant_is_usage(arguments: tuple[str, ...], message: str) -> None:
    write_chart(Path(), _PLAIN)

    done = helmwright("compat", "c", *arguments)

    assert done.code == 64
    assert message in done.err


def test_a_patch_that_is_not_known_is_noted() -> None:
    write_chart(Path(), _PLAIN)

    done = helmwright("compat", "c", "--from", "3.21.9")

    assert (done.code, done.err) == (
        0,
        "--from 3.21.9: this patch is not known, taken as 3.21.4\n",
    )


@pytest.mark.parametrize(
    ("template", "before", "after", "finding"),
    [
        ('{{ mustToYaml "x" }}', 'function "mustToYaml" not defined', "", "missing-function"),
        (
            "{{ .Chart.Metadata.Name }}",
            "",
            "nil pointer evaluating interface {}.Name",
            "chart-object",
        ),
    ],
)
def test_a_chart_that_one_renders_tells_the_other_ones_error(
    template: str, before: str, after: str, finding: str
) -> None:
    write_chart(
        Path(), {"templates/a.yaml": f"{_PLAIN['templates/a.yaml']}data:\n  a: {template}\n"}
    )

    done = helmwright("compat", "c")

    assert done.code == 1
    assert f"renders with {'4.2.4' if before else '3.21.4'} only" in done.out
    assert (before or after) in done.out
    assert "c/templates/a.yaml:6" in done.out
    found = json.loads(helmwright("compat", "c", "--format", "json").out)
    assert finding in [one["id"] for one in found["findings"]]
    assert (found["failures"]["from"] is None) is not (found["failures"]["to"] is None)


def test_a_chart_that_neither_renders_is_told_once() -> None:
    write_chart(Path(), {"templates/a.yaml": '{{ fail "no" }}\n'})

    done = helmwright("compat", "c")

    assert done.code == 1
    assert done.out.count("execution error at (c/templates/a.yaml:1:3): no") == 1
    assert done.out.startswith("3.21.4 → 4.2.4: the chart renders with neither")


def test_a_chart_of_version_3_is_for_helm_3_only() -> None:
    write_chart(Path(), {"Chart.yaml": "apiVersion: v3\nname: c\nversion: 0.1.0\n", **_PLAIN})

    found = json.loads(helmwright("compat", "c", "--format", "json").out)

    assert "invalid chart apiVersion" in found["failures"]["to"]["message"]
    assert [one["id"] for one in found["findings"]] == ["chart-format"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"helm\0", "Error: x.sh is no text: it has a NUL byte\n"),
        (b"#" * (4 << 20) + b"#", "Error: x.sh is larger than the maximum file size 4194304\n"),
    ],
)
def test_a_script_that_is_none_is_refused(data: bytes, message: str) -> None:
    Path("x.sh").write_bytes(data)

    done = helmwright("compat", "--commands", "x.sh")

    assert (done.code, done.out, done.err) == (1, "", message)


def test_live_objects_without_owners_are_noted_and_the_rest_goes_on() -> None:
    write_chart(Path(), _PLAIN)
    write(Path(), {"live.yaml": f"{_PLAIN['templates/a.yaml']}  namespace: default\n"})

    done = helmwright("compat", "c", "--live", "live.yaml")

    assert done.code == 0
    assert "note: 1 object of --live without managedFields" in done.out


def _release(manifest: str, method: str) -> str:
    data = {
        "name": "web",
        "namespace": "prod",
        "version": 3,
        "info": {"status": "deployed"},
        "chart": {"metadata": {"name": "c"}},
        "config": {"m": {"y": 1}},
        "manifest": manifest,
        "apply_method": method,
    }
    payload = base64.b64encode(gzip.compress(json.dumps(data).encode()))
    return json.dumps(
        {
            "apiVersion": "v1",
            "kind": "Secret",
            "metadata": {"name": "sh.helm.release.v1.web.v3"},
            "data": {"release": base64.b64encode(payload).decode()},
        }
    )


def test_a_release_brings_name_namespace_and_values() -> None:
    template = _NULL["templates/a.yaml"].replace(
        "  name: a", "  name: {{ .Release.Name }}\n  namespace: {{ .Release.Namespace }}"
    )
    write_chart(Path(), {**_NULL, "templates/a.yaml": template})
    write(Path(), {"release.json": _release("", "")})

    done = helmwright("compat", "c", "--release", "release.json")

    assert "~ ConfigMap prod/web " in done.out
    assert "release-client-side" in done.out
    assert "release web revision 3 was applied by the client" in done.out


def test_roles_for_wait_are_printed_alone() -> None:
    write_chart(Path(), _PLAIN)

    done = helmwright("compat", "web", "c", "-n", "prod", "--print-role")

    assert done.code == 0
    assert done.out == (
        "---\napiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: web-wait\n"
        '  namespace: prod\nrules:\n- apiGroups:\n  - ""\n  resources:\n  - configmaps\n  verbs:\n'
        "  - get\n  - list\n  - watch\n"
    )


_SECRET = {
    "values.yaml": "password: correct-horse-battery\nm:\n  x: null\n",
    "templates/a.yaml": (
        "apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\nstringData:\n"
        '  password: {{ .Values.password }}-{{ hasKey .Values.m "x" }}\n'
        "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: m\ndata:\n"
        '  url: https://u:{{ .Values.password }}@{{ hasKey .Values.m "x" }}/\n'
    ),
}


@pytest.mark.parametrize("form", ["text", "json", "markdown", "html", "sarif", "junit"])
def test_secrets_are_in_no_report(form: str) -> None:
    write_chart(Path(), _SECRET)

    hidden = helmwright("compat", "c", "--format", form)
    shown = helmwright("compat", "c", "--format", form, "--show-secrets")

    assert "correct-horse" not in hidden.out + hidden.err
    assert "correct-horse" in shown.out


def test_json_is_as_its_schema_says() -> None:
    write_chart(Path(), {**_NULL, "templates/b.yaml": _TWICE["templates/a.yaml"]})
    write(Path(), {"deploy.sh": "helm list -a\n"})

    done = helmwright("compat", "c", "--commands", "deploy.sh", "--format", "json")

    schema = json.loads(schema_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    found = json.loads(done.out)
    jsonschema.validate(found, schema)
    assert helmwright("compat", "--print-schema").out == schema_text()
    assert [one["id"] for one in found["findings"]] == [
        "blank-lines",
        "apply-duplicate-key",
        "null-dropped",
        "flag-gone",
    ]
    ((change,),) = [one["changes"] for one in found["differences"]]
    assert (change["field"], change["before"], change["after"]) == ("data.a", "true", "false")
    assert (change["cause"]["value"], change["cause"]["at"]["line"]) == ("m.x", 2)


def test_sarif_and_junit_have_the_findings() -> None:
    write_chart(Path(), _NULL)

    sarif = json.loads(helmwright("compat", "c", "--format", "sarif").out)
    junit = ET.fromstring(helmwright("compat", "c", "--format", "junit").out)  # noqa: S314 - our own

    (run,) = sarif["runs"]
    assert [one["ruleId"] for one in run["results"]] == ["null-dropped"]
    assert [one["id"] for one in run["tool"]["driver"]["rules"]] == ["null-dropped"]
    assert junit.attrib["name"] == "helmwright compat"
    assert junit.attrib["failures"] == "1"


def test_markdown_is_a_table() -> None:
    write_chart(Path(), _NULL)

    done = helmwright("compat", "c", "--format", "markdown")

    assert (
        "| ConfigMap a<br>`c/templates/a.yaml:1` | `data.a` | true | false | "
        "`null-dropped`<br>`c/values.yaml:2` m.x |"
    ) in done.out


def test_html_is_one_page_without_a_stranger() -> None:
    write_chart(Path(), {**_NULL, "values.yaml": "m:\n  x: null\n  '<b>': 1\n"})

    done = helmwright("compat", "c", "--format", "html")

    tags = set(re.findall(r"<([a-z0-9]+)", done.out))
    assert {"script", "link", "img", "b"}.isdisjoint(tags)
    assert "data.a" in done.out


def test_several_forms_go_to_files() -> None:
    write_chart(Path(), _PLAIN)

    done = helmwright(
        "compat", "c", "--format", "json", "-o", "a.json", "--format", "text", "-o", "-"
    )

    assert json.loads(Path("a.json").read_text())["ok"] is True
    assert done.out.startswith("3.21.4 → 4.2.4")


def test_findings_are_listed_and_explained() -> None:
    assert "  null-dropped " in helmwright("compat", "--list-findings").out
    explained = helmwright("compat", "--explain", "apply-conflict").out
    assert explained.startswith(
        "apply-conflict (error)\n\nA field has another owner in the cluster."
    )
    assert helmwright("compat", "--explain", "replicas-beside-autoscaler").code == 0


def test_random_values_and_the_time_differ_in_nothing() -> None:
    template = f"{_PLAIN['templates/a.yaml']}data:\n  a: {{{{ randAlphaNum 12 }}}}-{{{{ now }}}}\n"
    write_chart(Path(), {"templates/a.yaml": template})

    assert helmwright("compat", "c").code == 0


def test_a_flag_that_one_refuses_is_a_failure_of_that_one() -> None:
    write_chart(Path(), _PLAIN)

    done = helmwright("compat", "c", "--set", "a[=1", "--format", "json")

    found = json.loads(done.out)
    assert done.code == 1
    assert found["failures"]["from"]["message"].startswith("failed parsing --set data")
    assert "open-index" in [one["id"] for one in found["findings"]]
