"""Compiles trees to Python code objects that stand at the template's own lines and columns.

Each template becomes ``def body(scope, dot, write)``. Control structures become Python's, variables
become locals, and functions are called directly; see ``expressions`` for pipelines. What Go would
refuse while executing is refused when that place is reached, never earlier.
Source: text/template/exec.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.go.stacks import descend
from helmwright.template.emit import Emitter
from helmwright.template.expressions import Expressions
from helmwright.template.names import Names, Slot
from helmwright.template.nodes import (
    Action,
    Break,
    Continue,
    If,
    List,
    Probe,
    Range,
    Template,
    Text,
    With,
    is_empty,
)
from helmwright.template.variables import Variables

if TYPE_CHECKING:
    from collections.abc import Callable, Container
    from types import CodeType

    from helmwright.go.function import Function
    from helmwright.template.emit import Expression, Statement
    from helmwright.template.lexer import Source
    from helmwright.template.nodes import Branch, Node

    _Link = tuple[Expression, list[Statement], list[Statement]]

_MAX_LOOPS = 15
"""CPython allows 20 nested loops in a function; deeper bodies move to an inner function."""


_MAX_CHAIN = 40
"""How many else-ifs become nested if statements."""


class CompiledTemplate(NamedTuple):
    """A compiled template.

    blank: whether it is only white space, and so never replaces another.
    used: the functions its code calls.
    """

    name: str
    blank: bool
    used: tuple[str, ...]
    code: CodeType


class TemplateCompiler:
    """Compiles one tree to the statements of a function."""

    def __init__(
        self,
        source: Source,
        signature: Callable[[str], Function],
        tracked: Container[str],
        nests: bool,  # noqa: FBT001 - see ``compile_trees``
    ) -> None:
        self._nests = nests
        self._emit = Emitter(source)
        self._names = Names(root_tracked="$" in tracked)
        self._body: list[Statement] = []
        self._loops = 0
        # What break and continue return from a body that is a function; None if it is a loop's.
        self._returned: dict[str, bool] | None = None
        self.used: set[str] = set()
        variables = Variables(self._emit, self._names, self.append, tracked)
        self._expressions = Expressions(
            self._emit, self._names, signature, self.used, variables, nests=nests
        )

    def append(self, statement: Statement) -> None:
        """Add a statement to the block being compiled."""
        self._body.append(statement)

    def compile(self, name: str, tree: List) -> Statement:
        """Return the function for ``tree``."""
        self._emit.at(tree)
        place = self._emit.place()
        self._list(tree)
        self._emit.return_to(place)
        self._body.insert(0, self._emit.assign("root", self._emit.name("dot")))
        if self._names.root.holder is not None:
            nothing = self._emit.constant(None)
            self._body.insert(1, self._emit.assign(self._names.root.holder, nothing))
        return self._emit.function(name, ["scope", "dot", "write"], self._body)

    def _block(self, tree: List) -> list[Statement]:
        """Return the statements of a body."""
        outer = self._body
        self._body = []
        self._list(tree)
        statements = self._body
        self._body = outer
        return statements

    def _list(self, tree: List) -> None:
        if self._nests:
            descend(self._nodes, tree)
        else:
            self._nodes(tree)

    def _nodes(self, tree: List) -> None:
        for node in tree.nodes:
            self._node(node)

    def _node(self, node: Node) -> None:
        emit = self._emit
        emit.at(node)
        if isinstance(node, Text):
            self.append(emit.evaluate(emit.call("write", emit.constant(node.text))))
        elif isinstance(node, Action):
            self._action(node)
        elif isinstance(node, If | With):
            self._condition(node)
        elif isinstance(node, Range):
            self._range(node)
        elif isinstance(node, Template):
            self._template(node)
        elif isinstance(node, Break | Continue):
            self.append(self._jump("break" if isinstance(node, Break) else "continue"))
        elif isinstance(node, Probe):
            self.append(emit.evaluate(emit.call("visit", emit.constant(node.number))))

    def _jump(self, keyword: str) -> Statement:
        """Return the statement that leaves the body of the innermost range, or its iteration."""
        if self._returned is None:
            return self._emit.jump(keyword)
        return self._emit.give_back(self._emit.constant(self._returned[keyword]))

    def _action(self, node: Action) -> None:
        emit = self._emit
        pipe = node.pipe
        value = self._expressions.pipeline(pipe)
        if pipe.variables:
            self.append(emit.evaluate(value))
            return
        static = self._expressions.static
        printer = "field_to_text" if self._expressions.is_addressable(pipe) else "to_text"
        emit.at(node)
        printed = value if static == "string" else emit.call(printer, value)
        self.append(emit.evaluate(emit.call("write", printed)))

    def _template(self, node: Template) -> None:
        emit = self._emit
        found = emit.call("find_template", emit.name("scope"), emit.constant(node.name))
        if node.pipe is None:
            dot = emit.constant(None)
        else:
            dot = self._expressions.pipeline(node.pipe)
            emit.at(node)
        call = emit.call("run_template", emit.name("scope"), found, dot, emit.name("write"))
        self.append(emit.evaluate(call))

    def _condition(self, first: Branch) -> None:
        """Compile an if or with; a long chain of else-ifs nests statements, not Python frames."""
        chain: list[_Link] = []
        node: Branch | None = first
        mark = self._names.mark()
        tail: list[Statement] = []
        while node is not None:
            chain.append(self._link(node))
            otherwise = node.otherwise
            node = None
            if otherwise is not None:
                only = otherwise.nodes[0] if len(otherwise.nodes) == 1 else None
                if isinstance(only, If | With):
                    self._emit.at(only)
                    node = only
                else:
                    tail = self._block(otherwise)
        self._names.forget(mark)
        self._body.extend(self._chained(chain, tail))

    def _link(self, node: Branch) -> _Link:
        """Return a condition's test, its body, and what the test needs before it."""
        outer = self._body
        before: list[Statement] = []
        self._body = before
        test = self._test(node)
        self._body = []
        self._branch_body(node)
        body, self._body = self._body, outer
        return test, body, before

    def _chained(self, chain: list[_Link], tail: list[Statement]) -> list[Statement]:
        """Return the statements of a chain of else-ifs that ends with ``tail``.

        Python's compiler recurses into every else, so a long chain is cut into pieces; a flag
        tells whether the pieces so far have left it undecided.
        """
        emit = self._emit
        pieces = [chain[start : start + _MAX_CHAIN] for start in range(0, len(chain), _MAX_CHAIN)]
        if len(pieces) == 1:
            return _joined(emit, chain, tail)
        undecided = emit.fresh("u")
        statements = [emit.assign(undecided, emit.constant(True))]
        for piece in pieces:
            decide = emit.assign(undecided, emit.constant(False))
            open_end = emit.assign(undecided, emit.constant(True))
            body = [decide, *_joined(emit, piece, [open_end])]
            statements.append(emit.branch(emit.name(undecided), body, []))
        if tail:
            statements.append(emit.branch(emit.name(undecided), tail, []))
        return statements

    def _test(self, node: Branch) -> Expression:
        """Return the condition of ``node``; a with binds the value that becomes dot."""
        value = self._expressions.pipeline(node.pipe)
        if isinstance(node, If):
            return value
        self._with_dot = self._emit.fresh("d")
        return self._emit.bind(self._with_dot, value)

    def _branch_body(self, node: Branch) -> None:
        mark = self._names.mark()
        if isinstance(node, With):
            outer = self._names.dot
            self._names.dot = Slot(self._with_dot)
            self._list(node.body)
            self._names.dot = outer
        else:
            self._list(node.body)
        self._names.forget(mark)

    def _range(self, node: Range) -> None:
        emit = self._emit
        names = self._names
        mark = names.mark()
        variables = node.pipe.variables
        iterable = emit.fresh("r")
        walk = "pairs" if len(variables) > 1 else "elements"
        sequence = emit.fresh("q")
        value = self._expressions.pipeline(
            node.pipe, lambda result, _: emit.call(walk, emit.bind(iterable, result))
        )
        place = emit.place()
        self.append(emit.assign(sequence, value))
        element = emit.fresh("d")
        targets = [element]
        if len(variables) > 1:
            targets.insert(0, emit.fresh("k"))
        before = self._body
        self._body = []
        self._bind_loop_variables(node, targets, iterable)
        outer = names.dot
        names.dot = Slot(element, iterable)
        inner_mark = names.mark()
        self._loops += 1
        body = self._loop_body(node, self._body)
        self._loops -= 1
        names.forget(inner_mark)
        names.dot = outer
        self._body = before
        emit.return_to(place)
        loop = emit.loop(targets, emit.name(sequence), body)
        if node.otherwise is None:
            self.append(loop)
        else:
            self._leave_loop(node)
            otherwise = self._else_body(node.otherwise)
            emit.return_to(place)
            self.append(emit.branch(emit.name(sequence), [loop], otherwise))
        names.forget(mark)

    def _bind_loop_variables(self, node: Range, targets: list[str], iterable: str) -> None:
        """Assign index and element to the range's variables at the top of its body."""
        for variable, target in zip(node.pipe.variables, targets, strict=False):
            holder = iterable if target == targets[-1] else None
            self._bind_loop_variable(self._names.find(variable.names[0]), target, holder)

    def _leave_loop(self, node: Range) -> None:
        """Let the variables that a range declared be what they are when it finds nothing."""
        if not node.pipe.assign:
            for variable in node.pipe.variables:
                slot = self._names.find(variable.names[0])
                if slot is not None and not slot.tracked:
                    slot.holder = None

    def _bind_loop_variable(self, slot: Slot | None, target: str, holder: str | None) -> None:
        emit = self._emit
        if slot is None:  # an undeclared variable was refused before the loop began
            return
        before = self._body
        self._body = []
        self.append(emit.assign(slot.local, emit.name(target)))
        if slot.tracked and slot.holder is not None:
            value = emit.constant(None) if holder is None else emit.name(holder)
            self.append(emit.assign(slot.holder, value))
        else:
            slot.holder = holder
        if slot.flag is not None:
            bound = self._body
            self._body = []
            self._bind_loop_variable(slot.outer, target, holder)
            self._body = [emit.branch(emit.name(slot.flag), bound, self._body)]
        before.extend(self._body)
        self._body = before

    def _loop_body(self, node: Range, start: list[Statement]) -> list[Statement]:
        """Return the body of a loop, moved to a function of its own where loops nest too deep."""
        outer, self._returned = self._returned, None
        if self._loops % _MAX_LOOPS:
            body = start + self._block(node.body)
        else:
            self._returned = {"break": True, "continue": False}
            leave = self._emit.jump("break")
            body = self._outlined(lambda: start + self._block(node.body), leave)
        self._returned = outer
        return body

    def _else_body(self, otherwise: List) -> list[Statement]:
        """Return what a range does when it finds nothing.

        A break in there ends only this range: Go's walkRange catches it around both bodies.
        """
        if not _breaks(otherwise):
            return self._block(otherwise)
        leave = self._jump("continue")
        outer, self._returned = self._returned, {"break": False, "continue": True}
        body = self._outlined(lambda: self._block(otherwise), leave)
        self._returned = outer
        return body

    def _outlined(self, work: Callable[[], list[Statement]], leave: Statement) -> list[Statement]:
        """Return statements as a function and its call; ``leave`` follows if it returns true."""
        emit = self._emit
        # Assignments to variables from outside must reach them.
        outside = [name for slot in self._names.visible() for name in slot.assigned()]
        body = work()
        name = emit.fresh("body")
        if outside:
            body.insert(0, emit.outer_names(sorted(set(outside))))
        return [emit.function(name, [], body), emit.branch(emit.call(name), [leave], [])]


