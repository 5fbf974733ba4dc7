"""What masterConfig decides instead of the other values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.lint.examples import determined_chart

from helmwright.determined.linting.master_overrides import brings_master_yaml, decided_elsewhere
from helmwright.determined.linting.rule import DETERMINED
from helmwright.lint.subject import Subject

if TYPE_CHECKING:
    from helmwright.determined.linting.settings import DeterminedSettings

_EXTRA = b"masterConfig:\n  extra:\n    resource_manager:\n      slot_type: cpu\n    log: off\n"


def settings(values: bytes, *, upstream: bool = False) -> DeterminedSettings:
    chart = determined_chart(upstream=upstream)
    subject = Subject(chart, (("values.yaml", values),), whole_chart=False)
    found: DeterminedSettings = subject.view(DETERMINED)[0]
    return found


@pytest.mark.parametrize(
    ("keys", "decided"),
    [
        (("resource_manager", "slot_type"), True),
        (("resource_manager",), True),
        (("resource_manager", "max_slots_per_pod"), False),
        (("resource_pools",), False),
        (("log", "level"), True),  # which is replaced by what is no map
    ],
)
def test_extra_decides_what_it_names(keys: tuple[str, ...], decided: bool) -> None:  # noqa: FBT001 - a parameter
    assert decided_elsewhere(settings(_EXTRA), *keys) is decided


def test_a_secret_with_the_whole_file_decides_everything() -> None:
    values = settings(b"masterConfig:\n  existingSecret: mine\n")

    assert brings_master_yaml(values)
    assert decided_elsewhere(values, "resource_pools")


def test_the_chart_of_determined_reads_no_master_config() -> None:
    values = settings(_EXTRA, upstream=True)

    assert not brings_master_yaml(values)
    assert not decided_elsewhere(values, "resource_manager", "slot_type")
