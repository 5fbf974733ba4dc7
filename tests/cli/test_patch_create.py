"""``helmwright patch create`` as a user calls it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cli.command import Outcome, helmwright, write

if TYPE_CHECKING:
    from pathlib import Path

OLD = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  paused: true
  replicas: 1
  template:
    spec:
      containers:
      - args:
        - -a
        image: nginx:1
        name: web
      - image: busybox
        name: debug
"""
NEW = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  labels:
    a/b: c
  name: web
spec:
  replicas: 1
  template:
    spec:
      containers:
      - args:
        - -b
        - -c
        image: nginx:2
        name: web
"""
LIVE = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  uid: 1-2-3
spec:
  replicas: 5
  template:
    spec:
      containers:
      - name: web
        image: nginx:9
        args: [-a]
      - name: injected
        image: proxy
"""
STRATEGIC = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  labels:
    a/b: c
  name: web
spec:
  paused: null
  template:
    spec:
      $setElementOrder/containers:
      - name: web
      containers:
      - args:
        - -b
        - -c
        image: nginx:2
        name: web
      - $patch: delete
        name: debug
"""


@pytest.fixture(autouse=True)
def files(place: Path) -> Path:
    write(place, {"old.yaml": OLD, "new.yaml": NEW, "live.yaml": LIVE})
    return place


def create(*arguments: str) -> Outcome:
    return helmwright("patch", "create", *arguments)


def test_prints_a_strategic_merge_patch_that_names_its_object() -> None:
    assert create("old.yaml", "new.yaml") == (0, STRATEGIC, "")


@pytest.mark.parametrize("kind", ["auto", "strategic", "merge", "json"])
def test_what_it_prints_makes_the_new_object_of_the_old_one(files: Path, kind: str) -> None:
    create("old.yaml", "new.yaml", "--type", kind, "-o", "patch.yaml")

    outcome = helmwright(
        "patch", "old.yaml", "-p", "patch.yaml", "-o", "result.yaml", "--type", kind
    )

    assert outcome == (0, "", "")
    assert (files / "result.yaml").read_text() == NEW
    assert create("result.yaml", "new.yaml") == (0, "", "nothing differs\n")


def test_with_a_live_object_it_is_what_kubectl_sends() -> None:
    assert create("old.yaml", "new.yaml", "live.yaml") == (
        0,
        """\
apiVersion: apps/v1
kind: Deployment
metadata:
  labels:
    a/b: c
  name: web
spec:
  paused: null
  replicas: 1
  template:
    spec:
      $setElementOrder/containers:
      - name: web
      containers:
      - args:
        - -b
        - -c
        image: nginx:2
        name: web
      - $patch: delete
        name: debug
""",
        "",
    )


def test_bare_is_the_patch_alone() -> None:
    assert (
        create("old.yaml", "new.yaml", "--bare", "--type", "merge").out
        == """\
metadata:
  labels:
    a/b: c
spec:
  paused: null
  template:
    spec:
      containers:
      - args:
        - -b
        - -c
        image: nginx:2
        name: web
"""
    )


def test_prints_a_json_patch_with_its_target() -> None:
    assert (
        create("old.yaml", "new.yaml", "--type", "json").out
        == """\
patch:
- op: add
  path: /metadata/labels
  value:
    a/b: c
- op: remove
  path: /spec/paused
- op: replace
  path: /spec/template/spec/containers/0/args/0
  value: -b
- op: add
  path: /spec/template/spec/containers/0/args/-
  value: -c
- op: replace
  path: /spec/template/spec/containers/0/image
  value: nginx:2
- op: remove
  path: /spec/template/spec/containers/1
target:
  group: apps
  kind: Deployment
  name: web
  version: v1
"""
    )


def test_no_overwrite_names_what_others_changed() -> None:
    outcome = create("old.yaml", "new.yaml", "live.yaml", "--no-overwrite")

    assert outcome == (
        1,
        "",
        (
            "new.yaml:8:3:\n"
            "Error: Deployment web: others changed the same in the live object: "
            "spec.replicas, spec.template.spec.containers[name=web].image\n"
        ),
    )


def test_no_overwrite_is_content_if_nobody_changed_the_same(files: Path) -> None:
    write(files, {"live.yaml": OLD.replace("name: web\nspec", "name: web\n  uid: x\nspec")})

    assert create("old.yaml", "new.yaml", "live.yaml", "--no-overwrite") == (0, STRATEGIC, "")


def test_several_objects_are_paired_by_kind_name_and_namespace(files: Path) -> None:
    one = "apiVersion: v1\nkind: {}\nmetadata:\n  name: {}\n  namespace: {}\ndata:\n  k: {}\n"
    old = [
        ("ConfigMap", "a", "x", "old"),
        ("ConfigMap", "a", "z", "old"),
        ("Secret", "a", "x", "b2xk"),
    ]
    new = [
        ("Secret", "a", "x", "bmV3"),
        ("ConfigMap", "a", "z", "new"),
        ("ConfigMap", "a", "x", "old"),
    ]
    write(
        files,
        {
            "o.yaml": "---\n".join(one.format(*each) for each in old),
            "n.yaml": "---\n".join(one.format(*each) for each in new),
        },
    )

    assert (
        create("o.yaml", "n.yaml").out
        == """\
