"""Patches in files: strategic, merge and JSON patches, alone or with a target as in a kustomization."""

# ruff: noqa: PTH118, PTH120 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import HelmwrightError, PatchError, Position, YAMLError
from helmwright.go.positions import document_positions
from helmwright.go.yaml_read import read_documents
from helmwright.patches.stream import kind_of, load_exactly
from helmwright.patches.target import Target, own_target, target_of
from helmwright.secrets.quoted import hidden_in_text
from helmwright.secrets.witness import saw
from helmwright.values.inputs import STDIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from helmwright.base.paths import Path
    from helmwright.go.yaml_read import Document

    Read = Callable[[str], bytes]
    Shift = Callable[[Position], Position]

TYPES = ("auto", "strategic", "merge", "json")
IDENTITY = frozenset({"apiVersion", "kind", "name", "namespace"})
_ENTRY = frozenset({"target", "patch", "path", "options"})
_OPTIONS = {"allowNameChange": "name", "allowKindChange": "kind"}


class PatchText(NamedTuple):
    """The text of one document with patches, which knows where its parts stand.

    shift: how a position in the text becomes one in the file, for a patch inside another document.
    """

    document: Document
    file: str
    shift: Shift | None = None

    def position(self, path: Path = ()) -> Position:
        """Return where ``path`` stands, or the nearest part around it."""
        try:
            found = document_positions(self.document, self.file).nearest(path)
        except HelmwrightError:
            found = None
        found = found or Position(self.file, self.document.first_line + 1, 1)
        return self.shift(found) if self.shift is not None else found

    def shift_into(self, path: Path, text: str) -> Shift:
        """Return how positions in ``text``, which is the value at ``path``, become ones in the file."""
        start = document_positions(self.document, self.file).value(path) or self.position(path)
        line, column = start.line or 1, start.column or 1
        lines = self.document.split("\n")
        at = line - 1 - self.document.first_line
        if lines[at][column - 1 : column] not in ("|", ">"):
            return lambda _: start  # quoted, or an alias: its lines are not those of the file
        first = next((number for number, one in enumerate(text.split("\n")) if one.strip()), 0)
        indent = max(len(lines[at + 1 + first]) - len(text.split("\n")[first]), 0)
        return lambda inner: Position(
            self.file, line + (inner.line or 1), indent + (inner.column or 1)
        )


class ManifestPatch(NamedTuple):
    """A patch and what it is for.

    type: ``strategic``, ``merge``, ``json``, or ``auto`` for whichever of the first two suits the
    object. content: a map, or a list of operations; it is at ``path`` in ``source``.
    own_name: the target is what the patch itself names.
    fixed: of ``IDENTITY``, what the patch does not change even if it says another thing.
    """

    type: str
    content: Any
    target: Target
    source: PatchText
    path: Path = ()
    own_name: bool = False
    fixed: frozenset[str] = IDENTITY

    def position(self, path: Path = ()) -> Position:
        """Return where ``path`` of the content stands."""
        return self.source.position((*self.path, *path))


def read_patches(
    text: str,
    file: str,
    patch_type: str = "auto",
    target: Target | None = None,
    read: Read | None = None,
) -> list[ManifestPatch]:
    """Return the patches in a file.

    file: its name, for messages. patch_type: of ``TYPES``. target: of patches that name none.
    read: returns what the files hold that entries name with ``path``.
    Raises ``YAMLError`` for what cannot be read and ``PatchError`` for what is no patch, or has no
    target; both know the place.
    """
    saw("text", text)
    found = list(_Reader(file, patch_type, target, read).patches(text))
    if not found:
        raise PatchError("there is no patch in it", Position(file, 1, 1))
    return found


