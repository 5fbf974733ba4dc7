"""What people look for in an index: name, version, application, words; without reading all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.charts.metadata import clean
from helmwright.go.yaml_shapes import EXACT_STRING, ListOf, StructOf
from helmwright.go.yaml_strict import load_record_strictly
from helmwright.sources.index_lines import version_pattern
from helmwright.sources.index_outline import Outline

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.charts.metadata import Metadata
    from helmwright.go.kinds import Value
    from helmwright.sources.index import Index
    from helmwright.sources.index_outline import Block

_TEXT = StructOf("", {"a": EXACT_STRING})
_TEXTS = StructOf("", {"a": ListOf(EXACT_STRING)})


class Summary(NamedTuple):
    """A version of a chart, in few words."""

    name: str
    version: str
    app_version: str
    description: str
    keywords: list[str]


def summaries(index: Index) -> Iterator[tuple[str, list[Summary]]]:
    """Yield the name of each chart in an index, and its versions, newest first.

    The versions of a chart in a large index are in the order of its lines, if no two are equal.
    """
    entries = index.entries
    reading = _Reading()
    for name in entries:
        found = reading.by_lines(entries, name) if isinstance(entries, Outline) else None
        yield name, [_summary(one.metadata) for one in entries[name]] if found is None else found


def _summary(data: Metadata) -> Summary:
    return Summary(data.name, data.version, data.app_version, data.description, data.keywords)


class _Reading:
    """Reads strings of lines; most come again and again."""

    def __init__(self) -> None:
        self._texts: dict[bytes | None, str] = {None: ""}
        self._lists: dict[bytes | None, list[str]] = {None: []}

    def by_lines(self, outline: Outline, chart: str) -> list[Summary] | None:
        """Return the versions of a chart; None where their order takes more than their texts."""
        block = outline.blocks[chart]
        found = [] if block.odd else self._of_block(outline.data, block)
        distinct = {one.version.removeprefix("v") for one in found}
        return found if found and len(distinct) == len(found) else None

    def _of_block(self, data: bytes, block: Block) -> list[Summary]:
        match, text = version_pattern().match, self._text
        place, found = block.start, []
        while place < block.end and (one := match(data, place)) is not None:
            name, version, app, description, words = one.group(
                "name", "version", "appVersion", "description", "keywords"
            )
            keywords = self._lists.get(words)
            if keywords is None:
                keywords = self._lists[words] = [clean(word) for word in _read(words, _TEXTS)]
            found.append(
                Summary(name.decode(), version.decode(), text(app), text(description), keywords)
            )
            place = one.end()
        return found if place == block.end else []

    def _text(self, written: bytes | None) -> str:
        known = self._texts.get(written)
        if known is None and written is not None:
            plain = written[1:-1]
            if b"\n" in plain or plain.startswith((b'"', b"'", b"|", b">")):
                known = clean(_read(written, _TEXT))
            else:
                known = clean(plain.rstrip(b" ").decode())
            self._texts[written] = known
        return known or ""


def _read(written: bytes, shape: StructOf) -> Value:
    return load_record_strictly(b"    a:" + written, shape)["a"]
