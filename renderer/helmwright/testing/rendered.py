"""What a chart renders to, as tests look at it: objects by kind and name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.testing.names import MissingNameError, missing
from helmwright.testing.objects import KubernetesObject

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from helmwright.rendering.manifest import Manifest
    from helmwright.rendering.steps import Rendering


class RenderedChart:
    """The objects of one render, in the order of installation; hooks come last.

    values: what the user set. secrets: those of them that the chart's schema marks as secret.
    """

    def __init__(
        self, rendering: Rendering, values: dict[str, Any], secrets: Sequence[object] = ()
    ) -> None:
        self.values = values
        self._secrets = secrets
        self._manifests = [*rendering.manifests, *rendering.hooks]
        self._objects: list[KubernetesObject] | None = None

    def __repr__(self) -> str:
        return f"<RenderedChart of {len(self._manifests)} objects>"

    @property
    def objects(self) -> list[KubernetesObject]:
        """All objects."""
        if self._objects is None:
            self._objects = [_object(manifest) for manifest in self._manifests]
        return self._objects

    def __iter__(self) -> Iterator[KubernetesObject]:
        return iter(self.objects)

    def __len__(self) -> int:
        return len(self.objects)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and bool(self._named(*_split(name)))

    def __getitem__(self, name: str) -> KubernetesObject:
        """Return the object ``Kind/name``, or ``Kind`` if there is only one of the kind.

        Raises KeyError, with names that are near, if there is none or more than one.
        """
        __tracebackhide__ = True
        return self.one(*_split(name))

    def kind(self, kind: str) -> list[KubernetesObject]:
        """Return all objects of a kind."""
        return [one for one in self.objects if one.kind == kind]

    def one(self, kind: str, name: str = "", namespace: str = "") -> KubernetesObject:
        """Return the object of a kind, and a name, and a namespace, where these are given.

        Raises KeyError, with names that are near, if there is none or more than one.
        """
        __tracebackhide__ = True
        found = self._named(kind, name, namespace)
        if len(found) == 1:
            return found[0]
        wanted = f"{kind}/{name}" if name else kind
        if found:
            names = ", ".join(f"{one.kind}/{one.name}" for one in found)
            raise MissingNameError(f"{len(found)} objects are {wanted}: {names}; name one of them")
        near = self.kind(kind) or self.objects
        raise missing("no", wanted, (f"{one.kind}/{one.name}" for one in near))

    def _named(self, kind: str, name: str = "", namespace: str = "") -> list[KubernetesObject]:
        return [
            one
            for one in self.objects
            if one.kind == kind
            and (not name or one.name == name)
            and (not namespace or one.namespace == namespace)
        ]

    def golden_text(self) -> str:
        """Return all manifests as ``helm template`` prints them; secrets are hidden."""
        from helmwright.diff.redacted_text import redacted_manifests
        from helmwright.goldens.rendered import Document, printed

        documents = [Document(one.path, one.content.rstrip()) for one in self._manifests]
        return redacted_manifests(printed(documents), list(self._secrets))


def _split(name: str) -> tuple[str, str]:
    kind, _, rest = name.partition("/")
    return kind, rest


def _object(manifest: Manifest) -> KubernetesObject:
    return KubernetesObject(_whole(manifest.object), manifest.path, hook=manifest.is_hook)


def _whole(value: Any) -> Any:
    """Return a value whose numbers are integers where they can be."""
    if isinstance(value, dict):
        return {key: _whole(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_whole(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
