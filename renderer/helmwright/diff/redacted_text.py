"""Rendered manifests without secrets, for golden files: what is no secret stays as it is, to the byte.

A golden file is kept in a repository, so that whoever has it has all the time in the world. A hash
of a password, be it salted with anything that is in the repository too, can be compared there with
the hashes of all common passwords; a hash of few bits tells less, and misses changes as often as it
tells less. Without a key a mark therefore says only which secrets *of this file* are equal: where
every value has a mark of its own, the marks are what their order is, whatever the values are. What
a change of a template does to a Secret is still seen: its keys, and those of documents in it, stay.

With a key the mark is the start of an HMAC-SHA256 of the value, so that a new value is seen. It is as
safe as the key is: it must be long, random, and not where the golden files are.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import HelmwrightError, YAMLError
from helmwright.diff.redaction import Marks, Redaction
from helmwright.diff.report_texts import strings
from helmwright.go.yaml_read import load, read_nodes
from helmwright.secrets.places import is_secret
from helmwright.values.editing.places import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.base.paths import Path
    from helmwright.go.yaml_nodes import Node

_DOCUMENT = re.compile(r"^(?=---)", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*#.*", re.MULTILINE)
_SECRET = re.compile(r"\bSecret\b")
_DIGEST = re.compile(r"\b[0-9a-f]{40,128}\b")
_SOURCE = re.compile(r"\A---\n(?:# Source: [^\n]*\n)?")
_UNREADABLE = "---\n# <redacted>: here is what may be a Secret, and cannot be read\n"
_BODY = re.compile(r"^( +)\S", re.MULTILINE)
"""How far a block of lines is indented: as its first line with text."""


def redacted_manifests(text: str, secrets: Iterable[Any] = (), key: bytes = b"") -> str:
    """Return rendered manifests without secrets, otherwise to the byte as they are.

    secrets: values that are known to be secret, hidden wherever they are. key: of the hashes by
    which a changed secret is seen. Without one, marks only say which secrets of this text are equal.
    """
    marks = Marks(lambda _: False, key)
    for secret in secrets:
        marks.add(secret)
    pieces = [_read(piece) for piece in _DOCUMENT.split(text)]
    for piece in pieces:
        marks.learn_names(piece.data)
        if not piece.is_open:
            marks.learn_data(piece.data)
    for digest in _digests_of_secrets(pieces, text):
        marks.add(digest)
    marks.look(one for piece in pieces for one in (piece.text, *strings(piece.data)))
    redaction = Redaction(marks)
    return "".join(
        piece.text if piece.is_open and not marks.is_known else _piece(piece, marks, redaction)
        for piece in pieces
    )


def _digests_of_secrets(pieces: list[_Piece], text: str) -> Iterator[str]:
    """Yield the digests of whole Secrets in a text, as annotations of pods have them.

    Whoever has the rest of a Secret can guess a short password in it by its digest.
    """
    if _DIGEST.search(text) is None:
        return
    for piece in pieces:
        if type(piece.data) is not dict or not is_secret(piece.data):
            continue
        body = _SOURCE.sub("", piece.text)
        for trimmed in {body, body.strip(), body.strip("\n")}:
            for written in (trimmed, f"{trimmed}\n", f"\n{trimmed}", f"\n{trimmed}\n"):
                for name in ("sha1", "sha256", "sha512"):
                    data = written.encode("utf-8", "surrogateescape")
                    digest = hashlib.new(name, data, usedforsecurity=False).hexdigest()
                    if digest in text:
                        yield digest


class _Piece(NamedTuple):
    """A document; is_open: it has nothing that is secret by its place, its name or its form."""

    text: str
    data: Any
    is_open: bool


@lru_cache(maxsize=4096)
def _read(text: str) -> _Piece:
    """Return a document; most of them are the same in many golden files."""
    try:
        data = load(text)
        if _SECRET.search(text) and _has_key_twice(read_nodes(text)):
            raise YAMLError("of two keys only one is in the data, and so only one would be hidden")
    except HelmwrightError:
        return _Piece(text, _UNREADABLE, is_open=False)
    marks = Marks(lambda _: False)
    marks.learn_data(data)
    piece = _Piece(text, data, is_open=False)
    return piece._replace(is_open=_piece(piece, marks, Redaction(marks)) == text)


def _has_key_twice(node: Node | None) -> bool:
    if node is None:
        return False
    if node.kind == "mapping":
        keys = [key.value for key in node.children[::2] if key.kind == "scalar"]
        if len(keys) != len(set(keys)):
            return True
    return any(map(_has_key_twice, node.children))


def _piece(piece: _Piece, marks: Marks, redaction: Redaction) -> str:
    text, data, _ = piece
    if data is _UNREADABLE:
        return _UNREADABLE if _SECRET.search(text) else marks.text(text)
    if type(data) in (dict, list):
        shown = redaction.tree(data)
        if shown != data:
            text = _spliced(text, dict(_differences(data, shown, ())))
    text = _COMMENT.sub(lambda comment: marks.text(comment[0]), text)
    return marks.known(text)


def _differences(data: Any, shown: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Yield the paths of what is shown in another way, with the way."""
    if type(data) is dict and type(shown) is dict and len(data) == len(shown):
        for (key, value), other in zip(data.items(), shown.values(), strict=True):
            yield from _differences(value, other, (*path, key))
    elif type(data) is list and type(shown) is list:
        for at, (value, other) in enumerate(zip(data, shown, strict=True)):
            yield from _differences(value, other, (*path, at))
    elif data != shown:
        yield path, shown


def _spliced(piece: str, shown: dict[Path, Any]) -> str:
    """Return a document with other scalars at some paths."""
    text = Text(piece, "")
    document = text.text
    spans = {}
    for path, place in text.places.items():
        if path in shown:
            start, end = text.start(place.node), text.end(place.node)
            spans[start] = (end, _scalar(shown[path], document, start))
    for start, (end, scalar) in sorted(spans.items(), reverse=True):
        document = document[:start] + scalar + document[end:]
    return text.before + document + text.after


def _scalar(value: Any, document: str, start: int) -> str:
    """Return a value as YAML; in a block of lines if it was in one."""
    if type(value) is not str:
        return json.dumps(value)
    if document[start] not in "|>":
        return value if re.fullmatch(r"<redacted:\w+>", value) else json.dumps(value)
    body = _BODY.search(document, start)
    if body is None or value[:1].isspace():
        return json.dumps(value)
    pad = body[1]
    chomping = document[start + 1] if document[start + 1 : start + 2] in ("-", "+") else ""
    return f"|{chomping}\n" + "\n".join(
        pad + one if one else one for one in value.rstrip("\n").split("\n")
    )
