"""``helmwright docs`` as a user calls it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright, write, write_chart

from helmwright.reference.marks import BEGIN, END, WHOLE

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
    old = page.read_text().replace("Version 0.1.0", "Version 9").replace("`1`", "`2`")
    old = old.replace(WHOLE, f"more\n{WHOLE}")
    page.write_text(old)

    code, out, err = helmwright("docs", "c", "--check")

    assert code == 1
    assert "\n-Version 9.\n+Version 0.1.0.\n" in out
    assert err == (
        "c/README.md:3:\nError: c/README.md is not up to date: lines 3, 9, 11; "
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

    assert helmwright("docs", "c", "-o", "-").out == f"own 0.1.0\n\n{WHOLE}\n"
    assert helmwright("docs", "c", "-o", "-", "--template", "t.j2").out == f"other\n\n{WHOLE}\n"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["c", "d"], 64, "expected at most one chart, unexpected arguments: d"),
        (["c", "-o", "-", "--check"], 64, "--check compares a file: name it with --output"),
        (["./nope"], 1, "there is no chart at ./nope"),
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


OWN = "# My chart\n\nInstall it like this.\n"
REFUSED = (
    "Error: c/README.md was not written by 'helmwright docs', and is left as it is: put the lines "
    f"'{BEGIN}' and '{END}' where the tables of values belong, or name another file with --output, "
    "or write over it with --overwrite\n"
)
TABLE = "| Key | Type | Default | Description |\n|---|---|---|---|\n| `a` | number | `1` |  |\n"


@pytest.mark.parametrize("flags", [[], ["--check"], ["--output", "c/README.md"]])
def test_a_readme_that_somebody_wrote_is_left_as_it_is(place: Path, flags: list[str]) -> None:
    write(place, {"c/README.md": OWN})

    assert helmwright("docs", "c", *flags) == (1, "", REFUSED)
    assert (place / "c/README.md").read_text() == OWN


def test_a_readme_that_somebody_wrote_is_written_over_on_request(place: Path) -> None:
    write(place, {"c/README.md": OWN})

    assert helmwright("docs", "c", "--overwrite").err == "wrote c/README.md\n"
    assert (place / "c/README.md").read_text().endswith(f"{TABLE}\n{WHOLE}\n")
    assert helmwright("docs", "c").err == "c/README.md is up to date\n"


def test_an_empty_file_and_a_page_without_the_mark_are_nobodys_own(place: Path) -> None:
    helmwright("docs", "c")
    page = (place / "c/README.md").read_text()
    for old in ("\n", page.removesuffix(f"\n{WHOLE}\n")):
        write(place, {"c/README.md": old})

        assert helmwright("docs", "c").err == "wrote c/README.md\n"
        assert (place / "c/README.md").read_text() == page


def test_only_the_part_between_markers_is_written(place: Path) -> None:
    write(place, {"c/README.md": f"{OWN}\n{BEGIN}\nold\n{END}\n\n## License\n"})

    stale = helmwright("docs", "c", "--check")
    first = helmwright("docs", "c")
    page = (place / "c/README.md").read_text()
    second = helmwright("docs", "c")

    assert (stale.code, first.err) == (1, "wrote c/README.md\n")
    assert "\n-old\n" in stale.out
    assert page == f"{OWN}\n{BEGIN}\n\n{TABLE}\n{END}\n\n## License\n"
    assert second.err == "c/README.md is up to date\n"
    assert helmwright("docs", "c", "--check") == (0, "", "")


def test_the_part_is_what_the_template_makes(place: Path) -> None:
    write(place, {"c/README.md": f"{OWN}{BEGIN}\n{END}", "t.j2": "{{ chart.version }}"})

    helmwright("docs", "c", "--template", "t.j2")

    assert (place / "c/README.md").read_text() == f"{OWN}{BEGIN}\n\n0.1.0\n\n{END}"


def test_bytes_and_line_endings_around_the_part_stay(place: Path) -> None:
    path = place / "c/README.md"
    path.write_bytes(f"caf\xe9\r\n{BEGIN}\r\n{END}\r\n".encode("latin-1"))

    helmwright("docs", "c")

    data = path.read_bytes()
    assert data.startswith(b"caf\xe9\r\n" + BEGIN.encode() + b"\r\n\r\n| Key |")
    assert data.count(b"\n") == data.count(b"\r\n")
    assert helmwright("docs", "c", "--check") == (0, "", "")


def test_markers_in_fenced_code_are_text(place: Path) -> None:
    text = f"{OWN}```md\n{BEGIN}\n{END}\n```\n"
    write(place, {"c/README.md": text})

    assert helmwright("docs", "c") == (1, "", REFUSED)


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        (f"a\n{BEGIN}\n", 2, f"{BEGIN} (line 2)"),
        (f"{END}\n{BEGIN}\n", 2, f"{END} (line 1), {BEGIN} (line 2)"),
        (f"{BEGIN}\n{END}\n{END}\n", 3, f"{BEGIN} (line 1), {END} (line 2), {END} (line 3)"),
    ],
)
def test_markers_that_are_no_pair_are_refused(
    place: Path, text: str, line: int, found: str
) -> None:
    write(place, {"c/README.md": text})

    assert helmwright("docs", "c") == (
        1,
        "",
        (
            f"c/README.md:{line}:\nError: c/README.md needs one '{BEGIN}' and one '{END}' below it, "
            f"found: {found}\n"
        ),
    )
    assert (place / "c/README.md").read_text() == text


@pytest.mark.parametrize("readme", [None, OWN])
def test_a_template_of_helm_docs_is_said_to_be_there(place: Path, readme: str | None) -> None:
    write(place, {"c/README.md.gotmpl": '{{ template "chart.header" . }}\n'})
    if readme is not None:
        write(place, {"c/README.md": readme})

    said = helmwright("docs", "c").err

    assert said == (
        "c/README.md.gotmpl is a template of helm-docs, which is not read here: README.md.j2 is, "
        'with {% include "values.md.j2" %} where helm-docs has its table of values\n'
        + (REFUSED if readme else "wrote c/README.md\n")
    )
    write(place, {"c/README.md.j2": "own\n"})
    assert "helm-docs," not in helmwright("docs", "c").err
