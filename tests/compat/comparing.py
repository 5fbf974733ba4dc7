"""Compares two Helms for charts that tests write as one text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from helmwright.charts.loader import load_chart
from helmwright.compat.renders import Inputs
from helmwright.compat.session import Options, compare
from helmwright.diff.sources.rendering import RenderSettings
from helmwright.eras import resolve_era

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright.compat.model import Compatibility

_FILE = re.compile(r"(?m)^-- (.+) --\n")
CHART = "apiVersion: v2\nname: c\nversion: 0.1.0\n"


def write_chart(folder: Path, text: str) -> Path:
    """Write the files of a text such as ``-- templates/a.yaml --``; Chart.yaml if it has none."""
    _, *parts = _FILE.split(text)
    files = dict(zip(parts[::2], parts[1::2], strict=True))
    chart = folder / "c"
    for name, content in {"Chart.yaml": CHART, **files}.items():
        path = chart / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return chart


def compared(
    chart: Path,
    values: dict[str, Any] | None = None,
    before: str = "3.21.4",
    after: str = "4.2.4",
    **settings: Any,
) -> Compatibility:
    """Return what the move changes for a chart."""
    return compare(
        resolve_era(before),
        resolve_era(after),
        Inputs(
            lambda era: load_chart(chart, era=era),
            lambda _: values or {},
            RenderSettings(**settings),
        ),
        Options(),
    )


def told(report: Compatibility, chart: Path) -> list[str]:
    """Return each field that differs as ``KIND.PATH: BEFORE → AFTER CAUSE PLACE``."""
    from helmwright.compat.told import shown_change

    return [
        f"{one.key.kind}: {shown_change(change)} {change.cause.id}"
        + (f" {change.cause.span}".replace(f"{chart}/", "") if change.cause.span else "")
        for one in report.differences
        for change in one.changes
    ]
