"""The chart that comes with Determined needs slotResourceRequests for every slot type but gpu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "slot-requests-missing",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("R3",),
    since="0.16.1",
    summary="slotType is cuda or rocm, without slotResourceRequests (chart of Determined itself)",
    why="The template reads slotResourceRequests.cpu whenever slotType is not gpu, and fails.",
    advice="Write 'slotType: gpu' instead of cuda, or add slotResourceRequests with any cpu.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/master-config.yaml",
    bad=(
        example(
            "slotType: «cuda»\nslotResourceRequests:\n", upstream=True, message="slotType: cuda"
        ),
        example("slotType: «rocm»\nslotResourceRequests:\n", upstream=True, message="rocm"),
    ),
    good=(
        example("slotType: cuda\nslotResourceRequests:\n  cpu: 1\n", upstream=True),
        example("slotType: gpu\nslotResourceRequests:\n", upstream=True),
        example("slotType: cuda\nslotResourceRequests:\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at slotType of the root manager; others are written as they are."""
    kind = settings.get("slotType")
    if not settings.upstream or kind not in ("cuda", "rocm"):
        return
    if settings.get("slotResourceRequests") is None:
        fix = "write 'slotType: gpu'" if kind == "cuda" else "add 'slotResourceRequests: {cpu: 0}'"
        yield settings.problem(
            ("slotType",),
            f"slotType: {kind} makes the template read slotResourceRequests, which is not there",
            fix=fix,
        )
