"""A case of the fuzzer: a command line, the files that it finds, its standard input.

A case is data: it is made, changed, written to disk, kept as JSON below seeds/ and read again.
"""

# ruff: noqa: PTH103, PTH120, PTH123, PTH211 - pathlib is slow

from __future__ import annotations

import base64
import json
import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

SEEDS = Path(__file__).resolve().parent / "seeds"
"""Cases that once showed a fault; the default tests run them again."""
CLOSED = b"\0closed\0"
"""The standard input of a process that has none."""


@dataclass(slots=True)
class FuzzCase:
    """What one run of the program is given.

    command: the family, such as ``diff values``. files: contents by path; links: targets by path.
    note: what the case showed.
    """

    command: str
    argv: list[str]
    files: dict[str, bytes] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    stdin: bytes = b""
    environment: dict[str, str] = field(default_factory=dict)
    note: str = ""

    def copy(self) -> FuzzCase:
        """Returns a case that can be changed without this one."""
        return replace(
            self,
            argv=list(self.argv),
            files=dict(self.files),
            links=dict(self.links),
            environment=dict(self.environment),
        )

    @property
    def size(self) -> int:
        """How much there is to read; what is minimised."""
        parts = [self.stdin, *self.files.values()]
        texts = [*self.argv, *self.files, *self.links, *self.links.values(), *self.environment]
        return sum(map(len, parts)) + sum(len(text) + 1 for text in texts)

    def write(self, root: str) -> None:
        """Writes the files below a folder; what the system refuses is not there."""
        folders = {root}
        for name, content in self.files.items():
            path = f"{root}/{name}"
            _make_folder(os.path.dirname(path), folders)
            try:
                with open(path, "wb") as file:
                    file.write(content)
            except (OSError, ValueError):
                continue
        for name, target in self.links.items():
            path = f"{root}/{name}"
            _make_folder(os.path.dirname(path), folders)
            try:
                os.symlink(target, path)
            except (OSError, ValueError):
                continue

    def as_json(self) -> str:
        """Returns the case as a file below seeds/ holds it."""
        data: dict[str, Any] = {"command": self.command, "argv": self.argv}
        if self.note:
            data["note"] = self.note
        if self.files:
            data["files"] = {name: _as_data(content) for name, content in self.files.items()}
        if self.links:
            data["links"] = self.links
        if self.stdin:
            data["stdin"] = _as_data(self.stdin)
        if self.environment:
            data["environment"] = self.environment
        return json.dumps(data, indent=1) + "\n"


def from_json(text: str) -> FuzzCase:
    """Returns the case that a file below seeds/ holds."""
    data = json.loads(text)
    return FuzzCase(
        data["command"],
        data["argv"],
        {name: _as_bytes(content) for name, content in data.get("files", {}).items()},
        data.get("links", {}),
        _as_bytes(data.get("stdin", "")),
        data.get("environment", {}),
        data.get("note", ""),
    )


def load_seeds() -> dict[str, FuzzCase]:
    """Returns all kept cases by the names of their files."""
    return {path.stem: from_json(path.read_text("utf-8")) for path in sorted(SEEDS.glob("*.json"))}


def _make_folder(path: str, known: set[str]) -> None:
    if path in known:
        return
    try:
        os.makedirs(path, exist_ok=True)
    except (OSError, ValueError):
        return
    known.add(path)


def _as_data(content: bytes) -> str | dict[str, str]:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode()}


def _as_bytes(data: str | dict[str, str]) -> bytes:
    return data.encode() if isinstance(data, str) else base64.b64decode(data["base64"])
