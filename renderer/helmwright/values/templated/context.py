"""What templates of values files see."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.go.kinds import Value


class ValuesContext(NamedTuple):
    """What templates of values files see.

    variables: by name. environment: names of the environment variables that ``env`` may read.
    """

    variables: Mapping[str, Value] = {}
    environment: tuple[str, ...] = ()


NO_CONTEXT = ValuesContext()
