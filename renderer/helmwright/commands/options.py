"""The flags that commands share, with Helm's names, defaults and meanings.

Source: helm pkg/cmd/flags.go, pkg/cmd/install.go, pkg/cli/environment.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import UsageError
from helmwright.commands.flag_kinds import (
    INT,
    STRING,
    STRING_ARRAY,
    STRINGS,
)
from helmwright.commands.flags import Flag

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from helmwright.values.templated.context import ValuesContext

VALUES = (
    Flag(
        "values",
        STRINGS,
        "values from a YAML file, - for standard input; repeatable, later files win",
        "f",
        value_name="file",
    ),
    Flag(
        "set",
        STRING_ARRAY,
        "set values: key1=val1,key2=val2; repeatable, as are the other --set flags",
        value_name="key=value",
    ),
    Flag("set-string", STRING_ARRAY, "set values that stay strings", value_name="key=value"),
    Flag(
        "set-file",
        STRING_ARRAY,
        "set values to what files hold: key1=path1,key2=path2",
        value_name="key=path",
    ),
    Flag(
        "set-json",
        STRING_ARRAY,
        """set values to JSON: key1=json1,key2=json2, or one object '{"key1": json1}'""",
        value_name="key=json",
    ),
    Flag(
        "set-literal",
        STRING_ARRAY,
        "set a value to a string, in which commas and backslashes mean nothing",
        value_name="key=value",
    ),
)
SETS = tuple(flag for flag in VALUES if flag.name.startswith("set"))
VALUES_FILES = next(flag for flag in VALUES if flag.name == "values")

CONTEXT = (
    Flag(
        "context",
        STRING_ARRAY,
        "variables of values files in Jinja2 (prod.yaml.j2) from a YAML or JSON file; repeatable, "
        "later files win",
        value_name="file",
    ),
    Flag(
        "context-set",
        STRING_ARRAY,
        "set variables of values files in Jinja2, as --set does; repeatable",
        value_name="key=value",
    ),
    Flag(
        "context-env",
        STRINGS,
        "an environment variable that values files in Jinja2 may read with env('NAME'); repeatable",
        value_name="name",
    ),
)
"""Flags for values files that are templates; they go with those in ``VALUES``."""

CONTEXT_BESIDE_LINES = (CONTEXT[0]._replace(name="context-file"), *CONTEXT[1:])
"""The same where ``--context`` is the number of lines around a difference."""

WORLD = (
    Flag(
        "seed",
        INT,
        "draw everything random (passwords, keys, certificates, UUIDs) from this number, "
        "so that the output repeats",
    ),
    Flag(
        "now",
        STRING,
        "the time that templates see, as RFC 3339: 2026-01-31T12:00:00Z",
        value_name="time",
    ),
)

CAPABILITIES = (
    Flag(
        "kube-version",
        STRING,
        "the Kubernetes version that templates see",
        value_name="version",
    ),
    Flag(
        "api-versions",
        STRINGS,
        "Kubernetes API versions that templates see besides the built-in ones; repeatable",
        "a",
        value_name="versions",
    ),
)

RELEASE_NAME = (
    Flag("name", STRING, "the release's name, as NAME before the chart", value_name="name"),
    Flag("release-name", STRING, "the same as --name", value_name="name"),
)
"""The release's name; ``template`` has the first, and Helm's switch of the second name."""


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
