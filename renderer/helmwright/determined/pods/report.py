"""What `effective_pods` found, as text for people and as JSON for machines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.determined.pods.fields import matches
from helmwright.go import json_write, yaml_write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.errors import Position
    from helmwright.determined.pods.effective import EffectivePods
    from helmwright.determined.pods.origins import Explained, Origin

_WIDTH = 100


def summary(pods: EffectivePods) -> str:
    """Return one line about the number of pods and their size."""
    number = "1 pod" if pods.count == 1 else f"{pods.count} pods"
    slots = "1 slot" if pods.slots_per_pod == 1 else f"{pods.slots_per_pod} slots"
    each = " each" if pods.count > 1 else ""
    return f"{number} with {slots}{each} in resource pool {pods.pool}, Determined {pods.release}"


def objects_yaml(pods: EffectivePods) -> str:
    """Return the objects as a stream of YAML documents."""
    documents = "".join(f"---\n{yaml_write.marshal(one)}" for one in pods.objects)
    return f"# {summary(pods)}\n{documents}"


def objects_json(pods: EffectivePods) -> str:
    """Return the object, or a List of several, as JSON."""
    if len(pods.objects) == 1:
        return json_write.marshal_indent(pods.objects[0], escape_html=False) + "\n"
    listed: dict[str, Any] = {"apiVersion": "v1", "kind": "List", "items": list(pods.objects)}
    return json_write.marshal_indent(listed, escape_html=False) + "\n"


def explanation(pods: EffectivePods, path: str) -> str:
    """Return each field with its value, the layer it is from, and what it overrode."""
    blocks = ["\n".join(_explained(one)) for one in _chosen(pods, path)]
    return "".join(f"{block}\n" for block in blocks) or f"nothing is at {path}\n"


def _chosen(pods: EffectivePods, path: str) -> list[Explained]:
    found = pods.explain()
    return [one for one in found if matches(one.field, path)] if path else found


def _explained(field: Explained) -> Iterator[str]:
    yield f"{field.path}: {_value(field.value)}"
    yield f"  from {_origin(field.origin)}"
    for origin in field.overrode:
        yield f"  over {_origin(origin)}: {_value(origin.value)}"


def _origin(origin: Origin) -> str:
    return origin.layer if origin.position is None else f"{origin.layer} at {origin.position}"


def _value(value: Any) -> str:
    text = json_write.marshal(value, escape_html=False)
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"


def explanation_json(pods: EffectivePods, path: str) -> str:
    """Return what `explanation` says, as JSON."""
    fields: list[Any] = [
        {
            "path": one.path,
            "value": one.value,
            "origin": _origin_data(one.origin),
            "overrode": [
                {**_origin_data(origin), "value": origin.value} for origin in one.overrode
            ],
        }
        for one in _chosen(pods, path)
    ]
    return json_write.marshal_indent(fields, escape_html=False) + "\n"


def _origin_data(origin: Origin) -> dict[str, Any]:
    return {"layer": origin.layer, **_position_data(origin.position)}


def _position_data(position: Position | None) -> dict[str, Any]:
    if position is None:
        return {}
    place = {"file": position.path, "line": position.line, "column": position.column}
    return {key: value for key, value in place.items() if value is not None}


def losses(pods: EffectivePods) -> str:
    """Return what is not in the pod, a line each; nothing if all is."""
    lines = []
    for loss in pods.losses:
        place = f"{loss.position}: " if loss.position is not None else ""
        path = f" {loss.path}:" if loss.path else ""
        lines.append(f"{place}{loss.layer}:{path} {loss.reason}\n")
    return "".join(lines)


def losses_json(pods: EffectivePods) -> str:
    """Return what `losses` says, as JSON."""
    found: list[Any] = [
        {
            "layer": loss.layer,
            "path": loss.path,
            "value": loss.value,
            "reason": loss.reason,
            **_position_data(loss.position),
        }
        for loss in pods.losses
    ]
    return json_write.marshal_indent(found, escape_html=False) + "\n"
