"""Patches for manifests: read them with their targets, apply them to streams of documents, make them.

What a patch does to one object is ``kube``'s; here are files, targets, places and secrets. ``stream`` has
documents, of which only the patched ones are written anew; ``reading`` files with patches, ``target`` and
``label_selector`` the objects that they are for, ``applying`` does it, ``faults`` finds where in a patch an
error comes from; ``creating`` makes patches, ``difference`` shows them, ``secret_values`` is never shown.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.go.positions import PositionTable, document_positions
    from helmwright.kube.origins import Layer, Lost, MergedDocument, MergeMode, Origin, Override
    from helmwright.kube.patching import (
        apply_json_patch,
        apply_merge_patch,
        apply_strategic_patch,
        combine_strategic_patches,
        create_merge_patch,
        create_strategic_patch,
        create_three_way_patch,
        merge_layers,
        merge_pod_layers,
        merge_pod_specs,
    )
    from helmwright.patches.interface import patch_manifests
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "go.positions": ("PositionTable", "document_positions"),
            "kube.origins": ("Layer", "Lost", "MergeMode", "MergedDocument", "Origin", "Override"),
            "kube.patching": (
                "apply_json_patch",
                "apply_merge_patch",
                "apply_strategic_patch",
                "combine_strategic_patches",
                "create_merge_patch",
                "create_strategic_patch",
                "create_three_way_patch",
                "merge_layers",
                "merge_pod_layers",
                "merge_pod_specs",
            ),
            "patches.interface": ("patch_manifests",),
        },
    )

__all__ = [
    "Layer",
    "Lost",
    "MergeMode",
    "MergedDocument",
    "Origin",
    "Override",
    "PositionTable",
    "apply_json_patch",
    "apply_merge_patch",
    "apply_strategic_patch",
    "combine_strategic_patches",
    "create_merge_patch",
    "create_strategic_patch",
    "create_three_way_patch",
    "document_positions",
    "merge_layers",
    "merge_pod_layers",
    "merge_pod_specs",
    "patch_manifests",
]
