"""Builds the tree of a template from its tokens, refusing what Go refuses in Go's words.

The parser reads tokens through an index and never looks at the text again. ``_newest`` is the
furthest token it has seen: its line is the one that Go's messages name.
Source: text/template/parse/parse.go
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn, TypeVar

from helmwright.base.errors import GoError
from helmwright.go.stacks import descend
from helmwright.go.strconv import quote, unquote
from helmwright.go.template_languages import ELSE_WITH, LATEST_LANGUAGE, LINES_OF_COMMENTS
from helmwright.template import lexer
from helmwright.template.nodes import (
    Action,
    Bool,
    Branch,
    Break,
    Chain,
    Command,
    Continue,
    Dot,
    Field,
    Identifier,
    If,
    List,
    Nil,
    Node,
    Number,
    Pipe,
    Range,
    String,
    Template,
    Terminator,
    Text,
    Variable,
    With,
    is_empty,
)
from helmwright.template.numbers import parse_number

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from helmwright.template.lexer import Source, Token

_OPERANDS = frozenset(
    (
        lexer.BOOL,
        lexer.CHAR_CONSTANT,
        lexer.COMPLEX,
        lexer.DOT,
        lexer.FIELD,
        lexer.IDENTIFIER,
        lexer.NUMBER,
        "nil",
        lexer.RAW_STRING,
        lexer.STRING,
        lexer.VARIABLE,
        lexer.LEFT_PAREN,
    )
)
MAX_NESTING = 500
"""How deeply parentheses, control structures and pipeline stages may nest together.

