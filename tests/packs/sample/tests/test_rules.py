"""The examples of all rules of the pack are true."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helmwright.testing import RuleExample, rule_examples

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("example", rule_examples("shop"), ids=str)
def test_example(example: RuleExample, tmp_path: Path) -> None:
    example.check(tmp_path)
