"""What ``--set`` and its relatives say, as changes of a values file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import StrvalsError
from helmwright.values.editing.operations import Put, same

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.base.paths import Path
    from helmwright.values.inputs import Read


def assignments(
    values: dict[str, Any], texts: Iterable[str], *, kind: str = "set", read: Read | None = None
) -> list[Put]:
    """Return the changes that make values say what overrides say.

    texts: as ``db.port=5433``. kind: the flag that would take them: ``set``, ``set-string``,
    ``set-json``, ``set-file`` or ``set-literal``. read: of files, for ``set-file``. A key that is
    blank is as good as none. Raises StrvalsError with Helm's text.
    """
    from helmwright.values.files import override_values

    wanted = _without_blanks(values)
    for text in texts:
        wanted = override_values(kind, text, wanted, read=read)
    return list(_changes(values, wanted, ()))


def read_path(key: str) -> Path:
    """Return the path that a key names as ``--set`` would write it; raises StrvalsError."""
    from helmwright.values.strvals import parse_into

    found: Any = {}
    parse_into(f"{key}=x", found)
    path: list[str | int] = []
    while found != "x":
        if isinstance(found, dict):
            if len(found) != 1:
                raise StrvalsError(f'"{key}" names several keys')
            step: str | int = next(iter(found))
        elif isinstance(found, list) and found:
            step = len(found) - 1
        else:
            raise StrvalsError("it names no key, but a value")
        path.append(step)
        found = found[step]
    return tuple(path)


def _without_blanks(values: Any) -> Any:
    """Return a copy of values without the keys that are blank."""
    if isinstance(values, dict):
        return {key: _without_blanks(one) for key, one in values.items() if one is not None}
    return [_without_blanks(one) for one in values] if isinstance(values, list) else values


def _changes(old: Any, new: dict[str, Any], path: Path) -> Iterable[Put]:
    for key, value in new.items():
        current = old.get(key)
        if isinstance(value, dict) and isinstance(current, dict) and value:
            yield from _changes(current, value, (*path, key))
        elif key not in old or not same(_without_blanks(current), value):
            yield Put((*path, key), value)
