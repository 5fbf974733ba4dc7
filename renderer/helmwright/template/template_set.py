"""A set of templates that call each other by name, compiled at most once per text.

Parsing and compiling happen when a set is made (every file must be known to parse); code objects
are turned into functions only when a template is first called. Source: text/template/template.go
"""

from __future__ import annotations

import marshal
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from helmwright.base.errors import GoError
from helmwright.go.stacks import is_deep, on_new_stack
from helmwright.template.cache import Cache, digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from helmwright.go.function import Function
    from helmwright.template.coverage import Coverage
    from helmwright.template.runtime import Body


_SHALLOW = 20
"""Levels of nesting that are compiled where they are; each takes some ten frames."""


class FunctionTable(Protocol):
    """The functions that templates may call.

    identity: changes whenever a name or a signature does.
    language: the minor of the Go 1.x whose templates are parsed.
    """

    identity: str
    language: int

    def __contains__(self, name: object, /) -> bool:
        """Tell whether there is a function of that name."""

    def signature(self, name: str) -> Function:
        """Return a function by its name."""


class Stored(NamedTuple):
    """A compiled template as it is cached: code is marshalled."""

    name: str
    blank: bool
    used: tuple[str, ...]
    code: bytes


def compile_text(
    name: str, text: str, functions: FunctionTable, coverage: Coverage | None = None
) -> tuple[Stored, ...]:
    """Return the compiled templates of one text: its definitions, last its own body.

    coverage: told what of the text runs.

    Raises:
        GoError: with Go's text if ``text`` does not parse.
    """
    from helmwright.template.compiler import compile_trees
    from helmwright.template.lexer import Source
    from helmwright.template.parser import Parser

    source = Source(name, text)
    parser = Parser(source, functions, functions.language)
    trees = parser.parse()
    if coverage is not None:
        coverage.instrument(source, trees)

    nests = parser.deepest > _SHALLOW
    compiling = source, trees, functions.signature, parser.tracked, nests
    try:
        compiled = (
            on_new_stack(compile_trees, *compiling)
            if nests or is_deep()
            else compile_trees(*compiling)
        )
    except RecursionError:  # Python's own compiler recurses in C, and cannot go on elsewhere
        raise GoError(f"template: {name}:1: nested too deeply") from None
    return tuple(
        Stored(template.name, template.blank, template.used, marshal.dumps(template.code))
        for template in compiled
    )


class Environment:
    """The globals of compiled code: the runtime's names and the functions templates call."""

    def __init__(self, functions: FunctionTable, names: Mapping[str, Any]) -> None:
        self._functions = functions
        self._globals: dict[str, Any] = dict(names)

    def body(self, stored: Stored) -> Body:
        """Return a compiled template as a function."""
        names = self._globals
        for name in stored.used:
            key = f"f_{name}"
            if key not in names:
                names[key] = self._functions.signature(name).call
        return FunctionType(marshal.loads(stored.code), names)  # noqa: S302 - our own


class Templates(dict[str, Any]):
    """Template bodies by name; a body is made when it is first asked for."""

    def __init__(self, environment: Environment, stored: Mapping[str, Stored]) -> None:
        super().__init__()
        self._environment = environment
        self.stored = dict(stored)

    def __missing__(self, name: str) -> Body:
        """Make the body of a template; KeyError if there is none of that name."""
        body = self[name] = self._environment.body(self.stored[name])
        return body

    def extended(self, added: Iterable[Stored]) -> Templates:
        """Return a set with more templates, which this one does not see."""
        child = Templates(self._environment, self.stored)
        child.update(self)
        for stored in added:
            if install(child.stored, stored):
                child.pop(stored.name, None)
        return child


def install(templates: dict[str, Stored], stored: Stored) -> bool:
    """Add a template unless it is blank and another has its name; tell whether it was added."""
    if stored.blank and stored.name in templates:
        return False
    templates[stored.name] = stored
    return True


def load(
    sources: Iterable[tuple[str, str]],
    functions: FunctionTable,
    *,
    name: str,
    coverage: Coverage | None = None,
) -> dict[str, Stored]:
    """Return the templates of all sources, later definitions replacing earlier ones.

    sources: name and text in the order of parsing. name: what the cached file is found by.
    coverage: told what of the sources runs; such code is neither kept nor found on disk.

    Raises:
        ParseFailure: for the first source that does not parse.
    """
    if coverage is not None:
        return _covered(sources, functions, coverage)
    cache = Cache(name, f"{_generator()} {functions.identity}")
    listed = [(path, text, _digest(text)) for path, text in sources]
    entries = {path: cache.get(path, text_digest) for path, text, text_digest in listed}
    missing = [(path, text) for path, text, _ in listed if entries[path] is None]
    if missing:
        entries.update(_compile_missing(missing, functions))
        for path, _, text_digest in listed:
            cache.put(path, text_digest, entries[path])
    cache.save(entries)
    templates: dict[str, Stored] = {}
    for entry in entries.values():
        for fields in entry:
            install(templates, Stored(*fields))
    return templates


def _covered(
    sources: Iterable[tuple[str, str]], functions: FunctionTable, coverage: Coverage
) -> dict[str, Stored]:
    """Return the templates of all sources, with the probes of ``coverage`` in them."""
    templates: dict[str, Stored] = {}
    for path, text in sources:
        try:
            compiled = compile_text(path, text, functions, coverage)
        except GoError as error:
            raise ParseFailure(path, error.message) from error
        for stored in compiled:
            install(templates, stored)
    return templates


def _digest(text: str) -> bytes:
    return digest(text.encode("utf-8", "surrogateescape"))


def _compile_missing(
    missing: list[tuple[str, str]], functions: FunctionTable
) -> dict[str, tuple[Any, ...]]:
    """Return the templates of texts that are not cached; the first bad text raises."""
    from helmwright.template.parallel import compile_many

    made = compile_many(missing, lambda path, text: compile_text(path, text, functions))
    for path, text in missing:
        if path not in made:
            try:
                made[path] = tuple(map(tuple, compile_text(path, text, functions)))
            except GoError as error:
                raise ParseFailure(path, error.message) from error
    return made


def _generator() -> str:
    """Return what changes whenever the code that generates code does.

    The times of the files see an edit at once; ``GENERATION`` sees a new version of the package
    whose files have the times of the old one, as in images that can be built again.
    """
    import os

    from helmwright.base.version import __version__
    from helmwright.template.generation import GENERATION

    with os.scandir(os.path.dirname(__file__)) as entries:  # noqa: PTH120 - pathlib is slow
        stamps = sorted(
            (entry.name, entry.stat().st_mtime_ns)
            for entry in entries
            if entry.name.endswith(".py")
        )
    return f"{__version__} {GENERATION} {stamps!r}"


class ParseFailure(Exception):  # noqa: N818 - no error of Go's or of ours yet
    """A source that does not parse: its name and Go's message."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(message)
        self.path = path
        self.message = message
