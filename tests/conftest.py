"""Options of the test run."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds --engine: who renders the golden cases."""
    parser.addoption(
        "--engine",
        choices=("ours", "helm"),
        default="ours",
        help="render the golden cases with our engine, or prove the cases with the real helm",
    )
