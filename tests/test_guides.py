"""The guides: every block of values in them renders, every block that they call refused is refused."""

from __future__ import annotations

import re
import shutil
import subprocess
import textwrap
from pathlib import Path
from typing import NamedTuple

import pytest

from helmwright import ChartRenderer, HelmwrightError, Release, load_chart
from helmwright.go.yaml_read import load
from helmwright.values.files import merge_sources
from helmwright.values.maps import load_values, merge_maps

ROOT = Path(__file__).resolve().parent.parent
GUIDES = ROOT / "docs" / "guides"
BASE = "maxSlotsPerPod: 4\ninitialUser:\n  existingSecret: determined-users\n"
_BLOCK = re.compile(r"^( *)```(\w+)(?: (\w+))?\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")

pytestmark = pytest.mark.skipif(not GUIDES.exists(), reason="an installed package has no guides")


class Block(NamedTuple):
    """A fenced block of a guide: its language, and what the guide says it is."""

    place: str
    language: str
    kind: str
    text: str


def blocks() -> list[Block]:
    found = []
    for path in sorted(GUIDES.glob("*.md")):
        text = path.read_text()
        for match in _BLOCK.finditer(text):
            indent, language, kind, body = match.groups()
            line = text.count("\n", 0, match.start()) + 1
            place = f"{path.name}:{line}"
            found.append(
                Block(place, language, kind or "", textwrap.dedent(body) if indent else body)
            )
    return found


def of(language: str, *kinds: str):
    found = [block for block in blocks() if block.language == language and block.kind in kinds]
    return [pytest.param(block, id=block.place) for block in found]


@pytest.fixture(scope="module")
def renderer() -> ChartRenderer:
    return ChartRenderer(load_chart(str(ROOT / "chart")))


def render(renderer: ChartRenderer, text: str):
    values = merge_maps(load_values(BASE.encode()), load_values(text.encode()))
    return renderer.render(values, Release("det", "determined", is_upgrade=True))


@pytest.mark.parametrize("block", of("yaml", "values"))
def test_values_render(renderer, block):
    assert load_values(block.text.encode())
    kinds = {manifest.kind for manifest in render(renderer, block.text).manifests}

    assert {"Deployment", "Service"} <= kinds


@pytest.mark.parametrize("block", of("yaml", "refused"))
def test_values_that_a_guide_calls_refused_are_refused_for_one_of_their_keys(renderer, block):
    with pytest.raises(HelmwrightError) as refusal:
        render(renderer, block.text)

    keys = re.findall(r"^ *(\w+):", block.text, re.MULTILINE)
    assert any(key in refusal.value.message for key in keys)


@pytest.mark.parametrize("block", of("yaml", ""))
def test_other_yaml_is_yaml(block):
    assert load(block.text)


def test_blocks_say_what_they_are():
    assert {block.kind for block in blocks()} == {"", "values", "refused"}
    assert {block.language for block in blocks()} == {
        "console",
        "dockerfile",
        "json",
        "python",
        "sh",
        "text",
        "toml",
        "yaml",
    }


def test_objects_that_guides_name_exist(renderer):
    release = Release("det", "determined")
    made: set[str | None] = set()
    for path in sorted((ROOT / "chart" / "examples").glob("*.yaml")):
        rendering = renderer.render(merge_sources([str(path)]), release)
        for manifest in (*rendering.manifests, *rendering.hooks):
            made.add(manifest.name)
            made.add(manifest.object["metadata"].get("labels", {}).get("app"))

    text = "".join(path.read_text() for path in (*GUIDES.glob("*.md"), ROOT / "README.md"))
    assert set(re.findall(r"\bdetermined-[a-z-]+-det\b", text)) <= made


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_commands_are_correct_for_a_shell():
    script = "\n".join(block.text for block in blocks() if block.language == "sh")
    done = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def headings(path: Path) -> set[str]:
    """Returns the anchors of a page, as GitHub makes them."""
    lines = re.findall(r"^#+ (.*)$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line).strip().lower().replace(" ", "-") for line in lines}


@pytest.mark.parametrize("path", sorted(GUIDES.glob("*.md")), ids=lambda path: path.name)
def test_links_lead_somewhere(path):
    for target, anchor in _LINK.findall(path.read_text()):
        if target.startswith("http"):
            continue
        page = (path.parent / target).resolve() if target else path
        assert page.exists(), target
        if anchor:
            assert anchor in headings(page), f"{target}#{anchor}"