class _Reader:
    def __init__(
        self, file: str, patch_type: str, target: Target | None, read: Read | None
    ) -> None:
        self._file = file
        self._type = patch_type
        self._target = target
        self._read = read

    def patches(self, text: str) -> Iterator[ManifestPatch]:
        for value, source in self._documents(text, self._target):
            if _is_entry(value):
                yield from self._entry(value, source, ())
            elif type(value) is list and value and all(map(_is_entry, value)):
                for index, entry in enumerate(value):
                    yield from self._entry(entry, source, (index,))
            else:
                yield self._patch(value, source, (), self._target)

    def _documents(
        self, text: str, target: Target | None, shift: Shift | None = None
    ) -> Iterator[tuple[Any, PatchText]]:
        """Yield what documents hold, those without anything left out."""
        try:
            for document in read_documents(text, self._file):
                value = load_exactly(document, self._file)
                if value is not None:
                    yield value, PatchText(document, self._file, shift)
        except YAMLError as error:
            if target is not None and "Secret" in target.fields.get("kind", "Secret"):
                error.message = hidden_in_text(error.message)
            if shift is not None and error.position is not None:
                error.position = shift(error.position)
            raise

    def _entry(
        self, entry: dict[str, Any], source: PatchText, path: Path
    ) -> Iterator[ManifestPatch]:
        """Yield the patches of an entry of ``patches`` in a kustomization."""
        target = self._target
        try:
            if entry.get("target") is not None:
                target = target_of(entry["target"])
            fixed = _fixed(entry.get("options"))
        except PatchError as error:
            error.position = source.position((*path, "target"))
            raise
        for patch in self._content(entry, source, path, target):
            yield patch._replace(fixed=fixed)

    def _content(
        self, entry: dict[str, Any], source: PatchText, path: Path, target: Target | None
    ) -> Iterator[ManifestPatch]:
        if "path" in entry:
            if "patch" in entry or type(entry["path"]) is not str or self._read is None:
                raise PatchError(
                    "an entry has either patch or path, the name of a file",
                    source.position((*path, "path")),
                )
            # Names of files in standard input are those of the working directory.
            folder = "" if self._file == STDIN else os.path.dirname(self._file)
            file = os.path.join(folder, entry["path"])
            text = self._read(file).decode("utf-8", "surrogateescape")
            yield from _Reader(file, self._type, target, self._read).patches(text)
            return
        content, path = entry["patch"], (*path, "patch")
        if type(content) is not str:
            yield self._patch(content, source, path, target)
            return
        for value, inner in self._documents(content, target, source.shift_into(path, content)):
            yield self._patch(value, inner, (), target)

    def _patch(
        self, content: Any, source: PatchText, path: Path, target: Target | None
    ) -> ManifestPatch:
        place = source.position(path)
        if type(content) is list:
            return self._json_patch(content, source, path, target)
        if type(content) is not dict:
            message = f"a patch is a map, or a list of operations, not {kind_of(content)}"
            raise PatchError(message, place)
        if self._type == "json":
            raise PatchError("a JSON patch is a list of operations, not a map", place)
        if target is not None:
            return ManifestPatch(self._type, content, target, source, path)
        target = own_target(content)
        if target is None:
            missing = "kind" if "kind" not in content else "metadata.name"
            raise _hinted(
                PatchError(f"the patch names no object: it has no {missing}", place),
                "add apiVersion, kind and metadata.name of the object, or name it with --target",
            )
        return ManifestPatch(self._type, content, target, source, path, own_name=True)

    def _json_patch(
        self, content: list[Any], source: PatchText, path: Path, target: Target | None
    ) -> ManifestPatch:
        for index, operation in enumerate(content):
            if type(operation) is not dict or "op" not in operation:
                raise PatchError(
                    "a list is a JSON patch, whose elements are maps with op and path, or it is a "
                    "list of maps with target and patch; this element is neither",
                    source.position((*path, index)),
                )
        if self._type not in ("auto", "json"):
            message = f"a {self._type} patch is a map, not a list"
            raise PatchError(message, source.position(path))
        if target is None:
            raise _hinted(
                PatchError(
                    "a JSON patch does not say which object it is for", source.position(path)
                ),
                "name it with --target kind=…,name=…, or put the patch into "
                "{target: {kind: …, name: …}, patch: […]}",
            )
        return ManifestPatch("json", content, target, source, path)


def _hinted(error: PatchError, hint: str) -> PatchError:
    error.add_note(f"Hint: {hint}")
    return error


def _is_entry(value: Any) -> bool:
    return type(value) is dict and value.keys() <= _ENTRY and ("patch" in value or "path" in value)


def _fixed(options: Any) -> frozenset[str]:
    """Return what of an object's identity a patch leaves alone under a kustomization's options."""
    if options is None:
        return IDENTITY
    if type(options) is not dict or not options.keys() <= _OPTIONS.keys():
        raise PatchError(f"options of a patch are {' and '.join(_OPTIONS)}")
    return IDENTITY - {_OPTIONS[name] for name, value in options.items() if value is True}
