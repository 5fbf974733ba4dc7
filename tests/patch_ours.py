"""What ours makes of a case for patches, and whether that is what the Kubernetes code made of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.patch_cases import error_line, result_line

from helmwright.base.errors import (
    PatchConflictError,
    PatchError,
    PatchPanicError,
    PatchTypeError,
    PreconditionError,
)
from helmwright.go import json_write
from helmwright.kube import (
    json_merge_patch,
    json_patch,
    patching,
    preconditions,
    schemas,
    strategic_diff,
    strategic_merge,
    three_way,
)
from helmwright.kube.go_types import GoTypes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from helmwright.kube.patch_meta import Type
    from helmwright.kube.preconditions import Precondition

Document = dict[str, Any]

VERSIONS = (schemas.DETERMINED, schemas.NEWEST)

MERGE_ITEM = GoTypes(
    {
        "MergeItem": [
            ["name", "string", "omitempty"],
            ["value", "string", "omitempty"],
            ["other", "string", "omitempty"],
            ["mergingList", "[]MergeItem", "omitempty", "merge", "name"],
            ["nonMergingList", "[]MergeItem", "omitempty"],
            ["mergingIntList", "[]int", "omitempty", "merge"],
            ["nonMergingIntList", "[]int", "omitempty"],
            ["mergeItemPtr", "*MergeItem", "omitempty", "merge", "name"],
            ["simpleMap", "map[string]string", "omitempty"],
            ["replacingItem", "RawExtension", "omitempty", "replace"],
            ["retainKeysMap", "RetainKeysMergeItem", "omitempty", "retainKeys"],
            ["retainKeysMergingList", "[]MergeItem", "omitempty", "merge,retainKeys", "name"],
        ],
        "RetainKeysMergeItem": [
            ["name", "string", "omitempty"],
            ["value", "string", "omitempty"],
            ["other", "string", "omitempty"],
            ["simpleMap", "map[string]string", "omitempty"],
            ["mergingIntList", "[]int", "omitempty", "merge"],
            ["mergingList", "[]MergeItem", "omitempty", "merge", "name"],
            ["nonMergingList", "[]MergeItem", "omitempty"],
        ],
        "RawExtension": [],
    }
)["MergeItem"]
"""The oracle's type with a field for every strategy."""

KINDS = {
    "Pod": "v1",
    "Service": "v1",
    "Node": "v1",
    "Deployment": "apps/v1",
    "StatefulSet": "apps/v1",
    "PodDisruptionBudget": "policy/v1",
}
"""Types that cases may name, with their apiVersion."""


def type_named(name: str, version: str) -> Type:
    """Returns the type of a case; a Pod is Go's own, of one version."""
    if name == "MergeItem":
        return MERGE_ITEM
    if name == "Pod":
        return schemas.pod(version)
    found = schemas.built_in(KINDS[name], name)
    assert found is not None
    return found


def ask_ours(case: Document, version: str) -> Any:
    """Returns what ours makes of a case; raises `PatchError`."""
    return OPERATIONS[case["op"]](case, version)


def _protected(case: Document) -> list[Precondition]:
    metadata = "metadata."
    return [
        preconditions.metadata_key_unchanged(name.removeprefix(metadata))
        if name.startswith(metadata)
        else preconditions.key_unchanged(name)
        for name in case.get("unchanged", [])
    ]


def _apply(case: Document, version: str) -> Any:
    schema = type_named(case["type"], version)
    return strategic_merge.apply_patch(case["original"], case["patch"], schema)


def _create(case: Document, version: str) -> Any:
    schema = type_named(case["type"], version)
    return strategic_diff.create_two_way(
        case["original"], case["modified"], schema, _protected(case)
    )


def _create_and_apply(case: Document, version: str) -> Any:
    return _apply({**case, "patch": _create(case, version)}, version)


def _create_three_way(case: Document, version: str) -> Any:
    schema = type_named(case["type"], version)
    original, modified, current = (case[name] for name in ("original", "modified", "current"))
    return three_way.create_three_way(
        original,
        modified,
        current,
        schema,
        overwrite=case.get("overwrite", False),
        preconditions=_protected(case),
    )


