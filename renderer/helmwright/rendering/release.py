"""The release a chart is rendered for: its name, and what templates see as ``.Release``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.argument_types import checked
from helmwright.base.errors import UsageError

if TYPE_CHECKING:
    from helmwright.go.kinds import Value

MAX_NAME_LENGTH = 53
"""Kubernetes allows 63; charts append up to ten characters to the release name."""

_PATTERN = r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"
_EDGE = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_INNER = _EDGE | {"-"}


class Release:
    """A release that exists only while its chart is rendered."""

    __slots__ = ("is_upgrade", "name", "namespace", "revision")

    @checked
    def __init__(
        self,
        name: str = "release-name",
        namespace: str = "default",
        *,
        is_upgrade: bool = False,
        revision: int = 1,
    ) -> None:
        self.name = name
        self.namespace = namespace
        self.is_upgrade = is_upgrade
        self.revision = revision

    def __repr__(self) -> str:
        upgrade = ", is_upgrade=True" if self.is_upgrade else ""
        return f"Release({self.name!r}, {self.namespace!r}{upgrade}, revision={self.revision})"

    def template_value(self) -> dict[str, Value]:
        """Return a new map as templates see it under ``.Release``."""
        return {
            "Name": self.name,
            "Namespace": self.namespace,
            "IsUpgrade": self.is_upgrade,
            "IsInstall": not self.is_upgrade,
            "Revision": self.revision,
            "Service": "Helm",
        }


def validate_release_name(name: str) -> None:
    """Refuse a name that Helm refuses.

    Raises UsageError with Helm's text.
    Source: helm pkg/chart/v2/util/validate_name.go, pkg/action/install.go (availableName).
    """
    if not name:
        reason = "no name provided"
    elif len(name) <= MAX_NAME_LENGTH and all(map(_is_label, name.split("."))):
        return
    else:
        reason = (
            f"invalid release name, must match regex {_PATTERN} "
            f"and the length must not be longer than {MAX_NAME_LENGTH}"
        )
    from helmwright.go.strconv import quote

    raise UsageError(f"release name {quote(name)}: {reason}")


def _is_label(part: str) -> bool:
    return bool(part) and part[0] in _EDGE and part[-1] in _EDGE and _INNER.issuperset(part)
