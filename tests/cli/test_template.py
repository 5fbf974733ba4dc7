"""``helmwright template``; texts are those of helm 4.2.4 for the same command lines."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import CHART, helmwright, write, write_chart

from helmwright.base.resources import chart_directory

if TYPE_CHECKING:
    from pathlib import Path

HEADER = "---\n# Source: c/templates/a.yaml\n"
HINT = "\n\nUse --debug flag to render out invalid YAML"


def test_prints_what_helm_prints(place: Path) -> None:
    write_chart(place)
    assert helmwright("template", "demo", "c") == (
        0,
        HEADER + 'kind: A\nv: {"a":1}\nn: demo\n',
        "",
    )


def test_renders_the_bundled_chart_if_no_chart_is_named() -> None:
    values = f"{chart_directory()}/examples/minimal.yaml"
    code, out, err = helmwright("template", "-f", values)
    assert (code, err) == (0, "")
    assert "\n# Source: determined/templates/master-config.yaml\n" in out


def test_merges_values_in_helms_order(place: Path) -> None:
    write_chart(place)
    write(place, {"v.yaml": "a: 2\nb: 2\nc: 2\n"})
    arguments = ("--set", "b=4", "--set-json", "b=3,c=3", "-f", "v.yaml", "-f", "-")
    _, out, _ = helmwright("template", "c", *arguments, stdin=b"a: stdin\n")
    assert '{"a":"stdin","b":4,"c":3}' in out


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["n", "c", "x", "y"], "expected at most two arguments, unexpected arguments: x, y"),
        (["-g", "n", "c"], "cannot set --generate-name and also specify a name"),
        (
            ["--name-template", "x", "n", "c"],
            "cannot set --name-template and also specify a name",
        ),
        (["c", "--dry-run=none"], 'invalid dry-run value ("none"). Must be "server" or "client"'),
        (
            ["c", "--dry-run="],
            'invalid dry-run value (""). Must be "none", "server", or "client"',
        ),
        (
            ["c", "--force", "--force-conflicts"],
            "if any flags in the group [force force-conflicts] are set none of the others can be; [force force-conflicts] were all set",
        ),
        (
            ["c", "--validate", "--dry-run"],
            "if any flags in the group [validate dry-run] are set none of the others can be; [dry-run validate] were all set",
        ),
        (
            ["c", "--kube-version", "x"],
            "invalid kube version 'x': could not parse \"x\" as version",
        ),
        (
            ["c", "-l", "owner=me"],
            "user supplied labels contains system reserved label name. System labels: [name owner status version createdAt modifiedAt]",
        ),
    ],
)
def test_wrong_usage_ends_with_64(place: Path, arguments: list[str], error: str) -> None:
    write_chart(place)
    code, out, err = helmwright("template", *arguments)
    assert (code, out) == (64, "")
    assert err.endswith(f"Error: {error}\n")


def test_refuses_post_renderers(place: Path) -> None:
    write_chart(place)
    code, out, err = helmwright("template", "c", "--post-renderer=x")
    assert (code, out) == (64, "")
    assert " is not supported: " in err


@pytest.mark.parametrize("argument", ["--validate", "--dry-run=server"])
def test_a_cluster_needs_a_package(
    place: Path, argument: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_chart(place)
    monkeypatch.setitem(sys.modules, "kubernetes", None)
    monkeypatch.setitem(sys.modules, "kubernetes.client", None)
    code, out, err = helmwright("template", "c", argument)
    name = argument.partition(" ")[0]
    assert (code, out) == (64, "")
    assert err.endswith(
        f"Error: {name} needs the package kubernetes: pip install 'helmwright[cluster]'\n"
    )


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--kube-context", "nope"], 'context "nope" does not exist'),
        (["--kubeconfig", "nope"], "stat nope: no such file or directory"),
        (
            ["--kubeconfig", "broken"],
            'error loading config file "broken": yaml: line 1: did not find expected node content',
        ),
    ],
)
def test_a_configuration_that_cannot_work_is_told_as_helm_tells_it(
    place: Path, arguments: list[str], problem: str
) -> None:
    write_chart(place)
    write(place, {"broken": "a: ["})
    code, out, err = helmwright("template", "c", "--dry-run=server", *arguments)
    text = f"cluster reachability check failed: kubernetes cluster unreachable: {problem}"
    assert (code, out) == (1, "")
    assert err.endswith(f"\nError: {text}\n")
    assert err.startswith('level=ERROR msg="cluster reachability check failed: ')


def test_no_server_is_asked_while_offline(place: Path) -> None:
    write_chart(place)
    code, _, err = helmwright("template", "c", "--dry-run=server", "--offline")
    assert code == 64
    assert err == "Error: --dry-run=server asks a cluster, and --offline asks no server\n"


def test_a_bad_name_is_logged_as_helm_logs_it(place: Path) -> None:
    write_chart(place)
    reason = "invalid release name, must match regex ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$ and the length must not be longer than 53"
    logged = reason.replace("\\", "\\\\")
    assert helmwright("template", "A", "c").err == (
        f'level=ERROR msg="release name check failed" error="release name \\"A\\": {logged}"\n'
        f'Error: release name check failed: release name "A": {reason}\n'
    )


@pytest.mark.parametrize(
    ("argument", "warning"),
    [
        ("--dry-run", "--dry-run is deprecated and should be replaced with '--dry-run=client'"),
        (
            "--dry-run=t",
            "boolean '--dry-run=t' flag is deprecated and must be replaced with '--dry-run=client'",
        ),
    ],
)
def test_warns_of_dry_run_as_a_switch(place: Path, argument: str, warning: str) -> None:
    write_chart(place)
    code, _, err = helmwright("template", "c", argument)
    assert (code, err) == (0, f'level=WARN msg="{warning}"\n')


def test_a_missing_chart_is_found_out_before_values_are_read() -> None:
    assert (
        helmwright("template", "./nope", "-f", "nope.yaml").err
        == 'Error: path "./nope" not found\n'
    )


def test_names_the_place_before_helms_text(place: Path) -> None:
    write_chart(place, {"templates/a.yaml": "kind: A\nv: {{ .Values.q.r }}\n"})
    assert helmwright("template", "c") == (
        1,
        "",
        (
            "c/templates/a.yaml:2:14:\n"
            "Error: c/templates/a.yaml:2:13\n"
            '  executing "c/templates/a.yaml" at <.Values.q.r>:\n'
            f"    nil pointer evaluating interface {{}}.r{HINT}\n"
        ),
    )


def test_debug_names_the_templates_that_were_running(place: Path) -> None:
    helpers = '{{ define "x" }}\n\n{{ fail "deep" }}{{ end }}'
    write_chart(
        place,
        {"templates/a.yaml": 'a: 1\nb: {{ include "x" . }}\n', "templates/_h.tpl": helpers},
    )
    assert helmwright("template", "c", "--debug") == (
        1,
        "\n",
        (
            "c/templates/_h.tpl:3:4:\n"
            "Error: execution error at (c/templates/a.yaml:2:6): deep\n"
            "Templates that were running:\n"
            '  c/templates/a.yaml:2:7: "c/templates/a.yaml" at <include "x" .>\n'
            '  c/templates/_h.tpl:3:4: "x" at <fail "deep">\n'
        ),
    )


def test_debug_prints_what_is_no_yaml(place: Path) -> None:
    write_chart(place, {"templates/a.yaml": "a: [\n", "templates/b.yaml": "kind: B\n"})
    code, out, err = helmwright("template", "c", "--debug")
    assert (code, out) == (1, f"{HEADER}a: [\n\n---\n# Source: c/templates/b.yaml\nkind: B\n")
    assert err == (
        "Error: YAML parse error on c/templates/a.yaml: error converting YAML to JSON: "
        "yaml: line 1: did not find expected node content\n"
    )
    assert helmwright("template", "c").out == ""


def test_debug_may_come_from_the_environment(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_chart(place, {"templates/a.yaml": "a: [\n"})
    monkeypatch.setenv("HELM_DEBUG", "true")
    assert helmwright("template", "c").out == f"{HEADER}a: [\n"
    assert helmwright("template", "c", "--debug=false").out == ""


def test_seed_and_now_make_the_output_repeat(place: Path) -> None:
    write_chart(place, {"templates/a.yaml": 'a: {{ uuidv4 }} {{ now | date "2006" }}\n'})
    runs = [
        helmwright("template", "c", "--seed", "1", "--now", "2031-01-01T00:00:00Z")
        for _ in range(2)
    ]
    assert runs[0] == runs[1]
    assert runs[0].out.endswith(" 2031\n")
    other = helmwright("template", "c", "--seed", "2", "--now", "2031-01-01T00:00:00Z")
    assert other.out != runs[0].out


def test_now_must_be_a_time(place: Path) -> None:
    write_chart(place)
    code, _, err = helmwright("template", "c", "--now", "yesterday")
    assert code == 64
    assert err.startswith("Error: --now must be a time as RFC 3339: ")


def test_missing_dependencies_and_libraries_are_refused(place: Path) -> None:
    write_chart(place, {"Chart.yaml": CHART + "dependencies:\n- name: x\n- name: z\n"})
    assert helmwright("template", "c").err == (
        "Error: an error occurred while checking for chart dependencies. You may need to run "
        "'helm dependency build' to fetch missing dependencies: found in Chart.yaml, but missing "
        "in charts/ directory: x, z\n"
    )
    write_chart(place, {"Chart.yaml": CHART + "type: library\n"})
    assert helmwright("template", "c").err == "Error: library charts are not installable\n"


def test_warns_of_a_deprecated_chart(place: Path) -> None:
    write_chart(place, {"Chart.yaml": CHART + "deprecated: true\n"})
    assert helmwright("template", "c").err == 'level=WARN msg="this chart is deprecated"\n'


def test_a_schema_is_held_against_the_values_unless_skipped(place: Path) -> None:
    write_chart(place, {"values.schema.json": '{"properties": {"a": {"type": "string"}}}'})
    assert helmwright("template", "c").err == (
        "c/values.yaml:1:4:\n"
        "Error: values don't meet the specifications of the schema(s) in the following chart(s):\n"
        "c:\n- at '/a': got number, want string\n\n"
    )
    assert helmwright("template", "c", "--skip-schema-validation").code == 0
