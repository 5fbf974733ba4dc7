"""Sides of a diff out of a git repository."""

from __future__ import annotations

import io
import tarfile
from typing import TYPE_CHECKING, Any

import pytest
from tests.diff.git_repository import CHART, TEMPLATE, Repository, web_repository

from helmwright.base.errors import GitError, HelmwrightError, UsageError
from helmwright.charts.loader import load_chart
from helmwright.diff.diffing import diff_sides
from helmwright.diff.sources.git import GitRequest, folder_of, git_pairs, parse_range
from helmwright.diff.sources.git_objects import GitRepository
from helmwright.diff.sources.rendering import RenderSettings, render_side
from helmwright.diff.sources.revisions import CommitFiles, DiskFiles

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright.diff.model import DiffReport


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    repository = web_repository(tmp_path / "r")
    monkeypatch.chdir(repository.folder)
    return repository


def compare(revisions: str, *values: str, chart: str = "web", **more: Any) -> dict[str, DiffReport]:
    request = GitRequest(chart=chart, values=values, **more)
    with GitRepository() as repository:
        pairs = list(git_pairs(repository, parse_range(revisions), request, RenderSettings()))
    return {one.environment: diff_sides(one.before, one.after) for one in pairs}


def notes(revisions: str, *values: str, chart: str = "web") -> list[str]:
    request = GitRequest(chart=chart, values=values)
    with GitRepository() as repository:
        pairs = git_pairs(repository, parse_range(revisions), request, RenderSettings())
        return [note for one in pairs for note in one.notes]


def changes(report: DiffReport) -> list[tuple[Any, Any]]:
    return [(one.before, one.after) for found in report.objects for one in found.changes]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("main", ("main", None, False)),
        ("a..b", ("a", "b", False)),
        ("a...b", ("a", "b", True)),
        ("a..", ("a", "HEAD", False)),
        ("..b", ("HEAD", "b", False)),
        ("a...", ("a", "HEAD", True)),
    ],
)
def test_ranges_are_read_as_git_does(text: str, wanted: tuple[str, str | None, bool]) -> None:
    assert tuple(parse_range(text)) == wanted


def test_a_blank_range_is_refused() -> None:
    with pytest.raises(UsageError, match="name a revision"):
        parse_range("")


@pytest.mark.usefixtures("made")
def test_two_revisions_are_compared() -> None:
    (report,) = compare("v1..v2").values()

    assert changes(report) == [("nginx:1", "nginx:2")]
    assert (report.before.title, report.after.title) == ("v1", "v2")


def test_one_revision_is_compared_with_the_files_on_disk(made: Repository) -> None:
    made.write({"web/values.yaml": "replicas: 1\nimage: nginx:3\n", "new.yaml": "replicas: 8\n"})

    (report,) = compare("v1").values()

    assert changes(report) == [("nginx:1", "nginx:3")]
    assert made.git("status", "--porcelain") == "M web/values.yaml\n?? new.yaml"


def test_three_dots_compare_with_where_a_branch_began(made: Repository) -> None:
    made.git("checkout", "-q", "-b", "side", "v1")
    made.commit({"envs/a.yaml": "replicas: 7\n"})

    (direct,) = compare("main..side", "envs/a.yaml").values()
    (forked,) = compare("main...side", "envs/a.yaml").values()

    assert sorted(map(str, changes(direct))) == ["('nginx:2', 'nginx:1')", "(2, 7)"]
    assert changes(forked) == [(2.0, 7.0)]
    assert forked.before.title.startswith("main (")


def test_each_file_of_a_pattern_is_an_environment(made: Repository) -> None:
    made.commit({"envs/b.yaml": None, "envs/d.yaml": "replicas: 9\n"}, "v3")

    found = compare("v2..v3", "envs/*.yaml")

    assert {name: len(report.objects) for name, report in found.items()} == {
        "envs/a.yaml": 0,
        "envs/b.yaml": 1,
        "envs/d.yaml": 1,
    }
    assert notes("v2..v3", "envs/*.yaml") == [
        "envs/b.yaml was removed: it is at v2 and not at v3",
        "envs/d.yaml was added: it is at v3 and not at v2",
    ]


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize(
    ("pattern", "wanted"),
    [
        ("envs/**/*.yaml", ["envs/a.yaml", "envs/b.yaml", "envs/deep/c.yaml"]),
        ("envs/*/*.yaml", ["envs/deep/c.yaml"]),
        ("envs/[!a].yaml", ["envs/b.yaml"]),
        ("envs/?.yaml", ["envs/a.yaml", "envs/b.yaml"]),
        ("**/c.yaml", ["envs/deep/c.yaml"]),
        ("./envs/a*", ["envs/a.yaml"]),
    ],
)
@pytest.mark.parametrize("revisions", ["v1..v2", "v1"])
def test_patterns_go_through_folders(pattern: str, wanted: list[str], revisions: str) -> None:
    assert list(compare(revisions, pattern)) == wanted


