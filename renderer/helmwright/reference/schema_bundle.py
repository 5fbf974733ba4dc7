"""One JSON Schema for a chart's values, from a folder with a file per section.

The folder holds ``root.json`` and files that it names in ``$ref``. Helm reads no other file than
values.schema.json, so a reference to another file is replaced by what it names; only what stands
in a ``definitions`` map is kept once and named from each place, because a schema that says the
same thing a hundred times takes Helm a hundred times as long to compile.
"""

# ruff: noqa: PTH118 - pathlib is slow to import

from __future__ import annotations

import json
import os
from typing import Any

from helmwright.base.argument_types import checked
from helmwright.base.errors import HelmwrightError, Position
from helmwright.base.printable import printable_json
from helmwright.disk.reading import read_named

Schema = dict[str, Any]

_ROOT = "root.json"
_WIDTH = 110
_PARTS = 200_000
"""Maps, lists and scalars of a schema whose references are written out; ours has 5,617."""


@checked
def bundle_schema(source: str | os.PathLike[str]) -> str:
    """Return the text of values.schema.json, from the folder ``source`` with root.json in it.

    The text depends on nothing else: keys are in the order of the source, and definitions in the
    alphabet's.

    Raises:
        HelmwrightError: if a file cannot be read, or a reference leads nowhere or to itself.
    """
    text = format_schema(_Bundle(os.fspath(source)).schema(), long_lines=True)
    return printable_json(text) + "\n"


def describe_value(schema: Schema, path: str) -> Schema:
    """Return the part of a bundled schema for one value, ``db.port`` or ``ports[0]``.

    References in the part are replaced by what they name.

    Raises:
        HelmwrightError: if the schema has no such value, and the message names those there are; if
            a reference leads nowhere.
    """
    part: Any = _Inlining(schema).inlined(schema)
    walked = ""
    for name in path.replace("[", ".[").split(".") if path else ():
        found = part.get("items") if name.startswith("[") else _property(part, name)
        if not isinstance(found, dict):
            raise HelmwrightError(_unknown(part, walked, name))
        part = found
        walked += name if name.startswith("[") or not walked else f".{name}"
    result: Schema = part
    return result


def list_values(schema: Schema, path: str) -> list[tuple[str, str]]:
    """Return the paths right below ``path`` in a bundled schema, and what they are.

    Nothing is below a path that the schema does not know.
    """
    try:
        part = describe_value(schema, path)
    except HelmwrightError:
        return []
    lead = f"{path}." if path else ""
    return [
        (lead + name, str(_map(below).get("description", "")))
        for name, below in _map(part.get("properties")).items()
    ]


def format_schema(schema: Any, *, long_lines: bool = False) -> str:
    """Return JSON in which everything short is on one line.

    long_lines: so is every map without maps in it, however long: one value, one line.
    """
    return _format(schema, 0, 0, long_lines=long_lines)


def _format(value: Any, indent: int, lead: int, *, long_lines: bool) -> str:
    """Return JSON; ``lead`` is the number of characters on the line between indent and value."""
    flat = json.dumps(value, ensure_ascii=False)
    if not value or not isinstance(value, dict | list):
        return flat
    short = lead + indent + len(flat) <= _WIDTH and "description" not in flat
    if short or (long_lines and isinstance(value, dict) and "{" not in flat[1:]):
        return flat
    pad = " " * (indent + 2)
    if isinstance(value, dict):
        rows = [
            f"{pad}{json.dumps(key)}: "
            + _format(item, indent + 2, len(key) + 4, long_lines=long_lines)
            for key, item in value.items()
        ]
        return "{\n" + ",\n".join(rows) + "\n" + " " * indent + "}"
    rows = [pad + _format(item, indent + 2, 0, long_lines=long_lines) for item in value]
    return "[\n" + ",\n".join(rows) + "\n" + " " * indent + "]"


