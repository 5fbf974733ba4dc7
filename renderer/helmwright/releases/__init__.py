"""Releases as Helm has stored or printed them, and what an error may say of what was read.

``storage`` decodes the Secrets and ConfigMaps of Helm, ``texts`` reads what it prints, ``model`` is what comes
out. ``safe_errors`` hides the secrets of everything that was read when an error is told.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.releases.model import StoredRelease
    from helmwright.releases.storage import choose_release, decode_release, read_releases
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "releases.model": ("StoredRelease",),
            "releases.storage": ("choose_release", "decode_release", "read_releases"),
        },
    )

__all__ = [
    "StoredRelease",
    "choose_release",
    "decode_release",
    "read_releases",
]
