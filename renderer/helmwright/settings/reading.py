"""The one reader of Helmwright's own files: parsed, held against their schema, mistakes with places."""

# ruff: noqa: PTH100, PTH113, PTH118, PTH120, PTH202 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import InputError, Position, UsageError
from helmwright.base.patterns import lazy_pattern
from helmwright.disk.places import is_inside
from helmwright.settings.checking import UNKNOWN, Breach, breaches, plain
from helmwright.settings.files import FILE, repository_of
from helmwright.settings.formats import SETTINGS
from helmwright.settings.parsing import Parsed, UnreadableError, parse, parse_toml

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from helmwright.base.paths import Path
    from helmwright.settings.checking import Schema
    from helmwright.settings.formats import Format

_TABLE = ("tool", "helmwright")
_WHOLE = "the file"
_NUMBER = lazy_pattern(r"[0-9.]+")
_MOST = 10
"""As many mistakes of a file are told."""


class Fields:
    """What a file says, or a section of it: checked, in the kinds that its schema names.

    path: of the file, blank without one. value: the data; ``values`` is it as a map.
    """

    def __init__(
        self, path: str = "", value: Any = None, parsed: Parsed | None = None, prefix: Path = ()
    ) -> None:
        self.path = path
        self.value = value
        self._parsed = parsed
        self._prefix = prefix

    @property
    def values(self) -> Mapping[str, Any]:
        """What is said, by key."""
        return self.value or {}

    def get(self, key: str, default: Any = None) -> Any:
        """Return what the file says about a key."""
        return self.values.get(key, default)

    def as_written(self, key: str) -> str:
        """Return a text, or a number as the file has it: 3.20 is not 3.2."""
        value = self.values[key]
        return value if isinstance(value, str) else self._number(key, value)

    def _number(self, key: str, value: float) -> str:
        if self._parsed is None:
            return str(value)
        place = self._parsed.place((*self._prefix, key), of_value=True)
        if place.line is None or place.column is None:
            return str(value)
        data = self._parsed.data
        text = data if isinstance(data, str) else data.decode("utf-8", "replace")
        found = _NUMBER.match(text.split("\n")[place.line - 1], place.column - 1)
        return found[0] if found else str(value)

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def place(self, *steps: str | int) -> Position:
        """Return where a key, or an item of its list, stands."""
        if self._parsed is None:
            return Position(self.path)
        return self._parsed.place((*self._prefix, *steps))

    def wrong(self, steps: Path, reason: str, *, named: bool = False) -> InputError:
        """Return an error about the value that some steps lead to; named: the reason needs its path."""
        place = self._parsed.place(steps, of_value=True) if self._parsed else Position(self.path)
        error = InputError(steps if named else (), reason, place)
        error.path = steps
        return error

    def refused(self, key: str, reason: str) -> UsageError:
        """Return an error about what the file says about a key."""
        return UsageError(f"{self.place(key)}: {key}: {reason}")


class Fault(NamedTuple):
    """A mistake in a file.

    path: the keys and indexes that lead to it. place: of the key. value_place: of the value, or of the
    key if that is wrong.
    """

    path: Path
    place: Position
    text: str
    value_place: Position


class FormatError(Exception):
    """A file that is not what its format says; faults: why, in the order of the file.

    Settings are told with the places of their keys, data with those of its values.
    """

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__()
        self.faults = faults

    def as_usage(self) -> UsageError:
        """Return the error of a command; each line begins with a place."""
        return UsageError("\n".join(_lines([(one.place, one.text) for one in self.faults])))

    def as_input(self) -> InputError:
        """Return the error of a function that reads data; it is at the place of the first fault."""
        first, *others = self.faults
        lines = _lines([(one.value_place, one.text) for one in others])
        error = InputError((), "\n".join([first.text, *lines]), first.value_place)
        error.path = first.path
        return error


def _lines(faults: list[tuple[Position, str]]) -> list[str]:
    lines = [f"{place}: {text}" for place, text in faults[:_MOST]]
    left = len(faults) - _MOST
    return [*lines, f"and {left} more"] if left > 0 else lines


def read_data(
    data: str | bytes,
    path: str,
    form: Format,
    *,
    said: Callable[[Any], tuple[Path, str] | None] = lambda _: None,
) -> Fields:
    """Return what a file of a format says; raise FormatError for what does not fit it.

    said: returns path and text of what is wrong with data that can be told better than by a schema.
    """
    parsed = _parsed(data, path, form)
    wrong = said(parsed.value)
    if wrong is not None:
        raise FormatError([_fault(parsed, *wrong)])
    return _fields(parsed, (), form.schema, form)


def check_data(  # noqa: PLR0913 - what is read in another way
    value: Any, data: str, path: str, form: Format, *, whole: str, strict: bool
) -> None:
    """Raise FormatError for data that does not fit a format, and was read from a text elsewhere.

    whole: what messages call the data. strict: whether keys that are not known are mistakes.
    """
    found = breaches(value, form.schema, form.schema, strict=strict)
    _refuse(found, Parsed(data, path, value), (), form, whole)


def read_fields(path: str, form: Format) -> Fields:
    """Return what a file of a format says, which holds a map; nothing is an empty one.

    Raises UsageError, with the place, for what does not fit the format.
    """
    try:
        parsed = _parsed(_read(path, form), path, form)
        if parsed.value is None:
            return Fields(path, {}, parsed)
        return _fields(parsed, (), form.schema, form)
    except FormatError as error:
        raise error.as_usage() from None


