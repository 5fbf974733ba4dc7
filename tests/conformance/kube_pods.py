"""Random pods, read off Go's types: what a pod spec of Determined's configuration may hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube import schemas

if TYPE_CHECKING:
    from random import Random

    from helmwright.kube.patch_meta import Type

Document = dict[str, Any]

ODDITIES = [None, 1, "a", [], {}, True, 1.5, ["a"], {"a": 1}, -1, 3000000000, 0, ""]
LEAVES: dict[str, list[Any]] = {
    "string": ["a", "b", "c", "", "x/y", "8080", "1"],
    "bool": [True, False],
    "int32": [0, 0, 1, 2, 80, 8080],
    "int64": [0, 0, 1, 2, 80, 8080],
    "int": [0, 0, 1, 2, 80, 8080],
    "Quantity": ["1", "500m", "1Gi", "1024Mi", 1, 0.5, "0", "1e3", "2000m", 16, " 2 "],
    "IntOrString": [80, "http", "80", 0],
    "Time": [None, "2026-01-01T00:00:00Z", "2026-01-01T02:00:00.5+02:00", "2026-02-30T00:00:00Z"],
    "FieldsV1": [{"a": 1}],
}
SURE = ("name", "mountPath")
"""Fields that most maps should have: they are merge keys."""
UNKNOWN = ["bogus", "Name", "NAME", "$patch", "$retainKeys"]


def pod(chance: Random, version: str = schemas.DETERMINED) -> Document:
    """Returns a case for Go's round trip of one pod."""
    return {"original": document(chance, version)}


def pod_merge(chance: Random, version: str = schemas.DETERMINED) -> Document:
    """Returns a case for the merge of two pods as Determined's master does it."""
    return {"original": document(chance, version), "patch": document(chance, version)}


def document(chance: Random, version: str) -> Document:
    """Returns a pod with metadata and spec, in a third of all cases with values that do not fit."""
    odd = chance.choice([0, 0, 0.03])
    fields = schemas.pod(version).fields
    made: Document = {}
    if chance.random() < 0.4:
        made["metadata"] = _value(fields["metadata"].type, chance, 4, odd)
    if chance.random() < 0.95:
        spec = fields["spec"].type
        made["spec"] = _struct(spec, chance, 6, odd)
        for name in ("containers", "volumes"):
            element = spec.fields[name].type.element
            if chance.random() < 0.6 and element is not None:
                count = chance.choice([0, 1, 2, 3])
                made["spec"][name] = [_struct(element, chance, 4, odd) for _ in range(count)]
    return made


def _value(  # noqa: PLR0911 - one for each kind of type
    of: Type, chance: Random, depth: int, odd: float
) -> Any:
    if chance.random() < odd:
        return chance.choice(ODDITIES)
    known = LEAVES.get(of.name or of.kind)
    if known is not None:
        return chance.choice(known)
    if of.kind == "struct":
        return _struct(of, chance, depth, odd)
    if of.element is None or depth <= 0:
        return {} if of.kind == "map" else None if of.kind == "ptr" else []
    if of.kind == "ptr":
        return _value(of.element, chance, depth, odd)
    if of.kind == "slice":
        count = chance.choice([0, 1, 1, 2, 3])
        return [_value(of.element, chance, depth - 1, odd) for _ in range(count)]
    keys = ["a", "b", "nvidia.com/gpu", "cpu", "$patch"]
    return {
        chance.choice(keys): _value(of.element, chance, depth - 1, odd)
        for _ in range(chance.randrange(3))
    }


def _struct(of: Type, chance: Random, depth: int, odd: float) -> Document:
    if depth <= 0 or not of.fields:
        return {}
    names = [
        name
        for name, field in of.fields.items()
        if (field.merge_key or name in SURE) and chance.random() < 0.6
    ]
    names += chance.sample(list(of.fields), min(chance.randrange(5), len(of.fields)))
    made = {name: _value(of.fields[name].type, chance, depth - 1, odd) for name in names}
    if chance.random() < odd:
        made[chance.choice(UNKNOWN)] = chance.choice(["x", "delete", None])
    return made
