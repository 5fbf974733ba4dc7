"""Packs: what only a product's people know, beside a core that knows no product.

A pack brings rules of the linter, facts that these may be told, migrations of values, secret values, a schema for
charts without one, kinds of documents, and commands (``interface``). It is found among the installed distributions
by an entry point of the group ``helmwright.packs`` (``places``), never in the repository that is looked at, and its
modules are imported when something asks for them (``loading``). Determined is the first of them, registered in the
same way as a stranger's. What is wrong with a pack is told once, and everything else works without it.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.packs.interface import Command, Fact, Pack
    from helmwright.packs.loading import PackProblem, Packs, load_packs
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "packs.interface": ("Command", "Fact", "Pack"),
            "packs.loading": ("PackProblem", "Packs", "load_packs"),
        },
    )

__all__ = ["Command", "Fact", "Pack", "PackProblem", "Packs", "load_packs"]
