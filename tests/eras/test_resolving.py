"""Which release of Helm a version means."""

from __future__ import annotations

import re

import pytest

from helmwright.base.errors import UsageError
from helmwright.eras import known_eras, resolve_era
from helmwright.eras.era import DEFAULT


@pytest.mark.parametrize(
    ("version", "number"),
    [
        ("4", "4.2.4"),
        ("4.2", "4.2.4"),
        ("v4.2.4", "4.2.4"),
        ("4.1", "4.1.4"),
        ("4.0", "4.0.5"),
        ("4.0.2", "4.0.2"),
        ("3", "3.21.4"),
        ("3.14", "3.14.4"),
        ("3.14.2", "3.14.2"),
        ("v3.14.4+g81c902a", "3.14.4"),
        (" 3.13\n", "3.13.3"),
        ("3.18", "3.18.6"),
        ("3.12", "3.12.3"),
        ("3.12.0", "3.12.0"),
    ],
)
def test_what_a_version_leaves_out_is_the_last_known(version: str, number: str) -> None:
    assert str(resolve_era(version)) == number


@pytest.mark.parametrize("version", ["4", "4.2", "4.2.4", "v4.2.4+g3900f43"])
def test_the_default_era_is_one_constant(version: str) -> None:
    assert resolve_era(version) is DEFAULT


@pytest.mark.parametrize(
    ("version", "taken"), [("3.21.9", "3.21.4"), ("4.0.3", "4.0.5"), ("v4.2.17+g1", "4.2.4")]
)
def test_an_unknown_patch_is_the_last_one_and_told(version: str, taken: str) -> None:
    notes: list[str] = []

    assert str(resolve_era(version, note=notes.append)) == taken
    assert notes == [f"--helm {version}: this patch is not known, taken as {taken}"]


@pytest.mark.parametrize("version", ["2", "3.9", "3.11", "3.11.3", "0", "v2.17.0"])
def test_eras_have_a_beginning(version: str) -> None:
    with pytest.raises(UsageError, match=re.escape(f"--helm {version}: eras begin with 3.12")):
        resolve_era(version)


@pytest.mark.parametrize(
    "version",
    ["5", "4.9", "abc", "", "3.", "3.x", "3.14.4.1", "3.14.0-rc.1", "latest", "\u0663", "1" * 5000],
)
def test_what_is_no_version_is_refused_with_those_that_are(version: str) -> None:
    with pytest.raises(UsageError) as caught:
        resolve_era(version, asked="HELMWRIGHT_HELM")

    assert caught.value.message == (
        f"HELMWRIGHT_HELM {version}: is no version of Helm; known: 3.12 … 3.21, 4.0 … 4.2"
    )


def test_all_releases_are_known_oldest_first() -> None:
    numbers = [tuple(map(int, number.split("."))) for number in known_eras()]

    assert numbers == sorted(set(numbers))
    assert (numbers[0], numbers[-1], len(numbers)) == ((3, 12, 0), (4, 2, 4), 64)