def _combine(case: Document, version: str) -> Any:
    return strategic_merge.combine_patches(case["patches"], type_named(case["type"], version))


def _quantity(case: Document, version: str) -> Any:
    codec = schemas.pod_codec(version)
    container = {"resources": {"limits": {"cpu": case["original"]}}}
    written = codec.round_trip({"spec": {"containers": [container]}})
    return written["spec"]["containers"][0]["resources"]["limits"]["cpu"]


def _pod(case: Document, version: str) -> Any:
    return schemas.pod_codec(version).round_trip(case["original"])


def _pod_merge(case: Document, version: str) -> Any:
    return patching.merge_pod_specs(case["original"], case["patch"], version)


def _merge_patch(case: Document, _: str) -> Any:
    return json_merge_patch.apply_merge_patch(case["original"], case["patch"])


def _create_merge_patch(case: Document, _: str) -> Any:
    return json_merge_patch.create_merge_patch(case["original"], case["modified"])


def _merge_patch_three_way(case: Document, _: str) -> Any:
    original, modified, current = (case[name] for name in ("original", "modified", "current"))
    return json_merge_patch.create_three_way_merge_patch(
        original, modified, current, _protected(case)
    )


def _json_patch(case: Document, _: str) -> Any:
    return json_patch.apply_json_patch(case["original"], case["patch"])


OPERATIONS: dict[str, Callable[[Document, str], Any]] = {
    "apply": _apply,
    "create": _create,
    "create-and-apply": _create_and_apply,
    "create-three-way": _create_three_way,
    "combine": _combine,
    "quantity": _quantity,
    "pod": _pod,
    "pod-merge": _pod_merge,
    "merge-patch": _merge_patch,
    "create-merge-patch": _create_merge_patch,
    "merge-patch-three-way": _merge_patch_three_way,
    "json-patch": _json_patch,
}
"""What can be asked of ours and of the Kubernetes code."""


TYPE_ERRORS = (
    "json: cannot unmarshal ",
    "quantities must match ",
    "unable to parse ",
    "parsing time ",
)
"""How errors begin that Go reports when a pod does not fit its type. Of several it may report another,
and its texts for JSON name Go's types."""
PANIC = "panic: "
CLASSES = {"patch:\n": PatchConflictError, "precondition failed for: ": PreconditionError}
"""How errors begin that are of a class of their own."""
LEFT_OPEN = {
    "json-patch": (
        # the library stops with a panic where a null is looked into or compared
        PANIC,
        # v0.28 leaves the document alone then, the newest says %!w(<nil>)
        "replace operation value must be object or array",
    ),
}
"""Per operation, how errors begin on which we need not agree."""


def explain(case: Document, results: Sequence[Any], errors: Sequence[str], version: str) -> str:
    """Returns "" if ours gives one of the outcomes that Go gave, else both."""
    wanted = [result_line(result) for result in results]
    try:
        got = result_line(json.loads(json_write.marshal(ask_ours(case, version))))
    except PatchError as error:
        if any(_same_error(error, text) for text in errors):
            return ""
        got = error_line(go_text(error))
    left_open = LEFT_OPEN.get(case["op"], ())
    if got in wanted or any(text.startswith(left_open) for text in errors):
        return ""
    return f"want {[*wanted, *map(error_line, errors)]}\ngot  {got}"


def go_text(error: PatchError) -> str:
    """Returns what the Kubernetes code says, where ours says more."""
    reason: str = getattr(error, "reason", error.message)
    return reason


def _same_error(error: PatchError, text: str) -> bool:
    if text.startswith(PANIC):  # its words depend on the release of Go
        return isinstance(error, PatchPanicError) and text.endswith(error.message.split()[-1])
    if isinstance(error, PatchTypeError):
        return text.startswith(TYPE_ERRORS)
    for beginning, kind in CLASSES.items():
        if text.startswith(beginning) is not isinstance(error, kind):
            return False
    return go_text(error) == text
