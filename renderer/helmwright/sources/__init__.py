"""Where charts come from: repositories and registries, dependencies and their locks, packages.

``fetching`` is the only place that opens a connection. ``dependencies`` holds what Chart.yaml and Chart.lock say against
``charts/``, ``packing`` makes archives, ``registry`` speaks with OCI registries. Nothing of this room is imported while a command works on a local chart.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.sources.interface import Sources
    from helmwright.sources.provenance import Verification
    from helmwright.sources.pulling import Archive
    from helmwright.sources.schemas import fetch_schemas
    from helmwright.sources.settings import HelmSettings
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "sources.interface": ("Sources",),
            "sources.provenance": ("Verification",),
            "sources.pulling": ("Archive",),
            "sources.schemas": ("fetch_schemas",),
            "sources.settings": ("HelmSettings",),
        },
    )

__all__ = ["Archive", "HelmSettings", "Sources", "Verification", "fetch_schemas"]
