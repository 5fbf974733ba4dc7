"""What secrets are: by their names, by their forms, and however a template may have written them.

``names`` judges keys, ``forms`` finds keys and tokens in texts (every step linear in the text),
``spellings`` knows in which ways a secret can be written, ``matching`` finds those of known secrets,
``places`` walks through values, ``known`` gathers what one run knows and makes texts safe. Nothing else in
the program decides any of this.

Every text for people leaves through ``Context.say`` of ``cli``; reports with messages of their own ask the
same function. Whoever reads values, charts, releases or patches tells ``witness``, which keeps them for
the run that asked for it; ``releases/safe_errors`` finds their secrets when an error is told.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.secrets.known import KnownSecrets
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "secrets.known": ("KnownSecrets",),
        },
    )

__all__ = [
    "KnownSecrets",
]
