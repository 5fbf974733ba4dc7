"""The user's values out of files and overrides, in Helm's order.

``-f`` files in their order, then ``--set-json``, ``--set``, ``--set-string``, ``--set-file`` and
``--set-literal``, whatever their order on the command line.

Source: helm pkg/cli/values/options.go
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.argument_types import checked
from helmwright.base.errors import JSONError, StrvalsError, ValuesError
from helmwright.eras.era import DEFAULT
from helmwright.eras.meant import as_era
from helmwright.go.spaces import SPACE
from helmwright.secrets.witness import saw
from helmwright.values.inputs import read_file
from helmwright.values.maps import copy_values, load_values, merge_maps

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value
    from helmwright.values.inputs import Read
    from helmwright.values.templated.context import ValuesContext


TEMPLATE_SUFFIX = ".j2"
"""How the name of a values file ends that is a template in Jinja2."""


class Source:
    """One file or override that was merged.

    kind: ``values``, ``set-json``, ``set``, ``set-string``, ``set-file`` or ``set-literal``.
    text: the path of the file, or the override as the user wrote it.
    values: what a values file held; None for overrides.
    """

    __slots__ = ("kind", "text", "values")

    def __init__(self, kind: str, text: str, values: dict[str, Value] | None = None) -> None:
        self.kind = kind
        self.text = text
        self.values = values


@checked
def merge_sources(  # noqa: PLR0913 - one parameter for each of Helm's flags
    files: Iterable[str | os.PathLike[str]] = (),
    *,
    set_json: Iterable[str] = (),
    set_values: Iterable[str] = (),
    set_string: Iterable[str] = (),
    set_file: Iterable[str] = (),
    set_literal: Iterable[str] = (),
    read: Read | None = None,
    sources: list[Source] | None = None,
    context: ValuesContext | None = None,
    era: Era | str = DEFAULT,
) -> dict[str, Value]:
    """Return the user's values: all files and overrides merged.

    files: paths, ``-`` for standard input. read: returns the bytes of such a path, by default
    ``read_file``. sources: receives a record of each file and override, in the order of merging.
    context: what files see that are templates. era: the Helm whose rules count.
    Raises ValuesError with Helm's text.
    """
    era = as_era(era)
    read = read or read_file
    values: dict[str, Value] = {}
    for file in files:
        path = os.fspath(file)
        current = _load(path, read, context, era)
        if sources is not None:  # a copy, since overrides change what they find
            sources.append(Source("values", path, copy_values(current)))
        values = merge_maps(values, current)
    overrides = (
        ("set-json", set_json),
        ("set", set_values),
        ("set-string", set_string),
        ("set-file", set_file),
        ("set-literal", set_literal),
    )
    for kind, texts in overrides:
        for text in texts:
            values = override_values(kind, text, values, read=read, era=era)
            if sources is not None:
                sources.append(Source(kind, text))
    return values


def read_values(path: str, read: Read, context: ValuesContext | None = None) -> bytes:
    """Return the YAML of a values file: what it holds, or what it makes if it is a template.

    context: what templates see. Raises ValuesError.
    """
    data = read(path)
    saw("text", data)
    if not path.endswith(TEMPLATE_SUFFIX):
        return data
    from helmwright.values.templated import render_values_template
    from helmwright.values.templated.context import NO_CONTEXT

    variables, environment = context or NO_CONTEXT
    saw("values", variables)
    made = render_values_template(data, path, variables, environment=environment, read=read)
    saw("text", made)
    return made


def _load(path: str, read: Read, context: ValuesContext | None, era: Era) -> dict[str, Value]:
    data = read_values(path, read, context)
    try:
        return load_values(data, path=path, era=era)
    except ValuesError as error:
        message = f"failed to parse {path}: {error.message}"
        raise ValuesError(message, error.position) from error


def _set_json(text: str, values: dict[str, Value], era: Era) -> dict[str, Value]:
    """Return ``values`` with one argument of ``--set-json``: an object, or ``key=value`` pairs."""
    trimmed = text.strip(SPACE)
    if era.set_json_objects and trimmed.startswith("{"):
        from helmwright.go.json_read import unmarshal_map

        try:
            return merge_maps(values, unmarshal_map(trimmed))
        except JSONError:
            raise StrvalsError(f"failed parsing --set-json data JSON: {text}") from None
    from helmwright.values.strvals import parse_json

    try:
        parse_json(text, values, era)
    except StrvalsError:
        raise StrvalsError(f"failed parsing --set-json data {text}") from None
    return values


def override_values(
    kind: str,
    text: str,
    values: dict[str, Value],
    *,
    read: Read | None = None,
    era: Era = DEFAULT,
) -> dict[str, Value]:
    """Return ``values`` with what one override says; they may be changed in place.

    kind: ``set-json``, ``set``, ``set-string``, ``set-file`` or ``set-literal``; text: its argument.
    read: returns the bytes of a file that ``set-file`` names, by default ``read_file``.
    Raises StrvalsError with Helm's text.
    """
    from helmwright.values import strvals

    saw("override", text)
    if kind == "set-json":
        return _set_json(text, values, era)
    try:
        if kind == "set":
            strvals.parse_into(text, values, era)
        elif kind == "set-string":
            strvals.parse_into_string(text, values, era)
        elif kind == "set-literal":
            strvals.parse_literal_into(text, values, era)
        else:

            def content(path: str) -> str:
                return (read or read_file)(path).decode("utf-8", "surrogateescape")

            strvals.parse_into_file(text, values, content, era)
    except StrvalsError as error:
        raise StrvalsError(f"failed parsing --{kind} data: {error.message}") from None
    return values
