"""The table of what releases of Helm do: it reads as their sources do."""

from __future__ import annotations

from typing import Any

import pytest

from helmwright.eras import Era, NullRules, known_eras, resolve_era
from helmwright.eras.era import DEFAULT


def differing(older: Era, newer: Era) -> dict[str, Any]:
    """Return what an older release does otherwise, but for what it says of itself."""
    return {
        name: getattr(older, name)
        for name in Era.__match_args__
        if name not in ("version", "build") and getattr(older, name) != getattr(newer, name)
    }


@pytest.mark.parametrize("number", known_eras())
def test_every_release_says_who_it_is(number: str) -> None:
    one = resolve_era(number)

    assert one.version == f"v{number}"
    assert len(one.build.commit) == 40
    assert one.build.kube_client in (None, f"v1.{one.kube_minor}")
    assert (one.build.kube_client is None) == number.startswith("3.")


def test_no_two_releases_are_of_one_commit() -> None:
    assert len({resolve_era(number).build.commit for number in known_eras()}) == len(known_eras())


@pytest.mark.parametrize(
    ("older", "newer", "changed"),
    [
        ("4.2.3", "4.2.4", {"documents": "last kept"}),
        ("4.2.0", "4.2.3", {}),
        (
            "4.1.4",
            "4.2.0",
            {
                "documents",
                "nulls",
                "missing_functions",
                "semver",
                "kube_minor",
                "template_language",
            },
        ),
        ("4.1.2", "4.1.3", {"nulls"}),
        ("4.0.5", "4.1.0", {"keeps_kube_suffix", "swallows_open_index", "toml", "kube_minor"}),
        ("3.21.3", "3.21.4", {"lines_of_empty_file": "fails"}),
        ("3.21.1", "3.21.2", {"kube_minor": 35}),
        ("3.20.0", "3.20.1", {"nulls"}),
        ("3.19.4", "3.19.5", {"nulls"}),
        ("3.18.4", "3.18.5", {"schema_messages", "schema_schemes", "text_of_imports"}),
        ("3.18.0", "3.18.1", {"values_numbers": "json.Number"}),
        ("3.17.4", "3.18.1", {"kube_minor", "template_language", "toml"}),
        ("3.17.0", "3.17.1", {"nulls"}),
        ("3.13.0", "3.13.1", {"imports": "above"}),
        ("3.12.2", "3.12.3", {"early_kinds": ()}),
    ],
)
def test_what_a_release_changed(older: str, newer: str, changed: object) -> None:
    found = differing(resolve_era(older), resolve_era(newer))

    assert (set(found) if isinstance(changed, set) else found) == changed


@pytest.mark.parametrize(
    ("number", "rules"),
    [
        ("4.2.0", NullRules(True, True, True, True, True, True)),
        ("4.1.3", NullRules(False, True, True, True, True, True)),
        ("4.0.0", NullRules(False, True, True, False, True, True)),
        ("3.20.1", NullRules(False, True, True, True, True, True)),
        ("3.19.5", NullRules(False, True, True, False, True, True)),
        ("3.19.4", NullRules(False, True, False, False, True, True)),
        ("3.17.0", NullRules(False, False, False, False, True, True)),
        ("3.12.3", NullRules(False, False, False, False, False, False)),
    ],
)
def test_rules_for_nulls(number: str, rules: NullRules) -> None:
    assert resolve_era(number).nulls == rules


@pytest.mark.parametrize(
    ("minor", "kubernetes", "language"),
    [
        ("3.12", 27, 20),
        ("3.13", 28, 20),
        ("3.14", 29, 21),
        ("3.15", 30, 22),
        ("3.16", 31, 22),
        ("3.17", 32, 23),
        ("3.18", 33, 24),
        ("3.19", 34, 24),
        ("3.20", 35, 25),
        ("3.21.0", 35, 25),
        ("3.21", 36, 26),
        ("4.0", 34, 25),
        ("4.1", 35, 25),
        ("4.2", 36, 26),
    ],
)
def test_what_minors_were_built_with(minor: str, kubernetes: int, language: int) -> None:
    one = resolve_era(minor)

    assert (one.kube_minor, one.template_language) == (kubernetes, language)


def test_a_property_can_be_replaced_alone() -> None:
    changed = DEFAULT.replaced(documents="trimmed")

    assert differing(changed, DEFAULT) == {"documents": "trimmed"}
    assert DEFAULT.documents == "whole"


@pytest.mark.parametrize("name", [n for n in Era.__match_args__ if n not in ("version", "build")])
def test_every_property_is_another_in_some_release(name: str) -> None:
    values = {repr(getattr(resolve_era(number), name)) for number in known_eras()}

    assert len(values) > 1
