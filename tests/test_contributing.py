"""CONTRIBUTING.md names what there is to run, once; the fast run has a part of every test."""

from __future__ import annotations

import configparser
import re
from pathlib import Path
from typing import TYPE_CHECKING

from tests.conftest import FAST_CASES, spread

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text()


def test_no_heading_is_there_twice() -> None:
    headings = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)

    assert sorted(set(headings)) == sorted(headings)


def test_every_environment_is_named_with_what_it_takes() -> None:
    settings = configparser.ConfigParser(interpolation=None)
    settings.read(ROOT / "tox.ini")
    environments = {
        name.partition(":")[2] for name in settings.sections() if name.startswith("testenv:")
    }
    lines = re.findall(r"^tox -e (\S+) +# (.+)$", PAGE, re.MULTILINE)
    named = {name for names, _ in lines for name in names.split(",")}

    assert named == environments | {"py"}
    assert not [names for names, told in lines if not re.search("second|minute|hour", told)]


def test_of_many_cases_the_first_the_last_and_some_between_are_fast() -> None:
    items: list[pytest.Item] = [object() for _ in range(1000)]  # type: ignore[misc]
    kept = [items.index(item) for item in spread(items)]

    assert FAST_CASES == 4
    assert kept == [0, 333, 666, 999]
    assert spread(items[:4]) == items[:4]