apiVersion: v1
data:
  k: bmV3
kind: Secret
metadata:
  name: a
  namespace: x
---
apiVersion: v1
data:
  k: new
kind: ConfigMap
metadata:
  name: a
  namespace: z
"""
    )
    outcome = create("o.yaml", "n.yaml", "--bare")
    assert (outcome[0], outcome[2]) == (64, "Error: --bare is for one object, and 2 differ\n")


def test_objects_that_are_on_one_side_only_are_an_error_unless_allowed(files: Path) -> None:
    more = f"{NEW}---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: more\n"
    write(files, {"more.yaml": more})

    assert create("old.yaml", "more.yaml") == (
        1,
        "",
        (
            "more.yaml:18:1:\n"
            "Error: ConfigMap more is not in old.yaml\n"
            "Hint: a patch changes objects, and neither adds nor deletes any; "
            "--allow-missing passes over them\n"
        ),
    )
    assert "Error: ConfigMap more is not in old.yaml" in create("more.yaml", "old.yaml")[2]
    assert create("old.yaml", "more.yaml", "--allow-missing") == (
        0,
        STRATEGIC,
        "more.yaml:18:1: ConfigMap more is not in old.yaml: passed over\n",
    )


def test_a_change_of_the_api_version_is_refused(files: Path) -> None:
    write(files, {"beta.yaml": OLD.replace("apps/v1", "apps/v1beta1")})

    outcome = create("beta.yaml", "new.yaml")

    assert outcome[0] == 1
    assert outcome[2].startswith(
        "new.yaml:1:1:\nError: Deployment web: the old object is of apps/v1beta1, the new one of apps/v1"
    )


@pytest.mark.parametrize("kind", ["auto", "strategic", "merge", "json"])
@pytest.mark.parametrize(("text", "said"), [("1", "a number"), ("[a]", "a list"), ("x", "a text")])
def test_an_object_whose_metadata_is_no_map_is_refused(
    files: Path, kind: str, text: str, said: str
) -> None:
    write(files, {"m.yaml": f"apiVersion: v1\nkind: ConfigMap\nmetadata: {text}\n"})
    write(files, {"o.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {labels: {a: b}}\n"})

    expected = (1, "", f"m.yaml:1:1:\nError: ConfigMap (no name): metadata is a map, not {said}\n")
    assert create("o.yaml", "m.yaml", "--type", kind) == expected
    assert create("m.yaml", "o.yaml", "--type", kind) == expected


def test_custom_resources_get_a_merge_patch(files: Path) -> None:
    thing = "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: t}\nspec: {parts: [%s]}\n"
    write(files, {"o.yaml": thing % "{id: a}", "n.yaml": thing % "{id: a}, {id: b}"})

    out = create("o.yaml", "n.yaml", "--bare")[1]
    assert out == "spec:\n  parts:\n  - id: a\n  - id: b\n"

    code, _, err = create("o.yaml", "n.yaml", "--type", "strategic")
    assert code == 1
    assert err.startswith("n.yaml:1:1:\nError: example.com/v1 Thing is no kind of Kubernetes")


def test_values_of_secrets_are_not_in_messages(files: Path) -> None:
    manifest = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {password: %s}\n"
    for name, value in (("o", "hunter1"), ("n", "hunter2"), ("l", "hunter3")):
        write(files, {f"{name}.yaml": manifest % value})

    code, out, err = create("o.yaml", "n.yaml", "l.yaml", "--no-overwrite")

    assert (code, out) == (1, "")
    assert err == (
        "n.yaml:4:14:\n"
        "Error: Secret s: others changed the same in the live object: stringData.password\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "name OLD and NEW, and LIVE if there is one"),
        (["a"], "name OLD and NEW, and LIVE if there is one"),
        (["a", "b", "c", "d"], "name OLD and NEW, and LIVE if there is one"),
        (["a", "b", "--type", "x"], "--type is one of auto, strategic, merge, json"),
        (["a", "b", "--no-overwrite"], "--no-overwrite is about a live object: name LIVE"),
        (
            ["a", "b", "c", "--type", "json"],
            "a JSON patch is made of OLD and NEW only: leave LIVE out",
        ),
        (["-", "-"], "only one file can be standard input"),
        (["a", "b", "--patch", "c"], "unknown flag: --patch"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str) -> None:
    code, out, err = create(*arguments)

    assert (code, out) == (64, "")
    assert err.startswith(f"Error: {message}")


def test_counts_the_objects_without_a_partner(files: Path) -> None:
    manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\n"
    write(files, {"one.yaml": manifest % "a", "other.yaml": manifest % "b"})

    code, out, err = create("one.yaml", "other.yaml")

    assert (code, out) == (1, "")
    assert err.startswith(
        "other.yaml:1:1:\nError: ConfigMap b is not in one.yaml; objects without a partner: 2\n"
    )


def test_has_a_help_of_its_own() -> None:
    outcome = create("--help")

    assert outcome[0] == 0
    assert "\nUsage:\n  helmwright patch create OLD NEW [LIVE] [FLAGS]\n" in outcome[1]
    assert max(map(len, outcome[1].splitlines())) <= 95
