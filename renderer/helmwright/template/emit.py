"""Builds Python syntax nodes that stand at a template's own lines and columns.

``Emitter.here`` is the place of the template node that Go would report if something failed now
(``state.at``); every Python node made gets it. The end column carries the template node's rank, so
that frames.py can tell nodes apart that begin at the same place.

Nodes are made through ``__dict__``: the constructors of ``ast`` cost twice as much, and compiling
is what a cold start waits for. ``_ast`` is imported because ``ast`` itself takes milliseconds.
"""

from __future__ import annotations

import _ast
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.template.lexer import Source
    from helmwright.template.nodes import Node

_LOAD = _ast.Load()
_STORE = _ast.Store()
_NOT = _ast.Not()
_AND = _ast.And()
_OR = _ast.Or()
_IS = _ast.Is()

Expression = Any
"""An ``ast.expr``; typeshed's constructors do not know the way they are made here."""
Statement = Any
"""An ``ast.stmt``."""


class Undecided(dict[str, int]):
    """The place behind an and/or: that of its last operand, or of the earlier one that decided.

    earlier: the local that holds each earlier operand, and the place behind it.
    """

    def __init__(
        self,
        last: dict[str, int],
        earlier: tuple[tuple[str, dict[str, int]], ...],
        *,
        all_of: bool,
    ) -> None:
        super().__init__(last)
        self.last = last
        self.earlier = earlier
        self.all_of = all_of