def read_section(path: str, section: str) -> Fields | None:
    """Return what a file with settings says below a key; None if that is not there.

    path: in ``pyproject.toml`` and its like the key is one of ``[tool.helmwright]``.
    Raises UsageError, with the place, for settings that are wrong and for unknown keys beside them.
    """
    found = _settings(path)
    if found is None:
        return None
    parsed, prefix, values = found
    try:
        if not parsed.is_toml:
            _refuse(_beside(values), parsed, ())
        if section not in values:
            return None
        return _fields(parsed, (*prefix, section), SETTINGS.part(section), SETTINGS, section)
    except FormatError as error:
        raise error.as_usage() from None


def read_setting(path: str, key: str) -> Fields | None:
    """Return a file with settings of which one key counts; None if that is not there.

    Raises UsageError, with the place, for what the key must not be.
    """
    found = _settings(path)
    if found is None or key not in found[2]:
        return None
    parsed, prefix, values = found
    try:
        value = _fields(parsed, (*prefix, key), SETTINGS.part(key), SETTINGS, key).value
    except FormatError as error:
        raise error.as_usage() from None
    return Fields(path, {**values, key: value}, parsed, prefix)


def nearest_section(start: str, section: str, names: tuple[str, ...] = (FILE,)) -> Fields:
    """Return a section of the nearest file at or above a folder that has it; else an empty one.

    names: of the files that are looked at. The search ends at the root of the repository. Raises UsageError as ``read_section`` does.
    """
    return _nearest(start, names, lambda path: read_section(path, section)) or Fields()


def nearest_setting(start: str, key: str) -> Fields | None:
    """Return the nearest file at or above a folder whose settings have a key, of which that one counts.

    Raises UsageError as ``read_setting`` does.
    """
    return _nearest(start, (FILE,), lambda path: read_setting(path, key))


def _nearest(
    start: str, names: tuple[str, ...], read: Callable[[str], Fields | None]
) -> Fields | None:
    folder = os.path.abspath(start)
    last = repository_of(folder)
    while True:
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                found = read(os.path.relpath(path))
                if found is not None:
                    return found
        above = os.path.dirname(folder)
        if folder in (last, above) or not is_inside(folder, last):
            return None
        folder = above


def _settings(path: str) -> tuple[Parsed, Path, dict[str, Any]] | None:
    """Return a file with settings, the path of the map that they are, and the map."""
    data = _read(path, SETTINGS)
    try:
        if path.endswith(".toml"):
            return _table(data, path)
        parsed = _parsed(data, path, SETTINGS)
        if parsed.value is None:
            return None
        if not isinstance(parsed.value, dict):
            _refuse([Breach((), parsed.value, "type", SETTINGS.schema)], parsed, ())
    except FormatError as error:
        raise error.as_usage() from None
    return parsed, (), parsed.value


def _read(path: str, form: Format) -> bytes:
    """Return what a file holds; one that is too large is not even read."""
    from helmwright.values.inputs import read_file

    if os.path.isfile(path) and os.path.getsize(path) > form.largest:
        raise UsageError(f"{path}: {_too_large(form)}")
    return read_file(path)


def _too_large(form: Format) -> str:
    return f"larger than {form.largest} bytes, which is too large for a file of this kind"


def _table(data: bytes, path: str) -> tuple[Parsed, Path, dict[str, Any]] | None:
    if b"helmwright" not in data:
        return None
    try:
        parsed = parse_toml(data, path)
    except UnreadableError as error:
        raise FormatError([Fault((), error.place, error.text, error.place)]) from None
    value = parsed.value
    for step in _TABLE:
        value = value.get(step) if isinstance(value, dict) else None
    return (parsed, _TABLE, value) if isinstance(value, dict) else None


def _beside(values: dict[str, Any]) -> list[Breach]:
    """Return that keys of a file with settings are not known."""
    known = SETTINGS.schema["properties"].keys()
    return [] if values.keys() <= known else [Breach((), values, UNKNOWN, SETTINGS.schema)]


def _parsed(data: str | bytes, path: str, form: Format) -> Parsed:
    if len(data) > form.largest:
        place = Position(path)
        raise FormatError([Fault((), place, _too_large(form), place)])
    try:
        return parse(data, path)
    except UnreadableError as error:
        raise FormatError([Fault((), error.place, error.text, error.place)]) from None


def _fields(
    parsed: Parsed, prefix: Path, schema: Schema, form: Format, whole: str = _WHOLE
) -> Fields:
    """Return what stands at a path of a file; raise FormatError for what does not fit.

    whole: what messages call it.
    """
    value = parsed.value
    for step in prefix:
        value = value[step]
    found = breaches(value, schema, form.schema)
    if found:
        _refuse(found, parsed, prefix, form, whole)
    return Fields(parsed.path, plain(value, schema, form.schema), parsed, prefix)


def _fault(parsed: Parsed, path: Path, text: str, *, is_key: bool = False) -> Fault:
    return Fault(path, parsed.place(path), text, parsed.place(path, of_value=not is_key))


def _refuse(
    found: list[Breach],
    parsed: Parsed,
    prefix: Path,
    form: Format = SETTINGS,
    whole: str = _WHOLE,
) -> None:
    """Raise FormatError if anything is broken."""
    if not found:
        return
    from helmwright.settings.wording import mistakes

    faults: dict[tuple[Path, str], Fault] = {}
    for breach in sorted(found, key=lambda one: one.keyword != UNKNOWN):
        for path, text, is_key in mistakes(breach, form.schema, whole):
            faults[path, text] = _fault(parsed, (*prefix, *path), text, is_key=is_key)
    if faults:
        order = sorted(
            faults.values(), key=lambda one: (one.place.line or 0, one.place.column or 0)
        )
        raise FormatError(order)
