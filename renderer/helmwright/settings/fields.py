"""Maps of settings out of YAML files: each key is known and checked, mistakes have their place."""

# ruff: noqa: PTH100, PTH113, PTH118, PTH120 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError, Position, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.go.yaml_positions import Place

TEXT = "a text"
TEXTS = "a list of texts"
SWITCH = "true or false"
NUMBER = "a whole number"
MAP = "a map"


class Fields:
    """What a map in a file says; keys are those of its kinds.

    path: of the file, blank without one.
    """

    def __init__(
        self,
        path: str = "",
        values: dict[str, Any] | None = None,
        places: Mapping[Any, Place] | None = None,
        prefix: tuple[str, ...] = (),
    ) -> None:
        self.path = path
        self._values = values or {}
        self._places = places or {}
        self._prefix = prefix

    def get(self, key: str, default: Any = None) -> Any:
        """Return what the file says about a key."""
        return self._values.get(key, default)

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def place(self, *steps: str | int) -> Position:
        """Return where a key, or an item of its list, stands."""
        found = self._places.get((*self._prefix, *steps))
        return Position(self.path) if found is None else found.key

    def refused(self, key: str, reason: str) -> UsageError:
        """Return an error about what the file says about a key."""
        return UsageError(f"{self.place(key)}: {key}: {reason}")


def read_fields(
    path: str, kinds: Mapping[str, str], section: str = "", others: tuple[str, ...] = ()
) -> Fields | None:
    """Return what a file says: all of it, or what is below a key, None if that is not there.

    kinds: what the value of each key must be. others: keys that may stand beside the section.
    Raises UsageError, with the place, for unknown keys and for values of the wrong kind.
    """
    document, places = _read(path)
    if section:
        for key in document:
            if key not in (section, *others):
                place = places.get((key,))
                where = Position(path) if place is None else place.key
                raise UsageError(f"{where}: {unknown(key, (section, *others))}")
        if section not in document:
            return None
        document = {} if document[section] is None else document[section]
    fields = Fields(path, document, places, (section,) if section else ())
    if type(document) is not dict:
        raise UsageError(f"{fields.place()}: {section} must be a map of settings")
    for key, value in document.items():
        if key not in kinds:
            raise UsageError(f"{fields.place(key)}: {unknown(key, kinds)}")
        document[key] = _checked(fields, key, value, kinds[key])
    return fields


def read_top_level(path: str, key: str, kind: str) -> Fields | None:
    """Return a file's map of which one key counts, None if it is not there.

    kind: what its value must be; raises UsageError, with the place, for another one.
    """
    document, places = _read(path)
    if key not in document:
        return None
    fields = Fields(path, document, places)
    document[key] = _checked(fields, key, document[key], kind)
    return fields


def _read(path: str) -> tuple[dict[str, Any], Mapping[Any, Place]]:
    """Return the map in a file, and where its keys stand; raises UsageError for what is no map."""
    from helmwright.go.yaml_positions import positions
    from helmwright.go.yaml_read import load_map
    from helmwright.values.inputs import read_file

    data = read_file(path)
    try:
        document = load_map(data.decode("utf-8", "surrogateescape"), path)
        return document, positions(data, path)
    except HelmwrightError as error:
        reason = error.told.removeprefix("error converting YAML to JSON: ")
        raise UsageError(f"{error.position or path}: {reason}") from None


def nearest_fields(start: str, kinds: Mapping[str, str], section: str) -> Fields:
    """Return a section of the nearest ``.helmwright.yaml`` that has it, at or above a folder.

    The search ends at the root of the repository. Raises UsageError as ``read_fields`` does.
    """
    from helmwright.disk.places import is_inside
    from helmwright.settings.files import FILE, SECTIONS, repository_of

    folder = os.path.abspath(start)
    last = repository_of(folder)
    while True:
        path = os.path.join(folder, FILE)
        if os.path.isfile(path):
            beside = tuple(name for name in SECTIONS if name != section)
            found = read_fields(os.path.relpath(path), kinds, section, beside)
            if found is not None:
                return found
        above = os.path.dirname(folder)
        if folder in (last, above) or not is_inside(folder, last):
            return Fields()
        folder = above


def unknown(key: str, known: Any) -> str:
    """Return a message about a key that is not known, with the one that is meant."""
    from difflib import get_close_matches

    close = get_close_matches(key, list(known), 1)
    return f'unknown key "{key}"' + (f'; did you mean "{close[0]}"?' if close else "")


def _checked(fields: Fields, key: str, value: Any, kind: str) -> Any:
    if kind == TEXTS and type(value) is str:
        return [value]
    if kind == NUMBER and type(value) in (int, float) and value == int(value):
        return int(value)
    fits = {
        TEXT: type(value) is str,
        TEXTS: type(value) is list and all(type(item) is str for item in value),
        SWITCH: type(value) is bool,
        MAP: type(value) is dict,
        NUMBER: False,
    }
    if not fits[kind]:
        is_number = type(value) in (int, float) and kind in (TEXT, TEXTS)
        hint = "; put it into quotation marks" if is_number else ""
        raise UsageError(f"{fields.place(key)}: {key} must be {kind}{hint}")
    return value
