"""``helmwright patch`` as a user calls it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright, write
from tests.cli.patch_files import ALL, CONFIG, DIFF, IMAGE, LOGIN, PATCHED, WEB, inline

from helmwright.cli import run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def files(place: Path) -> Path:
    write(place, {"all.yaml": ALL, "image.yaml": IMAGE})
    return place


def test_patches_one_document_and_leaves_the_others_to_the_byte() -> None:
    outcome = helmwright("patch", "all.yaml", "--patch", "image.yaml")

    assert outcome == (0, f"{PATCHED}---\n{CONFIG}---\n{LOGIN}", "")


def test_reads_standard_input_if_no_file_is_named() -> None:
    expected = helmwright("patch", "all.yaml", "-p", "image.yaml")

    assert helmwright("patch", "-p", "image.yaml", stdin=ALL.encode()) == expected
    assert helmwright("patch", "-", "-p", "image.yaml", stdin=ALL.encode()) == expected
    assert helmwright("patch", "all.yaml", "-p", "-", stdin=IMAGE.encode()) == expected


def test_several_files_become_one_stream(files: Path) -> None:
    write(files, {"config.yaml": CONFIG.rstrip("\n"), "web.yaml": WEB})

    outcome = helmwright("patch", "config.yaml", "web.yaml", "-p", "image.yaml")

    assert outcome.out == f"{CONFIG}---\n{PATCHED}"


@pytest.mark.parametrize(
    "text", ["", "---\n---\n# nothing\n", "a: 1\r\n---\r\nb: 2", "\ufeffa: é\n"]
)
def test_whatever_is_not_patched_is_as_it_was(files: Path, text: str) -> None:
    (files / "any.yaml").write_bytes(text.encode())

    outcome = helmwright("patch", "any.yaml", "-p", "image.yaml", "--allow-missing")

    assert outcome == (0, text, "")


def test_a_patch_that_changes_nothing_leaves_the_text_alone() -> None:
    assert inline("{spec: {template: {}}}").out == ALL


def test_lists_stay_lists(files: Path) -> None:
    text = """\
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: a}
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: b}
"""
    write(files, {"list.yaml": text})

    patch = "{kind: ConfigMap, metadata: {name: b}, data: {x: '1'}}\n---\n{kind: ConfigMap, metadata: {name: a}, $patch: delete}"
    outcome = helmwright("patch", "list.yaml", "--patch-inline", patch)

    assert (
        outcome.out
        == """\
apiVersion: v1
items:
- apiVersion: v1
  data:
    x: "1"
  kind: ConfigMap
  metadata:
    name: b
kind: List
"""
    )


def test_json_stays_json(files: Path) -> None:
    write(files, {"a.json": '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"}}\n'})

    outcome = helmwright(
        "patch", "a.json", "--target", "name=a", "--patch-inline", '{"data":{"x":"<1>"}}'
    )

    assert (
        outcome.out
        == """\
{
  "apiVersion": "v1",
  "data": {
    "x": "<1>"
  },
  "kind": "ConfigMap",
  "metadata": {
    "name": "a"
  }
}
"""
    )


def test_whole_numbers_stay_exact(files: Path) -> None:
    text = "apiVersion: v1\nkind: Thing\nmetadata:\n  name: a\nspec:\n  big: 9007199254740993\n"
    write(files, {"a.yaml": text})

    outcome = helmwright(
        "patch", "a.yaml", "--target", "name=a", "--patch-inline", "{spec: {x: 1.0}}"
    )

    assert outcome.out == text + "  x: 1\n"


def test_a_root_directive_deletes_the_object() -> None:
    assert inline("{$patch: delete}").out == f"---\n{CONFIG}---\n{LOGIN}"


@pytest.mark.parametrize(
    ("target", "changed"),
    [
        ("kind=Deployment", 1),
        ("kind=(Deployment|ConfigMap)", 2),
        ("name=.*", 3),
        ("name=we", 0),
        ("group=apps", 1),
        ("apiVersion=v1", 2),
        ("apiVersion=apps/v1,name=web", 1),
        ("version=v1", 3),
        ("namespace=x", 0),
        ("labels=tier", 1),
        ("labels=!tier", 2),
        ("kind=Deployment,labels=tier in (front,back),tier!=back", 1),
        ("labels=tier notin (front)", 2),
        ("labels=tier==back", 0),
    ],
)
def test_targets(target: str, changed: int) -> None:
    patch = "{metadata: {annotations: {patched: '1'}}}"

    outcome = inline(patch, "--allow-missing", target=target)

    assert (outcome.code, outcome.out.count('patched: "1"')) == (0, changed)


def test_a_target_of_its_own_is_not_the_patchs_name() -> None:
    outcome = inline("{kind: Pod, metadata: {name: other, namespace: x}, spec: {replicas: 2}}")

    assert (
        "kind: Deployment\nmetadata:\n  labels:\n    tier: front\n  name: web\nspec:\n  replicas: 2\n"
        in outcome.out
    )


def test_patches_as_in_a_kustomization(files: Path) -> None:
    patches = """\
- target: {kind: ConfigMap}
  patch: |-
    - op: replace
      path: /data/a
      value: "2"
- patch:
    kind: Secret
    metadata: {name: login}
    type: Opaque
- path: sub/image.yaml
- target: {kind: Deployment, labelSelector: tier=front}
  options: {allowNameChange: true}
  patch: |-
    metadata:
      name: new
