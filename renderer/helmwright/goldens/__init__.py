"""Golden files of any chart: cases, what they render to, and how that is held against files.

::

    settings ─▶ cases ─▶ engines (own_engine, helm_engine) ─▶ masking ─▶ expected ─▶ report_*
                             │
                             └▶ instability, coverage_*

``interface`` is the door; ``running`` shares cases among processes. ``masking`` and ``diff`` hide what differs by
chance and what is secret. ``instability`` names fields that come from chance or the clock: a world that
remembers which template lines asked it says whether a second render, with another seed and clock, is needed
at all. The repository's own cases below golden/ are another thing: only the real Helm writes them.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.goldens.cases import GoldenCase
    from helmwright.goldens.interface import load_golden_cases, run_goldens, update_goldens
    from helmwright.goldens.results import GoldenReport, GoldenResult
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "goldens.cases": ("GoldenCase",),
            "goldens.interface": ("load_golden_cases", "run_goldens", "update_goldens"),
            "goldens.results": ("GoldenReport", "GoldenResult"),
        },
    )

__all__ = [
    "GoldenCase",
    "GoldenReport",
    "GoldenResult",
    "load_golden_cases",
    "run_goldens",
    "update_goldens",
]
