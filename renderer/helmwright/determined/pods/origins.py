"""Where every field of a task's pod came from, and what became of every field of the layers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.records import Record
from helmwright.determined.pods.fields import Field, FieldPath, fields_of, shown
from helmwright.determined.pods.pod_merge import encode
from helmwright.kube.json_model import deep_equal
from helmwright.kube.schemas import pod as pod_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.base.errors import Position
    from helmwright.determined.pods.defaults import PodLayer
    from helmwright.determined.pods.sources import Document
    from helmwright.kube.patch_meta import Type

MASTER = "the master"
_NOISE = {("metadata", "creationTimestamp"), ("status",)}


class Origin(NamedTuple):
    """A layer that has a value for a field: its name, where it stands, and the value."""

    layer: str
    position: Position | None
    value: Any


class Explained(Record):
    """A field of the pod: its value, the layer it came from, and what it overrode there."""

    path: str
    value: Any
    origin: Origin
    overrode: tuple[Origin, ...]
    field: FieldPath = ()


class Loss(Record):
    """Something that a layer says and that is not in the pod.

    path: the field, as ``spec.volumes[name=x]``, or the key of a configuration. reason: what
    became of it. beside_spec: it is a field of a pod's spec that stands where ``spec`` should.
    """

    layer: str
    path: str
    value: Any
    reason: str
    position: Position | None = None
    beside_spec: bool = False


class LayerFields(NamedTuple):
    """The fields of a layer: as the master has read them."""

    layer: PodLayer
    fields: dict[FieldPath, Field]

    def origin(self, path: FieldPath) -> Origin:
        """Return the layer as the origin of one of its fields."""
        field = self.fields[path]
        return Origin(self.layer.name, self.layer.source.position(field.place), field.value)


def layer_fields(layer: PodLayer) -> LayerFields:
    """Return a layer with its fields."""
    return LayerFields(layer, _by_path(encode(layer)))


def _by_path(pod: Document) -> dict[FieldPath, Field]:
    return {field.path: field for field in fields_of(pod) if field.path not in _NOISE}


def explain(pod: Document, layers: Iterable[LayerFields]) -> list[Explained]:
    """Return the origin of every field of ``pod``; layers: the weakest first."""
    strongest_first = list(layers)[::-1]
    explained = []
    for path, field in _by_path(pod).items():
        having = [one.origin(path) for one in strongest_first if path in one.fields]
        origin = Origin(MASTER, None, field.value)
        if having and deep_equal(having[0].value, field.value):
            origin, *having = having
        elif any(deep_equal(one.value, field.value) for one in having):
            # Zero values of a stronger layer do not count, and are not among its fields.
            index = next(
                number for number, one in enumerate(having) if deep_equal(one.value, field.value)
            )
            origin = having[index]
            having = having[index + 1 :]
        overrode = tuple(one for one in having if not deep_equal(one.value, field.value))
        explained.append(Explained(shown(path), field.value, origin, overrode, path))
    return explained


def losses_of(layer: LayerFields, pod: Document, above: Iterable[LayerFields]) -> list[Loss]:
    """Return the fields of a layer that are not in the pod as they were written.

    above: the layers over it, the strongest last. What a whole element or map has lost is one
    loss.
    """
    final = _by_path(pod)
    over = list(above)
    gone = {
        path: _reason(path, final, over)
        for path, field in layer.fields.items()
        if path not in final or not deep_equal(final[path].value, field.value)
    }
    found = []
    for top in _tops(layer.fields, gone):
        below = [path for path in gone if path[: len(top)] == top]
        reason = gone[below[0]]
        place = layer.fields[below[0]].place[: len(top)]
        value = layer.fields[below[0]].value if below == [top] else None
        position = layer.layer.source.position(place)
        found.append(Loss(layer.layer.name, shown(top), value, reason, position))
    return sorted(found, key=_line)


def _line(loss: Loss) -> tuple[int, int]:
    place = loss.position
    return (place.line or 0, place.column or 0) if place is not None else (0, 0)


def _tops(fields: dict[FieldPath, Field], gone: dict[FieldPath, str]) -> Iterator[FieldPath]:
    """Yield the shortest paths below which all fields are gone for one reason."""
    seen: set[FieldPath] = set()
    for path, reason in gone.items():
        top = path
        for length in range(len(path) - 1, 1, -1):
            below = [other for other in fields if other[:length] == path[:length]]
            if any(gone.get(other) != reason for other in below):
                break
            top = path[:length]
        if top not in seen and not any(top[:length] in seen for length in range(len(top))):
            seen.add(top)
            yield top


def _reason(path: FieldPath, final: dict[FieldPath, Field], above: list[LayerFields]) -> str:
    stronger = [one for one in above if path in one.fields]
    if stronger:
        return f"overridden by {stronger[-1].layer.name}"
    if path in final:
        return "replaced by the master"
    if path[:2] == ("spec", "containers"):
        for one in above:
            spec = one.layer.pod.get("spec")
            containers = spec.get("containers") if type(spec) is dict else None
            if containers is None:
                return (
                    f"deleted, since {one.layer.name} has no containers; "
                    "write 'containers: []' there to keep them"
                )
    return "left out by the master"


def dropped(layer: PodLayer) -> list[Loss]:
    """Return what the master does not see of a layer: unknown fields, and zero values."""
    kept = encode(layer)
    return [
        Loss(
            layer.name,
            _text(one.path),
            one.value,
            one.reason,
            layer.source.position(one.path),
            beside_spec=one.beside_spec,
        )
        for one in _dropped(layer.pod, kept, pod_type(), ())
    ]


_UNKNOWN = "unknown to the master, which drops it"


class _Dropped(NamedTuple):
    path: tuple[str | int, ...]
    value: Any
    reason: str
    beside_spec: bool = False


def _dropped(
    raw: Any, kept: Any, of: Type | None, path: tuple[str | int, ...]
) -> Iterator[_Dropped]:
    while of is not None and of.element is not None and of.kind in ("ptr", "slice"):
        of = of.element
    if type(raw) is dict and type(kept) is dict:
        known = of.fields if of is not None else {}
        names = {name.lower(): name for name in (*known, *kept)}
        for name, value in raw.items():
            found = name if name in kept else names.get(name.lower())
            inner = known[found].type if found in known else None
            if found in kept:
                yield from _dropped(value, kept[found], inner, (*path, name))
            elif found is not None:
                reason = "a zero value, which the master cannot tell from none"
                yield _Dropped((*path, name), value, reason)
            elif not path and name in pod_type().fields["spec"].type.fields:
                reason = f"{_UNKNOWN}; write it below spec"
                yield _Dropped((name,), value, reason, beside_spec=True)
            else:
                yield _Dropped((*path, name), value, f"{_UNKNOWN}{_hint(name, known)}")
    elif type(raw) is list and type(kept) is list:
        for index, (one, other) in enumerate(zip(raw, kept, strict=False)):
            yield from _dropped(one, other, of, (*path, index))


def _hint(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known, 1)
    return f"; did you mean {close[0]}?" if close else ""


def _text(path: tuple[str | int, ...]) -> str:
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text
