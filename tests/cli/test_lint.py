"""``helmwright lint`` as a user calls it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.command import helmwright, write, write_chart

import helmwright as package

pytestmark = pytest.mark.usefixtures("determined")

SOURCE = str(Path(package.__file__).parent.parent)
RULE = "max-slots-per-pod-missing"
ONLY = ("--select", RULE)


@pytest.fixture(autouse=True)
def files(place: Path) -> None:
    write(place, {"prod.yaml": "maxSlotsPerPod: many\n", "good.yaml": "maxSlotsPerPod: 4\n"})


def lint(*arguments: str, stdin: bytes = b""):
    return helmwright("lint", *arguments, stdin=stdin)


def rules(*arguments: str, stdin: bytes = b"") -> list[tuple[str, int | None, str]]:
    out = lint(*arguments, "--format", "json", stdin=stdin).out
    return [(one["path"], one["line"], one["rule"]) for one in json.loads(out)["findings"]]


def test_prints_place_message_line_mark_and_fix() -> None:
    code, out, err = lint("prod.yaml", *ONLY)

    assert (code, err) == (1, "")
    assert (
        out
        == """\
prod.yaml:1:17: error: maxSlotsPerPod: "many" is no whole number of slots [max-slots-per-pod-missing]
  1 | maxSlotsPerPod: many
    |                 ^^^^
    = fix: Set maxSlotsPerPod to the number of GPUs of a node, or to their greatest common divisor.

