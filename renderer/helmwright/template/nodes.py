"""The tree of a parsed template; every node can print itself as Go prints it.

A node's ``position`` is the character offset that Go reports for it in errors, which for a chain
such as ``.Values.a`` is that of its second field. Source: text/template/parse/node.go
"""

from __future__ import annotations

from typing import ClassVar

from helmwright.go.spaces import SPACE
from helmwright.go.stacks import descend
from helmwright.go.strconv import quote


class Node:
    """A node of the tree.

    ``rank`` tells nodes apart that begin at the same offset: the pair (position, rank) is unique
    in a file, which is how frames.py finds a node from a line, a column and a rank.
    """

    __slots__ = ("position",)
    rank: ClassVar[int] = 0

    def __init__(self, position: int) -> None:
        self.position = position

    def children(self) -> tuple[Node, ...]:
        """Return the nodes directly below this one."""
        return ()


class Text(Node):
    """Text outside of actions."""

    __slots__ = ("text",)

    def __init__(self, position: int, text: str) -> None:
        self.position = position
        self.text = text

    def __str__(self) -> str:
        return self.text


class List(Node):
    """The body of a template or of a control structure."""

    __slots__ = ("nodes",)
    rank = 1

    def __init__(self, position: int) -> None:
        self.position = position
        self.nodes: list[Node] = []

    def __str__(self) -> str:
        return "".join(map(str, self.nodes))

    def children(self) -> tuple[Node, ...]:
        """Return the nodes directly below this one."""
        return tuple(self.nodes)


class Pipe(Node):
    """A pipeline: declared variables and the commands between ``|``."""

    __slots__ = ("assign", "commands", "variables")
    rank = 2

    def __init__(self, position: int) -> None:
        self.position = position
        self.assign = False
        self.variables: list[Variable] = []
        self.commands: list[Command] = []

    def __str__(self) -> str:
        return descend(self._text)

    def _text(self) -> str:
        text = " | ".join(map(str, self.commands))
        if not self.variables:
            return text
        return f"{', '.join(map(str, self.variables))} {'=' if self.assign else ':='} {text}"

    def children(self) -> tuple[Node, ...]:
        """Return the nodes directly below this one."""
        return (*self.variables, *self.commands)


class Action(Node):
    """A pipeline whose value is printed."""

    __slots__ = ("pipe",)
    rank = 3

    def __init__(self, position: int, pipe: Pipe) -> None:
        self.position = position
        self.pipe = pipe

    def __str__(self) -> str:
        return f"{{{{{self.pipe}}}}}"

    def children(self) -> tuple[Node, ...]:
        """Return the nodes directly below this one."""
        return (self.pipe,)


class Command(Node):
    """An operand or a function with its arguments."""

    __slots__ = ("arguments",)
    rank = 4

    def __init__(self, position: int) -> None:
        self.position = position
        self.arguments: list[Node] = []

    def __str__(self) -> str:
        return " ".join(
            f"({argument})" if isinstance(argument, Pipe) else str(argument)
            for argument in self.arguments
        )

    def children(self) -> tuple[Node, ...]:
        """Return the nodes directly below this one."""
        return tuple(self.arguments)


class Identifier(Node):
    """The name of a function."""

    __slots__ = ("name",)
    rank = 5

    def __init__(self, position: int, name: str) -> None:
        self.position = position
        self.name = name

    def __str__(self) -> str:
        return self.name


class Variable(Node):
    """``$x``, perhaps with fields: ``names`` begins with the variable."""

    __slots__ = ("names",)
    rank = 6

    def __init__(self, position: int, text: str) -> None:
        self.position = position
        self.names = tuple(text.split("."))

    def __str__(self) -> str:
        return ".".join(self.names)


class Dot(Node):
    """The lone dot."""

    __slots__ = ()
    rank = 7

    def __str__(self) -> str:
        return "."


class Nil(Node):
    """The constant nil."""

    __slots__ = ()
    rank = 8

    def __str__(self) -> str:
        return "nil"


class Field(Node):
    """``.a.b``: fields or methods of dot."""

    __slots__ = ("names",)
    rank = 9

    def __init__(self, position: int, text: str) -> None:
        self.position = position
        self.names = tuple(text[1:].split("."))

    def __str__(self) -> str:
        return "." + ".".join(self.names)


