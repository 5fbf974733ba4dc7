"""JSON paths in the dialect of helm-unittest: ``spec.containers[?(@.name == "web")].image``.

Source: pkg/yamlpath lexer.go, path.go and filter_parser.go of the JSON path library for YAML.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from helmwright.base.errors import GoError
from helmwright.unittest_suites import path_steps
from helmwright.unittest_suites.path_filters import Typed, comparison, matching, typed
from helmwright.unittest_suites.path_steps import follow

if TYPE_CHECKING:
    from helmwright.go.kinds import Value
    from helmwright.unittest_suites.path_filters import Term
    from helmwright.unittest_suites.path_steps import Filter, Step

_DOTTED_END = frozenset(".[) &|=!><~")
_FIRST_END = _DOTTED_END | {"]"}
_AFTER_STEP = frozenset(" &|=!><")
_QUOTED_CHILD = re.compile(r"\[\s*[\"']")
_NUMBER = re.compile(r"[-.0-9][0-9.eE-]*")
_WORD = re.compile("true|false|null")
_COMPARISON = re.compile(r"==|!=|>=|<=|>|<|=~")
_DEEPEST = 100


class PathError(Exception):
    """A path that does not parse; the text says why."""


def find(value: Value, path: str) -> list[Value]:
    """Return what ``path`` leads to in a document; raise PathError if it is no path."""
    return follow(_compiled(path), value, value)


@lru_cache(2048)
def _compiled(path: str) -> tuple[Step, ...]:
    reader = _Reader(path)
    steps = reader.path()
    if reader.position < len(path):
        raise reader.failure("syntax error")
    return steps


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.depth = 0

    def failure(self, reason: str) -> PathError:
        return PathError(
            f'{reason} at position {self.position}, following "{self.text[: self.position]}"'
        )

    def sees(self, token: str) -> bool:
        return self.text.startswith(token, self.position)

    def takes(self, token: str) -> bool:
        if self.sees(token):
            self.position += len(token)
            return True
        return False

    def skip_spaces(self) -> None:
        while self.text[self.position : self.position + 1].isspace():
            self.position += 1

    def path(self) -> tuple[Step, ...]:
        """Read a whole path."""
        if not self.text:
            return ()
        if self.takes("$") or self.text[0] in ".[":
            return self.steps(inner=False)
        name = self._until(_FIRST_END)
        if not name:
            raise self.failure("child name missing")
        return (*self._named(name, inner=False), *self._continue(inner=False))

    def steps(self, *, inner: bool) -> tuple[Step, ...]:
        """Read steps up to the end; inner: in a filter, where more may follow."""
        found: list[Step] = []
        while self.position < len(self.text) and not self.sees(")"):
            if self._ends(inner=inner):
                break
            found += self._step(inner=inner)
        return tuple(found)

    def _continue(self, *, inner: bool) -> tuple[Step, ...]:
        return () if self._ends(inner=inner) else self.steps(inner=inner)

    def _ends(self, *, inner: bool) -> bool:
        character = self.text[self.position : self.position + 1]
        if character not in _AFTER_STEP or not character:
            return False
        if not inner:
            raise self.failure(f"invalid character '{character}'")
        return True

    def _step(self, *, inner: bool) -> list[Step]:
        if self.takes(".."):
            return self._recursive()
        if self.takes("."):
            name = self._until(_DOTTED_END)
            if not name:
                raise self.failure("child name missing")
            return self._named(name, inner=inner)
        if _QUOTED_CHILD.match(self.text, self.position):
            return self._quoted()
        if self.sees("[?("):
            return [self._filter(recursive=False)]
        if self.takes("["):
            return [self._subscript()]
        raise self.failure("invalid path syntax")

    def _until(self, ends: frozenset[str]) -> str:
        start = self.position
        while self.position < len(self.text) and self.text[self.position] not in ends:
            self.position += 1
        return self.text[start : self.position]

    def _named(self, name: str, *, inner: bool) -> list[Step]:
        if self.takes("~"):
            if inner or self.position < len(self.text):
                raise self.failure("property name operator may only be used on last child in path")
            return [path_steps.key_names((path_steps.unescape(name),))]
        return [path_steps.child(name)]

    def _recursive(self) -> list[Step]:
        name = self._until(frozenset(".["))
        if not name and not self.sees("["):
            raise self.failure(
                "child name or array access or filter missing after recursive descent"
            )
        steps: list[Step] = [path_steps.descendants]
        if name:
            steps.append(path_steps.child(name))
        elif self.sees("[?("):
            steps.append(self._filter(recursive=True))
        return steps

    def _quoted(self) -> list[Step]:
        self.position += 1
        names: list[str] = []
        while True:
            self.skip_spaces()
            quote = self.text[self.position : self.position + 1]
            if quote not in ("'", '"') or not quote:
                raise self.failure("""missing "'" or '"'""")
            names.append(self._quoted_name(quote))
            self.skip_spaces()
            if not self.takes(","):
                break
        if not self.takes("]"):
            raise self.failure('missing "]" or ","')
        if self.takes("~"):
            if self.position < len(self.text):
                raise self.failure("property name operator may only be used on last child in path")
            return [path_steps.key_names(names)]
        return [path_steps.children(names)]

    def _quoted_name(self, quote: str) -> str:
        self.position += 1
        start = self.position
        while not self.sees(quote):
            if self.takes("\\" + quote) or self.takes("\\\\"):
                continue
            if self.sees("\\"):
                raise self.failure(f"unsupported escape sequence inside {quote}{quote}")
            if self.position >= len(self.text):
                raise self.failure(f"unmatched {quote}")
            self.position += 1
        self.position += 1
        return path_steps.unescape(self.text[start : self.position - 1])

    def _subscript(self) -> Step:
        end = self.text.find("]", self.position)
        if end < 0:
            raise self.failure("unmatched [")
        text = self.text[self.position : end]
        self.position = end + 1
        if not text:
            raise PathError(f"subscript missing from [] before position {self.position}")
        try:
            path_steps.indexes(text, 0)
        except ValueError as error:
            raise PathError(
                f"invalid array index [{text}] before position {self.position}: {error}"
            ) from None
        if self.takes("~"):
            if self.position < len(self.text):
                raise self.failure("property name operator can only be used on last item in path")
            if text != "*":
                raise self.failure("property name operator can only be used on map nodes")
            return path_steps.all_key_names
        return path_steps.subscript(text)

    def _filter(self, *, recursive: bool) -> Step:
        self.position += 3
        self.skip_spaces()
        if self.sees(")]"):
            raise self.failure("missing filter")
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.failure("filters are nested too deeply")
        accept = self._alternatives()
        self.depth -= 1
        self.skip_spaces()
        if not self.takes(")]"):
            reason = (
                "invalid filter syntax" if self.text[self.position :] else "missing end of filter"
            )
            raise self.failure(reason)
        return path_steps.filtered(accept, recursive=recursive)

    def _alternatives(self) -> Filter:
        found = [self._conjunction()]
        while self._operator("||"):
            found.append(self._conjunction())
        return (
            found[0]
            if len(found) == 1
            else lambda value, root: any(one(value, root) for one in found)
        )

    def _conjunction(self) -> Filter:
        found = [self._basic()]
        while self._operator("&&"):
            found.append(self._basic())
        return (
            found[0]
            if len(found) == 1
            else lambda value, root: all(one(value, root) for one in found)
        )

    def _operator(self, token: str) -> bool:
        self.skip_spaces()
        return self.takes(token)

    def _basic(self) -> Filter:
        self.skip_spaces()
        if self.sees("!=") or _COMPARISON.match(self.text, self.position):
            raise self.failure("missing first operand for binary operator")
        if self.takes("!"):
            inner = self._basic()
            return lambda value, root: not inner(value, root)
        if self.takes("("):
            self.depth += 1
            if self.depth > _DEEPEST:
                raise self.failure("filters are nested too deeply")
            accept = self._alternatives()
            self.depth -= 1
            self.skip_spaces()
            if not self.takes(")"):
                raise self.failure("invalid filter syntax")
            return accept
        return self._relation()

    def _relation(self) -> Filter:
        left, literal = self._term()
        self.skip_spaces()
        found = _COMPARISON.match(self.text, self.position)
        if found is None:
            if literal is None:
                return lambda value, root: bool(left(value, root))
            return lambda *_: literal == Typed("bool", "true")
        operator = found[0]
        if operator == "=~":
            if literal is not None:
                raise self.failure("literal cannot be matched using =~")
            self.position += 2
            return self._match(left)
        text_left = literal is not None and literal.type == "str"
        self.position += len(operator)
        self.skip_spaces()
        if operator not in ("==", "!=") and (text_left or self.sees("'")):
            raise self.failure(f"strings cannot be compared using {operator}")
        right, _ = self._term()
        return comparison(left, operator, right)

    def _match(self, left: Term) -> Filter:
        self.skip_spaces()
        if not self.takes("/"):
            raise self.failure("regular expression does not start with /")
        start = self.position
        escaped = False
        while escaped or not self.sees("/"):
            if self.position >= len(self.text):
                raise self.failure("unmatched regular expression delimiter /")
            escaped = not escaped and self.sees("\\")
            self.position += 1
        pattern = self.text[start : self.position].replace("\\/", "/")
        self.position += 1
        try:
            return matching(left, pattern)
        except GoError as error:
            raise self.failure(f"invalid regular expression: {error.message}") from None

    def _term(self) -> tuple[Term, Typed | None]:
        """Read a term; a literal comes with its value."""
        self.skip_spaces()
        at_root = self.sees("$")
        if self.takes("@") or self.takes("$"):
            steps = self.steps(inner=True)
            if at_root:
                return (lambda _, root: [typed(one) for one in follow(steps, root, root)]), None
            return (lambda value, _: [typed(one) for one in follow(steps, value, value)]), None
        literal = self._literal()
        return (lambda *_: [literal]), literal

    def _literal(self) -> Typed:
        quote = self.text[self.position : self.position + 1]
        if quote and quote in "'\"":
            end = self.text.find(quote, self.position + 1)
            if end < 0:
                raise self.failure(f"unmatched string delimiter {quote}")
            text = self.text[self.position + 1 : end]
            self.position = end + 1
            return Typed("str", text)
        word = _WORD.match(self.text, self.position)
        if word is not None:
            self.position = word.end()
            return Typed("null" if word[0] == "null" else "bool", word[0])
        number = _NUMBER.match(self.text, self.position)
        if number is None:
            raise self.failure("invalid filter term")
        try:
            float(number[0])
        except ValueError:
            raise self.failure(f'invalid number "{number[0]}"') from None
        self.position = number.end()
        return Typed("float" if number[0].strip("-0123456789") else "int", number[0])
