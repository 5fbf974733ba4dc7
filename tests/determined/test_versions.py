"""Releases of Determined."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helmwright.determined.versions import FIRST, LATEST, RELEASES, DeterminedRelease


@pytest.mark.parametrize(
    ("text", "number", "prerelease", "enterprise"),
    [
        ("0.35.1", (0, 35, 1), "", False),
        ("v0.38.1", (0, 38, 1), "", False),
        (" 0.38.1\n", (0, 38, 1), "", False),
        ("0.26.2-ee", (0, 26, 2), "", True),
        ("v0.38.0-ee+dryrun", (0, 38, 0), "", True),
        ("0.13.9.dev0", (0, 13, 9), "dev0", False),
        ("0.12.12rc1", (0, 12, 12), "rc1", False),
        ("0.17.3-rc0", (0, 17, 3), "rc0", False),
    ],
)
def test_a_tag_is_read(
    text: str, number: tuple[int, int, int], prerelease: str, *, enterprise: bool
) -> None:
    release = DeterminedRelease.parse(text)

    assert release is not None
    assert (release.number, release.prerelease, release.enterprise) == (
        number,
        prerelease,
        enterprise,
    )


@pytest.mark.parametrize("text", ["", "latest", "0.38", "0.38.1.2", "9d07809", "x0.38.1", "a" * 40])
def test_what_names_no_release_is_none(text: str) -> None:
    assert DeterminedRelease.parse(text) is None


def test_releases_are_in_order_and_known_once() -> None:
    assert list(RELEASES) == sorted(set(RELEASES))
    assert (str(FIRST), str(LATEST), len(RELEASES)) == ("0.12.10", "0.38.1", 112)


def test_a_candidate_comes_before_its_release_and_has_its_keys() -> None:
    candidate = DeterminedRelease((0, 35, 0), "rc1")

    assert DeterminedRelease((0, 34, 0)) < candidate < DeterminedRelease((0, 35, 0))
    assert candidate.at_least(0, 35, 0)
    assert not candidate.at_least(0, 35, 1)


def test_the_edition_has_no_part_in_the_order() -> None:
    assert DeterminedRelease((0, 26, 2), enterprise=True) == DeterminedRelease((0, 26, 2))


@given(st.sampled_from(RELEASES), st.booleans())
def test_a_release_is_read_from_what_it_prints(
    release: DeterminedRelease,
    enterprise: bool,  # noqa: FBT001 - hypothesis gives it
) -> None:
    release = DeterminedRelease(release.number, enterprise=enterprise)
    again = DeterminedRelease.parse(str(release))

    assert again == release
    assert again is not None
    assert again.enterprise == enterprise
