"""Compares our check of the master's configuration with real masters.

    python tests/conformance/master_config.py REPOSITORY [--release 0.38.1] [--cases 2000] [--seed 1]

REPOSITORY is a clone of github.com/determined-ai/determined. A master of each release is built from
it (Go is needed) and asked about random configurations and about those that the chart writes. Our
check has to refuse what it refuses, and nothing else. The exit code is 1 if they disagree.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "renderer"))

from tests.conformance.master_inputs import Configurations
from tests.conformance.master_peer import ask, build
from tests.conformance.master_releases import Comparison, compare_releases
from tests.determined.chart_values import VALUE_SETS
from tests.test_chart_master_config import render

from helmwright.determined import DeterminedRelease, check_master_config

RELEASES = ("0.20.0", "0.24.0", "0.29.0", "0.33.0", "0.36.0", "0.38.1")
AFTERWARDS = "needs the enterprise image"
"""A licence is asked for when the master starts; only these ask while they are checked."""
BEFORE = ("security.authz", "ui_customization")


def refusals(config: dict[str, Any], release: DeterminedRelease) -> list[str]:
    """Returns why we think that the decoder and the checks of the master refuse."""
    return [
        str(problem)
        for problem in check_master_config(config, release)
        if problem.stops_master
        and (AFTERWARDS not in problem.message or problem.path.startswith(BEFORE))
    ]


def compare(release: DeterminedRelease, program: Path, cases: list[dict[str, Any]]) -> int:
    """Prints what differs and returns how often."""
    answers = ask(program, cases)
    differences = 0
    for config, answer in zip(cases, answers, strict=True):
        ours = refusals(config, release)
        if bool(answer) != bool(ours):
            differences += 1
            print(f"{json.dumps(config)}\n  master: {answer or 'takes it'}\n  ours: {ours}")
    refused = sum(map(bool, answers))
    print(f"{release}: {len(cases)} cases, {refused} refused, {differences} differences")
    return differences


def main() -> int:
    """Compares and returns the exit code."""
    return compare_releases(__doc__.split("\n", 1)[0], RELEASES, 2000, _compared)


def _compared(asked: Comparison) -> int:
    made = Configurations(asked.release, asked.chance)
    cases = [made.make() for _ in range(asked.cases)]
    written = [render(asked.release, name) for name, told in VALUE_SETS.items() if _is_public(told)]
    cases += [config for config in written if config is not None]
    program = build(asked.repository, asked.release, asked.folder)
    return compare(asked.release, program, cases)


def _is_public(values: str) -> bool:
    return "enterpriseEdition" not in values


if __name__ == "__main__":
    sys.exit(main())
