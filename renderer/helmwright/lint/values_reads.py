"""Which values the templates of a chart read: a search along all paths that a render may take.

Conditions are not decided, both sides count. What a template does with values that cannot be
followed is taken for a read of all that it was given.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.patterns import lazy_pattern
from helmwright.lint.abstract_values import (
    ANY,
    ROOT,
    UNKNOWN,
    Abstract,
    Anything,
    At,
    Constant,
    Items,
    MadeMap,
    Mention,
    Merged,
    Root,
    Subcharts,
    either,
    element,
    elsewhere,
    holds_values,
    identity,
    join,
    without,
)
from helmwright.lint.abstract_values import field as field_of
from helmwright.lint.template_files import parse_template, template_files
from helmwright.template import nodes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.charts.chart import Chart
    from helmwright.lint.abstract_values import Names
    from helmwright.lint.template_files import Parsed

_WORK = 40_000
"""How many nodes are looked at before the search gives up."""
_FEW = 24
"""As which of so many places in the values a template's argument is followed.

Of a template that gets more, such as one that renders any value, all of them count as read.
"""
_NAMED = lazy_pattern(r"\.Values((?:\.\w+)+)")
_METHODS = frozenset({"AsMap", "Encode", "PathValue", "Table", "YAML"})


class ValuesReads:
    """What templates do with values; paths may have ``*`` for every key.

    whole: used with all that is below. touched: looked at, without what is below.
    tested: by a condition or a function that does well without them. changed: by ``set`` and such.
    certain: read without a test, with the place. from_text: whether ``tpl`` runs texts that are
    values, so that users may read what they like. opaque: whether anything may be read.
    """

    def __init__(self) -> None:
        self.whole: set[Names] = set()
        self.touched: set[Names] = set()
        self.tested: set[Names] = set()
        self.changed: set[Names] = set()
        self.certain: dict[Names, Mention] = {}
        self.from_text = False
        self.opaque = False

    def is_read(self, path: Names) -> bool:
        """Tell whether anything is done with the value at ``path``, or with a part of it."""
        if self.opaque or any(_covers(one, path) for one in self.whole):
            return True
        return any(_covers(path, one) for one in self.touched)

    def is_followed(self, path: Names) -> bool:
        """Tell whether templates look below ``path``, key by key."""
        return any(len(one) > len(path) and _covers(path, one) for one in self.touched)

    def covers(self, prefix: Names, path: Names) -> bool:
        """Tell whether ``path`` is ``prefix``, or below it."""
        return _covers(prefix, path)

    def known_below(self, path: Names) -> set[str]:
        """Return the keys below ``path`` that templates name."""
        size = len(path)
        return {
            one[size]
            for one in self.touched
            if len(one) > size and one[size] != ANY and _covers(path, one)
        }


def _covers(prefix: Names, path: Names) -> bool:
    return len(prefix) <= len(path) and all(
        ANY in (a, b) or a == b for a, b in zip(prefix, path, strict=False)
    )


def values_reads(chart: Chart, values: dict[str, Any]) -> ValuesReads:
    """Search the templates of a chart; the subcharts' matter where they are included.

    values: those that texts for ``tpl`` are looked for in. What is returned is shared by all who ask
    the same, and must not be changed.
    """
    files = tuple(
        _Template(file.path, file.owner is chart and not file.is_partial, file.parsed.source.text)
        for file in template_files(chart)
    )
    return _search(files, (*_texts(values), *_file_texts(chart)))


class _Template(NamedTuple):
    """A template by what the search depends on, so that it can be remembered.

    rendered: whether Helm renders it by itself.
    """

    path: str
    rendered: bool
    text: str

    @property
    def parsed(self) -> Parsed:
        """Its trees, or why there are none."""
        return parse_template(self.path, self.text.encode("utf-8", "surrogateescape"))


@lru_cache(maxsize=8)
def _search(files: tuple[_Template, ...], texts: tuple[str, ...]) -> ValuesReads:
    """Search templates; remembered, since many values files are linted with the same chart."""
    search = _Search(files, texts)
    for file in files:
        if file.rendered and file.path in file.parsed.trees:
            search.call(file.path, ROOT)
    search.follow_all()
    return search.found


class _Scope:
    """What names mean in one body."""

    __slots__ = ("dot", "file", "variables")

    def __init__(self, file: str, dot: Abstract) -> None:
        self.file = file
        self.dot = dot
        self.variables: list[tuple[str, Abstract]] = [("$", dot)]

    def find(self, name: str) -> Abstract:
        return next((value for known, value in reversed(self.variables) if known == name), UNKNOWN)

    def assign(self, name: str, value: Abstract) -> None:
        for index in range(len(self.variables) - 1, -1, -1):
            known, old = self.variables[index]
            if known == name:
                self.variables[index] = known, either(old, value)
                return


class _Search:
    def __init__(self, files: Iterable[_Template], texts: Iterable[str]) -> None:
        self.found = ValuesReads()
        self.testing = 0
        self._work = 0
        self._bodies: dict[str, list[tuple[str, nodes.List]]] = {}
        for file in files:
            parsed = file.parsed
            if parsed.error:
                self.found.opaque = True
            for name, tree in parsed.trees.items():
                self._bodies.setdefault(name, []).append((file.path, tree))
        self._pending: dict[str, list[tuple[str, nodes.List]]] = {}
        self._dots: dict[str, Abstract] = {}
        self._dropped: set[Names] = set()
        self._texts = tuple(texts)

    # Templates

    def call(self, name: str, dot: Abstract) -> None:
        """Follow a template by its name."""
        bodies = self._bodies.get(name)
        if bodies is None or isinstance(dot, Anything):
            if holds_values(dot):
                self.found.opaque = True
            return
        self._follow(name, bodies, dot)

    def call_any(self, dot: Abstract) -> None:
        """Follow every template: the name is computed, so no read is certain."""
        if isinstance(dot, Anything):
            self.found.opaque = True
        for name, bodies in self._bodies.items():
            self._follow(f"{name}?", [("", body) for _, body in bodies], dot)

    def run_text(self, text: Abstract, dot: Abstract) -> None:
        """Follow what ``tpl`` runs."""
        if isinstance(text, Constant):
            self._run(text.value, dot)
        else:
            self.found.from_text = True
            for one in self._texts:
                self._run(one, dot)

    def _run(self, text: str, dot: Abstract) -> None:
        if "{{" not in text:
            return
        parsed = parse_template("", text.encode("utf-8", "surrogateescape"))
        if parsed.error:  # perhaps a text for another program; what it names counts anyway
            for match in _NAMED.finditer(text):
                self.consume(At(tuple(match[1][1:].split("."))))
            return
        for name, tree in parsed.trees.items():
            self._follow(name or text, [("", tree)], dot)

    def _follow(self, name: str, bodies: list[tuple[str, nodes.List]], dot: Abstract) -> None:
        """Look at bodies later, with all that they are ever called with in one."""
        old = self._dots.get(name)
        new = elsewhere(dot) if old is None else join(old, elsewhere(dot))
        known = len(self._dropped)
        new = without(new, _FEW, self._dropped)
        if len(self._dropped) > known:
            self.testing += 1
            for path in list(self._dropped):
                self.consume(At(path))
            self.testing -= 1
        if old is None or identity(old) != identity(new):
            self._dots[name] = new
            self._pending[name] = bodies

    def follow_all(self) -> None:
        """Look at all bodies that have been called, and at those that these call."""
        while self._pending and self._work < _WORK and not self.found.opaque:
            name, bodies = self._pending.popitem()
            for file, body in bodies:
                self._list(body, _Scope(file if len(bodies) == 1 else "", self._dots[name]))
        self.found.opaque |= bool(self._pending)

    # Statements

    def _list(self, body: nodes.List | None, scope: _Scope) -> None:
        if body is None:
            return
        mark = len(scope.variables)
        for node in body.nodes:
            self._work += 1
            if isinstance(node, nodes.Action):
                value = self.pipe(node.pipe, scope)
                if not node.pipe.variables:
                    self.consume(value)
            elif isinstance(node, nodes.Branch):
                self._branch(node, scope)
            elif isinstance(node, nodes.Template):
                dot = UNKNOWN if node.pipe is None else self.pipe(node.pipe, scope)
                self.call(node.name, dot)
        del scope.variables[mark:]

    def _branch(self, node: nodes.Branch, scope: _Scope) -> None:
        mark, dot = len(scope.variables), scope.dot
        self.testing += 1
        value = self.pipe(node.pipe, scope, of_range=isinstance(node, nodes.Range))
        self.touch(value)
        self.testing -= 1
        if isinstance(node, nodes.With):
            scope.dot = value
        elif isinstance(node, nodes.Range):
            scope.dot = element(value)
            self._touch_keys(value)
        self._list(node.body, scope)
        scope.dot = dot
        self._list(node.otherwise, scope)
        del scope.variables[mark:]

    def _touch_keys(self, value: Abstract) -> None:
        for part in value.parts if isinstance(value, Merged) else (value,):
            if isinstance(part, At):
                self.found.touched.add((*part.path, ANY))
            elif isinstance(part, (Root, Subcharts)):
                self.consume(part)

    # Expressions

    def pipe(self, pipe: nodes.Pipe, scope: _Scope, *, of_range: bool = False) -> Abstract:
        """Return what a pipeline stands for, and declare its variables."""
        value: Abstract | None = None
        for command in pipe.commands:
            value = self._command(command, scope, value)
        result = UNKNOWN if value is None else value
        given = [result] * len(pipe.variables)
        if of_range:
            given = [UNKNOWN, element(result)] if len(given) == 2 else [element(result)]
        for variable, one in zip(pipe.variables, given, strict=False):
            if pipe.assign:
                scope.assign(variable.names[0], one)
            else:
                scope.variables.append((variable.names[0], one))
        return result

    def _command(self, command: nodes.Command, scope: _Scope, last: Abstract | None) -> Abstract:
        self._work += 1
        first, *rest = command.arguments
        if not isinstance(first, nodes.Identifier):
            for argument in rest:  # arguments of a method
                self.consume(self.operand(argument, scope))
            if last is not None:
                self.consume(last)
            return self.operand(first, scope)
        from helmwright.lint.values_functions import apply

        return apply(self, first.name, rest, scope, last)

    def operand(self, node: nodes.Node, scope: _Scope) -> Abstract:  # noqa: PLR0911
        """Return what an argument stands for."""
        if isinstance(node, nodes.Field):
            return self._fields(scope.dot, node.names, node, scope)
        if isinstance(node, nodes.Variable):
            return self._fields(scope.find(node.names[0]), node.names[1:], node, scope)
        if isinstance(node, nodes.Chain):
            return self._fields(self.operand(node.term, scope), node.names, node, scope)
        if isinstance(node, nodes.Pipe):
            return self.pipe(node, scope)
        if isinstance(node, nodes.Dot):
            return scope.dot
        if isinstance(node, nodes.String):
            return Constant(node.text)
        if isinstance(node, nodes.Number):
            return Constant(node.text)
        if isinstance(node, nodes.Identifier):
            return self._command(_alone(node), scope, None)
        return UNKNOWN

    def _fields(
        self, value: Abstract, names: Iterable[str], node: nodes.Node, scope: _Scope
    ) -> Abstract:
        origin = Mention(scope.file, node.position, str(node)) if scope.file else None
        for name in names:
            if isinstance(value, At) and name in _METHODS and not value.path:
                self.consume(value)
                return UNKNOWN
            value = field_of(value, name, origin)
        return value

    # Reads

    def consume(self, value: Abstract, depth: int = 0) -> None:
        """Note that a value is used with all that is in it."""
        if isinstance(value, At):
            self.touch(value)
            self.found.whole.add(value.path)
        elif isinstance(value, (Root, Subcharts)):
            self.found.whole.add(())
        elif isinstance(value, Anything) or depth > 12:
            self.found.opaque = True
        elif isinstance(value, (Merged, Items)):
            for part in value.parts:
                self.consume(part, depth + 1)
        elif isinstance(value, MadeMap):
            for part in (*value.fields.values(), value.rest):
                self.consume(part, depth + 1)

    def touch(self, value: Abstract) -> None:
        """Note that a value is looked at."""
        for part in value.parts if isinstance(value, Merged) else (value,):
            if isinstance(part, Anything):
                self.found.opaque = True
            elif isinstance(part, At):
                self.found.touched.add(part.path)
                if self.testing:
                    self.found.tested.add(part.path)
                elif part.origin is not None:
                    self.found.certain.setdefault(part.path, part.origin)

    def test(self, value: Abstract) -> None:
        """Note that a value is looked at by what does well without it."""
        self.testing += 1
        self.touch(value)
        self.testing -= 1

    def change(self, value: Abstract, *names: str) -> None:
        """Note that a template changes the values."""
        for part in value.parts if isinstance(value, Merged) else (value,):
            if isinstance(part, At):
                self.found.changed.add((*part.path, *names))


def _alone(node: nodes.Identifier) -> nodes.Command:
    command = nodes.Command(node.position)
    command.arguments.append(node)
    return command


def _texts(value: Any) -> Iterator[str]:
    """Yield the strings in values that may be templates."""
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, str):
            if "{{" in one:
                yield one
        elif isinstance(one, dict):
            pending += one.values()
        elif isinstance(one, list):
            pending += one


def _file_texts(chart: Chart) -> Iterator[str]:
    for file in chart.files:
        if b"{{" in file.data and b".Values" in file.data and not file.name.endswith(".md"):
            yield file.data.decode("utf-8", "surrogateescape")
