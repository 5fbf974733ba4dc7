"""What is wrong with a part of an object, in the API server's words, and how objects are read.

Source: k8s.io/apimachinery pkg/util/validation/field/errors.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.base.paths import Path


class Refusal(NamedTuple):
    """A part of an object that the API server refuses.

    path: of the part. reason: the server's words without the value, which may be a secret.
    topic: what rules of the linter tell the same mistakes apart by; blank for most.
    """

    path: Path
    reason: str
    topic: str = ""


def required(path: Path, detail: str = "") -> Refusal:
    """Return that something must be there."""
    return Refusal(path, f"Required value: {detail}" if detail else "Required value")


def invalid(path: Path, detail: str, topic: str = "") -> Refusal:
    """Return that a value is wrong, and why."""
    return Refusal(path, f"Invalid value: {detail}", topic)


def unsupported(path: Path, choices: Iterable[str]) -> Refusal:
    """Return that a value is none of the possible ones."""
    listed = ", ".join(f'"{one}"' for one in sorted(choices))
    return Refusal(path, f"Unsupported value: supported values: {listed}")


def duplicate(path: Path) -> Refusal:
    """Return that a value is there a second time; rules of the linter's own say it, too."""
    return Refusal(path, "Duplicate value", "duplicate")


def forbidden(path: Path, detail: str) -> Refusal:
    """Return that something may not be there."""
    return Refusal(path, f"Forbidden: {detail}")


def section(data: Any, *path: str) -> dict[str, Any]:
    """Return the map at a path; an empty one if there is something else."""
    for step in path:
        data = data.get(step) if type(data) is dict else None
    return data if type(data) is dict else {}


def entries(data: Any, *path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the maps in the list at a path with their indexes; what else is there is skipped."""
    found = section(data, *path[:-1]).get(path[-1])
    for index, one in enumerate(found if type(found) is list else ()):
        if type(one) is dict:
            yield index, one


def items(data: Any, *path: str) -> list[Any]:
    """Return the list at a path; an empty one if there is something else."""
    found = section(data, *path[:-1]).get(path[-1])
    return found if type(found) is list else []


def text(data: dict[str, Any], key: str) -> str:
    """Return a text; blank if there is something else."""
    found = data.get(key)
    return found if type(found) is str else ""


def number(data: dict[str, Any], key: str) -> int | None:
    """Return a whole number; ``None`` if there is something else."""
    found = data.get(key)
    if isinstance(found, bool) or not isinstance(found, (int, float)):
        return None
    return int(found) if float(found).is_integer() else None


def not_negative(data: dict[str, Any], path: Path, *keys: str) -> Iterator[Refusal]:
    """Yield each of the numbers that is less than nothing."""
    for key in keys:
        found = number(data, key)
        if found is not None and found < 0:
            yield invalid((*path, key), "must be greater than or equal to 0")
