"""Misspelt keys, values of other types and broken YAML are found where they are, in every example.

``python -m tests.lint.structural_mutants`` tries all of about 2,900 mutants.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.lint.structural_mutants import (
    EXAMPLES,
    KEYS,
    SYNTAX,
    TYPES,
    changes_of,
    findings_of,
    is_found,
)

from helmwright.lint.run import Selection

if TYPE_CHECKING:
    from pathlib import Path

SELECTION = Selection(ignore=frozenset({"yaml-style"}))
STEPS = {KEYS: 2, TYPES: 3, SYNTAX: 16}
"""Of so many mutants of a kind one is tried here."""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_mistake_is_found_on_its_line(path: Path) -> None:
    made = list(changes_of(path))
    tried = [
        change
        for kind, step in STEPS.items()
        for change in [one for one in made if one.kind == kind][::step]
    ]

    missed = [
        (change.what, change.line, [f"{one.rule} in line {one.span.line}" for one in found])
        for change in tried
        if not is_found(change, found := findings_of(change, SELECTION))
    ]

    assert tried
    assert missed == []
