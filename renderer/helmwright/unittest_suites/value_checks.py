"""The checks of values at a path."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as Base64Error
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
from helmwright.unittest_suites.documents import as_yaml, go_type, same, uniform, uniform_all
from helmwright.unittest_suites.paths import PathError

if TYPE_CHECKING:
    from helmwright.go.kinds import Value
    from helmwright.go.regexp import Regexp
    from helmwright.unittest_suites.documents import Document


def _decoded(text: str) -> str | None:
    """Return what a text in base64 says, None if it is none."""
    code = text.replace("\n", "").replace("\r", "")
    try:
        return b64decode(code, validate=True).decode("utf-8", "surrogateescape")
    except (Base64Error, ValueError):
        return None


def equal(check: Check) -> Outcome:
    """Values are equal to ``value``, of the same types."""
    wanted = check.parameters["value"]

    def wrong(actual: Value, document: int = -1, index: int = -1) -> list[str]:
        if check.negative:
            return said(expected(check, "to equal", value=as_yaml(wanted)), document, index)
        blocks = expected(check, "to equal", value=as_yaml(wanted), actual=as_yaml(actual))
        blocks["Diff"] = difference(as_yaml(wanted), as_yaml(actual))
        return said(blocks, document, index)

    def one(actual: Value, document: int, index: int) -> Outcome:
        if type(actual) is str:
            if check.parameters["decodeBase64"]:
                decoded = _decoded(actual)
                if decoded is None:
                    return _no_base64(actual, document, index)
                actual = decoded
            actual = uniform(actual)
        else:
            actual = uniform_all(actual)
        if same(wanted, actual) == check.negative:
            return False, wrong(actual, document, index)
        return PASSED

    return check.each(one, lambda: wrong(NO_DOCUMENT))


def _no_base64(text: str, document: int, index: int) -> Outcome:
    message = f"unable to decode base64 expected content {text}"
    return False, failure(message, document, index)


def greater_or_equal(check: Check) -> Outcome:
    """Values are not less than ``value``."""
    return _ordered(check, "greater")


def less_or_equal(check: Check) -> Outcome:
    """Values are not greater than ``value``."""
    return _ordered(check, "less")


def _ordered(check: Check, direction: str) -> Outcome:
    def wrong(message: str, document: int = -1, index: int = -1) -> list[str]:
        blocks = expected(check, f"to be {direction} then or equal to, got", value=message)
        return said(blocks, document, index)

    def one_document(document: Document, number: int) -> Outcome:
        try:
            values = document.values_at(check.path)
        except PathError as error:
            return False, failure(str(error), number)
        if not values:
            unknown = failure(f"unknown path '{check.path}'", number)
            return PASSED if check.negative else (False, unknown)
        passed, details = False, list[str]()
        for index, actual in enumerate(values):
            problem = _order_problem(check, direction, actual)
            if problem is None:
                passed = passed or index == 0
            elif problem.startswith("actual '"):  # another type does not undo what passed before
                details += failure(problem, number, index)
            else:
                passed = False
                details += wrong(problem, number, index)
        return passed, details

    return check.each_document(one_document, lambda: wrong("no manifests found"))


def _order_problem(check: Check, direction: str, actual: Value) -> str | None:
    wanted = check.parameters["value"]
    types = go_type(actual) or "%!s(<nil>)", go_type(wanted) or "%!s(<nil>)"
    if types[0] != types[1]:
        return f"actual '{types[0]}' and expected '{types[1]}' types do not match"
    if types[0] not in ("string", "int", "float64"):
        return f"unsupported type '{types[0]}'"
    holds = actual >= wanted if direction == "greater" else actual <= wanted
    # Negated, the former always passes: in helm-unittest the negation binds to the latter only.
    if (holds or check.negative) if direction == "greater" else holds != check.negative:
        return None
    return f"the actual '{actual}' is not {direction} or equal to the expected '{wanted}'"


def exists(check: Check) -> Outcome:
    """The path leads to something."""

    def wrong(document: int = -1) -> list[str]:
        negation = "NOT " if check.negative else ""
        return said({"Path": f"{check.path} expected to {negation}exists"}, document)

    def one(document: Document, number: int) -> Outcome:
        try:
            found = bool(document.values_at(check.path))
        except PathError as error:
            return False, failure(str(error), number)
        return (False, wrong(number)) if found == check.negative else PASSED

    return check.each_document(one, wrong)


def match_regex(check: Check) -> Outcome:
    """Values are strings that match ``pattern``."""
    pattern = check.parameters["pattern"]

    def wrong(actual: str, document: int = -1, index: int = -1) -> list[str]:
        blocks = expected(check, "to match", value=pattern, actual=actual)
        return said(blocks, document, index)

    expression = compiled(pattern)
    if isinstance(expression, str):
        return (
            (True, [])
            if not check.selected and check.negative and pattern
            else (
                False,
                failure(expression),
            )
        )

    def one(actual: Value, document: int, index: int) -> Outcome:
        if type(actual) is not str:
            message = f"expect '{check.path}' to be a string, got:\n{as_yaml(actual)}"
            return False, failure(message, document, index)
        if check.parameters["decodeBase64"]:
            decoded = _decoded(actual)
            if decoded is None:
                return _no_base64(actual, document, index)
            actual = decoded
        if expression.match(actual) == check.negative:
            return False, wrong(actual, document, index)
        return PASSED

    return check.each(one, lambda: wrong(NO_DOCUMENT))


def compiled(pattern: str) -> Regexp | str:
    """Return a regular expression, or what is wrong with the pattern."""
    from helmwright.go.regexp import compile as compile_pattern

    if not pattern:
        return "expected field 'pattern' to be filled"
    try:
        return compile_pattern(pattern)
    except GoError as error:
        return error.message


def is_null_or_empty(check: Check) -> Outcome:
    """Values are null, blank, 0, false or hold nothing."""

    def wrong(actual: Value, document: int = -1, index: int = -1) -> list[str]:
        blocks = expected(check, "to be null or empty, got", value=as_yaml(actual))
        return said(blocks, document, index)

    def one(actual: Value, document: int, index: int) -> Outcome:
        if (not actual) == check.negative:
            return False, wrong(actual, document, index)
        return PASSED

    return check.each(one, lambda: wrong(NO_DOCUMENT))


def is_type(check: Check) -> Outcome:
    """Values are of a type, as Go names it."""
    wanted = check.parameters["type"]

    def wrong(actual: str, document: int = -1, index: int = -1) -> list[str]:
        blocks = expected(check, "to be of type", value=wanted, actual=actual)
        return said(blocks, document, index)

    def one(actual: Value, document: int, index: int) -> Outcome:
        found = go_type(actual)
        return (
            (False, wrong(found, document, index))
            if (found == wanted) == check.negative
            else PASSED
        )

    return check.each(one, lambda: wrong(NO_DOCUMENT))


def is_subset(check: Check) -> Outcome:
    """Values are maps that hold all entries of ``content``."""
    content = check.parameters["content"]

    def wrong(actual: Value, document: int = -1, index: int = -1) -> list[str]:
        blocks = expected(check, "to contain", value=as_yaml(content), actual=as_yaml(actual))
        return said(blocks, document, index)

    def one(actual: Value, document: int, index: int) -> Outcome:
        if type(actual) is not dict or type(content) is not dict:
            message = f"expect '{check.path}' to be an object, got:\n{as_yaml(actual)}"
            return False, failure(message, document, index)
        if holds(actual, content) == check.negative:
            return False, wrong(actual, document, index)
        return PASSED

    return check.each(one, lambda: wrong(NO_DOCUMENT))


def holds(actual: dict[str, Value], content: dict[str, Value]) -> bool:
    """Tell whether a map has all the entries of another; a missing one is null."""
    return all(same(actual.get(key), value) for key, value in content.items())
