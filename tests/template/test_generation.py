"""Compiled templates in the cache belong to the code that generated them, whatever its file times."""

from __future__ import annotations

import ast
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from tests.template.rendering import chart, render

import helmwright.template
from helmwright.functions import NAMES, FunctionTable
from helmwright.rendering.functions import ENGINE
from helmwright.template import generation

if TYPE_CHECKING:
    import pytest

PACKAGE = Path(helmwright.template.__file__).parent
GENERATING = (
    "arity",
    "compiler",
    "emit",
    "expressions",
    "lexer",
    "literals",
    "names",
    "nodes",
    "numbers",
    "parser",
    "runtime",
    "variables",
)


def digest() -> str:
    """Return a digest of the generating code without comments, and of all signatures."""
    found = blake2b(digest_size=8)
    for name in GENERATING:
        text = (PACKAGE / f"{name}.py").read_text()
        found.update(ast.unparse(ast.parse(text)).encode())
    functions = FunctionTable(ENGINE)
    for name in sorted({*NAMES, *ENGINE}):
        function = functions.signature(name)
        shown = (name, function.parameters, function.variadic, function.context, function.result)
        found.update(repr(shown).encode())
    return found.hexdigest()


def test_the_generation_is_that_of_the_code() -> None:
    assert digest() == generation.GENERATION, (
        f'set GENERATION in template/generation.py to "{digest()}"'
    )


def test_code_of_another_generation_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    monkeypatch.setenv("HELMWRIGHT_CACHE", "on")
    monkeypatch.setenv("HELMWRIGHT_CACHE_DIR", str(cache))
    made = chart(t="{{ 1 }}")

    render(made)
    render(made)
    assert len(list(cache.iterdir())) == 1
    monkeypatch.setattr(generation, "GENERATION", "another")
    render(made)
    assert len(list(cache.iterdir())) == 2
