"""Reads the cases of golden/eras: one input, and what several releases of Helm answered to it.

The format is that of golden_cases, with one section more: ``-- helm 3.21.4 4.1.4 --`` says whose
answer the expected sections below it are. Releases that answer alike stand together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tests import golden_cases
from tests.golden_cases import GOLDEN, Case, Expected

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = GOLDEN / "eras"
RELEASES = [
    "3.12.3",
    "3.13.0",
    "3.14.4",
    "3.17.4",
    "3.18.0",
    "3.18.4",
    "3.20.0",
    "3.21.4",
    "4.1.4",
    "4.2.0",
    "4.2.4",
]
"""The releases whose programs answer, oldest first."""

_HELM = re.compile(r"^-- helm (?P<releases>[\d. ]+) --\n", re.MULTILINE)
_PLACE = re.compile(r"^[a-z_]+\.go:\d+: ", re.MULTILINE)
_ADDRESS = re.compile(r"\b0x[0-9a-f]{8,16}\b")
_GO = re.compile(r"\bgo1\.\d+(?:\.\d+|rc\d+)?\b")


@dataclass(slots=True)
class EraCase:
    """One input, and the answer of each release."""

    case: Case
    expected: dict[str, Expected] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The name by which tests call the case."""
        return self.case.id


def case_files() -> list[Path]:
    """Returns the paths of the case files, sorted."""
    return sorted(FOLDER.glob("*.cases"))


def load_all() -> list[EraCase]:
    """Returns the cases of all files."""
    return [one for path in case_files() for one in load(path)]


def load(path: Path) -> list[EraCase]:
    """Returns the cases of one file."""
    text = path.read_bytes().decode()
    return [_read(path, part) for part in re.split(r"^== ", text, flags=re.MULTILINE)[1:]]


def dump(path: Path, cases: list[EraCase]) -> str:
    """Returns the text of a case file: the inputs as they were, the answers anew."""
    preface = path.read_bytes().decode().split("== ", 1)[0]
    return preface + "\n".join(one.case.raw_input + _answers(one) for one in cases)


def masked(answer: Expected) -> Expected:
    """Returns an answer without what differs between builds and runs: Go's version, addresses, where a line was logged."""
    stderr = _PLACE.sub("", _same(answer.stderr))
    return replace(answer, stdout=_same(answer.stdout), stderr=stderr)


def _same(text: str) -> str:
    return _ADDRESS.sub("0xADDRESS", _GO.sub("go1.x", text))


def explain_difference(one: EraCase, release: str, got: Expected) -> str:
    """Returns "" when a run of ours agrees with what a release answered, else what differs.

    As golden_cases says, and the lines that Helm 3 logs are the same without their places.
    """
    want, got = one.expected[release], masked(got)
    if one.case.argv[0] == "lint":  # only its messages are asked for
        want = replace(want, stderr=golden_cases.error_text(want.stderr))
    difference = golden_cases.explain_difference(replace(one.case, expected=want), got)
    if difference:
        return difference
    logged = [line for line in _before_error(want.stderr) if line]
    ours = [line for line in _before_error(got.stderr) if line]
    if release.startswith("3") and not _contains(ours, logged):
        return f"log lines differ\nwant: {logged}\ngot:  {ours}"
    return ""


def _before_error(stderr: str) -> list[str]:
    return re.split(r"^Error: ", stderr, flags=re.MULTILINE)[0].split("\n")


def _contains(lines: list[str], wanted: list[str]) -> bool:
    """Tells whether the wanted lines are among others, in order: ours may say more."""
    rest = iter(lines)
    return all(any(line == one for line in rest) for one in wanted)


def _read(path: Path, part: str) -> EraCase:
    pieces = _HELM.split(part)
    case = golden_cases.read_case(path, pieces[0].rstrip("\n") + "\n")
    one = EraCase(case)
    for releases, body in zip(pieces[1::2], pieces[2::2], strict=True):
        answer = golden_cases.read_case(path, f"{case.name}\n{body}").expected
        for release in releases.split():
            one.expected[release] = answer or Expected()
    return one


def _answers(one: EraCase) -> str:
    alike: list[tuple[Expected, list[str]]] = []
    for release in RELEASES:
        answer = one.expected.get(release)
        if answer is None:
            continue
        for known, releases in alike:
            if known == answer:
                releases.append(release)
                break
        else:
            alike.append((answer, [release]))
    return "".join(
        f"-- helm {' '.join(releases)} --\n"
        + golden_cases.dump_expected(replace(one.case, expected=answer))
        for answer, releases in alike
    )
