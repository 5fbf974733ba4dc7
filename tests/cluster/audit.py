"""What was asked of an API server, out of its audit log."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qs, urlsplit

if TYPE_CHECKING:
    from pathlib import Path

_READING = ("get", "list", "watch")
_REVIEWS = ("selfsubjectaccessreviews", "selfsubjectrulesreviews", "selfsubjectreviews")


class Event(NamedTuple):
    """A request: who sent it with which program, its verb and path, and the status of the answer."""

    user: str
    agent: str
    verb: str
    uri: str
    resource: str
    status: int

    @property
    def is_write(self) -> bool:
        """Whether the request could have changed what is stored."""
        if self.verb in _READING or self.resource in _REVIEWS:
            return False
        return parse_qs(urlsplit(self.uri).query).get("dryRun") != ["All"]


class AuditLog:
    """The requests since it was made."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read = path.stat().st_size

    def events(self) -> list[Event]:
        """Return the requests so far. The server writes each down before it answers."""
        with self._path.open("rb") as log:
            log.seek(self._read)
            lines = log.read().splitlines()
        return [_event(json.loads(line)) for line in lines]

    def by(self, user: str) -> list[Event]:
        """Return the requests of a user."""
        return [one for one in self.events() if one.user == user]


def _event(data: dict[str, dict[str, object]]) -> Event:
    return Event(
        str(data["user"].get("username")),
        str(data.get("userAgent")),
        str(data["verb"]),
        str(data["requestURI"]),
        str(data.get("objectRef", {}).get("resource", "")),
        int(str(data.get("responseStatus", {}).get("code", 0))),
    )
