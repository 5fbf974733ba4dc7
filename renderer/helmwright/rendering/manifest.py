"""Rendered text as Kubernetes objects: documents, their heads, and which of them are hooks.

Source: helm pkg/release/v1/util/manifest.go, manifest_sorter.go.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from helmwright.base.argument_types import checked
from helmwright.base.errors import ManifestError, Position, YAMLError
from helmwright.base.log import ignore
from helmwright.base.patterns import lazy_pattern
from helmwright.eras.era import DEFAULT, LAST_KEPT, TRIMMED, WHOLE
from helmwright.eras.meant import as_era
from helmwright.go.spaces import SPACE
from helmwright.go.yaml_partial import load_record_partly
from helmwright.go.yaml_read import load_map
from helmwright.go.yaml_shapes import STRING, MapOf, StructOf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from helmwright.base.log import Log
    from helmwright.eras.era import Documents, Era
    from helmwright.go.kinds import Value

HOOK = "helm.sh/hook"
HOOK_WEIGHT = "helm.sh/hook-weight"
HOOK_DELETE_POLICY = "helm.sh/hook-delete-policy"
HOOK_OUTPUT_LOG_POLICY = "helm.sh/hook-output-log-policy"
HOOK_EVENTS = {
    "pre-install": "pre-install",
    "post-install": "post-install",
    "pre-delete": "pre-delete",
    "post-delete": "post-delete",
    "pre-upgrade": "pre-upgrade",
    "post-upgrade": "post-upgrade",
    "pre-rollback": "pre-rollback",
    "post-rollback": "post-rollback",
    "test": "test",
    "test-success": "test",
}
"""Hook names as charts write them, and what Helm takes them for."""

_SEPARATOR = re.compile(r"^---[ \t]*", re.MULTILINE)
_GREEDY_SEPARATOR = lazy_pattern(r"(?:\A|(?<![\t\n\f\r ])[\t\n\f\r ]*\n)---[\t\n\f\r ]*")
"""Go's ``(?:^|\\s*\\n)---\\s*``: it eats the newline that another separator behind it needs.

