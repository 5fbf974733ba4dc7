"""Whatever is merged: the document is the plain merge's, and nothing in it or lost is unaccounted for."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conformance import kube_pods
from tests.conformance.kube_cases import MergeItems
from tests.patch_ours import MERGE_ITEM

from helmwright.base.errors import PatchError, Position
from helmwright.kube.json_merge_patch import apply_merge_patch
from helmwright.kube.json_model import deep_equal
from helmwright.kube.origins import Layer, MergeMode, Reason
from helmwright.kube.provenance import merge_with_origins
from helmwright.kube.schemas import DETERMINED, pod, pod_codec
from helmwright.kube.strategic_merge import apply_patch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from helmwright.base.paths import Path
    from helmwright.kube.origins import MergedDocument
    from helmwright.kube.patch_meta import Type
    from helmwright.kube.typed import TypedCodec

MODES = (*[MergeMode.STRATEGIC] * 8, MergeMode.JSON_MERGE, MergeMode.REPLACE)
SEEDS = st.integers(0, 1 << 32)


class Anywhere(dict[Any, Position]):
    """Positions that name the path which is asked for."""

    def get(self, path: Any, default: Any = None) -> Any:  # noqa: ARG002 - it is always found
        return Position(json.dumps(path), 1, 1)


def random_layers(chance: Random, make: Callable[[int], Any]) -> list[Layer]:
    return [
        Layer(
            f"layer {number}",
            None if chance.random() < 0.03 else make(number),
            Anywhere(),
            chance.choice(MODES),
        )
        for number in range(chance.choice([1, 2, 2, 2, 3, 3, 4]))
    ]


def items(seed: int) -> list[Layer]:
    chance = Random(seed)  # noqa: S311 - cases, not secrets
    maker = MergeItems(chance, chance.choice([0, 0, 0.02, 0.15]))
    return random_layers(chance, lambda number: maker.document(patch=number > 0))


def pods(seed: int) -> list[Layer]:
    chance = Random(seed)  # noqa: S311 - cases, not secrets
    return random_layers(chance, lambda _: kube_pods.document(chance, DETERMINED))


def plain_merge(layers: Sequence[Layer], schema: Type, codec: TypedCodec | None) -> Any:
    def typed(document: Any) -> Any:
        return codec.round_trip(document) if codec else copy.deepcopy(document)

    result: Any = None
    for layer in layers:
        if layer.document is None:
            continue
        document = typed(layer.document)
        if result is None or layer.mode == MergeMode.REPLACE:
            result = document
        elif layer.mode == MergeMode.JSON_MERGE:
            result = typed(apply_merge_patch(result, document))
        else:
            result = typed(apply_patch(result, document, schema))
    return {} if result is None else result


def outcome(merge: Callable[[], Any]) -> Any:
    try:
        return merge()
    except PatchError as error:
        return error.message


def nodes(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    yield path, value
    if isinstance(value, dict):
        for key, member in value.items():
            yield from nodes(member, (*path, key))
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from nodes(member, (*path, index))


def value_at(document: Any, path: Path) -> Any:
    for step in path:
        document = document[step]
    return document


def is_directive(layer: Layer, path: Path) -> bool:
    """Tells whether a scalar of a patch says what to do instead of what to have."""
    if layer.mode != MergeMode.STRATEGIC:
        return False
    around = [value_at(layer.document, path[:length]) for length in range(len(path))]
    deleted = any(isinstance(one, dict) and one.get("$patch") == "delete" for one in around)
    return deleted or any(isinstance(step, str) and step.startswith("$") for step in path)


def assert_replayed(merged: MergedDocument, layers: dict[str, Layer]) -> None:
    """Every part of the result has an origin, and has there the value that it has in the result."""
    parts = dict(nodes(merged.document))
    assert set(merged.origins) == set(parts)
    for path, value in parts.items():
        origin = merged.origins[path]
        if origin.added:
            continue
        given = value_at(layers[origin.layer].document, origin.path)
        if origin.given is not None:
            assert deep_equal(origin.given, given)
            assert not deep_equal(value, given)
        elif isinstance(value, (dict, list)):
            assert type(given) is type(value)
        else:
            assert deep_equal(value, given)
        assert origin.position == Position(json.dumps(origin.path), 1, 1)


def assert_accounted_for(merged: MergedDocument, layers: Sequence[Layer]) -> None:
    """Every scalar of every layer is in the result, overridden or lost."""
    known = {
        (origin.layer, origin.path)
        for path, origin in merged.origins.items()
        if not isinstance(value_at(merged.document, path), (dict, list))
    }
    gone = [override.lower for override in merged.overrides] + [one.origin for one in merged.lost]
    for origin in gone:
        assert not origin.added
        known.add((origin.layer, origin.path))
    for number, layer in enumerate(layers):
        for path, value in nodes(layer.document):
            if value is None or isinstance(value, (dict, list)):
                continue
            if not (number and is_directive(layer, path)):
                around = ((layer.name, path[:length]) for length in range(len(path) + 1))
                assert any(place in known for place in around), (layer.name, path, value)


def assert_gone_values_are_the_layers(merged: MergedDocument, layers: dict[str, Layer]) -> None:
    """What is overridden or lost is told with the value that its layer has."""
    for origin, value in [
        *((one.lower, one.lower_value) for one in merged.overrides),
        *((one.origin, one.value) for one in merged.lost),
    ]:
        given = value_at(layers[origin.layer].document, origin.path)
        if isinstance(value, (dict, list)):
            assert type(given) is type(value)
        else:
            assert deep_equal(value if origin.given is None else origin.given, given)
    for override in merged.overrides:
        assert override.path in merged.origins


def check(layers: list[Layer], schema: Type, codec: TypedCodec | None = None) -> None:
    before = copy.deepcopy([layer.document for layer in layers])
    wanted = outcome(lambda: plain_merge(layers, schema, codec))
    merged = outcome(lambda: merge_with_origins(layers, schema, codec=codec))
    if isinstance(wanted, str):
        assert merged == wanted
        return
    assert deep_equal(merged.document, wanted)
    layers = [layer for layer in layers if layer.document is not None]
    named = {layer.name: layer for layer in layers}
    if layers:
        assert_replayed(merged, named)
    assert_accounted_for(merged, layers)
    assert_gone_values_are_the_layers(merged, named)
    for path in (*merged.origins, ("nowhere",))[-3:]:
        assert merged.explain(path)
    assert deep_equal(
        [layer.document for layer in named.values()], [one for one in before if one is not None]
    )


@settings(max_examples=400, deadline=None)
@given(SEEDS)
def test_merge_of_items_is_accounted_for(seed: int) -> None:
    check(items(seed), MERGE_ITEM)


@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_merge_of_typed_pods_is_accounted_for(seed: int) -> None:
    check(pods(seed), pod(), pod_codec())


@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_merge_of_untyped_pods_is_accounted_for(seed: int) -> None:
    check(pods(seed), pod())


def test_random_layers_reach_every_reason() -> None:
    def reasons(layers: list[Layer], schema: Type, codec: TypedCodec | None) -> set[Reason]:
        try:
            merged = merge_with_origins(layers, schema, codec=codec)
        except PatchError:
            return set()
        return {one.reason for one in merged.overrides} | {one.reason for one in merged.lost}

    seen: set[Reason] = set()
    for seed in range(5000):
        seen |= reasons(items(seed), MERGE_ITEM, None)
        if seed % 10 == 0:
            seen |= reasons(pods(seed), pod(), pod_codec())
        if seen == set(Reason):
            return

    assert seen == set(Reason)
