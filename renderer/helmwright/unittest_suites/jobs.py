"""Runs one test: renders the chart, reads what came out, and asserts.

Source: helm-unittest pkg/unittest/test_job.go.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError, TemplateError
from helmwright.charts.coalescing import coalesce_values
from helmwright.charts.dependencies import process_dependencies
from helmwright.eras.meant import as_era
from helmwright.go.world import World
from helmwright.rendering.engine import Engine
from helmwright.rendering.release import Release, validate_release_name
from helmwright.unittest_suites.assertions import Outputs, run_assertion
from helmwright.unittest_suites.capabilities import HELM, plugin_capabilities
from helmwright.unittest_suites.cluster import FakeCluster
from helmwright.unittest_suites.documents import RAW, Document, read_documents
from helmwright.unittest_suites.results import TestResult
from helmwright.unittest_suites.selection import select_templates, template_path
from helmwright.unittest_suites.set_values import TestValues

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.charts.chart import Chart
    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value
    from helmwright.go.regexp import Regexp
    from helmwright.template.coverage import Coverage
    from helmwright.unittest_suites.snapshots import Snapshots
    from helmwright.unittest_suites.suites import Suite, Test

_ALL = "**"
_ERROR = r"(?msU)^(?:.+: |.+ \()(?:(.+):\d+:\d+).+(?:.+>)*: (.+)$"
_error_expression: Regexp | None = None


class TestChart:
    """A chart whose suites are run; it is loaded, and its templates compiled, once.

    skip_schema_validation: do not hold values against values.schema.json.
    coverage: told what of the templates runs. era: the Helm that renders, or its version.
    """

    __test__ = False

    def __init__(
        self,
        chart: Chart,
        *,
        skip_schema_validation: bool = False,
        coverage: Coverage | None = None,
        era: Era | str = HELM,
    ) -> None:
        self.chart = chart
        self._era = era = as_era(era)
        self._skip_schema = skip_schema_validation
        self._engine = Engine(coverage=coverage, era=era)
        self._values = TestValues()

    def run(
        self, suite: Suite, test: Test, snapshots: Snapshots, *, fail_fast: bool = False
    ) -> TestResult:
        """Return what becomes of a test."""
        result = TestResult(test.name, test.index)
        if test.skipped:
            result.skipped = test.skipped
            return result
        start = perf_counter()
        snapshots.begin(test.name)
        try:
            outputs, files = self._outputs(suite, test)
        except HelmwrightError as error:
            result.error = error.message
        else:
            result.error = outputs.error
            result.passed = True
            for assertion in test.assertions:
                templates = self._templates(suite, test, assertion.template, files)
                found = run_assertion(assertion, test, templates, outputs, snapshots, fail_fast)
                result.assertions.append(found)
                result.passed = result.passed and found.passed
                if fail_fast and not result.passed:
                    break
            if result.assertions and all(found.skipped for found in result.assertions):
                result.skipped = result.assertions[0].skipped
        result.seconds = perf_counter() - start
        return result

    def _outputs(self, suite: Suite, test: Test) -> tuple[Outputs, list[str]]:
        """Return what rendering gave, and the templates that wildcards stand for."""
        values = self._values.of(suite, test)
        documents: dict[str, Sequence[Document]] = {}
        crds = self.chart.crds() if suite.include_crds else []
        for path, file in crds:
            documents[path] = read_documents(file.data.decode("utf-8", "surrogateescape"))
        error, failed = "", False
        rendered: dict[str, str] = {}
        try:
            rendered = self._render(suite, test, values)
        except HelmwrightError as problem:
            failed = True
            text = problem.message
            at = {} if test.wants_success else _located(suite, problem, text)
            documents.update(at)
            error = "" if at else text
            files = list(at)
        else:
            files = list(rendered)
        for path, text in rendered.items():
            found = _read(path, text)
            if found is not None:
                documents[path] = found
        return Outputs(documents, not failed, error), [*files, *(path for path, _ in crds)]

    def _render(self, suite: Suite, test: Test, values: dict[str, Value]) -> dict[str, str]:
        if test.release.name:
            validate_release_name(test.release.name)
        chart = process_dependencies(self.chart, values, era=self._era)
        coalesced = coalesce_values(chart, values, era=self._era)
        if not self._skip_schema:
            from helmwright.schema import validate

            validate(chart, coalesced)
        selected = select_templates(chart, suite.route, suite.templates or (_ALL,), suite.excluded)
        _set_versions(selected, test)
        lookup = FakeCluster(test.cluster).lookup if test.cluster.objects else None
        return self._engine.render(
            selected,
            coalesced,
            _release(test),
            plugin_capabilities(test.capabilities, self._era),
            World.real(lookup=lookup),
        )

    def _templates(self, suite: Suite, test: Test, own: str, files: Sequence[str]) -> Sequence[str]:
        """Return the paths of the templates that an assertion is about; own: its ``template``."""
        if own:
            names: Sequence[str] = (own,)
        elif test.templates is not None:
            names = test.templates
        else:
            names = suite.templates or (_ALL,)
            if any("*" in name for name in names):
                return files
        return [template_path(suite.route, name) for name in names]


def _set_versions(chart: Chart, test: Test) -> None:
    """Give a chart and its subcharts the versions that a test asks for."""
    if not (test.chart.version or test.chart.app_version):
        return
    for one in (chart, *chart.dependencies):
        one.metadata = one.metadata.copy()
        one.metadata.version = test.chart.version or one.metadata.version
        one.metadata.app_version = test.chart.app_version or one.metadata.app_version


def _release(test: Test) -> Release:
    wanted = test.release
    return Release(
        wanted.name or "RELEASE-NAME",
        wanted.namespace or "NAMESPACE",
        is_upgrade=wanted.upgrade,
        revision=wanted.revision,
    )


def _located(suite: Suite, problem: HelmwrightError, text: str) -> dict[str, Sequence[Document]]:
    """Return an error as the document of the template it happened in; nothing without a place."""
    global _error_expression  # noqa: PLW0603 - compiled when it is first needed
    if not isinstance(problem, TemplateError):
        return {}
    if _error_expression is None:
        from helmwright.go.regexp import compile as compile_pattern

        _error_expression = compile_pattern(_ERROR)
    found = _error_expression.find_submatch(text)
    if not found:
        return {}
    _, path, message = found
    _, newline, rest = text.partition("\n")
    document = Document({RAW: rest if newline else message})
    if path.rpartition("/")[2].startswith("_"):
        names = suite.templates or (_ALL,)
        return {template_path(suite.route, name): [document] for name in names}
    root = suite.route.split("/", 1)[0]
    return {path if path.startswith(root) else f"{root}/{path}": [document]}


def _read(path: str, text: str) -> Sequence[Document] | None:
    """Return the documents of a rendered file; None for a file that is not looked at."""
    extension = path.rpartition("/")[2].rpartition(".")[2]
    if extension in ("yaml", "yml", "tpl"):
        return read_documents(text)
    return [Document({RAW: text})] if extension == "txt" else None
