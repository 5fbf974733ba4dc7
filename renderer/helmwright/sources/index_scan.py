"""One chart cut out of a large index without reading the rest of it.

An index of 19 MB takes seconds to read. What writes indexes (``repo index``, ChartMuseum,
Artifactory, chart-releaser) puts the names of charts at two blanks below ``entries:``, and so the
lines between two names are all there is about a chart. Where a text is not like that, nothing is
cut, and the index is read whole.

Entries of other charts are neither checked nor warned of; ``repo add`` and ``repo update`` do that.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import SourceError, YAMLError
from helmwright.go.yaml_shapes import StructOf
from helmwright.go.yaml_strict import load_record_strictly
from helmwright.sources.index import Index
from helmwright.sources.index_entries import ENTRIES, check_times, checked

if TYPE_CHECKING:
    from helmwright.base.log import Log


_ENTRIES = re.compile(rb"\nentries:[ \t]*\r?(?=\n|$)")
_TOP_KEY = re.compile(rb"\n[^ \t\r\n#-]")
_NEXT_NAME = re.compile(rb"\n(?: {0,2}[^ \t\r\n#-]|\t|---|\.\.\.)")
_VERSION = re.compile(rb"\napiVersion:[ \t]*[\"']?[A-Za-z0-9]")
_PLAIN_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
_SIGNS = re.compile(rb"(?:^|[ \t:,\[{-])[&*!][A-Za-z0-9_!]|<<[ \t]*:")
_FIRST = re.compile(rb"[ \t\r\n]*\n(?: *#[^\n]*\n)*  [A-Za-z\"'][^ \t]*:[ \t]*\r?\n")
_SHAPE = StructOf("repo.IndexFile", {"entries": ENTRIES})


def scan(data: bytes, name: str, source: str, *, log: Log) -> Index | None:
    """Return an index with one chart, or without it; None if the whole text must be read.

    source: the file, for warnings.
    """
    block = cut(data, name)
    if block is None:
        return None
    if not block:
        return Index({})
    try:
        fields = load_record_strictly(block, _SHAPE)
        check_times(fields)
    except (YAMLError, SourceError):
        return None
    versions: Any = (fields.get("entries") or {}).get(name)
    if not isinstance(versions, list) or len(fields["entries"]) != 1:
        return None
    return Index({name: checked(name, versions, source, log)})


def cut(data: bytes, name: str) -> bytes | None:
    """Return the lines of a chart below ``entries:``, nothing if it is not there.

    None if the text is not of the kind whose lines say that.
    """
    start = _start(data)
    if start is None or not _PLAIN_NAME.fullmatch(name):
        return None
    heads = [
        place
        for text in (name, f'"{name}"', f"'{name}'")
        for place in _places(data, b"\n  " + text.encode() + b":", start)
    ]
    behind = _TOP_KEY.search(data, start, max(heads)) if heads else None
    if behind:
        heads = [place for place in heads if place < behind.start()]
    if len(heads) != 1:
        return None if heads else b""
    begin = heads[0] + 1
    line_end = data.find(b"\n", begin)
    following = _NEXT_NAME.search(data, line_end) if line_end > 0 else None
    block = data[begin : following.start() + 1 if following else len(data)]
    is_list = line_end > 0 and not data[begin:line_end].partition(b":")[2].strip()
    if not is_list or b"\t" in block or _SIGNS.search(block):
        return None
    return b"entries:\n" + block


def _start(data: bytes) -> int | None:
    """Return where the lines below ``entries:`` begin; None if they are of another kind."""
    places = _places(data, b"\nentries:", 0)
    if len(places) != 1 or data.startswith((b"%", b"---\n%", b"entries:")):
        return None
    found = _ENTRIES.match(data, places[0])
    versions = _places(data, b"\napiVersion:", 0)
    known = _VERSION.match(b"\n" + data[:30]) or any(_VERSION.match(data, one) for one in versions)
    return found.end() if found and known and _FIRST.match(data, found.end()) else None


def _places(data: bytes, text: bytes, start: int) -> list[int]:
    """Return where a text begins behind a place."""
    found = []
    place = data.find(text, start)
    while place >= 0:
        found.append(place)
        place = data.find(text, place + 1)
    return found
