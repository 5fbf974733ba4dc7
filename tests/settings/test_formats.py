"""The formats of our own files: schemas that editors can use, and that say what the documentation says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from helmwright.base.errors import UsageError
from helmwright.goldens.settings import LAYOUTS
from helmwright.lint.config import LEVELS, SEVERITIES
from helmwright.lint.report import FORMATS as REPORTS
from helmwright.settings import format_names, format_schema
from helmwright.settings.checking import fits
from helmwright.settings.formats import GOLDEN_CASE, SETTINGS, known_formats, referred

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.settings.formats import Format

ROOT = Path(__file__).parents[2]
GUIDES = ROOT / "docs" / "guides"
NAMED = pytest.mark.parametrize("form", known_formats(), ids=format_names())
WORDS = {"title", "description"}


def keys(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the schema of each key that a schema knows, with its path."""
    if isinstance(schema, list):
        for index, item in enumerate(schema):
            yield from keys(item, f"{path}[{index}]")
    if not isinstance(schema, dict):
        return
    for name, inner in schema.items():
        if name in {"examples", "default", "enum"}:
            continue
        if name == "properties" and not path.endswith("/named-node"):
            for key, of in inner.items():
                yield f"{path}/{key}", of
        yield from keys(inner, f"{path}/{name}")


@NAMED
def test_a_schema_is_one_of_the_draft(form: Format) -> None:
    Draft202012Validator.check_schema(form.schema)

    assert form.schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    assert form.schema.keys() >= {"$id", "title", "description", "examples"}


@NAMED
def test_every_key_has_a_title_and_a_description(form: Format) -> None:
    found = {
        path: {**(referred(of["$ref"], form.schema) if "$ref" in of else {}), **of}
        for path, of in keys(form.schema)
    }

    assert found
    assert [path for path, of in found.items() if not of.keys() >= WORDS] == []
    silent = [path for path, of in found.items() if not of["description"].endswith(".")]
    assert silent == []


@NAMED
def test_examples_and_defaults_fit(form: Format) -> None:
    parts = [("", form.schema), *keys(form.schema)]
    for path, part in parts:
        told = [*part.get("examples", ()), *([part["default"]] if "default" in part else ())]
        for example in told:
            assert fits(example, part, form.schema), (path, example)


@NAMED
def test_the_address_is_that_of_the_published_site(form: Format) -> None:
    published = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["helmwright"]
    site = published["published"]["site"]

    assert form.address == f"{site}/schemas/{form.name}.schema.json"


def test_choices_are_those_of_the_program() -> None:
    lint = SETTINGS.part("lint")["properties"]

    assert lint["format"]["enum"] == list(REPORTS)
    assert lint["fail-level"]["enum"] == list(LEVELS)
    assert lint["severity"]["additionalProperties"]["enum"] == list(SEVERITIES)
    assert SETTINGS.part("golden")["properties"]["layout"]["enum"] == list(LAYOUTS)


def test_keys_of_the_linter_are_those_that_the_guide_names() -> None:
    text = (GUIDES / "linting.md").read_text()
    (listed,) = re.findall(r"The keys are those of the flags: (.*?)\.\n", text, re.DOTALL)

    assert re.findall("`(.*?)`", listed) == list(SETTINGS.part("lint")["properties"])


def blocks() -> Iterator[tuple[str, Any]]:
    """Yield the YAML of the documentation, with the page that it is on."""
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for text in re.findall(r"^```yaml\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE):
            try:
                yield page.name, yaml.safe_load(text)
            except yaml.YAMLError:  # several documents, or a template
                continue


def format_of(page: str, document: Any) -> str:
    """Return the name of the format that a block of the documentation has, blank for none of ours."""
    if isinstance(document, dict):
        if document.keys() & {"lint", "golden", "diff"} and "script" not in str(document):
            return "settings"  # and no jobs of GitLab, of which one is called lint
        return "golden-case" if "values-files" in document else ""
    if page == "capacity.md" and isinstance(document, list):
        return "jobs" if "slots" in document[0] else "nodes"
    return ""


def test_what_the_documentation_shows_fits() -> None:
    seen = set()
    for page, document in blocks():
        name = format_of(page, document)
        if name:
            schema = format_schema(name)
            assert [
                error.message for error in Draft202012Validator(schema).iter_errors(document)
            ] == []
            seen.add((page, name))

    assert seen >= {
        ("linting.md", "settings"),
        ("linting-in-ci.md", "settings"),
        ("golden-files.md", "settings"),
        ("golden-files.md", "golden-case"),
        ("capacity.md", "nodes"),
        ("capacity.md", "jobs"),
    }


def test_the_guide_shows_every_key_of_a_case() -> None:
    text = (GUIDES / "golden-files.md").read_text()

    missing = [
        key for key in GOLDEN_CASE.schema["properties"] if not re.search(rf"\b{key}\b", text)
    ]
    assert missing == []


def test_the_sections_of_the_settings_are_referred_to() -> None:
    for section in ("lint", "golden", "diff"):
        part = SETTINGS.schema["properties"][section]
        assert referred(part["$ref"], SETTINGS.schema) == SETTINGS.part(section)


def test_a_schema_in_python_is_ones_own() -> None:
    schema = format_schema("settings")
    schema.clear()

    assert format_schema("settings")["title"] == SETTINGS.schema["title"]


def test_another_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError, match='no format "setings"; did you mean "settings"'):
        format_schema("setings")
    with pytest.raises(UsageError, match='no format "zz"; there are settings, golden-case, '):
        format_schema("zz")
