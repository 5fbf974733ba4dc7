"""The values of a test: its files, then what its suite and it set.

Source: helm-unittest pkg/unittest/test_job.go (getUserValues) and valueutils/valueutils.go.
"""

from __future__ import annotations

import os.path
from typing import TYPE_CHECKING

from helmwright.base.errors import GoError, HelmwrightError, Position, ValuesError, YAMLError
from helmwright.charts.coalescing import merge_tables
from helmwright.disk.reading import read_regular
from helmwright.go.yaml_v3 import GeneralMap, load_v3
from helmwright.secrets.witness import saw
from helmwright.values.maps import copy_values

if TYPE_CHECKING:
    from helmwright.go.kinds import Value
    from helmwright.unittest_suites.suites import Suite, Test

    Table = dict[str, Value]

_STOPS = frozenset(".[],{}=")
_ILLEGAL = frozenset(",{}=")
_MOST_ITEMS = 65_536


class TestValues:
    """Computes the values of tests; files are read once."""

    __test__ = False

    def __init__(self) -> None:
        self._files: dict[str, Table] = {}

    def of(self, suite: Suite, test: Test) -> Table:
        """Return what the user sets in a test; raise HelmwrightError if that is impossible."""
        route = suite.route.split("/")[::2]
        values: Table = {}
        for name in test.values:
            values = _merged(self._file(suite, name), values, route)
        for path, value in test.settings:
            try:
                values = _merged(_plain_map(set_path(path, value)), values, route)
            except GoError as error:
                raise HelmwrightError(error.message) from None
        return values

    def _file(self, suite: Suite, name: str) -> Table:
        path = os.path.join(os.path.dirname(suite.path), name)  # noqa: PTH118, PTH120
        if path not in self._files:
            self._files[path] = _read(path, name)
        return self._files[path]


def _read(path: str, name: str) -> Table:
    try:
        text = read_regular(path).decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ValuesError(f"open {path}: {reason}", Position(path)) from None
    saw("text", text)
    try:
        data = load_v3(text, path)
    except YAMLError as error:
        raise ValuesError(f"failed to parse {name}: {error.message}", error.position) from None
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise ValuesError(f"failed to parse {name}: the file must hold a map", Position(path, 1))
    return _plain_map(data)


def _merged(new: Table, values: Table, route: list[str]) -> Table:
    """Return ``values`` with new ones, which count for the chart at the end of the route."""
    scoped = copy_values(new)
    for name in reversed(route[1:]):
        outer: Table = {"global": scoped["global"]} if "global" in scoped else {}
        outer[name] = scoped
        scoped = outer
    return merge_tables(scoped, values) or {}


def _plain_map(data: Table) -> Table:
    return {str(key): _plain(value) for key, value in data.items()}


def _plain(value: Value) -> Value:
    """Return a value as Helm reads it from a file: numbers are floats, times are texts."""
    if isinstance(value, GeneralMap):
        raise HelmwrightError(
            "error marshaling into JSON: json: unsupported type: map[interface {}]interface {}"
        )
    if isinstance(value, dict):
        return _plain_map(value)
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return str(value) if isinstance(value, str) else value


def set_path(path: str, value: Value) -> Table:
    """Return a map in which only ``path``, as ``a.b[0].[c.d]``, is set.

    Raises GoError for what is no path.
    """
    if not path:
        raise GoError("set path is empty")
    found: Value = value
    for step in reversed(_steps(path)):
        found = [*[None] * step, found] if isinstance(step, int) else {step: found}
    if not isinstance(found, dict):
        raise GoError(f"{path} does not begin with a key")
    return found


def _steps(path: str) -> list[str | int]:  # noqa: C901, PLR0912 - one state machine
    steps: list[str | int] = []
    state, escaped, start = "key", "", 0
    for at, character in enumerate(path):
        if character not in _STOPS:
            continue
        if character in _ILLEGAL:
            raise GoError(f"invalid token found {character}")
        piece, start = path[start:at], at + 1
        if state == "escape":
            if character == "[":
                raise GoError("invalid escaping token [")
            escaped += piece + ("." if character == "." else "")
            if character == "]":
                steps.append(escaped)
                state = "next"
        elif state == "index":
            steps.append(_index(piece, character))
            state = "next"
        elif character == "]":
            raise GoError("invalid key ]" if state == "key" else "invalid denotation token ]")
        elif state == "key" and character == "[" and not piece:
            state, escaped = "escape", ""
        else:
            if state == "key":
                steps.append(piece)
            state = "key" if character == "." else "index"
    rest = path[start:]
    if state == "key" and rest:
        steps.append(rest)
    elif state != "next" or rest:
        raise GoError("unexpected end of")
    return steps


def _index(text: str, end: str) -> int:
    if end != "]":
        raise GoError("missing index value")
    if not (text.isascii() and text.isdigit() and int(text) < _MOST_ITEMS):
        raise GoError(f'strconv.Atoi: parsing "{text}": invalid syntax')
    return int(text)
