"""Where the password of the first users comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.fmt import format_value

if TYPE_CHECKING:
    from helmwright.determined.linting.settings import DeterminedSettings

KEYS = ("initialUserPassword", "defaultPassword")


def given_as_value(settings: DeterminedSettings) -> tuple[str, str] | None:
    """Return the key that gives the password from 0.31.0 on and the password, None without one."""
    for key in KEYS:
        value = settings.get(key)
        if value and not isinstance(value, (bool, dict, list)):
            return key, format_value(value)
    return None


def given_by_secret(settings: DeterminedSettings) -> bool:
    """Tell whether a Secret has the password."""
    return not settings.upstream and bool(settings.get("initialUser", "existingSecret"))


def is_checked(settings: DeterminedSettings) -> bool:
    """Tell whether the chart checks the password: not for a database that exists already.

    Upstream's chart looks for the Service of its own database, which is not there with another one.
    """
    if settings.upstream:
        return not settings.is_upgrade or bool(settings.get("db", "hostAddress"))
    extra = settings.get("masterConfig", "extra", "security", "initial_user_password")
    return not settings.is_upgrade and settings.writes_config and not extra
