"""What the releases of Helm do differently, as values.

``era`` has the record: one property for each behaviour that changed, and ``DEFAULT``, the release that is
rendered as unless another is asked for. ``releases`` has all others, newest first, each as the changes to the
one after it, so that it reads as a table; only who asks for another release imports it. ``resolving`` finds a
release by what a person writes: ``3``, ``3.14``, ``v3.14.4+g81c902a``.

Whoever behaves differently reads its own property, once, when it is made; no module asks which Helm it is.
Only this room compares versions of Helm.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.eras.era import Build, Era, NullRules
    from helmwright.eras.resolving import known_eras, resolve_era
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "eras.era": ("Build", "Era", "NullRules"),
            "eras.resolving": ("known_eras", "resolve_era"),
        },
    )

__all__ = [
    "Build",
    "Era",
    "NullRules",
    "known_eras",
    "resolve_era",
]