1 error in 1 file
"""
    )


def test_says_that_there_is_nothing() -> None:
    assert lint("good.yaml", *ONLY) == (0, "no findings\n", "")
    assert lint("good.yaml", *ONLY, "--quiet") == (0, "", "")


def test_lints_several_files_each_on_its_own(place: Path) -> None:
    write(place, {"broken.yaml": "a: [\n", "other.yaml": "maxSlotsPerPod: -1\n"})

    found = rules("prod.yaml", "broken.yaml", "good.yaml", "other.yaml", *ONLY)

    assert found == [
        ("broken.yaml", 2, "input-unreadable"),
        ("other.yaml", 1, RULE),
        ("prod.yaml", 1, RULE),
    ]


def test_a_file_is_laid_over_those_of_f() -> None:
    assert rules("good.yaml", "-f", "prod.yaml", *ONLY) == []
    assert rules("prod.yaml", "-f", "good.yaml", *ONLY) == [("prod.yaml", 1, RULE)]


def test_without_an_argument_values_are_for_the_bundled_chart() -> None:
    assert rules("-f", "prod.yaml", *ONLY) == [("prod.yaml", 1, RULE)]
    assert rules("-f", "prod.yaml", "-f", "good.yaml", *ONLY) == []
    assert rules("--set", "maxSlotsPerPod=none", *ONLY) == [("--set maxSlotsPerPod", None, RULE)]


def test_lints_standard_input() -> None:
    assert rules("-", *ONLY, stdin=b"maxSlotsPerPod: many\n") == [("/dev/stdin", 1, RULE)]
    outcome = lint("-", "-f", "-")
    assert (outcome.code, outcome.out) == (64, "")
    assert (
        outcome.err
        == "Error: only one of the arguments, --values and --nodes can be standard input\n"
    )


def test_a_values_file_belongs_to_the_chart_around_it(place: Path) -> None:
    write_chart(place, {"Chart.yaml": "apiVersion: v2\nname: determined\nversion: 1.0.0\n"})
    write(place, {"c/envs/prod.yaml": "maxSlotsPerPod: many\n"})
    write_chart(place / "other")
    write(place, {"other/c/prod.yaml": "maxSlotsPerPod: many\n"})

    assert rules("c/envs/prod.yaml", *ONLY) == [("c/envs/prod.yaml", 1, RULE)]
    assert rules("other/c/prod.yaml", *ONLY) == []  # that chart installs something else
    assert rules("other/c/prod.yaml", "--chart", "c", *ONLY) == [("other/c/prod.yaml", 1, RULE)]


def test_lints_a_chart_that_cannot_be_loaded(place: Path) -> None:
    write_chart(place, {"Chart.yaml": "name: [\n"})

    code, out, _ = lint("c")

    assert code == 1
    assert "c/Chart.yaml" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nope.yaml"], "nope.yaml: no such file or directory"),
        (["x*.yaml"], 'no file matches "x*.yaml", so the shell has left the pattern as it is'),
        (["-", "--fix"], "--fix and --diff change files, and - is standard input"),
        (["prod.yaml", "--format", "sarf"], 'not "sarf"; did you mean "sarif"?'),
        (["prod.yaml", "--format", "json,sarif"], "each --format needs its --output: there are 2"),
        (["prod.yaml", "--select", "max-slots-per-pod-mising"], f'did you mean "{RULE}"?'),
        (["prod.yaml", "--severity", f"{RULE}=bad"], "is one of error, warning, info"),
        (["prod.yaml", "--severity", RULE], "--severity takes RULE=LEVEL"),
        (["prod.yaml", "--fail-level", "bad"], "one of error, warning, info, never"),
        (["prod.yaml", "--strict", "--fail-level", "info"], "give one of them"),
        (["prod.yaml", "--color", "bad"], "--color is one of auto, always, never"),
        (["prod.yaml", "--det-version", "new"], "a release such as 0.38.1"),
        (["prod.yaml", "--kube-version", "new"], "invalid kube version"),
        (["prod.yaml", "--name", "A"], "invalid release name"),
        (["prod.yaml", "--write-baseline"], "--write-baseline needs the file's name"),
        (["prod.yaml", "--baseline", "b.json"], "there is no file b.json"),
        (["prod.yaml", "--baseline", "prod.yaml"], "prod.yaml is no baseline"),
        (["prod.yaml", "--config", "prod.yaml"], 'unknown key "maxSlotsPerPod"'),
        (["prod.yaml", "--config", "a", "--no-config"], "exclude each other"),
        (["prod.yaml", "--list-rules"], "lints nothing"),
        (["--explain", "nope"], 'there is no rule "nope"'),
    ],
)
def test_wrong_usage_is_explained(place: Path, arguments: list[str], message: str) -> None:
    write_chart(place)

    code, out, err = lint(*arguments)

    assert (code, out) == (64, "")
    assert err.startswith("Error: ")
    assert message in err


def test_a_directory_without_a_chart_is_a_failure(place: Path) -> None:
    (place / "empty").mkdir()

    code, out, err = lint("empty")

    assert (code, out) == (1, "")
    assert err == "Error: empty is no chart: it has no Chart.yaml; name charts, or values files\n"


def test_an_override_that_does_not_parse_is_a_failure() -> None:
    code, out, err = lint("prod.yaml", "--set", "a")

    assert (code, out) == (1, "")
    assert err == 'Error: failed parsing --set data: key "a" has no value\n'


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], 1),
        (["--severity", f"{RULE}=warning"], 0),
        (["--severity", "slots-and-pools=warning"], 0),
        (["--severity", f"{RULE}=warning", "--strict"], 1),
        (["--severity", f"{RULE}=info", "--strict"], 0),
        (["--severity", f"{RULE}=info", "--fail-level", "info"], 1),
        (["--fail-level", "never"], 0),
        (["--ignore", RULE], 0),
    ],
)
def test_the_exit_code_depends_on_severity_and_level(arguments: list[str], code: int) -> None:
    assert lint("prod.yaml", *ONLY, *arguments).code == code


def test_writes_reports_to_files_and_one_to_standard_output(place: Path) -> None:
    code, out, err = lint(
        "prod.yaml", *ONLY, "--format", "json,github", "-o", "a/lint.json", "-o", "-"
    )

    assert (code, err) == (1, "wrote a/lint.json\n")
    assert json.loads((place / "a" / "lint.json").read_text())["summary"]["errors"] == 1
    assert out.startswith(
        f"::error file=prod.yaml,line=1,endLine=1,col=17,endColumn=21,title={RULE}::"
    )


def test_a_report_that_goes_to_a_file_leaves_the_numbers_on_the_terminal() -> None:
    assert lint("prod.yaml", *ONLY, "--format", "sarif", "--output", "x.sarif") == (
        1,
        "",
        "wrote x.sarif\n1 error in 1 file\n",
    )


def test_a_file_that_cannot_be_written_is_a_failure_and_nothing_is_left(place: Path) -> None:
    (place / "full").write_text("")

    code, _, err = lint("prod.yaml", *ONLY, "--format", "json", "--output", "full/x.json")

    assert code == 1
    assert "full" in err
    names = sorted(path.name for path in place.iterdir())
    assert names == [".helmwright.yaml", "full", "good.yaml", "prod.yaml"]


def test_a_baseline_is_recorded_and_compared(place: Path) -> None:
    recorded = lint("prod.yaml", *ONLY, "--baseline", "b.json", "--write-baseline")
    write(
        place, {"prod.yaml": "# moved\n\nmaxSlotsPerPod: many\n", "new.yaml": "maxSlotsPerPod: x\n"}
    )

    assert recorded == (0, "", "wrote b.json\n1 finding will not count from now on\n")
    assert lint("prod.yaml", *ONLY, "--baseline", "b.json") == (
        0,
        "no findings; 1 in the baseline\n",
        "",
    )
    assert rules("prod.yaml", "new.yaml", *ONLY, "--baseline", "b.json") == [("new.yaml", 1, RULE)]
    assert lint("good.yaml", *ONLY, "--baseline", "b.json").out == (
        "no findings; 1 of the baseline no more there\n"
    )


def test_comments_allow_findings(place: Path) -> None:
    write(place, {"prod.yaml": f"maxSlotsPerPod: many # helmwright: allow {RULE} set by CI\n"})

    assert lint("prod.yaml", *ONLY) == (0, "no findings; 1 allowed by comments\n", "")
    data = json.loads(lint("prod.yaml", *ONLY, "--format", "json").out)
    assert data["allowed"][0]["reason"] == "set by CI"


def test_a_comment_in_a_file_below_others_is_of_use_if_one_of_them_needs_it(place: Path) -> None:
    write(
        place,
        {
            "base.yaml": f"maxSlotsPerPod: many # helmwright: allow {RULE} set by the others\n",
            "empty.yaml": "{}\n",
        },
    )
    selected = ("--select", f"{RULE},suppression-unused")

    assert rules("good.yaml", "-f", "base.yaml", *selected) == [
        ("base.yaml", 1, "suppression-unused")
    ]
    assert rules("good.yaml", "empty.yaml", "-f", "base.yaml", *selected) == []


def test_settings_come_from_the_nearest_file(place: Path) -> None:
    write(place, {".helmwright.yaml": f"lint:\n  select: [{RULE}]\n  fail-level: never\n"})

    assert lint("prod.yaml").code == 0
    assert rules("prod.yaml") == [("prod.yaml", 1, RULE)]
    assert lint("prod.yaml", "--fail-level", "error").code == 1
    assert lint("prod.yaml", *ONLY, "--no-config").code == 1


def test_a_flag_selects_what_the_file_ignores(place: Path) -> None:
    write(place, {"pyproject.toml": f'[tool.helmwright.lint]\nignore = ["{RULE}"]\n'})

    assert RULE not in [rule for _, _, rule in rules("prod.yaml")]
    assert rules("prod.yaml", *ONLY) == [("prod.yaml", 1, RULE)]


def test_values_of_the_settings_are_for_charts(place: Path) -> None:
    write_chart(place, {"Chart.yaml": "apiVersion: v2\nname: determined\nversion: 1.0.0\n"})
    write(
        place,
        {
            "values/prod.yaml": "maxSlotsPerPod: many\n",
            ".helmwright.yaml": "lint: {values: values/prod.yaml, chart: c}\n",
        },
    )

    assert ("values/prod.yaml", 1, RULE) in rules("c")
    assert rules(*ONLY) == [("values/prod.yaml", 1, RULE)]
    assert rules("good.yaml", *ONLY) == []


def test_lints_subcharts_as_charts_of_their_own(place: Path) -> None:
    write_chart(
        place,
        {
            "charts/s/Chart.yaml": "apiVersion: v2\nname: s\nversion: 1.0.0\n",
            "charts/s/values.yaml": "{}\n",
            "charts/s/templates/a.yaml": "",
        },
    )

    shown = [
        path for path, _, rule in rules("c", "--with-subcharts") if rule == "chart-icon-missing"
    ]

    assert shown == ["c/Chart.yaml", "c/charts/s/Chart.yaml"]


def test_lists_and_explains_rules() -> None:
    assert f"  {RULE} " in lint("--list-rules").out
    listed = json.loads(lint("--list-rules", "--format", "json", *ONLY).out)["rules"]
    assert [rule["rule"] for rule in listed] == [RULE]
    explained = lint("--explain", RULE).out
    assert explained.startswith(f"{RULE} (error, from 0.")
    assert "    maxSlotsPerPod: many\n                    ^^^^\n" in explained


def test_prints_the_time_of_each_rule() -> None:
    lines = lint("good.yaml", *ONLY, "--timing").err.splitlines()

    assert lines[0].split() == ["RULE", "MILLISECONDS"]
    assert {line.split()[0] for line in lines[1:-2]} == {RULE, "input-unreadable"}


def test_colours_are_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    assert "\x1b[" not in lint("prod.yaml", *ONLY).out
    assert "\x1b[1;31merror:\x1b[0m" in lint("prod.yaml", *ONLY, "--color", "always").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in lint("prod.yaml", *ONLY).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in lint("prod.yaml", *ONLY).out


def test_many_files_are_linted_by_several_processes(place: Path) -> None:
    write(place, {f"many/{number:02}.yaml": f"maxSlotsPerPod: x{number}\n" for number in range(40)})
    write(place, {"many/07.yaml": "a: [\n"})
    environment = {**os.environ, "PYTHONPATH": SOURCE}

    done = subprocess.run(
        [sys.executable, "-m", "helmwright", "lint", *ONLY, "--format", "json", "-j", "2"]
        + [f"many/{number:02}.yaml" for number in range(40)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    found = json.loads(done.stdout)["findings"]
    assert (done.returncode, done.stderr) == (1, "")
    assert [one["path"] for one in found] == [f"many/{number:02}.yaml" for number in range(40)]
    assert [one["rule"] for one in found if one["path"] == "many/07.yaml"] == ["input-unreadable"]


@pytest.mark.slow
def test_secrets_are_not_shown(place: Path) -> None:
    write(place, {"prod.yaml": "db:\n  password: hunter22\n  port: none\n"})

    for form in ("text", "json", "sarif", "junit", "github", "gitlab", "markdown"):
        assert "hunter22" not in lint("prod.yaml", "--format", form).out
    assert "  3 |   port: none\n" in lint("prod.yaml").out


def test_a_values_file_of_a_chart_that_cannot_be_loaded_does_not_stop_the_others(
    place: Path,
) -> None:
    write_chart(place, {"Chart.yaml": "name: [\n", "prod.yaml": "a: 1\n"})

    found = rules("c/prod.yaml", "prod.yaml", *ONLY)

    assert found == [("c/Chart.yaml", 2, "input-unreadable"), ("prod.yaml", 1, RULE)]


@pytest.mark.slow
def test_what_takes_too_long_is_a_finding(place: Path) -> None:
    write(place, {"long.yaml": "a: " + "[" * 300 + "]" * 300 + "\n" + "b: {c: 1}\n" * 1})
    environment = {**os.environ, "PYTHONPATH": SOURCE, "HELMWRIGHT_MAX_SECONDS": "0.01"}

    done = subprocess.run(
        [sys.executable, "-m", "helmwright", "lint", "prod.yaml"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert "takes more than 0.01 seconds" in done.stdout + done.stderr


def test_a_file_of_a_chart_stands_for_the_chart(place: Path) -> None:
    write_chart(place, {"templates/a.json": "{}\n", "templates/b.json": "{}\n"})

    found = rules("c/templates/a.json", "c/Chart.yaml", "--select", "template-extension")

    assert [path for path, _, _ in found] == ["c/templates/a.json", "c/templates/b.json"]


MISTAKES = """\
# ours
maxSlotsPerPod: 8   # eight
initialUserPassword: Passw0rd
resourcePools:
  - pool_name: default
    taskContainerDefaults:   # for all
      network_mode: host
