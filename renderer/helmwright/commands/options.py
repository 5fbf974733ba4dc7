"""The flags that commands share, with Helm's names, defaults and meanings.

Source: helm pkg/cmd/flags.go, pkg/cmd/install.go, pkg/cli/environment.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import UsageError
from helmwright.commands.flags import Flags, integer, string, string_array, strings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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


class ReleaseNameFlags(Flags):
    """The release's name; ``template`` has the first, and Helm's switch of the second name."""

    name: str = string("the release's name, as NAME before the chart", value_name="name")
    release_name: str = string("the same as --name", value_name="name")


SETS = tuple(SetFlags.own())
VALUES = (*ValuesFlags.own(), *SETS)
VALUES_FILES = VALUES[0]
CONTEXT = (*ContextVariables.own(), *ContextFlags.own())
CONTEXT_BESIDE_LINES = (*ContextVariables.own(), *ContextFileFlags.own())
WORLD = tuple(WorldFlags.own())
CAPABILITIES = tuple(CapabilitiesFlags.own())
RELEASE_NAME = tuple(ReleaseNameFlags.own())


def check_one_chart(positional: Sequence[str]) -> None:
    """Raise ``UsageError`` if a command was given more than a chart."""
    if len(positional) > 1:
        raise UsageError(
            f"expected at most one chart, unexpected arguments: {', '.join(positional[1:])}"
        )


def merged_values(
    flags: dict[str, Any], read: Callable[[str], bytes], *, files: bool = True
) -> dict[str, Any]:
    """Return the values that the flags in ``VALUES`` ask for.

    read: gives the content of a file by its name. files: also those of ``--values``.
    """
    if not any(flags[flag.name] for flag in VALUES):
        return {}
    from helmwright.values.files import merge_sources

    names = flags["values"] if files else ()
    return merge_sources(
        names,
        set_json=flags["set-json"],
        set_values=flags["set"],
        set_string=flags["set-string"],
        set_file=flags["set-file"],
        set_literal=flags["set-literal"],
        read=read,
        context=_context(flags, names),
    )


def _context(flags: dict[str, Any], names: Sequence[str]) -> ValuesContext | None:
    """Return what values files see that are templates; None if none is."""
    from helmwright.values.files import TEMPLATE_SUFFIX

    if not any(name.endswith(TEMPLATE_SUFFIX) for name in names):
        return None
    from helmwright.commands.values_input import values_context

    return values_context(flags)
