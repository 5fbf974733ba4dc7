"""Values files in Jinja2: ``prod.yaml.j2`` with a context becomes YAML.

Nothing in here is imported for values files that are plain YAML. ``rendering`` has the sandbox, and errors
without values; ``places`` gives each token of a template one number for line and column, which Jinja2
carries along as a line, and all that is written passes a filter that notes the place; ``budget`` bounds
time, size and steps. The result is a ``base/templated_text.TemplatedText``: bytes with a map back.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.argument_types import checked
from helmwright.base.errors import Position
from helmwright.base.templated_text import Part, TemplatedText
from helmwright.values.templated.context import ValuesContext

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from helmwright.go.kinds import Value
    from helmwright.values.inputs import Read


@checked
def render_values_template(
    text: str | bytes,
    name: str | os.PathLike[str],
    variables: Mapping[str, Value] | None = None,
    *,
    environment: Iterable[str] = (),
    read: Read | None = None,
) -> TemplatedText:
    """Return the YAML that a template makes: bytes that know which line of it wrote what.

    name: the template's path; others that it includes or imports are in the same folder or below.
    variables: what it sees. environment: names of environment variables that it may read.
    read: returns the bytes of another template by its path, by default from the file.

    Raises:
        ValuesTemplateError: for a template that does not parse, or fails, with its place.
    """
    name = os.fspath(name)
    source = text.decode("utf-8", "surrogateescape") if isinstance(text, bytes) else text
    if not any(mark in source for mark in ("{{", "{%", "{#")):
        return TemplatedText.of([Part(source, Position(name, 1, 1), True)], name, {name: source})
    from helmwright.values.templated.rendering import render

    return render(source, name, ValuesContext(variables or {}, tuple(environment)), read)
