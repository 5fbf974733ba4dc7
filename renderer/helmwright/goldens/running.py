"""Runs golden cases: all of a folder, shared among processes, and held against the golden files."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import UsageError
from helmwright.base.processes import FEW, cores, map_forked
from helmwright.charts.loader import load_chart
from helmwright.diff.redacted_text import redacted_manifests
from helmwright.goldens.cases import load_cases, select_cases
from helmwright.goldens.coverage import Measuring
from helmwright.goldens.expected import Change, ExpectedFiles
from helmwright.goldens.helm_engine import HelmEngine
from helmwright.goldens.masking import mask_fields
from helmwright.goldens.own_engine import OwnEngine
from helmwright.goldens.rendered import Document, documents_of, files_of, printed
from helmwright.goldens.results import GoldenReport, GoldenResult
from helmwright.goldens.secrets import SecretValues
from helmwright.secrets.witness import saw, witnessing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from helmwright.diff.paths import Pattern
    from helmwright.eras.era import Era
    from helmwright.goldens.cases import GoldenCase
    from helmwright.goldens.instability import Unstable
    from helmwright.goldens.own_engine import Outcome
    from helmwright.goldens.rendered import Rendered
    from helmwright.goldens.settings import GoldenSettings
    from helmwright.secrets.witness import Sight, Sights


class RunOptions(NamedTuple):
    """How cases are run.

    pattern: a text in the names of the cases that are run, or with wildcards a pattern of them.
    helm: a helm binary that runs them too; blank for none. processes: 0 for one per core.
    coverage: measure what runs of the chart's templates; with_subcharts: of those below it, too.
    told: of how many cases are done, and how many there are.
    """

    pattern: str = ""
    helm: str = ""
    processes: int = 0
    coverage: bool = False
    with_subcharts: bool = False
    told: Callable[[int, int], object] = lambda *_: None


class _Done(NamedTuple):
    """What a process has done for one case; the last two are for coverage."""

    result: GoldenResult
    visited: frozenset[int]
    keys: frozenset[str]


class _Runner:
    def __init__(self, settings: GoldenSettings, options: RunOptions) -> None:
        self._settings = settings
        self._chart = load_chart(settings.chart, era=settings.era)
        self._measuring = None
        if options.coverage:
            self._measuring = Measuring(
                self._chart, settings.chart, with_subcharts=options.with_subcharts
            )
        self._engines: dict[Era, OwnEngine] = {}
        self._helm = HelmEngine(options.helm, settings.chart) if options.helm else None
        self._expected = ExpectedFiles(settings.cases, settings.layout, settings.root)
        self._layout = settings.layout
        self._ignored = settings.ignore
        self._secrets = SecretValues(self._chart)

    def _render(self, case: GoldenCase) -> Outcome:
        """Return what a case gives in its era, by an engine of that era."""
        era = case.era
        if era not in self._engines:
            coverage = self._measuring.coverage if self._measuring else None
            # Coverage is of the files of one chart, and eras read the same templates.
            same = era == self._settings.era or coverage is not None
            chart = self._chart if same else load_chart(self._settings.chart, era=era)
            self._engines[era] = OwnEngine(chart, coverage, era)
        return self._engines[era].render(case)

    @property
    def helm_version(self) -> str:
        return "" if self._helm is None else self._helm.version

    def left_over(self, cases: Iterable[GoldenCase]) -> tuple[Change, ...]:
        names = (case.name for case in cases)
        return tuple(self._expected.left_over(names, self._ignored))

    def run(self, case: GoldenCase) -> _Done:
        start = perf_counter()
        with witnessing() as sights:
            saw("chart", self._chart)
            saw("values", case.values)
            outcome = self._render(case)
            result = self._result(case, outcome, sights)
        result = result._replace(seconds=perf_counter() - start)
        measuring = self._measuring
        if measuring is None:
            return _Done(result, frozenset(), frozenset())
        return _Done(result, measuring.visited(), measuring.changed_keys(outcome.values))

    def _result(self, case: GoldenCase, outcome: Outcome, sights: Sights) -> GoldenResult:
        secrets = self._secrets.of(outcome.values)
        documents, error = outcome.rendered
        failure = _without(_failure(case.expected_error, error), sights, secrets)
        if failure:
            return GoldenResult(case.name, case.path, error=failure)
        masked = self._masked(documents, case.dynamic, secrets)
        changes = self._expected.changes(case.name, files_of(masked, self._layout))
        unstable = tuple(one for one in outcome.unstable if not _is_masked(one, case.dynamic))
        result = GoldenResult(case.name, case.path, tuple(changes), unstable=unstable)
        if self._helm is None:
            return result
        theirs = self._helm.render(case)
        if self._helm.era not in (None, case.era):
            # The binary is another Helm than the case is for: what is compared is what we make of that.
            outcome = self._render(case._replace(era=self._helm.era))
        failure = _without(_failure(case.expected_error, theirs.error), sights, secrets)
        if failure:
            return result._replace(error=f"helm: {failure}")
        return self._compared(case, outcome, result, theirs, secrets)

    def _compared(
        self,
        case: GoldenCase,
        outcome: Outcome,
        result: GoldenResult,
        theirs: Rendered,
        secrets: list[object],
    ) -> GoldenResult:
        """Return a result with what helm gives instead; what comes from chance is not compared."""
        patterns = (*case.dynamic, *(one.pattern for one in outcome.unstable))
        ours = files_of(self._masked(outcome.rendered.documents, patterns, secrets), "per-template")
        others = files_of(self._masked(theirs.documents, patterns, secrets), "per-template")
        changes = [
            Change(path, ours.get(path), others.get(path))
            for path in sorted({*ours, *others})
            if ours.get(path) != others.get(path)
        ]
        return result._replace(helm_changes=tuple(changes))

    @staticmethod
    def _masked(
        documents: Iterable[Document], patterns: tuple[Pattern, ...], secrets: list[object]
    ) -> tuple[Document, ...]:
        shown = (Document(path, mask_fields(text, patterns)) for path, text in documents)
        return documents_of(redacted_manifests(printed(shown), secrets))

    def finish(self, done: list[_Done], report: GoldenReport) -> GoldenReport:
        if self._measuring is None:
            return report
        for one in done:
            self._measuring.add(one.visited, one.keys)
        return report._replace(coverage=self._measuring.result())


def run_cases(settings: GoldenSettings, options: RunOptions) -> GoldenReport:
    """Render all cases and hold them against their golden files; nothing is written.

    Raises:
        HelmwrightError: for a chart, a case or a setting that cannot be read; that a case does not
            render is part of the report.
    """
    every = load_cases(settings)
    cases = select_cases(every, options.pattern)
    if not cases:
        reason = f'has the name "{options.pattern}"' if options.pattern else "is there"
        raise UsageError(f"{settings.cases}: no case {reason}")
    runner = _Runner(settings, options)
    processes = options.processes or (cores() if len(cases) >= FEW or options.helm else 1)
    done = _run_all(runner, cases, processes, options.told)
    report = GoldenReport(
        settings.chart,
        settings.cases,
        tuple(one.result for one in done),
        () if options.pattern else runner.left_over(every),
        runner.helm_version,
    )
    return runner.finish(done, report)


def _run_all(
    runner: _Runner,
    cases: Sequence[GoldenCase],
    processes: int,
    told: Callable[[int, int], object],
) -> list[_Done]:
    total = len(cases)
    told(0, total)
    if processes > 1 and total > 1:
        first = runner.run(cases[0])  # compiles what the processes share
        rest = map_forked(
            lambda index: runner.run(cases[index + 1]),
            total - 1,
            processes,
            lambda number: told(number + 1, total),
        )
        return [first, *rest]
    done = []
    for case in cases:
        done.append(runner.run(case))
        told(len(done), total)
    return done


def update_cases(settings: GoldenSettings, options: RunOptions) -> GoldenReport:
    """Render all cases and make their golden files what they give; only what changes is written.

    Golden files of cases that do not render stay as they are; see ``run_cases``.
    """
    report = run_cases(settings, options)
    ExpectedFiles(settings.cases, settings.layout, settings.root).write(report.changes)
    return report


def _failure(wanted: str, error: str) -> str:
    """Return what is wrong with how a render ended, blank if nothing is."""
    if not wanted:
        return error
    if not error:
        return f'renders, and a failure with "{wanted}" is expected'
    if wanted in error:
        return ""
    return f'fails without "{wanted}" in the message: {error}'


def _without(message: str, sights: Iterable[Sight], secrets: list[object]) -> str:
    """Return a message without secrets, known ones and those in what was read for the case."""
    if not message:
        return message
    from helmwright.releases.safe_errors import remember
    from helmwright.secrets.known import KnownSecrets
    from helmwright.secrets.quoted import HIDDEN

    known = KnownSecrets()
    remember(known, sights)
    for secret in secrets:
        known.add(secret)
    return known.safe(message, HIDDEN)


def _is_masked(one: Unstable, patterns: Iterable[Pattern]) -> bool:
    if one.kind == "Secret" and one.path[:1] in (("data",), ("stringData",)):
        return True
    return any(pattern.covers(one.key, one.path) for pattern in patterns)
