"""What warns of something without stopping: Helm's logger, which the command line writes as Helm does."""

from __future__ import annotations

from typing import Protocol


class Log(Protocol):
    """Takes a record: ``warn``, ``info`` or ``debug``, a message, and what it is about, by name."""

    def __call__(self, level: str, message: str, /, **attributes: object) -> None:
        """Write the record."""


def ignore(level: str, message: str, /, **attributes: object) -> None:
    """Drop a log record: the default of every ``log`` parameter."""