class Chain(Node):
    """Fields of a term, as in ``(pipeline).a.b``."""

    __slots__ = ("names", "term")
    rank = 10

    def __init__(self, position: int, term: Node) -> None:
        self.position = position
        self.term = term
        self.names: tuple[str, ...] = ()

    def __str__(self) -> str:
        term = f"({self.term})" if isinstance(self.term, Pipe) else str(self.term)
        return ".".join((term, *self.names))

    def children(self) -> tuple[Node, ...]:
        """Return the nodes directly below this one."""
        return (self.term,)


class Bool(Node):
    """``true`` or ``false``."""

    __slots__ = ("value",)
    rank = 11

    def __init__(self, position: int, *, value: bool) -> None:
        self.position = position
        self.value = value

    def __str__(self) -> str:
        return "true" if self.value else "false"


class Number(Node):
    """A number in each of the shapes that it fits: None where it does not."""

    __slots__ = ("complex", "float", "int", "text", "uint")
    rank = 12

    def __init__(self, position: int, text: str) -> None:
        self.position = position
        self.text = text
        self.int: int | None = None
        self.uint: int | None = None
        self.float: float | None = None
        self.complex: complex | None = None

    def __str__(self) -> str:
        return self.text


class String(Node):
    """A string constant: as written, and its value."""

    __slots__ = ("quoted", "text")
    rank = 13

    def __init__(self, position: int, quoted: str, text: str) -> None:
        self.position = position
        self.quoted = quoted
        self.text = text

    def __str__(self) -> str:
        return self.quoted


class Branch(Node):
    """What if, range and with have in common."""

    __slots__ = ("body", "otherwise", "pipe")
    keyword: ClassVar[str] = ""

    def __init__(self, pipe: Pipe, body: List, otherwise: List | None) -> None:
        self.position = pipe.position
        self.pipe = pipe
        self.body = body
        self.otherwise = otherwise

    def __str__(self) -> str:
        otherwise = "" if self.otherwise is None else f"{{{{else}}}}{self.otherwise}"
        return f"{{{{{self.keyword} {self.pipe}}}}}{self.body}{otherwise}{{{{end}}}}"

    def children(self) -> tuple[Node, ...]:
        """Return the nodes directly below this one."""
        if self.otherwise is None:
            return (self.pipe, self.body)
        return (self.pipe, self.body, self.otherwise)


class If(Branch):
    """An if action."""

    __slots__ = ()
    rank = 14
    keyword = "if"


class Range(Branch):
    """A range action."""

    __slots__ = ()
    rank = 14
    keyword = "range"


class With(Branch):
    """A with action."""

    __slots__ = ()
    rank = 14
    keyword = "with"


class Break(Node):
    """A break action."""

    __slots__ = ()
    rank = 15

    def __str__(self) -> str:
        return "{{break}}"


class Continue(Node):
    """A continue action."""

    __slots__ = ()
    rank = 15

    def __str__(self) -> str:
        return "{{continue}}"


class Template(Node):
    """A template (or block) action; ``pipe`` is None when no value is passed."""

    __slots__ = ("name", "pipe")
    rank = 15

    def __init__(self, position: int, name: str, pipe: Pipe | None) -> None:
        self.position = position
        self.name = name
        self.pipe = pipe

    def __str__(self) -> str:
        return f"{{{{template {quote(self.name)}{'' if self.pipe is None else f' {self.pipe}'}}}}}"

    def children(self) -> tuple[Node, ...]:
        """Return the nodes directly below this one."""
        return () if self.pipe is None else (self.pipe,)


class Probe(Node):
    """A place whose passing is recorded, see coverage.py; the parser makes none."""

    __slots__ = ("number",)
    rank = 16

    def __init__(self, position: int, number: int) -> None:
        self.position = position
        self.number = number

    def __str__(self) -> str:
        return ""


class Terminator(Node):
    """An end or else action; never in a finished tree."""

    __slots__ = ("keyword",)

    def __init__(self, position: int, keyword: str) -> None:
        self.position = position
        self.keyword = keyword

    def __str__(self) -> str:
        return f"{{{{{self.keyword}}}}}"


def is_empty(node: Node) -> bool:
    """Tell whether a tree holds nothing but white space (comments are not kept)."""
    if isinstance(node, List):
        return all(map(is_empty, node.nodes))
    return isinstance(node, Text) and not node.text.strip(SPACE)
