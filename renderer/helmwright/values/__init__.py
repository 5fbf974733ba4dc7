"""The values of a user: read, merged, edited.

``files`` merges ``-f`` and ``--set`` (``strvals``) in the order of Helm, ``inputs`` reads what a command line
names, ``maps`` has values as data. ``templated`` makes YAML of values files in Jinja2: ``files.read_values`` is
the one place where a file becomes YAML. ``editing`` changes values files and keeps their comments, ``migrating``
mends old keys with it.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.base.templated_text import TemplatedText
    from helmwright.go.kinds import Int64
    from helmwright.values.editing import Put, Quote, Remove, Rename, edit_values
    from helmwright.values.files import merge_sources
    from helmwright.values.migrating import OldKey
    from helmwright.values.templated import render_values_template
    from helmwright.values.templated.context import ValuesContext
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "base.templated_text": ("TemplatedText",),
            "go.kinds": ("Int64",),
            "values.editing": ("Put", "Quote", "Remove", "Rename", "edit_values"),
            "values.files": ("merge_sources",),
            "values.migrating": ("OldKey",),
            "values.templated": ("render_values_template",),
            "values.templated.context": ("ValuesContext",),
        },
    )

__all__ = [
    "Int64",
    "OldKey",
    "Put",
    "Quote",
    "Remove",
    "Rename",
    "TemplatedText",
    "ValuesContext",
    "edit_values",
    "merge_sources",
    "render_values_template",
]
