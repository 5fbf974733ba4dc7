"""What a template of ``--jsonpath`` prints of data.

Values are Go's: an interface that holds nothing is ``None``, and a value that is none at all, as inside of a
``range`` without items, is ``_NOTHING``. The order of maps, which client-go leaves to chance, is that of their keys.

Source: k8s.io/client-go util/jsonpath/jsonpath.go, third_party/forked/golang/template (v0.36.1)
"""

from __future__ import annotations

from typing import Any

from helmwright.base.argument_types import checked
from helmwright.base.errors import GoError, HelmwrightError
from helmwright.go.fmt import NO_VALUE, sprint
from helmwright.go.json_write import marshal
from helmwright.go.kinds import Uint8
from helmwright.kube.jsonpath_parse import (
    Field,
    Filter,
    Identifier,
    Node,
    Number,
    Path,
    Recursive,
    Slice,
    Text,
    Union,
    Wildcard,
    parse,
)

Values = list[Any]
_NOTHING: Any = object()
_DEEPEST = 200


class _FailedError(Exception):
    """An error of a template. values: what was found all the same, which counts for ``exists``."""

    def __init__(self, values: Values) -> None:
        super().__init__()
        self.values = values


@checked
def print_jsonpath(template: str, data: Any) -> str:
    """Return what a JSONPath template, such as ``{.image.repository}:{.image.tag}``, prints of data.

    data: maps, lists, texts, booleans, ``None``, and numbers: a float prints as Go's float64, which all numbers of YAML are
    to Helm. What fails, such as a key that is not there, prints nothing more, as in ``helm show values --jsonpath``.

    Raises:
        HelmwrightError: with Helm's text for a template that cannot be read; and where client-go panics.
    """
    try:
        run = _Run(parse(template))
    except GoError as error:
        raise HelmwrightError(f"error parsing jsonpath {template}: {error.message}") from None
    out: list[str] = []
    try:
        for results in run.find(data, 0):
            out.extend(_printed(results))
    except (_FailedError, GoError):
        pass
    return "".join(out)


def _printed(results: Values) -> list[str]:
    texts = []
    for number, value in enumerate(results, 1):
        if type(value) in (dict, list):
            text = marshal(value)
        elif value is _NOTHING:
            text = NO_VALUE
        else:
            text = "null" if value is None else sprint(value)
        texts.append(text + " " * (number != len(results)))
    return texts


