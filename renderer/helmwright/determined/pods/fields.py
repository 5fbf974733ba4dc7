"""The fields of a pod, each with a path that means the same in every layer.

Elements of lists that merge by a key are named by it, ``("spec", "volumes", Named("name", "x"))``;
lists that are replaced as a whole are one field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import PatchError
from helmwright.kube.schemas import pod as pod_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.pods.sources import Document
    from helmwright.kube.patch_meta import Type


class Named(NamedTuple):
    """An element of a list, by the merge key."""

    key: str
    value: Any

    def __str__(self) -> str:
        return f"[{self.key}={self.value}]"


FieldPath = tuple["str | Named", ...]


class Field(NamedTuple):
    """A field that has a value; ``place`` is its path in the document, with indexes."""

    path: FieldPath
    value: Any
    place: Path


def fields_of(pod: Document) -> Iterator[Field]:
    """Yield every field of a pod that is not null."""
    yield from _fields(pod, pod_type(), (), ())


def _fields(value: Any, of: Type | None, path: FieldPath, place: Path) -> Iterator[Field]:
    optional = of is None or of.kind != "struct"
    while of is not None and of.kind == "ptr":
        of = of.element
    if value is None:
        return
    if type(value) is dict and value:
        for name, member in value.items():
            inner = _inner(of, name)
            if type(member) is list:
                yield from _list(member, of, (*path, name), (*place, name))
            else:
                yield from _fields(member, inner, (*path, name), (*place, name))
    elif value != {} or optional:  # Go cannot leave a struct out: an empty one says nothing
        yield Field(path, value, place)


def _inner(of: Type | None, name: str) -> Type | None:
    if of is None:
        return None
    if of.kind == "map":
        return of.element
    field = of.fields.get(name)
    return None if field is None else field.type


def _list(value: list[Any], of: Type | None, path: FieldPath, place: Path) -> Iterator[Field]:
    key, element = _merge_key(of, str(path[-1]))
    names = [member.get(key) if type(member) is dict else None for member in value]
    if not key or None in names or not value:
        if value:
            yield Field(path, value, place)
        return
    for index, member in enumerate(value):
        named = (*path, Named(key, names[index]))
        yield from _fields(member, element, named, (*place, index))


def _merge_key(of: Type | None, name: str) -> tuple[str, Type | None]:
    if of is None:
        return "", None
    try:
        plan = of.list_field(name)
    except PatchError:
        return "", None
    return (plan.merge_key if plan.strategy == "merge" else ""), plan.type


def shown(path: FieldPath) -> str:
    """Return a path as people write it: ``spec.volumes[name=x].emptyDir``."""
    text = ""
    for part in path:
        if isinstance(part, Named):
            text += str(part)
        elif not part.replace("_", "").replace("-", "").isalnum():
            text += f'["{part}"]'
        else:
            text += f".{part}" if text else part
    return text


def matches(path: FieldPath, wanted: str) -> bool:
    """Tell whether a field is at, or below, the path that somebody wrote.

    Elements may be named with their key or without it: ``containers[name=a]``, ``containers[a]``.
    """
    texts = {shown(path), _without_keys(path)}
    return any(text == wanted or text.startswith((f"{wanted}.", f"{wanted}[")) for text in texts)


def _without_keys(path: FieldPath) -> str:
    text = ""
    for part in path:
        if isinstance(part, Named):
            text += f"[{part.value}]"
        elif not part.replace("_", "").replace("-", "").isalnum():
            text += f'["{part}"]'
        else:
            text += f".{part}" if text else part
    return text
