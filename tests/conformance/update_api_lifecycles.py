"""Writes renderer/helmwright/kube/data/api_lifecycles.json: which API versions are deprecated when.

    python tests/conformance/update_api_lifecycles.py

The data is what the Kubernetes types that helm 4.2.4 links say about themselves, by API version and
kind: the release that deprecates it, the one without it, and what takes its place.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.conformance.peer import oracle_binary

ROOT = Path(__file__).resolve().parent.parent.parent
TARGET = ROOT / "renderer/helmwright/kube/data/api_lifecycles.json"


def lifecycles() -> dict[str, list[str]]:
    """Returns what the program says: deprecated, removed, replacement, blank where there is none."""
    answer = subprocess.run(
        [str(oracle_binary()), "-ask", "lifecycles"], capture_output=True, check=True, text=True
    )
    return {
        kind: [_release(one["deprecated"]), _release(one["removed"]), one["replacement"]]
        for kind, one in sorted(json.loads(answer.stdout).items())
    }


def _release(number: list[int]) -> str:
    return ".".join(map(str, number)) if any(number) else ""


def main() -> None:
    """Writes the file."""
    document = {"source": "k8s.io/api v0.36.1", "kinds": lifecycles()}
    text = json.dumps(document, separators=(",", ":"))
    TARGET.write_text(text.replace('],"', '],\n"') + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
