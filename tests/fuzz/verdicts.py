"""Says what is wrong with what a run wrote and how it ended."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tests.fuzz.case import FuzzCase

CANARY = "qx7-c4nary-Vw3"
"""A password that stands in files of cases, and that no report and no error may show."""
CODES = frozenset((0, 1, 2, 64))
SLOW = "seconds of processor time"
"""What the program says when it ends a run that takes too long."""
_DATA = (
    *("template", "values get", "values set", "values migrate", "values render", "patch"),
    *("docs", "schema", "podspec", "completion", "diff release"),
)
_FAULTS = (
    ("internal error", re.compile(r"internal error(?: at ([^:\n]+:\d+))?: (\w+)")),
    ("rule failed", re.compile(r"rule (\S+) failed, which is a fault of helmwright[^\n]*")),
    (
        "traceback",
        re.compile(r"Traceback \(most recent call last\)|^  File \"[^\n]*", re.MULTILINE),
    ),
)
# Of C0 a report needs tabs and line ends only; of the others those that move the cursor, turn
# the direction of text, or end a line for some readers.
_CONTROLS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]|\r(?!\n)"
)
_WORKFLOW = re.compile(r"^[ \t]*::[A-Za-z-]+(?: [^\n]*)?::|##\[[a-z-]+|##vso\[", re.MULTILINE)


class Fault(NamedTuple):
    """Something that must not happen.

    signature: the same for faults that probably have one cause.
    """

    kind: str
    signature: str
    detail: str


def is_report(case: FuzzCase) -> bool:
    """Tells whether standard output is for people, and not the data that was asked for."""
    if any(one.startswith(("--show-secrets", "--color", "--format=json")) for one in case.argv):
        return False
    if "FORCE_COLOR" in case.environment:
        return False
    return not case.command.startswith(_DATA) or "--diff" in case.argv or "--check" in case.argv


def judge(case: FuzzCase, code: object, out: str, err: str) -> list[Fault]:
    """Returns what is wrong with the outcome of a run."""
    found = []
    if code not in CODES:
        found.append(Fault("exit code", f"exit code {code}", str(code)))
    for kind, pattern in _FAULTS:
        if match := pattern.search(err) or pattern.search(out if is_report(case) else ""):
            groups = " ".join(group for group in match.groups() if group)
            found.append(Fault(kind, f"{kind} {groups}".strip(), _line(err or out, match[0])))
    streams = [("stderr", err)]
    if is_report(case):
        streams.append(("stdout", out))
    commands = "github" not in " ".join(case.argv)
    for name, text in streams:
        if match := _CONTROLS.search(text):
            where = f"{case.command} {name}"
            found.append(Fault("control character", f"control {where}", _around(text, match)))
        if (commands or name == "stderr") and (match := _WORKFLOW.search(text)):
            where = f"{case.command} {name}"
            found.append(Fault("workflow command", f"workflow {where}", _around(text, match)))
        if CANARY in text and _is_planted(case):
            place = text.index(CANARY)
            shown = text[max(place - 80, 0) : place + 40]
            found.append(Fault("secret", f"secret {case.command} {name}", repr(shown)))
    return found


def _is_planted(case: FuzzCase) -> bool:
    """Tells whether the canary stands where it is a password, and nowhere that chance has put it."""
    from tests.fuzz.small_starts import CANARIES, release

    known = {"s.yaml": CANARIES, "release.json": release()}
    changed = any(name in known and content != known[name] for name, content in case.files.items())
    elsewhere = any(
        CANARY.encode() in content for name, content in case.files.items() if name not in known
    )
    elsewhere = elsewhere or CANARY.encode() in case.stdin.replace(CANARIES, b"")
    return not changed and not elsewhere and CANARY not in " ".join(case.argv)


def is_slow(err: str) -> bool:
    """Tells whether the program ended the run because of its time."""
    return SLOW in err


def _line(text: str, part: str) -> str:
    place = text.find(part)
    end = text.find("\n", place)
    return text[place : end if end > 0 else None][:300]


def _around(text: str, match: re.Match[str]) -> str:
    return repr(text[max(match.start() - 60, 0) : match.end() + 40])
