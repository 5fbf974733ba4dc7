"""The functions that execute templates or know the engine: include, tpl, required, fail, lookup.

Source: helm pkg/engine/engine.go, pkg/engine/lookup_func.go
"""

from __future__ import annotations

from collections.abc import Sized
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from helmwright.base.errors import FunctionError, GoError
from helmwright.go.function import Family
from helmwright.go.kinds import Struct
from helmwright.go.limits import (
    COMPILATION,
    FEW_PIECES,
    LARGE_TEXT,
    WORK,
    LimitError,
    LimitExceeded,
    check_text,
)
from helmwright.go.stacks import descend
from helmwright.go.strconv import quote
from helmwright.rendering.errors import mark_warning
from helmwright.template import runtime
from helmwright.template.runtime import BETWEEN_LOOKS, Boundary, Scope
from helmwright.template.template_set import compile_text

if TYPE_CHECKING:
    from types import CodeType

    from helmwright.base.log import Log
    from helmwright.go.kinds import Value
    from helmwright.template.runtime import Body
    from helmwright.template.template_set import Environment, FunctionTable, Stored

ROOT = "gotpl"
"""The name Helm gives the template set, and every text that ``tpl`` executes."""
_MAX_INCLUDES = 1000
_MAX_TPL_CACHE = 2048
_LONG_LOOP = 100
"""The iterations from which on a loop looks at the clock."""
_CALLS_BETWEEN_LOOKS = 100
_MAX_TPL_DEPTH = 3_000
"""How deeply ``tpl`` may nest; Helm has no limit, and crashes."""
NO_VALUE = "<no value>"

ENGINE = Family()
T = TypeVar("T")


class Host:
    """What one render shares between its functions.

    calls: how many more times templates execute templates until the next look at the clock.
    included: how deeply each name is being included now.
    tpl_depth: how deeply ``tpl`` is nested now.
    texts: what ``tpl`` has compiled so far.
    """

    __slots__ = (
        "calls",
        "environment",
        "functions",
        "included",
        "lint",
        "log",
        "texts",
        "tpl_depth",
    )

    def __init__(
        self, environment: Environment, functions: FunctionTable, log: Log, *, lint: bool
    ) -> None:
        self.calls = _CALLS_BETWEEN_LOOKS
        self.environment = environment
        self.functions = functions
        self.included: dict[str, int] = {}
        self.lint = lint
        self.log = log
        self.tpl_depth = 0
        self.texts: dict[str, tuple[tuple[Stored, ...], Body]] = {}


if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


@ENGINE.function("include")
def include(scope: Scope, name: str, data: Value) -> str:
    """Return what a template writes; the same name can be nested 1001 deep."""
    host = scope.host
    included = host.included
    depth = included.get(name, 0)
    if depth > _MAX_INCLUDES:
        raise FunctionError(
            f"rendering template has a nested reference name: {name}: unable to execute template"
        )
    try:
        body = scope.templates[name]
    except KeyError:
        raise FunctionError(
            f"template: no template {quote(name)} associated with template {quote(ROOT)}"
        ) from None
    host.calls -= 1
    if host.calls < 0:
        _look(host, LimitError)
    included[name] = depth + 1
    outer_depth = scope.depth
    scope.depth = 0
    scope.nesting = nesting = scope.nesting + 1
    if isinstance(data, Struct):
        data = data.passed()
    pieces: list[str] = []
    if nesting & BETWEEN_LOOKS:
        body(scope, data, pieces.append)
    else:
        descend(body, scope, data, pieces.append)
    scope.nesting = nesting - 1
    scope.depth = outer_depth
    included[name] = depth
    if len(pieces) > FEW_PIECES:
        check_text("include", sum(map(len, pieces)))
    text = "".join(pieces)
    if len(text) > LARGE_TEXT:
        check_text("include", len(text))
    return text


@ENGINE.function("tpl")
def tpl(scope: Scope, template: str, data: Value) -> str:
    """Return what a text gives when it is executed as a template.

    Definitions in it are seen only inside. Literal ``<no value>`` is removed from the result.
    """
    if "{{" not in template:
        return template.replace(NO_VALUE, "")
    host = scope.host
    if host.tpl_depth >= _MAX_TPL_DEPTH:
        raise RecursionError
    host.calls -= 1
    if host.calls < 0:
        _look(host, LimitError)
    stored, body = _compiled(host, template)
    host.tpl_depth += 1
    if isinstance(data, Struct):
        data = data.passed()
    pieces: list[str] = []
    if len(stored) > 1 or ROOT in template:
        inner = Scope(scope.templates.extended(stored), scope.world, host, strict=scope.strict)
        inner.nesting = scope.nesting + 1
        descend(body, inner, data, pieces.append)
    else:
        outer_depth = scope.depth
        scope.depth = 0
        scope.nesting = nesting = scope.nesting + 1
        if nesting & BETWEEN_LOOKS:
            body(scope, data, pieces.append)
        else:
            descend(body, scope, data, pieces.append)
        scope.nesting = nesting - 1
        scope.depth = outer_depth
    host.tpl_depth -= 1
    if len(pieces) > FEW_PIECES:
        check_text("tpl", sum(map(len, pieces)))
    return "".join(pieces).replace(NO_VALUE, "")


