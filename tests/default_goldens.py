"""Golden cases of defaulting: objects, and what the API server's own code stores for them.

``golden/defaults/examples.yaml`` is written by hand; ``stored.jsonl`` has a line for each of its objects
and for some of every kind that were made at random, written by tests/conformance/update_defaults.py.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "golden" / "defaults"
EXAMPLES = FOLDER / "examples.yaml"
STORED = FOLDER / "stored.jsonl"


def load() -> list[dict[str, Any]]:
    """Return the cases: the ``object``, and what is ``stored``."""
    return [json.loads(line) for line in STORED.read_text("utf-8").splitlines()]


def dump(cases: list[dict[str, Any]]) -> str:
    """Return the text of the file."""
    return "".join(f"{json.dumps(case, separators=(',', ':'))}\n" for case in cases)