class _Bundle:
    """The files of a folder on the way into one schema."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.documents: dict[str, Schema] = {}
        self.homes: dict[str, str] = {}
        self.definitions: dict[str, Schema] = {}
        self.open: list[str] = []

    def schema(self) -> Schema:
        """Return the schema."""
        schema: Schema = self.resolve(self.document(_ROOT), _ROOT)
        if self.definitions:
            schema["definitions"] = dict(sorted(self.definitions.items()))
        return schema

    def document(self, name: str) -> Schema:
        """Return the content of a file."""
        if name not in self.documents:
            self.documents[name] = read_schema(os.path.join(self.folder, name))
        return self.documents[name]

    def resolve(self, part: Any, name: str) -> Any:
        """Return ``part`` of the file ``name`` without references to files."""
        if isinstance(part, list):
            return [self.resolve(item, name) for item in part]
        if not isinstance(part, dict):
            return part
        others = {
            key: self.resolve(item, name)
            for key, item in part.items()
            if key not in {"$ref", "definitions"}
        }
        if not isinstance(part.get("$ref"), str):
            return others
        target, _, pointer = part["$ref"].partition("#")
        return self._referred(target or name, pointer, name) | others

    def _referred(self, target: str, pointer: str, name: str) -> Schema:
        reference = f"{target}#{pointer}"
        tokens = pointer.split("/")[1:]
        found: Any = self.document(target)
        for token in tokens:
            key = token.replace("~1", "/").replace("~0", "~")
            found = found.get(key) if isinstance(found, dict) else None
        if not isinstance(found, dict):
            raise self._error(name, f"$ref {reference}: no such schema")
        if len(tokens) == 2 and tokens[0] == "definitions":
            return self._definition(tokens[1], found, target, name)
        if reference in self.open:
            raise self._error(name, f"$ref {reference}: leads to itself")
        self.open.append(reference)
        resolved: Schema = self.resolve(found, target)
        self.open.pop()
        return resolved

    def _definition(self, key: str, found: Schema, target: str, name: str) -> Schema:
        if self.homes.setdefault(key, target) != target:
            text = f"definition {key} is in {self.homes[key]} and in {target}; rename one"
            raise self._error(name, text)
        if key not in self.definitions:
            self.definitions[key] = {}  # a definition may name itself
            self.definitions[key] = self.resolve(found, target)
        return {"$ref": f"#/definitions/{key}"}

    def _error(self, name: str, message: str) -> HelmwrightError:
        path = os.path.join(self.folder, name)
        return HelmwrightError(f"{path}: {message}", Position(path))


def read_schema(path: str) -> Schema:
    """Return the schema in a JSON file.

    Raises:
        HelmwrightError: if the file cannot be read, is no JSON, or no map, or has a key twice.
    """
    try:
        text = read_named(path).decode("utf-8")
        schema = json.loads(text, object_pairs_hook=_unique)
    except OSError as error:
        problem = (error.strerror or str(error)).lower()
        raise HelmwrightError(f"read {path}: {problem}", Position(path)) from error
    except json.JSONDecodeError as error:
        place = Position(path, error.lineno, error.colno)
        raise HelmwrightError(f"read {path}: {error.msg}", place) from error
    except ValueError as error:
        raise HelmwrightError(f"read {path}: {error}", Position(path)) from error
    if not isinstance(schema, dict):
        raise HelmwrightError(f"read {path}: a schema must be a map", Position(path))
    return schema


def _unique(pairs: list[tuple[str, Any]]) -> Schema:
    result = dict(pairs)
    if len(result) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f'key "{twice}" is there twice')
    return result


class _Inlining:
    """Writes out references within a schema; a schema that stands inside itself keeps its own.

    What is written out more than once counts each time, so that it has an end.
    """

    def __init__(self, root: Schema) -> None:
        self._root = root
        self._left = _PARTS

    def inlined(self, part: Any, seen: tuple[str, ...] = ()) -> Any:
        """Return ``part`` with what ``$ref`` names in place of it; seen: the references around it."""
        self._left -= 1
        if self._left < 0:
            raise HelmwrightError(f"the schema has more than {_PARTS} parts when it is written out")
        if isinstance(part, list):
            return [self.inlined(item, seen) for item in part]
        if not isinstance(part, dict):
            return part
        reference = part.get("$ref")
        local = isinstance(reference, str) and reference.startswith("#")
        if not local or reference in seen:
            return {k: self.inlined(v, seen) for k, v in part.items() if k != "definitions"}
        found = self.inlined(self._named(str(reference)), (*seen, str(reference)))
        own = {
            k: self.inlined(v, seen) for k, v in part.items() if k not in ("$ref", "definitions")
        }
        return found | own if isinstance(found, dict) else found

    def _named(self, reference: str) -> Any:
        """Return the part of the schema that a reference such as ``#/definitions/port`` names."""
        found: Any = self._root
        for token in reference[1:].split("/")[1:]:
            key = token.replace("~1", "/").replace("~0", "~")
            if isinstance(found, list) and key.isascii() and key.isdigit():
                found = dict(enumerate(found)).get(int(key))
            else:
                found = found.get(key) if isinstance(found, dict) else None
        if not isinstance(found, dict | bool):
            raise HelmwrightError(f"$ref {reference}: no such schema")
        return found


def _property(part: Schema, name: str) -> Any:
    found = _map(part.get("properties")).get(name)
    return found if found is not None else part.get("additionalProperties")


def _map(value: Any) -> Schema:
    return value if isinstance(value, dict) else {}


def _unknown(part: Schema, walked: str, name: str) -> str:
    from difflib import get_close_matches

    names = list(_map(part.get("properties")))
    close = get_close_matches(name, names, 1)
    where = f"{walked} has" if walked else "the schema has"
    if close:
        return f'{where} no value "{name}"; is it {close[0]}?'
    listed = f"; there are: {', '.join(names)}" if names else ""
    return f'{where} no value "{name}"{listed}'