class Emitter:
    """Makes nodes at the current place and hands out names for temporaries."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._here: dict[str, int] = {
            "lineno": 1,
            "col_offset": 0,
            "end_lineno": 1,
            "end_col_offset": 1,
        }
        self._names = 0
        # The line of the last node; most nodes follow on the same one.
        self._line, self._line_start, self._line_end = 0, 0, -1

    def at(self, node: Node) -> None:
        """Make ``node`` the one that errors are reported at from now on."""
        position = node.position
        if not self._line_start <= position < self._line_end:
            self._line, self._line_start, self._line_end = self._source.line_around(position)
        line = self._line
        column = self._source.column(self._line_start, position)
        self._here = {
            "lineno": line,
            "col_offset": column,
            "end_lineno": line,
            "end_col_offset": column + 1 + node.rank,
        }

    def place(self) -> dict[str, int]:
        """Return the current place, to come back to with ``return_to``."""
        return self._here

    def return_to(self, place: dict[str, int]) -> None:
        """Report errors at ``place`` again."""
        self._here = place

    def where_decided(
        self, value: Expression, check: Callable[[Expression], Expression]
    ) -> Expression:
        """Return the check of a value, at the operand that decided if an and/or came last."""
        place = self._here
        if not isinstance(place, Undecided):
            return check(value)
        local = self.fresh("v")
        checked = self._checked_at(place, lambda: check(self.name(local)))
        return self.first(self.bind(local, value), checked)

    def _checked_at(self, place: dict[str, int], check: Callable[[], Expression]) -> Expression:
        self._here = place
        if not isinstance(place, Undecided):
            return check()
        result = self._checked_at(place.last, check)
        for local, where in reversed(place.earlier):
            decided = self._checked_at(where, check)
            test = self.name(local)
            result = self.either(self.negate(test) if place.all_of else test, decided, result)
        self._here = place
        return result

    def fresh(self, prefix: str) -> str:
        """Return a new local name."""
        self._names += 1
        return f"{prefix}{self._names}"

    def constant(self, value: Any) -> Expression:
        """Return ``value`` written as a constant."""
        node = _ast.Constant.__new__(_ast.Constant)
        node.__dict__ = {"value": value, "kind": None, **self._here}
        return node

    def is_constant(self, value: Expression) -> bool:
        """Tell whether an expression is a constant, which nothing can come before or after."""
        return type(value) is _ast.Constant

    def name(self, name: str) -> Expression:
        """Return a read of a variable."""
        node = _ast.Name.__new__(_ast.Name)
        node.__dict__ = {"id": name, "ctx": _LOAD, **self._here}
        return node

    def target(self, name: str) -> Expression:
        """Return a variable as the target of an assignment."""
        node = _ast.Name.__new__(_ast.Name)
        node.__dict__ = {"id": name, "ctx": _STORE, **self._here}
        return node

    def call(self, function: str, *arguments: Expression) -> Expression:
        """Return ``function(*arguments)``."""
        node = _ast.Call.__new__(_ast.Call)
        node.__dict__ = {
            "func": self.name(function),
            "args": list(arguments),
            "keywords": [],
            **self._here,
        }
        return node

    def attribute(self, name: str, attribute: str) -> Expression:
        """Return ``name.attribute``."""
        node = _ast.Attribute.__new__(_ast.Attribute)
        node.__dict__ = {"value": self.name(name), "attr": attribute, "ctx": _LOAD, **self._here}
        return node

    def bind(self, name: str, value: Expression) -> Expression:
        """Return ``(name := value)``."""
        node = _ast.NamedExpr.__new__(_ast.NamedExpr)
        node.__dict__ = {"target": self.target(name), "value": value, **self._here}
        return node

    def either(self, test: Expression, then: Expression, otherwise: Expression) -> Expression:
        """Return ``then if test else otherwise``."""
        node = _ast.IfExp.__new__(_ast.IfExp)
        node.__dict__ = {"test": test, "body": then, "orelse": otherwise, **self._here}
        return node

    def logical(self, values: list[Expression], *, all_of: bool) -> Expression:
        """Return the values joined by ``and`` or ``or``, which decide as Go's do."""
        node = _ast.BoolOp.__new__(_ast.BoolOp)
        node.__dict__ = {"op": _AND if all_of else _OR, "values": values, **self._here}
        return node

    def negate(self, value: Expression) -> Expression:
        """Return ``not value``."""
        node = _ast.UnaryOp.__new__(_ast.UnaryOp)
        node.__dict__ = {"op": _NOT, "operand": value, **self._here}
        return node

    def is_none(self, value: Expression) -> Expression:
        """Return ``value is None``."""
        node = _ast.Compare.__new__(_ast.Compare)
        node.__dict__ = {
            "left": value,
            "ops": [_IS],
            "comparators": [self.constant(None)],
            **self._here,
        }
        return node

    def first(self, earlier: Expression, later: Expression) -> Expression:
        """Return ``later``, evaluated after ``earlier``, whose value is dropped."""
        return self.either(
            self.logical([earlier, self.constant(True)], all_of=False),
            later,
            self.constant(None),
        )

    def refuse(self, message: str) -> Expression:
        """Return an expression that fails with Go's ``message`` when it is reached."""
        return self.call("refuse", self.constant(message))

    # Statements

    def evaluate(self, value: Expression) -> Statement:
        """Return a statement that only evaluates ``value``."""
        node = _ast.Expr.__new__(_ast.Expr)
        node.__dict__ = {"value": value, **self._here}
        return node

    def assign(self, name: str, value: Expression) -> Statement:
        """Return ``name = value``."""
        node = _ast.Assign.__new__(_ast.Assign)
        node.__dict__ = {
            "targets": [self.target(name)],
            "value": value,
            "type_comment": None,
            **self._here,
        }
        return node

    def branch(
        self, test: Expression, body: list[Statement], otherwise: list[Statement]
    ) -> Statement:
        """Return an if statement; an empty body passes."""
        node = _ast.If.__new__(_ast.If)
        node.__dict__ = {
            "test": test,
            "body": body or [self.nothing()],
            "orelse": otherwise,
            **self._here,
        }
        return node

    def loop(self, targets: list[str], values: Expression, body: list[Statement]) -> Statement:
        """Return a for statement over ``values``, unpacked when there are two targets."""
        if len(targets) == 1:
            target = self.target(targets[0])
        else:
            target = _ast.Tuple.__new__(_ast.Tuple)
            target.__dict__ = {
                "elts": [self.target(name) for name in targets],
                "ctx": _STORE,
                **self._here,
            }
        node = _ast.For.__new__(_ast.For)
        node.__dict__ = {
            "target": target,
            "iter": values,
            "body": body or [self.nothing()],
            "orelse": [],
            "type_comment": None,
            **self._here,
        }
        return node

    def jump(self, keyword: str) -> Statement:
        """Return a break or continue statement."""
        kind = _ast.Break if keyword == "break" else _ast.Continue
        node = kind.__new__(kind)
        node.__dict__ = dict(self._here)
        return node

    def nothing(self) -> Statement:
        """Return a pass statement."""
        node = _ast.Pass.__new__(_ast.Pass)
        node.__dict__ = dict(self._here)
        return node

    def give_back(self, value: Expression) -> Statement:
        """Return a return statement."""
        node = _ast.Return.__new__(_ast.Return)
        node.__dict__ = {"value": value, **self._here}
        return node

    def outer_names(self, names: list[str]) -> Statement:
        """Return a nonlocal statement."""
        node = _ast.Nonlocal.__new__(_ast.Nonlocal)
        node.__dict__ = {"names": names, **self._here}
        return node

    def function(self, name: str, parameters: list[str], body: list[Statement]) -> Statement:
        """Return a function definition."""
        arguments = []
        for parameter in parameters:
            argument = _ast.arg.__new__(_ast.arg)
            argument.__dict__ = {
                "arg": parameter,
                "annotation": None,
                "type_comment": None,
                **self._here,
            }
            arguments.append(argument)
        signature = _ast.arguments.__new__(_ast.arguments)
        signature.__dict__ = {
            "posonlyargs": [],
            "args": arguments,
            "vararg": None,
            "kwonlyargs": [],
            "kw_defaults": [],
            "kwarg": None,
            "defaults": [],
        }
        node = _ast.FunctionDef.__new__(_ast.FunctionDef)
        node.__dict__ = {
            "name": name,
            "args": signature,
            "body": body or [self.nothing()],
            "decorator_list": [],
            "returns": None,
            "type_comment": None,
            "type_params": [],
            **self._here,
        }
        return node

    def module(self, functions: list[Statement]) -> Any:
        """Return the functions as a module for ``compile``."""
        node = _ast.Module.__new__(_ast.Module)
        node.__dict__ = {"body": functions, "type_ignores": []}
        return node
