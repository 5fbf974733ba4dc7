"""Port or scheme of the master's address without its host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "master-address-without-host",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("T7",),
    since="0.38.0",
    summary="determinedMasterPort or determinedMasterScheme without determinedMasterHost",
    why="The chart gives the address to the master only as a whole; without a host it has no effect.",
    advice="Set determinedMasterHost as well, or remove the others.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/master-config.yaml",
    bad=(
        example("determinedMasterPort: «443»\n", message="determinedMasterPort has no effect"),
        example("determinedMasterScheme: «https»\ndeterminedMasterHost: ''\n"),
    ),
    good=(
        example("determinedMasterHost: det.example.com\ndeterminedMasterPort: 443\n"),
        example("determinedMasterPort:\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look for the host."""
    if settings.get("determinedMasterHost"):
        return
    for key in ("determinedMasterPort", "determinedMasterScheme"):
        if settings.get(key):
            message = f"{key} has no effect without determinedMasterHost"
            yield settings.problem((key,), message)
