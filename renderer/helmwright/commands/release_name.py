"""The release's name on a command line: NAME before the chart, ``--name`` or ``--release-name``."""

# ruff: noqa: PTH112 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.commands.options import ReleaseNameFlags

USUAL = "release-name"
"""The name of a release that is given none. Source: helm pkg/cmd/template.go"""

_FILES = (".yaml", ".yml", ".json", ".j2", ".tgz", ".gz", ".tar")


def chosen_name(flags: ReleaseNameFlags, named: str | None = None) -> str:
    """Return the name that a command line gives a release, blank for none.

    named: what stands for NAME. Raises ``UsageError`` if they are not the same.
    """
    given = {"NAME": named, "--name": flags.name, "--release-name": flags.release_name}
    said = {how: text for how, text in given.items() if text}
    if len(set(said.values())) > 1:
        raise UsageError(f"{' and '.join(said)} are the same, the release's name: give one of them")
    return next(iter(said.values()), "")


def can_be_name(text: str) -> bool:
    """Tell whether an argument can be a release's name, and is not that of a file."""
    from helmwright.rendering.release import validate_release_name

    try:
        validate_release_name(text)
    except UsageError:
        return False
    return not text.endswith(_FILES)


def is_name_alone(text: str) -> bool:
    """Tell whether an argument that stands for a chart is none, and can be a release's name."""
    from helmwright.settings.meant_chart import is_bundled_name

    return can_be_name(text) and not os.path.lexists(text) and not is_bundled_name(text)


def named_before_chart(arguments: Sequence[str]) -> str | None:
    """Return the NAME of ``NAME CHART`` for a command that takes several charts or files.

    It is one if nothing is called so, and the other is a chart.
    """
    if len(arguments) != 2 or not is_name_alone(arguments[0]):
        return None
    chart = arguments[1]
    is_chart = os.path.isdir(chart) or chart.endswith((".tgz", ".tar.gz"))
    return arguments[0] if is_chart else None


def split_name(arguments: Sequence[str], most: int, before: int) -> tuple[str | None, list[str]]:
    """Return NAME and the other arguments; None where there is none.

    most: the number of arguments without NAME. before: how many stand before it.
    """
    others = list(arguments)
    is_full = len(others) == most + 1 and not others[-1].endswith(_FILES[:2])
    if is_full and can_be_name(others[before]):
        return others.pop(before), others
    return None, others
