"""A small chart, and suites that are run on it."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import pytest

from helmwright.unittest_suites.running import UnittestOptions, run_unittest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from helmwright.unittest_suites.results import SuiteResult

CONFIG = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-config
  labels: {app.kubernetes.io/name: shop, version: {{ .Chart.Version | quote }}}
data:
  text: "a  \\nb"
  encoded: aGVsbG8=
  number: {{ .Values.number }}
  whole: 1.0
  yes: yes
  list: [1, two, {three: 3, four: 4}, two]
  other: [a, b]
  empty: {}
  nothing:
  revision: {{ .Release.Revision }}
"""
TWO = """\
---
kind: A
metadata: {name: one}
---
kind: B
metadata: {name: two}
"""


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    (folder / "templates").mkdir(parents=True)
    (folder / "tests").mkdir()
    (folder / "Chart.yaml").write_text("apiVersion: v2\nname: shop\nversion: 1.2.3\n")
    (folder / "values.yaml").write_text("number: 3\nfail: ''\n")
    (folder / "templates" / "config.yaml").write_text(CONFIG)
    (folder / "templates" / "two.yaml").write_text(TWO)
    (folder / "templates" / "NOTES.txt").write_text("Hello {{ .Release.Name }}\n")
    return folder


@pytest.fixture
def run(chart: Path) -> Callable[..., SuiteResult]:
    """Run a suite; returns its result."""

    def run_suite(text: str, **options: object) -> SuiteResult:
        (chart / "tests" / "x_test.yaml").write_text(textwrap.dedent(text))
        found = run_unittest(str(chart), UnittestOptions(**options))  # type: ignore[arg-type]
        assert not found.error
        return found.suites[0]

    return run_suite


@pytest.fixture
def verdict(run: Callable[..., SuiteResult]) -> Callable[..., bool]:
    """Tell whether one assertion on one template passes."""

    def check(assertion: str, template: str = "config.yaml", rest: str = "{}") -> bool:
        text = f"""
suite: s
templates: [{template}]
tests:
  - it: t
    release: {{name: r}}
    set: {rest}
    asserts: [{assertion}]
"""
        result = run(text)
        assert not result.error, result.error
        assert not result.tests[0].error, result.tests[0].error
        return result.tests[0].passed

    return check
