"""Values files as people write them, drawn at random, with the lines that each path stands in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

Path = tuple["str | int", ...]

KEYS = ("name", "port", "db", "cpuImage", "gpu_pod_spec", "on", "a b", "0.20", "x.y/z", "tüv")
TEXTS = (
    "determined",
    "a: b",
    "0.20",
    "yes",
    "~",
    "",
    "#no comment",
    "it's",
    'say "x"',
    "a\\b",
    "é",
)
SCALARS = st.one_of(
    st.sampled_from(TEXTS),
    st.booleans(),
    st.none(),
    st.integers(-(10**6), 10**6),
    st.floats(0.01, 10**4).map(lambda number: round(number, 2)),
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS | st.just({}) | st.just([]) | st.just("two\nlines\n"),
    lambda inner: (
        st.dictionaries(st.sampled_from(KEYS), inner, max_size=3) | st.lists(inner, max_size=3)
    ),
    max_leaves=8,
)
MAPS = st.dictionaries(st.sampled_from(KEYS), VALUES, min_size=1, max_size=5)


@dataclass
class Written:
    """A text, and the lines of each path, from 0, the end excluded."""

    lines: list[str] = field(default_factory=list)
    spans: dict[Path, tuple[int, int]] = field(default_factory=dict)
    newline: str = "\n"
    final: bool = True

    @property
    def text(self) -> str:
        return self.newline.join(self.lines) + (self.newline if self.final else "")


@st.composite
def written(draw: st.DrawFn, values: st.SearchStrategy[dict[str, Any]] = MAPS) -> Written:
    """Draws a map in some layout."""
    found = Written(newline=draw(st.sampled_from(["\n", "\r\n"])), final=draw(st.booleans()))
    if draw(st.booleans()):
        found.lines += ["# a licence", "---"] if draw(st.booleans()) else ["# a heading", ""]
    _Writer(draw, found, draw(st.sampled_from([2, 4])), draw(st.sampled_from([0, 2]))).map(
        draw(values), (), 0
    )
    found.spans[()] = (0, len(found.lines))
    return found


class _Writer:
    def __init__(self, draw: st.DrawFn, found: Written, step: int, offset: int) -> None:
        self.draw = draw
        self.found = found
        self.step = step
        self.offset = offset

    def map(self, value: dict[str, Any], path: Path, column: int, head: str = "") -> None:
        for key, inner in value.items():
            if not head:
                self.noise(column)
            start = len(self.found.lines)
            lead = head or " " * column
            head = ""
            self.entry(f"{lead}{self.key(key)}:", inner, (*path, key), column)
            self.found.spans[*path, key] = (start, len(self.found.lines))

    def list(self, value: list[Any], path: Path, column: int) -> None:
        for index, inner in enumerate(value):
            self.noise(column)
            start = len(self.found.lines)
            head = f"{' ' * column}-"
            if isinstance(inner, dict) and inner and self.draw(st.booleans()):
                self.map(inner, (*path, index), column + 2, f"{head} ")
            else:
                self.entry(head, inner, (*path, index), column)
            self.found.spans[*path, index] = (start, len(self.found.lines))

    def entry(self, head: str, value: Any, path: Path, column: int) -> None:
        if value and isinstance(value, (dict, list)) and self.draw(st.integers(0, 3)):
            self.found.lines.append(head + self.comment())
            of_list = isinstance(value, list)
            inner = column + (self.offset if of_list and not head.endswith("-") else self.step)
            if isinstance(value, list):
                self.list(value, path, inner)
            else:
                self.map(value, path, inner)
        elif isinstance(value, str) and value.count("\n") == 2 and self.draw(st.booleans()):
            self.found.lines.append(f"{head} |{self.comment()}")
            pad = " " * (column + self.step)
            self.found.lines += [f"{pad}{line}" for line in value.splitlines()]
        else:
            text = self.flow(value)
            if text == "null" and self.draw(st.booleans()):
                text = ""
            self.found.lines.append(f"{head} {text}".rstrip(" ") + self.comment())

    def flow(self, value: Any) -> str:
        from helmwright.values.editing.emission import Style, emit

        style = Style(quote=self.draw(st.sampled_from(["'", '"'])))
        if value and isinstance(value, dict) and self.draw(st.booleans()):
            parts = (f"{self.key(key)}: {self.flow(inner)}" for key, inner in value.items())
            return f"{{ {' , '.join(parts)} }}"
        quoted = isinstance(value, str) and self.draw(st.booleans())
        return emit(value, style, flow=True, quoted=quoted).inline

    def key(self, key: str) -> str:
        from helmwright.values.editing.emission import Style, emit_key

        return emit_key(key, Style(), quoted=self.draw(st.integers(0, 5)) == 0)

    def comment(self) -> str:
        return self.draw(st.sampled_from(["", "", "  # why: {it}", " # tab\tin it"]))

    def noise(self, column: int) -> None:
        for _ in range(self.draw(st.sampled_from([0, 0, 0, 1, 2]))):
            line = self.draw(st.sampled_from(["", f"{' ' * column}# key: value", "# left"]))
            self.found.lines.append(line)
