"""Compares our chart with upstream charts: the drop-in check.

    python tests/conformance/upstream.py UPSTREAM_CHART_DIR... [--release X] [--values FILE...]
        [--random N] [--seed S] [--jobs N] [--verbose]
    python tests/conformance/upstream.py --write-docs

Both are rendered by the real helm with the defaults of the release, with each thing that it reads
alone, with N random combinations that upstream accepts, and with the values files; to install and
to upgrade; with upstream's values.yaml as a file, without it, and reused. The objects are compared as data.
Every difference must be in the list (`upstream_differences.py`); the others are printed, and the
exit code is 1. --write-docs writes docs/upstream-differences.md from the list.

The release of a chart is its appVersion; a chart from the repository's sources (0.38) has none and
needs --release.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "renderer")]

from tests.conformance import peer, upstream_rules  # noqa: E402 - the path is set first
from tests.conformance.upstream_cases import (  # noqa: E402 - the path is set first
    Source,
    ValuesCase,
    file_cases,
    fixed_cases,
    merged,
    random_cases,
)
from tests.conformance.upstream_differences import INTENDED, REFUSALS  # noqa: E402
from tests.conformance.upstream_objects import (  # noqa: E402 - the path is set first
    NAMESPACE,
    RELEASE,
    compare_objects,
    read_objects,
)
from tests.conformance.upstream_rules import Found, Intended  # noqa: E402
from tests.conformance.upstream_samples import release_number  # noqa: E402
from tests.golden_cases import HINT  # noqa: E402 - the path is set first

from helmwright.base.errors import HelmwrightError  # noqa: E402 - the path is set first
from helmwright.go import yaml_read  # noqa: E402 - the path is set first

PAGE = REPOSITORY / "docs" / "upstream-differences.md"
OURS = REPOSITORY / "chart"
REUSED = "reused/values.yaml"
PLACEHOLDER = re.compile(r'(?m)^((?:appV|v)ersion): "0\.0\.0"$')
TRIES = 8
"""So many combinations are drawn for each random case, as upstream refuses some."""

Request = dict[str, Any]
Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class UpstreamChart:
    """An upstream chart of one release; `files` is in the form that the oracle reads."""

    release: str
    files: list[dict[str, Any]]
    values: dict[str, Any] = field(hash=False)


@dataclass(slots=True)
class Report:
    """What was compared, and what was found."""

    cases: int = 0
    refused: int = 0
    intended: Counter[str] = field(default_factory=Counter)
    unexpected: dict[str, tuple[int, str]] = field(default_factory=dict)

    def note(self, sign: str, example: str, count: int = 1) -> None:
        """Counts something unexpected; the first example stays."""
        before, first = self.unexpected.get(sign, (0, example))
        self.unexpected[sign] = (before + count, first)

    def add(self, other: Report) -> None:
        """Adds another report."""
        self.cases += other.cases
        self.refused += other.refused
        self.intended += other.intended
        for sign, (count, example) in other.unexpected.items():
            self.note(sign, example, count)

    def __str__(self) -> str:
        found = sum(count for count, _ in self.unexpected.values())
        return (
            f"{self.cases} cases compared, {self.refused} that upstream refuses, "
            f"{self.intended.total()} intended differences, {found} unexpected"
        )


def chart_files(folder: Path, place: str) -> list[dict[str, Any]]:
    """Returns the files of a chart in the form that the oracle reads, below `place`."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return [
        {"path": f"{place}/{path.relative_to(folder).as_posix()}", "text": path.read_text()}
        for path in paths
    ]


