"""Suites get the same verdict from helm-unittest and from us, test by test.

The suites are those that helm-unittest is tested with, ours of what it takes if a suite asks for
nothing, those of the charts below the folder that HELMWRIGHT_CHARTS names, and all of them with every assertion negated, and each assertion alone.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from tests.conformance import unittest_peer
from tests.conformance.unittest_peer import Verdict

from helmwright.unittest_suites.running import UnittestOptions, run_unittest

if TYPE_CHECKING:
    from collections.abc import Callable

PATTERNS = ("tests/**/*_test.yaml", "unittests/**/*_test.yaml")
NO_VERDICT = frozenset(
    ("chart-document-selector", "chart-post-renderer", "invalidbasic", "with-post-renderer")
)
"""Charts of helm-unittest whose suites are broken, or run programs."""


def charts() -> list[Path]:
    own = unittest_peer.module_folder() / "test" / "data" / "v3"
    found = [path.parent for path in sorted(own.glob("*/Chart.yaml"))]
    found.append(Path(__file__).parent.parent / "unittest_suites" / "plugin-defaults")
    corpus = os.environ.get("HELMWRIGHT_CHARTS")
    if corpus:
        found += [
            path.parent
            for path in sorted(Path(corpus).rglob("Chart.yaml"))
            if path.parent.parent.name != "charts" or not (path.parents[2] / "Chart.yaml").exists()
        ]
    return [
        path
        for path in found
        if path.name not in NO_VERDICT and any(next(path.glob(one), None) for one in PATTERNS)
    ]


def negated(suite: dict[str, Any]) -> None:
    """Negate every assertion of a suite."""
    for test in suite["tests"]:
        for one in test["asserts"]:
            one["not"] = not one.get("not", False)


def alone(suite: dict[str, Any]) -> None:
    """Make a test of every assertion of a suite."""
    suite["tests"] = [
        {**test, "it": f"{test.get('it')} [{number}]", "asserts": [one]}
        for test in suite["tests"]
        for number, one in enumerate(test["asserts"])
    ]


def negated_alone(suite: dict[str, Any]) -> None:
    """Make a test of every assertion of a suite, negated."""
    alone(suite)
    negated(suite)


CHANGES = {"as they are": None, "each alone": alone, "each alone, negated": negated_alone}


def change_suites(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Write the suites of a chart anew; those that PyYAML reads in another way are removed."""
    for pattern in PATTERNS:
        for path in folder.glob(pattern):
            try:
                suites = [one for one in yaml.safe_load_all(path.read_text()) if one]
                for suite in suites:
                    change(suite)
            except (yaml.YAMLError, AttributeError, KeyError, TypeError):
                path.unlink()
            else:
                path.write_text(yaml.safe_dump_all(suites, sort_keys=False))


@pytest.mark.parametrize("change", CHANGES)
def test_same_verdicts(change: str, tmp_path: Path) -> None:
    different: list[str] = []
    count = 0
    for number, chart in enumerate(charts()):
        folders = [tmp_path / str(number) / side / chart.name for side in ("theirs", "ours")]
        for folder in folders:
            shutil.copytree(chart, folder, symlinks=True, copy_function=shutil.copyfile)
            for inner, _, _ in os.walk(folder):
                Path(inner).chmod(0o755)
            changed = CHANGES[change]
            if changed is not None:
                change_suites(folder, changed)
        theirs = unittest_peer.verdicts(folders[0], PATTERNS, tmp_path / f"{number}.xml")
        ours = our_verdicts(folders[1])
        count += len(theirs)
        different += differences(chart.name, sorted(theirs), sorted(ours))
        if CHANGES[change] is None:
            different += snapshot_differences(*folders)

    print(f"{change}: {count} tests, {len(different)} different", *different, sep="\n")
    assert different == []
    assert count > 0


def our_verdicts(folder: Path) -> list[Verdict]:
    found = run_unittest(str(folder), UnittestOptions(files=PATTERNS), show_secrets=True)
    assert not found.error
    return [
        Verdict(
            suite.name,
            test.name,
            "skipped" if test.skipped else "passed" if test.passed else "failed",
        )
        for suite in found.suites
        for test in suite.tests
    ]


def differences(name: str, theirs: list[Verdict], ours: list[Verdict]) -> list[str]:
    if len(theirs) != len(ours):
        return [f"{name}: {len(theirs)} tests, ours are {len(ours)}"]
    pairs = zip(theirs, ours, strict=True)
    return [f"{name}: {their} {our.outcome}" for their, our in pairs if their != our]


def snapshot_differences(theirs: Path, ours: Path) -> list[str]:
    """Return the snapshot files that are not the same, byte by byte."""
    found = []
    names = {
        path.relative_to(side)
        for side in (theirs, ours)
        for path in side.rglob("__snapshot__/*.snap")
    }
    for name in sorted(names):
        texts = [
            (side / name).read_bytes() if (side / name).exists() else None
            for side in (theirs, ours)
        ]
        if texts[0] != texts[1]:
            found.append(f"{name}: snapshots differ")
    return found