def _compiled(host: Host, text: str) -> tuple[tuple[Stored, ...], Body]:
    """Return the templates of a text and the body that stands for the text itself."""
    found = host.texts.get(text)
    if found is None:
        WORK.spend(COMPILATION + len(text))
        try:
            stored = compile_text(ROOT, text, host.functions)
        except GoError as error:
            raise FunctionError(f"cannot parse template {quote(text)}: {error.message}") from error
        own = next(template for template in stored if template.name == ROOT)
        found = stored, host.environment.body(own)
        if len(host.texts) >= _MAX_TPL_CACHE:
            host.texts.clear()
        host.texts[text] = found
    return found


@ENGINE.function("required")
def required(scope: Scope, message: str, value: Value) -> Value:
    """Return ``value``, refusing nil and the empty string with ``message``."""
    if value is None or (type(value) is str and not value):
        if not scope.host.lint:
            raise FunctionError(mark_warning(message))
        plural = "" if value is None else "s"
        scope.host.log("WARN", f"missing required value{plural}", message=message)
        return ""
    return value


@ENGINE.function("fail")
def fail(scope: Scope, message: str) -> str:
    """Refuse to go on, with ``message``."""
    if not scope.host.lint:
        raise FunctionError(mark_warning(message))
    scope.host.log("INFO", "funcMap fail", message=message)
    return ""


@ENGINE.function("lookup")
def lookup(scope: Scope, api_version: str, kind: str, namespace: str, name: str) -> Value:
    """Return an object of the cluster; without one, an empty map."""
    if scope.host.lint:
        return {}
    return scope.world.lookup(api_version, kind, namespace, name)


def elements(value: Value) -> Iterable[Value]:
    """Return what a range with at most one variable goes through, and look at the clock."""
    found = value if type(value) is list else runtime.elements(value)
    if monotonic() > WORK.next_look:
        WORK.look(LimitExceeded)
    if isinstance(found, Sized) and len(found) < _LONG_LOOP:
        return found
    return _timed(found)


def pairs(value: Value) -> Iterable[tuple[Value, Value]]:
    """Return what a range with two variables goes through, and look at the clock."""
    found = list(runtime.pairs(value))
    if monotonic() > WORK.next_look:
        WORK.look(LimitExceeded)
    return found if len(found) < _LONG_LOOP else _timed(found)


def _timed(items: Iterable[T]) -> Iterator[T]:
    """Yield the items, of which there is at least one, and look at the clock each time."""
    for item in items:
        if monotonic() > WORK.next_look:
            WORK.look(LimitExceeded)
        yield item


def _look(host: Host, error: type[LimitError | LimitExceeded]) -> None:
    """Look at the clock, which is done again after so many calls."""
    host.calls = _CALLS_BETWEEN_LOOKS
    if monotonic() > WORK.next_look:
        WORK.look(error)


def run_template(scope: Scope, body: Body, dot: Value, write: Callable[[str], None]) -> None:
    """Execute the body of a template action, and count it."""
    host = scope.host
    host.calls -= 1
    if host.calls < 0:
        _look(host, LimitExceeded)
    scope.depth += 1
    scope.nesting = nesting = scope.nesting + 1
    if nesting & BETWEEN_LOOKS:
        body(scope, dot, write)
    else:
        descend(body, scope, dot, write)
    scope.nesting = nesting - 1
    scope.depth -= 1


COUNTED = {"elements": elements, "pairs": pairs, "run_template": run_template}
"""What compiled templates call instead of what runtime.py has under these names."""


def _tpl_wrapping(text: str) -> str:
    return f"error during tpl function execution for {quote(text)}: "


BOUNDARIES: dict[CodeType, Boundary] = {
    include.__code__: Boundary(None, lambda _: ""),
    tpl.__code__: Boundary(lambda names: str(names["template"]), _tpl_wrapping),
}
"""The functions whose frames separate one template from the one it executes."""
