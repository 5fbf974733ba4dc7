"""Who reads a ConfigMap or a Secret that changes, and does not restart."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from helmwright.base.records import replace
from helmwright.diff.model import Effect, Impact, Status
from helmwright.diff.reading import at, maps_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.diff.model import DiffObject, ObjectDiff

Source = tuple[str, str, str]
"""Kind, namespace and name of what is read."""

_RUNNING = ("Deployment", "StatefulSet", "DaemonSet")
_READ = ("ConfigMap", "Secret")
_SHOWN = 3


def with_readers(objects: list[ObjectDiff], after: Iterable[DiffObject]) -> list[ObjectDiff]:
    """Return differences in which changed configuration names the workloads that go on without it.

    after: the objects of the side after. What restarts anyway is not named.
    """
    if not any(one.key.kind in _READ and one.status is Status.CHANGED for one in objects):
        return objects
    restarting = {
        one.key
        for one in objects
        if any(impact.effect is Effect.RESTART for impact in one.impacts)
        or one.status is not Status.CHANGED
    }
    readers: dict[Source, list[str]] = defaultdict(list)
    for one in after:
        if one.key.kind in _RUNNING and one.key.group == "apps" and one.key not in restarting:
            for source in dict.fromkeys(_sources(one)):
                readers[source].append(f"{one.key.kind} {one.key.name}")
    return [_with_readers(one, readers) for one in objects]


def _with_readers(one: ObjectDiff, readers: dict[Source, list[str]]) -> ObjectDiff:
    names = readers.get((one.key.kind, one.key.namespace, one.key.name), [])
    if not names or one.status is not Status.CHANGED or one.key.is_hook:
        return one
    changed = [change.path for change in one.changes if not change.settled]
    if not any(path[0] in ("data", "stringData", "binaryData") for path in changed):
        return one
    rest = len(names) - _SHOWN
    shown = ", ".join(names[:_SHOWN]) + (f" and {rest} more" if rest > 0 else "")
    does = "reads it and does" if len(names) == 1 else "read it and do"
    message = f"{shown} {does} not restart: variables stay as they are until then"
    impact = Impact(Effect.NONE, message, changed[0][:1])
    return replace(one, impacts=(*one.impacts, impact))


def _sources(one: DiffObject) -> Iterator[Source]:
    namespace = one.key.namespace
    spec = at(one.data, "spec", "template", "spec")
    for kind, name in _of_pod(spec):
        if isinstance(name, str) and name:
            yield kind, namespace, name


def _of_pod(spec: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for volume in maps_at(spec, "volumes"):
        yield from _of_volume(volume)
        for projected in maps_at(volume, "projected", "sources"):
            yield "ConfigMap", at(projected, "configMap").get("name")
            yield "Secret", at(projected, "secret").get("name")
    for field in ("initContainers", "containers"):
        for container in maps_at(spec, field):
            for source in maps_at(container, "envFrom"):
                yield "ConfigMap", at(source, "configMapRef").get("name")
                yield "Secret", at(source, "secretRef").get("name")
            for variable in maps_at(container, "env"):
                yield "ConfigMap", at(variable, "valueFrom", "configMapKeyRef").get("name")
                yield "Secret", at(variable, "valueFrom", "secretKeyRef").get("name")


def _of_volume(volume: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    yield "ConfigMap", at(volume, "configMap").get("name")
    yield "Secret", at(volume, "secret").get("secretName")
