"""Our own reader of YAML, which is asked for the errors, gives the events that libyaml gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helmwright.go.yaml_events import Event, Parser
from helmwright.go.yaml_input import read_input
from helmwright.go.yaml_libyaml import Unusual, events
from helmwright.go.yaml_scan import ScanError

if TYPE_CHECKING:
    from collections.abc import Callable


def read(next_event: Callable[[], Event]) -> list[Event]:
    """Return the events of the first document: places, ends and all."""
    found: list[Event] = []
    while not found or found[-1].kind != "stream-end":
        found.append(next_event())
    return found


def of_libyaml(text: str) -> list[Event] | None:
    try:
        return read(events(text))
    except (Unusual, ScanError):
        return None


def without_frame(found: list[Event]) -> list[Event]:
    """Leave out where documents begin and end, which nobody asks for."""
    return [event for event in found if event.kind in ("scalar", "alias", "sequence", "mapping")]


@pytest.mark.parametrize(
    "text",
    [
        "s:\n",
        "s: &a\nt: *a\n",
        "s: !!str\nt: 1\n",
        "- \n- &b !!null\n- x",
        "? \n: \n",
        "{a: , b: }",
        "[a, {b}]",
        "a: |\n  x\n\nb: 'c'\n",
    ],
)
def test_nodes_begin_and_end_where_libyaml_says(text: str) -> None:
    expected = of_libyaml(text)
    assert expected is not None
    assert without_frame(read(Parser(read_input(text)).next_event)) == without_frame(expected)


PIECES = ("a", "b: ", ":", "- ", "\n", "\n  ", "&x ", "*x", "!!str ", "? ", *"{}[]", ", ")


@given(st.lists(st.sampled_from((*PIECES, "'q'", '"r"', "|\n   t\n", "# c\n")), max_size=12))
def test_whatever_both_read_has_the_same_nodes(pieces: list[str]) -> None:
    text = "".join(pieces)
    expected = of_libyaml(text)
    if expected is not None:
        assert without_frame(read(Parser(read_input(text)).next_event)) == without_frame(expected)
