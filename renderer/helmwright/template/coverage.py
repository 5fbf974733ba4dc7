"""Records which parts of templates have run: lines, and both sides of every if, with and range.

A ``Coverage`` puts ``Probe`` nodes into the trees of the files that are compiled for it; compiled
code then calls ``visit`` with the number of each probe that it passes. Nothing else changes, so
the output is the same, and an engine that has no ``Coverage`` runs code without probes. What
``tpl`` executes is no file, and is not recorded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.go.spaces import SPACE
from helmwright.template.nodes import Branch, Dot, Identifier, List, Probe, Range, Text, With

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from helmwright.template.lexer import Source
    from helmwright.template.nodes import Node


class BranchCoverage(NamedTuple):
    """What an if, with or range has done.

    taken: its body has run. skipped: it was reached and its body did not run.
    text: the action, as Go prints it. sides: 1 if it can only be taken, otherwise 2.
    """

    template: str
    line: int
    text: str
    taken: bool
    skipped: bool
    sides: int

    @property
    def covered(self) -> int:
        """How many of its sides have run."""
        return min(self.taken + self.skipped, self.sides)

    @property
    def missing(self) -> str:
        """What has not happened, in words; blank if all sides have run."""
        if self.covered == self.sides:
            return ""
        if self.covered == 0:
            return "was never reached"
        if self.text.startswith("{{range"):
            return "never found nothing" if self.taken else "never found anything"
        return "was never false" if self.taken else "was never true"


class FileCoverage(NamedTuple):
    """What has run of one file.

    lines: every line on which something runs; True if all of it has run.
    """

    name: str
    lines: dict[int, bool]
    branches: list[BranchCoverage]

    @property
    def covered_lines(self) -> int:
        """How many lines have run."""
        return sum(self.lines.values())

    @property
    def sides(self) -> int:
        """How many sides the branches have."""
        return sum(branch.sides for branch in self.branches)

    @property
    def covered_sides(self) -> int:
        """How many of them have run."""
        return sum(branch.covered for branch in self.branches)

    def gaps(self) -> list[tuple[int, str]]:
        """Return lines with words on what has not run there, in order."""
        found = [(line, "has not run") for line, done in self.lines.items() if not done]
        found += [
            (branch.line, f"{branch.text} {branch.missing}")
            for branch in self.branches
            if branch.missing
        ]
        return sorted(found)


class _Mark(NamedTuple):
    """An if, with or range: its probes, or instead of ``skipped`` the else-if that follows it."""

    template: str
    line: int
    text: str
    taken: int
    skipped: int
    sides: int
    following: Branch | None


class _File:
    """The probes of one text: lines by the number of the probe, and its branches."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: dict[int, tuple[int, ...]] = {}
        self.marks: dict[Branch, _Mark] = {}


class Coverage:
    """What templates have executed, over any number of renders of any engines that share it.

    A file whose text differs from another's is another file, even if they have one name.
    """

    def __init__(self, never_empty: Container[str] = ()) -> None:
        """Begin with nothing.

        never_empty: functions whose result always has an element if they have an argument, such as
        ``list``: a range over it need not find nothing, and neither need one over the dot of a with.
        """
        self._never_empty = never_empty
        self._files: dict[tuple[str, str], _File] = {}
        self._probes = 0
        self._visited: set[int] = set()
        self.visit = self._visited.add

    def instrument(self, source: Source, trees: dict[str, List]) -> None:
        """Put probes into the trees of a source; what runs of an equal source counts as one."""
        known = self._files.get((source.name, source.text))
        first = self._probes if known is None else min(known.lines, default=self._probes)
        placing = _Placing(source, first, self._never_empty)
        for template, tree in trees.items():
            placing.template = template
            placing.fill(tree)
        if known is None:
            self._files[source.name, source.text] = placing.file
            self._probes = placing.next

    def visited(self) -> frozenset[int]:
        """Return what has run, for another process that has instrumented the same files."""
        return frozenset(self._visited)

    def add(self, visited: Iterable[int]) -> None:
        """Take in what has run in a process that was forked from this one."""
        self._visited.update(visited)

    def files(self) -> list[FileCoverage]:
        """Return what has run of every file, by name."""
        found = [self._file(file) for file in self._files.values()]
        return sorted(found, key=lambda file: file.name)

    def _file(self, file: _File) -> FileCoverage:
        visited = self._visited
        lines: dict[int, bool] = {}
        for probe, places in file.lines.items():
            for line in places:
                lines[line] = lines.get(line, True) and probe in visited
        sides: dict[Branch, tuple[bool, bool]] = {}
        for branch, mark in reversed(file.marks.items()):  # an else-if comes before its if
            following = mark.following
            skipped = mark.skipped in visited if following is None else any(sides[following])
            sides[branch] = mark.taken in visited, skipped
        branches = [
            BranchCoverage(mark.template, mark.line, mark.text, *sides[branch], mark.sides)
            for branch, mark in file.marks.items()
        ]
        return FileCoverage(file.name, dict(sorted(lines.items())), branches)


