"""What can be said about a chart's values: every key with type, default, releases and description.

``schema_facts`` says what values.schema.json knows about a key, ``comments`` what values.yaml says beside
it, ``entries`` puts both together with the defaults, ``page`` makes text of the result with a Jinja2
template in a sandbox, ``marks`` are the lines that tell generated text from somebody's own, ``explained`` is
one value with what sets it. ``secret_paths`` knows which values a schema marks as secret. ``schema_bundle``
makes one values.schema.json, the only file that Helm reads, from a folder with a file per section.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.reference.entries import Entry, Section
    from helmwright.reference.explained import ExplainedValue, explain_value
    from helmwright.reference.interface import Reference, values_reference
    from helmwright.reference.schema_bundle import bundle_schema
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "reference.entries": ("Entry", "Section"),
            "reference.explained": ("ExplainedValue", "explain_value"),
            "reference.interface": ("Reference", "values_reference"),
            "reference.schema_bundle": ("bundle_schema",),
        },
    )

__all__ = [
    "Entry",
    "ExplainedValue",
    "Reference",
    "Section",
    "bundle_schema",
    "explain_value",
    "values_reference",
]
