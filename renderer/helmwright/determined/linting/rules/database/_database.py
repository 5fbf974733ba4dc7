"""What several rules on the database ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.go.fmt import to_text

if TYPE_CHECKING:
    from helmwright.determined.linting.settings import DeterminedSettings

CLAIM = "determined-db-pvc-"
SNAPSHOT = "determined-db-snapshot-"


def makes_database(settings: DeterminedSettings) -> bool:
    """Tell whether the chart makes the database itself."""
    return not settings.get("db", "hostAddress")


def makes_claim(settings: DeterminedSettings) -> bool:
    """Tell whether the chart makes a claim for the volume of the database."""
    db = settings.section("db")
    if not makes_database(settings) or db.get("disablePVC"):
        return False
    return settings.upstream or not (db.get("existingClaim") or db.get("claimSuffix"))


def printed(settings: DeterminedSettings, value: Any) -> str:
    """Return what the chart writes for a scalar; upstream's prints large numbers with an exponent."""
    if isinstance(value, float) and value.is_integer() and not settings.upstream:
        return str(int(value))
    return to_text(value)


def suffix(settings: DeterminedSettings, key: str) -> str:
    """Return the suffix of a claim or snapshot that ``db`` has under a key; blank without one."""
    value = settings.get("db", key)
    if not value or isinstance(value, (bool, dict, list)):
        return ""
    return printed(settings, value)


def takes_snapshots(settings: DeterminedSettings) -> bool:
    """Tell whether the chart knows snapshots of the database."""
    return not settings.upstream or settings.release.at_least(0, 38, 0)
