"""A reference as text, by a Jinja2 template: the package's own, or a user's in a sandbox."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import (
    FunctionLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
)
from jinja2.sandbox import ImmutableSandboxedEnvironment

from helmwright.base.errors import Position, ReferenceTemplateError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.charts.metadata import Metadata

_OWN = ("readme.md.j2", "values.md.j2")
_INSIDE_CODE = "`"
_ERRORS = (
    TemplateError,
    TypeError,
    ValueError,
    ArithmeticError,
    LookupError,
    AttributeError,
    AssertionError,  # the filters of Jinja2 check their arguments so
    RecursionError,
    MemoryError,
    NameError,  # an infinite number is a name in the code that Jinja2 makes
    SyntaxError,
)
"""What a template can raise; the last, when Python refuses how deeply its blocks are nested."""


def page(reference: object, chart: Metadata, template: str | None, name: str) -> str:
    """Return the text that a template makes of a reference; see Reference.page."""
    folder = Path(__file__).parent
    sources = {own: (folder / own).read_text(encoding="utf-8") for own in _OWN}
    main = _OWN[0]
    if template is not None:
        main = name
        sources[main] = template

    def load(wanted: str) -> tuple[str, str, None] | None:
        return (sources[wanted], wanted, None) if wanted in sources else None

    environment = ImmutableSandboxedEnvironment(
        loader=FunctionLoader(load),
        undefined=StrictUndefined,
        autoescape=False,  # the text is Markdown; its own filters escape
        optimized=False,  # what is worked out while compiling has no line
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(cell=cell, code=code)
    try:
        text = environment.get_template(main).render(reference=reference, chart=chart)
    except TemplateSyntaxError as error:
        raise _failure(error, Position(error.name or main, error.lineno)) from error
    except _ERRORS as error:
        raise _failure(error, _place(error, main, sources)) from error
    return text.rstrip("\n") + "\n"


def cell(text: str) -> str:
    """Return a text that may stand in a table of Markdown: ``<name>`` is no HTML there."""
    parts = " ".join(text.split()).replace("|", "\\|").split(_INSIDE_CODE)
    parts[::2] = [part.replace("<", "&lt;") for part in parts[::2]]
    return _INSIDE_CODE.join(parts)


def code(text: str) -> str:
    """Return a text as code that may stand in a table of Markdown; nothing for nothing."""
    if not text:
        return ""
    fence = "``" if "`" in text else "`"
    inner = f" {text} " if fence == "``" else text
    return fence + inner.replace("|", "\\|") + fence


def _place(error: Exception, main: str, sources: Mapping[str, str]) -> Position:
    """Return the innermost line of a template at which an error was raised."""
    position = Position(main)
    traceback = error.__traceback__
    while traceback is not None:
        name = traceback.tb_frame.f_code.co_filename
        if name in sources:
            position = Position(name, traceback.tb_lineno)
        traceback = traceback.tb_next
    return position


def _failure(error: Exception, position: Position) -> ReferenceTemplateError:
    reason = getattr(error, "message", None) or str(error)
    if isinstance(error, TemplateNotFound):
        reason = f"there is no template {error.name}, only {' and '.join(_OWN)}"
    return ReferenceTemplateError(f"cannot make the page: {reason}", position)
