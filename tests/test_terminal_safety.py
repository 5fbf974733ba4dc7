"""No name, path, value or message of others reaches a terminal or the log of a build as a command."""

from __future__ import annotations

import io
import json
import os
import re
from pathlib import Path

import pytest
from tests.cli.command import helmwright, write

from helmwright.cli import run

HOSTILE = (
    "a\x1b]0;x\x07\x1b[8m\u202eb\n::error::c\n\t::set-output name=d::e\x9b31m ##[error]f\r\u2028g"
)
NAMES = ("\x1b[31m", "\u202e", "::error::x", "##[error]x", "a\nb")
COLORS = re.compile(r"\x1b\[[0-9;]*m")
LINKS = re.compile(r"\x1b\]8;;(?:file://[A-Za-z0-9./_~%-]+)?\x1b\\")
QUOTED = json.dumps(HOSTILE)
CHART = {
    "c/Chart.yaml": "apiVersion: v2\nname: c\nversion: 0.1.0\ndescription: " + QUOTED + "\n",
    "c/values.yaml": f"# -- {HOSTILE.splitlines()[0]!r}\na: 1\nb: 2\n",
    "c/values.schema.json": json.dumps(
        {
            "title": HOSTILE,
            "properties": {
                "b": {"type": "integer", "description": HOSTILE},
                "z": {"pattern": f"^{HOSTILE}$", "type": "string"},
                HOSTILE: {"type": "integer"},
            },
        }
    ),
    "c/templates/a.yaml": (
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ .Values.name | default "a" | toJson }}}\n'
        'data: {a: {{ .Values.a | toString | toJson }}, {{ .Values.key | default "k" | toJson }}: x}\n'
    ),
}
PLAIN = HOSTILE.replace("\x9b", "")  # which YAML cannot hold as it is
OLD = {"a": PLAIN, "name": PLAIN, "key": PLAIN}
NEW = {"a": f"{PLAIN}!", "name": f"{PLAIN}!", "key": f"{PLAIN}?", HOSTILE: 1}


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, CHART)
    for name, data in (
        ("old.yaml", OLD),
        ("new.yaml", NEW),
        ("bad.yaml", {"z": HOSTILE, "b": HOSTILE}),
    ):
        (tmp_path / name).write_text(json.dumps(data))
    return tmp_path


def assert_safe(text: str, *, colors: bool = False, commands: bool = False) -> None:
    """Asserts that text has nothing that a terminal or a runner would obey, but our own colours."""
    assert text
    assert "\x1b[8m" not in text
    if colors:
        text = COLORS.sub("", text)
    odd = {one for one in text if not one.isprintable() and one not in "\n\t"}
    assert not odd
    assert "##[" not in text
    if not commands:
        assert not re.search(r"^\s*::[a-z]", text, re.MULTILINE)


def check(*arguments: str, colors: bool = False, commands: bool = False) -> str:
    """Runs a command and checks both streams; returns them together."""
    code, out, err = helmwright(*arguments)
    assert code in (0, 1, 2), err
    assert "internal error" not in err
    assert_safe(out + err, colors=colors, commands=commands)
    if err:
        assert_safe(err)
    return out + err


@pytest.mark.parametrize("color", ["never", "always"])
@pytest.mark.parametrize("form", ["text", "unified", "json", "markdown", "html", "github-summary"])
def test_reports_of_diff(form: str, color: str) -> None:
    arguments = ["diff", "values", "c", "-f", "old.yaml", "--to", "new.yaml"]
    shown = check(
        *arguments, "--skip-schema-validation", "--format", form, "--color", color,
        colors=color == "always",
    )  # fmt: skip

    assert "set-output" in shown


@pytest.mark.parametrize("color", ["never", "always"])
@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "github", "gitlab", "markdown"])
def test_reports_of_lint(form: str, color: str) -> None:
    shown = check(
        "lint", "c", "-f", "bad.yaml", "-f", "new.yaml", "--format", form, "--color", color,
        colors=color == "always", commands=form == "github",
    )  # fmt: skip

    assert "set-output" in shown
    if form == "github":
        commands = [line for line in shown.splitlines() if line.strip().startswith("::")]
        assert all(re.match(r"::(error|warning|notice) ", line) for line in commands)


@pytest.mark.parametrize("color", ["--color=false", "--color=true"])
def test_suites_and_tests(place: Path, color: str) -> None:
    suite = {
        "suite": HOSTILE,
        "templates": ["a.yaml"],
        "tests": [
            {"it": HOSTILE, "asserts": [{"equal": {"path": "data.a", "value": HOSTILE}}]},
            {"it": HOSTILE, "skip": {"reason": HOSTILE}, "asserts": [{"isKind": {"of": HOSTILE}}]},
            {
                "it": HOSTILE,
                "asserts": [{"matchRegex": {"path": HOSTILE, "pattern": "(" + HOSTILE}}],
            },
        ],
    }
    write(
        place,
        {"c/tests/a_test.yaml": json.dumps(suite), "c/tests/b_test.yaml": f"suite: [{QUOTED}"},
    )

    for form in ("JUnit", "XUnit"):
        shown = check(
            "unittest", "c", color, "-o", "out.xml", "-t", form, colors=color.endswith("true")
        )
        assert "set-output" in shown
        assert_safe((place / "out.xml").read_text())


