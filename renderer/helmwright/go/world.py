"""Everything that may differ from one render to the next: the one source of impure values.

Clock, randomness, environment, DNS and the cluster are asked through a ``World`` only, so that a
render can be repeated byte for byte with ``World.fixed``.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import checked
from helmwright.base.errors import FunctionError, GoError, InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from helmwright.go.time_zones import Location
    from helmwright.go.times import Time

    Lookup = Callable[[str, str, str, str], dict[str, Any]]

_RFC3339 = "2006-01-02T15:04:05Z07:00"


class World:
    """What a render sees of the outside; make one with ``World.real`` or ``World.fixed``.

    seeded: random bytes come from a seed and are the same every time.
    """

    __slots__ = (
        "_environment",
        "_local_zone",
        "_lookup",
        "_now",
        "_random",
        "_resolve",
        "_start",
        "_zone",
    )

    def __init__(  # noqa: PLR0913 (keywords only, of one class)
        self,
        *,
        now: str | None = None,
        seed: int | None = None,
        time_zone: str | None = None,
        resolve_hosts: bool = False,
        lookup: Lookup | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Make a world; see ``real`` and ``fixed``."""
        self._environment = os.environ if environment is None else environment
        self._lookup = lookup
        self._resolve = resolve_hosts
        self._random = None if seed is None else _Stream(seed)
        self._zone = time_zone
        self._local_zone: Location | None = None
        self._start = self.monotonic()
        self._now = None if now is None else self._read_time(now)

    @classmethod
    @checked
    def real(
        cls,
        *,
        resolve_hosts: bool = False,
        lookup: Lookup | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> World:
        """Return the world as it is.

        resolve_hosts: let ``getHostByName`` ask DNS; otherwise it gives ``""`` as in Helm.
        lookup: asked for (api version, kind, namespace, name); without it nothing exists.
        environment: instead of the process's own; its TZ names the local zone.
        """
        return cls(
            time_zone=(os.environ if environment is None else environment).get("TZ"),
            resolve_hosts=resolve_hosts,
            lookup=lookup,
            environment=environment,
        )

    @classmethod
    @checked
    def fixed(
        cls,
        now: str | None = None,
        seed: int | None = None,
        *,
        time_zone: str | None = "UTC",
        lookup: Lookup | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> World:
        """Return a world that repeats itself.

        now: the time of every look at the clock, as RFC 3339; ``None`` keeps the real clock.
        seed: what all randomness is derived from; ``None`` keeps real randomness.
        time_zone: the local zone, as the variable TZ names it; ``None`` is the machine's own.
        Raises ``InputError`` with Go's text when ``now`` is not RFC 3339.
        """
        return cls(now=now, seed=seed, time_zone=time_zone, lookup=lookup, environment=environment)

    def _read_time(self, text: str) -> Time:
        from helmwright.go.time_zones import UTC
        from helmwright.go.times import parse_time

        try:
            return parse_time(_RFC3339, text, UTC).in_location(self.local_zone)
        except GoError as error:
            raise InputError((), error.message) from None
        except UnicodeEncodeError:
            raise InputError((), f"{text!r} is no time as RFC 3339") from None

    @property
    def seeded(self) -> bool:
        """Tell whether random bytes come from a seed."""
        return self._random is not None

    @property
    def local_zone(self) -> Location:
        """The zone of ``date`` and of ``now``."""
        if self._local_zone is None:
            from helmwright.go.time_zones import local_zone

            self._local_zone = local_zone(self._zone)
        return self._local_zone

    def now(self) -> Time:
        """Return the time in the local zone; a real one carries a monotonic reading."""
        if self._now is not None:
            return self._now
        import time

        from helmwright.go.times import unix_time

        seconds, nanosecond = divmod(time.time_ns(), 1_000_000_000)
        result = unix_time(seconds, self.local_zone)
        result.nanosecond = nanosecond
        result.monotonic = self.monotonic() - self._start
        return result

    def monotonic(self) -> int:
        """Return nanoseconds of a clock that never goes back, from an unknown start."""
        import time

        return time.monotonic_ns()

    def random_bytes(self, count: int) -> bytes:
        """Return ``count`` random bytes, good enough for keys unless the world is seeded."""
        return os.urandom(count) if self._random is None else self._random.take(count)

    def random_int(self, limit: int) -> int:
        """Return an integer from 0 up to, not including, ``limit``; every one is as likely.

        Raises ``FunctionError`` with Go's panic when there is no such integer.
        """
        if limit <= 0:
            raise FunctionError("invalid argument to Intn")
        bits = (limit - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            value = int.from_bytes(self.random_bytes(size), "big") >> (size * 8 - bits)
            if value < limit:
                return value

    def random_int63(self) -> int:
        """Return an integer from 0 to 2**63 - 1."""
        return int.from_bytes(self.random_bytes(8), "big") >> 1

    def environment(self, name: str) -> str:
        """Return an environment variable, ``""`` if it is not set."""
        return self._environment.get(name, "")

    def resolve_host(self, name: str) -> str:
        """Return an address of a host, ``""`` when DNS is not to be asked.

        Raises ``FunctionError`` with Go's panic when the name has no address.
        """
        if not self._resolve:
            return ""
        import socket

        try:
            found = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            found = []
        if not found:
            raise FunctionError("invalid argument to Intn")
        return str(found[self.random_int(len(found))][4][0])

    def lookup(self, api_version: str, kind: str, namespace: str, name: str) -> dict[str, Any]:
        """Return an object (or a list of them) of the cluster; ``{}`` without one."""
        return {} if self._lookup is None else self._lookup(api_version, kind, namespace, name)


class _Stream:
    """Endless bytes derived from a seed: SHA-256 of the seed and a counter, block by block."""

    __slots__ = ("_block", "_counter", "_seed")

    def __init__(self, seed: int) -> None:
        """Begin at the first block."""
        self._seed = f"helmwright:{seed}:".encode()
        self._counter = 0
        self._block = b""

    def take(self, count: int) -> bytes:
        """Return the next ``count`` bytes."""
        if len(self._block) < count:
            from hashlib import sha256

            blocks = [self._block]
            for _ in range((count - len(self._block) + 31) // 32):
                blocks.append(sha256(self._seed + b"%d" % self._counter).digest())
                self._counter += 1
            self._block = b"".join(blocks)
        result, self._block = self._block[:count], self._block[count:]
        return result