A match begins where space begins, as Go's does; said, it keeps long space from being tried everywhere.
"""


@cache
def _head(package: str) -> StructOf:
    """Return the part of a document that is read, as a Go package has it, whose name is in errors."""
    return StructOf(
        f"{package}.SimpleHead",
        {
            "apiVersion": STRING,
            "kind": STRING,
            "metadata": StructOf(
                r'struct { Name string "json:\"name\""; '
                r'Annotations map[string]string "json:\"annotations\"" }',
                {"name": STRING, "annotations": MapOf(STRING)},
                "",
            ),
        },
    )


class Manifest:
    """One rendered document.

    path: the template it came from.
    content: its text, from the first character that is not space.
    api_version, kind, name: empty where the document has none.
    annotations: ``metadata.annotations``, all of them strings.
    events: the hook events, in the document's order; empty for an ordinary manifest.
    weight: the hook's weight.
    delete_policies, output_log_policies: the hook's, lower case, in the document's order.
    """

    __slots__ = (
        "_object",
        "annotations",
        "api_version",
        "content",
        "delete_policies",
        "events",
        "kind",
        "name",
        "output_log_policies",
        "path",
        "weight",
    )

    def __init__(self, path: str, content: str, head: Mapping[str, Value]) -> None:
        metadata = head.get("metadata") or {}
        self.path = path
        self.content = content
        self.api_version: str = head.get("apiVersion", "")
        self.kind: str = head.get("kind", "")
        self.name: str = metadata.get("name", "")
        self.annotations: dict[str, str] = metadata.get("annotations") or {}
        self.events: tuple[str, ...] = ()
        self.weight = 0
        self.delete_policies: tuple[str, ...] = ()
        self.output_log_policies: tuple[str, ...] = ()
        self._object: dict[str, Value] | None = None

    def __repr__(self) -> str:
        kind = "hook" if self.is_hook else "Manifest"
        return f"<{kind} {self.kind or 'without kind'}/{self.name} from {self.path}>"

    @property
    def namespace(self) -> str:
        """``metadata.namespace`` as the document has it; empty where it leaves that to the release.

        Raises:
            YAMLError: for a document that cannot be read as a whole.
        """
        metadata = self.object.get("metadata")
        found = metadata.get("namespace") if isinstance(metadata, dict) else None
        return found if isinstance(found, str) else ""

    @property
    def is_hook(self) -> bool:
        """Whether Helm runs this at an event instead of installing it."""
        return bool(self.events)

    @property
    def object(self) -> dict[str, Value]:
        """The whole document as data, read when it is first asked for."""
        if self._object is None:
            self._object = load_map(self.content, self.path)
        return self._object


def split_manifests(text: str, documents: Documents = WHOLE) -> list[str]:
    """Return the documents in ``text``; documents without any text are dropped.

    A line that begins with ``---`` separates, whatever follows it.
    documents: an era's way to do that. Source: SplitManifests.
    """
    return _SPLITS[documents](text)


def _split_whole(text: str) -> list[str]:
    """Return documents that keep the newlines at their ends."""
    text = text.lstrip(SPACE)
    if "---" not in text:
        return [text] if text else []
    pieces = [piece.lstrip(SPACE) for piece in _SEPARATOR.split(text)]
    return [piece for piece in pieces if piece]


def _split_last_kept(text: str) -> list[str]:
    """Return documents of which the last one keeps the newlines at its end."""
    pieces = [piece.lstrip(SPACE) for piece in _GREEDY_SEPARATOR.split(text.lstrip(SPACE))]
    return [piece for piece in pieces if piece]


def _split_trimmed(text: str) -> list[str]:
    """Return documents without space around them.

    What is nothing but space outside of ASCII is a document without text: it is trimmed too late.
    """
    pieces = _GREEDY_SEPARATOR.split(text.strip(SPACE))
    return [piece.strip(SPACE) for piece in pieces if piece]


_SPLITS: dict[Documents, Callable[[str], list[str]]] = {
    WHOLE: _split_whole,
    LAST_KEPT: _split_last_kept,
    TRIMMED: _split_trimmed,
}


@checked
def parse_manifests(
    rendered: Mapping[str, str] | Iterable[tuple[str, str]],
    log: Log = ignore,
    *,
    era: Era | str = DEFAULT,
) -> tuple[list[Manifest], list[Manifest]]:
    """Return the manifests and the hooks in ``rendered``, by path and then as they stand there.

    rendered: path to text; partials (``_``…) and blank texts are skipped.
    log: receives ``("INFO", "skipping unknown hooks", hookTypes=…)`` for each dropped document.
    era: the Helm that splits texts into documents.
    Raises ManifestError with Helm's text. Source: SortManifests, before it sorts by kind.
    """
    era = as_era(era)
    split, head = _SPLITS[era.documents], _head(era.manifest_package)
    manifests: list[Manifest] = []
    hooks: list[Manifest] = []
    files = dict(rendered)
    for path in sorted(files, key=_path_order):
        if path.rstrip("/").rpartition("/")[2].startswith("_"):
            continue
        for content in split(files[path]):
            manifest = _read(path, content, head)
            if HOOK not in manifest.annotations:
                manifests.append(manifest)
            elif _read_hook(manifest):
                hooks.append(manifest)
            else:
                log("INFO", "skipping unknown hooks", hookTypes=manifest.annotations[HOOK])
    return manifests, hooks


def _path_order(path: str) -> bytes:
    return path.encode("utf-8", "surrogateescape")


def _read(path: str, content: str, shape: StructOf) -> Manifest:
    try:
        head = load_record_partly(content, shape)
    except YAMLError as error:
        message = f"YAML parse error on {path}: {error.message}"
        raise ManifestError(message, Position(path)) from error
    return Manifest(path, content, head)


def _read_hook(manifest: Manifest) -> bool:
    """Fill in what the annotations say about the hook; False if one of its events is unknown."""
    events = []
    for name in _names(manifest.annotations[HOOK]):
        event = HOOK_EVENTS.get(name)
        if event is None:
            return False
        events.append(event)
    manifest.events = tuple(events)
    manifest.weight = _weight(manifest.annotations.get(HOOK_WEIGHT, ""))
    manifest.delete_policies = _policies(manifest, HOOK_DELETE_POLICY)
    manifest.output_log_policies = _policies(manifest, HOOK_OUTPUT_LOG_POLICY)
    return True


def _names(text: str) -> list[str]:
    return [part.strip(SPACE).lower() for part in text.split(",")]


def _policies(manifest: Manifest, annotation: str) -> tuple[str, ...]:
    text = manifest.annotations.get(annotation)
    return () if text is None else tuple(_names(text))


def _weight(text: str) -> int:
    """Return a hook's weight; what is no number counts as 0."""
    from helmwright.go.strconv import NumberError, atoi

    try:
        return int(atoi(text))
    except NumberError:
        return 0


def document(path: str, content: str) -> str:
    """Return one document as it is printed."""
    return f"---\n# Source: {path}\n{content}\n"


def documents_text(documents: Iterable[tuple[str, str]]) -> str:
    """Return documents as they are printed, each with its path and text."""
    return "".join(document(path, content) for path, content in documents)
