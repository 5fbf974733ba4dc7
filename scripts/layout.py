# ruff: noqa: INP001, T201 - a script, not a package
"""Prints the rooms of the package: their levels, the arrows between them, circles of imports.

    python scripts/layout.py [--rooms]

A room is a folder or a module right below the package. An arrow leads from one room to another that a
file of it imports, at whatever time: imports inside of functions count, and those for types only.
A level is how many rooms stand on each other below. --rooms also prints what each room imports.
"""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

PACKAGE = Path(__file__).parent.parent / "renderer" / "helmwright"


class Import(NamedTuple):
    """One import of a file: the dotted names of both modules, and the line."""

    importer: str
    imported: str
    line: int


def module_files(package: Path) -> dict[str, Path]:
    """Return the files of a package by the dotted names of their modules."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        if "_data" not in parts:
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(package: Path) -> list[Import]:
    """Return all imports of modules of a package by each other."""
    files = module_files(package)
    return [
        Import(name, imported, line)
        for name, path in files.items()
        for imported, line in _imported(path, files)
        if imported != name
    ]


def _imported(path: Path, known: Mapping[str, Path]) -> Iterator[tuple[str, int]]:
    for module, node in _named(ast.parse(path.read_text(encoding="utf-8")), known):
        yield module, node.lineno


def _named(
    tree: ast.AST, known: Mapping[str, Path]
) -> Iterator[tuple[str, ast.Import | ast.ImportFrom]]:
    """Yield the modules that a file imports, each with its statement."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((one.name, node) for one in node.names if one.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module and node.module in known:
            for one in node.names:
                inner = f"{node.module}.{one.name}"
                yield inner if inner in known else node.module, node


def needless(package: Path) -> list[Import]:
    """Return the imports inside of functions that name what their module has loaded anyway."""
    files = module_files(package)
    trees = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in files.items()}
    late = {name: _nodes_within(tree, _is_function) for name, tree in trees.items()}
    unrun = {name: late[name] | _nodes_within(tree, _is_for_types) for name, tree in trees.items()}
    at_once = {
        name: {module for module, node in _named(tree, files) if id(node) not in unrun[name]}
        for name, tree in trees.items()
    }

    @cache
    def loaded(name: str) -> frozenset[str]:
        found = {name}
        queue = [name]
        while queue:
            one = queue.pop()
            above = [one.rpartition(".")[0]] if "." in one else []
            new = {*at_once.get(one, ()), *above} - found
            found |= new
            queue += new
        return frozenset(found)

    return [
        Import(name, module, node.lineno)
        for name, tree in trees.items()
        for module, node in _named(tree, files)
        if id(node) in late[name] and module in loaded(name)
    ]


def _nodes_within(tree: ast.AST, is_one: Callable[[ast.AST], bool]) -> set[int]:
    """Return the identities of the nodes within nodes of a kind."""
    return {id(inner) for node in ast.walk(tree) if is_one(node) for inner in ast.walk(node)}


def _is_function(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef)


def _is_for_types(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
    )


def room(module: str) -> str:
    """Return the room of a module; that of the package's own door is ``__init__``."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def arrows(found: Iterable[Import]) -> dict[str, set[str]]:
    """Return the rooms that each room imports."""
    graph: dict[str, set[str]] = {}
    for one in found:
        start, end = room(one.importer), room(one.imported)
        graph.setdefault(start, set())
        graph.setdefault(end, set())
        if start != end:
            graph[start].add(end)
    return graph


def circles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Return the groups in which each leads to each other; Tarjan's algorithm."""
    index: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = lowest[name] = len(index)
        stack.append(name)
        for following in sorted(graph.get(name, ())):
            if following not in index:
                visit(following)
                lowest[name] = min(lowest[name], lowest[following])
            elif following in stack:
                lowest[name] = min(lowest[name], index[following])
        if lowest[name] == index[name]:
            group = [stack.pop()]
            while group[-1] != name:
                group.append(stack.pop())
            if len(group) > 1:
                found.append(sorted(group))

    for name in sorted(graph):
        if name not in index:
            visit(name)
    return found


def file_circles(found: Iterable[Import]) -> list[list[str]]:
    """Return the groups of files that import each other."""
    graph: dict[str, set[str]] = {}
    for one in found:
        graph.setdefault(one.importer, set()).add(one.imported)
    return circles(graph)


def levels(graph: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Return how high each room stands, the lowest on 1; there must be no circle of rooms."""

    @cache
    def level(name: str) -> int:
        return 1 + max((level(below) for below in graph[name]), default=0)

    return {name: level(name) for name in graph}


def main(arguments: list[str]) -> int:
    """Print the figures; returns 1 if there are circles."""
    found = imports(PACKAGE)
    graph = arrows(found)
    of_files, of_rooms = file_circles(found), circles(graph)
    print(f"rooms {len(graph)}", f"arrows {sum(map(len, graph.values()))}", sep="\n")
    print(f"circles of files {len(of_files)}", *map(" ".join, of_files), sep="\n  ")
    print(f"circles of rooms {len(of_rooms)}", *map(" ".join, of_rooms), sep="\n  ")
    if not of_rooms:
        heights = levels(graph)
        print(f"levels {max(heights.values())}")
        for height in range(1, max(heights.values()) + 1):
            print(f"  {height:2} ", *sorted(name for name in graph if heights[name] == height))
    if "--rooms" in arguments:
        for name in sorted(graph):
            print(f"{name}: {' '.join(sorted(graph[name]))}")
    return 1 if of_files or of_rooms else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
