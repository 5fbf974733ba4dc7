"""Patches between what the chart renders for different values: they make the one of the other."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from helmwright import ChartRenderer, Release, load_chart, merge_sources
from helmwright.kube.json_model import deep_equal
from helmwright.patches.applying import apply_to_streams
from helmwright.patches.creating import create_patch, pair_objects
from helmwright.patches.reading import read_patches
from helmwright.patches.stream import ManifestStream

CHART = Path(__file__).resolve().parent.parent.parent / "chart"
EXAMPLES = sorted(CHART.glob("examples/*.yaml"))


@lru_cache
def renderer() -> ChartRenderer:
    return ChartRenderer(load_chart(str(CHART)))


@lru_cache
def manifests(path: Path) -> str:
    rendering = renderer().render(merge_sources([str(path)]), Release("det", "determined"))
    return "---\n".join(one.content + "\n" for one in (*rendering.manifests, *rendering.hooks))


def written(patch: object) -> str:
    from helmwright.go.yaml_write import marshal

    return marshal(patch)


@pytest.mark.parametrize("kind", ["strategic", "merge", "json"])
@pytest.mark.parametrize("path", EXAMPLES[1:], ids=lambda path: path.stem)
def test_patches_between_two_examples(path: Path, kind: str) -> None:
    old = ManifestStream(manifests(EXAMPLES[0]), "old")
    new = ManifestStream(manifests(path), "new")
    pairs, _ = pair_objects(old, new)
    made = [patch for pair in pairs if (patch := create_patch(pair, kind)) is not None]

    for patch in made:
        apply_to_streams([old], read_patches(written(patch.document()), "patch", kind))

    assert len(pairs) > 3
    assert made
    for pair in pairs:
        assert deep_equal(pair.old.data, pair.new.before)