@pytest.mark.usefixtures("made")
def test_other_files_are_below_or_above_the_environments(made: Repository) -> None:
    made.commit({"low.yaml": "replicas: 20\nimage: low\n", "high.yaml": "image: high\n"}, "v3")

    found = compare("v3..v3", "low.yaml", "envs/a.yaml*", "high.yaml")

    values = found["envs/a.yaml"].before.values
    assert values == {"replicas": 2.0, "image": "high"}
    assert found["envs/a.yaml"].unchanged == 1


@pytest.mark.usefixtures("made")
def test_environments_can_be_named_without_a_pattern(made: Repository) -> None:
    made.commit({"low.yaml": "replicas: 20\nimage: low\n"}, "v3")

    found = compare("v3..v3", "low.yaml", each=("envs/b.yaml", "envs/deep/*", "envs/b.yaml"))

    assert {name: report.before.values for name, report in found.items()} == {
        "envs/b.yaml": {"replicas": 3.0, "image": "low"},
        "envs/deep/c.yaml": {"replicas": 4.0, "image": "low"},
    }


@pytest.mark.usefixtures("made")
def test_paths_are_relative_to_the_folder(
    made: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(made.folder / "envs")

    assert list(compare("v1..v2", "*.yaml", chart="../web")) == ["envs/a.yaml", "envs/b.yaml"]
    assert list(compare("v1", "*.yaml", chart="../web")) == ["envs/a.yaml", "envs/b.yaml"]


def test_a_chart_that_was_added_is_said_to_be(made: Repository) -> None:
    made.commit({"other/Chart.yaml": CHART, "other/templates/d.yaml": "kind: A\n"}, "v3")

    (report,) = compare("v2..v3", chart="other").values()

    assert [str(one.status) for one in report.objects] == ["Status.ADDED"]
    assert notes("v2..v3", chart="other") == ["other was added: it is at v3 and not at v2"]


def test_the_only_values_file_that_is_new_is_said_to_be_and_not_the_chart(
    made: Repository,
) -> None:
    made.write({"prod.yaml": "replicas: 5\n", "more.yaml": "image: nginx:4\n"})

    assert notes("v2", "prod.yaml") == [
        "prod.yaml was added: it is at the working tree and not at v2"
    ]
    assert notes("v2", "prod.yaml", "more.yaml") == [
        "prod.yaml, more.yaml were added: they are at the working tree and not at v2"
    ]


def test_a_values_file_that_is_new_is_said_to_be_missing_before(made: Repository) -> None:
    made.commit({"extra.yaml": "replicas: 5\n"}, "v3")

    (report,) = compare("v2..v3", "envs/a.yaml", "extra.yaml").values()

    assert changes(report) == [(2.0, 5.0)]
    assert notes("v2..v3", "envs/a.yaml", "extra.yaml") == [
        "extra.yaml is not there at v2, which goes without it"
    ]


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize(
    ("revisions", "values", "chart", "reason"),
    [
        ("nope", (), "web", 'unknown revision "nope"'),
        ("v1..nope", (), "web", 'unknown revision "nope"'),
        ("v1..v2", (), "gone", "a chart in gone: not there, neither at v1 nor at v2"),
        ("v1", ("x.yaml",), "web", "x.yaml: not there, neither at v1 nor at the working tree"),
        ("v1", ("x*.yaml",), "web", r"no file is called x\*.yaml, at v1 or the working tree"),
        ("v1", (), "/", "/ is not in the repository"),
    ],
)
def test_what_is_not_there_is_named(
    revisions: str, values: tuple[str, ...], chart: str, reason: str
) -> None:
    with pytest.raises(HelmwrightError, match=reason):
        compare(revisions, *values, chart=chart)


def failures(revisions: str, *values: str) -> dict[str, str]:
    """Return why sides after do not render, by environment."""
    reports = compare(revisions, *values)
    texts = {name: report.after.failure for name, report in reports.items()}
    return {name: failure.message for name, failure in texts.items() if failure is not None}


def test_a_chart_that_fails_does_so_for_its_environment(made: Repository) -> None:
    made.commit(
        {"web/templates/f.yaml": "{{ if gt .Values.replicas 2.0 }}{{ fail `no` }}{{ end }}"}
    )

    (found,) = failures("v1..HEAD", "envs/*.yaml").items()
    assert found[0] == "envs/b.yaml"
    assert found[1].startswith("execution error at (web/templates/f.yaml:1:35): no")


@pytest.mark.usefixtures("made")
def test_a_values_file_that_is_none_is_named() -> None:
    (text,) = failures("v1..v2", "web/templates/d.yaml").values()

    assert text.startswith("failed to parse web/templates/d.yaml")


def test_helm_ignores_what_helmignore_names_in_git_as_well(made: Repository) -> None:
    made.commit(
        {
            "web/.helmignore": "*.bak\ndrafts/\n",
            "web/templates/x.yaml.bak": "kind: Bak\n",
            "web/drafts/y.yaml": "kind: Draft\n",
            "web/notes.txt": "kept",
        },
        "v3",
    )
    with GitRepository() as repository:
        tree = repository.tree(repository.commit("v3"))
        in_git = CommitFiles("v3", tree).chart("web")
    on_disk = DiskFiles(str(made.folder)).chart("web")
    loaded = load_chart("./web")

    for chart in (in_git, on_disk):
        assert [(one.name, one.data) for one in chart.raw] == [
            (one.name, one.data) for one in loaded.raw
        ]


def test_packed_charts_are_read_from_git(made: Repository) -> None:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for name, text in {"Chart.yaml": CHART, "templates/d.yaml": TEMPLATE}.items():
            entry = tarfile.TarInfo(f"web/{name}")
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text.encode()))
    (made.folder / "web.tgz").write_bytes(stream.getvalue())
    made.commit({}, "v3")

    (report,) = compare("v3..v3", "envs/a.yaml", chart="web.tgz").values()

    assert report.unchanged == 1


