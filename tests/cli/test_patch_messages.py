"""What ``helmwright patch`` says of wrong patches, manifests and command lines, and never of Secrets."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright, write
from tests.cli.patch_files import ALL, IMAGE, inline

from helmwright.cli import run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def files(place: Path) -> Path:
    write(place, {"all.yaml": ALL, "image.yaml": IMAGE})
    return place


@pytest.mark.parametrize(
    ("patch", "where", "message", "hint"),
    [
        (
            "{spec: {template: {spec: {containers: [{image: x}]}}}}",
            "1:40",
            "map: map[image:x] does not contain declared merge key: name",
            "told apart by their name",
        ),
        (
            "{spec: {template: {spec: {containers: {name: x}}}}}",
            "1:27",
            "spec.template.spec.containers is a list, not a map",
            "begin with '- '",
        ),
        (
            "{spec: {template: {spec: [a]}}}",
            "1:20",
            "spec.template.spec is a map, not a list",
            "leave out the '- '",
        ),
        (
            "{spec: {template: {spec: {containers: [{name: web, $patch: drop}]}}}}",
            "1:52",
            "unknown patch type: drop in map: map[$patch:drop name:web]",
            "replace or delete",
        ),
        (
            "{spec: {template: {spec: {containers: [{name: web, $patch: merge}]}}}}",
            "1:52",
            "merging lists cannot yet be specified in the patch",
            "leave it out",
        ),
        (
            "{metadata: {labels: {on: 1}}}",
            "1:22",
            "metadata.labels.true is a text, not a number",
            "in quotes",
        ),
        (
            "{spec: {template: {tolerations: []}}}",
            "1:20",
            'PodTemplateSpec has no field "tolerations"',
            "its place",
        ),
        (
            "{spec: {repliccas: 1}}",
            "1:9",
            'DeploymentSpec has no field "repliccas"',
            "did you mean replicas?",
        ),
        (
            "[{op: add, path: /x, value: 1},\n {op: replace, path: /spec/a/b, value: 1}]",
            "2:2",
            (
                "operation 2 (replace /spec/a/b): replace operation does not apply: "
                "doc is missing path: /spec/a/b: missing value"
            ),
            "look at the path",
        ),
        (
            "{spec: {template: {spec: {$setElementOrder/containers: [{name: b}], containers: [{name: a}]}}}}",
            "1:27",
            "The order in patch list:\n[map[name:a]]\n doesn't match $setElementOrder list:\n[map[name:b]]",
            "in the order",
        ),
    ],
)
def test_says_where_a_patch_is_wrong_and_what_to_do(
    patch: str, where: str, message: str, hint: str
) -> None:
    outcome = inline(patch)

    head = (
        f"--patch-inline:{where}:\nError: cannot patch Deployment web of all.yaml:2:1: {message}\n"
    )
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith(head + "Hint: ")
    assert hint in outcome.err.removeprefix(head)


@pytest.mark.parametrize(
    ("patch", "message"),
    [
        (
            "text",
            "--patch-inline:1:1:\nError: a patch is a map, or a list of operations, not a text\n",
        ),
        ("", "--patch-inline:1:1:\nError: there is no patch in it\n"),
        ("[1]", "--patch-inline:1:2:\nError: a list is a JSON patch, whose elements are maps"),
        (
            "[{op: add}]",
            "--patch-inline:1:2:\nError: cannot patch Deployment web of all.yaml:2:1: ",
        ),
        (
            "a: [}",
            (
                "--patch-inline:1:5:\nError: failed to parse --patch-inline: "
                "error converting YAML to JSON: yaml: did not find expected node content\n"
            ),
        ),
        (
            "{patch: 1}",
            "--patch-inline:1:2:\nError: a patch is a map, or a list of operations, not a number",
        ),
        (
            "{target: {kin: x}, patch: {}}",
            '--patch-inline:1:2:\nError: a target has no field "kin"; it knows ',
        ),
        (
            "{target: 1, patch: {}}",
            "--patch-inline:1:2:\nError: a target is a map with kind and name, not a number",
        ),
        (
            "{options: {x: true}, patch: {}}",
            "--patch-inline:1:1:\nError: options of a patch are allowName",
        ),
        ("{path: a, patch: {}}", "--patch-inline:1:2:\nError: an entry has either patch or path"),
        (
            "[{op: replace, path: '', value: []}]",
            "--patch-inline:1:1:\nError: cannot patch Deployment web of all.yaml:2:1: the patch makes a list",
        ),
    ],
)
def test_refuses_what_is_no_patch(patch: str, message: str) -> None:
    outcome = inline(patch)

    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith(message)


def test_points_into_a_patch_inside_a_file(files: Path) -> None:
    text = """\
# two
- target: {kind: ConfigMap}
  patch: |-
    data: {}
- target:
    kind: Deployment
  patch: |

    spec:
      replicas: [1]
