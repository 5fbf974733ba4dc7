"""Builds Python syntax nodes that stand at a template's own lines and columns.

``Emitter.here`` is the place of the template node that Go would report if something failed now
(``state.at``); every Python node made gets it. The end column carries the template node's rank, so
that frames.py can tell nodes apart that begin at the same place.

``_ast`` is imported because ``ast`` itself takes milliseconds.
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

Expression = _ast.expr
Statement = _ast.stmt


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
        return _ast.Constant(value, None, **self._here)

    def is_constant(self, value: Expression) -> bool:
        """Tell whether an expression is a constant, which nothing can come before or after."""
        return type(value) is _ast.Constant

    def name(self, name: str) -> Expression:
        """Return a read of a variable."""
        return _ast.Name(name, _LOAD, **self._here)

    def target(self, name: str) -> _ast.Name:
        """Return a variable as the target of an assignment."""
        return _ast.Name(name, _STORE, **self._here)

    def call(self, function: str, *arguments: Expression) -> Expression:
        """Return ``function(*arguments)``."""
        return _ast.Call(self.name(function), list(arguments), [], **self._here)

    def attribute(self, name: str, attribute: str) -> Expression:
        """Return ``name.attribute``."""
        return _ast.Attribute(self.name(name), attribute, _LOAD, **self._here)

    def bind(self, name: str, value: Expression) -> Expression:
        """Return ``(name := value)``."""
        return _ast.NamedExpr(self.target(name), value, **self._here)

    def either(self, test: Expression, then: Expression, otherwise: Expression) -> Expression:
        """Return ``then if test else otherwise``."""
        return _ast.IfExp(test, then, otherwise, **self._here)

    def logical(self, values: list[Expression], *, all_of: bool) -> Expression:
        """Return the values joined by ``and`` or ``or``, which decide as Go's do."""
        return _ast.BoolOp(_AND if all_of else _OR, values, **self._here)

    def negate(self, value: Expression) -> Expression:
        """Return ``not value``."""
        return _ast.UnaryOp(_NOT, value, **self._here)

    def is_none(self, value: Expression) -> Expression:
        """Return ``value is None``."""
        return _ast.Compare(value, [_IS], [self.constant(None)], **self._here)

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
        return _ast.Expr(value, **self._here)

    def assign(self, name: str, value: Expression) -> Statement:
        """Return ``name = value``."""
        return _ast.Assign([self.target(name)], value, None, **self._here)

    def branch(
        self, test: Expression, body: list[Statement], otherwise: list[Statement]
    ) -> Statement:
        """Return an if statement; an empty body passes."""
        return _ast.If(test, body or [self.nothing()], otherwise, **self._here)

    def loop(self, targets: list[str], values: Expression, body: list[Statement]) -> Statement:
        """Return a for statement over ``values``, unpacked when there are two targets."""
        names: list[Expression] = [self.target(name) for name in targets]
        target = names[0] if len(names) == 1 else _ast.Tuple(names, _STORE, **self._here)
        return _ast.For(target, values, body or [self.nothing()], [], None, **self._here)

    def jump(self, keyword: str) -> Statement:
        """Return a break or continue statement."""
        return (_ast.Break if keyword == "break" else _ast.Continue)(**self._here)

    def nothing(self) -> Statement:
        """Return a pass statement."""
        return _ast.Pass(**self._here)

    def give_back(self, value: Expression) -> Statement:
        """Return a return statement."""
        return _ast.Return(value, **self._here)

    def outer_names(self, names: list[str]) -> Statement:
        """Return a nonlocal statement."""
        return _ast.Nonlocal(names, **self._here)

    def function(self, name: str, parameters: list[str], body: list[Statement]) -> Statement:
        """Return a function definition."""
        arguments = [_ast.arg(parameter, None, None, **self._here) for parameter in parameters]
        signature = _ast.arguments([], arguments, None, [], [], None, [])
        body = body or [self.nothing()]
        return _ast.FunctionDef(name, signature, body, [], None, None, **self._here)

    def module(self, functions: list[Statement]) -> _ast.Module:
        """Return the functions as a module for ``compile``."""
        return _ast.Module(functions, [])
