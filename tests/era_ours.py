"""Runs cases of golden/eras as one release: through the command line, lint through what helm lint says."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tests import ours
from tests.golden_cases import Expected, mask
from tests.lint.test_helm_lint_golden import SILENT, HelmLintFlags

from helmwright.commands.command import parse
from helmwright.eras import resolve_era
from helmwright.lint.helm_lint import helm_messages
from helmwright.lint.helm_lint.folder import chart_folder
from helmwright.lint.helm_lint.output import helm_lint_output
from helmwright.values.files import merge_sources

if TYPE_CHECKING:
    from tests.golden_cases import Case

    from helmwright.eras import Era


def run_case(case: Case, release: str) -> Expected:
    """Returns what we answer to a case as a release of Helm."""
    if case.argv[0] == "lint":
        return _lint(case, resolve_era(release))
    return ours.run_case(replace(case, argv=[*case.argv, "--helm", release]))


def _lint(case: Case, era: Era) -> Expected:
    base = ours.scratch_folder()
    root, before = base / "work", Path.cwd()
    try:
        root.mkdir()
        for entry in case.entries:
            entry.write(root)
        os.chdir(root)
        flags, paths = parse(HelmLintFlags, case.argv[1:], SILENT)  # type: ignore[arg-type]
        values = merge_sources(flags.values, set_values=flags.set)
        messages = helm_messages(
            chart_folder(paths[0], era=era),
            values,
            namespace=flags.namespace or "default",
            kube_version=flags.kube_version,
            skip_schema_validation=flags.skip_schema_validation,
            era=era,
        )
        output = helm_lint_output([(paths[0], messages)], strict=flags.strict, quiet=flags.quiet)
        error = f"Error: {output.error}\n" if output.error else ""
        return Expected(mask(output.text, str(root)), mask(error, str(root)), int(bool(error)))
    finally:
        os.chdir(before)
        shutil.rmtree(base, ignore_errors=True)
