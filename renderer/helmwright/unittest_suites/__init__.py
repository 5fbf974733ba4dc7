"""Test suites written for helm-unittest (``*_test.yaml``): read, run and reported.

``reading`` makes ``suites`` of files (``format`` holds them against their schema), ``jobs`` renders a test's chart with the
``selection`` of templates, ``set_values`` and ``cluster`` objects it asks for, ``assertions`` picks documents
and calls a check (``value_checks``, ``list_checks``, ``document_checks``; ``assertion_kinds`` names them),
``paths`` finds values, ``snapshots`` keeps them, ``running`` does all suites of a chart, ``report_*`` write.
``go/yaml_v3`` reads YAML as that plugin does: integers stay integers, ``yes`` is a string. Error texts are
Helm 3's (``TemplateError.go_text``), because suites hold them.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.unittest_suites.running import UnittestOptions, run_unittest
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "unittest_suites.running": ("UnittestOptions", "run_unittest"),
        },
    )

__all__ = [
    "UnittestOptions",
    "run_unittest",
]
