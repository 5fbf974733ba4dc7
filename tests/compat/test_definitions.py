"""What compat can find is documented, and known to the linter's comments."""

from __future__ import annotations

from pathlib import Path

from helmwright.compat import causes
from helmwright.compat.definitions import GROUPS, LINTED, all_definitions, definition, definitions
from helmwright.compat.reference import page
from helmwright.compat.renders import ARRANGING, READING, UNSEEN, properties
from helmwright.eras import Era
from helmwright.lint.suppression import OF_COMPAT

ROOT = Path(__file__).parent.parent.parent


def test_the_reference_is_what_the_program_says() -> None:
    assert (ROOT / "docs" / "compat-findings.md").read_text() == page(), (
        "run: python -m helmwright.compat.reference > docs/compat-findings.md"
    )


def test_comments_of_the_linter_may_name_them() -> None:
    assert {one.id for one in definitions()} | set(GROUPS) == OF_COMPAT


def test_ids_are_there_once() -> None:
    names = [one.id for one in all_definitions()]

    assert len(names) == len(set(names))
    assert set(LINTED) <= set(names)


def test_every_property_of_an_era_has_a_name_for_what_it_does() -> None:
    for name in properties():
        assert definition(causes.id_of([name])).group == "rendering"


def test_steps_name_properties_that_there_are() -> None:
    assert {*READING, *ARRANGING, *UNSEEN} <= set(Era.__match_args__)
