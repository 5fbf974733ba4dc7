"""Asserts on what the templates of a chart gave: which documents, then which check.

Source: helm-unittest pkg/unittest/assertion.go and valueutils/documentselector.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.records import Record
from helmwright.unittest_suites import document_checks, list_checks, value_checks
from helmwright.unittest_suites.assertion_kinds import KINDS
from helmwright.unittest_suites.checks import Check, failure
from helmwright.unittest_suites.documents import RAW, same
from helmwright.unittest_suites.paths import PathError
from helmwright.unittest_suites.results import AssertionResult

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from helmwright.unittest_suites.checks import Outcome
    from helmwright.unittest_suites.documents import Document
    from helmwright.unittest_suites.snapshots import Snapshots
    from helmwright.unittest_suites.suites import Assertion, Selector, Test

_CHECKS: dict[str, Callable[[Check], Outcome]] = {
    "equal": value_checks.equal,
    "equalRaw": document_checks.equal_raw,
    "greaterOrEqual": value_checks.greater_or_equal,
    "lessOrEqual": value_checks.less_or_equal,
    "exists": value_checks.exists,
    "matchRegex": value_checks.match_regex,
    "matchRegexRaw": document_checks.match_regex_raw,
    "contains": list_checks.contains,
    "isKind": document_checks.is_kind,
    "isAPIVersion": document_checks.is_api_version,
    "hasDocuments": document_checks.has_documents,
    "isSubset": value_checks.is_subset,
    "isNullOrEmpty": value_checks.is_null_or_empty,
    "failedTemplate": document_checks.failed_template,
    "containsDocument": document_checks.contains_document,
    "lengthEqual": list_checks.length_equal,
    "isType": value_checks.is_type,
    "matchSnapshot": document_checks.match_snapshot,
    "matchSnapshotRaw": document_checks.match_snapshot_raw,
}
_NOT_SELECTED = '\ttemplate "{}" not exists or not selected in test suite'


class SelectionError(Exception):
    """The documents that an assertion is about cannot be found."""


class Outputs(Record):
    """What rendering a chart for a test gave.

    documents: by the path of the template. succeeded: whether the chart could be rendered.
    error: why it could not, blank where the error is among the documents.
    """

    documents: Mapping[str, Sequence[Document]]
    succeeded: bool
    error: str = ""


def run_assertion(  # noqa: PLR0913, PLR0917 - what an assertion depends on
    assertion: Assertion,
    test: Test,
    templates: Sequence[str],
    outputs: Outputs,
    snapshots: Snapshots,
    fail_fast: bool,  # noqa: FBT001
) -> AssertionResult:
    """Return what becomes of an assertion on the documents of some templates."""
    result = AssertionResult(assertion.index, assertion.kind, False, negated=assertion.negated)
    by_template = {template: outputs.documents.get(template, ()) for template in templates}
    selector = assertion.selector or test.selector
    index = assertion.document if test.document is None else test.document
    try:
        if selector is not None and selector.path:
            selected = _select(selector, by_template)
        elif index != -1:
            selected = _at_index(index, by_template)
        else:
            selected = dict(by_template)
    except SelectionError as error:
        result.details = failure(str(error))
        return result
    if not selected and test.selector is not None and test.selector.skip_empty:
        result.passed = True
        result.skipped = (
            "skipped as 'documentSelector.skipEmptyTemplates: true' and 'selectedTemplates: empty'"
        )
        return result
    run = _Run(assertion, test, outputs, snapshots, fail_fast)
    if not selected:
        result.passed, result.details = run.on_nothing()
        return result
    result.passed = True
    for template in sorted(selected):
        passed, details = run.on_template(template, selected[template])
        result.passed = result.passed and passed
        if not passed:
            result.details += [f"Template:\t{template}", *details]
    return result


class _Run:
    def __init__(
        self,
        assertion: Assertion,
        test: Test,
        outputs: Outputs,
        snapshots: Snapshots,
        fail_fast: bool,  # noqa: FBT001
    ) -> None:
        self._assertion = assertion
        self._test = test
        self._outputs = outputs
        self._snapshots = snapshots
        self._fail_fast = fail_fast
        self._wants_success = assertion.kind != "failedTemplate"

    def on_nothing(self) -> Outcome:
        """Check that there is nothing to check."""
        if self._wants_success != self._outputs.succeeded:
            return False, ["Error: rendered manifest is empty"]
        return self._check((), ())

    def on_template(self, template: str, selected: Sequence[Document]) -> Outcome:
        """Check the selected documents of one template."""
        rendered = self._outputs.documents.get(template)
        if rendered is None and self._wants_success:
            return False, ["Error:", _NOT_SELECTED.format(template)]
        rendered = rendered or ()
        if self._wants_success != self._outputs.succeeded:
            if rendered:
                return False, [f"Error: Invalid rendering: {rendered[0].data.get(RAW)}"]
            return False, ["Error: rendered manifest is empty"]
        return self._check(rendered, selected)

    def _check(self, documents: Sequence[Document], selected: Sequence[Document]) -> Outcome:
        kind = KINDS[self._assertion.kind]
        check = Check(
            parameters=self._assertion.parameters,
            documents=documents,
            selected=selected,
            negative=self._assertion.negated != kind.opposite,
            snapshots=self._snapshots,
            test=self._test.name,
            error=self._outputs.error,
            fail_fast=self._fail_fast,
        )
        return _CHECKS[kind.check](check)


def _at_index(
    index: int, by_template: Mapping[str, Sequence[Document]]
) -> dict[str, Sequence[Document]]:
    for documents in by_template.values():
        if not 0 <= index < len(documents):
            raise SelectionError(f"document index {index} is out of range")
    return {template: [documents[index]] for template, documents in by_template.items()}


def _select(
    selector: Selector, by_template: Mapping[str, Sequence[Document]]
) -> dict[str, Sequence[Document]]:
    selected: dict[str, Sequence[Document]] = {}
    for template, documents in by_template.items():
        found = [document for document in documents if _fits(selector, document)]
        if found:
            selected[template] = found
    count = sum(map(len, selected.values()))
    if count > 1 and not selector.match_many:
        raise SelectionError("multiple indexes found")
    if not count and not selector.skip_empty:
        raise SelectionError("document not found")
    return selected


def _fits(selector: Selector, document: Document) -> bool:
    try:
        values = document.values_at(selector.path)
    except PathError as error:
        raise SelectionError(str(error)) from None
    return any(selector.value is None or same(selector.value, value) for value in values)
