"""Which objects a patch is for: told by its own name, or by a target as in a kustomization."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import GoError, PatchError
from helmwright.go import regexp
from helmwright.patches.label_selector import Requirement, parse_selector
from helmwright.patches.stream import identity, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.kube.json_model import Document

FIELDS = ("group", "version", "kind", "name", "namespace")
_SELECTORS = ("labelSelector", "annotationSelector")
_CORE = "()"
"""The pattern for the group of v1, which has no name; without a pattern every group will do."""
_KNOWN = (*FIELDS, *_SELECTORS)


class Target(NamedTuple):
    """Conditions on objects, all of which must hold.

    fields: of ``FIELDS``, with the text or the pattern that the whole field must match.
    exact: they are texts. labels, annotations: what selectors require.
    """

    fields: dict[str, str]
    exact: bool = False
    labels: tuple[Requirement, ...] = ()
    annotations: tuple[Requirement, ...] = ()

    def matches(self, data: Document) -> bool:
        """Tell whether an object meets the conditions."""
        found = fields_of(data)
        for name, wanted in self.fields.items():
            if self.exact:
                if found[name] != wanted:
                    return False
            elif not regexp.compile(f"^(?:{wanted})$").match(found[name]):
                return False
        return _hold(self.labels, data, "labels") and _hold(self.annotations, data, "annotations")

    def __str__(self) -> str:
        parts = [f"{name} {wanted}" for name, wanted in self.fields.items()]
        parts += [f"label {one}" for one in self.labels]
        parts += [f"annotation {one}" for one in self.annotations]
        return ", ".join(parts)


def own_target(patch: Document) -> Target | None:
    """Return the target that a patch names as its own; ``None`` without kind and name."""
    api_version, kind, name, namespace = identity(patch)
    if not kind or not name:
        return None
    group, version = _split(api_version)
    fields = {"kind": kind, "name": name}
    if api_version:
        fields |= {"group": group, "version": version}
    if namespace:
        fields["namespace"] = namespace
    return Target(fields, exact=True)


def parse_target(text: str) -> Target:
    """Return the target that ``--target`` names: ``kind=Deployment,name=web,labels=app=web``.

    ``labels`` is a label selector; since that may hold commas, it comes last. Raises ``PatchError``.
    """
    given: dict[str, Any] = {}
    rest = text
    while rest:
        key, equals, rest = rest.partition("=")
        key = key.strip()
        if not equals:
            raise PatchError(f'"{key}" has no value: a target is kind=Deployment,name=web')
        if key in ("labels", "labelSelector"):
            given["labelSelector"], rest = rest, ""
        else:
            value, _, rest = rest.partition(",")
            given[key] = value.strip()
    if "apiVersion" in given:
        group, version = map(regexp.quote_meta, _split(given.pop("apiVersion")))
        given |= {"group": group or _CORE, "version": version}
    return target_of(given)


def target_of(given: Any) -> Target:
    """Return the target that a patch file names as a kustomization does; raises ``PatchError``."""
    if type(given) is not dict:
        raise PatchError(f"a target is a map with kind and name, not {kind_of(given)}")
    for name, value in given.items():
        if name not in _KNOWN:
            known = ", ".join(_KNOWN)
            raise PatchError(f'a target has no field "{name}"; it knows {known}')
        if type(value) is not str:
            raise PatchError(f"{name} of a target is a text, not {kind_of(value)}")
    fields = {name: given[name] for name in FIELDS if given.get(name)}
    for name, pattern in fields.items():
        try:
            regexp.compile(f"^(?:{pattern})$")
        except GoError as error:
            raise PatchError(
                f"{name} of a target is a regular expression: {error.message}"
            ) from None
    labels, annotations = (
        parse_selector(given[name]) if given.get(name) else () for name in _SELECTORS
    )
    if not fields and not labels and not annotations:
        raise PatchError("a target names something: kind, name, namespace or labels")
    return Target(fields, labels=labels, annotations=annotations)


def closest(data: Iterable[Document], target: Target) -> list[Document]:
    """Return objects that meet most of the conditions, for a message that says what there is."""
    scored = []
    for one in data:
        found = fields_of(one)
        same = [name for name, wanted in target.fields.items() if found[name] == wanted]
        if "kind" in same or "name" in same:
            scored.append((len(same), one))
    most = max((count for count, _ in scored), default=0)
    return [one for count, one in scored if count == most]


def fields_of(data: Document) -> dict[str, str]:
    """Return what targets look at: the fields of ``FIELDS``."""
    api_version, kind, name, namespace = identity(data)
    return dict(zip(FIELDS, (*_split(api_version), kind, name, namespace), strict=True))


def _split(api_version: str) -> tuple[str, str]:
    group, slash, version = api_version.rpartition("/")
    return (group, version) if slash else ("", api_version)


def _hold(requirements: tuple[Requirement, ...], data: Document, name: str) -> bool:
    metadata = data.get("metadata")
    found = metadata.get(name) if type(metadata) is dict else None
    texts = found if type(found) is dict else {}
    return all(one.holds(texts) for one in requirements)
