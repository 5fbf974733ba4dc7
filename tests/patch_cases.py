"""Reads the golden files of patches: what is asked, and what the Kubernetes code answered.

The format is described for people in `golden/README.md`; this module is its only implementation.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "patch"
_EXPECTED = re.compile(r"(=>|!!) (?:\((v[0-9.]+)\) )?(.*)$")
_INPUTS = frozenset(
    {"original", "patch", "modified", "current", "patches", "overwrite", "unchanged"}
)


class PatchFileError(ValueError):
    """A golden file of patches that does not follow the format."""


@dataclass(slots=True)
class PatchCase:
    """One golden case.

    asked: in the oracle's form. raw_input: its lines without the expected ones. expected: lines
    `=> JSON` and `!! "error"`, by version; "" for all versions.
    """

    file: Path
    name: str
    asked: dict[str, Any]
    raw_input: str
    expected: dict[str, list[str]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The name by which tests call the case."""
        return f"{self.file.name}::{self.name}"

    def outcomes(self, version: str) -> tuple[list[Any], list[str]]:
        """Returns the results and the errors that one version gave."""
        lines = self.expected.get("", self.expected.get(version, []))
        results = [json.loads(line[3:]) for line in lines if line.startswith("=>")]
        errors = [json.loads(line[3:]) for line in lines if line.startswith("!!")]
        return results, errors


def load_all() -> list[PatchCase]:
    """Returns the cases of all files."""
    return [case for path in case_files() for case in load(path)]


def case_files() -> list[Path]:
    """Returns the paths of all files, sorted."""
    return sorted(GOLDEN.glob("*.rows"))


def load(path: Path) -> list[PatchCase]:
    """Returns the cases of one file; raises `PatchFileError`."""
    blocks = path.read_text("utf-8").rstrip("\n").split("\n\n")
    cases = [_read(path, block) for block in blocks if not block.startswith("##")]
    names = [case.name for case in cases]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise PatchFileError(f"{path}: more than one case is called {twice[0]!r}")
    return cases


def dump(path: Path, cases: list[PatchCase]) -> str:
    """Returns the text of a file: headings and inputs as they were, the expected lines anew."""
    written = iter(cases)
    blocks = []
    for block in path.read_text("utf-8").rstrip("\n").split("\n\n"):
        if block.startswith("##"):
            blocks.append(block)
            continue
        case = next(written)
        lines = [
            f"{line[:2]} {f'({version}) ' if version else ''}{line[3:]}"
            for version, lines in case.expected.items()
            for line in lines
        ]
        blocks.append("\n".join([case.raw_input, *lines]))
    return "\n\n".join(blocks) + "\n"


def result_line(result: Any) -> str:
    """Returns the line for a result, given as JSON data."""
    return "=> " + json.dumps(result, sort_keys=True, ensure_ascii=False)


def error_line(message: str) -> str:
    """Returns the line for an error."""
    return "!! " + json.dumps(message, ensure_ascii=False)


def _read(path: Path, block: str) -> PatchCase:
    lines = block.split("\n")
    if len(lines) < 2 or not lines[0].startswith("# "):
        raise PatchFileError(f"{path}: a case begins with `# name`, not with {lines[0]!r}")
    expected: dict[str, list[str]] = {}
    inputs = []
    for line in lines[1:]:
        found = _EXPECTED.match(line)
        if found:
            expected.setdefault(found[2] or "", []).append(f"{found[1]} {found[3]}")
        else:
            inputs.append(line)
    operation, _, kind = inputs[0].partition(" ")
    asked: dict[str, Any] = {"op": operation, "type": kind}
    given = yaml.safe_load("\n".join(inputs[1:]))
    unknown = set(given) - _INPUTS
    if unknown:
        raise PatchFileError(f"{path}: {lines[0]}: {', '.join(sorted(unknown))} is no input")
    raw = "\n".join([lines[0], *inputs])
    return PatchCase(path, lines[0][2:], {**asked, **given}, raw, expected)
