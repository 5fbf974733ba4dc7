"""The settings of a repository, and the chart that they or the current folder mean.

::

    files, meant_chart ─▶ reading ─▶ parsing ─▶ checking (fits: yes) ─▶ Fields
                             │                      └▶ jsonschema ─▶ wording
                             └▶ formats/NAME.schema.json

``files`` knows where settings are looked for, ``meant_chart`` which chart no argument names. ``reading`` is the one
reader of all files that are Helmwright's own, wherever they are used: it parses them (``parsing``), holds them
against the JSON Schema of their format (``formats``, ``checking``), and says what is wrong in words, with places and
nearest names (``wording``). What a schema cannot say (a regular expression compiles, a path is inside) is checked
beside what uses it. ``jsonschema`` is imported for files that are wrong, which ``fits`` finds out by itself.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.settings.formats import Format, format_names, format_schema
else:
    __getattr__, __dir__ = lazily(
        __name__, {"settings.formats": ("Format", "format_names", "format_schema")}
    )

__all__ = ["Format", "format_names", "format_schema"]
