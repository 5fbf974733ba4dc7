"""A cluster that is asked, and never changed.

``settings`` says which cluster and as whom, over ``kubeconfig``; ``connection`` is the one door to the package
``kubernetes``, and ``requests`` the one list of what may be sent. ``reader`` is what all else is written against:
``live`` asks the API server. ``discovery`` is what it serves, ``lookup`` what templates ask it.

Nothing of this room is imported by a plain render. Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.cluster.interface import Cluster
else:
    __getattr__, __dir__ = lazily(__name__, {"cluster.interface": ("Cluster",)})

__all__ = ["Cluster"]
