"""Logins that the environment brings, as pipelines hand out their secrets: ``HELMWRIGHT_LOGINS``.

A line is a place, a user and a password, with blanks between:

    registry.example.com ci s3cret
    https://charts.example.com/private ci s3cret

A place is a host, of a registry or of a repository over https, or the URL of a repository. A line without a password
counts as none: where a pipeline has no secrets, as in forks, what is open is still there. Nothing of this is written
to a file.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import GoError
from helmwright.go.url import parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

VARIABLE = "HELMWRIGHT_LOGINS"
_OCI = "oci://"


class Login(NamedTuple):
    """A user and a password, for one place."""

    place: str
    username: str
    password: str

    def __repr__(self) -> str:
        return f"Login({self.place!r}, {self.username!r}, ***)"


def login_for_host(host: str, environment: Mapping[str, str] | None = None) -> Login | None:
    """Return the login for a registry, None without one."""
    return next((one for one in _logins(environment) if one.place == host), None)


def login_for_url(url: str, environment: Mapping[str, str] | None = None) -> Login | None:
    """Return the login for a repository, or for an archive of one; None without one."""
    return next((one for one in _logins(environment) if _is_at(url, one.place)), None)


def _logins(environment: Mapping[str, str] | None) -> Iterator[Login]:
    known = os.environ if environment is None else environment
    for line in known.get(VARIABLE, "").splitlines():
        words = line.split(None, 2)
        if len(words) == 3:
            place, username, password = words
            yield Login(place.removeprefix(_OCI).rstrip("/"), username, password.rstrip())


def _is_at(url: str, place: str) -> bool:
    """Tell whether a URL is a place, or below it."""
    wanted = place if "://" in place else f"https://{place}"
    try:
        asked, at = parse(url), parse(wanted)
    except GoError:
        return False
    if (asked.scheme.lower(), asked.host.lower()) != (at.scheme.lower(), at.host.lower()):
        return False
    if ".." in asked.path.split("/"):
        return False
    return f"{asked.path}/".startswith(f"{at.path.rstrip('/')}/")
