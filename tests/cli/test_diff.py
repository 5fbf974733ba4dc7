"""``helmwright diff``: sources, flags, reports, exit codes, and what is said of wrong input."""

from __future__ import annotations

import base64
import json
import re
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright, write
from tests.diff.git_repository import web_repository

if TYPE_CHECKING:
    from pathlib import Path

CHART = {
    "web/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
    "web/values.yaml": "replicas: 1\nimage: nginx:1\npassword: ''\n",
    "web/values.schema.json": json.dumps(
        {"properties": {"password": {"type": "string", "x-secret": True}}}
    ),
    "web/templates/d.yaml": (
        "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {{ .Release.Name }}\nspec:\n"
        "  replicas: {{ .Values.replicas }}\n  template:\n    spec:\n      containers:\n"
        "      - name: web\n        image: {{ .Values.image }}\n"
    ),
    "web/templates/s.yaml": (
        "apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\n  namespace: {{ .Release.Namespace }}\n"
        "stringData:\n  password: {{ .Values.password | quote }}\n"
    ),
}
FORMS = ("text", "unified", "json", "markdown", "html", "github-summary")


@pytest.fixture(autouse=True)
def chart(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    write(place, CHART)
    write(place, {"old.yaml": "replicas: 2\n", "new.yaml": "replicas: 3\n"})
    return place


def data(*arguments: str, stdin: bytes = b"") -> dict[str, object]:
    """Return the only report of a run, as data."""
    outcome = helmwright("diff", *arguments, "--format", "json", stdin=stdin)
    assert (outcome.code, outcome.err) == (0, "")
    found: dict[str, object] = json.loads(outcome.out)
    return found


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (("-f", "old.yaml", "--to", "new.yaml"), "2 → 3"),
        (("-f", "old.yaml", "--to-set", "replicas=5"), "2 → 5"),
        (("--to", "new.yaml"), "1 → 3"),
        (("--to-set-json", "replicas=4"), "1 → 4"),
        (("-f", "old.yaml", "--to", "old.yaml", "--to", "new.yaml"), "2 → 3"),
        (("--set", "replicas=6", "--to-set", "replicas=7"), "6 → 7"),
    ],
)
def test_two_sets_of_values_are_compared(arguments: tuple[str, ...], wanted: str) -> None:
    outcome = helmwright("diff", "values", "web", *arguments)

    assert (outcome.code, outcome.err) == (0, "")
    assert f"spec.replicas: {wanted}" in outcome.out


def test_values_come_from_standard_input_on_both_sides() -> None:
    arguments = ("diff", "values", "web", "-f", "-", "--to-set", "image=x")
    outcome = helmwright(*arguments, stdin=b"replicas: 9\n")

    assert outcome.code == 0
    assert "nginx:1 → x" in outcome.out
    assert "replicas" not in outcome.out


def test_the_new_side_must_be_said() -> None:
    outcome = helmwright("diff", "values", "web", "-f", "old.yaml")

    assert outcome.code == 64
    assert "say what the new side has: --to FILE, or --to-set key=value" in outcome.err


def test_two_charts_are_compared(place: Path) -> None:
    write(place, {name.replace("web/", "next/", 1): text for name, text in CHART.items()})
    write(place, {"next/values.yaml": "replicas: 1\nimage: nginx:2\n"})

    outcome = helmwright("diff", "chart", "web", "./next", "-f", "old.yaml")

    assert outcome.code == 0
    assert outcome.out.startswith("web → ./next\n")
    assert "nginx:1 → nginx:2" in outcome.out


