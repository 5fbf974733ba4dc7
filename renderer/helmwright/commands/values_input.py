"""Reads the values files of a command line; those in Jinja2 with the context that flags give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError, StrvalsError, UsageError
from helmwright.values.files import TEMPLATE_SUFFIX, read_values

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.values.templated.context import ValuesContext

    Read = Callable[[str], bytes]


def read_values_input(flags: dict[str, Any], name: str, read: Read) -> bytes:
    """Return the YAML of a values file; flags: with those of ``CONTEXT``."""
    context = values_context(flags) if is_template(name) else None
    return read_values(name, read, context)


def is_template(name: str) -> bool:
    """Tell whether a values file is a template, by its name."""
    return name.endswith(TEMPLATE_SUFFIX)


def values_context(flags: dict[str, Any]) -> ValuesContext:
    """Return what the flags in ``CONTEXT`` say that templates see, if the command has them."""
    from helmwright.values.maps import merge_maps
    from helmwright.values.strvals import parse_into
    from helmwright.values.templated.context import ValuesContext

    variables: dict[str, Any] = {}
    files = flags["context-file"] if "context-file" in flags else flags.get("context", ())
    for name in files:
        variables = merge_maps(variables, _file(name))
    for text in flags.get("context-set", ()):
        try:
            parse_into(text, variables)
        except StrvalsError as error:
            raise UsageError(f"failed parsing --context-set data: {error.message}") from None
    return ValuesContext(variables, tuple(flags.get("context-env", ())))


def _file(name: str) -> dict[str, Any]:
    from helmwright.commands.inputs import is_stdin
    from helmwright.values.inputs import read_file
    from helmwright.values.maps import load_values

    if is_stdin(name):
        raise UsageError("--context takes a file, not standard input")
    try:
        return load_values(read_file(name), path=name)
    except HelmwrightError as error:
        # What the file holds may be secret, and the reasons of YAML quote it.
        line = error.position.line if error.position else None
        place = f" at line {line}" if line else ""
        reason = "it is no map of YAML or JSON" if place or error.position else error.message
        message = f"cannot read the context {name}{place}: {reason}"
        raise HelmwrightError(message, error.position) from None


def refuse_template(name: str) -> None:
    """Raise ``UsageError`` for a values file that cannot be changed in place, being a template."""
    if is_template(name):
        raise UsageError(
            f"{name} is a template; its text is changed by hand, and 'helmwright values render' "
            "shows what it makes"
        )
