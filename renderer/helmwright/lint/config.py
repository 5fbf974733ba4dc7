"""Settings of the linter in files: ``.helmwright.yaml``, or ``[tool.helmwright.lint]`` of pyproject.toml."""

# ruff: noqa: PTH100, PTH112, PTH113, PTH118, PTH120 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import HelmwrightError, Position, UsageError
from helmwright.base.records import Record, field
from helmwright.disk.places import is_inside
from helmwright.settings.fields import unknown
from helmwright.settings.files import FILE, SECTIONS, repository_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from helmwright.go.yaml_positions import Place

PYPROJECT = "pyproject.toml"
SECTION = "lint"
SEVERITIES = ("error", "warning", "info")
LEVELS = (*SEVERITIES, "never")

_TEXT = "a text"
_TEXTS = "a list of texts"
_TEXT_MAP = "a map of texts"
_SWITCH = "true or false"
_NUMBER = "a whole number from 1 on"

KINDS = {
    "select": _TEXTS,
    "ignore": _TEXTS,
    "severity": _TEXT_MAP,
    "fail-level": _TEXT,
    "strict": _SWITCH,
    "det-version": _TEXT,
    "kube-version": _TEXT,
    "api-versions": _TEXTS,
    "namespace": _TEXT,
    "name": _TEXT,
    "chart": _TEXT,
    "values": _TEXTS,
    "nodes": _TEXT,
    "baseline": _TEXT,
    "format": _TEXT,
    "with-subcharts": _SWITCH,
    "skip-schema-validation": _SWITCH,
    "quiet": _SWITCH,
    "jobs": _NUMBER,
}
"""The keys, each with what it must be; they mean what the flags of their names do."""
_PATHS = frozenset({"chart", "values", "nodes", "baseline"})


class LintConfig(Record):
    """Settings out of a file.

    path: of the file, blank without one. values: by key; paths begin at the file's folder.
    places: where keys stand, as far as it is known, for messages about what they say.
    """

    path: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    places: Mapping[str, Position] = field(default_factory=dict)

    def get(self, key: str, default: Any = None) -> Any:
        """Return what the file says about a key."""
        return self.values.get(key, default)

    def refused(self, key: str, reason: str) -> UsageError:
        """Return an error about what the file says about a key."""
        place = self.places.get(key, Position(self.path))
        return UsageError(f"{place}: {key}: {reason}")


class _Raw(NamedTuple):
    values: Any
    place: Callable[[tuple[str | int, ...]], Position]


def find_config(start: str) -> LintConfig:
    """Return the settings that hold for a file or folder: those of the nearest file above it.

    The search ends at the root of the repository, or at the current folder where there is none.
    """
    folder = os.path.abspath(start)
    if not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    last = repository_of(folder)
    while True:
        for name in (FILE, PYPROJECT):
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                found = _load(os.path.relpath(path))
                if found is not None:
                    return found
        above = os.path.dirname(folder)
        if folder in (last, above) or not is_inside(folder, last):
            return LintConfig()
        folder = above


def load_config(path: str) -> LintConfig:
    """Return the settings in a file that was named; raises UsageError if it has none."""
    found = _load(path)
    if found is None:
        wanted = "[tool.helmwright.lint]" if path.endswith(".toml") else f"map {SECTION}"
        raise UsageError(f"{path} has no {wanted}")
    return found


def _load(path: str) -> LintConfig | None:
    """Return the settings in a file, None if it says nothing about linting."""
    from helmwright.values.inputs import read_file

    data = read_file(path)
    raw = _from_toml(path, data) if path.endswith(".toml") else _from_yaml(path, data)
    if raw is None:
        return None
    if type(raw.values) is not dict:
        raise UsageError(f"{raw.place(())}: {SECTION} must be a map of settings")
    values: dict[str, Any] = {}
    for key, value in raw.values.items():
        if key not in KINDS:
            raise UsageError(f"{raw.place((key,))}: {unknown(key, KINDS)}")
        values[key] = _checked(key, value, raw)
    for key in _PATHS & values.keys():
        values[key] = _below(path, values[key])
    return LintConfig(path, values, {key: raw.place((key,)) for key in values})


def _from_yaml(path: str, data: bytes) -> _Raw | None:
    from helmwright.go.yaml_positions import positions
    from helmwright.go.yaml_read import load_map

    try:
        document = load_map(data.decode("utf-8", "surrogateescape"), path)
        places: Mapping[Any, Place] = positions(data, path)
    except HelmwrightError as error:
        reason = error.told.removeprefix("error converting YAML to JSON: ")
        raise UsageError(f"{error.position or path}: {reason}") from None

    def place(steps: tuple[str | int, ...]) -> Position:
        found = places.get((SECTION, *steps))
        return Position(path) if found is None else found.key

    others = [key for key in document if key not in SECTIONS]
    if others:
        known = places.get((others[0],))
        where = Position(path) if known is None else known.key
        hint = f"; settings of the linter stand below '{SECTION}:'" if others[0] in KINDS else ""
        raise UsageError(f"{where}: {unknown(others[0], SECTIONS)}{hint}")
    return _Raw(document[SECTION] or {}, place) if SECTION in document else None


def _from_toml(path: str, data: bytes) -> _Raw | None:
    if b"helmwright" not in data:
        return None
    import tomllib

    try:
        document: Any = tomllib.loads(data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: {error}") from None
    for step in ("tool", "helmwright", SECTION):
        document = document.get(step) if type(document) is dict else None
    return None if document is None else _Raw(document, lambda _: Position(path))


def _checked(key: str, value: Any, raw: _Raw) -> Any:
    """Return a value as it is used; raises UsageError for one of the wrong kind."""
    kind = KINDS[key]
    if kind == _TEXTS and type(value) is str:
        value = [value]
    if kind == _NUMBER and type(value) in (int, float) and value >= 1 and value == int(value):
        return int(value)
    fits = {
        _TEXT: type(value) is str,
        _TEXTS: type(value) is list and all(type(item) is str for item in value),
        _TEXT_MAP: type(value) is dict and all(type(item) is str for item in value.values()),
        _SWITCH: type(value) is bool,
        _NUMBER: False,
    }
    if not fits[kind]:
        is_number = type(value) in (int, float) and kind == _TEXT
        hint = "; put it into quotation marks" if is_number else ""
        raise UsageError(f"{raw.place((key,))}: {key} must be {kind}{hint}")
    return value


def _below(path: str, value: Any) -> Any:
    """Return paths in a file as paths from the current folder."""
    if type(value) is list:
        return [_below(path, item) for item in value]
    folder = os.path.dirname(path)
    return os.path.normpath(os.path.join(folder, value)) if folder else value
