"""What differs between two lists of Kubernetes objects, and what that does to a cluster.

``interface`` is the door for programs, ``diffing`` the one below it, ``model`` the data. ``sources`` makes the
two sides; ``objects`` reads, ``pairing`` finds the two sides of each object (renamed ones too),
``comparison`` finds the fields (``shapes`` knows merge keys, ``alignment`` the items of other lists,
``equality`` quantities, ``embedded`` YAML in texts), ``prospect`` what would be stored or refused
(``transitions``), ``settled`` marks what a server does not notice, ``impact`` what all that does (``access``,
``data_at_risk``, ``exposure``, ``hooks``, ``readers``). ``folding`` puts repetitions and noise into one line,
``grouping`` finds objects whose changes are alike, ``causes`` the values that differ; ``read_back`` leaves out
what only a cluster writes, ``refusals`` says what the server refuses in a new object, ``chart_crds`` what no
upgrade touches. ``live`` asks a cluster what becomes of its objects. ``redaction`` hides secrets in the finished report, before ``report`` writes it in one of its
forms. Items are compared by our own code: deepdiff knows no merge keys, and takes twenty times as long.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.diff.diffing import DiffOptions
    from helmwright.diff.grouping import groups_of
    from helmwright.diff.interface import (
        diff_charts,
        diff_manifests,
        diff_release,
        diff_values,
        write_diff,
    )
    from helmwright.diff.live.calls import diff_live, drift
    from helmwright.diff.live.interface import LiveOptions
    from helmwright.diff.model import DiffReport
    from helmwright.diff.sources.rendering import RenderSettings
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "diff.diffing": ("DiffOptions",),
            "diff.grouping": ("groups_of",),
            "diff.interface": (
                "diff_charts",
                "diff_manifests",
                "diff_release",
                "diff_values",
                "write_diff",
            ),
            "diff.live.calls": ("diff_live", "drift"),
            "diff.live.interface": ("LiveOptions",),
            "diff.model": ("DiffReport",),
            "diff.sources.rendering": ("RenderSettings",),
        },
    )

__all__ = [
    "DiffOptions",
    "DiffReport",
    "LiveOptions",
    "RenderSettings",
    "diff_charts",
    "diff_live",
    "diff_manifests",
    "diff_release",
    "diff_values",
    "drift",
    "groups_of",
    "write_diff",
]
