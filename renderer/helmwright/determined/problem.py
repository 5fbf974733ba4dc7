"""What is wrong with a configuration of the master."""

from __future__ import annotations

from typing import NamedTuple


class ConfigProblem(NamedTuple):
    """One thing that is wrong, and where.

    ``path`` is written as ``resource_pools[0].pool_name``, blank for the configuration as a whole.
    ``stops_master`` tells that the master refuses to start; otherwise it starts and ignores or
    misreads what is there, or fails when it is used.
    """

    path: str
    message: str
    stops_master: bool = True

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


def joined(path: str, key: str | int) -> str:
    """Return the path of something below another path."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else key
