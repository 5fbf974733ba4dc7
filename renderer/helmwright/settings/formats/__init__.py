"""The formats of Helmwright's own files: each has a JSON Schema, ``NAME.schema.json``, that is shipped.

Here are those that belong to no product; the others lie beside what reads them. ``settings.reading``
reads files of all of them. Besides the keywords of the standard a schema has ``x-kind``: what a value
must be, in words, where they cannot be derived.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any, NamedTuple

from helmwright.base.argument_types import checked
from helmwright.disk.reading import LARGEST

_ENDING = ".schema.json"
WRITTEN_BY_HAND = 1 << 20
"""The most bytes of a file that people write; what programs write may have more."""


class Format(NamedTuple):
    """A format of files: what they may say is in a JSON Schema, ``NAME.schema.json`` in a folder.

    name: what people call it. folder: of its schema. largest: the most bytes of a file.
    """

    name: str
    folder: str
    largest: int = WRITTEN_BY_HAND

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema, draft 2020-12; nobody may change it."""
        return _schema(os.path.join(self.folder, self.name + _ENDING))  # noqa: PTH118 - quick

    @property
    def text(self) -> str:
        """The schema as it is shipped."""
        return _text(os.path.join(self.folder, self.name + _ENDING))  # noqa: PTH118 - quick

    @property
    def address(self) -> str:
        """Where the site of the documentation has the schema."""
        return str(self.schema["$id"])

    @property
    def editor_line(self) -> str:
        """The comment by which editors with the YAML language server find the schema."""
        return f"# yaml-language-server: $schema={self.address}\n"

    def part(self, *names: str) -> dict[str, Any]:
        """Return the schema of a key of a key …; what it refers to stands in ``schema``."""
        found = self.schema
        for name in names:
            found = found["properties"][name]
            if "$ref" in found:
                found = referred(found["$ref"], self.schema)
        return found


def referred(reference: str, root: dict[str, Any]) -> dict[str, Any]:
    """Return what ``#/$defs/NAME`` names in a schema."""
    found: dict[str, Any] = root["$defs"][reference.removeprefix("#/$defs/")]
    return found


_HERE = os.path.dirname(__file__)  # noqa: PTH120 - quick
SETTINGS = Format("settings", _HERE)
GOLDEN_CASE = Format("golden-case", _HERE)
LINT_BASELINE = Format("lint-baseline", _HERE, LARGEST)
UNITTEST_SUITE = Format("unittest-suite", _HERE, LARGEST)
FORMATS = (SETTINGS, GOLDEN_CASE, LINT_BASELINE, UNITTEST_SUITE)


def known_formats() -> tuple[Format, ...]:
    """Return all formats: those of no product, then those of packs."""
    from helmwright.packs.loading import load_packs

    packs = load_packs()
    found = {form.name: form for form in FORMATS}
    for pack in packs.packs:
        brought = packs.call(pack, pack.formats)
        if brought is not None and not isinstance(brought, tuple):
            packs.add_problem(pack, f"{pack.formats} must return a tuple of formats")
            continue
        for form in brought or ():
            problem = _problem(form)
            if problem:
                packs.add_problem(pack, problem)
            else:
                found.setdefault(form.name, form)
    return tuple(found.values())


def _problem(form: Any) -> str:
    """Return what is wrong with a format of a pack, blank for nothing."""
    if type(form) is not Format:
        return f"each of its formats must be a Format, not {type(form).__name__}"
    try:
        missing = [key for key in ("$id", "title", "description") if not form.schema.get(key)]
    except (OSError, ValueError, AttributeError) as error:
        return f"the schema of {form.name} cannot be read: {error}"
    return f"the schema of {form.name} has no {missing[0]}" if missing else ""


def format_names() -> tuple[str, ...]:
    """Return the names of the formats of Helmwright's own files."""
    return tuple(form.name for form in known_formats())


@checked
def format_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema, draft 2020-12, of a format such as ``settings`` or ``golden-case``.

    Raises UsageError, with the nearest name, if there is no such format.
    """
    import json

    schema: dict[str, Any] = json.loads(find_format(name).text)
    return schema


def find_format(name: str) -> Format:
    """Return the format of a name; raise UsageError, with the nearest name, if there is none."""
    formats = {one.name: one for one in known_formats()}
    if name in formats:
        return formats[name]
    from difflib import get_close_matches

    from helmwright.base.errors import UsageError

    close = get_close_matches(name, formats, 1)
    hint = f'did you mean "{close[0]}"?' if close else f"there are {', '.join(formats)}"
    raise UsageError(f'there is no format "{name}"; {hint}')


def _text(path: str) -> str:
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - pathlib is slow to import
        return file.read()


@cache
def _schema(path: str) -> dict[str, Any]:
    import json

    schema: dict[str, Any] = json.loads(_text(path))
    return schema