def _breaks(node: Node) -> bool:
    """Tell whether a break in ``node`` is meant for the range around it."""
    if isinstance(node, Range):
        return False
    return isinstance(node, Break) or any(map(_breaks, node.children()))


def _joined(emit: Emitter, chain: list[_Link], tail: list[Statement]) -> list[Statement]:
    """Return a chain as nested if statements."""
    for test, body, before in reversed(chain):
        tail = [*before, emit.branch(test, body, tail)]
    return tail


def compile_trees(
    source: Source,
    trees: dict[str, List],
    signature: Callable[[str], Function],
    tracked: Container[str],
    nests: bool = False,  # noqa: FBT001, FBT002 - the last of what is passed on to another stack
) -> list[CompiledTemplate]:
    """Compile all templates of a source, in order of definition.

    signature: gives the parameter types of a function by its name.
    tracked: the variables that both a range and an assignment give values to.
    nests: whether anything nests so deep that it may need more than one stack.
    """
    functions: list[Statement] = []
    used: list[set[str]] = []
    emitter = Emitter(source)
    for index, (_, tree) in enumerate(trees.items()):
        compiler = TemplateCompiler(source, signature, tracked, nests)
        functions.append(compiler.compile(f"t{index}", tree))
        used.append(compiler.used)
    module = compile(emitter.module(functions), source.name, "exec", dont_inherit=True)
    codes = {
        constant.co_name: constant
        for constant in module.co_consts
        if hasattr(constant, "co_positions")
    }
    return [
        CompiledTemplate(
            name, is_empty(tree), tuple(sorted(used[index])), _named(codes[f"t{index}"], name)
        )
        for index, (name, tree) in enumerate(trees.items())
    ]


def _named(code: CodeType, name: str) -> CodeType:
    """Return ``code``, and the loop bodies inside it, carrying the template's name."""
    constants = tuple(
        _named(constant, name) if hasattr(constant, "co_positions") else constant
        for constant in code.co_consts
    )
    return code.replace(co_name=name, co_qualname=name, co_consts=constants)
