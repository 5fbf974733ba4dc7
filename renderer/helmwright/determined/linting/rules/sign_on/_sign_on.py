"""What the rules about sign-on share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

DOCS = "https://github.com/determined-ai/determined/blob/v0.38.1/docs/reference/deploy/helm-config-reference.rst"
SECTIONS = {"oidc": (0, 19, 3), "scim": (0, 19, 3), "saml": (0, 28, 0)}
"""Sections with the first release that knows them."""


def is_read(settings: DeterminedSettings, name: str) -> bool:
    """Tell whether the chart writes a section of sign-on into the master's configuration."""
    if not settings.section(name) or not settings.release.at_least(*SECTIONS[name]):
        return False
    if settings.get("enterpriseEdition"):
        return True
    return settings.release.at_least(0, 38, 0) and not settings.upstream


def is_enabled(settings: DeterminedSettings, name: str) -> bool:
    """Tell whether a section of sign-on is switched on; before 0.23.2 it is by default."""
    enabled = settings.get(name, "enabled")
    if type(enabled) is bool:
        return enabled
    return name != "saml" and not settings.release.at_least(0, 23, 2)


def is_needed(settings: DeterminedSettings, name: str) -> bool:
    """Tell whether the fields of a section are needed: upstream's chart asks for them always."""
    return is_read(settings, name) and (settings.upstream or is_enabled(settings, name))


def missing_keys(settings: DeterminedSettings, name: str, keys: Iterable[str]) -> list[str]:
    """Return the keys that a section lacks, in the master's spelling, too."""
    section = settings.section(name)
    extra = settings.section("masterConfig", "extra", name)
    missing = []
    for key in keys:
        masters = re.sub(r"[A-Z]", lambda match: f"_{match[0].lower()}", key)
        if not (section.get(key) or section.get(masters) or extra.get(masters)):
            missing.append(key)
    return missing


def missing_key(settings: DeterminedSettings, name: str, key: str) -> Problem:
    """Return the problem that a section lacks a key."""
    return settings.problem(
        (name, key), f"{name}.{key} is missing", of_key=True, fix=f"set {name}.{key}"
    )


def is_whole(value: object) -> bool:
    """Tell whether a value is a whole number, as a number or as digits."""
    if isinstance(value, bool):
        return False
    if isinstance(value, str):
        return value.removeprefix("-").isdecimal() and value.isascii()
    return isinstance(value, int | float) and float(value).is_integer()
