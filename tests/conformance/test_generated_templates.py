"""Generated templates, values and --set arguments give helm's bytes and helm's errors.

HELMWRIGHT_EXAMPLES (default 5000) is the number of examples, HELMWRIGHT_SEED (default 0) chooses
others. Hypothesis draws the seeds of batches; what is in a batch comes from the grammar and its
own random source, because shrinking is done on the failing template and not on its seed.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as hypothesis_seed
from hypothesis import strategies as st
from tests.conformance import compare, peer

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = int(os.environ.get("HELMWRIGHT_EXAMPLES", "5000"))
SEED = int(os.environ.get("HELMWRIGHT_SEED", "0"))
BATCH = 100


@pytest.fixture(scope="module")
def comparison() -> Iterator[compare.Comparison]:
    peer.oracle_binary()
    with compare.Comparison() as running:
        yield running


@hypothesis_seed(SEED)
@settings(
    max_examples=max(1, EXAMPLES // BATCH),
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(batch=st.integers(0, 2**63))
def test_generated_examples_render_as_in_helm(comparison: compare.Comparison, batch: int) -> None:
    report = comparison.check(compare.examples(batch, BATCH), shrink_most=5)
    assert not report.differences, f"seed {batch}: {report}\n" + "\n".join(
        str(difference) for difference in report.differences
    )
