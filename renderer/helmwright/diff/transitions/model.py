"""What a refusal is, and what the rules about refusals look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from helmwright.base.paths import Path
    from helmwright.diff.shapes import Shape
    from helmwright.kube.updates.update import Update

AGAIN = "delete the object before the upgrade, or give it a new name"
KEEP_PODS = "delete it with --cascade=orphan before the upgrade, so that its pods go on"
MANAGED = "the cluster's own components write it: leave it out of the chart"
KEEP = "leave the field as it was"


class Refusal(NamedTuple):
    """Something that the server does not take, or may not take.

    path: the field. reason: what is refused. advice: what to do. certain: whether it does not depend on
    what only the cluster knows.
    """

    path: Path
    reason: str
    advice: str
    certain: bool = True


class Subject(NamedTuple):
    """An update, and what a rule needs beside it.

    shape: of the object. manifest: that is sent. alone: what the server would store if nothing were there yet.
    helm: the major version that upgrades.
    """

    update: Update
    shape: Shape
    manifest: dict[str, Any]
    alone: dict[str, Any]
    helm: int

    def old(self, *path: str) -> Any:
        """Return a field as it is stored; ``None`` if it is not there."""
        return found(self.update.old, path)

    def new(self, *path: str) -> Any:
        """Return a field as it would be stored; ``None`` if it is not there."""
        return found(self.update.new, path)

    def empties(self, path: tuple[str, ...]) -> bool:
        """Tell whether a field becomes an empty map where there is none."""
        return not self.old(*path) and found(self.update.sent, path) == {}

    def applied(self, *path: str) -> Any:
        """Return a field as the manifest says it; ``None`` if it does not."""
        return found(self.manifest, path)

    def changed(self, *path: str) -> bool:
        """Tell whether a field says something else, as Kubernetes compares it."""
        shape = self.shape
        for step in path:
            shape = shape.member(step)
        return not same(self.old(*path), self.new(*path), shape)


def found(value: Any, path: tuple[str, ...]) -> Any:
    """Return what is at a path of maps; ``None`` if it is not there."""
    for step in path:
        value = value.get(step) if type(value) is dict else None
    return value


def same(one: Any, other: Any, shape: Shape) -> bool:
    """Tell whether two stored values say the same: quantities count by their amount.

    Source: k8s.io/apimachinery pkg/api/equality (Semantic).
    """
    if type(one) is dict and type(other) is dict:
        return all(
            same(one.get(key), other.get(key), shape.member(key)) for key in {**one, **other}
        )
    if type(one) is list and type(other) is list:
        return len(one) == len(other) and all(
            same(left, right, shape.item()) for left, right in zip(one, other, strict=True)
        )
    if shape.value == "quantity" and one is not None and other is not None:
        from helmwright.diff.equality import amount

        left = amount(one)
        return left is not None and left == amount(other)
    return type(one) is type(other) and bool(one == other)
