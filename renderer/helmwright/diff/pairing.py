"""Which object of one side is which of the other.

Objects are the same if API group, kind, namespace and name are; hooks are apart from the rest. What is
left is looked at again: a group that Kubernetes has moved a kind out of, a namespace that one side
leaves to the release, and at last another name for what is otherwise much the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import ManifestError, Position
from helmwright.base.records import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from helmwright.diff.model import DiffObject, ObjectKey, Side

_MOVED = {
    ("extensions", "DaemonSet"): "apps",
    ("extensions", "Deployment"): "apps",
    ("extensions", "ReplicaSet"): "apps",
    ("extensions", "Ingress"): "networking.k8s.io",
    ("extensions", "NetworkPolicy"): "networking.k8s.io",
    ("extensions", "PodSecurityPolicy"): "policy",
    ("", "Event"): "events.k8s.io",
}
"""Kinds that an API server gives under two groups, as one object. Source: k8s.io/kubernetes
pkg/kubeapiserver/default_storage_factory_builder.go (SpecialDefaultResourcePrefixes, cohabitating)."""
_MOST = 40_000
"""Pairs of one kind beyond which renames are not looked for."""
_SHORT = 3
"""Names shorter than this are not looked for in texts."""


class Pair(Record):
    """An object as it is on each side; one of them may be missing. renamed: under another name."""

    before: DiffObject | None
    after: DiffObject | None
    renamed: bool = False


def pair(before: Side, after: Side, find_renames: float) -> list[Pair]:
    """Return the objects of two sides in pairs.

    They are in the order of ``after``; what is only ``before`` follows what it followed there.
    find_renames: how alike what is renamed must be, from 0 to 1; above 1 nothing is.
    Raises ``ManifestError`` for an object that is twice on a side.
    """
    olds, news = _index(before), _index(after)
    partner: dict[ObjectKey, ObjectKey] = {key: key for key in news if key in olds}
    for identity in (_moved, _without_namespace):
        _match(olds, news, partner, identity)
    renames = _renames(olds, news, partner, find_renames) if find_renames <= 1 else {}
    partner.update(renames)
    return list(_in_order(olds, news, partner, renames))


def check_unique(side: Side) -> None:
    """Raise ``ManifestError`` for an object that is there twice."""
    _index(side)


def _index(side: Side) -> dict[ObjectKey, DiffObject]:
    found: dict[ObjectKey, DiffObject] = {}
    for one in side.objects:
        other = found.setdefault(one.key, one)
        if other is not one:
            raise ManifestError(
                f"{side.title}: {one.key} is there twice: at {_place(other)} and at {_place(one)}; "
                "only one of them can be in a cluster"
            )
    return found


def _place(one: DiffObject) -> str:
    if one.position is not None:
        return f"{one.position} ({one.template})" if one.template else str(one.position)
    return str(Position(one.template, one.line)) if one.template else f"line {one.line}"


def _match(
    olds: dict[ObjectKey, DiffObject],
    news: dict[ObjectKey, DiffObject],
    partner: dict[ObjectKey, ObjectKey],
    identity: Callable[[ObjectKey], ObjectKey],
) -> None:
    """Pair what is left and the same by ``identity``, if nothing else is."""
    left = _left(olds, partner.values(), identity)
    for shared, keys in _left(news, partner, identity).items():
        others = left.get(shared, [])
        if len(keys) == len(others) == 1 and (
            identity is _moved or not (keys[0].namespace and others[0].namespace)
        ):
            partner[keys[0]] = others[0]


def _left(
    objects: dict[ObjectKey, DiffObject],
    paired: Iterable[ObjectKey],
    identity: Callable[[ObjectKey], ObjectKey],
) -> dict[ObjectKey, list[ObjectKey]]:
    known = set(paired)
    groups: dict[ObjectKey, list[ObjectKey]] = defaultdict(list)
    for key in objects:
        if key not in known:
            groups[identity(key)].append(key)
    return groups


def _moved(key: ObjectKey) -> ObjectKey:
    return key._replace(group=_MOVED.get((key.group, key.kind), key.group))


def _without_namespace(key: ObjectKey) -> ObjectKey:
    return _moved(key)._replace(namespace="")


def _of_kind(key: ObjectKey) -> ObjectKey:
    return _moved(key)._replace(namespace="", name="")


def _renames(
    olds: dict[ObjectKey, DiffObject],
    news: dict[ObjectKey, DiffObject],
    partner: dict[ObjectKey, ObjectKey],
    least: float,
) -> dict[ObjectKey, ObjectKey]:
    """Return new name to old, the most alike first."""
    removed = _left(olds, partner.values(), _of_kind)
    leaves: dict[int, frozenset[str]] = {}
    found: list[tuple[float, int, ObjectKey, ObjectKey]] = []
    for kind, added in _left(news, partner, _of_kind).items():
        if len(added) * len(removed.get(kind, ())) > _MOST:
            continue
        for new in added:
            for old in removed.get(kind, ()):
                alike = _similarity(_leaves(olds[old], leaves), _leaves(news[new], leaves), least)
                if alike >= least:
                    found.append((-alike, len(found), new, old))
    renames: dict[ObjectKey, ObjectKey] = {}
    taken: set[ObjectKey] = set()
    for _, _, new, old in sorted(found, key=lambda one: one[:2]):
        if new not in renames and old not in taken:
            renames[new] = old
            taken.add(old)
    return renames


def _similarity(one: frozenset[str], other: frozenset[str], least: float) -> float:
    """Return which part of both objects' fields is the same, 0 for objects without any."""
    sizes = len(one), len(other)
    if not min(sizes) or 2 * min(sizes) < least * sum(sizes):
        return 0.0
    return 2 * len(one & other) / sum(sizes)


