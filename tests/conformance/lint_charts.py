"""Lints public charts with their default values: what is found in them should be true of them.

    python tests/conformance/lint_charts.py FOLDER [...] [--kube-version X] [--samples N]

Every directory below FOLDER that has a Chart.yaml, and is not a subchart of another, is a chart. Of the
dependencies that are not in its charts/, those that are found below the same FOLDER are added in memory.
Prints how often each rule speaks and in how many charts, every error, and N samples of the other
findings. Exit code 1 if a rule fails itself; whether an error is right is for a person to say.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "renderer")]

from helmwright import Chart, Release, load_chart  # noqa: E402 - the path is set first
from helmwright.base.errors import HelmwrightError  # noqa: E402 - the path is set first
from helmwright.lint.finding import Severity  # noqa: E402 - the path is set first
from helmwright.lint.run import Selection, lint_subject  # noqa: E402 - the path is set first
from helmwright.lint.subject import Subject  # noqa: E402 - the path is set first

DEEPEST = 5
"""How many levels of dependencies are added."""


@dataclass
class Tally:
    """What was found: lines by severity and rule, the charts of each, and what went wrong."""

    lines: dict[tuple[Severity, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    charts: dict[tuple[Severity, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    failures: list[str] = field(default_factory=list)
    not_rendered: list[str] = field(default_factory=list)
    count: int = 0


def charts_in(folder: Path) -> list[Path]:
    """Returns the folders of charts below a folder, without subcharts, sorted."""
    return [
        path.parent
        for path in sorted(folder.rglob("Chart.yaml"))
        if not (path.parents[1].name == "charts" and (path.parents[2] / "Chart.yaml").exists())
    ]


def nearest_of_name(name: str, paths: list[Path], path: Path) -> Path | None:
    """Returns the chart of a name that is in the same checkout as another, or else any."""
    named = [one for one in paths if one.name == name]
    return max(named, key=lambda one: len(os.path.commonpath([one, path])), default=None)


def complete_chart(path: Path, known: list[Path], depth: int = 0) -> Chart:
    """Returns a chart with the dependencies it declares, as far as they are known by their name."""
    chart = load_chart(str(path))
    present = {subchart.name for subchart in chart.dependencies}
    added = []
    for wanted in chart.metadata.dependencies or []:
        found = nearest_of_name(wanted.name, known, path)
        if found is not None and wanted.name not in present and depth < DEEPEST:
            added.append(complete_chart(found, known, depth + 1))
            present.add(wanted.name)
            wanted.version = "*"  # the checkout has one version, which may be another
    if added:
        chart.set_dependencies([*chart.dependencies, *added])
    return chart


def lint(chart: Chart, label: str, kube_version: str, tally: Tally) -> None:
    """Adds what is found in one chart."""
    subject = Subject(chart, kube_version=kube_version, release=Release("release-name"))
    try:
        outcome = lint_subject(subject, Selection())
        if subject.layered is not None and subject.rendered.error is not None:
            tally.not_rendered.append(f"{label}: {str(subject.rendered.error)[:150]}")
    except HelmwrightError as error:
        tally.failures.append(f"{label}: {error}")
        return
    tally.count += 1
    tally.failures += [f"{label}: {rule}: {reason}" for rule, reason in outcome.failures]
    for finding in outcome.findings:
        key = finding.severity, finding.rule
        tally.charts[key].add(label)
        tally.lines[key].append(f"{finding.span}: {finding.message}")


def show(tally: Tally, samples: int) -> None:
    """Prints what was found."""
    for key in sorted(tally.lines):
        severity, rule = key
        lines = tally.lines[key]
        print(f"{len(lines):6} in {len(tally.charts[key]):3} charts  {severity!s:8} {rule}")
        for line in lines if severity is Severity.ERROR else lines[:samples]:
            print(f"       {line}")
    for title, lines in (
        ("not rendered", tally.not_rendered),
        ("rules that failed", tally.failures),
    ):
        print(f"{len(lines)} {title}")
        for line in lines:
            print(f"       {line}")
    print(f"{tally.count} charts")


def main() -> int:
    """Lints the charts that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--kube-version", default="")
    parser.add_argument("--samples", type=int, default=3)
    options = parser.parse_args()
    tally = Tally()
    for folder in options.folders:
        paths = charts_in(folder)
        for path in paths:
            try:
                chart = complete_chart(path, paths)
            except HelmwrightError as error:
                tally.not_rendered.append(f"{path}: {error}")
                continue
            lint(chart, str(path.relative_to(folder)), options.kube_version, tally)
    show(tally, options.samples)
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
