"""Findings that were there before: recorded in a file, and told from new ones.

The file names rule, file, value and message of each, not its line: it stays true while lines move.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.base.records import Record
from helmwright.lint.fingerprint import identity
from helmwright.settings.formats import LINT_BASELINE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.lint.finding import Finding
    from helmwright.lint.fingerprint import Identity

VERSION = 1
_FIELDS = ("rule", "path", "value", "message")


class Comparison(Record):
    """Findings beside a baseline: new ones, known ones, and how many known ones are gone."""

    new: tuple[Finding, ...]
    known: tuple[Finding, ...]
    gone: int


class Baseline:
    """A recorded set of findings; equal ones are counted.

    folder: that of the file; files in it are named relative to that.
    """

    def __init__(self, folder: str, counts: Counter[Identity]) -> None:
        self.folder = folder
        self.counts = counts

    def compare(self, findings: Iterable[Finding]) -> Comparison:
        """Tell new findings from known ones."""
        left = Counter(self.counts)
        new, known = [], []
        for finding in findings:
            own = identity(finding, self.folder)
            if left[own] > 0:
                left[own] -= 1
                known.append(finding)
            else:
                new.append(finding)
        return Comparison(tuple(new), tuple(known), sum(count for count in left.values()))


def read_baseline(path: str, data: bytes) -> Baseline:
    """Return the baseline in a file; raises UsageError for one that is none."""
    from helmwright.settings.reading import FormatError, read_data

    try:
        found = read_data(data, path, LINT_BASELINE)
    except FormatError as error:
        raise UsageError(
            f"{path} is no baseline; 'helmwright lint --baseline {path} --write-baseline' "
            f"writes one\n{error.as_usage().message}"
        ) from None
    counts: Counter[Identity] = Counter()
    for entry in found.get("findings"):
        counts[tuple(entry[name] for name in _FIELDS)] += entry.get("count", 1)
    return Baseline(_folder(path), counts)


def baseline_text(path: str, findings: Iterable[Finding]) -> str:
    """Return what a file at ``path`` holds to record findings."""
    import json

    counts = Counter(identity(finding, _folder(path)) for finding in findings)
    entries = []
    for own, count in sorted(counts.items(), key=lambda item: (item[0][1], item[0])):
        entry: dict[str, object] = dict(zip(_FIELDS, own, strict=True))
        if count > 1:
            entry["count"] = count
        entries.append(entry)
    document = {"$schema": LINT_BASELINE.address, "version": VERSION, "findings": entries}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _folder(path: str) -> str:
    return os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120 - pathlib is slow
