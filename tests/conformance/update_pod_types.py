"""Writes renderer/helmwright/kube/data/pods.json: Go's own Pod, as the Kubernetes code declares it.

    python tests/conformance/update_pod_types.py

The file holds what JSON schemas do not say: pointers, `omitempty`, the types of every field, for
each version of `kube_peer.VERSIONS`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.conformance.kube_peer import VERSIONS, KubeOracle

TARGET = Path(__file__).resolve().parent.parent.parent / "renderer/helmwright/kube/data/pods.json"


def types_of(version: str, name: str) -> dict[str, list[list[str]]]:
    """Returns the structs reached from one, as `helmwright.kube.go_types` reads them."""
    with KubeOracle(version) as oracle:
        answer = oracle.ask(op="types", type=name)["results"][0]
    found: dict[str, Any] = {}
    for struct, fields in sorted(answer.items()):
        found[struct] = rows = []
        for field in fields:
            omit = next((tag for tag in ("omitzero", "omitempty") if field.get(tag)), "")
            strategies = ",".join(field.get("strategies", []))
            row = [field["json"], field["type"], omit, strategies, field.get("merge_key", "")]
            while not row[-1]:
                row.pop()
            rows.append(row)
    return found


def main() -> None:
    """Writes the file."""
    document = {
        "source": f"k8s.io/api core/v1, versions {', '.join(VERSIONS)}",
        "versions": {version: types_of(version, "Pod") for version in VERSIONS},
    }
    text = json.dumps(document, separators=(",", ":"))
    TARGET.write_text(text.replace(']],"', ']],\n"') + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