def test_revisions_are_compared_for_each_environment(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = web_repository(place / "r")
    made.commit({"envs/b.yaml": None})
    monkeypatch.chdir(made.folder)

    outcome = helmwright("diff", "git", "v1..HEAD", "web", "-f", "envs/*.yaml")

    assert outcome.code == 0
    assert outcome.out.startswith("envs/a.yaml: v1 → HEAD\n")
    assert "envs/b.yaml was removed: it is at v1 and not at HEAD" in outcome.out


def test_values_are_set_in_the_order_of_helm_at_each_revision(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(web_repository(place / "r").folder)
    flags = ("--set", "replicas=7", "--set-json", "replicas=8")

    git = helmwright(
        "diff", "git", "v1..v2", "web", "--context", "-1", "--format", "unified", *flags
    )
    rendered = helmwright("template", "web", *flags).out

    assert "  replicas: 7\n" in rendered
    assert "  replicas: 7\n" in git.out


def test_environments_are_named_one_by_one(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(web_repository(place / "r").folder)

    each = ("--each", "envs/a.yaml", "--each", "envs/deep/*,envs/none.yaml")
    outcome = helmwright("diff", "git", *each[:2], "--each", "envs/deep/*", "--", "v1..v2", "web")
    missing = helmwright("diff", "git", *each, "--", "v1..v2", "web")

    assert (outcome.code, outcome.err) == (0, "")
    assert "envs/a.yaml: v1 → v2\n" in outcome.out
    assert "envs/deep/c.yaml: v1 → v2\n" in outcome.out
    assert (missing.code, missing.out) == (1, "")
    assert "envs/none.yaml: not there, neither at v1 nor at v2" in missing.err


def test_patterns_that_the_shell_has_expanded_are_recognised(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(web_repository(place / "r").folder)

    outcome = helmwright("diff", "git", "v1", "web", "-f", "envs/a.yaml", "envs/b.yaml")

    assert outcome.code == 64
    assert "quote patterns of values files" in outcome.err


def test_values_files_in_jinja_are_read_at_each_revision(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = web_repository(place / "r")
    made.commit({"envs/t.yaml.j2": "replicas: {{ n }}\n"}, "t1")
    made.commit({"envs/t.yaml.j2": "replicas: {{ n + 1 }}\n"}, "t2")
    monkeypatch.chdir(made.folder)

    arguments = ("-f", "envs/t.yaml.j2", "--context-set", "n=4")
    outcome = helmwright("diff", "git", "t1..t2", "web", *arguments)

    assert (outcome.code, outcome.err) == (0, "")
    assert "spec.replicas: 4 → 5" in outcome.out


def test_a_folder_of_expected_output_is_compared_with_a_chart() -> None:
    assert helmwright("template", "r", "web", "--output-dir", "expected").code == 0
    arguments = ("diff", "golden", "expected", "web", "--name", "r", "--detailed-exitcode")

    assert helmwright(*arguments).code == 0
    changed = helmwright(*arguments, "--set", "image=nginx:9")
    assert changed.code == 2
    assert "nginx:1 → nginx:9" in changed.out


def test_manifests_are_compared_with_standard_input() -> None:
    rendered = helmwright("template", "web").out
    write_to = rendered.replace("nginx:1", "nginx:5")

    helmwright("template", "web", "--output-dir", "out")
    outcome = helmwright("diff", "manifests", "out", "-", stdin=write_to.encode())

    assert outcome.code == 0
    assert outcome.out.startswith("out → /dev/stdin\n")
    assert "nginx:1 → nginx:5" in outcome.out


def stored(revision: int, status: str, **changes: object) -> dict[str, object]:
    manifest = helmwright("template", "prod", "web", "-n", "apps", "--set", "replicas=2").out
    release = {
        "name": "prod",
        "namespace": "apps",
        "version": revision,
        "info": {"status": status},
        "config": {"replicas": 2},
        "chart": {"metadata": {"name": "web"}, "values": {"replicas": 1, "image": "nginx:1"}},
        "manifest": manifest,
        **changes,
    }
    payload = base64.b64encode(base64.b64encode(json.dumps(release).encode())).decode()
    return {"kind": "Secret", "metadata": {"name": "s"}, "data": {"release": payload}}


def test_a_stored_release_is_compared_with_its_upgrade(place: Path) -> None:
    (place / "release.json").write_text(json.dumps(stored(4, "deployed")))

    same = helmwright("diff", "release", "release.json", "web", "--detailed-exitcode")
    other = helmwright("diff", "release", "release.json", "web", "-f", "new.yaml")

    assert (same.code, same.err) == (0, "")
    assert "no differences" in same.out
    assert other.out.startswith("release prod revision 4 → web\n")
    assert "spec.replicas: 2 → 3" in other.out


def test_two_stored_revisions_are_compared(place: Path) -> None:
    text = str(stored(1, "superseded")).replace("'", '"')
    other = helmwright("template", "prod", "web", "-n", "apps", "--set", "image=x").out
    items = [json.loads(text), stored(2, "deployed", manifest=other), stored(3, "failed")]
    (place / "all.json").write_text(json.dumps({"kind": "List", "items": items}))

    arguments = ("--revision", "1", "--to-revision", "2")
    outcome = helmwright("diff", "release", "all.json", *arguments)
    newest = helmwright("diff", "release", "all.json", "web")
    refused = helmwright("diff", "release", "all.json", "web", *arguments)

    assert outcome.out.startswith("release prod revision 1 → release prod revision 2\n")
    assert "nginx:1 → x" in outcome.out
    assert newest.out.count("revision 3 is failed and newer than revision 2") == 1
    assert refused.code == 64


def test_the_text_of_helm_get_manifest_needs_values(place: Path) -> None:
    (place / "m.yaml").write_text(helmwright("template", "release-name", "web").out)

    outcome = helmwright("diff", "release", "m.yaml", "web")

    assert outcome.code == 0
    assert "does not say the values of the release" in outcome.out
    assert "the text has no hooks" in outcome.out


@pytest.mark.parametrize("flag", ["--detailed-exitcode", "--exit-code"])
def test_the_exit_code_tells_of_differences_if_asked(flag: str) -> None:
    arguments = ("diff", "values", "web", "-f", "old.yaml")

    assert helmwright(*arguments, "--to", "new.yaml").code == 0
    assert helmwright(*arguments, "--to", "new.yaml", flag).code == 2
    assert helmwright(*arguments, "--to", "old.yaml", flag).code == 0
    assert helmwright(*arguments, "--to", "nope.yaml", flag).code == 1
    assert helmwright(*arguments, flag).code == 64


@pytest.mark.parametrize("form", FORMS)
def test_no_form_has_secrets_unless_asked(form: str) -> None:
    arguments = [
        *("diff", "values", "web", "--set", "password=hunter2-old"),
        *("--to-set", "password=hunter2-new,image=hunter2-new", "--format", form),
    ]

    hidden = helmwright(*arguments)
    shown = helmwright(*arguments, "--show-secrets")

    assert (hidden.code, shown.code) == (0, 0)
    assert "hunter2" not in hidden.out + hidden.err
    encoded = base64.b64encode(b"hunter2-new").decode()
    assert encoded not in hidden.out
    assert "hunter2-new" in shown.out or form == "github-summary"


def test_several_forms_go_to_files(place: Path) -> None:
    arguments = ("diff", "values", "web", "-f", "old.yaml", "--to", "new.yaml")
    forms = ("--format", "json,html", "-o", "out/x.json", "-o", "out/x.html")

    outcome = helmwright(*arguments, *forms, "--format", "text", "-o", "-")

    assert outcome.code == 0
    assert outcome.err == "wrote out/x.json\nwrote out/x.html\n"
    assert "spec.replicas: 2 → 3" in outcome.out
    assert json.loads((place / "out/x.json").read_text())
    assert "<html" in (place / "out/x.html").read_text()


def test_a_summary_goes_to_the_file_that_github_names(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / "summary").write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(place / "summary"))
    arguments = ("diff", "values", "web", "-f", "old.yaml", "--to", "new.yaml")

    outcome = helmwright(*arguments, "--format", "github-summary")

    assert outcome == (0, "", "wrote the summary of the run\n")
    text = (place / "summary").read_text()
    assert text.startswith("before\n")
    assert "replicas" in text


@pytest.mark.parametrize(
    ("flags", "absent"),
    [
        (("--suppress", "Deployment"), "replicas"),
        (("--ignore", "spec.replicas"), "spec.replicas:"),
        (("--ignore", "Deployment/*:spec.replicas"), "spec.replicas:"),
    ],
)
def test_what_is_left_out_is_not_shown(flags: tuple[str, ...], absent: str) -> None:
    arguments = ("diff", "values", "web", "--set", "image=a", "--to-set", "replicas=4")

    outcome = helmwright(*arguments, *flags)

    assert outcome.code == 0
    assert absent not in outcome.out.partition("\nvalues\n")[0]


def test_renames_are_looked_for_unless_told_otherwise() -> None:
    def text(name: str) -> bytes:
        rendered = helmwright("template", name, "web", "-n", "apps").out
        return rendered.encode()

    arguments = ("diff", "manifests", "old.manifest", "-")
    with open("old.manifest", "wb") as file:  # noqa: PTH123 - the test's own folder
        file.write(text("one"))

    renamed = helmwright(*arguments, stdin=text("two"))
    apart = helmwright(*arguments, "-D", "2", stdin=text("two"))

    assert "renamed" in renamed.out
    assert "renamed" not in apart.out
    assert "removed" in apart.out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("values", "web", "x", "y", "--to", "new.yaml"), "at most one chart"),
        (("values", "web", "x.yaml", "--to", "new.yaml"), "at most one chart"),
        (("chart", "web"), "name two charts: the old one and the new one"),
        (("manifests", "-", "-"), "only one file can be standard input"),
        (("git",), "name a revision and at most one chart"),
        (("git", "v1", "web", "-f", "-"), "values are read from git"),
        (("values", "web", "--to", "new.yaml", "--format", "pdf"), "--format is one of text"),
        (("values", "web", "--to", "new.yaml", "--color", "pink"), "--color is one of auto"),
        (("values", "web", "--to", "new.yaml", "-C", "-5"), "--context is a number"),
        (("values", "web", "--to", "new.yaml", "-D", "-1"), "--find-renames is a number"),
        (("values", "web", "--to", "new.yaml", "--now", "x"), "RFC 3339"),
        (("values", "web", "--to", "new.yaml", "--format", "json,html"), "needs its --output"),
        (("nope",), "name what to compare: values, chart, git, golden, manifests, release"),
        ((), "name what to compare"),
    ],
)
def test_wrong_usage_is_explained(arguments: tuple[str, ...], reason: str) -> None:
    outcome = helmwright("diff", *arguments)

    assert (outcome.code, outcome.out) == (64, "")
    assert reason in outcome.err


@pytest.mark.parametrize(
    ("files", "arguments", "reason"),
    [
        ({"b.yaml": "a: [\n"}, ("manifests", "web/templates", "b.yaml"), "web/templates"),
        ({"b.yaml": "a: [\n"}, ("manifests", "b.yaml", "b.yaml"), "b.yaml:"),
        ({"b.yaml": "x\0y"}, ("manifests", "b.yaml", "b.yaml"), "b.yaml: it is no text"),
        ({"r": "hello"}, ("release", "r", "web"), "r: it holds neither a release nor manifests"),
        ({}, ("git", "main", "web"), "is not in a git repository"),
    ],
)
def test_broken_input_names_side_and_file_and_prints_nothing(
    place: Path, files: dict[str, str], arguments: tuple[str, ...], reason: str
) -> None:
    write(place, files)

    outcome = helmwright("diff", *arguments)

    assert (outcome.code, outcome.out) == (1, "")
    assert reason in outcome.err


def test_an_object_that_is_there_twice_is_named(place: Path) -> None:
    one = "kind: A\nmetadata: {name: a}\n"
    write(place, {"one.yaml": one, "two.yaml": f"{one}---\n{one}"})

    outcome = helmwright("diff", "manifests", "one.yaml", "two.yaml")

    assert (outcome.code, outcome.out) == (1, "")
    assert "two.yaml: A a is there twice: at two.yaml:1 and at two.yaml:4" in outcome.err


def test_a_broken_environment_is_an_error_behind_the_report_of_the_others(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = web_repository(place / "r")
    made.commit({"envs/b.yaml": "replicas: [\n"}, "v3")
    monkeypatch.chdir(made.folder)

    arguments = ("--format", "text", "-o", "out.txt")
    outcome = helmwright("diff", "git", "v2..v3", "web", "-f", "envs/*.yaml", *arguments)

    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith("wrote out.txt\n")
    assert "Error: envs/b.yaml: v3: failed to parse envs/b.yaml: " in outcome.err
    assert "envs/a.yaml: v2 → v3\n\nno differences\n" in (made.folder / "out.txt").read_text()


def test_what_is_named_for_one_side_is_said_to_be_broken(place: Path) -> None:
    write(place, {"b.yaml": "a: [\n"})

    values = helmwright("diff", "values", "web", "--to", "b.yaml")
    chart = helmwright("diff", "chart", "web", "./gone")

    assert (values.code, chart.code) == (1, 1)
    assert values.err.startswith("b.yaml:2:1:\nError: b.yaml: failed to parse b.yaml: ")
    assert chart.err.startswith("Error: ./gone: there is no chart at ./gone")


@pytest.mark.parametrize("name", ["values", "chart", "git", "golden", "manifests", "release"])
def test_each_source_has_help(name: str) -> None:
    outcome = helmwright("diff", name, "--help")

    assert outcome.code == 0
    assert f"helmwright diff {name} " in outcome.out
    assert "Examples:" in outcome.out
    assert f"  {name} " in helmwright("help", "diff").out


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("",), "git\ta chart and its values at two revisions"),
        (("values", "--format", ""), "html\t\n"),
        (("values", "--to", ""), ":files\n"),
        (("values", ""), ":charts\n"),
        (("manifests", ""), ":files\n"),
        (("release", ""), ":files\n"),
        (("release", "r.json", ""), ":charts\n"),
        (("release", "--rev"), "--revision\t"),
        (("nope", ""), ":words\n"),
    ],
)
def test_words_are_completed(words: tuple[str, ...], wanted: str) -> None:
    assert wanted in helmwright("__complete", "diff", *words).out


