"""Reports in a real terminal: its width, its colours, its character set, links, and a pager."""

from __future__ import annotations

import os
import re
import shutil
import sys
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest
import wcwidth
from tests.cli.command import helmwright, write
from tests.terminal.sessions import Shown, play

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "web/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
    "web/values.yaml": "# -- 端口，服务监听的端口\nport: 80\nreplicas: 2\ntitle: plain\nnotes: a\n",
    "web/templates/web.yaml": (
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n"
        "spec:\n  replicas: {{ .Values.replicas }}\n  selector: {matchLabels: {a: b}}\n"
        "  template:\n    metadata: {labels: {a: b}, annotations: {t: {{ .Values.title | quote }}}}\n"
        "    spec: {containers: [{name: web, image: nginx, ports: [{containerPort: {{ .Values.port }}}]}]}\n"
    ),
    "web/templates/claim.yaml": (
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata:\n  notes: {{ .Values.notes | quote }}\n"
    ),
    "new.yaml": "port: 8080\nreplicas: 3\ntitle: 中文标题与👩\u200d👩\u200d👧和 words that go on and on\n",
    "bad.yaml": "port: 80\nreplcas: 3 # 中文 comment that is longer than a narrow terminal\n",
}
DIFF = ["diff", "values", "web", "--to", "new.yaml"]
ONLY = ["--chart", "web", "--select", "misspelt-key", "--strict"]
LINT = ["lint", "bad.yaml", *ONLY]
COMMANDS = (
    DIFF,
    [*DIFF, "--format", "unified"],
    LINT,
    ["lint", "--help"],
    ["values", "explain", "--all", "web", "-f", "new.yaml"],
    ["values", "explain", "port", "web", "-f", "new.yaml"],
    ["values", "set", "bad.yaml", "port=81", "--diff"],
    ["docs", "web", "--output", "-"],
    ["help"],
)
PAGER = """\
import os, sys
with open("paged", "wb") as file:
    file.write(sys.stdin.buffer.read({most}))
sys.exit({code})
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    write(tmp_path, FILES)
    return tmp_path


def words(text: str) -> str:
    """Text without what a narrow terminal changes of it: blanks and ends of lines."""
    return re.sub(r"\s+", "", text)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_reports_can_be_read_at_any_width(place: Path, arguments: list[str], width: int) -> None:
    shown = play([*arguments, "--no-pager"], place, width=width, height=60)

    assert shown.code in (0, 1)
    assert "Traceback" not in shown.text
    assert "internal error" not in shown.text


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_no_word_of_a_diff_is_lost_on_a_narrow_terminal(
    place: Path, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.chdir(place)
    _, out, _ = helmwright(*DIFF)

    shown = play([*DIFF, "--no-pager"], place, width=width)

    # A long pair stands in two lines, with marks around what differs.
    bare = re.sub(r"\[-|-\]|\{\+|\+\}|[-+→]", "", words(shown.text))
    for word in out.split():
        assert re.sub(r"\[-|-\]|\{\+|\+\}|[-+→]", "", word) in bare


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_a_finding_says_the_same_at_any_width(place: Path, width: int) -> None:
    shown = play(LINT, place, width=width, LC_ALL="C.UTF-8")

    assert shown.code == 1
    assert words("replcas is no key that the chart knows; did you mean replicas?") in words(
        shown.text
    )
    assert "[misspelt-key]" in shown.text
    excerpt = next(line for line in shown.text.splitlines() if "| replcas" in line)
    assert excerpt.endswith(("narrow terminal", "…"))


def test_the_lines_of_a_finding_are_as_long_as_the_terminal_is_wide(place: Path) -> None:
    for width in (40, 60):
        shown = play(LINT, place, width=width, height=60)

        assert not [line for line in shown.text.splitlines() if len(line) > width]


def test_columns_says_how_wide_a_terminal_is(place: Path) -> None:
    shown = play(["help", "--no-pager"], place, width=200, COLUMNS="30")

    assert max(map(len, shown.text.splitlines())) <= 48  # a command to be copied stays whole
    assert "\n  lint\n      Find mistakes" in shown.text


def test_wide_characters_are_aligned(place: Path) -> None:
    (place / "wide.yaml").write_text("标题中文: 1\nb: 2\n")

    shown = play(["values", "explain", "--all", "web", "-f", "wide.yaml"], place)

    rows = [line for line in shown.lines if "wide.yaml" in line]
    assert {wcwidth.wcswidth(line.partition("wide.yaml")[0]) for line in rows} == {17}
    assert len(rows) == 2


@pytest.mark.slow
def test_a_report_has_many_colors_on_a_terminal_and_few_in_a_pipe(place: Path) -> None:
    assert b"\x1b[1;38;5;166m~ changed\x1b[0m" in play(DIFF, place).data
    assert b"\x1b[1;35m~ changed\x1b[0m" in play(DIFF, place, TERM="xterm").data
    monochrome = (play(DIFF, place, NO_COLOR="1"), play([*DIFF, "--color", "never"], place))
    assert not any(b"\x1b" in shown.data for shown in monochrome)


@pytest.mark.slow
def test_a_terminal_that_is_dumb_gets_text_alone(place: Path) -> None:
    for arguments in COMMANDS:
        shown = play(arguments, place, TERM="dumb", HELMWRIGHT_HYPERLINKS="always")

        assert b"\x1b" not in shown.data


def test_without_a_locale_signs_are_ascii(place: Path) -> None:
    shown = play(DIFF, place, width=100, LC_ALL="C")

    assert "80 -> 8080" in shown.text
    assert "中文标题" in shown.text  # data is as it was: most terminals show it all the same


@pytest.mark.slow
def test_python_may_be_asked_for_ascii_alone(place: Path) -> None:
    for arguments in (DIFF, LINT, ["values", "explain", "port", "web"]):
        shown = play(arguments, place, PYTHONIOENCODING="ascii", LC_ALL="C")

        assert shown.text.isascii()
        assert "Error" not in shown.text
    assert "\\u4e2d\\u6587" in play(DIFF, place, width=200, PYTHONIOENCODING="ascii").text


def test_in_a_pipe_nothing_depends_on_the_environment(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place)
    usual = helmwright(*DIFF)
    for name, text in (("PYTHONIOENCODING", "ascii"), ("COLUMNS", "20"), ("LC_ALL", "C")):
        monkeypatch.setenv(name, text)

    assert helmwright(*DIFF) == usual


def links(shown: Shown) -> list[str]:
    found = re.findall(rb"\x1b\]8;;(file://[^\x1b]+)\x1b\\", shown.data)
    return [unquote(one.decode()) for one in found]


@pytest.mark.slow
def test_names_of_files_are_links_where_the_terminal_knows_them(place: Path) -> None:
    host = os.uname().nodename

    shown = play(LINT, place, VTE_VERSION="7600")

    assert links(shown)[0] == f"file://{host}{place}/bad.yaml"
    assert links(play(LINT, place)) == []
    assert links(play(LINT, place, VTE_VERSION="7600", HELMWRIGHT_HYPERLINKS="never")) == []
    assert links(play([*LINT, "--color", "never"], place, VTE_VERSION="7600")) == []


def test_a_place_of_a_value_is_a_link(place: Path) -> None:
    shown = play(["values", "explain", "port", "web", "-f", "new.yaml"], place, VTE_VERSION="7600")

    host = os.uname().nodename
    assert [one for one in links(shown) if one.endswith("new.yaml")] == [
        f"file://{host}{place}/new.yaml"
    ]
    assert b"\x1b[1mport\x1b[0m: 8080" in shown.data


def test_a_place_of_an_error_is_a_link(place: Path) -> None:
    (place / "x.yaml").write_text("a: [\n")

    shown = play(["template", "web", "-f", "x.yaml"], place, KITTY_WINDOW_ID="1")

    assert links(shown) == [f"file://{os.uname().nodename}{place}/x.yaml"]
    assert b"\x1b[1;38;5;196mError:\x1b[0m" in shown.data


@pytest.mark.parametrize("name", ["a\x1b\\b", "a\x07b", "a;b c", "a\x1b]8;;x", "中\u202e", "a\nb"])
def test_no_name_gets_out_of_a_link(place: Path, name: str) -> None:
    (place / f"{name}.yaml").write_text("replcas: 3\n")

    shown = play(["lint", f"{name}.yaml", *ONLY], place, KITTY_WINDOW_ID="1")

    assert shown.code == 1
    rest = re.sub(rb"\x1b\]8;;(file://[A-Za-z0-9./_~%-]+)?\x1b\\|\x1b\[[\d;]*m", b"", shown.data)
    assert b"\x1b" not in rest
    assert b"\x07" not in rest
    assert all(one.endswith(f"/{name}.yaml") for one in links(shown))


def pager(place: Path, *, most: int = -1, code: int = 0) -> str:
    (place / "pager.py").write_text(PAGER.format(most=most, code=code))
    return f"{sys.executable} pager.py"


def test_a_long_report_goes_through_the_pager(place: Path) -> None:
    shown = play([*LINT, "--color", "always"], place, height=5, HELMWRIGHT_PAGER=pager(place))

    assert shown.code == 1
    assert "replcas" not in shown.text
    paged = (place / "paged").read_text()
    assert "replcas" in paged
    assert "\x1b[1;38;5;" in paged


def test_helps_go_through_the_pager(place: Path) -> None:
    play(["lint", "--help"], place, HELMWRIGHT_PAGER=pager(place))

    assert "Usage:" in (place / "paged").read_text()


@pytest.mark.parametrize(
    ("arguments", "more"),
    [
        ([*LINT, "--no-pager"], {}),
        (LINT, {"HELMWRIGHT_PAGER": ""}),
        (LINT, {"HELMWRIGHT_PAGER": "cat"}),
        (LINT, {"TERM": "dumb"}),
        (LINT, {"height": 60}),
        (LINT, {"HELMWRIGHT_PAGER": "no-such-program -x"}),
        (["template", "web"], {}),
    ],
)
def test_a_report_is_printed_where_there_is_no_pager(
    place: Path, arguments: list[str], more: dict[str, object]
) -> None:
    variables = {"height": 5, "PAGER": pager(place), **more}

    shown = play(arguments, place, **variables)  # type: ignore[arg-type]

    assert shown.code == (arguments[0] == "lint")
    assert not (place / "paged").exists()
    assert ("replcas" if arguments[0] == "lint" else "kind: Deployment") in shown.text


def test_there_is_no_pager_in_a_pipe(place: Path) -> None:
    play(LINT, place, height=5, piped=True, PAGER=pager(place))

    assert not (place / "paged").exists()


@pytest.mark.slow
def test_leaving_the_pager_early_is_no_error(place: Path) -> None:
    (place / "web/values.yaml").write_text("".join(f"key{at}: {at}\n" for at in range(2500)))
    arguments = ["values", "explain", "--all", "web"]

    shown = play(arguments, place, PAGER=pager(place, most=10, code=3))

    assert shown.code == 0
    assert shown.text == ""


def test_secrets_are_hidden_before_the_pager_sees_them(place: Path) -> None:
    write(
        place,
        {
            "web/templates/s.yaml": (
                "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n"
                "stringData: {password: {{ .Values.notes | quote }}}\n"
            ),
            "secret.yaml": "notes: correct-horse-battery\n",
        },
    )

    play(["diff", "values", "web", "--to", "secret.yaml"], place, height=4, PAGER=pager(place))

    paged = (place / "paged").read_text()
    assert "stringData.password" in paged
    assert "correct-horse" not in paged.split("ConfigMap")[0]


@pytest.mark.skipif(shutil.which("less") is None, reason="less is not installed")
def test_less_is_the_usual_pager_and_an_interrupt_is_its_own(place: Path) -> None:
    shown = play(
        ["lint", "--help"],
        place,
        keys=(("Usage:", b"\x03"), ("Usage:", b" "), ("--baseline", b"q")),
    )

    assert shown.code == 0
    assert "--baseline" in shown.text
    assert "--skip-schema-validation" not in shown.text
