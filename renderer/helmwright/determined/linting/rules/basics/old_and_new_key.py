"""A key and the one that has replaced it are both set, and not to the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.described import given_values
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.migrations import migrations_for
from helmwright.lint.finding import Related

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "old-and-new-key",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("B7",),
    summary="A key and the one that has replaced it are set to different values",
    why="Only one of them counts, and which one depends on the chart and the release.",
    advice="Keep the new key with the value that is meant, and remove the old one.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/values.yaml",
    bad=(
        example(
            "«slotsPerNode»: 8\nmaxSlotsPerPod: 4\n",
            message="slotsPerNode: since 0.13.2 it is called maxSlotsPerPod, and that is set to",
        ),
        example("«httpPort»: 9000\nmasterPort: 80\n"),
        example("logging:\n  type: default\n  «backend»: elastic\n"),
        example(
            "resourcePools:\n  - pool_name: a\n    «max_cpu_containers_per_agent»: 1\n"
            "    max_aux_containers_per_agent: 2\n",
            message="this one counts",
        ),
    ),
    good=(
        example("slotsPerNode: 4\nmaxSlotsPerPod: '4'\n"),
        example("httpPort: 9000\n"),
        example("slotsPerNode: 8\nmaxSlotsPerPod: 4\n", release="0.13.1"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look for old keys next to new ones; this chart says which one counts, and goes on."""
    for one in migrations_for(given_values(settings), settings.release):
        if one.conflict:
            yield settings.problem(
                one.path,
                f"{settings.name(one.path)}: {one.note}",
                of_key=True,
                fix=f"remove it, and set {settings.name(one.new)} to what is meant",
                related=(Related(settings.span(one.new, of_key=True), "the new key"),),
                severity=None if settings.upstream else Severity.WARNING,
            )
