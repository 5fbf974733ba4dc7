"""Writes what only the API server's own code says about defaults.

    python tests/conformance/update_defaults.py

renderer/helmwright/kube/data/stored_types.json: the Go types of every kind that is stored, with
pointers and `omitempty`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.conformance.defaults_peer import RELEASE, DefaultsOracle

ROOT = Path(__file__).resolve().parent.parent.parent
TYPES = ROOT / "renderer/helmwright/kube/data/stored_types.json"


def types_text(table: dict[str, Any]) -> str:
    """Returns the file with the types, one to a line."""
    document = {
        "source": f"k8s.io/kubernetes {RELEASE}, the scheme of its API server",
        "kinds": dict(sorted(table["kinds"].items())),
        "types": dict(sorted(table["types"].items())),
    }
    return json.dumps(document, separators=(",", ":")).replace('],"', '],\n"') + "\n"


def main() -> None:
    """Writes the file."""
    with DefaultsOracle() as oracle:
        answer = oracle.ask(op="types")
    TYPES.write_text(types_text(answer["result"]), encoding="utf-8")


if __name__ == "__main__":
    main()
