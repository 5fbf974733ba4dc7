"""The checks of lists at a path: what they contain, and how long they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.unittest_suites.checks import (
    NO_DOCUMENT,
    PASSED,
    Check,
    Outcome,
    expected,
    failure,
    said,
)
from helmwright.unittest_suites.documents import as_yaml, same
from helmwright.unittest_suites.paths import PathError
from helmwright.unittest_suites.value_checks import holds

if TYPE_CHECKING:
    from helmwright.go.kinds import Value
    from helmwright.unittest_suites.documents import Document


def contains(check: Check) -> Outcome:
    """Values are lists with an item that is ``content``, or as many as ``count`` says."""
    content, count = check.parameters["content"], check.parameters["count"]

    def wrong(actual: Value, document: int = -1, index: int = -1) -> list[str]:
        blocks = expected(check, "to contain", value=as_yaml([content]), actual=as_yaml(actual))
        return said(blocks, document, index)

    def one(actual: Value, document: int, index: int) -> Outcome:
        if not isinstance(actual, list):
            message = f"expect '{check.path}' to be an array, got:\n{as_yaml(actual)}"
            return False, failure(message, document, index)
        found = sum(_fits(item, content, part=check.parameters["any"]) for item in actual)
        right = found > 0 if count is None else 0 < found == count
        if right != check.negative:
            return PASSED
        if count is None or not found:
            return False, wrong(actual, document, index)
        message = f"expect count {count} in '{check.path}' to be in array, got {found}:\n{as_yaml(actual)}"
        return False, failure(message, document, index)

    return check.each(one, lambda: wrong(NO_DOCUMENT, 0))


def _fits(item: Value, content: Value, *, part: bool) -> bool:
    if part and type(item) is dict and type(content) is dict:
        return holds(item, content)
    return same(item, content)


def length_equal(check: Check) -> Outcome:
    """Lists are as long as ``count``, or all the lists at ``paths`` are of one length."""
    path, paths, count = (check.parameters[name] for name in ("path", "paths", "count"))
    if path and (count is None or count < 0):
        return False, failure("'count' field must be set if 'path' is used")
    if path and paths:
        return False, failure("'paths' couldn't be used with 'path'")

    def wrong() -> list[str]:
        return said({"Path": "", "Expected to match count": "", "Actual": NO_DOCUMENT})

    def one(document: Document, number: int) -> Outcome:
        if path:
            passed, details, _ = _length(check, document, path, number)
            return passed, details
        return _lengths(check, document, paths, number)

    return check.each_document(one, wrong)


def _length(
    check: Check, document: Document, path: str, number: int
) -> tuple[bool, list[str], int]:
    """Return whether the lists at a path are as long as wanted, why not, and the last length."""
    count = check.parameters["count"]
    try:
        values = document.values_at(path)
    except PathError as error:
        return False, failure(str(error), number), 0
    if not values:
        details = [] if check.negative else failure(f"unknown path {path}", number)
        return check.negative, details, 0
    passed, length, details = False, 0, list[str]()
    for index, value in enumerate(values):
        if not isinstance(value, list) and count is None:
            details += failure(f"{path} is not array", number, index)
            continue
        length = len(value) if isinstance(value, list) else 0
        if count is not None and (length == count) == check.negative:
            passed = False
            details += said(_count_blocks(check, path, count, length), number)
        else:
            passed = passed or index == 0
    return passed, details, length


def _count_blocks(check: Check, path: str, count: int, length: int) -> dict[str, str]:
    negation = " NOT" if check.negative else ""
    return {
        "Path": path,
        f"Expected{negation} to match count": str(count),
        "Actual": str(length),
    }


def _lengths(check: Check, document: Document, paths: tuple[str, ...], number: int) -> Outcome:
    lengths: dict[str, int] = {}
    details: list[str] = []
    for path in paths:
        passed, problems, lengths[path] = _length(check, document, path, number)
        if not passed:
            details += problems or failure(f"{path} is not array", number)
    if details:
        return False, details
    ordered = sorted(lengths)
    if not ordered:
        return False, failure("'path' or 'paths' must be set", number)
    for path in ordered[1:]:
        if (lengths[path] == lengths[ordered[0]]) == check.negative:
            return False, said(_count_blocks(check, path, -1, lengths[path]), number)
    return PASSED
