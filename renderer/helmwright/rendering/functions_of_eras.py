"""The functions that do something else in other eras than the default one.

Source: text/template/funcs.go and encoding/json of Go 1.20 to 1.26; helm v3 pkg/engine/engine.go
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import ExecutionError, FunctionError
from helmwright.functions import FunctionTable
from helmwright.go.fmt import format_value, sprintf
from helmwright.go.function import Family
from helmwright.go.template_languages import RANGE_OVER_INTEGERS
from helmwright.rendering.functions import ENGINE, elements, pairs, required

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value
    from helmwright.template.runtime import Scope

_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
_OF_JSON = (
    "toJson",
    "toRawJson",
    "toPrettyJson",
    "mustToJson",
    "mustToRawJson",
    "mustToPrettyJson",
)
_TYPES = re.compile(r"(incompatible types for comparison): .*", re.DOTALL)
_CALLEE = re.compile(r"non-function .* of type ", re.DOTALL)
_ESCAPE = re.compile(r"\\[^u]")
_LONG = {"\\b": "\\u0008", "\\f": "\\u000c"}


def functions_of(era: Era) -> FunctionTable:
    """Return the functions that templates of an era may call."""
    own = Family.joined([ENGINE])
    table = FunctionTable(ENGINE, era.missing_functions, language=era.template_language)
    language = era.template_language
    if language < 25:
        for name in _COMPARISONS:
            own[name] = _changed(table, name, _told_otherwise(_TYPES, r"\1"))
    if language < 23:
        own["call"] = _changed(table, "call", _told_otherwise(_CALLEE, "non-function of type "))
    if language < 22:
        for name in _OF_JSON:
            own[name] = _changed(table, name, _long_escapes)
    if era.formats_required:
        own["required"] = ENGINE["required"]._replace(call=_formatted)
    own.update(_older_libraries(era))
    if len(own) == len(ENGINE) and not era.formats_required:
        return table
    return FunctionTable(own, era.missing_functions, language=language)


def loops_of(era: Era) -> dict[str, Any]:
    """Return what compiled templates call for a range, where it is not what they usually do."""
    if era.template_language >= RANGE_OVER_INTEGERS:
        return {}
    return {
        "elements": lambda value: elements(_no_integer(value)),
        "pairs": lambda value: pairs(_no_integer(value)),
    }


def _no_integer(value: Value) -> Value:
    if isinstance(value, int) and not isinstance(value, bool):
        raise ExecutionError(f"range can't iterate over {format_value(value)}")
    return value


def _older_libraries(era: Era) -> Family:
    """Return what sprig and semver did otherwise."""
    family = Family()
    if _release(era.semver) < (3, 5):
        from helmwright.functions.semver_older import older_semver

        old = _release(era.semver) < (3, 4)
        family.update(older_semver(each=old, capitals=old))
    if _release(era.sprig) < (3, 3):
        from helmwright.functions.words_older import OLDER_WORDS

        family.update(OLDER_WORDS)
    return family


def _release(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _changed(table: FunctionTable, name: str, wrap: Callable[..., Any]) -> Any:
    function = table.signature(name)
    return function._replace(call=wrap(function.call))


def _told_otherwise(pattern: re.Pattern[str], replacement: str) -> Callable[..., Any]:
    """Return what makes of a function one whose errors say something else."""

    def wrap(call: Callable[..., Any]) -> Callable[..., Any]:
        def told(*arguments: Value) -> Value:
            try:
                return call(*arguments)
            except FunctionError as error:
                message = pattern.sub(replacement, error.message)
                raise FunctionError(message) from None

        return told

    return wrap


def _long_escapes(call: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function whose JSON escapes a backspace and a form feed by number."""

    def escaped(*arguments: Value) -> Value:
        text = call(*arguments)
        return _ESCAPE.sub(lambda found: _LONG.get(found[0], found[0]), text)

    return escaped


def _formatted(scope: Scope, message: str, value: Value) -> Value:
    """Do as ``required``, whose message was taken for a format without arguments."""
    return required(scope, sprintf(message), value)
