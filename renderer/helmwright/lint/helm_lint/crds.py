"""What ``helm lint`` says about the folder with custom resource definitions.

Source: helm pkg/chart/v2/lint/rules/crds.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError
from helmwright.lint.helm_lint.decoding import decode_stream
from helmwright.lint.helm_lint.message import HelmMessage, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.charts.chart import Chart
    from helmwright.lint.helm_lint.folder import ChartFolder

CRDS = "crds/"


def check_crds(folder: ChartFolder) -> Iterator[HelmMessage]:
    """Yield the messages about ``crds/``, in Helm's order."""
    name = CRDS.rstrip("/")
    if not folder.exists(name):
        return
    if not folder.is_directory(name):
        yield HelmMessage("crd-folder-invalid", Severity.ERROR, CRDS, "not a directory")
    elif folder.chart is None:
        text = "" if folder.error is None else folder.error.message
        yield HelmMessage("chart-does-not-load", Severity.ERROR, CRDS, text)
    else:
        yield from _check_files(folder.chart)


def _check_files(chart: Chart) -> Iterator[HelmMessage]:
    for _, file in chart.crds():
        text = file.data.decode("utf-8", "surrogateescape")
        try:
            for line, head in decode_stream(text):
                if head is None:
                    continue
                if not (head["apiVersion"] or "").startswith("apiextensions.k8s.io"):
                    reason = "apiVersion is not in 'apiextensions.k8s.io'"
                    yield HelmMessage("crd-invalid", Severity.ERROR, file.name, reason, line=line)
                if head["kind"] != "CustomResourceDefinition":
                    reason = "object kind is not 'CustomResourceDefinition'"
                    yield HelmMessage("crd-invalid", Severity.ERROR, file.name, reason, line=line)
        except HelmwrightError as error:
            position = error.position
            line = 0 if position is None else position.line or 0
            reason = f"unable to parse YAML: {error.message}"
            yield HelmMessage("crd-invalid", Severity.ERROR, file.name, reason, line=line)
            return
