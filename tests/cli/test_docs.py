"""``helmwright docs`` as a user calls it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright, write, write_chart

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def chart(place: Path) -> None:
    write_chart(place)


def test_writes_the_readme_of_a_chart_once(place: Path) -> None:
    first, second = helmwright("docs", "c"), helmwright("docs", "c")

    assert (first.code, first.out, first.err) == (0, "", "wrote c/README.md\n")
    assert second.err == "c/README.md is up to date\n"
    assert "| `a` | number | `1` |  |" in (place / "c/README.md").read_text()
    assert sorted(path.name for path in (place / "c").iterdir()) == [
        "Chart.yaml",
        "README.md",
        "templates",
        "values.yaml",
    ]


def test_prints_on_request() -> None:
    assert helmwright("docs", "c", "-o", "-").out.startswith("# c\n")


def test_an_archive_is_printed(place: Path) -> None:
    import tarfile

    with tarfile.open(place / "c.tgz", "w:gz") as archive:
        archive.add(place / "c", "c")

    assert helmwright("docs", "c.tgz").out.startswith("# c\n")


def test_check_is_silent_if_nothing_differs() -> None:
    helmwright("docs", "c")

    assert helmwright("docs", "c", "--check") == (0, "", "")


def test_check_says_which_lines_differ_and_changes_nothing(place: Path) -> None:
    helmwright("docs", "c")
    page = place / "c/README.md"
    old = page.read_text().replace("Version 0.1.0", "Version 9").replace("`1`", "`2`") + "more\n"
    page.write_text(old)

    code, out, err = helmwright("docs", "c", "--check")

    assert code == 1
    assert "\n-Version 9.\n+Version 0.1.0.\n" in out
    assert err == (
        "c/README.md:3:\nError: c/README.md is not up to date: lines 3, 9-10; "
        "'helmwright docs' writes it anew\n"
    )
    assert page.read_text() == old


def test_check_wants_a_page() -> None:
    assert helmwright("docs", "c", "--check") == (
        1,
        "",
        "Error: c/README.md does not exist; 'helmwright docs' writes it\n",
    )


def test_the_charts_own_template_is_taken(place: Path) -> None:
    write(place, {"c/README.md.j2": "own {{ chart.version }}\n", "t.j2": "other"})

    assert helmwright("docs", "c", "-o", "-").out == "own 0.1.0\n"
    assert helmwright("docs", "c", "-o", "-", "--template", "t.j2").out == "other\n"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["c", "d"], 64, "expected at most one chart, unexpected arguments: d"),
        (["c", "-o", "-", "--check"], 64, "--check compares a file: name it with --output"),
        (["./nope"], 1, 'path "./nope" not found'),
        (["c", "--template", "nope.j2"], 1, "open nope.j2: no such file or directory"),
        (["c", "-o", "c"], 1, "open c: is a directory"),
        (["c", "-o", "c/Chart.yaml/x"], 1, "open c/Chart.yaml/x: not a directory"),
    ],
)
def test_wrong_calls_are_refused(arguments: list[str], code: int, message: str) -> None:
    assert helmwright("docs", *arguments) == (code, "", f"Error: {message}\n")


def test_errors_have_the_place_in_the_template(place: Path) -> None:
    write(place, {"t.j2": "a\n{{ nope }}\n"})

    assert helmwright("docs", "c", "--template", "t.j2") == (
        1,
        "",
        "t.j2:2:\nError: cannot make the page: 'nope' is undefined\n",
    )
    assert not (place / "c/README.md").exists()
