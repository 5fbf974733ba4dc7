"""Functions look at the types of maps and lists as in helm, whatever container they are given."""

from __future__ import annotations

import os
from itertools import islice
from typing import TYPE_CHECKING

import pytest
from tests.conformance import compare, peer, typed_containers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.conformance.grammar import Example

SEED = int(os.environ.get("HELMWRIGHT_SEED", "0"))
BATCH = 250
SHARE = 4
"""One of so many examples is taken of what comes to tens of thousands; the seed says which."""


@pytest.fixture(scope="module")
def comparison() -> Iterator[compare.Comparison]:
    peer.oracle_binary()
    with compare.Comparison() as running:
        yield running


def differences(comparison: compare.Comparison, examples: Iterable[Example]) -> list[str]:
    found: list[str] = []
    left = iter(examples)
    while batch := list(islice(left, BATCH)):
        found += map(str, comparison.check(batch, shrink_most=0).differences)
    return found


def test_every_function_takes_and_refuses_every_container_as_helm_does(
    comparison: compare.Comparison,
) -> None:
    assert not differences(comparison, typed_containers.calls())


def test_what_functions_give_back_has_the_type_that_it_has_in_helm(
    comparison: compare.Comparison,
) -> None:
    examples = islice(typed_containers.consumers(), SEED % SHARE, None, SHARE)
    assert not differences(comparison, examples)
