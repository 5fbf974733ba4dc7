"""Which fields of a render come from chance or from the clock, and from which template line."""

from __future__ import annotations

import re
import sys
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import HelmwrightError
from helmwright.diff.paths import Pattern, path_text
from helmwright.go.world import World
from helmwright.goldens.masking import identity
from helmwright.template.runtime import MARK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from types import CodeType

    from helmwright.diff.model import ObjectKey
    from helmwright.go.times import Time
    from helmwright.goldens.rendered import Document
    from helmwright.rendering.source_map import SourceMap

_WORD = re.compile(r"\w+")
OTHER_NOW = "2027-08-19T21:47:33Z"
"""The clock of the second render: no part of it is that of the usual first one."""
OTHER_SEED = 7_919
"""What the seed of the second render is moved by."""


class Asked(NamedTuple):
    """A place in a template that asked for chance or for the time.

    function: the code of the function that it has called; None where nothing is known.
    """

    template: str
    line: int
    function: CodeType | None


class Unstable(NamedTuple):
    """A field that differs between renders.

    template, line: what wrote it; functions: those of the templates that made it, if known.
    """

    key: ObjectKey
    path: tuple[str | int, ...]
    template: str
    line: int
    functions: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """The kind of the object."""
        return self.key.kind

    @property
    def pattern(self) -> Pattern:
        """The pattern that means this field."""
        steps = (f"[{one}]" if isinstance(one, int) else _literal(one) for one in self.path)
        return Pattern(_literal(self.kind), _literal(self.key.name), tuple(steps))

    @property
    def field(self) -> str:
        """The field as a case names it below ``dynamic``."""
        return f"{self.kind}/{self.key.name}:{path_text(self.path)}"

    def __str__(self) -> str:
        functions = f" ({', '.join(self.functions)})" if self.functions else ""
        return f"{self.field} from {self.template}:{self.line}{functions}"


def _literal(text: str) -> str:
    return re.sub(r"([*?[])", r"[\1]", text)


class ObservedWorld(World):
    """A fixed world that remembers which lines of templates asked for chance or the time."""

    def __init__(self, now: str, seed: int) -> None:
        super().__init__(now=now, seed=seed, time_zone="UTC")
        self.asked: dict[Asked, None] = {}

    def now(self) -> Time:
        """Return the time, and remember who asked."""
        self._remember()
        return super().now()

    def random_bytes(self, count: int) -> bytes:
        """Return bytes of the seed, and remember who asked."""
        self._remember()
        return super().random_bytes(count)

    def _remember(self) -> None:
        frame = sys._getframe(2)  # noqa: SLF001 - the callers are what is recorded
        called = None
        while frame.f_back is not None:
            if MARK in frame.f_globals:
                self.asked[Asked(frame.f_code.co_filename, frame.f_lineno, called)] = None
                return
            called = frame.f_code
            frame = frame.f_back
        self.asked[Asked("", 0, None)] = None


class Sources:
    """Where the lines of rendered documents come from.

    source_map: of the render. files: what was rendered, by path.
    """

    def __init__(self, source_map: SourceMap, files: Mapping[str, str]) -> None:
        self._map = source_map
        self._files = files

    def origin(self, document: Document, line: int) -> tuple[str, int]:
        """Return the template and its line that wrote a line of a document, counted from 0."""
        text = self._files.get(document.path, "")
        before = text[: max(text.find(document.content), 0)].count("\n")
        return self._map.origin(document.path, before + line + 1)

    def functions(self, places: Iterable[Asked]) -> tuple[str, ...]:
        """Return the functions that have asked, by the names that stand on the lines of templates."""
        found: dict[str, None] = {}
        for place in places:
            lines = self._map.texts.get(place.template, "").split("\n")
            words = _WORD.findall(lines[place.line - 1]) if 0 < place.line <= len(lines) else []
            names = [] if place.function is None else _names_of_functions().get(place.function, [])
            found.update(dict.fromkeys([name for name in names if name in words] or names[:1]))
        return tuple(found)


@cache
def _names_of_functions() -> dict[CodeType, list[str]]:
    """Return the names of the functions that see the world, by their code."""
    from helmwright.functions import NAMES, FunctionTable
    from helmwright.rendering.functions import ENGINE

    functions = FunctionTable(ENGINE)
    found: dict[CodeType, list[str]] = {}
    for name in (*NAMES, *ENGINE):
        function = functions.signature(name)
        if function.context == "world":
            found.setdefault(function.call.__code__, []).append(name)
    return found


def unstable_fields(
    first: Sequence[Document],
    second: Sequence[Document],
    sources: Sources,
    asked: Iterable[Asked],
) -> list[Unstable]:
    """Return the fields that differ between two renders.

    sources: of the second render. asked: what asked for chance or the time in the first.
    """
    found: list[Unstable] = []
    places = list(asked)
    for one, other in zip(first, second, strict=False):
        if one.content != other.content and one.path == other.path:
            found.extend(_compare(one, other, sources, places))
    return found


def _compare(
    one: Document, other: Document, sources: Sources, asked: list[Asked]
) -> Iterator[Unstable]:
    from helmwright.go.yaml_positions import positions
    from helmwright.go.yaml_read import load_map

    try:
        before, after = load_map(one.content), load_map(other.content)
        places = positions(other.content, "")
    except HelmwrightError:
        return
    key = identity(before)
    moved = _moved_lines(one.content, other.content)
    for path in _differences(before, after):
        place = places.get(path)
        first = 0 if place is None else place.key_node.mark.line
        line = next((number for number in moved if number >= first), first)
        template, number = sources.origin(other, line)
        own = [ask for ask in asked if (ask.template, ask.line) == (template, number)]
        functions = sources.functions(own) or sources.functions(asked)
        yield Unstable(key, path, template, number, functions if own else functions[:3])


def _moved_lines(before: str, after: str) -> list[int]:
    """Return the lines that differ, from 0; none if the texts do not have as many."""
    old, new = before.split("\n"), after.split("\n")
    if len(old) != len(new):
        return []
    return [number for number, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]]


def _differences(before: Any, after: Any, path: tuple[str | int, ...] = ()) -> Iterator[Any]:
    """Yield the innermost paths of what differs."""
    if type(before) is dict and type(after) is dict:
        for key in before:
            if key in after:
                yield from _differences(before[key], after[key], (*path, key))
        if before.keys() != after.keys():
            yield path
    elif type(before) is list and type(after) is list and len(before) == len(after):
        for index, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from _differences(one, other, (*path, index))
    elif before != after:
        yield path
