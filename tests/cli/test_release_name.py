"""The release's name is NAME, ``--name`` and ``--release-name`` in every command that takes it."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright, write, write_chart

if TYPE_CHECKING:
    from pathlib import Path

WAYS = (["web"], ["--name", "web"], ["--release-name=web"], ["--name=web", "--release-name=web"])
TEMPLATE = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}-cm\n"


@pytest.fixture
def charts(place: Path) -> Path:
    write_chart(place, {"templates/a.yaml": TEMPLATE + "data: {a: {{ .Values.a | quote }}}\n"})
    write(place, {"new.yaml": "a: 2\n", "old.yaml": TEMPLATE.replace("{{ .Release.Name }}", "web")})
    return place


@pytest.mark.usefixtures("charts")
@pytest.mark.parametrize("way", WAYS)
def test_template_takes_it(way: list[str]) -> None:
    code, out, err = helmwright("template", *way, "./c")

    assert (code, err) == (0, "")
    assert "name: web-cm" in out


@pytest.mark.parametrize("way", [*WAYS[1:], ["--release-name", "web"]])
def test_template_takes_it_for_the_chart_around(
    charts: Path, way: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(charts / "c")

    code, out, err = helmwright("template", *way)

    assert (code, err) == (0, "")
    assert "name: web-cm" in out


def test_release_name_of_template_is_also_helms_switch(charts: Path) -> None:
    helmwright("template", "web", "./c", "--release-name", "--output-dir", "one")
    helmwright("template", "./c", "--release-name=web", "--output-dir", "two")
    helmwright("template", "web", "./c", "--release-name=false", "--output-dir", "three")

    assert (charts / "one/web/c/templates/a.yaml").is_file()
    assert (charts / "two/c/templates/a.yaml").is_file()
    assert (charts / "three/c/templates/a.yaml").is_file()


@pytest.mark.usefixtures("charts")
@pytest.mark.parametrize("flag", ["--name-template=x", "--generate-name"])
def test_template_takes_one_way_to_a_name(flag: str) -> None:
    code, _, err = helmwright("template", "./c", "--name", "web", flag)

    assert code == 64
    assert f"cannot set {flag.removesuffix('=x')} and also specify a name" in err


@pytest.mark.usefixtures("charts")
@pytest.mark.parametrize(
    "arguments",
    [
        ["template", "./c", "--name", "a", "--release-name=b"],
        ["template", "a", "./c", "--name", "b"],
        ["lint", "a", "./c", "--name", "b"],
        ["diff", "values", "a", "./c", "--to", "new.yaml", "--release-name", "b"],
        ["golden", "new", "case", "a", "./c", "--name", "b"],
    ],
)
def test_two_names_are_one_too_many(arguments: list[str]) -> None:
    code, _, err = helmwright(*arguments)

    assert code == 64
    assert "are the same, the release's name: give one of them" in err


@pytest.mark.parametrize("way", WAYS)
def test_lint_takes_it(charts: Path, way: list[str]) -> None:
    write(charts, {"c/templates/b.yaml": '{{ fail (printf "<%s>" .Release.Name) }}'})

    _, out, err = helmwright("lint", *way, "./c")

    assert "<web>" in out
    said = "web is taken as the release's name: there is no file of that name\n"
    assert err == (said if way == ["web"] else "")


def test_lint_takes_two_charts_for_charts(charts: Path) -> None:
    write(charts, {"web/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n"})

    _, _, err = helmwright("lint", "web", "c")

    assert "release's name" not in err


def _differing_names(out: str) -> set[str]:
    reports = json.loads(out)["reports"]
    return {one["name"] for report in reports for one in report["objects"]}


@pytest.mark.parametrize("way", [*WAYS, ["--release-name", "web"]])
@pytest.mark.parametrize(
    ("source", "rest"),
    [
        (["values"], ["./c", "--to", "new.yaml"]),
        (["chart"], ["./c", "./d"]),
        (["git", "HEAD"], ["./c", "-f", "new.yaml"]),
        (["golden", "old.yaml"], ["./c"]),
    ],
)
def test_diff_takes_it(charts: Path, source: list[str], rest: list[str], way: list[str]) -> None:
    write(charts, {"d/Chart.yaml": "apiVersion: v2\nname: d\nversion: 1.0.0\n"})
    write(charts, {"d/templates/a.yaml": TEMPLATE + "data: {b: '1'}\n"})
    if source[0] == "git":
        _committed(charts)

    code, out, err = helmwright("diff", *source, *way, *rest, "--format", "json")

    assert (code, err) == (0, "")
    assert _differing_names(out) == {"web-cm"}


def _committed(folder: Path) -> None:
    (folder / "new.yaml").write_text("a: 1\n")
    for line in ("init -q", "add .", "-c user.name=a -c user.email=a@b.c commit -qm a"):
        subprocess.run(["git", *line.split()], cwd=folder, check=True)
    (folder / "new.yaml").write_text("a: 3\n")


@pytest.mark.usefixtures("charts")
def test_a_file_is_no_name() -> None:
    code, _, err = helmwright("diff", "git", "HEAD", "./c", "other.yaml", "-f", "new.yaml")

    assert code == 64
    assert "unexpected arguments: other.yaml; quote patterns of values files" in err


@pytest.mark.parametrize("way", WAYS)
def test_golden_new_takes_it(charts: Path, way: list[str]) -> None:
    code, out, _ = helmwright("golden", "new", "case", *way, "./c")

    assert (code, out) == (0, "wrote c/golden/case/case.yaml\n")
    _, _, said = (charts / "c/golden/case/case.yaml").read_text().partition("\n")
    assert said == ("release-name: web\nvalues-files: []\n")


def test_template_points_at_a_name_that_stands_for_the_chart(
    charts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(charts / "c")

    code, _, err = helmwright("template", "web")

    assert code == 1
    said, pointed = err.splitlines()
    assert said == (
        "Error: non-absolute URLs should be in form of repo_name/path_to_chart, got: web"
    )
    assert pointed == (
        "a single argument is CHART; 'helmwright template web .' renders the chart that is around "
        "here as that release"
    )
    monkeypatch.chdir(charts)
    assert len(helmwright("template", "web")[2].splitlines()) == 1
