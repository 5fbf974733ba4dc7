"""Files and modules that the documentation names are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "renderer" / "helmwright"
PAGES = sorted(
    (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "golden").glob("*.md"))
)
FOR_MAINTAINERS = {"CONTRIBUTING.md", "architecture.md", "limits.md"}
FOLDERS = sorted(path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] != ".")
MADE_BY_READERS = {
    "cli/keys.py": "the command that CONTRIBUTING adds",
    "rules/manifests/host_network.py": "the rule that CONTRIBUTING adds",
    "tests/golden/": "a folder of the reader's chart",
}
OF_THE_SAMPLE = ROOT / "tests" / "packs" / "sample"
"""What the guide on packs has its readers make."""
_MODULE = re.compile(r"(?<![\w/.])(?:[\w-]+/)+[\w*-]+\.py\b")
_STARTED = re.compile(r"python -m ((?:helmwright|tests)(?:\.\w+)*)")
_FOLDER = re.compile(rf"`((?:{'|'.join(map(re.escape, FOLDERS))})/[\w./*-]*)`")


def named(page: Path) -> set[str]:
    """Return the paths that a page names, and those of the modules that it starts."""
    text = page.read_text()
    found = set(_MODULE.findall(text))
    found |= {path.replace(".", "/") for path in _STARTED.findall(text)}
    if page.name in FOR_MAINTAINERS:
        found |= set(_FOLDER.findall(text))
    return found - set(MADE_BY_READERS)


def is_there(path: str) -> bool:
    """Tell whether a file, a folder, a pattern or a module is in the repository."""
    return any(
        next(folder.glob(f"{path.rstrip('/')}{ending}"), None)
        for folder in (ROOT, ROOT / "chart", PACKAGE, PACKAGE.parent, OF_THE_SAMPLE)
        for ending in ("", ".py")
    )


@pytest.mark.skipif(not PAGES, reason="an installed package has no documentation")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_names_files_that_are_there(page: Path) -> None:
    assert [path for path in sorted(named(page)) if not is_there(path)] == []


def test_names_are_seen_in_text_and_in_commands(tmp_path: Path) -> None:
    page = tmp_path / "limits.md"
    page.write_text(
        "See `go/limits.py` and `tests/nowhere/`; `python -m helmwright.nowhere`,\n"
        "    python tests/conformance/no_such_file.py FOLDER\n"
    )

    assert named(page) == {
        "go/limits.py",
        "tests/nowhere/",
        "helmwright/nowhere",
        "tests/conformance/no_such_file.py",
    }
    assert [path for path in sorted(named(page)) if is_there(path)] == ["go/limits.py"]
