"""Whatever text a public function is given, only public errors come out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helmwright import (
    HelmwrightError,
    World,
    diff_manifests,
    lint_values,
    load_chart,
    merge_sources,
    parse_manifests,
)
from helmwright.determined import migrate_values, read_cluster_nodes, read_cluster_settings
from helmwright.patches import (
    apply_json_patch,
    apply_strategic_patch,
    document_positions,
    patch_manifests,
)
from helmwright.reference import bundle_schema
from helmwright.releases import decode_release, read_releases
from helmwright.rendering import parse_kube_version
from helmwright.values import Put, edit_values, render_values_template

if TYPE_CHECKING:
    from collections.abc import Callable

POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n"
ODD = (
    "",
    "x",
    "\udcff",
    "[",
    "{{",
    "- a: [",
    "1" * 400,
    "1e999",
    "!!binary x",
    "a: &a *a",
    "\x00",
    "---\n---",
    "%YAML 9",
    "2026-13-01T00:00:00Z",
    "null",
    '{"a":1e400}',
    "apiVersion: v1\nkind: Pod\nmetadata: 3",
)
DOORS: dict[str, Callable[[str], object]] = {
    "World.fixed": lambda text: World.fixed(now=text),
    "World.fixed time_zone": lambda text: World.fixed(time_zone=text).now(),
    "parse_kube_version": parse_kube_version,
    "merge_sources set": lambda text: merge_sources(set_values=[text]),
    "merge_sources set-json": lambda text: merge_sources(set_json=[text]),
    "merge_sources set-string": lambda text: merge_sources(set_string=[text]),
    "merge_sources set-literal": lambda text: merge_sources(set_literal=[text]),
    "merge_sources set-file": lambda text: merge_sources(set_file=[text]),
    "merge_sources files": lambda text: merge_sources([text]),
    "load_chart": load_chart,
    "read_cluster_nodes": read_cluster_nodes,
    "read_cluster_settings": lambda text: read_cluster_settings({"detVersion": text}),
    "read_releases": lambda text: read_releases(_bytes(text), "file"),
    "decode_release": decode_release,
    "document_positions": lambda text: document_positions(text, "file"),
    "render_values_template": lambda text: render_values_template(text, "a.j2"),
    "edit_values": lambda text: edit_values(_bytes(text), [Put(("a",), 1)]),
    "migrate_values": lambda text: migrate_values(_bytes(text)),
    "parse_manifests": lambda text: parse_manifests({"c/templates/a.yaml": text}),
    "patch_manifests": lambda text: patch_manifests(text, [text]),
    "patch_manifests patch": lambda text: patch_manifests(POD, [text]),
    "patch_manifests target": lambda text: patch_manifests(POD, ["a: 1"], target=text),
    "diff_manifests": lambda text: diff_manifests(text, POD),
    "bundle_schema": bundle_schema,
    "lint_values": lambda text: lint_values(texts=[("a.yaml", text)]),
    "apply_json_patch": lambda text: apply_json_patch({}, [{"op": "add", "path": text}]),
    "apply_strategic_patch": lambda text: apply_strategic_patch(
        {"apiVersion": "v1", "kind": "Pod"}, {"spec": text}
    ),
}


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


@pytest.mark.slow
@pytest.mark.parametrize("door", DOORS)
def test_only_public_errors_come_out(door: str) -> None:
    for text in ODD:
        try:
            DOORS[door](text)
        except HelmwrightError as error:
            assert error.message  # noqa: PT017 - most texts are refused, some are fine


def test_a_time_of_half_a_pair_is_refused() -> None:
    with pytest.raises(HelmwrightError, match="is no time as RFC 3339"):
        World.fixed(now="\ud800")
