"""The real helms for the conformance tests: installed and built once, failing when that is impossible."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.conformance import peer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def helm() -> Path:
    """Returns the path of helm 4.2.4."""
    return peer.helm_binary()


@pytest.fixture(scope="session")
def helm3() -> Path:
    """Returns the path of helm 3.21.4."""
    return peer.helm3_binary()


@pytest.fixture(scope="session")
def oracle() -> Iterator[peer.Oracle]:
    """Returns a running oracle."""
    with peer.Oracle() as running:
        yield running
