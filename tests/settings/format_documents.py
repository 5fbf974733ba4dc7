"""Documents for a JSON Schema: such as fit it, and such as are near to that."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 9),
    st.sampled_from([0.5, 3.0, -1.0, 1e18, 1e300, float("inf"), float("nan"), 2.0**53, 3, 4]),
    st.sampled_from(
        ["", " ", "a", "4", " 12 ", "64Gi", "error", "single", "nvidia", "Node", "List"]
    ),
    st.text(max_size=4),
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=4,
)
_OF_TYPE: dict[str, st.SearchStrategy[Any]] = {
    "boolean": st.booleans(),
    "integer": st.integers(0, 50) | st.sampled_from([1.0, 7.0]),
    "null": st.none(),
    "number": st.integers(0, 50) | st.floats(0, 1e6),
    "string": st.sampled_from(["4", "64Gi", "a", "gpu=a:NoSchedule"]) | st.text(max_size=5),
}


def documents(schema: dict[str, Any], root: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return what mostly fits a schema; now and then something else stands somewhere."""
    return st.deferred(lambda: st.integers(0, 11)).flatmap(
        lambda chance: ANYTHING if chance == 0 else _fitting(schema, root)
    )


def _fitting(schema: dict[str, Any], root: dict[str, Any]) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        return documents({**root["$defs"][name], **_without(schema, "$ref")}, root)
    if "if" in schema:
        parts = [schema["then"], schema["else"]]
        if schema.get("type"):  # the file as a whole, which may be a list
            parts.append(_without(schema, "if"))
        return st.sampled_from(parts).flatmap(lambda part: documents(part, root))
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    types = schema.get("type") or ("object" if "properties" in schema else "string")
    chosen = st.sampled_from([types] if isinstance(types, str) else types)
    return chosen.flatmap(lambda name: _of_type(name, schema, root))


def _without(schema: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in schema.items() if name != key}


def _of_type(name: str, schema: dict[str, Any], root: dict[str, Any]) -> st.SearchStrategy[Any]:
    if name == "array":
        return st.lists(documents(schema.get("items", {"type": "string"}), root), max_size=3)
    if name != "object":
        return _OF_TYPE[name]
    known = schema.get("properties", {})
    always = set(schema.get("required", ()))
    own = st.fixed_dictionaries(
        {key: documents(of, root) for key, of in known.items() if key in always},
        optional={key: documents(of, root) for key, of in known.items() if key not in always},
    )
    added = schema.get("additionalProperties")
    if isinstance(added, dict):
        return st.dictionaries(st.text(max_size=3), documents(added, root), max_size=3)
    others = st.dictionaries(st.sampled_from(["x", *known]), ANYTHING, max_size=1)
    return st.tuples(own, st.integers(0, 9), others).map(
        lambda found: {**found[0], **found[2]} if found[1] == 0 else found[0]
    )
