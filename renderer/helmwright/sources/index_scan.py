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
from helmwright.sources.index import ENTRIES, Index, check_times, checked

if TYPE_CHECKING:
    from helmwright.base.log import Log


LARGE = 1 << 20
"""So many bytes are read whole: that takes no time, and warns of entries as Helm does."""

_ENTRIES = re.compile(rb"^entries:[ \t]*\r?$", re.MULTILINE)
_TOP_KEY = re.compile(rb"^[^ \t\r\n#-]", re.MULTILINE)
_NEXT_NAME = re.compile(rb"^(?: ?[^ \t\r\n#-]|  [^ \t\r\n#-]|\t|(?:---|\.\.\.))", re.MULTILINE)
_VERSION = re.compile(rb"^apiVersion:[ \t]*[\"']?[A-Za-z0-9]", re.MULTILINE)
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
    area = _area(data)
    if area is None or not _PLAIN_NAME.fullmatch(name):
        return None
    start, end = area
    heads = [
        place
        for text in (name, f'"{name}"', f"'{name}'")
        for place in _places(data, b"\n  " + text.encode() + b":", start, end)
    ]
    if len(heads) != 1:
        return None if heads else b""
    begin = heads[0] + 1
    line_end = data.find(b"\n", begin)
    following = _NEXT_NAME.search(data, line_end + 1, end)
    block = data[begin : following.start() if following else end]
    is_list = line_end > 0 and not data[begin:line_end].partition(b":")[2].strip()
    if not is_list or b"\t" in block or _SIGNS.search(block):
        return None
    return b"entries:\n" + block


def _area(data: bytes) -> tuple[int, int] | None:
    """Return where the lines below ``entries:`` begin and end; None if they are of another kind."""
    found = list(_ENTRIES.finditer(data))
    if len(found) != 1 or not _VERSION.search(data) or data.startswith((b"%", b"---\n%")):
        return None
    start = found[0].end()
    behind = _TOP_KEY.search(data, start)
    return (start, behind.start() if behind else len(data)) if _FIRST.match(data, start) else None


def _places(data: bytes, text: bytes, start: int, end: int) -> list[int]:
    """Return where a text begins between two places."""
    found = []
    place = data.find(text, start, end)
    while place >= 0:
        found.append(place)
        place = data.find(text, place + 1, end)
    return found