@pytest.mark.parametrize("color", ["never", "always"])
@pytest.mark.parametrize("form", ["text", "json", "junit"])
def test_reports_of_golden_files(place: Path, form: str, color: str) -> None:
    write(place, {"c/golden/x/case.yaml": json.dumps({"values": {"a": HOSTILE}})})
    check("golden", "update", "c")
    write(place, {"c/golden/x/case.yaml": json.dumps({"values": OLD})})

    check("golden", "run", "c", "--format", form, "--color", color, colors=color == "always")


def test_differences_of_files_and_patches(place: Path) -> None:
    pod = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": HOSTILE},
        "data": {"a": HOSTILE},
    }
    write(place, {"m.yaml": json.dumps(pod), "p.yaml": f"data: {{a: {QUOTED}, b: {QUOTED}}}\n"})

    for color in ("never", "always"):
        patch = ("patch", "m.yaml", "-p", "p.yaml", "--target", "kind=ConfigMap", "--diff")
        check(*patch, "--color", color, colors=color == "always")
    check("values", "set", "new.yaml", "a=\x1b[31m\u202e", "--diff")
    check("values", "explain", "a", "c", "-f", "old.yaml")
    check(
        "values",
        "explain",
        "--all",
        "c",
        "-f",
        "new.yaml",
        "--output",
        "json",
    )


@pytest.mark.parametrize("name", NAMES)
def test_names_of_files(place: Path, name: str) -> None:
    chart, values = f"{name}c", f"{name}.yaml"
    Path("c").rename(chart)
    write(
        place,
        {
            values: "b: x\na: [\n",
            f"{name}/cases/{name}/case.yaml": "x: 1\n",
            f"{chart}/templates/{name}.yaml": "a: {{ fail .Template.Name }}\n",
            f"{chart}/tests/{name}_test.yaml": "suite: a\n",
        },
    )

    for arguments in (
        ("template", chart),
        ("template", chart, "-f", values),
        ("lint", chart, values),
        ("lint", values, "--format", "markdown"),
        ("unittest", chart),
        ("diff", "manifests", values, chart),
        ("diff", "values", chart, "-f", values, "--to-set", "a=1"),
        ("values", "get", values, "a"),
        ("values", "set", values, "a=1"),
        ("values", "explain", "a", chart),
        ("patch", values, "-p", values),
        ("docs", chart, "--check"),
        ("golden", "list", chart),
        ("golden", "run", chart, "--cases", f"{name}/cases", "--coverage", "text"),
        (
            *("golden", "run", chart, "--cases", f"{name}/cases", "--coverage", "lcov"),
            *("--coverage-output", "-"),
        ),
    ):
        assert arguments
        code, out, err = helmwright(*arguments)
        assert code in (0, 1, 64), arguments
        assert "internal error" not in err, arguments
        if out + err:
            assert_safe(out + err)


class Terminal(io.BytesIO):
    """What takes itself for a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("name", NAMES)
def test_names_of_files_on_a_terminal_that_knows_links(
    place: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    for variable, value in (
        *(("TERM", "xterm-256color"), ("LC_ALL", "C.UTF-8"), ("HELMWRIGHT_PAGER", "")),
        ("HELMWRIGHT_HYPERLINKS", "always"),
    ):
        monkeypatch.setenv(variable, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    values = f"{name}.yaml"
    write(place, {values: f"b: x\nz: {QUOTED}\n", f"{name}/c.yaml": "a: [\n"})

    for arguments in (
        ("lint", values, "--chart", "c"),
        ("lint", values, "--chart", "c", "--format", "markdown"),
        ("template", "c", "-f", f"{name}/c.yaml"),
        ("values", "explain", "--all", "c", "-f", values),
        ("values", "set", values, "b=1", "--diff"),
        ("diff", "values", "c", "--to", values, "--skip-schema-validation"),
        ("golden", "update", "c", "--cases", name, "--diff"),
    ):
        out, err = Terminal(), Terminal()
        run(arguments, stdin=io.BytesIO(), stdout=out, stderr=err)
        shown = out.getvalue().decode() + err.getvalue().decode()
        assert "internal error" not in shown, arguments
        assert_safe(LINKS.sub("", shown), colors=True)


def test_files_that_are_written_are_told_in_one_line(place: Path) -> None:
    write(place, {"c/templates/\x1b[31m\nx.yaml": "b: 1\n"})

    code, out, _ = helmwright("template", "c", "--output-dir", "out", "--skip-schema-validation")

    assert code == 0
    assert_safe(out)
    assert os.path.lexists("out/c/templates/\x1b[31m\nx.yaml")


def test_no_report_goes_to_the_terminal_as_it_is(place: Path) -> None:
    nodes = [{"count": 2, "gpus": 4, "name": HOSTILE, "labels": {"a": HOSTILE}}]
    values = {"maxSlotsPerPod": 4, "resourcePools": [{"pool_name": HOSTILE}]}
    write(place, {"n.yaml": json.dumps(nodes), "v.yaml": json.dumps(values)})

    for form in ("text", "json", "yaml"):
        check("capacity", "--nodes", "n.yaml", "-f", "v.yaml", "--output", form)
    write(place, {"m.yaml": "resource_manager: {type: kubernetes, max_slots_per_pod: 4}\n"})
    task = {"environment": {"pod_spec": {"metadata": {"labels": {"a": HOSTILE, HOSTILE: "b"}}}}}
    write(place, {"t.yaml": json.dumps(task)})
    for flag in ("--explain", "--show-lost"):
        code, out, err = helmwright(
            "podspec", "--master-config", "m.yaml", "--task", "t.yaml", flag
        )
        assert code == 0, err
        if out:
            assert_safe(out)
