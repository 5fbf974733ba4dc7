"""The forms of a diff: what each shows, its limits, and that it shows nothing as something else."""

from __future__ import annotations

import json
import re
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from tests.diff.sample_reports import an_object, changed, sample

from helmwright.base.errors import JSONError, Position
from helmwright.base.records import replace
from helmwright.base.style import BASIC, Style
from helmwright.diff.model import (
    ABSENT,
    Change,
    DiffReport,
    Effect,
    Impact,
    ObjectDiff,
    Side,
    Status,
    ValueChange,
)
from helmwright.diff.redaction import redact
from helmwright.diff.report import FORMS, ReportOptions, github_summary, json_data, markdown, render

if TYPE_CHECKING:
    from collections.abc import Callable

OPTIONS = ReportOptions(context=2)
PLAIN = redact([sample()])
NOTHING = DiffReport(Side("a", ()), Side("b", ()), (), unchanged=3)
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=y> ``` | [a](b) \x1b[31m @all"


def text_of(*changes: Change, **options: Any) -> str:
    """Returns the text of a report with these changes of one object, without head and summary."""
    one = changed(an_object("ConfigMap", "x"), an_object("ConfigMap", "x"), *changes)
    text = render("text", [replace(NOTHING, objects=(one,))], ReportOptions(**options))
    return "\n".join(text.split("\n")[3:-3])


def hostile() -> DiffReport:
    one = an_object(HOSTILE, HOSTILE, data={HOSTILE: HOSTILE, "b": f"{HOSTILE}\n{HOSTILE}\n"})
    change = Change(("data", HOSTILE), HOSTILE, f"{HOSTILE}\nx\n")
    key = one.key
    return DiffReport(
        Side(HOSTILE, (), None, (HOSTILE,)),
        Side(HOSTILE, ()),
        (changed(one, one, change), ObjectDiff(Status.ADDED, key, None, one)),
        values=(ValueChange(HOSTILE, HOSTILE, ABSENT),),
        environment=HOSTILE,
        notes=(HOSTILE,),
    )


def test_text_of_everything() -> None:
    expected = (Path(__file__).parent / "sample_report.txt").read_text()

    assert render("text", PLAIN, OPTIONS) == expected


def test_unified_of_everything() -> None:
    expected = (Path(__file__).parent / "sample_report.diff").read_text()

    assert render("unified", PLAIN, OPTIONS) == expected


def test_markdown_of_everything() -> None:
    expected = (Path(__file__).parent / "sample_report.md").read_text()

    assert render("markdown", PLAIN, OPTIONS) == expected


def test_colours_add_nothing_to_the_text() -> None:
    for form in ("text", "unified"):
        colored = render(form, PLAIN, ReportOptions(Style(BASIC), context=2))

        assert "\x1b[" in colored
        assert re.sub(r"\x1b\[[\d;]*m", "", colored) == render(form, PLAIN, OPTIONS)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("a", "b", "  x: a → b"),
        (1, "1", '  x: 1 → "1"'),
        ("true", True, '  x: "true" → true'),
        (ABSENT, "a", "  x: (absent) → a"),
        ("a ", "a", '  x: "a " → a'),
        (None, "", '  x: null → ""'),
        ([], ["a"], "  x:\n    - []\n    + - a"),
        ("a\nb\n", "a\nb", "  x:\n    only blanks at the ends of lines differ"),
        ({"a": 1}, "a", '  x:\n    - {"a": 1}\n    + a'),
        ("a" * 30 + " b", "a" * 30 + " c", f"  x: {'a' * 30} b → {'a' * 30} c"),
    ],
)
def test_values_in_text(before: Any, after: Any, expected: str) -> None:
    assert text_of(Change(("x",), before, after)) == expected


def test_long_texts_have_marks_on_words() -> None:
    before = "one two three four five six seven eight nine ten eleven"

    text = text_of(Change(("x",), before, before.replace("four", "4")), width=60)

    assert text == (
        "  x:\n"
        "    - one two three [-four-] five six seven eight nine ten eleven\n"
        "    + one two three {+4+} five six seven eight nine ten eleven"
    )


def test_an_object_of_a_file_has_its_place() -> None:
    read = replace(an_object("ConfigMap", "x"), template="", position=Position("a.yaml", 3, 1))
    one = ObjectDiff(Status.ADDED, read.key, None, read)

    assert "ConfigMap prod/x  a.yaml:3:1\n" in render(
        "text", [replace(NOTHING, objects=(one,))], OPTIONS
    )


def test_nothing_differs() -> None:
    assert render("text", [NOTHING], OPTIONS) == "a → b\n\nno differences\n"
    assert render("unified", [NOTHING], OPTIONS) == ""
    assert "no changes" in render("markdown", [NOTHING], OPTIONS)
    assert "Nothing differs." in render("html", [NOTHING], OPTIONS)


def test_json_is_what_its_schema_says_and_comes_back() -> None:
    schema = json.loads(json_data.schema_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    read = replace(an_object("ConfigMap", "x"), content="", position=Position("a.yaml", 3, 1))
    placed = replace(NOTHING, objects=(ObjectDiff(Status.ADDED, read.key, None, read),))
    for reports in (PLAIN, redact([sample("a"), hostile()]), (NOTHING,), (placed,)):
        text = render("json", reports, OPTIONS)

        jsonschema.Draft202012Validator(schema).validate(json.loads(text))
        assert json_data.from_json(text) == tuple(reports)
        assert render("json", json_data.from_json(text), OPTIONS) == text


def test_schema_knows_every_effect_and_status() -> None:
    parts = json.loads(json_data.schema_text())["$defs"]
    every = tuple(Impact(effect, "x") for effect in Effect)
    one = replace(PLAIN[0].objects[0], impacts=every)
    data = json.loads(render("json", [replace(NOTHING, objects=(one,))], OPTIONS))
    names = [impact["effect"] for impact in data["reports"][0]["objects"][0]["impacts"]]

    assert parts["impact"]["properties"]["effect"]["enum"] == names
    assert {one.value for one in Status} == set(parts["object"]["properties"]["status"]["enum"])


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"version": 2}', '{"version": 1, "reports": [1]}']
)
def test_other_json_is_refused(text: str) -> None:
    with pytest.raises(JSONError, match="diff"):
        json_data.from_json(text)


def test_unified_diff_is_one_that_patch_takes() -> None:
    text = render("unified", PLAIN, OPTIONS)

    for hunk in re.findall(
        r"^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@\n((?:[ +-](?!--|\+\+).*\n)*)", text, re.MULTILINE
    ):
        lines = hunk[2].splitlines()
        assert sum(line[0] in " -" for line in lines) == int(hunk[0] or 1)
        assert sum(line[0] in " +" for line in lines) == int(hunk[1] or 1)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["markdown", "github-summary"])
def test_pages_have_a_limit_and_say_what_is_left_out(form: str) -> None:
    limit = {"markdown": markdown.LIMIT, "github-summary": github_summary.LIMIT}[form]
    report = PLAIN[0]
    many = [replace(report, environment=f"e{at}", objects=report.objects * 60) for at in range(40)]

    text = render(form, many, OPTIONS)

    assert limit // 2 < len(text) <= limit
    assert "Left out" in text
    assert text.count("<details>") == text.count("</details>")
    assert all(f"**e{at}: " in text for at in range(40))


def test_markdown_begins_with_the_line_by_which_it_is_found_again() -> None:
    assert render("markdown", PLAIN, OPTIONS).startswith("<!-- helmwright diff -->\n")


class _Page(HTMLParser):
    """Reads a page; fails on what is not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in ("meta", "input", "col"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(text: str) -> _Page:
    page = _Page()
    page.feed(text)
    page.close()
    assert page.open == []
    return page


def test_page_needs_nothing_else() -> None:
    text = render("html", redact([sample("a"), sample("b")]), OPTIONS)
    page = read(text)

    assert {name for name, _ in page.attributes} & {"src", "srcset", "style", "onclick"} == set()
    assert all((value or "#").startswith("#") for name, value in page.attributes if name == "href")
    assert "url(" not in text
    assert "@import" not in text
    names = [value for name, value in page.attributes if name == "id"]
    assert len(names) == len(set(names))
    targets = {(value or "")[1:] for name, value in page.attributes if name == "href"}
    assert targets <= set(names)


def test_page_shows_nothing_of_an_object_as_html() -> None:
    page = read(render("html", [hostile()], OPTIONS))

    assert page.tags.count("script") == 1
    assert "img" not in page.tags


def hostile_group() -> DiffReport:
    """Returns a report with two objects that change alike."""
    found = []
    for number in range(2):
        one = an_object(HOSTILE, f"{HOSTILE}-{number}")
        change = Change(("metadata", "labels", HOSTILE), HOSTILE, f"{HOSTILE} x")
        found.append(changed(one, one, change, impacts=(Impact(Effect.RESTART, HOSTILE),)))
    return replace(NOTHING, objects=tuple(found))


def test_page_shows_nothing_of_a_group_as_html() -> None:
    page = read(render("html", [hostile_group()], OPTIONS))

    assert page.tags.count("script") == 1
    assert "img" not in page.tags
    assert ("id", "o0-0") in page.attributes
    assert ("id", "o0-1") not in page.attributes


@pytest.mark.parametrize("report", [hostile, hostile_group])
@pytest.mark.parametrize("form", ["markdown", "github-summary"])
def test_markdown_shows_nothing_of_an_object_as_html(
    form: str, report: Callable[[], DiffReport]
) -> None:
    text = render(form, [report()], OPTIONS)
    prose = re.sub(r"(?ms)^(`{3,})diff\n.*?^\1$", "", text)
    prose = re.sub(r"(`+).*?\1", "", prose)

    assert re.findall(r"<(?!/?details>|/?summary>|/?b>|!--)", prose) == []


@pytest.mark.parametrize("form", ["text", "unified", "markdown", "github-summary", "html"])
def test_no_form_has_control_characters(form: str) -> None:
    text = render(form, [hostile(), hostile_group()], OPTIONS)

    assert "\x1b" not in text


@pytest.mark.parametrize("form", FORMS)
def test_texts_that_are_no_unicode_can_be_written(form: str) -> None:
    one = an_object("ConfigMap", "x", data={"a": "\udcff"})
    reports = [replace(NOTHING, objects=(changed(one, one, Change(("data", "a"), "\udcff", "b")),))]

    render(form, redact(reports), OPTIONS).encode()


def test_page_says_that_it_shows_secrets() -> None:
    shown = ReportOptions(show_secrets=True)

    assert "This page shows secrets." in render("html", [sample()], shown)
    assert "This page shows secrets." in render("markdown", [sample()], shown)
    assert '"secrets": "shown"' in render("json", [sample()], shown)


def test_text_of_forty_objects_is_quick() -> None:
    report = replace(PLAIN[0], objects=PLAIN[0].objects * 7)

    times = []
    for _ in range(5):
        start = time.perf_counter()
        render("text", [report], OPTIONS)
        times.append(time.perf_counter() - start)

    assert min(times) < 0.05
