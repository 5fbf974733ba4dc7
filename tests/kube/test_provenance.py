"""What provenance says of merges that people do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.patch_ours import MERGE_ITEM

from helmwright.base.errors import PatchError, Position
from helmwright.go.positions import document_positions
from helmwright.go.yaml_read import load_map
from helmwright.kube.json_model import from_data
from helmwright.kube.origins import KUBERNETES_TYPES, Layer, MergeMode, Origin, Reason, path_text
from helmwright.kube.patching import merge_layers, merge_pod_layers, merge_pod_specs
from helmwright.kube.provenance import merge_with_origins
from helmwright.kube.schemas import pod, pod_codec

if TYPE_CHECKING:
    from helmwright.kube.origins import MergedDocument

DEFAULT = """\
metadata:
  labels: {team: research}
spec:
  nodeSelector: {disk: ssd, zone: a}
  tolerations:
  - {key: gpu, operator: Exists}
  containers:
  - name: side
    image: alpine
  - name: determined-container
    resources:
      limits: {memory: 16Gi}
"""
TASK = """\
spec:
  nodeSelector:
    zone: b
  tolerations:
  - {key: pool, operator: Exists}
  containers:
  - name: determined-container
    resources:
      limits:
        cpu: 2
"""


def layer(name: str, text: str, mode: MergeMode = MergeMode.STRATEGIC) -> Layer:
    document = from_data(load_map(text))
    return Layer(name, document, document_positions(text, f"{name}.yaml"), mode)


def pods(*layers: Layer) -> MergedDocument:
    return merge_with_origins(layers, pod(), codec=pod_codec())


def items(*documents: Any) -> MergedDocument:
    layers = [Layer(f"layer {number}", document) for number, document in enumerate(documents)]
    return merge_with_origins(layers, MERGE_ITEM)


def gone(merged: MergedDocument) -> list[tuple[str, str, Reason]]:
    return [(one.origin.layer, path_text(one.origin.path), one.reason) for one in merged.lost]


def test_parts_have_the_layer_and_the_place_in_its_file() -> None:
    origins = pods(layer("default", DEFAULT), layer("task", TASK)).origins

    assert str(origins["metadata", "labels", "team"]) == "default (default.yaml:2:12)"
    assert str(origins["spec", "nodeSelector", "disk"]) == "default (default.yaml:4:18)"
    assert str(origins["spec", "nodeSelector", "zone"]) == "task (task.yaml:3:5)"
    assert str(origins["spec", "tolerations", 0]) == "task (task.yaml:5:5)"


def test_list_elements_are_followed_to_their_own_index() -> None:
    merged = pods(layer("default", DEFAULT), layer("task", TASK))

    assert [one["name"] for one in merged.document["spec"]["containers"]] == [
        "side",
        "determined-container",
    ]
    place = ("spec", "containers", 1, "resources", "limits")
    assert merged.origins[*place, "memory"].path == place.__add__(("memory",))
    assert merged.origins[*place, "cpu"].path == ("spec", "containers", 0, *place[3:], "cpu")
    assert merged.origins["spec", "containers", 0].position == Position("default.yaml", 8, 5)


def test_map_of_several_layers_is_the_lowest_ones_and_names_the_others() -> None:
    merged = pods(layer("default", DEFAULT), layer("task", TASK))

    assert merged.origins["spec",].layer == "default"
    assert [one.layer for one in merged.contributors["spec",]] == ["task"]
    assert ("metadata", "labels") not in merged.contributors


def test_rewritten_quantity_knows_what_was_given() -> None:
    origin = pods(layer("default", DEFAULT), layer("task", TASK)).origin_of(
        ("spec", "containers", 1, "resources", "limits", "cpu")
    )

    assert origin == Origin(
        "task",
        ("spec", "containers", 0, "resources", "limits", "cpu"),
        Position("task.yaml", 10, 9),
        given=2,
    )


def test_number_that_yaml_reads_as_a_float_is_not_said_to_be_rewritten() -> None:
    task = Layer("task", load_map("spec:\n  containers:\n  - ports: [{containerPort: 80}]\n"))

    origin = pods(task).origins["spec", "containers", 0, "ports", 0, "containerPort"]

    assert (origin.given, origin.added) == (None, False)


def test_overridden_value_is_told_with_its_place() -> None:
    (override,) = pods(layer("default", DEFAULT), layer("task", TASK)).overrides_of(
        ("spec", "nodeSelector", "zone")
    )

    assert (override.lower_value, str(override.lower)) == ("a", "default (default.yaml:4:29)")
    assert (str(override.origin), override.reason) == ("task (task.yaml:3:5)", Reason.SET_AGAIN)
    assert override.changed


def test_atomic_list_is_overridden_as_a_whole() -> None:
    (override,) = pods(layer("default", DEFAULT), layer("task", TASK)).overrides_of(
        ("spec", "tolerations")
    )

    assert override.lower_value == [{"key": "gpu", "operator": "Exists"}]
    assert override.reason == Reason.ATOMIC_LIST


def test_merge_key_given_again_is_no_change() -> None:
    (override,) = pods(layer("default", DEFAULT), layer("task", TASK)).overrides_of(
        ("spec", "containers", 1, "name")
    )

    assert not override.changed


def test_pod_without_containers_deletes_the_lower_ones() -> None:
    merged = pods(layer("default", DEFAULT), layer("task", "spec:\n  hostPID: true\n"))

    assert merged.document["spec"]["containers"] is None
    (lost,) = merged.lost
    assert (lost.origin.path, lost.reason) == (("spec", "containers"), Reason.FORCED_NULL)
    assert str(lost.by) == f"task (added by {KUBERNETES_TYPES} at task.yaml:1:1)"
    assert merged.origins["spec", "containers"] == Origin(
        KUBERNETES_TYPES, ("spec", "containers"), added=True
    )


def test_values_that_the_types_drop_are_lost_in_their_layer() -> None:
    task = "spec:\n  hostPID: false\n  containrs: []\n  containers: []\n"

    merged = pods(layer("default", DEFAULT), layer("task", task))

    assert gone(merged) == [
        ("task", "spec.containrs", Reason.UNKNOWN_FIELD),
        ("task", "spec.hostPID", Reason.ZERO_VALUE),
    ]
    assert merged.lost[0].origin.position == Position("task.yaml", 3, 3)


def test_field_in_another_spelling_is_found_where_it_stands() -> None:
    merged = pods(layer("task", "spec:\n  Containers:\n  - Name: a\n"))

    assert merged.document["spec"]["containers"][0]["name"] == "a"
    name = merged.origins["spec", "containers", 0, "name"]
    assert name.path == ("spec", "Containers", 0, "Name")
    assert name.position == Position("task.yaml", 3, 5)


def test_value_that_only_the_types_have_is_said_to_be_added() -> None:
    origins = pods(layer("task", "spec:\n  containers:\n  - image: a\n")).origins

    for path in (("status",), ("spec", "containers", 0, "name")):
        assert origins[path].added
    assert not origins["spec", "containers", 0, "image"].added


def test_overrides_of_one_place_come_from_the_lowest_layer_up() -> None:
    merged = items({"value": "a"}, {"value": "b"}, {"value": "c"})

    assert [(one.lower.layer, one.lower_value, one.origin.layer) for one in merged.overrides] == [
        ("layer 0", "a", "layer 1"),
        ("layer 1", "b", "layer 2"),
    ]


def test_deleted_map_of_two_layers_is_lost_by_both() -> None:
    merged = items(
        {"simpleMap": {"a": "1", "b": "1"}},
        {"simpleMap": {"b": "2", "c": "2"}},
        {"simpleMap": None},
    )

    assert sorted(gone(merged)) == [
        ("layer 0", "simpleMap", Reason.NULL),
        ("layer 0", "simpleMap.b", Reason.SET_AGAIN),
        ("layer 1", "simpleMap.b", Reason.NULL),
        ("layer 1", "simpleMap.c", Reason.NULL),
    ]
    assert {str(one.by) for one in merged.lost} == {"layer 1", "layer 2"}


@pytest.mark.parametrize(
    ("patch", "lost", "by"),
    [
        ({"$patch": "replace"}, "the document", "$patch"),
        ({"$patch": "delete"}, "the document", "$patch"),
        ({"simpleMap": None}, "simpleMap", "simpleMap"),
        (
            {"mergingList": [{"name": "a", "$patch": "delete"}]},
            "mergingList[0]",
            "mergingList[0].$patch",
        ),
        (
            {"$deleteFromPrimitiveList/mergingIntList": [3]},
            "mergingIntList[1]",
            '["$deleteFromPrimitiveList/mergingIntList"][0]',
        ),
        (
            {"retainKeysMap": {"name": "n", "$retainKeys": ["name"]}},
            "retainKeysMap.value",
            "retainKeysMap.$retainKeys",
        ),
    ],
)
def test_directive_is_told_as_the_cause(patch: Any, lost: str, by: str) -> None:
    merged = items(
        {
            "simpleMap": {"a": "1"},
            "mergingList": [{"name": "a"}, {"name": "b"}],
            "mergingIntList": [1, 3],
            "retainKeysMap": {"value": "v"},
        },
        patch,
    )

    (one,) = merged.lost
    assert one.by is not None
    assert (path_text(one.origin.path), path_text(one.by.path)) == (lost, by)


def test_list_with_a_replacing_element_overrides_the_lower_one() -> None:
    merged = items(
        {"mergingList": [{"name": "a"}]},
        {"mergingList": [{"name": "b"}, {"name": "c", "value": "v", "$patch": "replace"}]},
    )

    assert merged.document == {"mergingList": [{"name": "b"}]}
    (override,) = merged.overrides
    assert (override.path, override.reason) == (("mergingList",), Reason.PATCH_REPLACE)
    assert gone(merged) == [("layer 1", "mergingList[1]", Reason.DIRECTIVE_ELEMENT)]


def test_scalar_that_two_layers_list_is_the_higher_ones() -> None:
    merged = items({"mergingIntList": [1, 2]}, {"mergingIntList": [3, 2]})

    layers = {
        value: merged.origins["mergingIntList", index].layer
        for index, value in enumerate(merged.document["mergingIntList"])
    }
    assert layers == {1: "layer 0", 2: "layer 1", 3: "layer 1"}


def test_scalar_of_a_list_that_three_layers_have_remembers_them_all() -> None:
    merged = items(*[{"mergingIntList": [1]}] * 3)

    assert merged.origins["mergingIntList", 0].layer == "layer 2"
    assert [one.lower.layer for one in merged.overrides] == ["layer 0", "layer 1"]


def test_parts_of_an_overridden_map_that_are_from_other_layers_are_lost() -> None:
    merged = items({"simpleMap": {"a": "1"}}, {"simpleMap": {"b": "2"}}, {"simpleMap": "x"})

    (override,) = merged.overrides
    assert (override.lower.layer, override.lower_value) == ("layer 0", {"a": "1", "b": "2"})
    assert gone(merged) == [("layer 1", "simpleMap.b", Reason.OTHER_TYPE)]


def test_atomic_list_that_is_put_in_order_overrides_the_lower_one() -> None:
    merged = items(
        {"nonMergingIntList": [1]},
        {"nonMergingIntList": [2, 3], "$setElementOrder/nonMergingIntList": [2, 3]},
    )

    assert merged.document == {"nonMergingIntList": [2, 3]}
    assert merged.origins["nonMergingIntList", 1].path == ("nonMergingIntList", 1)
    (override,) = merged.overrides
    assert (override.lower_value, override.reason) == ([1], Reason.ATOMIC_LIST)


def test_replacing_layer_loses_all_below_it() -> None:
    default = layer("default", DEFAULT)
    pool = layer("pool", "spec:\n  containers: []\n", MergeMode.REPLACE)

    merged = pods(default, pool, layer("task", TASK))

    given = {origin.layer for origin in merged.origins.values() if not origin.added}
    assert given == {"pool", "task"}
    (lost,) = merged.lost
    assert (lost.origin.layer, lost.origin.path) == ("default", ())
    assert lost.reason == Reason.LAYER_REPLACES


def test_json_merge_layer_replaces_lists() -> None:
    layers = [
        Layer("low", {"mergingIntList": [1], "simpleMap": {"a": "1", "b": "1"}}),
        Layer("high", {"mergingIntList": [2], "simpleMap": {"a": None}}, mode=MergeMode.JSON_MERGE),
    ]

    merged = merge_with_origins(layers, MERGE_ITEM)

    assert merged.document == {"mergingIntList": [2], "simpleMap": {"b": "1"}}
    assert [one.reason for one in merged.overrides] == [Reason.ATOMIC_LIST]
    assert gone(merged) == [("low", "simpleMap.a", Reason.NULL)]


def test_layers_without_documents_change_nothing() -> None:
    merged = items(None, {"value": "a"}, None)

    assert merged.document == {"value": "a"}
    assert merged.origins["value",].layer == "layer 1"
    assert items().document == {}
    assert items().origins == {}


def test_explanation_names_origin_overrides_and_losses() -> None:
    merged = pods(layer("default", DEFAULT), layer("task", TASK))

    assert merged.explain(("spec", "nodeSelector", "zone")) == [
        "spec.nodeSelector.zone is from task (task.yaml:3:5)",
        'task (task.yaml:3:5) overrides "a" from default (default.yaml:4:29): a later layer sets it',
    ]
    assert merged.explain(("spec", "containers", 1, "resources", "limits", "cpu")) == [
        "spec.containers[1].resources.limits.cpu is from task (task.yaml:10:9), given as 2"
    ]
    assert merged.explain(("spec", "nodeSelector")) == [
        "spec.nodeSelector is from default (default.yaml:4:3) and task (task.yaml:2:3)"
    ]
    assert merged.explain(("spec", "nodeName")) == ["no layer sets spec.nodeName"]


def test_explanation_of_a_lost_part_says_what_removed_it() -> None:
    merged = items({"simpleMap": {"a": "1"}}, {"simpleMap": {"a": None}})

    assert merged.explain(("simpleMap", "a")) == [
        'lost simpleMap.a: "1" from layer 0: a later layer sets it to null, by layer 1'
    ]


def test_type_error_has_the_position_of_the_value() -> None:
    with pytest.raises(PatchError) as caught:
        pods(layer("default", DEFAULT), layer("task", "spec:\n  containers:\n  - name: 1\n"))

    assert caught.value.position == Position("task.yaml", 3, 5)


def test_merge_error_has_the_position_of_the_map() -> None:
    low = layer("low", "mergingList: [{name: a}]\n")
    high = layer("high", "value: x\nmergingList:\n- name: a\n  mergingList: [{value: x}]\n")
    low.document["mergingList"][0]["mergingList"] = [{"name": "b"}]  # type: ignore[index]

    with pytest.raises(PatchError, match="declared merge key: name") as caught:
        merge_with_origins([low, high], MERGE_ITEM)

    assert caught.value.position == Position("high.yaml", 3, 3)


def test_provenance_that_was_read_stays_when_the_document_is_changed() -> None:
    merged = items({"simpleMap": {"a": "1"}}, {"value": "v"})
    origins = dict(merged.origins)

    merged.document["simpleMap"].clear()

    assert merged.origins == origins


def test_layers_of_an_object_are_merged_by_its_kinds_keys() -> None:
    layers = [
        Layer("base", {"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "a"}]}}),
        Layer("patch", {"spec": {"containers": [{"name": "a", "image": "b"}]}}),
    ]

    merged = merge_layers(layers)

    assert merged.document["spec"] == {"containers": [{"name": "a", "image": "b"}]}
    assert merged.origins["spec", "containers", 0, "image"].layer == "patch"


def test_layers_of_an_unknown_kind_are_refused() -> None:
    with pytest.raises(PatchError):
        merge_layers([Layer("base", {"apiVersion": "v1", "kind": "Nothing"})])
    with pytest.raises(PatchError):
        merge_layers([Layer("base", None)])


def test_layers_of_pods_are_merged_as_pod_specs_are() -> None:
    default, task = layer("default", DEFAULT), layer("task", TASK)

    merged = merge_pod_layers([default, task])

    assert merged.document == merge_pod_specs(default.document, task.document)
    assert merge_pod_layers([task]).document == merge_pod_specs(None, task.document)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), "the document"),
        (("spec", "containers", 0, "image"), "spec.containers[0].image"),
        (("metadata", "labels", "a.b/c"), 'metadata.labels["a.b/c"]'),
        (("", "x"), '[""].x'),
    ],
)
def test_paths_are_written_as_people_write_them(path: Any, text: str) -> None:
    assert path_text(path) == text
