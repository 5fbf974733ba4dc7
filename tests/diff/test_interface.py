"""Diffs from Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helmwright import HelmwrightError, diff_charts, diff_manifests, diff_values, load_chart
from helmwright.diff import DiffOptions, RenderSettings, diff_release
from helmwright.releases import StoredRelease

if TYPE_CHECKING:
    from pathlib import Path

HIDDEN_PART = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {token: '{{ .Values.token }}'}\n"
PLAIN = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\ndata: {v: '{{ .Values.v }}'}\n"


@pytest.fixture
def chart(tmp_path: Path) -> str:
    folder = tmp_path / "c"
    (folder / "templates").mkdir(parents=True)
    (folder / "Chart.yaml").write_text("apiVersion: v2\nname: c\nversion: 0.1.0\n")
    (folder / "values.yaml").write_text("v: 1\ntoken: none-yet\n")
    (folder / "templates" / "s.yaml").write_text(HIDDEN_PART)
    (folder / "templates" / "m.yaml").write_text(PLAIN % "{{ .Release.Name }}")
    return str(folder)


def test_values_are_compared(chart: str) -> None:
    settings = RenderSettings(release_name="web")

    report = diff_values(load_chart(chart), {"v": 2}, {"v": 3}, settings=settings)

    assert [str(one.key) for one in report.objects] == ["ConfigMap web"]
    (change,) = report.objects[0].changes
    assert (change.path, change.before, change.after) == (("data", "v"), "2", "3")
    assert [(value.key, value.before, value.after) for value in report.values] == [("v", 2, 3)]
    assert report.unchanged == 1


def test_secrets_are_left_out_unless_asked_for(chart: str) -> None:
    arguments = (chart, {"token": "hunter2-a"}, {"token": "hunter2-b"})

    assert "hunter2" not in repr(diff_values(*arguments))
    assert "hunter2-b" in repr(diff_values(*arguments, show_secrets=True))


def test_charts_are_compared_with_the_same_values(chart: str, tmp_path: Path) -> None:
    other = tmp_path / "d"
    (other / "templates").mkdir(parents=True)
    for name in ("Chart.yaml", "values.yaml", "templates/s.yaml"):
        (other / name).write_bytes((tmp_path / "c" / name).read_bytes())
    (other / "templates" / "m.yaml").write_text(
        PLAIN.replace("v: '", "v: '+") % "{{ .Release.Name }}"
    )

    report = diff_charts(chart, str(other), {"v": 5})

    assert [(one.before, one.after) for one in report.objects[0].changes] == [("5", "+5")]
    assert (report.before.title, report.after.title) == (chart, str(other))


def test_manifests_are_compared() -> None:
    one = "kind: A\nmetadata: {name: a}\nspec: {x: 1}\n"
    other = one.replace("x: 1", "x: 2")

    assert diff_manifests(one, other).differs
    assert not diff_manifests(one, other, options=DiffOptions(ignore=("spec.x",))).differs
    with pytest.raises(HelmwrightError, match="after: it is no text but binary data"):
        diff_manifests(one, "\0")


def test_a_release_is_compared_with_its_upgrade(chart: str) -> None:
    manifest = "".join(
        f"---\n{text}"
        for text in (PLAIN % "web", HIDDEN_PART.replace("{{ .Values.token }}", "none-yet"))
    ).replace("{{ .Values.v }}", "7")
    release = StoredRelease(name="web", manifest=manifest, config={"v": 7.0}, hooks=())

    assert not diff_release(release, chart).differs
    report = diff_release(release, chart, {"v": 8})
    assert [(one.before, one.after) for one in report.objects[0].changes] == [("7", "8")]


def test_what_cannot_be_rendered_names_the_side(chart: str) -> None:
    with pytest.raises(HelmwrightError, match="before: release name check failed"):
        diff_values(chart, {}, {}, settings=RenderSettings(release_name="Not A Name"))


def test_patches_of_a_post_renderer_are_on_both_sides(chart: str) -> None:
    patch = "target: {kind: ConfigMap}\npatch: [{op: add, path: /metadata/labels, value: {a: b}}]"
    settings = RenderSettings(patches=(patch,))

    report = diff_values(chart, {"v": 5}, {"v": 6}, settings=settings)

    assert report.objects
    for one in report.objects:
        assert one.before is not None
        assert one.after is not None
        assert one.before.data["metadata"]["labels"] == one.after.data["metadata"]["labels"]