def test_revisions_are_completed(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(web_repository(place / "r").folder)

    assert helmwright("__complete", "diff", "git", "v").out == "v1\t\nv2\t\n:words\n"
    monkeypatch.chdir(place)
    assert helmwright("__complete", "diff", "git", "").out == ":words\n"


@pytest.mark.parametrize("given", ["2", "5", "0"])
def test_only_helm_3_and_4_upgrade(given: str) -> None:
    outcome = helmwright("diff", "values", "web", "--to", "new.yaml", "--helm", given)
    assert outcome.code == 64
    assert re.match(rf"Error: --helm {given}: (eras begin with|is no version of Helm)", outcome.err)


def test_helm_4_upgrades_unless_another_is_named() -> None:
    from helmwright.diff.diffing import DiffOptions

    assert DiffOptions().helm == 4
    assert helmwright("diff", "values", "web", "--to", "new.yaml", "--helm", "3").code == 0


PATCH = """
apiVersion: apps/v1
kind: Deployment
metadata: {name: release-name}
spec: {template: {spec: {nodeSelector: {disk: fast}}}}
"""


def test_a_patched_release_is_compared_with_the_patched_chart(place: Path) -> None:
    """As a post-renderer has patched it before Helm stored it."""
    write(place, {"p.yaml": PATCH.replace("release-name", "r")})
    rendered = helmwright("template", "r", "web", "-f", "old.yaml", "--output-dir", "out")
    assert rendered.code == 0
    patched = helmwright("patch", "out/web/templates/d.yaml", "--patch", "p.yaml").out
    secret = (place / "out/web/templates/s.yaml").read_text()
    (place / "installed.yaml").write_text(f"{patched}\n{secret}")
    arguments = ("release", "installed.yaml", "web", "--name", "r", "-f", "old.yaml")

    bare = helmwright("diff", *arguments)
    assert "nodeSelector" in bare.out
    same = helmwright("diff", *arguments, "--patch", "p.yaml")
    assert "no differences" in same.out, same.out
    inline = helmwright("diff", *arguments, "--patch-inline", (place / "p.yaml").read_text())
    assert inline.out == same.out
    changed = helmwright("diff", *arguments, "--patch", "p.yaml", "--set", "replicas=9")
    assert "spec.replicas: 2 → 9" in changed.out
    assert "nodeSelector" not in changed.out


def test_patches_are_on_both_sides_of_a_diff_of_values(place: Path) -> None:
    write(place, {"p.yaml": PATCH})

    outcome = helmwright("diff", "values", "web", "--to", "new.yaml", "--patch", "p.yaml")
    assert (outcome.code, outcome.err) == (0, "")
    assert "1 → 3" in outcome.out
    assert "nodeSelector" not in outcome.out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--patch", "p.yaml"), 1, "the patch is for nothing here"),
        (("--patch", "p.yaml", "--allow-missing"), 0, ""),
        (("--patch-inline", "{spec: 1}", "--patch-type", "x"), 64, "--patch-type is one of"),
        (("--patch", "gone.yaml"), 1, "gone.yaml"),
    ],
)
def test_a_patch_that_fits_nothing_is_an_error(
    place: Path, arguments: tuple[str, ...], code: int, message: str
) -> None:
    write(place, {"p.yaml": PATCH.replace("release-name", "other")})

    outcome = helmwright("diff", "values", "web", "--to", "new.yaml", *arguments)
    assert outcome.code == code
    assert message in outcome.err


