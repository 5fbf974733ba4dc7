"""What somebody may have meant who wrote another name."""

from __future__ import annotations

import pytest

from helmwright.lint.nearest import distance, nearest


@pytest.mark.parametrize(
    ("name", "known", "expected"),
    [
        ("targetport", ["port", "targetPort"], "targetPort"),
        ("max_slots", ["maxSlots", "slots"], "maxSlots"),
        ("repositry", ["tag", "repository"], "repository"),
        ("tga", ["tag", "name"], "tag"),
        ("minAvailable", ["maxUnavailable"], ""),
        ("ab", ["ac"], ""),
    ],
)
def test_nearest_name(name: str, known: list[str], expected: str) -> None:
    assert nearest(name, known) == expected


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("", "ab", 2),
        ("abc", "abc", 0),
        ("abc", "acb", 1),
        ("abc", "abd", 1),
        ("config", "confg", 1),
    ],
)
def test_distance_counts_slips(first: str, second: str, expected: int) -> None:
    assert distance(first, second) == expected