"""
    write(files, {"k/patches.yaml": patches, "k/sub/image.yaml": IMAGE})

    outcome = helmwright("patch", "all.yaml", "-p", "k/patches.yaml")

    assert outcome.err == ""
    assert '  a: "2"\n' in outcome.out
    assert "\ntype: Opaque\n" in outcome.out
    assert "  name: new\n" in outcome.out
    assert "image: nginx:2\n" in outcome.out


def test_merge_patches_replace_lists() -> None:
    patch = "{spec: {template: {spec: {containers: [{name: x}]}}}}"

    assert "- name: x\n---" in inline(patch, "--type", "merge").out
    assert "- name: x\n      - image: nginx:1\n" in inline(patch).out


def test_patches_are_applied_one_after_the_other() -> None:
    outcome = inline(
        "{spec: {replicas: 1}}", "--patch-inline", "[{op: test, path: /spec/replicas, value: 1}]"
    )

    assert outcome.code == 0


CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  names: {kind: Thing}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              parts:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [id]
                items: {type: object, properties: {id: {type: string}, size: {type: integer}}}
"""


def test_custom_resources_are_merged_by_their_definition(files: Path) -> None:
    thing = "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: t}\nspec: {parts: [{id: a, size: 1}]}\n"
    write(files, {"thing.yaml": thing, "crd.yaml": CRD})
    arguments = ("patch", "thing.yaml", "--target", "kind=Thing", "--patch-inline")
    part = "{spec: {parts: [{id: b}]}}"

    assert "  parts:\n  - id: b\n" in helmwright(*arguments, part).out
    merged = helmwright(*arguments, part, "--crd", "crd.yaml").out
    assert "  parts:\n  - id: b\n  - id: a\n    size: 1\n" in merged

    unknown = helmwright(
        *arguments, "{spec: {parts: [{id: a, sub: {x: 1}}, {}]}}", "--crd", "crd.yaml"
    )
    assert unknown.err.startswith(
        "--patch-inline:1:39:\nError: cannot patch Thing t of thing.yaml:1:1: "
    )
    assert "\nHint: elements of parts are told apart by their id: " in unknown.err

    write(files, {"two.yaml": CRD.replace("[id]", "[id, size]")})
    two = helmwright(*arguments, part, "--crd", "two.yaml")
    assert two.err.startswith("--patch-inline:1:9:\n")
    assert two.err.endswith(
        "\nHint: --type merge replaces the whole list, a JSON patch changes single elements\n"
    )

    refused = helmwright(*arguments, "{spec: {$patch: delete}}")
    assert refused.code == 1
    assert refused.err.startswith(
        "--patch-inline:1:9:\nError: cannot patch Thing t of thing.yaml:1:1: "
    )
    assert refused.err.endswith(
        "Hint: --crd FILE tells how lists of a custom resource are merged\n"
    )


def test_diff_shows_what_changes_and_nothing_else() -> None:
    assert helmwright("patch", "all.yaml", "-p", "image.yaml", "--diff") == (0, DIFF, "")
    assert inline("{metadata: {}}", "--diff") == (0, "", "")


def test_diff_shows_what_is_deleted() -> None:
    out = inline("{$patch: delete}", "--diff").out

    assert out.startswith(
        "--- all.yaml: apps/v1 Deployment web\n+++ /dev/null\n@@ -1,12 +0,0 @@\n-apiVersion"
    )


class Terminal(io.BytesIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("flags", "variable", "colored"),
    [
        ((), "", True),
        ((), "1", False),
        (("--color", "never"), "", False),
        (("--color", "always"), "1", True),
    ],
)
def test_diff_has_colors_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, flags: tuple[str, ...], variable: str, *, colored: bool
) -> None:
    monkeypatch.setenv("NO_COLOR", variable)
    monkeypatch.setenv("TERM", "xterm")
    stdout = Terminal()

    arguments = ["patch", "all.yaml", "-p", "image.yaml", "--diff", *flags]
    code = run(arguments, stdin=io.BytesIO(), stdout=stdout, stderr=io.BytesIO())

    text = stdout.getvalue().decode()
    assert code == 0
    assert ("\033[32m+      - image: nginx:2\033[0m\n" in text) is colored
    assert ("\033" in text) is colored


def test_in_place_writes_changed_files_only(files: Path) -> None:
    write(files, {"config.yaml": CONFIG})
    before = (files / "config.yaml").stat()

    outcome = helmwright(
        "patch", "all.yaml", "config.yaml", "-p", "image.yaml", "--in-place", "--diff"
    )

    assert outcome == (0, DIFF, "")
    assert (files / "all.yaml").read_text() == f"{PATCHED}---\n{CONFIG}---\n{LOGIN}"
    after = (files / "config.yaml").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert sorted(path.name for path in files.iterdir()) == [
        "all.yaml",
        "config.yaml",
        "image.yaml",
    ]


def test_nothing_is_written_if_a_patch_fails(files: Path) -> None:
    outcome = inline("{spec: {replicas: []}}", "--in-place")

    assert outcome.code == 1
    assert (files / "all.yaml").read_text() == ALL


def test_output_goes_to_a_file(files: Path) -> None:
    outcome = helmwright("patch", "all.yaml", "-p", "image.yaml", "-o", "out/new.yaml", "--diff")

    assert outcome == (0, DIFF, "")
    assert (files / "out/new.yaml").read_text() == f"{PATCHED}---\n{CONFIG}---\n{LOGIN}"


def test_helms_mark_of_the_template_survives(files: Path) -> None:
    mark = "postrenderer.helm.sh/postrender-filename"
    write(
        files,
        {
            "m.yaml": f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  annotations:\n    {mark}: 'c/a.yaml'\n"
        },
    )
    patch = "[{op: remove, path: /metadata/annotations}, {op: add, path: /data, value: {}}]"

    outcome = helmwright("patch", "m.yaml", "--target", "name=a", "--patch-inline", patch)

    assert f"  annotations:\n    {mark}: c/a.yaml\n" in outcome.out
