"""Where charts come from: repositories and registries, dependencies and their locks, packages.

``fetching`` is the only place that opens a connection. ``dependencies`` holds what Chart.yaml and Chart.lock say against
``charts/``, ``packing`` makes archives, ``registry`` speaks with OCI registries. Nothing of this room is imported while a command works on a local chart.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.sources.schemas import fetch_schemas
else:
    __getattr__, __dir__ = lazily(__name__, {"sources.schemas": ("fetch_schemas",)})

__all__ = ["fetch_schemas"]
