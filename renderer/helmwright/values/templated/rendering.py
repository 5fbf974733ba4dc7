"""The sandbox in which templates of values files run, and what becomes of their errors."""

# ruff: noqa: PTH118, PTH119, PTH120 - paths are the user's own texts

from __future__ import annotations

import math
import os
import re
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from jinja2 import (
    BaseLoader,
    StrictUndefined,
    Template,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
    UndefinedError,
    nodes,
    pass_context,
)
from jinja2.lexer import TokenStream
from jinja2.sandbox import ImmutableSandboxedEnvironment

from helmwright.base.errors import HelmwrightError, Position, ValuesTemplateError
from helmwright.base.templated_text import Part, TemplatedText
from helmwright.values.templated.budget import Budget, LimitError, RefusedError, combine, plain
from helmwright.values.templated.filters import VALUE_FILTERS, VALUE_TESTS, functions
from helmwright.values.templated.places import (
    COLLECT,
    CONCAT,
    STEPS,
    WRITE,
    Placed,
    mark,
    names,
    number_tokens,
    parts_of,
    position,
    write,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from types import TracebackType

    from jinja2 import Environment
    from jinja2.runtime import Context

    from helmwright.values.inputs import Read
    from helmwright.values.templated.context import ValuesContext

_METHODS: dict[type, frozenset[str]] = {
    dict: frozenset({"get", "items", "keys", "values"}),
    str: frozenset({"endswith", "startswith"}),
    list: frozenset(),
    tuple: frozenset(),
    float: frozenset(),
    int: frozenset(),
    range: frozenset(),
}
"""Methods of values that templates may call."""
_ERRORS = (
    TemplateError,
    LimitError,
    RefusedError,
    TypeError,
    ValueError,
    ArithmeticError,
    LookupError,
    AttributeError,
    RecursionError,
    MemoryError,
    SyntaxError,
)
"""What a template can raise; the last, when Python refuses how deeply its blocks are nested."""
_BREAK = re.compile(r"\r\n?")
_NOT_THERE = "no such file or directory"
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")


def render(source: str, name: str, context: ValuesContext, read: Read | None) -> TemplatedText:
    """Return what a template makes; see render_values_template."""
    templates = _Templates(source, name, read)
    environment = _Sandbox(templates)
    environment.globals = functions(context.environment)
    try:
        variables = plain(dict(context.variables))
        template = environment.get_template(templates.main)
        parts = list(_parts(template, variables))
    except HelmwrightError:
        raise
    except _ERRORS as error:
        raise _Failure(error, environment, context.variables).error() from None
    try:
        return TemplatedText.of(parts, name, templates.sources)
    except UnicodeEncodeError:
        place = next((part.place for part in parts if not _is_text(part.text)), None)
        message = f"failed to render {name}: a text with one half of a surrogate pair"
        raise ValuesTemplateError(message, place or Position(name)) from None


def _is_text(text: str) -> bool:
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True


def _parts(template: Template, variables: dict[str, Any]) -> Iterator[Part]:
    for text in template.root_render_func(template.new_context(variables)):
        yield from parts_of(text)


class _Templates(BaseLoader):
    """A template and the others in its folder and below, by their paths in it."""

    def __init__(self, source: str, name: str, read: Read | None) -> None:
        self._folder = os.path.dirname(name)
        self._read = read
        self.main = os.path.basename(name)
        self.sources = {name: _BREAK.sub("\n", source)}

    def path(self, template: str) -> str:
        """Return the path of a template as messages have it."""
        return os.path.join(self._folder, template)

    def get_source(
        self,
        environment: Environment,  # noqa: ARG002 - the interface is Jinja2's
        template: str,
    ) -> tuple[str, str, Callable[[], bool] | None]:
        path = self.path(template)
        if path not in self.sources:
            self.sources[path] = self._load(template, path)
        return self.sources[path], path, None

    def _load(self, template: str, path: str) -> str:
        from helmwright.values.inputs import is_standard_input, read_file

        root = os.path.realpath(self._folder)
        inside = os.path.realpath(path).startswith(os.path.join(root, ""))
        parts = template.split("/")
        if not inside or template.startswith(("/", "~")) or ".." in parts or "\0" in template:
            raise RefusedError(
                f"{self.known(template)} is not in the folder of the values file, or below"
            )
        try:
            # A file of that name is meant, and not standard input.
            data = (self._read or read_file)(f"./{path}" if is_standard_input(path) else path)
        except HelmwrightError as error:
            reason = error.message.rpartition(": ")[2]
            if reason == _NOT_THERE:
                raise TemplateNotFound(template) from None
            raise RefusedError(f"cannot read {self.known(template)}: {reason}") from None
        return _BREAK.sub("\n", data.decode("utf-8", "surrogateescape"))

    def known(self, text: object) -> str:
        """Return a text if it stands in a template; others may be secret."""
        shown = str(text)
        return shown if any(shown in source for source in self.sources.values()) else "…"


class _Message(str):
    """Why something is undefined, and its name."""

    __slots__ = ("wanted",)
    wanted: object


class _Missing(StrictUndefined):
    """What is not defined; anything but asking whether it is raises an error."""

    @property
    def _undefined_message(self) -> str:
        message = _Message(super()._undefined_message)
        message.wanted = self._undefined_name
        return message


class _Sandbox(ImmutableSandboxedEnvironment):
    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, templates: _Templates) -> None:
        super().__init__(
            loader=templates,
            undefined=_Missing,
            autoescape=False,  # the output is YAML
            keep_trailing_newline=True,
            trim_blocks=True,
            lstrip_blocks=True,
            optimized=False,  # what is worked out while compiling is bounded by nothing
        )
        self.templates = templates
        self.budget = Budget()
        self.names: dict[str, list[tuple[str, int]]] = {}
        self.compiled: dict[str, Template] = {}
        self.filters = {
            **VALUE_FILTERS,
            WRITE: write,
            STEPS: _steps,
            CONCAT: _joined,
            COLLECT: _collected,
        }
        self.tests = dict(VALUE_TESTS)

    def concat(self, items: Iterable[str]) -> str:
        """Return texts as one that knows where they were written."""
        return Placed.of(part for item in items for part in parts_of(item))

    def _tokenize(
        self, source: str, name: str | None, filename: str | None = None, state: str | None = None
    ) -> TokenStream:
        tokens = number_tokens(self.lexer.tokeniter(source, name, filename, state), source)
        return TokenStream(self.lexer.wrap(tokens, name, filename), name, filename)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        self.budget.spend()
        tree = super()._parse(source, name, filename)
        for number in tree.find_all(nodes.Const):
            if isinstance(number.value, float) and not math.isfinite(number.value):
                text = "a number is too large"  # and would be a name in the code that Jinja2 makes
                raise TemplateSyntaxError(text, number.lineno, name, filename)
        path = filename or self.templates.path(name or "")
        self.names[path] = names(tree)
        mark(tree, path)
        return tree

    def handle_exception(self, source: str | None = None) -> NoReturn:
        """Raise what was raised.

        Jinja2's own makes a traceback of it with as many lines as the token's number, a sixth of a second.
        """
        error = sys.exc_info()[1]
        if isinstance(error, TemplateSyntaxError):
            error.translated, error.source = True, source
            raise error
        super().handle_exception(source)

    def _load_template(self, name: str, globals: Any) -> Template:  # noqa: A002 - Jinja2's name
        self.budget.spend()
        template = super()._load_template(name, globals)
        self.compiled[template.filename or ""] = template
        return template

    def call(self, context: Context, obj: Any, *args: Any, **kwargs: Any) -> Any:
        self.budget.spend()
        return super().call(context, obj, *args, **kwargs)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:  # noqa: ARG002
        return combine(operator, left, right)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an attribute; of a map, first the value of the key."""
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def wrap_str_format(self, value: Any) -> None:
        """Return nothing: strings have no ``format`` here."""

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        for kind, methods in _METHODS.items():
            if isinstance(obj, kind):
                return attr in methods
        return super().is_safe_attribute(obj, attr, value)


@pass_context
def _steps(context: Context, items: Iterable[Any]) -> Iterable[Any]:
    steps: Iterable[Any] = context.environment.budget.steps(items)  # type: ignore[attr-defined]
    return steps


@pass_context
def _joined(context: Context, items: Iterable[Any]) -> str:
    text: str = context.environment.budget.joined(items)  # type: ignore[attr-defined]
    return text


_REASONS: dict[type[BaseException], str] = {
    RecursionError: "it is nested too deeply, or calls or includes itself without end",
    MemoryError: "it takes too much memory",
}


@pass_context
def _collected(context: Context, value: Any) -> Any:
    return context.environment.budget.collect(value)  # type: ignore[attr-defined]


class _Failure:
    """What a template raised, as an error with its place and without values."""

    def __init__(
        self, error: BaseException, environment: _Sandbox, variables: Mapping[str, Any]
    ) -> None:
        self._error = error
        self._environment = environment
        self._templates = environment.templates
        self._variables = variables
        self._main = next(iter(self._templates.sources))

    def error(self) -> ValuesTemplateError:
        """Return the error that users see."""
        error = self._described()
        error.message = f"failed to render {self._main}: {error.message}"
        return error

    def _described(self) -> ValuesTemplateError:
        if isinstance(self._error, TemplateSyntaxError):
            return self._syntax_error(self._error)
        place, number = self._running()
        if isinstance(self._error, UndefinedError):
            return self._undefined(self._error, place, number)
        return ValuesTemplateError(self._reason(), place)

    def _syntax_error(self, error: TemplateSyntaxError) -> ValuesTemplateError:
        path = error.filename or self._main
        place = position(error.lineno, path)
        message = (error.message or "").rstrip(".")
        found = re.search(r" at (\d+)$", message)
        source = self._templates.sources.get(path, "")
        if found is not None:  # the lexer counts characters from the beginning
            offset = int(found[1])
            place = Position(path, place.line, offset - source.rfind("\n", 0, offset))
            message = message[: found.start()]
        unknown = re.fullmatch(r"No (filter|test) named '(.*)'", message)
        if unknown is not None:
            known = VALUE_FILTERS if unknown[1] == "filter" else VALUE_TESTS
            message = f"there is no {unknown[1]} {unknown[2]}{_hint(unknown[2], known)}"
        return ValuesTemplateError(message, place)

    def _running(self) -> tuple[Position, int]:
        """Return the innermost place that ran, and its number."""
        place, number = Position(self._main), 0
        traceback: TracebackType | None = self._error.__traceback__
        while traceback is not None:
            path = traceback.tb_frame.f_code.co_filename
            template = self._environment.compiled.get(path)
            if template is not None:
                number = template.get_corresponding_lineno(traceback.tb_lineno)
                place = position(number, path)
            traceback = traceback.tb_next
        return place, number

    def _undefined(
        self, error: UndefinedError, place: Position, number: int
    ) -> ValuesTemplateError:
        message = error.args[0] if error.args else ""
        wanted = getattr(message, "wanted", None)
        text = str(message)
        hint = ""
        if isinstance(wanted, str):
            known = self._environment.names.get(place.path, [])
            near = [where for name, where in known if name == wanted and where >= number]
            if near:
                place = position(near[0], place.path)
            if text.endswith("is undefined"):
                hint = _hint(wanted, self._variables)
                text = f"{self._templates.known(wanted)} is not defined in the context"
        return ValuesTemplateError(self._without_values(text) + hint, place)

    def _reason(self) -> str:
        error = self._error
        if isinstance(error, (LimitError, RefusedError)):
            return str(error)
        if isinstance(error, TemplateNotFound):
            return f"there is no template {self._templates.known(error.name)}"
        for kind, reason in _REASONS.items():
            if isinstance(error, kind):
                return reason
        if isinstance(error, SyntaxError):
            return f"blocks cannot be nested like that: {error.msg}"
        if isinstance(error, (TypeError, TemplateError, ArithmeticError)):
            return self._without_values(str(error))
        return "a value is not what is needed here"

    def _without_values(self, text: str) -> str:
        def shown(found: re.Match[str]) -> str:
            inner = found[0][1:-1]
            return found[0] if self._templates.known(inner) == inner or _is_type(inner) else "'…'"

        return _QUOTED.sub(shown, text).rstrip(".")


def _is_type(text: str) -> bool:
    return all(word in _TYPES for word in text.split())


_TYPES = frozenset({"bool", "dict", "float", "int", "list", "NoneType", "object", "str", "tuple"})


def _hint(wanted: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(wanted, [name for name in known if isinstance(name, str)], 1)
    return f"; did you mean {near[0]}?" if near else ""
