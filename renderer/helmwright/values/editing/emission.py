"""New pieces of YAML, written by ruamel.yaml so that Helm reads them as what they are."""

from __future__ import annotations

from functools import lru_cache
from io import StringIO
from textwrap import dedent
from typing import Any, NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.representer import RoundTripRepresenter
from ruamel.yaml.scalarstring import (
    DoubleQuotedScalarString,
    LiteralScalarString,
    SingleQuotedScalarString,
)

from helmwright.base.errors import HelmwrightError
from helmwright.go.yaml_read import load

_WIDE = 1 << 30
_FLOW = frozenset(",[]{}?")
_EXACT = 1 << 53


class Style(NamedTuple):
    """How a file is indented.

    step: of maps. offset: of the dashes of a list from the key above. quote: of strings that need
    one, or that had one.
    """

    step: int = 2
    offset: int = 2
    quote: str = '"'


class Fragment(NamedTuple):
    """A value as YAML.

    inline: what follows the colon or the dash. lines: those below, the first without indentation.
    kind: ``map`` or ``list`` for what consists of lines alone, ``text`` for a block of text,
    ``inline`` without any lines.
    """

    inline: str
    lines: tuple[str, ...]
    kind: str


def emit(value: Any, style: Style, *, flow: bool = False, quoted: bool = False) -> Fragment:
    """Return a value as YAML.

    flow: for within braces or brackets. quoted: as a quoted string at any rate.
    """
    prepared = _prepare(value, style, flow=flow, quoted=quoted)
    text = _dump(CommentedMap(k=prepared), style, flow=flow)
    if flow:
        return Fragment(text.strip()[1:-1].partition("k:")[2].strip(), (), "inline")
    first, *lines = text.removeprefix("k:").rstrip("\n").split("\n")
    inline = first.strip()
    if not lines:
        return Fragment(inline, (), "inline")
    kind = "text" if inline else "list" if isinstance(value, list) else "map"
    return Fragment(inline, tuple(dedent("\n".join(lines)).split("\n")), kind)


def emit_key(key: str, style: Style, *, flow: bool = False, quoted: bool = False) -> str:
    """Return a key of a map as YAML, without the colon."""
    return emit(key, style, flow=True, quoted=quoted or (not flow and not key)).inline


def _dump(value: Any, style: Style, *, flow: bool) -> str:
    writer = YAML(typ="rt")
    writer.Representer = _Representer
    writer.width = _WIDE
    writer.brace_single_entry_mapping_in_flow_sequence = True
    writer.default_flow_style = flow
    writer.indent(mapping=style.step, sequence=style.offset + 2, offset=style.offset)
    out = StringIO()
    if flow:
        value.fa.set_flow_style()
    writer.dump(value, out)
    return out.getvalue()


class _Representer(RoundTripRepresenter):
    """Writes nulls as ``null``."""

    def represent_null(self, data: None) -> Any:  # noqa: ARG002 - the name is the interface's
        return self.represent_scalar("tag:yaml.org,2002:null", "null")


_Representer.add_representer(type(None), _Representer.represent_null)


def _prepare(value: Any, style: Style, *, flow: bool, quoted: bool = False) -> Any:
    """Return a value in the types that tell ruamel.yaml how to write it."""
    if isinstance(value, str):
        return _string(value, style, flow=flow, quoted=quoted)
    if isinstance(value, dict):
        found = CommentedMap()
        for key, inner in value.items():
            name = _string(key, style, flow=True)
            found[name] = _prepare(inner, style, flow=flow)
        return found
    if isinstance(value, list):
        return CommentedSeq(_prepare(item, style, flow=flow) for item in value)
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        return int(value)
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _string(text: str, style: Style, *, flow: bool, quoted: bool = False) -> str:
    kind: type[str] = DoubleQuotedScalarString
    if not quoted and not flow and _fits_block(text):
        kind = LiteralScalarString
    elif not quoted and is_plain(text) and not (flow and _FLOW & set(text)):
        kind = str
    elif (style.quote == "'" or '"' in text or "\\" in text) and _needs_no_escapes(text):
        kind = SingleQuotedScalarString
    return kind(text)


def _needs_no_escapes(text: str) -> bool:
    return text.isprintable() and text.isascii()


def _fits_block(text: str) -> bool:
    """Tell whether a text of several lines can be written as one, without any signs."""
    lines = text.split("\n")
    return (
        len(lines) > 1
        and bool(lines[0])
        and lines[-2:] != ["", ""]
        and lines[0][0] not in " \t"
        and all(line.isprintable() and line == line.rstrip() for line in lines)
    )


@lru_cache(maxsize=4096)
def is_plain(text: str) -> bool:
    """Tell whether Helm reads ``text`` as it stands as this string."""
    try:
        return bool(text) and text.isprintable() and text != "<<" and load(text) == text
    except HelmwrightError:
        return False
