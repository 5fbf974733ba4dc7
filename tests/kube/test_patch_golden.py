"""The golden cases of patches: ours gives what the Kubernetes code gave."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests import patch_cases
from tests.patch_ours import VERSIONS, explain

if TYPE_CHECKING:
    from tests.patch_cases import PatchCase

CASES = patch_cases.load_all()


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_outcome_is_gos(case: PatchCase, version: str) -> None:
    results, errors = case.outcomes(version)

    assert results or errors, "no expected line; run update_patch_goldens.py"
    assert explain(case.asked, results, errors, version) == ""
