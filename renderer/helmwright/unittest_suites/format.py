"""Holds suites against the format of helm-unittest, and makes texts of what it takes for texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError, Position
from helmwright.go.ftoa import format_float
from helmwright.go.yaml_read import Document
from helmwright.settings.formats import UNITTEST_SUITE
from helmwright.unittest_suites.assertion_kinds import KINDS, named_as_known

if TYPE_CHECKING:
    from helmwright.go.kinds import Value


def check_suite(
    data: Value, content: str, path: str, *, first_line: int, strict: bool
) -> dict[str, Any]:
    """Return a suite whose keys hold what they must; parameters of assertions have their names.

    content: the text that it was read from, with first_line lines before it in the file. strict:
    keys that are not known are mistakes. Raises HelmwrightError with the place in the file.
    """
    from helmwright.settings.reading import FormatError, check_data

    suite: dict[str, Any] = _named(data)
    part = Document(content)
    part.first_line = first_line
    try:
        check_data(suite, part, path, UNITTEST_SUITE, whole="a suite", strict=strict)
    except FormatError as error:
        found = error.as_input()
        place = found.position
        if place is None or place.line is None:
            place = Position(path, first_line + 1)
        raise HelmwrightError(found.message, place) from None
    return suite


def _named(data: Value) -> Any:
    """Return a suite in which the parameters of assertions have the names that they are known by."""
    if not isinstance(data, dict) or not isinstance(data.get("tests"), list):
        return data
    return {**data, "tests": [_named_test(test) for test in data["tests"]]}


def _named_test(test: Value) -> Value:
    if not isinstance(test, dict) or not isinstance(test.get("asserts"), list):
        return test
    return {**test, "asserts": [_named_assertion(one) for one in test["asserts"]]}


def _named_assertion(given: Value) -> Value:
    if not isinstance(given, dict):
        return given
    return {
        name: named_as_known(name, value) if name in KINDS else value
        for name, value in given.items()
    }


def text(value: Value) -> str:
    """Return a scalar as text, blank for null."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return format_float(value, "g")
    return str(value)


def texts(values: list[Value] | None) -> tuple[str, ...]:
    """Return a list of texts, empty for null."""
    return tuple(map(text, values or ()))
