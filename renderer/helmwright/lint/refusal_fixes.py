"""What to write instead of what the API server, or a program like it, refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.base.patterns import lazy_pattern
from helmwright.base.wording import joined
from helmwright.lint.nearest import nearest

if TYPE_CHECKING:
    from helmwright.base.paths import Path

_CHOICE = lazy_pattern(r'"([^"]*)"')
_KINDS = ("Invalid value: ", "Forbidden: ", "Required value: ", "Unsupported value: ")
_OPERATORS = ["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"]
"""Of node selectors; those of labels have no last two."""
_PORT = "must contain at least one letter"


def fix_of(reason: str, path: Path, value: Any = None) -> str:
    """Return in words what to do about a part that is refused.

    reason: the server's words. value: of the part, None where it is not known or a secret.
    """
    field = dotted(path) or "the object"
    choices = (
        _CHOICE.findall(reason) if "alid values" in reason or "pported values" in reason else []
    )
    if "not a valid selector operator" in reason:
        choices = _OPERATORS if "nodeAffinity" in path else _OPERATORS[:4]
    if choices:
        return one_of(value, choices, field)
    return _respelt(_detail(reason), value) or _of_kind(reason, _detail(reason), field)


def _respelt(detail: str, value: Any) -> str:
    """Return how to spell a text that is meant; blank where that is not to be seen."""
    if not isinstance(value, str):
        return ""
    if "lower" in detail and value != value.lower():
        return f"write '{value.lower()}'"
    if detail.startswith(_PORT) and value.isdigit():
        return f"write the number {value} without quotes, or a name with a letter"
    return ""


def _of_kind(reason: str, detail: str, field: str) -> str:
    """Return what to do by the kind of refusal."""
    if reason.startswith("Required value"):
        return f"set {field}" + (f": {detail}" if detail else "")
    if reason.startswith("Forbidden") or "may not be" in detail or "cannot" in detail:
        return f"remove {field}: {detail}" if detail else f"remove {field}"
    if reason.startswith("Duplicate value"):
        return f"leave {field} out, or give it another name"
    if "base64" in detail:
        return f"encode {field} with '| b64enc', or write it as text below stringData"
    return f"set {field} to another value: {detail or reason}"


def one_of(value: Any, choices: list[str], field: str) -> str:
    """Return which of a few values to write: the one that is nearly there, or all of them."""
    close = nearest(value, choices) if isinstance(value, str) else ""
    if close:
        return f"write '{close}'"
    return f"set {field} to {joined(choices, 'or')}"


def _detail(reason: str) -> str:
    for kind in _KINDS:
        if reason.startswith(kind):
            return reason.removeprefix(kind)
    return "" if reason in {"Required value", "Forbidden", "Duplicate value"} else reason
