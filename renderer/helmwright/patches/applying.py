"""Applies patches to streams of manifests; errors say where the patch is wrong, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import JSONPatchError, PatchError
from helmwright.kube.custom_types import type_of
from helmwright.kube.json_merge_patch import apply_merge_patch
from helmwright.kube.json_patch import apply_json_patch
from helmwright.kube.strategic_merge import apply_patch
from helmwright.patches import faults
from helmwright.patches.stream import kind_of, shown
from helmwright.patches.target import closest
from helmwright.secrets.places import is_secret
from helmwright.secrets.quoted import hidden_in_message

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from helmwright.base.paths import Path
    from helmwright.kube.custom_types import CustomTypes
    from helmwright.kube.json_model import Document
    from helmwright.kube.patch_meta import Type
    from helmwright.patches.reading import ManifestPatch
    from helmwright.patches.stream import ManifestObject, ManifestStream

_TEMPLATE = "postrenderer.helm.sh/postrender-filename"
"""Helm 4 tells by this annotation which template a document came from, and removes it afterwards."""
_SHOWN = 5
_DIRECTIVES = ("$patch", "$retainKeys")
_LIST_DIRECTIVES = ("$setElementOrder/", "$deleteFromPrimitiveList/")


def apply_to_streams(
    streams: Sequence[ManifestStream],
    patches: Iterable[ManifestPatch],
    custom: CustomTypes | None = None,
    *,
    allow_missing: bool = False,
    show_secrets: bool = False,
) -> None:
    """Apply patches one after the other, each to all objects that it is for.

    custom: kinds that are not built in. allow_missing: a patch may be for no object at all.
    show_secrets: messages may hold values of Secrets.
    Raises ``PatchError`` with the place in the patch and a hint.
    """
    for patch in patches:
        objects = [one for stream in streams for one in stream.objects if one.data is not None]
        found = [one for one in objects if one.data is not None and patch.target.matches(one.data)]
        if not found and not allow_missing:
            raise _missing(patch, objects)
        if len(found) > 1 and patch.own_name:
            raise _ambiguous(patch, found)
        for one in found:
            one.data = _patched(one, patch, custom, show_secrets=show_secrets)


def _patched(
    target: ManifestObject,
    patch: ManifestPatch,
    custom: CustomTypes | None,
    *,
    show_secrets: bool,
) -> Document | None:
    before = target.data or {}
    try:
        after = _apply(before, patch, custom)
    except PatchError as error:
        message = error.message
        if not show_secrets and (is_secret(before) or is_secret(_map(patch.content))):
            message = hidden_in_message(message, before, patch.content)
        place = error.position or patch.position(_operation(error))
        where = target.position
        failure = PatchError(f"cannot patch {target.shown} of {where}: {message.strip()}", place)
        for note in getattr(error, "__notes__", ()) or _notes(error):
            failure.add_note(note)
        raise failure from None
    return None if after is None else _with_template(before, after)


def _apply(before: Document, patch: ManifestPatch, custom: CustomTypes | None) -> Document | None:
    if patch.type == "json":
        return _object(apply_json_patch(before, patch.content))
    content = (
        patch.content if patch.own_name else _with_identity(patch.content, before, patch.fixed)
    )
    schema = _schema(before, patch, content, custom)
    if schema is None:
        return _object(apply_merge_patch(before, content))
    fault = faults.first_fault(content, schema)
    if fault is not None:
        raise _at(patch, fault)
    try:
        return apply_patch(before, content, schema) or None
    except PatchError as error:
        found = faults.cause(content, schema, error.message)
        raise _at(patch, found) if found is not None else error from None


def _object(value: Any) -> Document:
    """Return what a JSON patch made of an object, which must be one still."""
    if type(value) is not dict:
        raise PatchError(f"the patch makes {kind_of(value)} of it, which is no object any more")
    return value


def _schema(
    before: Document, patch: ManifestPatch, content: Document, custom: CustomTypes | None
) -> Type | None:
    """Return the type by which lists are merged; ``None`` for a JSON merge patch."""
    directive = _first_directive(content, ())
    if patch.type == "merge":
        if directive is not None:
            step = directive[-1]
            raise _at(
                patch,
                faults.Fault(
                    directive,
                    f"{step} is for strategic merge patches, and this is a JSON merge patch",
                    "take the directive out, or use --type strategic",
                ),
            )
        return None
    try:
        return type_of(before, custom)
    except PatchError as error:
        if patch.type == "auto" and directive is None:
            return None
        error.position = patch.position(directive or ())
        error.add_note("Hint: --crd FILE tells how lists of a custom resource are merged")
        raise


def _first_directive(value: Any, path: Path) -> Path | None:
    members: Iterable[tuple[str | int, Any]] = ()
    if type(value) is dict:
        for key in value:
            if key in _DIRECTIVES or key.startswith(_LIST_DIRECTIVES):
                return (*path, key)
        members = value.items()
    elif type(value) is list:
        members = enumerate(value)
    for step, member in members:
        found = _first_directive(member, (*path, step))
        if found is not None:
            return found
    return None


def _with_identity(content: Document, before: Document, fixed: frozenset[str]) -> Document:
    """Return a patch that says about the object's own name what the object says."""
    own: Document = {
        key: before[key] for key in ("apiVersion", "kind") if key in fixed and key in before
    }
    metadata = content.get("metadata", {})
    if type(metadata) is dict:
        names = _map(before.get("metadata")) or {}
        metadata = {key: value for key, value in metadata.items() if key not in fixed}
        metadata |= {
            key: names[key] for key in ("name", "namespace") if key in fixed & names.keys()
        }
    return {**content, **own, "metadata": metadata}


