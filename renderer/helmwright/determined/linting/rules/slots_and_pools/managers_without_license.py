"""Several resource managers with the public image of a release that wants a licence for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._managers import (
    ADDITIONAL,
    additional_managers,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_ENTRY = "«additional_resource_managers»:\n  - resource_manager:\n      cluster_name: two\n"
_PLAIN = _ENTRY.replace("«", "").replace("»", "")


@rule(
    "managers-without-license",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("R17",),
    since="0.32.0",
    until="0.37.0",
    summary="additional_resource_managers without the enterprise edition",
    why="The public image of these releases stops when it finds more than one resource manager.",
    advice="Set enterpriseEdition: true with its image and licence, or use 0.38.0 or newer.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/setup-multiple-resource-managers.rst",
    bad=(
        example(_ENTRY, release="0.37.0", message="enterprise edition"),
        example(_ENTRY, release="0.32.0", message="0.32.0"),
    ),
    good=(
        example(_PLAIN, release="0.38.0"),
        example(_PLAIN, release="0.31.0"),
        example(_PLAIN + "enterpriseEdition: true\n", release="0.37.0"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look whether there are additional managers."""
    if settings.get("enterpriseEdition") is True or settings.release.enterprise:
        return
    if next(additional_managers(settings), None) is not None:
        yield settings.problem(
            (ADDITIONAL,),
            f"{ADDITIONAL} needs the enterprise edition in {settings.release}",
            of_key=True,
        )
