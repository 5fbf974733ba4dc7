"""The flags that commands share, with Helm's names, defaults and meanings.

Source: helm pkg/cmd/flags.go, pkg/cmd/install.go, pkg/cli/environment.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError, StrvalsError, UsageError
from helmwright.commands.flags import Flags, integer, string, string_array, strings
from helmwright.eras.era import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from helmwright.eras.era import Era
    from helmwright.values.templated.context import ValuesContext

_CONTEXT = (
    "variables of values files in Jinja2 (prod.yaml.j2) from a YAML or JSON file; repeatable, "
    "later files win"
)


class SetFlags(Flags, heading="Values"):
    """Values on the command line."""

    set: list[str] = string_array(
        "set values: key1=val1,key2=val2; repeatable, as are the other --set flags",
        value_name="key=value",
    )
    set_string: list[str] = string_array("set values that stay strings", value_name="key=value")
    set_file: list[str] = string_array(
        "set values to what files hold: key1=path1,key2=path2", value_name="key=path"
    )
    set_json: list[str] = string_array(
        """set values to JSON: key1=json1,key2=json2, or one object '{"key1": json1}'""",
        value_name="key=json",
    )
    set_literal: list[str] = string_array(
        "set a value to a string, in which commas and backslashes mean nothing",
        value_name="key=value",
    )

    def overrides(self) -> list[tuple[str, str]]:
        """Return the names of the flags that were given and their texts, in Helm's order."""
        return [
            (name, text)
            for name, texts in (
                ("set-json", self.set_json),
                ("set", self.set),
                ("set-string", self.set_string),
                ("set-file", self.set_file),
                ("set-literal", self.set_literal),
            )
            for text in texts
        ]


class ValuesFlags(SetFlags, heading="Values"):
    """Values in files and on the command line."""

    values: list[str] = strings(
        "values from a YAML file, - for standard input; repeatable, later files win",
        "f",
        value_name="file",
    )


class ContextVariables(Flags, heading="Values"):
    """What values files that are templates see, but for files."""

    context_set: list[str] = string_array(
        "set variables of values files in Jinja2, as --set does; repeatable",
        value_name="key=value",
    )
    context_env: list[str] = strings(
        "an environment variable that values files in Jinja2 may read with env('NAME'); repeatable",
        value_name="name",
    )


class ContextFlags(ContextVariables, heading="Values"):
    """What values files that are templates see; the flags go with ``ValuesFlags``."""

    context: list[str] = string_array(_CONTEXT, value_name="file")


class ContextFileFlags(ContextVariables, heading="Values"):
    """The same where ``--context`` is the number of lines around a difference."""

    context_file: list[str] = string_array(_CONTEXT, value_name="file")


class UserValuesFlags(ValuesFlags, ContextFlags, heading="Values"):
    """The values of a user: files, some of which are templates, and what is set."""


class WorldFlags(Flags):
    """What makes output repeat."""

    seed: int | None = integer(
        "draw everything random (passwords, keys, certificates, UUIDs) from this number, "
        "so that the output repeats",
        default=None,
    )
    now: str = string(
        "the time that templates see, as RFC 3339: 2026-01-31T12:00:00Z", value_name="time"
    )


class CapabilitiesFlags(Flags):
    """The cluster that templates see."""

    kube_version: str = string("the Kubernetes version that templates see", value_name="version")
    api_versions: list[str] = strings(
        "Kubernetes API versions that templates see besides the built-in ones; repeatable",
        "a",
        value_name="versions",
    )


class NameFlags(Flags):
    """The release's name, as ``template`` has it."""

    name: str = string("the release's name, as NAME before the chart", value_name="name")


class ReleaseNameFlags(NameFlags):
    """The release's name under both of its names; Helm has the second one as a switch."""

    release_name: str = string("the same as --name", value_name="name")


def check_one_chart(positional: Sequence[str]) -> None:
    """Raise ``UsageError`` if a command was given more than a chart."""
    if len(positional) > 1:
        raise UsageError(
            f"expected at most one chart, unexpected arguments: {', '.join(positional[1:])}"
        )


def has_values(flags: ValuesFlags) -> bool:
    """Tell whether a user gives any values."""
    return bool(flags.values or flags.overrides())


def merged_values(
    flags: UserValuesFlags,
    read: Callable[[str], bytes],
    *,
    files: bool = True,
    era: Era = DEFAULT,
) -> dict[str, Any]:
    """Return the values that a user gives.

    read: gives the content of a file by its name. files: also those of ``--values``.
    era: the Helm that reads them.
    """
    if not has_values(flags):
        return {}
    from helmwright.values.files import merge_sources

    names = flags.values if files else []
    return merge_sources(
        names,
        set_json=flags.set_json,
        set_values=flags.set,
        set_string=flags.set_string,
        set_file=flags.set_file,
        set_literal=flags.set_literal,
        read=read,
        context=_context(flags, names),
        era=era,
    )


def _context(flags: ContextFlags, names: Sequence[str]) -> ValuesContext | None:
    """Return what values files see that are templates; None if none is."""
    from helmwright.values.files import TEMPLATE_SUFFIX

    if not any(name.endswith(TEMPLATE_SUFFIX) for name in names):
        return None
    return values_context(flags)


def values_context(flags: ContextFlags) -> ValuesContext:
    """Return what values files see that are templates."""
    from helmwright.values.maps import merge_maps
    from helmwright.values.strvals import parse_into
    from helmwright.values.templated.context import ValuesContext

    variables: dict[str, Any] = {}
    for name in flags.context:
        variables = merge_maps(variables, _context_file(name))
    for text in flags.context_set:
        try:
            parse_into(text, variables)
        except StrvalsError as error:
            raise UsageError(f"failed parsing --context-set data: {error.message}") from None
    return ValuesContext(variables, tuple(flags.context_env))


def _context_file(name: str) -> dict[str, Any]:
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