def load_upstream(folder: Path, release: str | None) -> UpstreamChart:
    """Reads an upstream chart; `release` stands in for the placeholders of its sources.

    Raises:
        ValueError: Neither the chart nor the caller says which release it is.
    """
    files = chart_files(folder, "upstream")
    for one in files:
        if one["path"] == "upstream/Chart.yaml":
            if release:
                one["text"] = PLACEHOLDER.sub(rf'\1: "{release}"', one["text"])
            own = str(yaml_read.load_map(one["text"])["appVersion"])
    if own == "0.0.0":
        raise ValueError(f"{folder}: appVersion is a placeholder; name the release (--release)")
    return UpstreamChart(own, files, yaml_read.load_map((folder / "values.yaml").read_text()))


class DropInCheck:
    """Both charts of one release, and the oracle that renders them."""

    def __init__(self, chart: UpstreamChart, oracle: peer.Oracle, ours: Path = OURS) -> None:
        self.chart = chart
        self.number = release_number(chart.release)
        self.report = Report()
        self._oracle = oracle
        own = chart_files(ours, "ours")
        # With --reuse-values Helm takes the values.yaml of the installed chart, not of the new one.
        reused = [one for one in chart_files(ours, "reused") if one["path"] != REUSED]
        installed = next(one for one in chart.files if one["path"] == "upstream/values.yaml")
        self._files = [*chart.files, *own, *reused, {**installed, "path": REUSED}]

    def check(self, cases: list[ValuesCase]) -> None:
        """Compares the charts with each of the cases."""
        upstream = self._render(cases, self._upstream_request)
        accepted = [
            (case, answer) for case, answer in zip(cases, upstream, strict=True) if _fine(answer)
        ]
        self.report.refused += len(cases) - len(accepted)
        self._compare_all(accepted)

    def check_random(self, count: int, random: Random) -> None:
        """Compares the charts with `count` random combinations that upstream accepts."""
        drawn = random_cases(self.number, random)
        accepted: list[tuple[ValuesCase, Answer]] = []
        for _ in range(TRIES):
            cases = [next(drawn) for _ in range(count)]
            answers = self._render(cases, self._upstream_request)
            pairs = zip(cases, answers, strict=True)
            accepted += [(case, answer) for case, answer in pairs if _fine(answer)]
            if len(accepted) >= count:
                break
        self._compare_all(accepted[:count])

    def _compare_all(self, accepted: list[tuple[ValuesCase, Answer]]) -> None:
        ours = self._render([case for case, _ in accepted], self._our_request)
        for (case, upstream), own in zip(accepted, ours, strict=True):
            self.report.cases += 1
            self._compare(case, upstream["stdout"], own)

    def _compare(self, case: ValuesCase, upstream: str, own: Answer) -> None:
        if not _fine(own):
            self._refused(case, own.get("crashed") or own["stderr"])
            return
        try:
            theirs, objects = read_objects(upstream), read_objects(own["stdout"])
        except (HelmwrightError, ValueError) as error:
            self.report.note(f"cannot be read: {error}"[:200], self._example(case))
            return
        values = merged(self.chart.values, case.values)
        for difference in compare_objects(theirs, objects):
            found = Found(difference, self.number, values, theirs, objects)
            entry = first_match(found)
            if entry:
                self.report.intended[f"{entry.section}: {entry.what}"] += 1
                continue
            reason = upstream_rules.why_never(found)
            sign = f"{difference.what} {difference.object} {difference.path}"
            sign += f" (never: {reason})" if reason else ""
            self.report.note(sign, f"{self._example(case)}\n    {difference}")

    def _refused(self, case: ValuesCase, message: str) -> None:
        for refusal in REFUSALS:
            if refusal.allows(message, self.number):
                self.report.intended[f"refused: {refusal.what}"] += 1
                return
        words = message.partition(HINT)[0].strip().splitlines() or ["(no message)"]
        self.report.note(f"refused: {words[-1]}"[:300], self._example(case))

    def _example(self, case: ValuesCase) -> str:
        return f"{self.chart.release}, {case}"

    def _upstream_request(self, name: str, case: ValuesCase) -> list[str]:
        return ["upstream", "-f", name, *_upgrade(case)]

    def _our_request(self, name: str, case: ValuesCase) -> list[str]:
        version = "detRelease" if "detVersion" in case.values else "detVersion"
        chart = "reused" if case.source is Source.REUSED else "ours"
        files = ["-f", "upstream/values.yaml"] if case.source is Source.FILE else []
        release = ["--set-string", f"{version}={self.chart.release}"]
        return [chart, *files, "-f", name, *release, *_upgrade(case)]

    def _render(self, cases: list[ValuesCase], arguments: Any) -> list[Answer]:
        files = list(self._files)
        requests: list[Request] = []
        for number, case in enumerate(cases):
            files.append({"path": f"values/{number}.yaml", "text": json.dumps(case.values)})
            rest = arguments(f"values/{number}.yaml", case)
            requests.append({"args": ["template", RELEASE, *rest, "-n", NAMESPACE], "keep": True})
        if requests:
            requests[0] |= {"keep": False, "files": files}
        return self._oracle.run(requests)


