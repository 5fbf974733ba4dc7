"""Writes what the real helm answers to expressions of ``show values --jsonpath``.

    python tests/conformance/update_jsonpath_goldens.py

golden/jsonpath/answers.jsonl has a line for each: the expression, the exit code, and what is printed, on
standard error if the code is 1. Ends with exit code 1 if the file was changed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.conformance import peer
from tests.conformance.jsonpath_cases import FOLDER, files, recorded

ANSWERS = FOLDER / "answers.jsonl"


def update(binary: Path) -> list[str]:
    """Writes the file; returns a line if it was changed."""
    with tempfile.TemporaryDirectory() as folder:
        for file in files():
            path = Path(folder, file["path"])
            path.parent.mkdir(exist_ok=True)
            path.write_text(file["text"])
        lines = "".join(f"{_answer(binary, folder, one)}\n" for one in recorded())
    before = ANSWERS.read_text() if ANSWERS.exists() else ""
    ANSWERS.write_text(lines)
    return [] if lines == before else [f"{ANSWERS} changed"]


def _answer(binary: Path, folder: str, expression: str) -> str:
    done = subprocess.run(
        [str(binary), "show", "values", "c", "--jsonpath", expression],
        cwd=folder,
        env=peer.clean_environment(folder),
        capture_output=True,
        check=False,
    )
    said = done.stderr if done.returncode else done.stdout
    return json.dumps([expression, done.returncode, said.decode("utf-8", "surrogateescape")])


if __name__ == "__main__":
    told = update(peer.helm_binary())
    print("".join(f"{line}\n" for line in told), end="")
    sys.exit(1 if told else 0)