def _leaves(one: DiffObject, known: dict[int, frozenset[str]]) -> frozenset[str]:
    """Return the fields of an object as texts, repeated ones with a number."""
    if id(one) not in known:
        metadata = one.data.get("metadata")
        metadata = {
            name: value
            for name, value in (metadata if type(metadata) is dict else {}).items()
            if name not in ("name", "namespace", "generateName")
        }
        rest = {name: one.data[name] for name in one.data if name not in ("apiVersion", "kind")}
        name = one.key.name
        counts: Counter[str] = Counter()
        found = set()
        for text in _texts({**rest, "metadata": metadata}, "", name):
            counts[text] += 1
            found.add(f"{text} {counts[text]}")
        known[id(one)] = frozenset(found)
    return known[id(one)]


def _texts(value: Any, path: str, name: str) -> Iterator[str]:
    """Yield the fields as texts in which the object's own name says nothing."""
    if type(value) is dict:
        for key, member in value.items():
            yield from _texts(member, f"{path}.{key}", name)
    elif type(value) is list:
        for member in value:
            yield from _texts(member, f"{path}[]", name)
    elif type(value) is str and "\n" in value:
        for line in value.split("\n"):
            yield f"{path}: {line}"
    else:
        text = str(value)
        if len(name) >= _SHORT:
            text = text.replace(name, "*")
        yield f"{path}: {text}"


def _in_order(
    olds: dict[ObjectKey, DiffObject],
    news: dict[ObjectKey, DiffObject],
    partner: dict[ObjectKey, ObjectKey],
    renames: dict[ObjectKey, ObjectKey],
) -> Iterator[Pair]:
    new_of = {old: new for new, old in partner.items()}
    behind: dict[ObjectKey | None, list[DiffObject]] = defaultdict(list)
    last: ObjectKey | None = None
    for key, one in olds.items():
        if key in new_of:
            last = new_of[key]
        else:
            behind[last].append(one)
    yield from (Pair(one, None) for one in behind[None])
    for key, one in news.items():
        old = partner.get(key)
        yield Pair(None if old is None else olds[old], one, key in renames)
        yield from (Pair(left, None) for left in behind[key])
