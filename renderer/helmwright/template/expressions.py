"""Compiles pipelines, commands and operands to Python expressions.

The order of evaluation, and with it which of two errors is seen, is Go's: the value that a pipe
passes on is computed before the arguments of the command that receives it.

``static`` is the Go type of the expression compiled last where that is certain, else ``""``.
Checks (argument types, iteration) are applied through a *wrap* callback at the place where Go
would notice, which for ``and``/``or`` is whichever operand decided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.stacks import descend
from helmwright.template.arity import arity_refusal, parameter_type
from helmwright.template.emit import Undecided
from helmwright.template.literals import ideal_constant, literal_shapes
from helmwright.template.nodes import (
    Bool,
    Chain,
    Command,
    Dot,
    Field,
    Identifier,
    Nil,
    Number,
    Pipe,
    String,
    Variable,
)
from helmwright.template.runtime import PARAMETER_GROUPS, can_be_nil, literal_refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.function import Function
    from helmwright.template.emit import Emitter, Expression
    from helmwright.template.names import Names, Slot
    from helmwright.template.nodes import Node
    from helmwright.template.variables import Target, Variables

    Wrap = Callable[[Expression, Expression | None], Expression]

_LITERALS = Bool | Nil | Number | String
_CHECKS = {"string": "text", "int": "integer", "map[string]interface {}": "mapping"}
_ANY = "interface {}"
_INTERFACE_RESULTS = ("coalesce", "concat")
"""The functions that can be called without arguments and are declared to return interface {}."""


class Expressions:
    """Compiles the expressions of one template."""

    def __init__(  # noqa: PLR0913 - what all parts of a template share
        self,
        emit: Emitter,
        names: Names,
        signature: Callable[[str], Function],
        used: set[str],
        variables: Variables,
        *,
        nests: bool,
    ) -> None:
        self._nests = nests
        self._emit = emit
        self._names = names
        self._signature = signature
        self._used = used
        self._variables = variables
        self.static = ""

    # Pipelines

    def pipeline(self, pipe: Pipe, wrap: Wrap | None = None) -> Expression:
        """Return the value of a pipeline, after assigning it to the pipeline's variables."""
        if self._nests:
            return descend(self._pipeline, pipe, wrap)
        return self._pipeline(pipe, wrap)

    def _pipeline(self, pipe: Pipe, wrap: Wrap | None) -> Expression:
        self._emit.at(pipe)
        variables = self._variables
        if not pipe.variables:
            return self._commands(pipe, None if wrap is None else self._without_base(wrap))
        if wrap is None and not pipe.assign:
            value = self._commands(pipe, None)
            static = self.static
            value = variables.assign(value, variables.targets(pipe))
            self.static = static
            return value
        found: list[Target] = []

        def assign(value: Expression, _: Expression | None) -> Expression:
            # Called for every operand that can end the pipeline, after all have been compiled.
            if not found:
                found.extend(variables.targets(pipe))
            static = self.static
            assigned = variables.assign(value, found)
            self.static = static
            return assigned if wrap is None else wrap(assigned, None)

        return self._commands(pipe, assign)

    def _without_base(self, wrap: Wrap) -> Wrap:
        """Return ``wrap`` for the value of a pipeline, which was an element of nothing."""

        def passed(value: Expression, _: Expression | None) -> Expression:
            return descend(wrap, value, None) if self._nests else wrap(value, None)

        return passed

    def _commands(self, pipe: Pipe, wrap: Wrap | None) -> Expression:
        first, *others = pipe.commands
        value = self._command(first, None, None if others else wrap)
        for command in others:
            value = self._command(command, value, wrap if command is others[-1] else None)
        return value

    def is_addressable(self, pipe: Pipe) -> bool:
        """Tell whether a pipeline's value is still where it was found, not a copy of it."""
        first, *rest = pipe.commands[-1].arguments
        if isinstance(first, Identifier) and first.name in {"and", "or"}:
            return any(map(self._is_addressable_term, rest))  # they return their operands
        return self._is_addressable_term(first)

    def _is_addressable_term(self, node: Node) -> bool:
        if isinstance(node, Pipe):
            return self.is_addressable(node)
        if isinstance(node, Dot):
            return self._names.dot.holder is None
        return isinstance(node, Field | Variable | Chain)

    # Commands

    def _command(self, command: Command, final: Expression | None, wrap: Wrap | None) -> Expression:
        first = command.arguments[0]
        if isinstance(first, Identifier):
            return self._function(first, command, command.arguments[1:], final, wrap)
        if isinstance(first, Field | Chain) or (
            isinstance(first, Variable) and len(first.names) > 1
        ):
            return self._chain(first, command, final, wrap)
        return self._term_command(first, command, final, wrap)

    def _term_command(
        self, first: Node, command: Command, final: Expression | None, wrap: Wrap | None
    ) -> Expression:
        """Compile a command that is a parenthesis, a variable, dot or a literal."""
        emit = self._emit
        has_arguments = len(command.arguments) > 1 or final is not None
        if not isinstance(first, Pipe):
            emit.at(first)
        if has_arguments:
            self.static = ""
            refusal = emit.refuse(f"can't give argument to non-function {first}")
            if isinstance(first, Variable):
                slot = self._names.find(first.names[0])
                refusal = emit.first(self._variables.read(first.names[0], slot), refusal)
            return refusal if final is None else emit.first(final, refusal)
        if isinstance(first, Pipe):
            return self.pipeline(first, wrap)
        value, base = self._term(first)
        return value if wrap is None else wrap(value, base)

    def _term(self, node: Node) -> tuple[Expression, Expression | None]:
        """Return a dot, variable or literal and the container that it was an element of."""
        emit = self._emit
        self.static = ""
        if isinstance(node, Dot):
            return emit.name(self._names.dot.local), self._variables.holder(self._names.dot)
        if isinstance(node, Variable):
            slot = self._names.find(node.names[0])
            return self._variables.read(node.names[0], slot), self._variables.holder(slot)
        if isinstance(node, String):
            self.static = "string"
            return emit.constant(node.text), None
        if isinstance(node, Bool):
            self.static = "bool"
            return emit.constant(node.value), None
        if isinstance(node, Number):
            return self._number(node), None
        return emit.refuse("nil is not a command"), None

    def _number(self, node: Number) -> Expression:
        value = ideal_constant(node)
        if value is None:
            return self._emit.refuse(f"{node.text} overflows int")
        self.static = "int" if type(value) is int else ""
        return self._emit.constant(value)

    # Fields and methods

    def _chain(
        self,
        node: Field | Variable | Chain,
        command: Command | None,
        final: Expression | None,
        wrap: Wrap | None,
    ) -> Expression:
        """Compile fields of dot, of a variable or of a term; with arguments, a method call."""
        emit = self._emit
        given = [] if command is None else command.arguments[1:]
        if isinstance(node, Chain):
            return self._term_chain(node, given, final, wrap)
        emit.at(node)
        slot: Slot | None
        if isinstance(node, Field):
            slot, names = self._names.dot, node.names
            base = emit.name(slot.local)
        else:
            slot, names = self._names.find(node.names[0]), node.names[1:]
            base = self._variables.read(node.names[0], slot)
        holder = self._variables.holder(slot)
        if given or final is not None:
            value = self._method(node, names, lambda find: find(base, holder), given, final)
            return value if wrap is None else wrap(value, None)
        self.static = ""
        extra = [] if holder is None else [holder]
        value = emit.call("fields", base, emit.constant(names), *extra)
        if wrap is None:
            return value
        # A None at the end of a chain is an interface's nil unless the chain began with nothing.
        return wrap(value, None if slot is None else self._variables.read("", slot))

    def _term_chain(
        self, node: Chain, given: list[Node], final: Expression | None, wrap: Wrap | None
    ) -> Expression:
        """Compile fields of a parenthesis or a function's result."""
        emit = self._emit
        emit.at(node)
        if isinstance(node.term, Nil):
            self.static = ""
            return emit.refuse(f"indirection through explicit nil in {node}")
        if given or final is not None:
            term = node.term
            value = self._method(
                node, node.names, lambda find: self.argument(term, "", find), given, final
            )
            return value if wrap is None else wrap(value, None)
        local = emit.fresh("c")
        names = node.names

        def select(value: Expression, holder: Expression | None) -> Expression:
            extra = [] if holder is None else [holder]
            found = emit.where_decided(
                emit.bind(local, value),
                lambda value: emit.call("fields", value, emit.constant(names), *extra),
            )
            if wrap is None:
                return found
            return wrap(found, emit.name(local))

        value = self.argument(node.term, "", select)
        self.static = ""
        return value

    def _method(
        self,
        node: Node,
        names: tuple[str, ...],
        receive: Callable[[Wrap], Expression],
        given: list[Node],
        final: Expression | None,
    ) -> Expression:
        """Compile a method call; what the method is, only the receiver knows.

        receive: gives the receiver, wrapped.
        """
        emit = self._emit
        found = emit.fresh("m")
        piped = None if final is None else emit.fresh("p")
        count = emit.constant(len(given) + (piped is not None))

        def find(value: Expression, holder: Expression | None) -> Expression:
            chain = emit.constant(names)
            nothing = emit.constant(None)
            scope = emit.name("scope")
            return emit.call("find_method", scope, value, chain, holder or nothing, count)

        missing = emit.is_none(emit.bind(found, receive(find)))
        self._variables.conditional += 1  # there is no method if there is nothing to call it on
        arguments = [
            self._method_argument(argument, found, index) for index, argument in enumerate(given)
        ]
        self._variables.conditional -= 1
        if piped is not None:
            index = emit.constant(len(given))
            arguments.append(
                emit.call("method_argument", emit.name(found), index, emit.name(piped))
            )
        last = emit.place()
        emit.at(node)
        call = emit.call("run_method", emit.name(found), *arguments)
        emit.return_to(last)
        value = emit.either(missing, emit.constant(None), call)
        self.static = ""
        return _behind(emit, piped, final, value)

    def _method_argument(self, node: Node, found: str, index: int) -> Expression:
        emit = self._emit
        if isinstance(node, _LITERALS):
            emit.at(node)
            shapes = emit.constant(tuple(literal_shapes(node).items()))
            return emit.call(
                "method_literal",
                emit.name(found),
                emit.constant(index),
                shapes,
                emit.constant(str(node)),
            )

        def check(value: Expression, base: Expression | None) -> Expression:
            extra = [] if base is None else [base]
            return emit.call(
                "method_argument", emit.name(found), emit.constant(index), value, *extra
            )

        return self.argument(node, "", check)

    # Functions

    def _function(
        self,
        node: Identifier,
        command: Command | Identifier,
        arguments: list[Node],
        final: Expression | None,
        wrap: Wrap | None,
    ) -> Expression:
        emit = self._emit
        emit.at(node)
        name = node.name
        function = self._signature(name)
        count = len(arguments) + (final is not None)
        refusal = arity_refusal(function, len(arguments), count)
        if refusal is not None:
            self.static = ""
            value = emit.refuse(refusal)
            return value if final is None else emit.first(final, value)
        if name in ("and", "or"):
            return self._logical(arguments, final, wrap, all_of=name == "and")
        guard = self._length_guard(command) if name == "len" else None
        values = [
            self.argument(argument, parameter_type(function, index), guard)
            for index, argument in enumerate(arguments)
        ]
        if name == "call":
            values.insert(0, emit.constant(str(arguments[0]) if arguments else ""))
        piped = None
        if final is not None:
            if not all(map(emit.is_constant, values)):
                piped = emit.fresh("p")
            value = final if piped is None else emit.name(piped)
            self.static = ""
            value = self._check(value, parameter_type(function, count - 1), None)
            values.append(value if guard is None else guard(value, None))
        last = emit.place()
        emit.at(command)
        if function.context:
            scope = emit.name("scope")
            world = emit.attribute("scope", "world")
            values.insert(0, scope if function.context == "scope" else world)
        self._used.add(name)
        result = emit.call(f"f_{name}", *values)
        emit.return_to(last)
        self.static = function.result
        result = _behind(emit, piped, final, result)
        if wrap is None:
            return result
        # Only an argument keeps Go's static type; a pipeline unpacks interfaces.
        is_interface = node is command and name in _INTERFACE_RESULTS
        return wrap(result, emit.name("INTERFACE") if is_interface else None)

    def _length_guard(self, command: Node) -> Wrap:
        """Return the check that keeps nil from ``len``, whose refusal depends on where it is from."""
        emit = self._emit

        def guard(value: Expression, holder: Expression | None) -> Expression:
            if self.static:
                return value
            local = emit.fresh("n")
            last = emit.place()
            emit.at(command)
            refusal = emit.call("no_length", holder or emit.constant(None))
            emit.return_to(last)
            test = emit.is_none(emit.bind(local, value))
            return emit.either(test, refusal, emit.name(local))

        return guard

    def _logical(
        self,
        arguments: list[Node],
        final: Expression | None,
        wrap: Wrap | None,
        *,
        all_of: bool,
    ) -> Expression:
        """Compile and/or, which stop at the operand that decides and return it."""
        emit = self._emit
        piped = None
        if final is not None:
            piped = emit.fresh("p")
        values: list[tuple[Expression, str, dict[str, int]]] = []
        for index, argument in enumerate(arguments):
            self._variables.conditional += index > 0
            values.append((self.argument(argument, _ANY), emit.fresh("a"), emit.place()))
        self._variables.conditional -= max(len(arguments) - 1, 0)
        self.static = ""
        if piped is not None:
            values.append((emit.name(piped), "", emit.place()))
        result = self._join(values, wrap, all_of=all_of)
        return _behind(emit, piped, final, result)

    def _join(
        self,
        values: list[tuple[Expression, str, dict[str, int]]],
        wrap: Wrap | None,
        *,
        all_of: bool,
    ) -> Expression:
        emit = self._emit
        last, _, place = values[-1]
        if len(values) > 1:
            earlier = tuple((local, where) for _, local, where in values[:-1])
            place = Undecided(place, earlier, all_of=all_of)
        if wrap is None:
            bound = [emit.bind(local, value) for value, local, _ in values[:-1]]
            emit.return_to(place)
            return last if not bound else emit.logical([*bound, last], all_of=all_of)
        emit.return_to(values[-1][2])
        self.static = ""
        result = wrap(last, None)
        for value, local, where in reversed(values[:-1]):
            emit.return_to(where)
            self.static = ""
            decided = wrap(emit.name(local), None)
            test = emit.bind(local, value)
            if all_of:
                test = emit.negate(test)
            result = emit.either(test, decided, result)
        emit.return_to(place)
        return result

    # Arguments

    def argument(self, node: Node, go_type: str, wrap: Wrap | None = None) -> Expression:
        """Return an argument, checked against a parameter of ``go_type`` unless that is empty."""
        emit = self._emit
        emit.at(node)

        def check(value: Expression, base: Expression | None) -> Expression:
            return self._check(value, go_type, base)

        chosen: Wrap | None = check if go_type not in ("", _ANY) else wrap
        if isinstance(node, Pipe):
            return self.pipeline(node, chosen)
        if isinstance(node, Identifier):
            return self._function(node, node, [], None, chosen)
        if isinstance(node, Field | Chain) or (isinstance(node, Variable) and len(node.names) > 1):
            return self._chain(node, None, None, chosen)
        if isinstance(node, Dot | Variable):
            value, base = self._term(node)
            return value if chosen is None else chosen(value, base)
        value = self._literal(node, go_type or _ANY)
        return value if wrap is None else wrap(value, None)

    def _check(self, value: Expression, go_type: str, base: Expression | None) -> Expression:
        emit = self._emit
        if go_type == _ANY or (self.static and self.static == go_type):
            return value
        static, self.static = self.static, go_type if go_type in ("string", "int", "bool") else ""
        extra = [] if base is None or static else [base]
        check = _CHECKS.get(go_type)
        if check is not None:
            return emit.where_decided(value, lambda value: emit.call(check, value, *extra))
        return emit.where_decided(
            value, lambda value: emit.call("typed", value, emit.constant(go_type), *extra)
        )

    def _literal(self, node: Node, go_type: str) -> Expression:
        """Return a literal in the shape that a parameter of ``go_type`` wants."""
        emit = self._emit
        self.static = ""
        if isinstance(node, Nil):
            if can_be_nil(go_type):
                return emit.constant(None)
            return emit.refuse(f"cannot assign nil to {go_type}")
        if go_type == _ANY:
            return self._term(node)[0]
        shapes = literal_shapes(node)
        group = PARAMETER_GROUPS.get(go_type, "")
        if group not in shapes:
            return emit.refuse(literal_refusal(go_type, str(node)))
        self.static = go_type
        value = emit.constant(shapes[group])
        return emit.call("Int64", value) if go_type == "int64" else value


def _behind(
    emit: Emitter, piped: str | None, final: Expression | None, value: Expression
) -> Expression:
    """Return ``value``, which comes behind what is piped into it, if anything is bound to a local."""
    if piped is None or final is None:
        return value
    return emit.first(emit.bind(piped, final), value)