def test_stored_revisions_take_no_patches(place: Path) -> None:
    write(place, {"p.yaml": PATCH, "installed.yaml": PATCH})

    arguments = ("release", "installed.yaml", "--to-revision", "2", "--patch", "p.yaml")
    outcome = helmwright("diff", *arguments)
    assert outcome.code == 64
    assert "--patch is for a chart" in outcome.err


def test_a_list_without_releases_is_an_error(place: Path) -> None:
    empty = "apiVersion: v1\nitems: []\nkind: List\nmetadata:\n  resourceVersion: ''\n"
    write(place, {"empty.yaml": empty})

    outcome = helmwright("diff", "release", "empty.yaml", "web")
    assert (outcome.code, outcome.out) == (1, "")
    assert "the list is empty" in outcome.err


CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, kind: Thing}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
"""


def test_definitions_below_crds_are_said_to_stay_as_they_are(place: Path) -> None:
    write(place, {f"new/{name.removeprefix('web/')}": text for name, text in CHART.items()})
    write(place, {"web/crds/t.yaml": CRD, "new/crds/t.yaml": CRD.replace("Namespaced", "Cluster")})
    note = "helm upgrade never touches what is below crds/"

    without = helmwright("diff", "chart", "web", "new")
    assert (
        f"note: crds/ differs (CustomResourceDefinition things.example.com): {note}" in without.out
    )
    assert "no differences" in without.out
    shown = helmwright("diff", "chart", "web", "new", "--include-crds")
    assert note in shown.out
    assert "no visible effect: helm upgrade leaves it as it is" in shown.out
    assert "the upgrade fails" not in shown.out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [("", CRD, "helm upgrade does not add it"), (CRD, "", "helm upgrade does not remove it")],
)
def test_definitions_that_come_and_go_are_left_alone_too(
    place: Path, old: str, new: str, said: str
) -> None:
    write(place, {f"new/{name.removeprefix('web/')}": text for name, text in CHART.items()})
    write(place, {"web/crds/t.yaml": old, "new/crds/t.yaml": new})

    outcome = helmwright("diff", "chart", "web", "new", "--include-crds")
    assert said in outcome.out
    assert "crds/ differs" in outcome.out


def test_definitions_that_stay_are_no_news(place: Path) -> None:
    write(place, {f"new/{name.removeprefix('web/')}": text for name, text in CHART.items()})
    write(place, {"web/crds/t.yaml": CRD, "new/crds/t.yaml": f"# the same\n{CRD}"})

    assert "crds/" not in helmwright("diff", "chart", "web", "new").out


TWINS = """
apiVersion: v1
kind: Pod
metadata: {name: a}
spec: {containers: [{name: c, image: i, env: [{name: A}, {name: B}]}]}
"""


@pytest.mark.parametrize(
    ("settings", "flags", "fails"),
    [
        ("", (), True),
        ("diff: {helm: 3}\n", (), False),
        ("diff: {helm: 3}\ngolden: {seed: 1}\n", ("--helm", "4"), True),
        ("lint: {quiet: true}\n", ("--helm=3",), False),
    ],
)
def test_settings_name_the_helm_that_upgrades(
    place: Path, settings: str, flags: tuple[str, ...], *, fails: bool
) -> None:
    write(place, {".helmwright.yaml": settings} if settings else {})
    write(place, {"a.yaml": TWINS, "b.yaml": TWINS.replace("name: B", "name: A")})

    outcome = helmwright("diff", "manifests", "a.yaml", "b.yaml", *flags)
    assert outcome.err == ""
    assert ("duplicate entries for key [name]" in outcome.out) == fails
    assert ("Helm 3 would merge them" in " ".join(outcome.out.split())) == fails


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("diff: {helm: 5}", ".helmwright.yaml:1:8: helm: must be 3 or 4, not 5"),
        ("diff: {helms: 3}", 'unknown key "helms"; did you mean "helm"?'),
        ("diff: {helm: x}", "helm must be a whole number"),
    ],
)
def test_wrong_settings_are_refused_with_their_place(
    place: Path, settings: str, message: str
) -> None:
    write(place, {".helmwright.yaml": settings, "a.yaml": TWINS})

    outcome = helmwright("diff", "manifests", "a.yaml", "a.yaml")
    assert outcome.code == 64
    assert message in outcome.err


def test_a_file_for_context_is_pointed_to_its_own_flag() -> None:
    found = helmwright("diff", "values", "--to-set", "a=1", "--context", "prod.context.yaml")

    assert found.code == 64
    assert found.err.startswith('Error: invalid argument "prod.context.yaml"')
    assert found.err.endswith("; variables of values files in Jinja2 are in --context-file\n")
