"""What must hold of any two objects: nothing too much is reported, and nothing too little."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.diff.applying import apply, opened_at
from tests.diff.table import Case, cases

from helmwright.diff.diffing import DiffOptions, diff_sides
from helmwright.diff.model import ORDER, Change, DiffObject, DiffReport, Effect, ObjectKey, Side
from helmwright.diff.paths import Pattern, path_text
from helmwright.go import quantity

EXACT = DiffOptions(fold=False, find_renames=2)
EMPTY_IS_NOTHING = {
    "labels", "annotations", "env", "args", "ports", "volumes", "containers", "data", "finalizers", "tolerations", "limits",
}  # fmt: skip
NAMES = st.sampled_from("abcd")
TEXTS = st.sampled_from(
    ["", "x", "y", "1", "true", "a: 1", '{"a": 1}', "p: [1, 2]\nq: x\n", "- 1\n- 2\n"]
)
LABELS = st.dictionaries(st.sampled_from(["a", "b.c/d", "chart"]), TEXTS, max_size=3)


def unique_by(key: str, fields: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    items = st.fixed_dictionaries(
        {key: fields[key]}, optional={k: v for k, v in fields.items() if k != key}
    )
    return st.lists(items, max_size=4, unique_by=lambda item: item[key])


CONTAINERS = unique_by(
    "name",
    {
        "name": NAMES,
        "image": TEXTS,
        "args": st.lists(st.sampled_from(["a", "b", "c"]), max_size=4),
        "env": unique_by("name", {"name": NAMES, "value": TEXTS}),
        "ports": st.lists(
            st.fixed_dictionaries(
                {"containerPort": st.sampled_from([80, 81])},
                optional={"protocol": st.sampled_from(["TCP", "UDP"]), "name": NAMES},
            ),
            max_size=3,
        ),
        "resources": st.fixed_dictionaries(
            {},
            optional={
                "limits": st.dictionaries(st.just("cpu"), st.sampled_from(["1", 1, "1000m", "2"]))
            },
        ),
    },
)
POD = st.fixed_dictionaries(
    {"containers": CONTAINERS},
    optional={
        "tolerations": st.lists(
            st.fixed_dictionaries({}, optional={"key": NAMES, "operator": TEXTS}), max_size=3
        ),
        "volumes": unique_by(
            "name", {"name": NAMES, "emptyDir": st.just({}), "hostPath": st.just({"path": "/"})}
        ),
        "priority": st.sampled_from([None, 1, 2]),
    },
)
METADATA = st.fixed_dictionaries(
    {"name": st.just("x")},
    optional={
        "labels": LABELS,
        "annotations": LABELS,
        "finalizers": st.lists(st.sampled_from(["a", "b", "c"]), unique=True),
    },
)
DEPLOYMENTS = st.builds(
    lambda metadata, replicas, labels, pod: {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": metadata,
        "spec": {"replicas": replicas, "template": {"metadata": {"labels": labels}, "spec": pod}},
    },
    METADATA, st.integers(0, 3), LABELS, POD,
)  # fmt: skip
CONFIG_MAPS = st.builds(
    lambda metadata, data: {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": metadata,
        "data": data,
    },
    METADATA,
    LABELS,
)
SECRETS = st.builds(
    lambda metadata, data: {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": metadata,
        "data": {key: b64encode(text.encode()).decode() for key, text in data.items()},
    },
    METADATA,
    LABELS,
)
SCALARS = st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(["", "x", "1"])
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["name", "a", "b", "x/y"]), inner, max_size=3)
    ),
    max_leaves=14,
)
CUSTOM = st.builds(
    lambda metadata, spec: {
        "apiVersion": "example.com/v1",
        "kind": "Thing",
        "metadata": metadata,
        "spec": spec,
    },
    METADATA,
    ANYTHING,
)
PAIRS = st.one_of(*(st.tuples(kind, kind) for kind in (DEPLOYMENTS, CONFIG_MAPS, SECRETS, CUSTOM)))


def side(data: dict[str, Any]) -> Side:
    group = data["apiVersion"].rpartition("/")[0]
    return Side("s", (DiffObject(ObjectKey(group, data["kind"], "", "x"), data, ""),))


def changes_of(before: dict[str, Any], after: dict[str, Any]) -> tuple[Change, ...]:
    report = diff_sides(side(before), side(after), EXACT)
    return report.objects[0].changes if report.objects else ()


def normal(value: Any, name: str = "") -> Any:
    """Return what two ways to write the same have in common, told without the code under test."""
    if isinstance(value, dict):
        members = {key: normal(member, key) for key, member in value.items()}
        return {
            key: member
            for key, member in members.items()
            if not (key in EMPTY_IS_NOTHING and not member)
            and not (key == "priority" and member == "null")
        }
    if isinstance(value, list):
        items = [normal(item) for item in value]
        keyed = name in ("containers", "env", "volumes", "finalizers", "ports")
        return sorted(items, key=lambda item: json.dumps(item, sort_keys=True)) if keyed else items
    return str(quantity.parse(str(value)).value) if name == "cpu" else json.dumps(value)


def normal_text(value: Any) -> str:
    return json.dumps(normal(value), sort_keys=True, default=str)


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(PAIRS)
def test_changes_applied_to_before_give_after(pair: tuple[dict[str, Any], dict[str, Any]]) -> None:
    before, after = pair

    changes = changes_of(before, after)

    texts = {
        change.path[: len(change.path) - change.embedded] for change in changes if change.embedded
    }
    assert normal_text(apply(before, changes)) == normal_text(opened_at(after, texts))


@settings(max_examples=100, deadline=None)
@given(PAIRS)
def test_object_does_not_differ_from_its_copy(pair: tuple[dict[str, Any], dict[str, Any]]) -> None:
    for data in pair:
        assert changes_of(data, json.loads(json.dumps(data))) == ()


@settings(max_examples=100, deadline=None)
@given(PAIRS)
def test_diff_the_other_way_round_has_changes_at_once(
    pair: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    before, after = pair

    assert bool(changes_of(before, after)) == bool(changes_of(after, before))


@settings(max_examples=200, deadline=None)
@given(PAIRS)
def test_path_of_a_change_as_text_ignores_that_change(
    pair: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    key = ObjectKey("", "Thing", "", "x")

    for change in changes_of(*pair):
        assert Pattern.parse(path_text(change.path)).covers(key, change.path)


@settings(max_examples=100, deadline=None)
@given(PAIRS)
def test_folding_loses_no_change(pair: tuple[dict[str, Any], dict[str, Any]]) -> None:
    before, after = side(pair[0]), side(pair[1])

    plain, folded = (
        diff_sides(before, after, DiffOptions(fold=fold, find_renames=2)) for fold in (False, True)
    )

    assert changes_in(folded) == changes_in(plain)


def changes_in(report: DiffReport) -> set[str]:
    own = {str(change.path[-1]) for one in report.objects for change in one.changes}
    return own | {str(fold.change.path[-1]) for fold in report.folds}


KINDS = [
    ("apps/v1", "Deployment"),
    ("apps/v1", "StatefulSet"),
    ("batch/v1", "Job"),
    ("rbac.authorization.k8s.io/v1", "Role"),
    ("rbac.authorization.k8s.io/v1", "RoleBinding"),
    ("v1", "Service"),
    ("v1", "Secret"),
    ("v1", "ConfigMap"),
    ("v1", "PersistentVolumeClaim"),
    ("networking.k8s.io/v1", "Ingress"),
    ("gateway.networking.k8s.io/v1", "Gateway"),
    ("apiextensions.k8s.io/v1", "CustomResourceDefinition"),
]
NONSENSE = st.recursive(
    SCALARS | st.just("a"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "name",
                    "spec",
                    "template",
                    "containers",
                    "env",
                    "envFrom",
                    "volumes",
                    "ports",
                    "port",
                    "rules",
                    "verbs",
                    "apiGroups",
                    "host",
                    "resources",
                    "requests",
                    "storage",
                    "versions",
                    "names",
                    "kind",
                    "group",
                    "metadata",
                    "annotations",
                    "replicas",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)
PARTS = st.dictionaries(
    st.sampled_from(["spec", "rules", "subjects", "roleRef", "data", "metadata", "immutable"]),
    NONSENSE,
)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.sampled_from(KINDS), PARTS, PARTS)
def test_fields_of_the_wrong_type_are_compared_like_others(
    kind: tuple[str, str], before: dict[str, Any], after: dict[str, Any]
) -> None:
    key = ObjectKey(kind[0].rpartition("/")[0], kind[1], "", "x")
    old, new = (
        Side("s", (DiffObject(key, {"apiVersion": kind[0], "kind": kind[1], **parts}, ""),))
        for parts in (before, after)
    )

    diff_sides(old, Side("s", ()))
    diff_sides(Side("s", ()), new)
    there, back = diff_sides(old, new), diff_sides(new, old)
    if not any(map(_is_refused, (there, back))):  # else what the server has added tells both apart
        assert any(one.changes for one in there.objects) == any(one.changes for one in back.objects)


def _is_refused(report: DiffReport) -> bool:
    return any(
        impact.effect is Effect.IMMUTABLE for one in report.objects for impact in one.impacts
    )


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_changes_of_the_table_applied_to_before_give_after(case: Case) -> None:
    report = case.report()

    for one in report.objects:
        if one.before and "stringData" in one.before.data:
            continue  # compared as what a server makes of it
        if one.before and one.after and not one.folded and not case.options.ignore:
            texts = {
                change.path[: len(change.path) - change.embedded]
                for change in one.changes
                if change.embedded
            }
            applied = apply(one.before.data, one.changes)
            left = diff_sides(side(applied), side(opened_at(one.after.data, texts)), EXACT)
            # Where in a list an added item stands is not told.
            assert all(change.path[-1] == ORDER for rest in left.objects for change in rest.changes)
