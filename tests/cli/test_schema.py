"""``helmwright schema`` as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright, write

if TYPE_CHECKING:
    from tests.cli.command import Outcome

pytestmark = pytest.mark.usefixtures("determined")

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = {
    "s/root.json": '{"properties": {"a": {"$ref": "part.json#/properties/a"}}}',
    "s/part.json": '{"properties": {"a": {"type": "string", "description": "An A."}}}',
}
BUNDLE = """{
  "properties": {
    "a": {"type": "string", "description": "An A."}
  }
}
"""
DIFFERENCE = """--- out.json
+++ what the sources say
@@ -1,5 +1,5 @@
 {
   "properties": {
-    "a": {"type": "string", "description": "Another A."}
+    "a": {"type": "string", "description": "An A."}
   }
 }
"""


def bundle(*flags: str) -> Outcome:
    return helmwright("schema", "bundle", "--source", "s", "--output", "out.json", *flags)


@pytest.fixture(autouse=True)
def sources(place: Path) -> None:
    write(place, SOURCES)


def test_the_schema_of_the_bundled_chart_is_up_to_date() -> None:
    assert helmwright("schema", "bundle", "--check") == (0, "", "")


def test_writes_the_schema(place: Path) -> None:
    assert bundle() == (0, "", "wrote out.json\n")
    assert (place / "out.json").read_text() == BUNDLE
    assert sorted(path.name for path in place.iterdir()) == [".helmwright.yaml", "out.json", "s"]


def test_leaves_an_equal_file_alone(place: Path) -> None:
    bundle()
    before = (place / "out.json").stat().st_mtime_ns
    assert bundle() == (0, "", "out.json is up to date\n")
    assert (place / "out.json").stat().st_mtime_ns == before


def test_prints_the_schema() -> None:
    assert helmwright("schema", "bundle", "--source", "s", "-o", "-") == (0, BUNDLE, "")


def test_check_says_nothing_about_an_equal_file() -> None:
    bundle()
    assert bundle("--check") == (0, "", "")


def test_check_shows_what_differs_and_writes_nothing(place: Path) -> None:
    bundle()
    stale = BUNDLE.replace("An A.", "Another A.")
    (place / "out.json").write_text(stale)
    assert bundle("--check") == (
        1,
        DIFFERENCE,
        "out.json:3:\nError: out.json is not up to date; 'helmwright schema bundle' writes it anew\n",
    )
    assert (place / "out.json").read_text() == stale


def test_check_sees_a_missing_end(place: Path) -> None:
    (place / "out.json").write_text(BUNDLE.removesuffix("}\n"))
    code, out, err = bundle("--check")
    assert (code, err.splitlines()[0]) == (1, "out.json:5:")
    assert out.endswith("   }\n+}\n")


def test_check_wants_a_file() -> None:
    assert bundle("--check") == (
        1,
        "",
        "Error: out.json does not exist; 'helmwright schema bundle' writes it\n",
    )


def test_says_where_a_source_is_wrong(place: Path) -> None:
    (place / "s" / "part.json").write_text('{\n  "properties": }\n')
    assert bundle() == (1, "", "s/part.json:2:17:\nError: read s/part.json: Expecting value\n")
    assert not (place / "out.json").exists()


def test_says_that_a_file_cannot_be_written(place: Path) -> None:
    (place / "out.json").mkdir()
    assert bundle() == (1, "", "Error: open out.json: is a directory\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "name what to do: bundle, show, print"),
        (["write"], "name what to do: bundle, show, print"),
        (["bundle", "x"], "unexpected arguments: x"),
        (["show", "db", "y"], "unexpected arguments: y"),
        (["show", "--check"], "--check has no meaning for 'helmwright schema show'"),
        (["bundle", "--schema", "x"], "--schema has no meaning for 'helmwright schema bundle'"),
        (["bundle", "--check", "-o", "-"], "--check compares a file: name it with --output"),
    ],
)
def test_wrong_usage_is_explained(arguments: list[str], message: str) -> None:
    code, out, err = helmwright("schema", *arguments)
    assert (code, out) == (64, "")
    assert err.splitlines()[0] == f"Error: {message}"


def test_without_sources_a_folder_must_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("helmwright.base.resources.schema_directory", lambda: None)
    assert helmwright("schema", "bundle", "-o", "-") == (
        64,
        "",
        "Error: the sources of the schema are not part of an installed package: name their folder with --source\n",
    )


def test_an_installed_chart_is_not_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("helmwright.base.resources.is_installed", lambda _: True)
    assert helmwright("schema", "bundle", "--source", "s") == (
        64,
        "",
        "Error: an installed chart is not written to: name a file with --output\n",
    )


def test_shows_what_the_schema_says_about_a_value() -> None:
    code, out, err = helmwright("schema", "show", "db.sslMode")
    assert (code, err) == (0, "")
    assert json.loads(out)["enum"][:2] == ["disable", "allow"]


def test_shows_another_schema() -> None:
    bundle()
    code, out, _ = helmwright("schema", "show", "--schema", "out.json", "a")
    assert (code, out) == (0, '{\n  "type": "string",\n  "description": "An A."\n}\n')


def test_shows_everything_without_a_path() -> None:
    out = helmwright("schema", "show").out
    chart = json.loads((ROOT / "chart" / "values.schema.json").read_text())
    assert list(json.loads(out)["properties"]) == list(chart["properties"])


def test_says_what_there_is_instead() -> None:
    assert helmwright("schema", "show", "db.sslmode") == (
        1,
        "",
        'Error: db has no value "sslmode"; is it sslMode?\n',
    )


def test_a_schema_of_other_sources_is_not_written_into_the_bundled_chart():
    outcome = helmwright("schema", "bundle", "--source", "s")

    assert outcome.code == 64
    assert "name a file with --output" in outcome.err


def test_print_lists_the_formats() -> None:
    listed = helmwright("schema", "print")

    assert listed == helmwright("schema", "print", "--list")
    assert (listed.code, listed.err) == (0, "")
    assert [line.split("  ")[0] for line in listed.out.splitlines()] == [
        "settings",
        "golden-case",
        "lint-baseline",
        "unittest-suite",
        "nodes",
        "jobs",
    ]
    assert "settings        Settings of a repository (.helmwright.yaml)\n" in listed.out


def test_print_prints_a_schema_as_it_is_shipped() -> None:
    shipped = ROOT / "renderer/helmwright/settings/formats/golden-case.schema.json"

    assert helmwright("schema", "print", "golden-case") == (0, shipped.read_text(), "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["setings"], 'there is no format "setings"; did you mean "settings"?'),
        (
            ["qq"],
            'there is no format "qq"; there are settings, golden-case, lint-baseline, ',
        ),
        (["settings", "--list"], "--list lists all: leave out the name"),
        (["settings", "jobs"], "unexpected arguments: jobs"),
        (["--schema", "x"], "--schema has no meaning for 'helmwright schema print'"),
        (["--output", "x"], "--output has no meaning for 'helmwright schema print'"),
    ],
)
def test_print_of_what_is_not_there(arguments: list[str], message: str) -> None:
    code, out, err = helmwright("schema", "print", *arguments)

    assert (code, out) == (64, "")
    assert err.startswith(f"Error: {message}")


def test_show_and_bundle_have_no_list() -> None:
    for action in ("show", "bundle"):
        done = helmwright("schema", action, "--list")
        assert (done.code, done.err) == (
            64,
            f"Error: --list has no meaning for 'helmwright schema {action}'\n",
        )