class _Run:
    """One template on its way; what ``range`` and ``end`` do to the whole is counted here."""

    def __init__(self, nodes: list[Node]) -> None:
        self._nodes = nodes
        self._begun = self._inside = self._ended = 0
        self._last_end = -1
        self._depth = 0

    def find(self, data: Any, start: int) -> list[Values]:
        """Return what the nodes from ``start`` on find, for each; until the end of a range, if it is in one."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise HelmwrightError(f"jsonpath: more than {_DEEPEST} ranges are in each other")
        current = [_NOTHING if data is None else data]
        found: list[Values] = []
        at = start
        while at < len(self._nodes):
            results = self._walk(current, self._nodes[at])
            if 0 < self._ended <= self._inside:
                self._ended -= 1
                self._last_end = at
                break
            if self._begun > 0:
                at = self._range(results, at, found)
            else:
                found.append(results)
            at += 1
        self._depth -= 1
        return found

    def _range(self, results: Values, at: int, found: list[Values]) -> int:
        """Do for each result what follows; returns where its end is."""
        self._begun -= 1
        self._inside += 1
        for value in results:
            if value is _NOTHING:
                raise _panic("Interface")
            found.extend(self.find(value, at + 1))
        if not results:
            self.find(None, at + 1)
        self._inside -= 1
        return max(at, self._last_end)

    def _walk(self, values: Values, node: Node) -> Values:  # noqa: PLR0911 - one for each kind
        match node:
            case Path():
                return self._path(values, node)
            case Text():
                return [node.text]
            case Field():
                return _field(values, node.name)
            case Number():
                return [node.value] * len(values)
            case Slice():
                return _slice(values, node)
            case Wildcard():
                return [one for value in values for one in _held(value)]
            case Recursive():
                return _recursive(values)
            case Identifier():
                return self._identifier(values, node.name)
            case Union():
                return self._union(values, node)
        return self._filter(values, node)

    def _path(self, values: Values, path: Path) -> Values:
        for node in path.nodes:
            values = self._walk(values, node)
        return values

    def _identifier(self, values: Values, name: str) -> Values:
        if name == "range":
            self._begun += 1
            return values
        if name != "end":
            raise _FailedError(values)
        if self._inside == 0:
            raise _FailedError([])
        self._ended += 1
        return []

    def _union(self, values: Values, union: Union) -> Values:
        try:
            return [one for path in union.paths for one in self._path(values, path)]
        except _FailedError:
            raise _FailedError(values) from None

    def _filter(self, values: Values, node: Filter) -> Values:
        results: Values = []
        for value in values:
            if type(value) is not list:
                raise _FailedError(values)
            for item in value:
                if node.operator == "exists":
                    passes = bool(self._found(item, node.left))
                else:
                    passes = self._compares(item, node, values, results)
                if passes:
                    results.append(item)
        return results

    def _found(self, item: Any, path: Path) -> Values:
        try:
            return self._path([item], path)
        except _FailedError as error:
            return error.values

    def _compares(self, item: Any, node: Filter, values: Values, results: Values) -> bool:
        sides = []
        for path in (node.left, node.right):
            try:
                found = self._path([item], path)
            except _FailedError:
                raise _FailedError(values) from None
            if not found:
                return False
            if len(found) > 1:
                raise _FailedError(values)
            sides.append(found[0])
        try:
            return _compared(node.operator, *sides)
        except _FailedError:
            raise _FailedError(results) from None


def _panic(method: str) -> HelmwrightError:
    return HelmwrightError(
        f"jsonpath: reflect: call of reflect.Value.{method} on zero Value (Helm ends with a panic here)"
    )


def _field(values: Values, name: str) -> Values:
    results = [value[name] for value in values if type(value) is dict and name in value]
    if values and not results:
        raise _FailedError([])
    return results


def _slice(values: Values, node: Slice) -> Values:
    results: Values = []
    for value in values:
        if value is None:
            continue
        if value is _NOTHING:
            raise _panic("Type")
        if type(value) is not list:
            raise _FailedError(values)
        length = len(value)
        start = node.start.value + (length if node.start.value < 0 else 0)
        end = node.end.value if node.end.is_known else length
        if end < 0 or (end == 0 and node.end.is_derived):
            end += length
        if start == end:
            return results
        if not (0 <= start < length and 0 <= end <= length and start <= end):
            raise _FailedError(values)
        step = node.step.value if node.step.is_known else 1
        if step <= 0:
            raise _FailedError(values)
        results.extend(value[start:end:step])
    return results


def _held(value: Any) -> Values:
    """Return what is in a map, a list, or a text, which has bytes."""
    if type(value) is dict:
        return [value[key] for key in sorted(value, key=_byte_order)]
    if type(value) is list:
        return value
    if type(value) is str:
        return [Uint8(byte) for byte in _byte_order(value)]
    return []


def _recursive(values: Values) -> Values:
    """Return all that holds something, what holds it first."""
    results: Values = []
    left = values[::-1]
    while left:
        value = left.pop()
        held = _held(value)
        if held:
            results.append(value)
            left.extend(held[::-1])
    return results


def _byte_order(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _kind(value: Any) -> str:
    for kind, types in _KINDS.items():
        if type(value) in types:
            return kind
    raise _FailedError([])


_KINDS = {"bool": (bool,), "int": (int,), "uint": (Uint8,), "float": (float,), "string": (str,)}
_INTEGERS = frozenset(("int", "uint"))


def _is_equal(left: Any, right: Any) -> bool:
    kinds = {_kind(left), _kind(right)}
    if len(kinds) > 1 and kinds != _INTEGERS:
        raise _FailedError([])
    return bool(left == right)


def _is_less(left: Any, right: Any) -> bool:
    kinds = {_kind(left), _kind(right)}
    if (len(kinds) > 1 and kinds != _INTEGERS) or "bool" in kinds:
        raise _FailedError([])
    if isinstance(left, str):
        return _byte_order(left) < _byte_order(right)
    return bool(left < right)


def _is_at_most(left: Any, right: Any) -> bool:
    return _is_less(left, right) or _is_equal(left, right)


def _compared(operator: str, left: Any, right: Any) -> bool:
    match operator:
        case "==":
            return _is_equal(left, right)
        case "!=":
            return not _is_equal(left, right)
        case "<":
            return _is_less(left, right)
        case ">=":
            return not _is_less(left, right)
        case "<=":
            return _is_at_most(left, right)
        case ">":
            return not _is_at_most(left, right)
    raise _FailedError([])
