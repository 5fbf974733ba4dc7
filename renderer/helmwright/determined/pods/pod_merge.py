"""The pod specs of all layers merged into one, as Go's code merges them.

A pod spec is kept as its JSON text would be, which the master decodes into a Go struct before each
step: zero values vanish, unknown fields too, and absent containers become null.

Source: master/pkg/schemas/expconf/environment_config.go (PodSpec.Merge), encoding/json decode.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import PatchError, PatchTypeError
from helmwright.kube.json_model import copy_document
from helmwright.kube.schemas import pod as pod_type
from helmwright.kube.schemas import pod_codec
from helmwright.kube.strategic_merge import merge_typed

if TYPE_CHECKING:
    from helmwright.determined.pods.defaults import PodLayer
    from helmwright.determined.pods.eras import Era
    from helmwright.determined.pods.sources import Document
    from helmwright.kube.patch_meta import Type


def encode(layer: PodLayer) -> Document:
    """Return what the master keeps of a layer.

    Raises ``PatchError``, with the layer's place, for what is no pod.
    """
    try:
        encoded: Document = pod_codec().round_trip(layer.pod)
    except PatchError as error:
        path = error.path if isinstance(error, PatchTypeError) else ()
        message = f"{layer.name} is not a pod: {error.message}"
        raise PatchError(message, layer.source.position(path)) from None
    return encoded


def merge(above: Document | None, below: Document | None, era: Era) -> Document | None:
    """Return one pod spec over another; None is none."""
    if above is None or below is None:
        return below if above is None else above
    if not era.merges_pods:
        return above
    return merge_typed(below, above, pod_type(), pod_codec())


def decode_over(below: Document | None, above: Document | None) -> Document | None:
    """Return what a Go struct holds after reading two documents, one after the other.

    Maps take the new keys in, the elements of lists are read into those at the same place.
    """
    if above is None or below is None:
        return below if above is None else above
    result: Document = _over(pod_type(), below, above)
    return result


def _over(of: Type, below: Any, above: Any) -> Any:
    while of.kind == "ptr" and of.element is not None:
        if above is None:
            return None
        of = of.element
    if above is None:
        return below if of.kind not in ("slice", "map") else None
    if of.kind == "struct" and of.fields and type(below) is dict and type(above) is dict:
        result = dict(below)
        for key, value in above.items():
            field = of.fields.get(key)
            result[key] = value if field is None else _over(field.type, below.get(key), value)
        return result
    if of.kind == "map" and type(below) is dict and type(above) is dict:
        return {**below, **above}
    if of.kind == "slice" and of.element is not None and type(above) is list:
        old = below if type(below) is list else []
        return [
            _over(of.element, old[index] if index < len(old) else None, value)
            for index, value in enumerate(above)
        ]
    return copy_document(above)
