"""Linting of values files and charts: what would go wrong, where it is written, why, and the fix.

A rule is one file below ``rules/<group>/``, here or in a pack: what it is about, why, the fix, examples of what is bad and
good, and the function that finds it. The examples are its documentation (``reference`` makes
docs/lint-rules.md) and its test. A rule says what it *reads*, and is called with the view of that name:

============  ==========================  ============================================================
reads         view                        what it shows
============  ==========================  ============================================================
``SOURCE``    ``source.ValuesSource``     one values file: text, tree, values, places
``VALUES``    ``settings.Settings``       effective values by path, with the place of the file or flag
                                          that decided each
``RENDERED``  ``rendered.RenderedChart``  objects, and the template line of each line
``CHART``     ``chart_view.ChartView``    files and template trees; ``values_reads`` follows ``.Values``
                                          through them
``FOLDER``    ``helm_lint.view``          the messages of ``helm lint``
a ``View``    what a pack makes           whatever the pack works out of the subject
============  ==========================  ============================================================

``subject.Subject`` is one chart with values; it makes each view when the first rule asks. ``run`` calls the
rules and drops what a general rule repeats of a specific one; ``suppression``, ``baseline`` and ``config``
decide what counts; ``session`` runs many inputs, in several processes; ``report`` has one file per form.
``catalogue`` has the rules here and those of packs, which only know what a ``Subject`` is told for them. yamllint, whose licence is not ours, is never imported: ``yaml_style`` starts
it as a program of its own beside the other rules.

Most of the time for one values file went into getting ready, so the compiled files of rules are read by
``loading``, and what only a finding needs is imported where it is made (``python -m tests.bench.lint``).

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.lint.definition import Example, Reads, Rule, View, rule
    from helmwright.lint.finding import Finding, Problem, Related, Severity, Span
    from helmwright.lint.interface import lint_chart, lint_values
    from helmwright.lint.result import LintReport
    from helmwright.lint.settings import Settings
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "lint.definition": ("Example", "Reads", "Rule", "View", "rule"),
            "lint.finding": ("Finding", "Problem", "Related", "Severity", "Span"),
            "lint.interface": ("lint_chart", "lint_values"),
            "lint.result": ("LintReport",),
            "lint.settings": ("Settings",),
        },
    )

__all__ = [
    "Example",
    "Finding",
    "LintReport",
    "Problem",
    "Reads",
    "Related",
    "Rule",
    "Settings",
    "Severity",
    "Span",
    "View",
    "lint_chart",
    "lint_values",
    "rule",
]
