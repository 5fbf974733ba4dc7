"""Writes what only the API server's own code says about defaults.

    python tests/conformance/update_defaults.py

renderer/helmwright/kube/data/stored_types.json has the Go types of every kind that is stored, with
pointers and `omitempty`; golden/defaults/stored.jsonl what the server stores for the examples beside
it and for objects of every kind that are made at random. Ends with exit code 1 if a file was changed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

import yaml
from tests import default_goldens
from tests.conformance.default_cases import TYPES, Objects
from tests.conformance.defaults_peer import RELEASE, DefaultsOracle
from tests.conformance.peer import PeerError

SHARES = (0.2, 0.45)
"""How much there is in the objects of a kind."""
DEPTH = 7


def types_text(table: dict[str, Any]) -> str:
    """Returns the file with the types, one to a line."""
    document = {
        "source": f"k8s.io/kubernetes {RELEASE}, the scheme of its API server",
        "kinds": dict(sorted(table["kinds"].items())),
        "types": dict(sorted(table["types"].items())),
    }
    return json.dumps(document, separators=(",", ":")).replace('],"', '],\n"') + "\n"


def inputs() -> list[dict[str, Any]]:
    """Returns the objects of the golden cases: examples, then some of every kind."""
    objects = Objects(Random(34))  # noqa: S311 - cases, not secrets
    made = [
        objects.make(kind, depth=DEPTH, share=share)
        for kind in sorted(objects.kinds)
        for share in SHARES
    ]
    return [*yaml.safe_load_all(default_goldens.EXAMPLES.read_text("utf-8")), *made]


def golden_text(oracle: DefaultsOracle) -> str:
    """Returns the file of golden cases."""
    given = inputs()
    answers = oracle.ask_all([{"op": "default", "object": one} for one in given])
    for one, answer in zip(given, answers, strict=True):
        if "error" in answer:
            raise PeerError(f"{one['apiVersion']} {one['kind']}: {answer['error']}")
    return default_goldens.dump(
        [
            {"object": one, "stored": answer["result"]}
            for one, answer in zip(given, answers, strict=True)
        ]
    )


def update() -> list[str]:
    """Writes the files anew where something changed; returns a line for each of these."""
    with DefaultsOracle() as oracle:
        texts = {TYPES: types_text(oracle.ask(op="types")["result"])}
        if not TYPES.exists() or TYPES.read_text("utf-8") != texts[TYPES]:
            TYPES.write_text(texts[TYPES], encoding="utf-8")  # objects are made from them
            texts[TYPES] = ""
        texts[default_goldens.STORED] = golden_text(oracle)
    changed = []
    for path, text in texts.items():
        if not path.exists() or path.read_text("utf-8") != text:
            if text:
                path.write_text(text, encoding="utf-8")
            changed.append(f"{path}: changed")
    return changed


if __name__ == "__main__":
    told = update()
    print("".join(f"{line}\n" for line in told), end="")
    sys.exit(1 if told else 0)
