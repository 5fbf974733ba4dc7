"""How eras split rendered text into documents, held against Go's expression."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helmwright.go.spaces import SPACE
from helmwright.rendering.manifest import split_manifests

_AS_IN_GO = re.compile(r"(?:\A|[\t\n\f\r ]*\n)---[\t\n\f\r ]*")
"""``(?:^|\\s*\\n)---\\s*``, which takes long on long space."""

TEXTS = st.lists(
    st.sampled_from(["a: 1", "---", "\n", " ", "\t", "\r", "\x0b", "\u00a0", "\u0085", "--", "|+"]),
    max_size=14,
).map("".join)


@settings(deadline=None)
@given(TEXTS)
def test_documents_are_what_go_makes_of_them(text: str) -> None:
    trimmed = [piece.strip(SPACE) for piece in _AS_IN_GO.split(text.strip(SPACE)) if piece]
    assert split_manifests(text, "trimmed") == trimmed

    kept = [piece.lstrip(SPACE) for piece in _AS_IN_GO.split(text.lstrip(SPACE))]
    assert split_manifests(text, "last kept") == [piece for piece in kept if piece]


@pytest.mark.parametrize(
    ("text", "whole", "last_kept", "trimmed"),
    [
        ("a\n\n---\nb\n\n", ["a\n\n", "b\n\n"], ["a", "b\n\n"], ["a", "b"]),
        ("a\n---\n---\n---\nb", ["a\n", "b"], ["a", "---", "b"], ["a", "---", "b"]),
        ("---\n---\na", ["a"], ["---\na"], ["---\na"]),
        ("a\r\n---\nb", ["a\r\n", "b"], ["a", "b"], ["a", "b"]),
        ("---apiVersion: v1", ["apiVersion: v1"], ["apiVersion: v1"], ["apiVersion: v1"]),
        ("a\n---\n\u00a0\n---\nb", ["a\n", "b"], ["a", "b"], ["a", "", "b"]),
        ("a: |+\n  b\n\n\n", ["a: |+\n  b\n\n\n"], ["a: |+\n  b\n\n\n"], ["a: |+\n  b"]),
    ],
)
def test_the_three_ways(
    text: str, whole: list[str], last_kept: list[str], trimmed: list[str]
) -> None:
    assert split_manifests(text, "whole") == whole
    assert split_manifests(text, "last kept") == last_kept
    assert split_manifests(text, "trimmed") == trimmed


@pytest.mark.parametrize("way", ["last kept", "trimmed"])
def test_long_space_takes_no_long_time(way: str) -> None:
    text = "a\n" + " \n" * 200_000 + "b\n---\nc"

    assert len(split_manifests(text, way)) == 2  # type: ignore[arg-type]
