"""What the move from one Helm to another changes for a chart, why, and what to do about it.

``interface`` is the door for programs, ``session`` the one below it, ``model`` the data. ``renders`` renders as any Helm,
``targets`` says what differs, ``exact`` in which fields, ``causes`` by which property of a Helm, and ``nulls`` by which null:
by exchanging one thing after the other and rendering again. ``bytes_compared`` counts documents whose bytes differ.
``upgrade`` looks for what the server refuses when it applies what is rendered, ``installed`` knows what is there,
``permissions`` what ``--wait`` needs, ``commands`` reads scripts. ``definitions`` has all that can be found,
``told`` makes findings, ``allowing`` leaves out those that somebody allows, ``report`` writes. ``reference`` is a page.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.compat.interface import compat, compat_commands, write_compat
    from helmwright.compat.model import Cause, Compatibility, Difference, FieldChange
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "compat.interface": ("compat", "compat_commands", "write_compat"),
            "compat.model": ("Cause", "Compatibility", "Difference", "FieldChange"),
        },
    )

__all__ = [
    "Cause",
    "Compatibility",
    "Difference",
    "FieldChange",
    "compat",
    "compat_commands",
    "write_compat",
]
