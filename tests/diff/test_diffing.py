"""The door: options, notes, what is counted, and how long it takes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from helmwright.base.errors import HelmwrightError, UsageError
from helmwright.base.resources import chart_directory
from helmwright.charts.loader import load_chart
from helmwright.diff.diffing import DiffOptions, diff_sides
from helmwright.diff.model import DiffObject, ObjectKey, Side, Status
from helmwright.diff.objects import objects_of, read_objects
from helmwright.diff.transitions.immutable import ROWS
from helmwright.go.yaml_read import load_map
from helmwright.kube import schemas
from helmwright.rendering.renderer import ChartRenderer

CHART = chart_directory()


def account(name: str, **labels: str) -> str:
    text = ", ".join(f"{key}: {value}" for key, value in labels.items())
    return f"---\n{{apiVersion: v1, kind: ServiceAccount, metadata: {{name: {name}, labels: {{{text}}}}}}}\n"


def side(title: str, *texts: str, **more: Any) -> Side:
    return Side(title, read_objects("".join(texts), title), **more)


def test_report_counts_and_keeps_what_the_sides_say() -> None:
    before = side("a", account("x", a="1"), account("y", a="1"), notes=("old",), values={"a": "1"})
    after = side(
        "b", account("x", a="1"), account("y", a="2"), notes=("new", "old"), values={"a": "2"}
    )

    report = diff_sides(before, after, environment="prod.yaml")

    assert report.differs
    assert (report.unchanged, report.suppressed, report.environment) == (1, 0, "prod.yaml")
    assert report.count(Status.CHANGED) == 1
    assert [value.key for value in report.values] == ["a"]
    assert (report.before, report.after) == (before, after)


def test_objects_are_in_the_order_of_the_side_after_and_removed_ones_in_their_place() -> None:
    before = side(
        "a", account("gone", a="1"), account("x", a="1"), account("gone-2", b="1"), account("z")
    )
    after = side("b", account("z", a="2"), account("x", a="2"), account("new", c="1"))

    report = diff_sides(before, after, DiffOptions(find_renames=2))

    assert [one.key.name for one in report.objects] == ["gone", "z", "x", "gone-2", "new"]


def test_values_alone_are_no_difference() -> None:
    assert not diff_sides(Side("a", (), values={"a": 1}), Side("b", (), values={"a": 2})).differs


def test_pattern_that_does_not_parse_is_refused() -> None:
    with pytest.raises(UsageError, match="'spec\\['"):
        diff_sides(Side("a", ()), Side("b", ()), DiffOptions(ignore=("spec[",)))


def test_definition_on_one_side_is_enough_to_pair_items() -> None:
    crd = (
        "---\n{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: a}, "
        "spec: {group: x.io, names: {kind: A}, versions: [{name: v1, schema: {openAPIV3Schema: {properties: "
        "{list: {x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [at]}}}}}]}}\n"
    )
    one = "---\n{apiVersion: x.io/v1, kind: A, metadata: {name: a}, list: [{at: 1}, {at: 2}]}\n"
    other = "---\n{apiVersion: x.io/v1, kind: A, metadata: {name: a}, list: [{at: 2}, {at: 1}]}\n"

    assert diff_sides(side("a", one), side("b", other)).differs
    for before, after in [(one + crd, other), (one, other + crd)]:
        report = diff_sides(side("s", before), side("s", after))
        assert [found.key.kind for found in report.objects] == ["CustomResourceDefinition"]


def test_rows_of_immutable_fields_are_about_kinds_and_fields_that_exist() -> None:
    for row in ROWS:
        kind, _, group = row.kind.partition(".")
        versions = (f"{group}/{version}" for version in ("v1", "v1beta1", "v1alpha1"))
        found = next(filter(None, (schemas.built_in(one, kind) for one in (*versions, "v1"))), None)
        assert found, row.kind
        for path in (*row.fields, *(f"spec.{field}" for field in row.but)):
            assert _has(found, path.split(".")), (row.kind, path)


def _has(of: Any, steps: list[str]) -> bool:
    for step in steps:
        while of.kind in ("ptr", "slice") and of.element is not None:
            of = of.element
        if step == "*":
            continue
        if step not in of.fields:
            return False
        of = of.fields[step].type
    return True


def test_what_is_nested_too_deeply_is_refused() -> None:
    data: Any = 1
    other: Any = 2
    for _ in range(900):
        data, other = [data], [other]
    key = ObjectKey("x.io", "A", "", "a")

    with pytest.raises(HelmwrightError, match="nested too deeply"):
        diff_sides(
            Side("a", (DiffObject(key, {"spec": data}, ""),)),
            Side("b", (DiffObject(key, {"spec": other}, ""),)),
        )


def test_two_renderings_of_the_bundled_chart_are_compared_at_once() -> None:
    values = load_map(Path(CHART, "examples", "minimal.yaml").read_text())
    renderer = ChartRenderer(load_chart(CHART))
    renderings = [renderer.render(values), renderer.render({**values, "masterPort": 8888.0})]

    def run() -> float:
        start = time.process_time()
        one, other = (
            Side(title, objects_of([*rendering.manifests, *rendering.hooks]))
            for title, rendering in zip("ab", renderings, strict=True)
        )
        assert diff_sides(one, other).differs
        return time.process_time() - start

    run()
    assert min(run() for _ in range(5)) < 0.03


def test_many_objects_and_long_lists_are_compared_in_time() -> None:
    start = time.process_time()
    many = "".join(account(f"a-{number}", a="1", b=str(number)) for number in range(500))
    long = "---\n{{kind: A, metadata: {{name: a}}, spec: [{}]}}\n"
    before = side("a", many, long.format(", ".join(str(number % 3) for number in range(5000))))
    after = side(
        "b",
        many.replace("a: 1", "a: 2"),
        long.format(", ".join(str(number % 2) for number in range(5000))),
    )

    report = diff_sides(before, after)

    assert len(report.folds[0].objects) == 500
    assert time.process_time() - start < 10


def test_an_unchanged_hook_that_helm_3_cannot_make_again_is_noted() -> None:
    """Measured with helm 3.21.4 and 4.2.4: only the older one ends in "already exists"."""
    text = (
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  annotations:\n"
        "    helm.sh/hook: pre-upgrade\n    helm.sh/hook-delete-policy: hook-failed\n"
    )
    sides = [Side(title, read_objects(text, "a.yaml")) for title in ("before", "after")]

    (note,) = diff_sides(sides[0], sides[1], DiffOptions(helm=3)).notes
    assert note.startswith("the upgrade fails: ConfigMap a (hook): with Helm 3, the hook is there")
    assert diff_sides(sides[0], sides[1]).notes == ()