def first_match(found: Found) -> Intended | None:
    """Returns the entry of the list that a difference is, None if there is none or may be none."""
    if upstream_rules.why_never(found):
        return None
    return next((entry for entry in INTENDED if entry.allows(found)), None)


def _fine(answer: Answer) -> bool:
    return bool(answer["code"] == 0)


def _upgrade(case: ValuesCase) -> list[str]:
    return ["--is-upgrade"] if case.upgrade else []


def check_chart(folder: Path, options: argparse.Namespace) -> tuple[str, Report]:
    """Runs the whole matrix for one upstream chart and returns its release and the report."""
    chart = load_upstream(folder, options.release)
    number = release_number(chart.release)
    files = {path.name: yaml_read.load_map(path.read_text()) for path in options.values}
    with peer.Oracle() as oracle:
        check = DropInCheck(chart, oracle, options.ours)
        check.check(fixed_cases(number))
        check.check(file_cases(number, files))
        random = Random(f"{options.seed} {chart.release}")  # noqa: S311 - it draws examples
        check.check_random(options.random, random)
    return chart.release, check.report


def show(report: Report, *, verbose: bool) -> None:
    """Prints what was found, the most frequent first."""
    if verbose:
        for name, count in report.intended.most_common():
            print(f"{count:7} intended    {name}")
        for entry in INTENDED:
            if f"{entry.section}: {entry.what}" not in report.intended:
                print(f"      0 intended    {entry.section}: {entry.what}")
    for sign, (count, example) in sorted(report.unexpected.items(), key=lambda one: -one[1][0]):
        print(f"{count:7} unexpected  {sign}\n    first: {example}")
    print(report)


def arguments() -> argparse.Namespace:
    """Returns what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("charts", type=Path, nargs="*", metavar="UPSTREAM_CHART_DIR")
    parser.add_argument("--release", help="the release of charts whose appVersion is 0.0.0")
    parser.add_argument("--values", type=Path, nargs="+", default=[], metavar="FILE")
    parser.add_argument("--random", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--ours", type=Path, default=OURS, help="another chart than the project's")
    parser.add_argument("--verbose", action="store_true", help="also count intended differences")
    parser.add_argument("--write-docs", action="store_true", help=f"write {PAGE.name} and end")
    return parser.parse_args()


def main() -> int:
    """Runs what the command line asks for; exit code 1 if anything is unexpected."""
    options = arguments()
    if options.write_docs:
        PAGE.write_text(upstream_rules.page(INTENDED, REFUSALS))
        return 0
    peer.oracle_binary()
    total = Report()
    with ProcessPoolExecutor(options.jobs) as pool:
        running = [pool.submit(check_chart, folder, options) for folder in options.charts]
        for one in running:
            release, report = one.result()
            print(f"{release}: {report}", flush=True)
            total.add(report)
    show(total, verbose=options.verbose)
    return 1 if total.unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
