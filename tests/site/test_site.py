"""The site as it was built: what must be there, and that nothing of it comes from elsewhere."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.command import helmwright as run
from tests.copied_blocks import PUBLISHED
from tests.public_names import PUBLIC

from helmwright.settings import format_names, format_schema

ROOT = Path(__file__).resolve().parent.parent.parent
GUIDES = sorted((ROOT / "docs" / "guides").glob("*.md"))


def test_every_public_name_is_explained_once(site: Path) -> None:
    text = "".join(path.read_text() for path in site.glob("api/*/index.html"))

    for name in PUBLIC:
        assert len(re.findall(rf'<h2 id="helmwright\.(?:\w+\.)*{name}"', text)) == 1, name


@pytest.mark.parametrize(
    "words", [("template",), ("diff", "git"), ("golden", "run"), ("patch", "create"), ("version",)]
)
def test_the_page_of_a_command_has_what_its_help_has(site: Path, words: tuple[str, ...]) -> None:
    page = html.unescape((site / "commands" / "-".join(words) / "index.html").read_text())
    text = re.sub(r"<[^>]+>|\s", "", page)
    told = run(*words, "--help").out

    flags = re.findall(r"^  (?:-\w, |    )(--\S+)", told, re.MULTILINE)
    assert flags
    for flag in flags:
        assert flag in text
    for part in told.split("\n\n")[0].splitlines():
        assert re.sub(r"\s", "", part) in text


def test_schemas_are_where_they_say_that_they_are(site: Path) -> None:
    names = format_names()

    assert sorted(path.name for path in (site / "schemas").iterdir()) == sorted(
        f"{name}.schema.json" for name in names
    )
    for name in names:
        schema = format_schema(name)
        path = site / schema["$id"].removeprefix(f"{PUBLISHED['site']}/")
        assert json.loads(path.read_text()) == schema


def test_every_action_has_a_page(site: Path) -> None:
    pages = {path.parent.name for path in site.glob("commands/*/index.html")}

    assert {"values-get", "golden-new", "diff-release", "patch-create", "help"} <= pages


def test_every_guide_is_in_the_navigation_and_begins_with_the_reader() -> None:
    settings = (ROOT / "mkdocs.yml").read_text()
    for page in GUIDES:
        title, task, *_ = page.read_text().split("\n\n")
        assert f"- guides/{page.name}\n" in settings
        assert title.startswith("# ")
        assert re.search(r"\b(?:[Yy]ou|[Yy]our)\b", task), page.name
        assert not re.search(r"^[`#|-]", task), page.name


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    loaded = re.compile(r"<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)=\"?(https?:[^\">\s]+)")
    found = {
        address
        for path in site.rglob("*.html")
        for address in loaded.findall(path.read_text())
        if "canonical" not in path.read_text()
    }
    styles = {
        address
        for path in site.rglob("*.css")
        for address in re.findall(r"(?:@import|url\()\s*[\"']?(https?:[^\"')]+)", path.read_text())
    }

    assert (found, styles) == (set(), set())


def test_the_search_knows_all_pages(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text())
    known = {entry["location"].partition("#")[0] for entry in index["docs"]}
    built = {
        path.parent.relative_to(site).as_posix() + "/"
        for path in site.rglob("index.html")
        if path.parent != site
    }

    assert built - known == set()


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("[a](guides/nowhere.md)", "guides/nowhere.md"),
        ("[a](guides/diff.md#nowhere)", "does not contain an anchor '#nowhere'"),
        ("[a](../chart/nowhere.yaml)", "there is no chart/nowhere.yaml"),
    ],
)
def test_a_dead_link_fails_the_build(tmp_path: Path, link: str, message: str) -> None:
    for name in ("docs", "scripts", "renderer", "chart"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    for name in ("mkdocs.yml", "pyproject.toml", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"):
        shutil.copyfile(ROOT / name, tmp_path / name)
    (tmp_path / "golden").mkdir()
    shutil.copyfile(ROOT / "golden" / "README.md", tmp_path / "golden" / "README.md")
    for name in ("action", "plugins", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name)
    page = tmp_path / "docs" / "index.md"
    page.write_text(f"{page.read_text()}\n{link}\n")

    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(tmp_path / "site")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert message in done.stderr
