"""Which Helm a command renders as: ``--helm``, ``HELMWRIGHT_HELM``, or ``helm`` of ``.helmwright.yaml``."""

# ruff: noqa: PTH100, PTH113, PTH118, PTH120 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.commands.flags import Flags, string
from helmwright.eras.era import DEFAULT
from helmwright.settings.files import FILE

if TYPE_CHECKING:
    from helmwright.commands import Context
    from helmwright.eras.era import Era

VARIABLE = "HELMWRIGHT_HELM"
SETTING = "helm"
"""The key of ``.helmwright.yaml`` beside the sections of commands."""


class HelmFlags(Flags):
    """The Helm that renders."""

    helm: str = string(
        "render as this Helm does: 3, 3.14, 3.14.4, 4.1 …; else HELMWRIGHT_HELM or 'helm: 3.14' in "
        ".helmwright.yaml says it",
        value_name="version",
    )


def chosen_era(context: Context, flags: HelmFlags) -> Era:
    """Return the era that a command line asks for, and write logs as that Helm does.

    Raises:
        UsageError: if there is no such Helm, or for a setting that is wrong.
    """
    era = asked_era(context, flags) or DEFAULT
    context.screen.logs = era.logs
    return era


def asked_era(context: Context, flags: HelmFlags) -> Era | None:
    """Return the era that is asked for, None if none is; raises as ``chosen_era`` does."""
    version, asked = flags.helm, "--helm"
    if not version:
        version, asked = os.environ.get(VARIABLE, ""), VARIABLE
    if not version and _has_settings():
        from helmwright.settings.reading import nearest_setting

        fields = nearest_setting(".", SETTING)
        if fields is not None:
            version, asked = fields.as_written(SETTING), f"{fields.place(SETTING)}: {SETTING}"
    if not version:
        return None
    from helmwright.eras.resolving import resolve_era

    return resolve_era(version, asked=asked, note=context.say)


def _has_settings() -> bool:
    """Tell whether a folder at or above the current one has settings, which few have."""
    folder = os.path.abspath(".")
    while True:
        if os.path.isfile(os.path.join(folder, FILE)):
            return True
        above = os.path.dirname(folder)
        if above == folder:
            return False
        folder = above
