"""Patches for Python: of streams of manifests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.argument_types import checked

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.kube.custom_types import CustomTypes


@checked
def patch_manifests(  # noqa: PLR0913 - what is patched, with what, and how
    manifests: str,
    patches: Iterable[str],
    custom: CustomTypes | None = None,
    *,
    target: str = "",
    patch_type: str = "auto",
    allow_missing: bool = False,
) -> str:
    """Return a stream of manifests with patches applied, as ``helmwright patch`` prints it.

    manifests: YAML or JSON documents. patches: texts of files with patches, which are strategic,
    JSON merge or JSON patches, alone or with a target as in a kustomization. custom: kinds that are
    not built in. target: objects that patches are for which name none:
    ``kind=Deployment,labels=app=web``. patch_type: ``strategic``, ``merge``, ``json`` or ``auto``.
    allow_missing: a patch may be for no object at all.
    Raises ``YAMLError`` and ``PatchError`` with the place: ``manifests``, or ``patch 1`` and so on.
    """
    from helmwright.patches.applying import apply_to_streams
    from helmwright.patches.reading import read_patches
    from helmwright.patches.stream import ManifestStream
    from helmwright.patches.target import parse_target

    stream = ManifestStream(manifests, "manifests")
    wanted = parse_target(target) if target else None
    found = [
        patch
        for number, text in enumerate(patches, start=1)
        for patch in read_patches(text, f"patch {number}", patch_type, wanted)
    ]
    apply_to_streams([stream], found, custom, allow_missing=allow_missing)
    return stream.write()
