"""The pictures show what the program prints, and every one of them is shown."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PICTURES = ROOT / "docs" / "pictures"


def script() -> Any:
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "scripts" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["lint", "diff"])
def test_a_terminal_shows_what_is_printed(name: str) -> None:
    made = script().terminal(name)

    assert (PICTURES / f"{name}.svg").read_text() == made, f"python scripts/pictures.py {name}"
    assert "http" not in made.replace("http://www.w3.org/2000/svg", "").replace(
        "https://www.textualize.io", ""
    )


def test_each_picture_can_be_made_and_is_shown() -> None:
    made = script()
    names = {f"{name}.svg" for name in made.TERMINALS} | {f"{name}.png" for name in made.REPORTS}
    pages = [*ROOT.glob("docs/**/*.md"), ROOT / "README.md"]
    shown = {
        name
        for page in pages
        for name in re.findall(r"!\[[^\]]+\]\((?:\.\./|docs/)*pictures/(\S+)\)", page.read_text())
    }

    assert {path.name for path in PICTURES.iterdir()} == names == shown
    for path in PICTURES.glob("*.png"):
        assert path.read_bytes().startswith(b"\x89PNG")
        assert path.stat().st_size < 200_000