def _with_template(before: Document, after: Document) -> Document:
    """Return an object with Helm's mark for the template, which a patch may have replaced."""
    mark = _annotations(before).get(_TEMPLATE)
    if mark is None or _annotations(after).get(_TEMPLATE) == mark:
        return after
    metadata = _map(after.get("metadata")) or {}
    annotations = {**_annotations(after), _TEMPLATE: mark}
    return {**after, "metadata": {**metadata, "annotations": annotations}}


def _annotations(data: Document) -> Document:
    return _map((_map(data.get("metadata")) or {}).get("annotations")) or {}


def _map(value: Any) -> Document | None:
    return value if type(value) is dict else None


def _at(patch: ManifestPatch, fault: faults.Fault) -> PatchError:
    error = PatchError(fault.message, patch.position(fault.path))
    error.add_note(f"Hint: {fault.hint}")
    return error


def _operation(error: PatchError) -> Path:
    return (error.index,) if isinstance(error, JSONPatchError) else ()


def _notes(error: PatchError) -> list[str]:
    if isinstance(error, JSONPatchError) and "missing" in error.reason:
        return [
            "Hint: look at the path; what is above the last key must be there, else add it first"
        ]
    return []


def _missing(patch: ManifestPatch, objects: list[ManifestObject]) -> PatchError:
    error = PatchError(f"the patch is for nothing here: no {patch.target}", patch.position())
    near = closest((one.data for one in objects if one.data is not None), patch.target)
    names = ", ".join(_full_name(data) for data in near[:_SHOWN])
    more = f" and {len(near) - _SHOWN} more" if len(near) > _SHOWN else ""
    hint = f"there is {names}{more}" if near else "no object here has this kind or this name"
    error.add_note(f"Hint: {hint}; --allow-missing passes over patches without an object")
    return error


def _full_name(data: Document) -> str:
    return f"{data.get('apiVersion', '')} {shown(data)}".strip()


def _ambiguous(patch: ManifestPatch, found: list[ManifestObject]) -> PatchError:
    places = ", ".join(f"{one.shown} of {one.position}" for one in found[:_SHOWN])
    error = PatchError(f"the patch could be for {len(found)} objects: {places}", patch.position())
    error.add_note("Hint: name the namespace too, or use --target to patch all of them")
    return error
