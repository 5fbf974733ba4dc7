"""Reading the objects of a side, and what is refused."""

from __future__ import annotations

import json

import pytest

from helmwright.base.errors import HelmwrightError, ManifestError
from helmwright.diff.diffing import diff_sides
from helmwright.diff.model import ObjectKey, Side
from helmwright.diff.objects import objects_of, read_objects
from helmwright.rendering.manifest import parse_manifests

STREAM = """---
# Source: shop/templates/web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
---
# Source: shop/templates/web.yaml
apiVersion: batch/v1
kind: Job
metadata: {name: load, namespace: team, annotations: {helm.sh/hook: test}}
"""


def test_comments_say_which_template_an_object_is_from() -> None:
    web, load = read_objects(STREAM, "shop.yaml")

    assert web.key == ObjectKey("", "Service", "", "web")
    assert load.key == ObjectKey("batch", "Job", "team", "load", is_hook=True)
    assert web.template == load.template == "shop/templates/web.yaml"
    assert str(load.position) == "shop.yaml:9"


def test_rendered_manifests_know_their_line() -> None:
    rendered = {"shop/templates/web.yaml": STREAM}
    manifests, hooks = parse_manifests(rendered)

    web, load = objects_of([*manifests, *hooks], rendered)

    assert (web.template, web.line) == ("shop/templates/web.yaml", 2)
    assert (load.template, load.line) == ("shop/templates/web.yaml", 8)
    assert load.data["metadata"]["name"] == "load"


def test_whole_numbers_are_exact() -> None:
    text = "{kind: ConfigMap, metadata: {name: a}, big: 9007199254740993, whole: 1.0}"

    (found,) = read_objects(text, "a.yaml")

    assert found.data["big"] == 9007199254740993
    assert found.data["whole"] == 1
    assert type(found.data["whole"]) is int


def test_json_and_yaml_are_the_same() -> None:
    data = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}, "spec": {"a": [1]}}

    (one,) = read_objects(json.dumps(data, indent="\t"), "a.json")

    assert one.data == data


def test_file_without_objects_has_none() -> None:
    assert read_objects("", "a.yaml") == ()
    assert read_objects("---\n# nothing\n---\n", "a.yaml") == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\n---\njust text\n", "a.yaml:1: it has no kind, so it is no object of Kubernetes"),
        (
            "kind: A\n---\n# why\njust text\n",
            "a.yaml:4: an object is a map with apiVersion and kind, not a text",
        ),
        (
            "kind: A\n---\n- 1\n",
            "a.yaml:3: an object is a map with apiVersion and kind, not a number",
        ),
        ("kind: A\n\0", "a.yaml: it is no text but binary data"),
        ("kind: A\n--- x\n", "a.yaml:2:4: invalid Yaml document separator: x"),
    ],
)
def test_what_is_no_object_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(HelmwrightError) as caught:
        read_objects(text, "a.yaml")

    assert str(caught.value) == message


@pytest.mark.parametrize(
    "text", ["kind: A\n---\nkind: B\na: [\n", "kind: A\n---\nkind: B\na: {b: 1}}\n"]
)
def test_broken_yaml_is_refused_with_the_line_in_the_file(text: str) -> None:
    with pytest.raises(HelmwrightError) as caught:
        read_objects(text, "a.yaml")

    position = caught.value.position
    assert position is not None
    assert position.path == "a.yaml"
    assert position.line in (4, 5)


def test_values_of_broken_secrets_are_not_in_the_error() -> None:
    text = "kind: Secret\nstringData:\n  password: hunter2: x\n"

    with pytest.raises(HelmwrightError) as caught:
        read_objects(text, "a.yaml")

    assert "hunter2" not in str(caught.value)


def test_object_that_is_twice_on_a_side_is_refused_with_both_places() -> None:
    twice = read_objects(STREAM + "---\n" + STREAM, "shop.yaml")

    with pytest.raises(ManifestError) as caught:
        diff_sides(Side("main", ()), Side("feature", twice))

    assert str(caught.value) == (
        "feature: Service web is there twice: at shop.yaml:3 (shop/templates/web.yaml) "
        "and at shop.yaml:15 (shop/templates/web.yaml); only one of them can be in a cluster"
    )


def test_object_that_two_templates_make_is_refused_with_both_templates() -> None:
    text = "kind: Service\nmetadata: {name: web}\n"
    rendered = {"c/templates/a.yaml": text, "c/templates/b.yaml": f"# more\n---\n{text}"}
    manifests, _ = parse_manifests(rendered)
    one = Side("main", objects_of([found for found in manifests if found.kind], rendered))

    with pytest.raises(
        ManifestError, match=r"main: .* c/templates/a.yaml:1 and at c/templates/b.yaml:3;"
    ):
        diff_sides(one, one)


def test_half_of_a_surrogate_pair_in_json_is_what_go_makes_of_it() -> None:
    text = '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x"}, "data": {"a": "\\ud800b\\ud83d\\ude00"}}'

    assert read_objects(text, "x.json")[0].data["data"] == {"a": "\ufffdb\U0001f600"}
