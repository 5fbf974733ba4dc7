# ruff: noqa: INP001 - a script, not a package
"""Prints what CHANGELOG.md says about a version, and refuses a release that is not ready.

    python scripts/release_notes.py VERSION

The version must have a section with a date, and the plugins for Helm must have it in their plugin.yaml.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLUGINS = ("plugins/helmwright/plugin.yaml", "plugins/helmwright-patch/plugin.yaml")


def main() -> None:
    """Print the section, or say what is missing."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    version = sys.argv[1]
    text = (ROOT / "CHANGELOG.md").read_text()
    pattern = rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d\n(.*?)(?=^## |^\[|\Z)"
    found = re.search(pattern, text, re.MULTILINE | re.DOTALL)
    if found is None or not found[1].strip():
        sys.exit(
            f'CHANGELOG.md has no section "## [{version}] - YEAR-MONTH-DAY" that says something'
        )
    for name in PLUGINS:
        if not re.search(
            rf"^version: {re.escape(version)}$", (ROOT / name).read_text(), re.MULTILINE
        ):
            sys.exit(f"{name} has another version than {version}")
    print(found[1].strip())  # noqa: T201 - it is what the script is for


main()