def test_a_submodule_in_a_chart_is_named(made: Repository, tmp_path: Path) -> None:
    other = Repository(tmp_path / "other")
    other.commit({"Chart.yaml": "apiVersion: v2\nname: sub\nversion: 0.1.0\n"})
    made.git("submodule", "add", "-q", str(other.folder), "web/charts/sub")
    made.commit({}, "v3")

    (text,) = failures("v2..v3").values()
    assert text.startswith("web/charts/sub is a submodule: its files are in")


def test_values_in_lfs_are_named(made: Repository) -> None:
    made.commit({"envs/a.yaml": "version https://git-lfs.github.com/spec/v1\noid x\n"}, "v3")

    (text,) = failures("v2..v3", "envs/a.yaml").values()
    assert text.startswith("envs/a.yaml at ")
    assert "is kept in Git LFS" in text


def test_dependencies_that_are_not_in_git_come_from_the_working_tree(made: Repository) -> None:
    made.commit(
        {
            ".gitignore": "web/charts/\n",
            "web/Chart.yaml": f"{CHART}dependencies:\n- name: sub\n  version: 0.1.0\n",
        },
        "v3",
    )
    (text,) = failures("v3..v3").values()
    assert text.endswith("missing in charts/ directory: sub")
    made.write({"web/charts/sub/Chart.yaml": "apiVersion: v2\nname: sub\nversion: 0.1.0\n"})

    assert not compare("v3..v3")[""].differs
    assert notes("v3..v3") == ["web has no charts/ at v3; that of the working tree is taken"]


def test_values_in_git_for_a_chart_that_is_not(made: Repository, tmp_path: Path) -> None:
    folder = tmp_path / "installed"
    (folder / "templates").mkdir(parents=True)
    (folder / "Chart.yaml").write_text(CHART)
    (folder / "templates" / "d.yaml").write_text(TEMPLATE)
    made.commit({"envs/a.yaml": "replicas: 6\n"}, "v3")

    found = compare("v2..v3", "envs/*.yaml", chart="", installed=load_chart(str(folder)))

    assert {name: changes(report) for name, report in found.items()} == {
        "envs/a.yaml": [(2.0, 6.0)],
        "envs/b.yaml": [],
    }


def test_what_is_the_same_is_rendered_once(
    made: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    from helmwright.diff.sources import git

    made.commit({"envs/a.yaml": "replicas: 6\n"}, "v3")
    calls = []

    def counted(*arguments: Any, **more: Any) -> Any:
        calls.append(arguments[3])
        return render_side(*arguments, **more)

    monkeypatch.setattr(git, "render_side", counted)

    compare("v2..v3", "envs/*.yaml")

    assert calls == ["v2 (envs/a.yaml)", "v3 (envs/a.yaml)", "v2 (envs/b.yaml)"]


def test_the_folder_of_what_is_not_there_is_the_nearest(tmp_path: Path) -> None:
    assert folder_of(str(tmp_path / "a" / "b")) == str(tmp_path)


def test_a_bare_repository_needs_two_revisions(
    made: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made.git("clone", "-q", "--bare", str(made.folder), str(tmp_path / "bare"))
    monkeypatch.chdir(tmp_path / "bare")

    assert compare("v1..v2")[""].differs
    with pytest.raises(GitError, match=r"no working tree; name two revisions: BASE\.\.HEAD"):
        compare("v1")
