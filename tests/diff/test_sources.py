"""Sides of a diff out of charts, manifests and releases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.cli.command import CHART

from helmwright.base.errors import HelmwrightError, UsageError
from helmwright.base.records import replace
from helmwright.charts.loader import load_chart
from helmwright.diff.diffing import diff_sides
from helmwright.diff.model import Status
from helmwright.diff.sources.manifests import manifests_side, texts_side
from helmwright.diff.sources.release import release_side, settings_for, without_subcharts
from helmwright.diff.sources.rendering import RenderSettings, render_side
from helmwright.releases.model import StoredChart, StoredHook, StoredRelease

if TYPE_CHECKING:
    from pathlib import Path

MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\ndata: {v: '%s'}\n"
HOOK = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: %s\n  annotations: {helm.sh/hook: '%s'}\n"


def write_chart(folder: Path, files: dict[str, str]) -> str:
    for name, text in {"Chart.yaml": CHART, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return str(folder)


def names(side: Any) -> list[str]:
    return [one.key.name for one in side.objects]


def test_a_side_has_the_objects_of_a_chart_with_their_places(tmp_path: Path) -> None:
    templates = {"templates/a.yaml": f"\n---\n{MAP % ('one', '1')}---\n{MAP % ('two', '2')}"}
    chart = load_chart(write_chart(tmp_path / "c", templates))

    side = render_side(chart, {"x": 1}, RenderSettings(), "prod")

    assert [(one.key.name, one.template, one.line) for one in side.objects] == [
        ("one", "c/templates/a.yaml", 3),
        ("two", "c/templates/a.yaml", 8),
    ]
    assert (side.title, side.values) == ("prod", {"x": 1})


def test_random_output_and_the_clock_are_the_same_on_both_sides(tmp_path: Path) -> None:
    text = MAP % ("one", "{{ randAlphaNum 9 }} {{ now | unixEpoch }} {{ uuidv4 }}")
    chart = load_chart(write_chart(tmp_path / "c", {"templates/a.yaml": text}))
    before, after = (render_side(chart, {}, RenderSettings(), side) for side in "ab")

    assert not diff_sides(before, after).differs
    other = render_side(chart, {}, RenderSettings(seed=2), "c")
    assert diff_sides(before, other).differs


def test_what_cannot_be_rendered_names_its_side(tmp_path: Path) -> None:
    chart = load_chart(write_chart(tmp_path / "c", {"templates/a.yaml": "{{ fail `no` }}"}))

    with pytest.raises(HelmwrightError, match=r"after: execution error at .*: no$"):
        render_side(chart, {}, RenderSettings(), "after")


def test_a_wrong_time_is_a_wrong_usage() -> None:
    with pytest.raises(UsageError, match="RFC 3339"):
        RenderSettings(now="yesterday").world()


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        ({}, ["one", "up", "both"]),
        ({"tests": True}, ["one", "up", "both", "try"]),
        ({"hooks": False}, ["one"]),
        ({"hooks": False, "tests": True}, ["one"]),
    ],
)
def test_test_hooks_count_only_if_asked(settings: dict[str, Any], wanted: list[str]) -> None:
    text = "---\n".join(
        [
            MAP % ("one", "1"),
            HOOK % ("up", "pre-upgrade"),
            HOOK % ("both", "test, post-install"),
            HOOK % ("try", "test-success"),
        ]
    )

    assert names(texts_side([("f", text.encode())], RenderSettings(**settings), "f")) == wanted


def test_crds_count_if_asked(tmp_path: Path) -> None:
    crd = (
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: x}\n"
    )
    files = {"crds/x.yaml": crd, "templates/a.yaml": MAP % ("one", "1")}
    chart = load_chart(write_chart(tmp_path / "c", files))

    assert names(render_side(chart, {}, RenderSettings(), "s")) == ["one"]
    side = render_side(chart, {}, RenderSettings(crds=True), "s")
    assert [(one.key.name, one.template) for one in side.objects] == [
        ("x", "c/crds/x.yaml"),
        ("one", "c/templates/a.yaml"),
    ]


def test_folders_are_read_as_a_whole(tmp_path: Path) -> None:
    files = {
        "b/two.yml": MAP % ("two", "2"),
        "a.yaml": MAP % ("one", "1"),
        "b/c/three.json": '{"kind": "X", "metadata": {"name": "three"}}',
        "README.md": "# hello",
        ".hidden/x.yaml": "a: [",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)

    side = manifests_side(str(tmp_path), RenderSettings())

    assert names(side) == ["one", "two", "three"]


def test_files_without_an_ending_count_if_there_are_no_others(tmp_path: Path) -> None:
    (tmp_path / "v1.ConfigMap.default.one").write_text(MAP % ("one", "1"))

    assert names(manifests_side(str(tmp_path), RenderSettings())) == ["one"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"a: [\n", r"^new/f\.yaml: .*yaml: line 1"),
        (b"\x00\x01\x02", r"^new/f\.yaml: it is no text but binary data"),
        (b"- 1\n", r"^new/f\.yaml: an object is a map"),
    ],
)
def test_broken_files_name_the_side(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "new" / "f.yaml"
    path.parent.mkdir()
    path.write_bytes(data)

    with pytest.raises(HelmwrightError) as caught:
        manifests_side(str(path), RenderSettings(), "new/f.yaml")

    import re

    assert re.search(reason, caught.value.message)


def test_an_empty_folder_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(HelmwrightError, match="the folder has no files"):
        manifests_side(str(tmp_path), RenderSettings())
    with pytest.raises(HelmwrightError, match="no such file or directory"):
        manifests_side(str(tmp_path / "nope"), RenderSettings())


RELEASE = StoredRelease(
    name="web",
    namespace="apps",
    revision=4,
    status="deployed",
    manifest=f"---\n# Source: c/templates/a.yaml\n{MAP % ('one', '1')}",
    hooks=(
        StoredHook(name="h", kind="Pod", path="c/h.yaml", manifest=HOOK % ("h", "pre-upgrade")),
    ),
    config={"size": 2.0, "db": {"port": 1.0}},
    chart=StoredChart(
        metadata={"name": "c", "dependencies": [{"name": "db"}]},
        values={"size": 1.0, "left": True},
        templates={},
        files={},
    ),
    apply_method="ssa",
)


def test_a_release_of_another_helm_is_said() -> None:
    """Helm 4 stores how it applied a release, Helm 3 does not."""
    older = replace(RELEASE, apply_method="", config={"size": None})
    note = (
        "Helm 3 has installed the release, and the new side is what Helm 4.2.4 makes of the chart; "
        "with --helm 3 what only the change of Helm brings is left out"
    )

    assert release_side(older, RenderSettings()).notes[0] == note
    assert note not in release_side(older, RenderSettings(era="3.14")).notes
    newer = release_side(RELEASE, RenderSettings(era="3")).notes[0]
    assert newer.startswith(
        "Helm 4 has installed the release, and the new side is what Helm 3.21.4"
    )


def test_a_release_is_a_side() -> None:
    side = release_side(RELEASE, RenderSettings(), ["chosen"])

    assert [(one.key.name, one.key.is_hook, one.template) for one in side.objects] == [
        ("one", False, "c/templates/a.yaml"),
        ("h", True, "c/h.yaml"),
    ]
    assert side.title == "release web revision 4"
    assert side.values == {"size": 2.0, "left": True, "db": {"port": 1.0}}
    assert side.notes == (
        "chosen",
        "a release does not store its subcharts (db): their default values are unknown",
    )


def test_the_next_revision_is_an_upgrade() -> None:
    settings = settings_for(RELEASE, RenderSettings())

    assert (settings.release_name, settings.namespace) == ("web", "apps")
    assert (settings.is_upgrade, settings.revision, settings.hooks) == (True, 5, True)


def test_without_hooks_in_the_text_hooks_are_not_compared() -> None:
    release = StoredRelease(manifest=MAP % ("one", "1"))

    settings = settings_for(release, RenderSettings(release_name="x"))

    assert (settings.release_name, settings.hooks, settings.revision) == ("x", False, 2)
    assert "the text has no hooks" in release_side(release, settings).notes[0]


def test_hooks_that_follow_the_manifest_are_compared() -> None:
    release = StoredRelease(manifest=f"{MAP % ('one', '1')}---\n{HOOK % ('h', 'pre-upgrade')}")

    assert settings_for(release, RenderSettings()).hooks


def test_defaults_of_subcharts_are_not_said_to_differ(tmp_path: Path) -> None:
    files = {
        "Chart.yaml": f"{CHART}dependencies:\n- {{name: db, version: 0.1.0}}\n".replace(
            "v1", "v2", 1
        ),
        "values.yaml": "size: 1\nleft: true\n",
        "charts/db/Chart.yaml": "apiVersion: v2\nname: db\nversion: 0.1.0\n",
        "charts/db/values.yaml": "port: 7\nhost: x\n",
        "templates/a.yaml": MAP % ("one", "1"),
    }
    chart = load_chart(write_chart(tmp_path / "c", files))
    settings = settings_for(RELEASE, RenderSettings())
    before, after = (
        without_subcharts(side, RELEASE, RELEASE.config or {})
        for side in (
            release_side(RELEASE, settings),
            render_side(chart, RELEASE.config or {}, settings, "new"),
        )
    )

    report = diff_sides(before, after)

    assert report.values == ()
    assert [(one.key.name, one.status) for one in report.objects] == [("h", Status.REMOVED)]
