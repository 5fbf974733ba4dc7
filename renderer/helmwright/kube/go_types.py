"""Go's types of Kubernetes objects, read from a table.

A table maps the name of a struct to its fields, each a list
``[json name, Go type, omit, strategies, merge key]`` of which empty ends are left off. Types are
written as in Go without the package: ``*Probe``, ``[]Container``, ``map[string]Quantity``, and
named scalars as what they are. ``omit`` is "", "omitempty" or "omitzero".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.kube.patch_meta import Field, Type

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Table = Mapping[str, Iterable[Sequence[str]]]

_SCALARS = {
    name: Type(name)
    for name in ("string", "bool", "int", "int32", "int64", "float64", "uint8", "interface")
}


class GoTypes:
    """The types of one table; made when they are first asked for, each once."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: dict[str, Type] = dict(_SCALARS)

    def __getitem__(self, expression: str) -> Type:
        """Return the type written as ``expression``; raises ``KeyError`` if it is not known."""
        known = self._known.get(expression)
        if known is not None:
            return known
        if expression.startswith("*"):
            made = Type("ptr", element=self[expression[1:]])
        elif expression.startswith("[]"):
            made = Type("slice", element=self[expression[2:]])
        elif expression.startswith("map[string]"):
            made = Type("map", element=self[expression[len("map[string]") :]])
        else:
            return self._struct(expression)
        self._known[expression] = made
        return made

    def _struct(self, name: str) -> Type:
        rows = self._table[name]
        # Known before its fields are, which may hold it.
        made = self._known[name] = Type("struct", name.rpartition(".")[2], qualified=name)
        for row in rows:
            json_name, expression, omit, strategies, merge_key = (*row, "", "", "")[:5]
            made.fields[json_name] = Field(
                self[expression],
                tuple(strategies.split(",")) if strategies else (),
                merge_key,
                omit,
            )
        return made
