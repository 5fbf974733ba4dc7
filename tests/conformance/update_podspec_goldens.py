"""Writes golden/podspec/merged.json: default and task pod specs, merged by the Kubernetes code.

Only that code, of the version that Determined links, writes it; nothing of Helmwright is imported.
Ends with exit code 1 if the file was changed.

    python tests/conformance/update_podspec_goldens.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests import podspec_cases
from tests.conformance.kube_peer import VERSIONS, KubeOracle

TIMES = 50
"""How often each case is asked, so that what depends on chance would show."""


def merged() -> dict[str, Any]:
    """Returns what the Kubernetes code makes of each case that merges, by its name."""
    cases = [case for case in podspec_cases.load_all() if case.merges]
    asked = [
        {
            "op": "pod-merge",
            "original": case.given["default"],
            "patch": case.given["task"],
            "times": TIMES,
        }
        for case in cases
    ]
    with KubeOracle(next(iter(VERSIONS))) as oracle:
        answers = oracle.ask_all(asked)
    found = {}
    for case, answer in zip(cases, answers, strict=True):
        (found[case.name],) = answer["results"]
    return found


def update() -> list[str]:
    """Updates the file; returns a line that says so if it was changed."""
    text = json.dumps(merged(), indent=1, sort_keys=True) + "\n"
    path = podspec_cases.MERGED
    if path.exists() and path.read_text("utf-8") == text:
        return []
    path.write_text(text, "utf-8")
    return [f"{path}: changed"]


def main() -> int:
    """Updates the file and says whether it was changed."""
    changed = update()
    print("".join(f"{line}\n" for line in changed), end="")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