"""
    write(files, {"p.yaml": text})

    outcome = helmwright("patch", "all.yaml", "-p", "p.yaml")

    assert outcome.err.startswith(
        "p.yaml:10:7:\nError: cannot patch Deployment web of all.yaml:2:1: spec.replicas is"
    )


def test_a_patch_needs_a_name_or_a_target() -> None:
    for patch, missing in (("{spec: {}}", "kind"), ("{kind: Pod}", "metadata.name")):
        outcome = helmwright("patch", "all.yaml", "--patch-inline", patch)
        assert outcome.code == 1
        assert outcome.err.startswith(
            f"--patch-inline:1:1:\nError: the patch names no object: it has no {missing}\nHint: "
        )
    outcome = helmwright("patch", "all.yaml", "--patch-inline", "[{op: remove, path: /spec}]")
    assert (
        "Error: a JSON patch does not say which object it is for\nHint: name it with --target"
        in outcome.err
    )


def test_a_patch_for_nothing_is_an_error_unless_allowed(files: Path) -> None:
    write(files, {"p.yaml": IMAGE.replace("name: web\nspec", "name: wep\nspec")})

    outcome = helmwright("patch", "all.yaml", "-p", "p.yaml")

    assert outcome == (
        1,
        "",
        (
            "p.yaml:1:1:\n"
            "Error: the patch is for nothing here: no kind Deployment, name wep, group apps, version v1\n"
            "Hint: there is apps/v1 Deployment web; --allow-missing passes over patches without an object\n"
        ),
    )
    assert helmwright("patch", "all.yaml", "-p", "p.yaml", "--allow-missing") == (0, ALL, "")


def test_a_name_without_a_namespace_must_mean_one_object(files: Path) -> None:
    one = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: {}\n"
    write(files, {"two.yaml": one.format("x") + "---\n" + one.format("z")})
    patch = "{kind: ConfigMap, metadata: {name: a%s}, data: {k: v}}"

    outcome = helmwright("patch", "two.yaml", "--patch-inline", patch % "")
    assert outcome.code == 1
    assert (
        "could be for 2 objects: ConfigMap x/a of two.yaml:1:1, ConfigMap z/a of two.yaml:7:1\n"
        in outcome.err
    )

    outcome = helmwright("patch", "two.yaml", "--patch-inline", patch % ", namespace: z")
    assert (
        outcome.out
        == one.format("x")
        + "---\napiVersion: v1\ndata:\n  k: v\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: z\n"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "- 1\n",
            "m.yaml:1:1:\nError: a manifest is a map with apiVersion, kind and metadata, not a list\n",
        ),
        (
            "a: 1\n---\ntext\n",
            "m.yaml:3:1:\nError: a manifest is a map with apiVersion, kind and metadata, not a text\n",
        ),
        (
            "a: 1\n---\nb: [\n",
            "m.yaml:4:1:\nError: failed to parse m.yaml: error converting YAML to JSON: yaml: ",
        ),
        (
            "a: 1\n--- b\n",
            "m.yaml:2:4:\nError: failed to parse m.yaml: invalid Yaml document separator: b\n",
        ),
    ],
)
def test_refuses_what_is_no_manifest(files: Path, text: str, message: str) -> None:
    write(files, {"m.yaml": text})

    outcome = helmwright("patch", "m.yaml", "-p", "image.yaml")

    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith(message)


@pytest.mark.slow
def test_says_which_file_is_nested_too_deeply(files: Path) -> None:
    write(files, {"deep.yaml": "{a: " * 3000 + "1" + "}" * 3000})
    message = "Error: failed to parse deep.yaml: nested too deeply\n"

    assert helmwright("patch", "deep.yaml", "-p", "image.yaml") == (1, "", message)
    assert helmwright("patch", "all.yaml", "-p", "deep.yaml") == (1, "", message)


def test_values_of_secrets_are_not_shown_in_a_diff() -> None:
    patch = "{stringData: {password: tr0ub4dor, more: x1y2z3}}"

    hidden = inline(patch, "--diff", target="kind=Secret").out
    assert (
        hidden
        == """\
--- all.yaml: v1 Secret login
+++ patched: v1 Secret login
@@ -3,5 +3,6 @@
 metadata:
   name: login
 stringData:
-  password: '<hidden: value before>'
+  more: '<hidden: value after>'
+  password: '<hidden: value after>'
   user: <hidden>