"""


def test_fix_mends_what_needs_no_judgement_and_touches_nothing_else(place: Path) -> None:
    (place / "mine.yaml").write_text(MISTAKES)

    code, out, err = lint("mine.yaml", "--fix", "--select", "slots-and-pools")

    assert (code, out) == (0, "no findings\n")
    assert "mine.yaml: mended 1 finding\n" in err
    assert (place / "mine.yaml").read_text() == MISTAKES.replace(
        "taskContainerDefaults", "task_container_defaults"
    )
    assert lint("mine.yaml", "--diff", "--select", "slots-and-pools")[:2] == (0, "")


def test_diff_shows_what_fix_would_change_and_changes_nothing(place: Path) -> None:
    (place / "mine.yaml").write_text(MISTAKES)

    code, out, _ = lint("mine.yaml", "--diff", "--select", "slots-and-pools")

    assert code == 1
    assert "-    taskContainerDefaults:   # for all\n" in out
    assert "+    task_container_defaults:   # for all\n" in out
    assert (place / "mine.yaml").read_text() == MISTAKES


def test_fix_mends_the_file_that_sets_the_value(place: Path) -> None:
    (place / "base.yaml").write_text(MISTAKES)
    (place / "over.yaml").write_text("clusterName: a\n")

    lint("-f", "base.yaml", "over.yaml", "--fix", "--select", "slots-and-pools")

    assert "task_container_defaults" in (place / "base.yaml").read_text()
    assert (place / "over.yaml").read_text() == "clusterName: a\n"


def test_a_chart_alone_may_leave_values_to_its_users() -> None:
    code, out, _ = lint("--select", RULE)

    assert code == 0
    assert f"info: maxSlotsPerPod is not set [{RULE}]" in out


@pytest.mark.parametrize("chart_yaml", ["apiVersion: v2\nname: c\nversion: 1.0.0\n", "name: [\n"])
def test_flags_that_contradict_each_other_are_said_once(place: Path, chart_yaml: str) -> None:
    write(place, {"c/Chart.yaml": chart_yaml, "c/templates/a.yaml": "a: 1\n"})

    code, out, err = lint("c", "--set", "a[0]=1", "--set", "a.b=c", "--format", "github")

    assert (code, err) == (1, "")
    assert out.count("failed parsing --set data: unable to parse key: interface conversion") == 1


@pytest.mark.parametrize(
    ("files", "text"),
    [
        (
            {"Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\ndependencies: [{name: db}]\n"},
            "c/Chart.yaml:1:1: warning: no object of the chart was looked at: an error occurred",
        ),
        (
            {"templates/b.yaml": "a: {{ if }}\n"},
            "c/templates/b.yaml:1: warning: no object of the chart was looked at: parse error at",
        ),
    ],
)
def test_values_for_a_chart_that_never_renders_say_so(
    place: Path, files: dict[str, str], text: str
) -> None:
    chart = {"Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\n", "values.yaml": "a: 1\n"}
    written = {f"c/{name}": data for name, data in {**chart, **files}.items()}
    write(place, {**written, "my.yaml": "a: 2\n"})

    code, out, err = lint("my.yaml", "--chart", "c")

    assert (code, err) == (0, "")
    assert text in out
    assert "chart-not-rendered" not in lint("c").out


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x85", "\u2028", "\u2029"])
def test_lines_end_where_yaml_ends_them(place: Path, end: str) -> None:
    write(place, {"c/Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\n"})
    write(place, {"my.yaml": f"a:{end}- x{end}  - y{end}"})

    code, out, err = lint(
        "my.yaml", "--chart", "c", "--format", "github", "--select", "dash-in-text"
    )

    assert (code, err) == (0, "")
    assert "line=3,endLine=3,col=3" in out