Go allows 10,000 parentheses; Python's own compiler could not take so much.
"""
_LEVELS_BETWEEN_LOOKS = 16
T = TypeVar("T")
_COMMENT = re.compile(r"(?<=\{\{)(?:-[ \t\r\n])?/\*.*?\*/", re.DOTALL)
_BRANCHES = {"if": If, "range": Range, "with": With}


class _Scope:
    """What Go keeps per tree: names in scope, loop depth and the newest token seen."""

    __slots__ = ("action_start", "newest", "range_depth", "variables")

    def __init__(self) -> None:
        self.variables = ["$"]
        self.range_depth = 0
        self.action_start = -1
        self.newest = -1


class Parser:
    """Parses one source.

    trees: template names to their bodies in order of definition.
    deepest: how deeply the source nests (see ``MAX_NESTING``).
    """

    def __init__(
        self, source: Source, functions: Container[str], language: int = LATEST_LANGUAGE
    ) -> None:
        self._source = source
        self._language = language
        self._functions = functions
        self._tokens = lexer.tokenize(source)
        self._index = 0
        self._depth = 0
        self.deepest = 0
        self._scope = _Scope()
        self._ranged: set[str] = set()
        self._assigned: set[str] = set()
        self.trees: dict[str, List] = {}

    @property
    def tracked(self) -> set[str]:
        """The variables that both a range and an assignment give values to."""
        return self._ranged & self._assigned

    def parse(self) -> dict[str, List]:
        """Return the trees of the source: its definitions and, under its own name, its body.

        Raises:
            GoError: with the text of Go's error, ``template: NAME:LINE: …``.
        """
        root = List(self._peek().position)
        while (token := self._peek()).kind != lexer.EOF:
            if token.kind == lexer.LEFT_DELIM:
                start = self._index
                self._next()
                if self._next().kind == "define":
                    self._definition()
                    continue
                self._index = start
            node = self._text_or_action()
            if isinstance(node, Terminator):
                self._fail(f"unexpected {node}")
            root.nodes.append(node)
        self._add(self._source.name, root)
        return self.trees

    # Reading tokens

    def _next(self) -> Token:
        index = self._index
        try:
            token = self._tokens[index]
        except IndexError:  # behind the end there is only more of the end
            index = len(self._tokens) - 1
            token = self._tokens[index]
        self._index = index + 1
        scope = self._scope
        if index > scope.newest:  # noqa: PLR1730 - half the cost of max()
            scope.newest = index
        return token

    def _peek(self) -> Token:
        token = self._next()
        self._index -= 1
        return token

    def _fail(self, message: str) -> NoReturn:
        newest = self._scope.newest
        line = self._line(self._tokens[newest].position) if newest >= 0 else 0
        self._fail_at(line, message)

    def _line(self, position: int) -> int:
        """Return the line that an error names; old languages do not see those of comments."""
        line = self._source.line(position)
        if self._language < LINES_OF_COMMENTS:
            before = self._source.text[:position]
            line -= sum(found[0].count("\n") for found in _COMMENT.finditer(before))
        return line

    def _fail_at(self, line: int, message: str) -> NoReturn:
        raise GoError(f"template: {self._source.name}:{line}: {message}")

    def _unexpected(self, token: Token, context: str) -> NoReturn:
        if token.kind == lexer.ERROR:
            start = self._scope.action_start
            started = self._line(start)
            extra = ""
            if start >= 0 and started != self._line(token.position):
                extra = f" in action started at {self._source.name}:{started}"
                if token.text.endswith(" action"):
                    extra = extra.removeprefix(" in action")
            self._fail(f"{token}{extra}")
        self._fail(f"unexpected {token} in {context}")

    def _expect(self, kind: str, context: str) -> Token:
        token = self._next()
        if token.kind != kind:
            self._unexpected(token, context)
        return token

    # Definitions

    def _add(self, name: str, tree: List) -> None:
        """Install a tree; one that is all blank never replaces another."""
        existing = self.trees.get(name)
        if existing is None or is_empty(existing):
            self.trees[name] = tree
        elif not is_empty(tree):
            self._fail(f"template: multiple definition of template {quote(name)}")

    def _unquote(self, token: Token) -> str:
        try:
            return unquote(token.text)
        except GoError as error:
            self._fail(error.message)

    def _definition(self) -> None:
        outer = self._scope
        self._scope = _Scope()
        token = self._next()
        if token.kind not in (lexer.STRING, lexer.RAW_STRING):
            self._unexpected(token, "define clause")
        name = self._unquote(token)
        self._expect(lexer.RIGHT_DELIM, "define clause")
        body, end = self._item_list()
        if end.keyword != "end":
            self._fail(f"unexpected {end} in define clause")
        self._add(name, body)
        self._scope = outer

    # Actions

    def _item_list(self) -> tuple[List, Terminator]:
        body = List(self._peek().position)
        while self._peek().kind != lexer.EOF:
            node = self._text_or_action()
            if isinstance(node, Terminator):
                return body, node
            body.nodes.append(node)
        return self._fail("unexpected EOF")

    def _text_or_action(self) -> Node:
        token = self._next()
        if token.kind == lexer.TEXT:
            return Text(token.position, token.text)
        if token.kind != lexer.LEFT_DELIM:
            self._unexpected(token, "input")
        scope = self._scope
        scope.action_start = token.position
        node = self._action()
        scope.action_start = -1
        return node

    def _action(self) -> Node:  # noqa: PLR0911 - one for each kind of action
        token = self._next()
        kind = token.kind
        if kind in _BRANCHES:
            return self._nested(self._control, kind)
        if kind == "end":
            return Terminator(self._expect(lexer.RIGHT_DELIM, "end").position, "end")
        if kind == "else":
            return self._else()
        if kind == "template":
            return self._template()
        if kind == "block":
            return self._block()
        if kind in ("break", "continue"):
            return self._jump(token)
        self._index -= 1
        return Action(token.position, self._pipeline("command", lexer.RIGHT_DELIM))

    def _jump(self, token: Token) -> Node:
        name = f"{{{{{token.kind}}}}}"
        following = self._next()
        if following.kind != lexer.RIGHT_DELIM:
            self._unexpected(following, name)
        if self._scope.range_depth == 0:
            self._fail(f"{name} outside {{{{range}}}}")
        return Break(token.position) if token.kind == "break" else Continue(token.position)

    def _else(self) -> Terminator:
        token = self._peek()
        chains = ("if", "with") if self._language >= ELSE_WITH else ("if",)
        if token.kind not in chains:
            token = self._expect(lexer.RIGHT_DELIM, "else")
        return Terminator(token.position, "else")

    def _control(self, keyword: str) -> Node:
        """Parse an if, range or with action, and a chain of ``else if`` without recursion."""
        variables = self._scope.variables
        visible = len(variables)
        first, end = self._branch(keyword)
        last = first
        while end.keyword == "else" and keyword != "range" and self._peek().kind == keyword:
            self._next()
            last.otherwise = List(end.position)
            node, end = self._branch(keyword)
            last.otherwise.nodes.append(node)
            last = node
        if end.keyword == "else":
            last.otherwise, end = self._item_list()
            if end.keyword != "end":
                self._fail(f"expected end; found {end}")
        del variables[visible:]
        return first

    def _branch(self, keyword: str) -> tuple[Branch, Terminator]:
        """Parse the pipeline and the body behind ``keyword``; the body ends at an else or end."""
        pipe = self._pipeline(keyword, lexer.RIGHT_DELIM)
        inside = keyword == "range"
        self._scope.range_depth += inside
        body, end = self._item_list()
        self._scope.range_depth -= inside
        return _BRANCHES[keyword](pipe, body, None), end

    def _name(self, token: Token, context: str) -> str:
        if token.kind not in (lexer.STRING, lexer.RAW_STRING):
            self._unexpected(token, context)
        return self._unquote(token)

    def _block(self) -> Node:
        context = "block clause"
        token = self._next()
        name = self._name(token, context)
        pipe = self._pipeline(context, lexer.RIGHT_DELIM)
        outer = self._scope
        self._scope = _Scope()
        body, end = self._nested(self._item_list)
        if end.keyword != "end":
            self._scope = outer  # the tree around the block complains, at its own newest token
            self._fail(f"unexpected {end} in {context}")
        self._add(name, body)
        self._scope = outer
        return Template(token.position, name, pipe)

    def _template(self) -> Node:
        context = "template clause"
        token = self._next()
        name = self._name(token, context)
        pipe = None
        if self._next().kind != lexer.RIGHT_DELIM:
            self._index -= 1
            pipe = self._pipeline(context, lexer.RIGHT_DELIM)
        return Template(token.position, name, pipe)

    # Pipelines

    def _pipeline(self, context: str, end: str) -> Pipe:
        pipe = Pipe(self._peek().position)
        self._declarations(pipe, context)
        while True:
            token = self._next()
            if token.kind == end:
                self._check(pipe, context)
                return pipe
            if token.kind not in _OPERANDS:
                self._unexpected(token, context)
            self._index -= 1
            pipe.commands.append(self._command())

    def _declarations(self, pipe: Pipe, context: str) -> None:
        """Read ``$x :=``, ``$x =`` and ``range``'s ``$i, $e :=`` if the pipeline begins so."""
        while (token := self._peek()).kind == lexer.VARIABLE:
            self._next()
            start = self._index - 1
            following = self._peek()
            if following.kind in (lexer.ASSIGN, lexer.DECLARE):
                self._next()
                pipe.assign = following.kind == lexer.ASSIGN
                self._declare(pipe, token)
                names = [variable.names[0] for variable in pipe.variables]
                if context == "range":
                    self._ranged.update(names)
                if pipe.assign:
                    self._assigned.update(names)
                return
            if following.kind != lexer.CHAR or following.text != ",":
                self._index = start
                return
            self._next()
            self._declare(pipe, token)
            if context != "range" or len(pipe.variables) >= 2:
                self._fail(f"too many declarations in {context}")
            if self._peek().kind not in (
                lexer.VARIABLE,
                lexer.RIGHT_DELIM,
                lexer.RIGHT_PAREN,
            ):
                self._fail("range can only initialize variables")

    def _declare(self, pipe: Pipe, token: Token) -> None:
        pipe.variables.append(Variable(token.position, token.text))
        self._scope.variables.append(token.text)

    def _check(self, pipe: Pipe, context: str) -> None:
        stages = len(pipe.commands)
        if stages > 20:
            self._deeper(stages)
            self._depth -= stages
        if not pipe.commands:
            self._fail(f"missing value for {context}")
        for stage, command in enumerate(pipe.commands[1:], 2):
            if command.arguments[0].rank in _LITERALS:
                self._fail(f"non executable command in pipeline stage {stage}")

    def _command(self) -> Command:
        command = Command(self._peek().position)
        while True:
            operand = self._operand()
            if operand is not None:
                command.arguments.append(operand)
                if self._peek().spaced:
                    continue
            token = self._next()
            kind = token.kind
            if kind in (lexer.RIGHT_DELIM, lexer.RIGHT_PAREN):
                self._index -= 1
            elif kind != lexer.PIPE:
                self._unexpected(token, "operand")
            break
        if not command.arguments:
            self._fail("empty command")
        return command

    def _operand(self) -> Node | None:
        node = self._term()
        if node is None:
            return None
        token = self._tokens[min(self._index, len(self._tokens) - 1)]
        if token.kind != lexer.FIELD or token.spaced:
            return node
        fields = ""
        following = self._peek()
        while following.kind == lexer.FIELD and not following.spaced:
            fields += self._next().text
            following = self._peek()
        if isinstance(node, Field):
            return Field(token.position, f"{node}{fields}")
        if isinstance(node, Variable):
            return Variable(token.position, f"{node}{fields}")
        if node.rank in _LITERALS:
            last = self._tokens[self._index - 1]
            after = last.position + len(last.text) if following.spaced else following.position
            line = self._source.line(after)
            self._fail_at(line, f"unexpected . after term {quote(str(node))}")
        chain = Chain(token.position, node)
        chain.names = tuple(fields[1:].split("."))
        return chain

    def _term(self) -> Node | None:  # noqa: C901, PLR0911 - one for each kind of term
        token = self._next()
        kind, text, position, _ = token
        if kind == lexer.IDENTIFIER:
            if text not in self._functions:
                self._fail(f"function {quote(text)} not defined")
            return Identifier(position, text)
        if kind == lexer.FIELD:
            return Field(position, text)
        if kind in (lexer.STRING, lexer.RAW_STRING):
            return String(position, text, self._unquote(token))
        if kind == lexer.VARIABLE:
            if text not in self._scope.variables:
                self._fail(f"undefined variable {quote(text)}")
            return Variable(position, text)
        if kind == lexer.DOT:
            return Dot(position)
        if kind == lexer.LEFT_PAREN:
            return self._parenthesized()
        if kind == lexer.BOOL:
            return Bool(position, value=text == "true")
        if kind == "nil":
            return Nil(position)
        if kind in (lexer.NUMBER, lexer.COMPLEX, lexer.CHAR_CONSTANT):
            try:
                return parse_number(token)
            except GoError as error:
                self._fail(error.message)
        self._index -= 1
        return None

    def _parenthesized(self) -> Pipe:
        return self._nested(self._pipeline, "parenthesized pipeline", lexer.RIGHT_PAREN)

    def _nested(self, parse: Callable[..., T], *arguments: str) -> T:
        """Return what ``parse`` reads one level deeper."""
        self._deeper()
        looks = self._depth % _LEVELS_BETWEEN_LOOKS == 0
        parsed = descend(parse, *arguments) if looks else parse(*arguments)
        self._depth -= 1
        return parsed

    def _deeper(self, levels: int = 1) -> None:
        """Count levels of nesting, and refuse too many."""
        self._depth += levels
        if self._depth > self.deepest:
            self.deepest = self._depth
            if self._depth > MAX_NESTING:
                self._fail(f"nested more than {MAX_NESTING} deep")


_LITERALS = frozenset(kind.rank for kind in (Bool, Dot, Nil, Number, String))
