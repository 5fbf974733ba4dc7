"""Lints many inputs in one run, and puts together what is found."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError
from helmwright.base.processes import FEW, map_forked
from helmwright.base.records import Record, replace
from helmwright.lint.excerpts import excerpts
from helmwright.lint.finding import Severity
from helmwright.lint.result import LintReport
from helmwright.lint.run import (
    STYLE,
    UNUSED,
    Outcome,
    Selection,
    lint_subject,
    sorted_findings,
    unreadable,
)
from helmwright.lint.templated import relocate, split_templates
from helmwright.lint.texts import SubjectTexts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from helmwright.lint.baseline import Baseline
    from helmwright.lint.excerpts import Excerpts
    from helmwright.lint.subject import LintInput
    from helmwright.lint.yaml_style import StyleRun


class LintOptions(Record):
    """How a run goes about it.

    baseline: of findings that do not count. fail_level: the least severity that counts, None for
    no failure. processes: at most so many for many inputs. bounds: limits the time of one input.
    told: of how many inputs are done, and how many there are.
    """

    selection: Selection = Selection()
    baseline: Baseline | None = None
    fail_level: Severity | None = Severity.ERROR
    processes: int = 1
    bounds: Callable[[], AbstractContextManager[None]] = nullcontext
    told: Callable[[int, int], object] = lambda *_: None


class _Piece(Record):
    outcome: Outcome
    excerpts: Excerpts


_USUAL = LintOptions()


def lint_inputs(inputs: Sequence[LintInput], options: LintOptions = _USUAL) -> LintReport:
    """Lint all inputs; one that cannot be read is a finding, and the others are still linted."""
    inputs, templates = split_templates(inputs)
    report = _lint_plain(inputs, options)
    return relocate(report, templates) if templates else report


def _lint_plain(inputs: Sequence[LintInput], options: LintOptions) -> LintReport:
    style = _start_style(inputs) if options.selection.names(STYLE) else None

    def work(index: int) -> _Piece:
        return _lint(inputs[index], options, style)

    total = len(inputs)
    options.told(0, total)
    pieces: list[_Piece] = []
    if total > FEW and options.processes > 1:
        first = work(0)  # what it has to load is there for all others
        if style is not None:
            style.wait()
        rest = map_forked(
            lambda index: work(index + 1),
            total - 1,
            options.processes,
            lambda number: options.told(number + 1, total),
        )
        pieces += [first, *rest]
    for index in range(len(pieces), total):
        pieces.append(work(index))
        options.told(len(pieces), total)
    return _report([one.name for one in inputs], pieces, options)


def _start_style(inputs: Sequence[LintInput]) -> StyleRun:
    """Let yamllint run once for all files, while everything else is done."""
    from helmwright.lint.yaml_style import StyleRun

    files: dict[str, bytes] = {}
    for one in inputs:
        subject = one.subject
        files.update(subject.files)
        if subject.whole_chart:
            files.update(
                (f"{subject.chart.path}/{raw.name}", raw.data)
                for raw in subject.chart.raw
                if raw.name == "values.yaml"
            )
    run = StyleRun(files.items())
    run.start()
    return run


def _lint(one: LintInput, options: LintOptions, style: StyleRun | None) -> _Piece:
    try:
        # A copy: what it works out is gone when it is done.
        subject = replace(one.subject, style=style)
        with options.bounds():
            outcome = lint_subject(subject, options.selection)
            found = [*outcome.findings, *(allowed.finding for allowed in outcome.allowed)]
            return _Piece(outcome, excerpts(subject, found, SubjectTexts(subject)))
    except HelmwrightError as error:
        return _Piece(Outcome(findings=unreadable(error, options.selection, one.name)), {})


def _report(names: Sequence[str], pieces: Sequence[_Piece], options: LintOptions) -> LintReport:
    allowed = {
        (one.finding.rule, one.finding.span, one.finding.message): one
        for piece in pieces
        for one in piece.outcome.allowed
    }
    used = {one.span for one in allowed.values()}
    findings = sorted_findings(
        finding
        for piece in pieces
        for finding in piece.outcome.findings
        if finding.rule != UNUSED or finding.span not in used
    )
    seconds: Counter[str] = Counter()
    lines: Excerpts = {}
    for piece in pieces:
        seconds.update(piece.outcome.seconds)
        for place, line in piece.excerpts.items():  # what one hides, all hide
            lines[place] = None if lines.get(place, line) is None else line
    compared = options.baseline.compare(findings) if options.baseline else None
    return LintReport(
        findings=compared.new if compared else tuple(findings),
        inputs=tuple(names),
        allowed=tuple(sorted(allowed.values(), key=lambda one: one.finding.order)),
        known=compared.known if compared else (),
        gone=compared.gone if compared else 0,
        fail_level=options.fail_level,
        failures=tuple(
            dict.fromkeys(failure for piece in pieces for failure in piece.outcome.failures)
        ),
        seconds=seconds,
        excerpts=lines,
        undecided=tuple(
            dict.fromkeys(text for piece in pieces for text in piece.outcome.undecided)
        ),
    )
