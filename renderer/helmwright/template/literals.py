"""The values that template literals take for parameters of different Go types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.template.nodes import Bool, Number, String

if TYPE_CHECKING:
    from helmwright.go.kinds import Value
    from helmwright.template.nodes import Node


def ideal_constant(node: Number) -> int | float | complex | None:
    """Return the value a number has by itself, or None if it overflows an int.

    Source: text/template/exec.go, idealConstant
    """
    text = node.text
    if node.complex is not None:
        return node.complex
    is_integer = _is_hexadecimal_integer(text) or text[:1] == "'"
    if node.float is not None and not is_integer and any(letter in text for letter in ".eEpP"):
        return node.float
    return node.int


def _is_hexadecimal_integer(text: str) -> bool:
    return text[:2] in ("0x", "0X") and len(text) > 2 and "p" not in text and "P" not in text


def literal_shapes(node: Node) -> dict[str, Value]:
    """Return the literal's value by class of parameter; a class it does not fit is missing."""
    shapes: dict[str, Value] = {}
    if isinstance(node, String):
        shapes = {"any": node.text, "string": node.text}
    elif isinstance(node, Bool):
        shapes = {"any": node.value, "bool": node.value}
    elif isinstance(node, Number):
        ideal = ideal_constant(node)
        if ideal is not None:
            shapes["any"] = ideal
        if node.float is not None:
            shapes["float"] = node.float
        if node.int is not None:
            shapes["integer"] = node.int
        if node.uint is not None:
            shapes["unsigned integer"] = node.uint
    return shapes
