"""A side that does not render is told with Helm's text, and leaves the rest of the report alone."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from tests.cli.command import helmwright, write
from tests.diff.git_repository import Repository

from helmwright import diff_charts, diff_values
from helmwright.base.errors import ChartError
from helmwright.diff import diff_release, write_diff
from helmwright.diff.report import FORMS, json_data
from helmwright.releases import read_releases

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

GOOD = {
    "Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
    "values.yaml": "replicas: 1\nname: web\n",
    "templates/d.yaml": (
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Values.name }}\ndata:\n"
        "  replicas: {{ .Values.replicas | quote }}\n"
    ),
}
BROKEN: dict[str, tuple[dict[str, str], str]] = {
    "template": (
        {"templates/e.yaml": "a: b\n{{ fail `set a name` }}\n"},
        "execution error at (web/templates/e.yaml:2:3): set a name",
    ),
    "syntax": (
        {"templates/e.yaml": "{{ if }}\n"},
        "parse error at (web/templates/e.yaml:1): missing value for if",
    ),
    "schema": (
        {"values.schema.json": '{"properties": {"replicas": {"type": "string"}}}'},
        "values don't meet the specifications of the schema(s) in the following chart(s):",
    ),
    "dependency": (
        {"Chart.yaml": GOOD["Chart.yaml"] + "dependencies: [{name: sub, version: 1.0.0}]\n"},
        "found in Chart.yaml, but missing in charts/ directory: sub",
    ),
    "output": (
        {"templates/e.yaml": "a: b: c\n"},
        "YAML parse error on web/templates/e.yaml: error converting YAML to JSON: yaml: mapping",
    ),
    "defaults": ({"values.yaml": "a: [\n"}, "cannot load values.yaml"),
    "metadata": ({"Chart.yaml": "name: web\n"}, "chart.metadata.version is required"),
    "twice": (
        {"templates/e.yaml": GOOD["templates/d.yaml"]},
        "ConfigMap web is there twice: at web/templates/d.yaml:1 and at web/templates/e.yaml:1",
    ),
    "no object": ({"templates/e.yaml": "a: b\n"}, "it has no kind"),
}


@pytest.fixture(autouse=True)
def _folder(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    write(place / "good", GOOD)


def write_broken(folder: Path, name: str) -> str:
    """Writes a chart that does not render; returns what Helm says."""
    files, text = BROKEN[name]
    write(folder, {**GOOD, **files})
    return text


def report_of(*arguments: str, code: int = 0) -> dict[str, Any]:
    outcome = helmwright("diff", *arguments, "--format", "json")
    assert outcome.code == code, outcome
    data = json.loads(outcome.out)
    jsonschema.Draft202012Validator(json.loads(json_data.schema_text())).validate(data)
    (found,) = data["reports"]
    assert json_data.from_json(outcome.out)[0].fails == found["fails"]
    return dict(found)


@pytest.mark.parametrize("name", BROKEN)
def test_what_a_chart_repairs_is_added(place: Path, name: str) -> None:
    text = write_broken(place / "bad", name)

    found = report_of("chart", "bad", "good")

    assert text in found["before"]["failure"]["message"]
    assert "failure" not in found["after"]
    assert [(one["status"], one["name"]) for one in found["objects"]] == [("added", "web")]
    assert helmwright("diff", "chart", "bad", "good").err == ""
    assert helmwright("diff", "chart", "bad", "good", "--detailed-exitcode").code == 2


@pytest.mark.parametrize("name", BROKEN)
def test_what_a_chart_breaks_is_withheld_and_an_error(place: Path, name: str) -> None:
    text = write_broken(place / "bad", name)

    found = report_of("chart", "good", "bad", code=1)
    told = helmwright("diff", "chart", "good", "bad", "--detailed-exitcode")

    assert text in found["after"]["failure"]["message"]
    assert (found["objects"], found["summary"]["removed"]) == ([], 0)
    assert told.code == 1
    assert text in told.err


def test_the_text_is_helms(place: Path) -> None:
    write_broken(place / "bad", "template")
    alone = helmwright("template", "bad").err

    found = report_of("chart", "good", "bad", code=1)

    failure = found["after"]["failure"]
    position = failure["position"]
    place_of = f"{position['path']}:{position['line']}:{position['column']}:\n"
    assert f"{place_of}Error: {failure['message']}\n" in alone


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("chart", "gone", "good"), "there is no chart at gone"),
        (("chart", "good", "gone"), "there is no chart at gone"),
        (("values", "good", "-f", "gone.yaml", "--to", "new.yaml"), "open gone.yaml: no such file"),
        (("values", "good", "-f", "new.yaml", "--to", "gone.yaml"), "open gone.yaml: no such file"),
    ],
)
def test_a_mistyped_name_is_no_side_that_fails(
    place: Path, arguments: tuple[str, ...], text: str
) -> None:
    write(place, {"new.yaml": "replicas: 2\n"})

    outcome = helmwright("diff", *arguments)

    assert (outcome.code, outcome.out) == (1, "")
    assert text in outcome.err


@pytest.mark.parametrize(
    ("files", "text"),
    [
        ({"old.yaml": "a: [\n"}, "failed to parse old.yaml"),
        ({"old.yaml": "name: 'a: b'\n"}, "error converting YAML to JSON"),
    ],
)
def test_values_that_do_not_render_are_one_side(
    place: Path, files: Mapping[str, str], text: str
) -> None:
    write(place, {"new.yaml": "replicas: 2\n", **files})
    repaired = report_of("values", "good", "-f", "old.yaml", "--to", "new.yaml")
    broken = report_of("values", "good", "-f", "new.yaml", "--to", "old.yaml", code=1)

    assert text in repaired["before"]["failure"]["message"]
    assert repaired["summary"]["added"] == 1
    assert text in broken["after"]["failure"]["message"]


def test_what_fails_on_both_sides_alike_is_an_error(place: Path) -> None:
    text = write_broken(place / "bad", "template")

    outcome = helmwright("diff", "values", "bad", "--to-set", "replicas=2")

    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.count(text) == 1


def test_sides_can_fail_in_two_ways(place: Path) -> None:
    write_broken(place / "bad", "template")
    write_broken(place / "worse", "syntax")

    outcome = helmwright("diff", "chart", "bad", "worse")

    assert outcome.code == 1
    assert "set a name" in outcome.out
    assert "missing value for if" in outcome.out
    assert "missing value for if" in outcome.err


@pytest.fixture
def environments(place: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """Returns a repository in which v2 breaks one of three environments and repairs another."""
    made = Repository(place / "r")
    chart = {f"web/{name}": text for name, text in GOOD.items()}
    chart["web/templates/f.yaml"] = "{{ if .Values.bad }}{{ fail .Values.bad }}{{ end }}\n"
    made.commit(
        {**chart, "envs/a.yaml": "bad: first\n", "envs/b.yaml": "", "envs/c.yaml": ""}, "v1"
    )
    made.commit(
        {"envs/a.yaml": "", "envs/b.yaml": "replicas: 3\n", "envs/c.yaml": "bad: last\n"}, "v2"
    )
    monkeypatch.chdir(made.folder)
    return made


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.usefixtures("environments")
def test_other_environments_are_reported_in_every_form(form: str) -> None:
    outcome = helmwright("diff", "git", "v1..v2", "web", "-f", "envs/*.yaml", "--format", form)

    assert outcome.code == 1
    shown = outcome.out.replace("&#x27;", "'").replace("\\", "")
    assert "execution error at (web/templates/f.yaml:1:23): first" in shown
    assert "execution error at (web/templates/f.yaml:1:23): last" in shown
    assert outcome.err.endswith(
        "Error: envs/c.yaml: v2: execution error at (web/templates/f.yaml:1:23): last\n"
    )
    assert "3" in shown
    if form == "unified":
        assert "# v2 does not render: its objects are withheld\n" in shown
    elif form != "json":
        assert "v1 does not render: all objects of v2 are shown as added" in shown
        assert "v2 does not render: its objects are withheld" in shown
        assert "1 added; the side before does not render" in shown


@pytest.mark.usefixtures("environments")
def test_each_environment_has_its_own_outcome() -> None:
    outcome = helmwright("diff", "git", "v1..v2", "web", "-f", "envs/*.yaml", "--format", "json")
    found = {one["environment"]: one for one in json.loads(outcome.out)["reports"]}

    assert {name: (one["fails"], len(one["objects"])) for name, one in found.items()} == {
        "envs/a.yaml": (False, 1),
        "envs/b.yaml": (False, 1),
        "envs/c.yaml": (True, 0),
    }


def test_values_in_lfs_fail_their_environment_only(environments: Repository) -> None:
    environments.commit(
        {"envs/a.yaml": "version https://git-lfs.github.com/spec/v1\noid x\n", "envs/c.yaml": ""}
    )

    outcome = helmwright("diff", "git", "v1..HEAD", "web", "-f", "envs/*.yaml")

    assert outcome.code == 1
    assert "is kept in Git LFS" in outcome.err
    assert 'data.replicas: "1" → "3"' in outcome.out


def test_a_link_out_of_the_repository_fails_its_environment_only(environments: Repository) -> None:
    (environments.folder / "envs" / "a.yaml").unlink()
    (environments.folder / "envs" / "a.yaml").symlink_to("/etc/hostname")
    environments.commit({"envs/c.yaml": ""})

    outcome = helmwright("diff", "git", "v1..HEAD", "web", "-f", "envs/*.yaml")

    assert outcome.code == 1
    assert "is a link out of the repository" in outcome.err
    assert 'data.replicas: "1" → "3"' in outcome.out


def test_a_chart_in_a_submodule_is_one_side(environments: Repository, place: Path) -> None:
    other = Repository(place / "other")
    other.commit({**GOOD})
    environments.git("rm", "-rq", "web")
    environments.git("submodule", "add", "-q", str(other.folder), "web")
    environments.commit({}, "v3")
    shutil.rmtree(environments.folder / "web")

    outcome = helmwright("diff", "git", "v3..v1", "web", "-f", "envs/b.yaml")

    assert (outcome.code, outcome.err) == (0, "")
    assert "web at " in outcome.out
    assert "is a submodule" in outcome.out
    assert "+ added ConfigMap web" in outcome.out


def test_a_chart_that_does_not_load_at_a_revision_is_one_side(environments: Repository) -> None:
    environments.commit({"web/values.yaml": "a: [\n"}, "v3")

    repaired = helmwright("diff", "git", "v3..v1", "web", "-f", "envs/b.yaml")
    broken = helmwright("diff", "git", "v1..v3", "web", "-f", "envs/b.yaml")

    assert (repaired.code, repaired.err) == (0, "")
    assert "cannot load values.yaml" in repaired.out
    assert "+ added ConfigMap web" in repaired.out
    assert broken.code == 1


def test_an_upgrade_and_expected_output_fail_as_others(place: Path) -> None:
    text = write_broken(place / "bad", "template")
    write(place, {"m.yaml": helmwright("template", "good").out})
    for arguments in (("release", "m.yaml", "bad"), ("golden", "m.yaml", "bad")):
        found = report_of(*arguments, code=1)

        assert text in found["after"]["failure"]["message"]
        assert found["objects"] == []

    release = read_releases((place / "m.yaml").read_bytes(), "m.yaml")[0]
    assert diff_release(release, place / "bad", {}).fails


SECRET = {
    "values.yaml": "password: ''\nname: web\nreplicas: 1\n",
    "templates/e.yaml": "{{ fail (print `wrong: ` .Values.password) }}\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_the_text_has_no_secrets_unless_asked(place: Path, form: str) -> None:
    write(place / "bad", {**GOOD, **SECRET})
    write(place, {"v.yaml": "password: hunter2-long\n"})
    arguments = ("diff", "chart", "good", "bad", "-f", "v.yaml", "--format", form)

    hidden, shown = helmwright(*arguments), helmwright(*arguments, "--show-secrets")

    assert "wrong: " in hidden.out
    assert "hunter2" not in hidden.out + hidden.err
    assert "hunter2-long" in shown.out


def test_programs_get_reports_without_secrets(place: Path) -> None:
    write(place / "bad", {**GOOD, **SECRET})
    values = {"password": "hunter2-long"}

    repaired = diff_charts(place / "bad", place / "good", values)
    broken = diff_values(place / "bad", {}, values)
    with pytest.raises(ChartError, match="gone"):
        diff_charts(place / "gone", place / "good", values)

    assert (repaired.fails, repaired.differs, len(repaired.objects)) == (False, True, 1)
    assert (broken.fails, broken.objects) == (True, ())
    for form in FORMS:
        text = write_diff([repaired, broken], form)
        assert "wrong: " in text
        assert "hunter2" not in text
    assert "hunter2" in repr(diff_values(place / "bad", {}, values, show_secrets=True))