"""
    )
    shown = inline(patch, "--diff", "--show-secrets", target="kind=Secret").out
    assert "-  password: hunter2\n+  more: x1y2z3\n+  password: tr0ub4dor\n" in shown


@pytest.mark.parametrize(
    ("patch", "shown"),
    [
        ("[{op: copy, from: /stringData/password, path: /metadata/name}]", "+  name: <hidden>\n"),
        ("[{op: move, from: /stringData/password, path: /note}]", "+note: <hidden>\n"),
        ("[{op: move, from: /stringData, path: /note}]", "+  password: <hidden>\n"),
        (
            "[{op: add, path: /a, value: []}, {op: move, from: /stringData/password, path: /a/0}]",
            "+a:\n+- <hidden>\n",
        ),
    ],
)
def test_values_of_secrets_are_not_shown_where_a_patch_copies_them(patch: str, shown: str) -> None:
    outcome = inline(patch, "--diff", target="kind=Secret")

    assert outcome.code == 0
    assert shown in outcome.out
    assert "hunter2" not in outcome.out


@pytest.mark.parametrize(
    "patch",
    [
        "{stringData: {$patch: tr0ub4dor, password: hunter2}}",
        "{stringData: {password: *tr0ub4dor}}",
        "{stringData: [tr0ub4dor]}",
        "[{op: add, path: /a/b/c, value: tr0ub4dor}]",
        "[{op: test, path: /stringData/password, value: tr0ub4dor}]",
        "{stringData: {$setElementOrder/x: [tr0ub4dor], x: [hunter2]}}",
    ],
)
def test_values_of_secrets_are_not_in_messages(patch: str) -> None:
    outcome = inline(patch, target="kind=Secret")

    assert outcome.code == 1
    assert "tr0ub4dor" not in outcome.err
    assert "hunter2" not in outcome.err


def test_values_of_a_secret_that_cannot_be_read_are_not_in_the_message(files: Path) -> None:
    write(files, {"bad.yaml": "kind: Secret\nstringData:\n  password: *hunter2\n"})

    outcome = helmwright("patch", "bad.yaml", "-p", "image.yaml")

    assert outcome.err == (
        "bad.yaml:3:13:\nError: failed to parse bad.yaml: error converting YAML to JSON: "
        "yaml: unknown anchor <hidden> referenced\n"
    )


class Terminal(io.BytesIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "no patch: name one with --patch or --patch-inline"),
        (["-p", "image.yaml", "--type", "x"], "--type is one of auto, strategic, merge, json"),
        (["-p", "image.yaml", "--color", "x"], "--color is one of auto, always, never"),
        (["-p", "image.yaml", "--in-place", "-"], "--write changes the files that are read"),
        (
            ["a", "-p", "image.yaml", "--in-place", "-o", "x"],
            "--write changes the files that are read",
        ),
        (["a", "-p", "image.yaml", "--diff", "-o", "-"], "--diff goes to standard output"),
        (["-", "-p", "-"], "only one file can be standard input"),
        (
            ["-p", "image.yaml", "--target", "kind=("],
            "--target: kind of a target is a regular expression: error parsing regexp: missing closing )",
        ),
        (
            ["-p", "image.yaml", "--target", "kind"],
            '--target: "kind" has no value: a target is kind=Deployment,name=web',
        ),
        (
            ["-p", "image.yaml", "--target", "x=y"],
            '--target: a target has no field "x"; it knows group',
        ),
        (["-p", "image.yaml", "--target", "kind="], "--target: a target names something"),
        (
            ["-p", "image.yaml", "--target", "labels=a in b"],
            '--target: "a in b" is no label selector',
        ),
        (["--nope"], "unknown flag: --nope"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str) -> None:
    outcome = helmwright("patch", *arguments)

    assert (outcome.code, outcome.out) == (64, "")
    assert outcome.err.startswith(f"Error: {message}")


def test_does_not_wait_for_a_person_to_type() -> None:
    stderr = io.BytesIO()

    code = run(["patch", "-p", "image.yaml"], stdin=Terminal(), stdout=io.BytesIO(), stderr=stderr)

    assert code == 64
    assert stderr.getvalue().startswith(b"Error: name a file, or pipe manifests to it\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nope.yaml", "-p", "image.yaml"], "open nope.yaml: no such file or directory"),
        (["all.yaml", "-p", "nope.yaml"], "open nope.yaml: no such file or directory"),
        (
            ["all.yaml", "-p", "image.yaml", "--crd", "all.yaml"],
            "all.yaml holds no CustomResourceDefinition and no OpenAPI document",
        ),
    ],
)
def test_files_that_are_not_there_or_not_what_they_must_be(
    arguments: list[str], message: str
) -> None:
    outcome = helmwright("patch", *arguments)

    assert outcome.code == 1
    assert f"Error: {message}" in outcome.err


def test_values_in_patches_for_secrets_that_cannot_be_read_are_not_in_the_message(
    files: Path,
) -> None:
    entry = "- target: {kind: Secret}\n  patch: |\n    data:\n      a: *hunter2\n"
    write(files, {"p.yaml": entry})

    outcome = helmwright("patch", "all.yaml", "-p", "p.yaml")

    assert outcome.err.startswith("p.yaml:4:10:\nError: failed to parse p.yaml: ")
    assert "hunter2" not in outcome.err


def test_short_values_of_secrets_do_not_hide_the_message(files: Path) -> None:
    write(
        files,
        {
            "s.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: a, b: '1'}\n"
        },
    )

    outcome = helmwright(
        "patch", "s.yaml", "--target", "name=s", "--patch-inline", "{stringData: {$patch: '1'}}"
    )

    assert "unknown patch type: <hidden> in map: map[$patch:<hidden>]" in outcome.err


def test_several_inline_patches_are_numbered() -> None:
    outcome = inline("{metadata: {}}", "--patch-inline", "1")

    assert outcome.err.startswith("--patch-inline 2:1:1:\nError: a patch is a map")
