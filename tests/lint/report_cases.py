"""Findings of every kind, for the tests of reports."""

from __future__ import annotations

from helmwright.lint.finding import Finding, Related, Severity, Span
from helmwright.lint.result import LintReport
from helmwright.lint.run import Allowed
from helmwright.values.editing import Rename

ERROR = Finding(
    "max-slots-per-pod-missing",
    Severity.ERROR,
    'maxSlotsPerPod: "50% | a" is no number',
    Span("values/prod.yaml", 3, 17, 3, 23),
    ("maxSlotsPerPod",),
    fix="Write a number: 4, 8.",
    related=(Related(Span("values/prod.yaml", 9, 1, 9, 4), "first set here"),),
)
WARNING = Finding(
    "suppression-unused",
    Severity.WARNING,
    "there is no finding <here>",
    Span("values/prod.yaml", 5, 1, 5, 1),
)
INFO = Finding(
    "chart-icon-missing", Severity.INFO, "icon is recommended", Span("c/Chart.yaml", 1, 1, 1, 1)
)
OF_FLAG = Finding(
    "port-out-of-range", Severity.ERROR, "db.port: no port", Span("--set db.port"), ("db", "port")
)
FIXABLE = Finding(
    "pool-key-unknown",
    Severity.WARNING,
    "a: unknown",
    Span("fix.yaml", 2, 1, 2, 2),
    ("a",),
    fix="rename a to b",
    edits=(Rename(("a",), ("b",)),),
)
REPORT = LintReport(
    findings=(INFO, OF_FLAG, ERROR, WARNING),
    inputs=("values/prod.yaml", "c", "clean.yaml"),
    allowed=(Allowed(FIXABLE, "it is old", Span("fix.yaml", 1, 1, 1, 9)),),
    known=(WARNING,),
    gone=2,
    excerpts={("values/prod.yaml", 3): "maxSlotsPerPod: 50% | a"},
)
EMPTY = LintReport(findings=(), inputs=("clean.yaml",))
FAILED = LintReport(findings=(), inputs=("clean.yaml",), failures=(("some-rule", "KeyError: 'x'"),))
