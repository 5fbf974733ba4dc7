"""What ``helm lint`` says about dependencies.

Source: helm pkg/chart/v2/lint/rules/dependencies.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.helm_lint.message import HelmMessage, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.helm_lint.folder import ChartFolder


def check_dependencies(folder: ChartFolder) -> Iterator[HelmMessage]:
    """Yield the messages about dependencies, in Helm's order."""
    chart = folder.chart
    if chart is None:
        reason = "" if folder.error is None else folder.error.message
        text = f"unable to load chart\n\t{reason}"
        yield HelmMessage("chart-does-not-load", Severity.ERROR, "", text)
        return
    declared = [dependency.name for dependency in chart.metadata.dependencies or []]
    present = [subchart.metadata.name for subchart in chart.dependencies]
    undeclared = [name for name in present if name not in declared]
    if undeclared:
        text = f"chart metadata is missing these dependencies: {','.join(undeclared)}"
        yield HelmMessage("dependency-not-declared", Severity.ERROR, folder.absolute, text)
    missing = [name for name in declared if name not in present]
    if missing:
        text = f"chart directory is missing these dependencies: {','.join(missing)}"
        yield HelmMessage("dependency-missing", Severity.WARNING, folder.absolute, text)
