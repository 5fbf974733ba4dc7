"""Places that have to do with a finding, for forms of the report that have no field for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.fingerprint import relative_to

if TYPE_CHECKING:
    from helmwright.lint.finding import Finding

MOST = 6
"""How many are named; the others are counted."""


def related_places(finding: Finding, root: str | None = None) -> list[str]:
    """Return a line for each related place: ``file:line:column: what``.

    root: of the repository, which files are named relative to; None to name them as they are.
    """
    found = []
    for span, message in finding.related[:MOST]:
        shown = span if root is None else span._replace(path=relative_to(span.path, root))
        found.append(f"{shown}: {message}")
    left = len(finding.related) - len(found)
    if left:
        found.append(f"and {left} more {'place' if left == 1 else 'places'}")
    return found
