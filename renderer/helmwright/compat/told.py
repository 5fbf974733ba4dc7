"""What differs, as sentences: of a field, of an object, and the findings that they make."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.compat.definitions import definition
from helmwright.diff.model import ABSENT, ORDER, DiffObject, Status
from helmwright.diff.paths import path_text
from helmwright.lint.finding import Finding, Related, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from helmwright.base.paths import Path
    from helmwright.compat.model import Cause, Difference, FieldChange
    from helmwright.diff.model import ObjectKey
    from helmwright.lint.finding import Span

_LONGEST = 60
_CONTEXT = 16
"""How much is shown of what both texts begin with."""
_MOST_FIELDS = 3
_LONGEST_PATH = 48
_KEPT_STEPS = 2
ELLIPSIS = "…"
_RESTARTED = frozenset({"DaemonSet", "Deployment", "ReplicationController", "StatefulSet"})


def shown_value(value: Any) -> str:
    """Return a value as a report shows it: on one line, and not too long."""
    if value is ABSENT:
        return "absent"
    if isinstance(value, DiffObject):
        return "there"
    text = value if isinstance(value, str) else _json(value)
    if isinstance(value, str) and (not text or text != text.strip() or "\n" in text):
        text = _json(text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}{ELLIPSIS}"


def shown_pair(before: Any, after: Any) -> tuple[str, str]:
    """Return both values of a field as a report shows them: of long texts the part that differs."""
    if type(before) is str and type(after) is str and max(len(before), len(after)) > _LONGEST:
        same = 0
        for one, other in zip(before, after, strict=False):
            if one != other:
                break
            same += 1
        start = max(same - _CONTEXT, 0)
        begin = ELLIPSIS if start else ""
        return f"{begin}{shown_value(before[start:])}", f"{begin}{shown_value(after[start:])}"
    return shown_value(before), shown_value(after)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def shown_path(path: Path) -> str:
    """Return a path as a report shows it; of a long one its end."""
    text = path_text(path)
    if len(text) <= _LONGEST_PATH or len(path) <= _KEPT_STEPS:
        return text
    return f"{ELLIPSIS}{path_text(path[-_KEPT_STEPS:])}"


def shown_change(change: FieldChange) -> str:
    """Return what happens to a field."""
    if change.path[-1:] == (ORDER,):
        return f"{shown_path(change.path[:-1])}: another order"
    before, after = shown_pair(change.before, change.after)
    return f"{shown_path(change.path)}: {before} → {after}"


def object_title(key: ObjectKey) -> str:
    """Return how reports name an object."""
    name = f"{key.namespace}/{key.name}" if key.namespace else key.name
    return f"{key.kind} {name}{' (hook)' if key.is_hook else ''}"


def restarts_pods(one: Difference) -> bool:
    """Tell whether a difference makes pods that are there start again: their template changes."""
    key = one.key
    if key.kind not in _RESTARTED or key.is_hook:
        return False
    return any(
        change.path[:2] == ("spec", "template") and not change.settled for change in one.changes
    )


def difference_findings(differences: Sequence[Difference]) -> Iterator[Finding]:
    """Yield a finding for each cause of each object."""
    for one in differences:
        for cause in one.causes:
            changes = [change for change in one.changes if change.cause == cause]
            is_settled = bool(changes) and all(change.settled for change in changes)
            yield _finding(one, cause, changes, is_settled=is_settled)


def _finding(
    one: Difference, cause: Cause, changes: Sequence[FieldChange], *, is_settled: bool
) -> Finding:
    found = definition(cause.id)
    if changes:
        told = "; ".join(shown_change(change) for change in changes[:_MOST_FIELDS])
        more = len(changes) - _MOST_FIELDS
        message = f"{object_title(one.key)}: {told}" + (f"; and {more} more" if more > 0 else "")
    else:
        word = {Status.ADDED: "is added", Status.REMOVED: "is gone"}.get(one.status, "differs")
        message = f"{object_title(one.key)} {word}"
    if cause.key:
        message += f", because of {dotted(cause.key)}: null"
        message += (
            f" and {cause.more} other null{'' if cause.more == 1 else 's'}" if cause.more else ""
        )
    severity = Severity.INFO if is_settled else found.severity
    here: Span = cause.span or one.span
    related = (Related(one.span, "what renders the object"),) if cause.span else ()
    return Finding(
        cause.id, severity, message, here, value_path=cause.key, fix=cause.fix, related=related
    )
