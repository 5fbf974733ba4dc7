"""One side of a diff out of files with manifests, or folders of them."""

# ruff: noqa: PTH112, PTH118 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.errors import ManifestError
from helmwright.diff.model import Side
from helmwright.diff.objects import read_objects
from helmwright.diff.sources.rendering import counted, naming
from helmwright.secrets.witness import saw
from helmwright.values.inputs import STDIN, read_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.diff.sources.rendering import RenderSettings

    Read = Callable[[str], bytes]

MAX_FILES = 20_000
_ENDINGS = (".yaml", ".yml", ".json")


def manifests_side(
    path: str, settings: RenderSettings, title: str = "", *, read: Read = read_file
) -> Side:
    """Return the objects in a file, in the files below a folder, or in standard input (``-``).

    Of a folder, files that end as YAML or JSON does count; where there are none, all files do.

    Raises:
        HelmwrightError: for what cannot be read, with the side and the file.
    """
    title = title or (STDIN if path == "-" else path)
    with naming(title):
        texts = [(name, read(name)) for name in _files(path)]
    return texts_side(texts, settings, title)


def texts_side(texts: list[tuple[str, bytes]], settings: RenderSettings, title: str) -> Side:
    """Return the objects in texts, each with the name of its file."""
    for _, data in texts:
        saw("text", data)
    with naming(title):
        objects = [
            one
            for name, data in texts
            for one in read_objects(
                data.decode("utf-8", "surrogateescape"), STDIN if name == "-" else name
            )
        ]
    return Side(title, counted(objects, settings))


def _files(path: str) -> list[str]:
    if path == "-" or not os.path.isdir(path):
        return [path]
    found = []
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        found += [os.path.join(folder, name) for name in sorted(names) if not name.startswith(".")]
        if len(found) > MAX_FILES:
            raise ManifestError(f"the folder has more than {MAX_FILES} files")
    chosen = [name for name in found if name.endswith(_ENDINGS)] or found
    if not chosen:
        raise ManifestError("the folder has no files")
    return chosen
