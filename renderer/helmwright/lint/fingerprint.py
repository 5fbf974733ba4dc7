"""What stays the same about a finding while lines move: for baselines and for code scanning."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.base.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.lint.finding import Finding

Identity = tuple[str, str, str, str]
"""Rule, file, path of the value, message."""

_LINE_NUMBER = lazy_pattern(r"\b(lines?|columns?) \d+|(?<=:)\d+:\d+")


def identity(finding: Finding, folder: str) -> Identity:
    """Return what tells a finding from others; folder: that its file is named relative to."""
    message = _LINE_NUMBER.sub(lambda match: match[1] or "", finding.message)
    path = relative_to(finding.span.path, folder) if finding.span.line else finding.span.path
    return finding.rule, path, dotted(finding.value_path), message


def fingerprints(findings: Iterable[Finding], folder: str) -> list[str]:
    """Return a hash for each finding; equal ones are told apart by their order."""
    from hashlib import sha256

    seen: Counter[Identity] = Counter()
    hashes = []
    for finding in findings:
        own = identity(finding, folder)
        text = "\0".join((*own, str(seen[own])))
        seen[own] += 1
        hashes.append(sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:32])
    return hashes


def relative_to(path: str, folder: str) -> str:
    """Return a path relative to a folder, with slashes; what is not below it stays as it is."""
    absolute = os.path.abspath(path)  # noqa: PTH100 - symbolic links stay
    relative = os.path.relpath(absolute, folder)
    if relative.startswith(".."):
        return path
    return relative.replace(os.sep, "/")
