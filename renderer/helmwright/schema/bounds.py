"""What checking values against a schema may cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import SchemaError
from helmwright.go.limits import Bounded

if TYPE_CHECKING:
    from helmwright.go.limits import Limits


def bounded(limits: Limits | None = None) -> Bounded:
    """Bound the work in a ``with`` block, which raises SchemaError for more; a minute by default."""
    return Bounded("checking values against a schema", limits, SchemaError)
