"""Writes what Helm 3 answers to the golden cases, where that is not what Helm 4 answers.

    python tests/conformance/update_earlier_goldens.py

Only the pinned Helm 3.21.4, with the linker flags of its makers, writes these files; nothing of
Helmwright is imported. Ends with exit code 1 if a file was changed, and names it.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests import golden_cases
from tests.conformance import helm_releases, peer


def answers() -> dict[Path, str]:
    """Returns what each of the files has to hold, blank for those that are not needed."""
    with peer.Oracle(helm_releases.oracle_of(helm_releases.NEWEST)) as oracle:
        found = {}
        for path in golden_cases.case_files():
            cases = golden_cases.load(path)
            text = golden_cases.dump_earlier(cases, oracle.run_cases(cases))
            found[golden_cases.earlier_file(path)] = text
    return found


def is_current(path: Path, text: str) -> bool:
    """Tells whether a file holds a text, and is not there for a blank one."""
    return (path.read_bytes().decode() if path.exists() else "") == text


def update() -> list[str]:
    """Writes the files and returns the names of those that changed."""
    changed = [(path, text) for path, text in answers().items() if not is_current(path, text)]
    for path, text in changed:
        if text:
            path.write_bytes(text.encode())
        else:
            path.unlink()
    return [str(path) for path, _ in changed]


if __name__ == "__main__":
    found = update()
    print("".join(f"{name}\n" for name in found), end="")
    sys.exit(1 if found else 0)
