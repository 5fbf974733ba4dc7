"""The checks of whole documents, of texts that are no YAML, of failures and of snapshots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import GoError
from helmwright.unittest_suites.checks import (
    NO_DOCUMENT,
    PASSED,
    Check,
    Outcome,
    difference,
    expected,
    failure,
    said,
)
from helmwright.unittest_suites.documents import RAW, as_yaml, same, uniform
from helmwright.unittest_suites.value_checks import compiled

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.kinds import Value
    from helmwright.unittest_suites.documents import Document
    from helmwright.unittest_suites.snapshots import Comparison


def is_kind(check: Check) -> Outcome:
    """Documents are of the kind ``of``."""
    return _head(check, "kind", "to be kind")


def is_api_version(check: Check) -> Outcome:
    """Documents are of the API version ``of``."""
    return _head(check, "apiVersion", "to be apiVersion")


def _head(check: Check, field: str, what: str) -> Outcome:
    wanted = check.parameters["of"]

    def wrong(actual: Value, document: int = -1) -> list[str]:
        blocks = {"value": wanted}
        if not check.negative:
            blocks["actual"] = as_yaml(actual)
        return said(expected(check, what, path=False, **blocks), document)

    def one(document: Document, number: int) -> Outcome:
        found = document.data.get(field)
        if (type(found) is str and found == wanted) == check.negative:
            return False, wrong(found, number)
        return PASSED

    return check.each_document(one, lambda: wrong(NO_DOCUMENT))


def has_documents(check: Check) -> Outcome:
    """A template gives ``count`` documents; filterAware: only those that are selected count."""
    wanted = check.parameters["count"] or 0
    counted = check.selected if check.parameters["filterAware"] else check.documents
    if (len(counted) == wanted) != check.negative:
        return PASSED
    blocks = {"value": str(wanted)}
    if not check.negative:
        blocks["actual"] = str(len(counted))
    return False, said(expected(check, "documents count to be", path=False, **blocks))


def contains_document(check: Check) -> Outcome:
    """All documents, or ``any``, are of a kind and API version, and of a name and namespace."""
    parameters = check.parameters
    text = f"Kind = {parameters['kind']}, apiVersion = {parameters['apiVersion']}"
    for name in ("name", "namespace"):
        if parameters[name]:
            text += f", {name.capitalize()} = {parameters[name]}"

    def wrong(document: int) -> list[str]:
        return said(expected(check, "to contain document", path=False, value=text), document)

    if not check.selected:
        return (True, []) if check.negative else (False, wrong(0))
    passed = True
    details: list[str] = []
    for number, document in enumerate(check.selected):
        right = _is_named(check, document) != check.negative
        if right and parameters["any"] != check.negative:
            return PASSED
        if not right:
            details += wrong(number)
            if check.fail_fast:
                return False, details
        passed = passed and right
    return passed, details


def _is_named(check: Check, document: Document) -> bool:
    data, parameters = document.data, check.parameters
    for field in ("kind", "apiVersion"):
        found = data.get(field)
        if type(found) is str and found != parameters[field]:
            return False
    metadata = data.get("metadata")
    return all(
        isinstance(metadata, dict) and same(metadata.get(field), parameters[field])
        for field in ("name", "namespace")
        if parameters[field]
    )


def equal_raw(check: Check) -> Outcome:
    """A text is equal to ``value``."""
    wanted = check.parameters["value"]

    def wrong(actual: str) -> list[str]:
        blocks = {"value": as_yaml(wanted)}
        if not check.negative:
            blocks["actual"] = as_yaml(actual)
        lines = expected(check, "to equal", path=False, **blocks)
        if not check.negative:
            lines["Diff"] = difference(as_yaml(wanted), as_yaml(actual))
        return said(lines)

    return _texts(check, lambda text: text == wanted, wrong)


def match_regex_raw(check: Check) -> Outcome:
    """A text matches ``pattern``."""
    pattern = check.parameters["pattern"]
    expression = compiled(pattern)
    if isinstance(expression, str):
        passed = not check.selected and check.negative and bool(pattern)
        return passed, [] if passed else failure(expression)

    def wrong(actual: str) -> list[str]:
        return said(expected(check, "to match", path=False, value=pattern, actual=actual))

    return _texts(check, expression.match, wrong)


def _texts(check: Check, fits: Callable[[str], bool], wrong: Callable[[str], list[str]]) -> Outcome:
    def one(document: Document, _: int) -> Outcome:
        text = uniform(document.data.get(RAW))
        return (False, wrong(text)) if fits(text) == check.negative else PASSED

    return check.each_document(one, lambda: wrong(NO_DOCUMENT))


def failed_template(check: Check) -> Outcome:
    """The chart cannot be rendered, with a message, or one that matches a pattern."""
    message, pattern = check.parameters["errorMessage"], check.parameters["errorPattern"]
    if message and pattern:
        return False, failure(
            "single attribute 'errorMessage' or 'errorPattern' supported at the same time"
        )
    if check.error:
        return _failed_with(check, check.error, -1) if message or pattern else PASSED
    if not check.selected and not check.negative:
        return False, _wrong_failure(check, "No failed document", -1)
    passed, details = True, list[str]()
    for number, document in enumerate(check.selected):
        if message or pattern:
            right, lines = _failed_with(check, document.data.get(RAW), number)
            passed = passed and right
            details += lines
    return passed, details


def _failed_with(check: Check, actual: Value, document: int) -> Outcome:
    message, pattern = check.parameters["errorMessage"], check.parameters["errorPattern"]
    if pattern:
        passed = actual is None or _matches(pattern, str(actual), negative=check.negative)
    else:
        passed = (actual == message) != check.negative
    return PASSED if passed else (False, _wrong_failure(check, actual, document))


def _matches(pattern: str, text: str, *, negative: bool) -> bool:
    """Tell whether a pattern matches as it should, as an expression or else as a plain text."""
    expression = compiled(pattern)
    if not isinstance(expression, str) and expression.match(text) != negative:
        return True
    return (pattern in text) != negative


def _wrong_failure(check: Check, actual: Value, document: int) -> list[str]:
    parameters = check.parameters
    what = "to match" if parameters["errorPattern"] else "to equal"
    blocks = {"value": parameters["errorMessage"] or parameters["errorPattern"]}
    if not check.negative:
        blocks["actual"] = str(actual)
    return said(expected(check, what, path=False, **blocks), document)


def match_snapshot(check: Check) -> Outcome:
    """Values are what they were when the snapshot was taken."""
    if not check.selected:
        return not check.negative, []
    parameters = check.parameters

    def one(actual: Value, document: int, index: int) -> Outcome:
        try:
            found = check.snapshots.compare(
                check.test, actual, parameters["matchRegex"], parameters["notMatchRegex"]
            )
        except GoError as error:
            return False, failure(error.message, document, index)
        if found.passed != check.negative:
            return PASSED
        return False, said(_snapshot_blocks(check, found, path=True), document, index)

    return check.each(one, list)


def match_snapshot_raw(check: Check) -> Outcome:
    """A text is what it was when the snapshot was taken."""
    if not check.selected:
        return not check.negative, []

    def one(document: Document, _: int) -> Outcome:
        found = check.snapshots.compare(check.test, uniform(document.data.get(RAW)))
        if found.passed != check.negative:
            return PASSED
        return False, said(_snapshot_blocks(check, found, path=False))

    return check.each_document(one, list)


def _snapshot_blocks(check: Check, found: Comparison, *, path: bool) -> dict[str, str]:
    if found.problem:
        return expected(check, found.problem.strip(), path=False, value=found.known or found.new)
    shown = found.known if check.negative else difference(found.known, found.new)
    return expected(check, f"to match snapshot {found.number}", path=path, value=shown)