class _Placing:
    """Numbers the probes of one source and puts them where they belong."""

    def __init__(self, source: Source, first: int, never_empty: Container[str]) -> None:
        self._source = source
        self._never_empty = never_empty
        self.file = _File(source.name)
        self.template = ""
        self.next = first

    def fill(self, tree: List) -> None:
        """Put a probe before every node of a body, and into the bodies below it."""
        pending = [(tree, False)]
        while pending:
            current, dot_is_true = pending.pop()
            nodes: list[Node] = []
            for node in current.nodes:
                if isinstance(node, Branch):
                    pending.extend(self._branch(node, dot_is_true=dot_is_true))
                lines = self._lines(node)
                if lines:
                    nodes.append(self._probe(node, lines))
                nodes.append(node)
            current.nodes = nodes

    def _branch(self, branch: Branch, *, dot_is_true: bool) -> Iterator[tuple[List, bool]]:
        """Mark both sides of a branch and those of the else-ifs behind it.

        Yields their bodies, each with whether dot is something that counts as true in it.
        """
        current: Branch | None = branch
        while current is not None:
            node, following = current, _else_if(current)
            text = f"{{{{{node.keyword} {node.pipe}}}}}"
            taken = self._first(node.body, node)
            skipped = -1
            inside = not isinstance(node, Range) and (dot_is_true or isinstance(node, With))
            yield node.body, inside
            if following is None:
                if node.otherwise is None:
                    node.otherwise = List(node.position)
                skipped = self._first(node.otherwise, node)
                yield node.otherwise, dot_is_true
            line = self._source.line(node.position)
            sides = 1 if self._always(node, dot_is_true=dot_is_true) else 2
            mark = _Mark(self.template, line, text, taken, skipped, sides, following)
            self.file.marks[node] = mark
            current = following

    def _always(self, branch: Branch, *, dot_is_true: bool) -> bool:
        """Tell whether a branch is a range over what is never empty."""
        if not isinstance(branch, Range):
            return False
        commands = branch.pipe.commands
        last = commands[-1]
        function = last.arguments[0]
        if isinstance(function, Dot) and len(commands) == 1:
            return dot_is_true
        if not isinstance(function, Identifier) or function.name not in self._never_empty:
            return False
        return len(last.arguments) > 1 or len(commands) > 1

    def _first(self, body: List, branch: Branch) -> int:
        """Put a probe at the start of a body; return its number."""
        probe = self._probe(branch, ())
        body.nodes.insert(0, probe)
        return probe.number

    def _probe(self, node: Node, lines: tuple[int, ...]) -> Probe:
        probe = Probe(node.position, self.next)
        self.next += 1
        self.file.lines[probe.number] = lines
        return probe

    def _lines(self, node: Node) -> tuple[int, ...]:
        """Return the lines that a node stands for: of text all that are not blank."""
        if isinstance(node, Probe):
            return ()
        line = self._source.line(node.position)
        if not isinstance(node, Text):
            return (line,)
        texts = node.text.split("\n")
        return tuple(line + index for index, text in enumerate(texts) if text.strip(SPACE))


def _else_if(branch: Branch) -> Branch | None:
    """Return the if or with that is all there is in the else of a branch of its own kind."""
    if branch.otherwise is None or len(branch.otherwise.nodes) != 1:
        return None
    only = branch.otherwise.nodes[0]
    if isinstance(only, Branch) and "range" not in (only.keyword, branch.keyword):
        return only
    return None
