"""``patch_manifests``: the Python interface, and streams as they come."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helmwright.base.errors import YAMLError
from helmwright.errors import PatchError
from helmwright.kube import CustomTypes
from helmwright.patches import patch_manifests

CONFIG = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {}\n"
PATCH = "kind: ConfigMap\nmetadata: {name: a}\ndata: {k: v}\n"
PATCHED = "apiVersion: v1\ndata:\n  k: v\nkind: ConfigMap\nmetadata:\n  name: a\n"


def test_applies_patches_in_their_order() -> None:
    manifests = CONFIG.format("a") + "---\n" + CONFIG.format("b")
    operations = "[{op: replace, path: /data/k, value: w}]"

    patched = patch_manifests(manifests, [PATCH, operations], target="name=a")

    assert patched == PATCHED.replace("k: v", "k: w") + "---\n" + CONFIG.format("b")


def test_errors_name_the_patch_and_the_place() -> None:
    with pytest.raises(PatchError) as refusal:
        patch_manifests(
            CONFIG.format("b"), [PATCH.replace("name: a", "name: b"), "# one\n" + PATCH]
        )

    assert str(refusal.value) == (
        "patch 2:2:1: the patch is for nothing here: no kind ConfigMap, name a"
    )
    assert patch_manifests(CONFIG.format("b"), [PATCH], allow_missing=True) == CONFIG.format("b")


def test_custom_types_and_patch_types() -> None:
    thing = (
        "apiVersion: example.com/v1\nkind: Thing\nmetadata:\n  name: t\nspec:\n  parts:\n  - a\n"
    )
    schema = {"properties": {"spec": {"properties": {"parts": {"x-kubernetes-list-type": "set"}}}}}
    crd = {
        "kind": "CustomResourceDefinition",
        "spec": {
            "group": "example.com",
            "names": {"kind": "Thing"},
            "versions": [{"name": "v1", "schema": {"openAPIV3Schema": schema}}],
        },
    }
    patch = "spec: {parts: [b]}"

    merged = patch_manifests(thing, [patch], CustomTypes([crd]), target="kind=Thing")
    replaced = patch_manifests(thing, [patch], target="kind=Thing", patch_type="merge")

    assert merged.endswith("  - b\n  - a\n")
    assert replaced.endswith("  parts:\n  - b\n")


LINES = [
    "---",
    "--- # text",
    "# text",
    "",
    "  ",
    "a: 1",
    "b: [x]",
    "---\r",
    "kind: List",
    "items: []",
]


@given(
    st.lists(st.sampled_from(LINES)), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\n"])
)
def test_what_no_patch_is_for_stays_as_it_is(lines: list[str], end: str, last: str) -> None:
    text = end.join(lines) + last
    try:
        patched = patch_manifests(text, [PATCH], allow_missing=True)
    except YAMLError:  # such as one key twice
        return
    assert patched == text


@given(
    st.lists(st.sampled_from(["a", "b", "c"]), max_size=6),
    st.sampled_from(["", "# head\n", "---\n", "\n# a\n---\n# b\n"]),
    st.sampled_from(["---\n", "--- # next\n", "---\n---\n", "---\r\n"]),
)
def test_only_the_patched_documents_change(names: list[str], head: str, separator: str) -> None:
    documents = [CONFIG.format(name) for name in names]
    expected = [PATCHED if name == "a" else CONFIG.format(name) for name in names]
    patch = "{target: {name: a}, patch: {data: {k: v}}}"

    patched = patch_manifests(head + separator.join(documents), [patch], allow_missing=True)

    assert patched == head + separator.join(expected)
