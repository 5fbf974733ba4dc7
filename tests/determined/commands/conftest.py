"""The commands of Determined are tried as all others are."""

from tests.cli.conftest import determined, place

__all__ = ["determined", "place"]
