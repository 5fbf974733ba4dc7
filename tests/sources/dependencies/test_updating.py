"""``dependency update`` and ``build`` do and print what Helm 4.2.4 does and prints.

The texts are its own, but for those marked as ours.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.sources.dependencies.charts import Scene, serve
from tests.sources.registry.faulty import FaultyRegistry, archive

from helmwright.charts import v2_loader
from helmwright.charts.dependencies import check_dependencies
from helmwright.errors import HelmwrightError
from helmwright.sources.dependencies.updating import Options, build, update
from helmwright.sources.fetching import Fetcher

if TYPE_CHECKING:
    from collections.abc import Iterator

HANG_TIGHT = "Hang tight while we grab the latest from your chart repositories..."
HAPPY = "Update Complete. ⎈Happy Helming!⎈"
UNMANAGED = "Getting updates for unmanaged Helm repositories..."
GOT_LAB = '...Successfully got an update from the "lab" chart repository'
OUTDATED = "Deleting outdated charts"


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    """Returns a place with a repository at /charts and a registry."""
    monkeypatch.chdir(tmp_path)
    with FaultyRegistry() as server:
        serve(server, web=("1.2.0", "1.0.0"), db=("0.1.0",))
        for tag in ("1.0.0", "1.1.0", "2.0.0_build.5"):
            server.publish("oci/web", tag)
        yield Scene(tmp_path, server)


def url(scene: Scene) -> str:
    return f"{scene.server.url}/charts"


def refused(scene: Scene, path: str, options: Options | None = None, *, lock: bool = False) -> str:
    """Return why an update or a build fails; ``charts/`` is as it was."""
    before = scene.charts()
    with pytest.raises(HelmwrightError) as caught:
        (build if lock else update)(path, scene.reach, options or Options())
    assert scene.charts() == before
    return caught.value.message


def test_a_chart_gets_what_it_asks_for_and_a_lock(scene: Scene) -> None:
    scene.add()
    path = scene.wanting(
        f"name: web, version: ^1, repository: '{url(scene)}'",
        "name: db, version: '*', repository: '@lab'",
    )

    update(path, scene.reach)

    assert scene.said == [
        HANG_TIGHT,
        GOT_LAB,
        HAPPY,
        "Saving 2 charts",
        f"Downloading web from repo {url(scene)}",
        f"Downloading db from repo {url(scene)}",
        OUTDATED,
    ]
    assert scene.charts() == {
        "db-0.1.0.tgz": archive("db", "0.1.0"),
        "web-1.2.0.tgz": archive("web", "1.2.0"),
    }
    assert scene.lock() == (
        f"dependencies:\n- name: web\n  repository: {url(scene)}\n  version: 1.2.0\n"
        f"- name: db\n  repository: {url(scene)}\n  version: 0.1.0\n"
        f"digest: {v2_loader.load(path).lock.digest}\n"  # type: ignore[union-attr]
        'generated: "2026-11-22T11:46:28Z"\n'
    )
    check_dependencies(v2_loader.load(path))


def test_what_was_locked_is_built_again(scene: Scene) -> None:
    scene.add()
    path = scene.wanting(f"name: web, version: ^1, repository: '{url(scene)}'")
    update(path, scene.reach)
    serve(scene.server, web=("1.9.0", "1.2.0"))
    for file in Path(path, "charts").iterdir():
        file.unlink()

    build(path, scene.reach)

    assert list(scene.charts()) == ["web-1.2.0.tgz"]


def test_a_lock_that_says_the_same_is_not_written_again(scene: Scene) -> None:
    scene.add()
    path = scene.wanting(f"name: web, version: ^1, repository: '{url(scene)}'")
    update(path, scene.reach)
    lock = Path(path, "Chart.lock")
    lock.write_text(lock.read_text().replace("2026", "2001"))

    update(path, scene.reach)

    assert '"2001-11-22' in scene.lock()


def test_a_repository_that_nobody_added_is_asked_and_its_index_is_read_once(scene: Scene) -> None:
    path = scene.wanting(
        f"name: web, version: ^1, repository: '{url(scene)}'",
        f"name: db, version: 0.x, repository: '{url(scene)}/'",
    )

    update(path, scene.reach)

    assert scene.said[:2] == [
        UNMANAGED,
        f'...Successfully got an update from the "{url(scene)}/" chart repository',
    ]
    asked = [one.path for one in scene.server.requests]
    assert asked.count("/charts/index.yaml") == 1


def test_a_registry_is_asked_for_its_tags(scene: Scene) -> None:
    path = scene.wanting(
        f"name: web, version: '>=1 <2', repository: 'oci://{scene.server.host}/oci'"
    )

    update(path, scene.reach)

    assert scene.said[:3] == [
        "Saving 1 charts",
        f"Downloading web from repo oci://{scene.server.host}/oci",
        f"Pulled: {scene.server.host}/oci/web:1.1.0",
    ]
    assert scene.charts() == {"web-1.1.0.tgz": archive("web", "1.1.0")}


def test_build_metadata_is_a_plus_in_names_of_files(scene: Scene) -> None:
    path = scene.wanting(
        f"name: web, version: 2.0.0+build.5, repository: 'oci://{scene.server.host}/oci'"
    )

    update(path, scene.reach)

    assert list(scene.charts()) == ["web-2.0.0+build.5.tgz"]


def test_a_chart_beside_it_is_packed(scene: Scene) -> None:
    scene.chart("lib", "1.5.0")
    path = scene.wanting("name: lib, version: 1.x, repository: 'file://../lib'")

    update(path, scene.reach)

    assert scene.said == ["Saving 1 charts", OUTDATED]
    assert list(scene.charts()) == ["lib-1.5.0.tgz"]
    assert "version: 1.5.0" in scene.lock()


def test_what_is_there_already_is_left_there(scene: Scene) -> None:
    path = scene.wanting("name: inner, version: 1.x")
    scene.chart("c/charts/inner", "1.1.0")

    update(path, scene.reach)

    assert scene.said[1:] == [
        (
            "Dependency inner did not declare a repository. "
            "Assuming it exists in the charts directory"
        ),
        OUTDATED,
    ]
    assert list(scene.charts()) == ["inner/Chart.yaml"]


def test_archives_that_nobody_asks_for_go_and_everything_else_stays(scene: Scene) -> None:
    scene.add()
    path = scene.wanting(f"name: web, version: ^1, repository: '{url(scene)}'")
    charts = Path(path, "charts")
    scene.chart("c/charts/folder")
    for name in ("old-9.0.0.tgz", "_x.tgz", "web-1.0.0.tgz"):
        (charts / name).write_bytes(archive("old", "9.0.0"))
    (charts / ".note").write_text("x")

    update(path, scene.reach)

    assert list(scene.charts()) == [".note", "folder/Chart.yaml", "web-1.2.0.tgz"]
    assert scene.said[-1] == (
        f"Could not verify {path}/charts/.note for deletion: file '{path}/charts/.note' does not "
        "appear to be a gzipped archive; got 'application/octet-stream' (Skipping)"
    )


def test_the_same_archive_is_fetched_once(scene: Scene) -> None:
    scene.add()
    path = scene.wanting(
        f"name: web, version: ^1, repository: '{url(scene)}'",
        f"name: web, alias: two, version: ^1, repository: '{url(scene)}'",
    )

    update(path, scene.reach)

    assert f"Already downloaded web from repo {url(scene)}" in scene.said
    assert [one.path for one in scene.server.requests].count("/charts/web-1.2.0.tgz") == 1


def test_nothing_is_done_for_a_chart_without_dependencies(scene: Scene) -> None:
    path = scene.wanting()

    update(path, scene.reach)

    assert scene.said == []
    assert not Path(path, "charts").exists()


@pytest.mark.parametrize(
    ("dependency", "message"),
    [
        (
            "name: web, version: 7.x, repository: 'REPO'",
            (
                "can't get a valid version for 1 subchart(s): "
                '"web" (repository "REPO", version "7.x"). Make sure a matching chart version '
                "exists in the repo, or change the version constraint in Chart.yaml"
            ),
        ),
        ("name: nope, version: 1, repository: 'REPO'", "nope chart not found in repo REPO"),
        (
            "name: web, version: not a range, repository: 'REPO'",
            (
                'dependency "web" has an invalid version/constraint format: '
                'improper constraint: "not a range"'
            ),
        ),
        (
            "name: web, version: 1, repository: stable",
            (
                "no repository definition for stable. Please add them via 'helm repo add'\n"
                "Note that repositories must be URLs or aliases. For example, to refer to the "
                '"example"\nrepository, use "https://charts.example.com/" or "@example" instead of\n'
                "\"example\". Don't forget to add the repo, too ('helm repo add')."
            ),
        ),
        (
            "name: web, version: 1, repository: '@nope'",
            "no repository definition for @nope. Please add them via 'helm repo add'",
        ),
        (
            "name: web, version: 1, repository: 'file://../nolib'",
            "directory FOLDER/nolib not found",
        ),
        (
            "name: web, version: 1",
            "directory FOLDER/c/charts/web not found",
        ),
        (
            "name: web, version: 1, repository: 'ftp://h'",
            "could not find protocol handler for: ftp",
        ),
        (
            "name: web, version: '>7', repository: 'oci://HOST/oci'",
            (
                "could not download oci://HOST/oci/web: "
                "could not locate a version matching provided version string >7"
            ),
        ),
        (
            "name: web, version: '>7', repository: 'oci://HOST/never'",
            (
                "could not retrieve list of tags for repository oci://HOST/never: "
                'GET "http://HOST/v2/never/web/tags/list": response status code 404: '
                "name unknown: repository name not known to registry: map[name:x]"
            ),
        ),
        (
            "name: web, version: 9.9.9, repository: 'oci://HOST/oci'",
            (
                "could not download oci://HOST/oci/web: failed to perform "
                '"FetchReference" on source: HOST/oci/web:9.9.9: not found'
            ),
        ),
        # Ours: the name becomes part of a path.
        (
            "name: ../x, version: 1, repository: 'REPO'",
            'dependency name "../x" is no name of a chart',
        ),
        (
            "name: a/b, version: 1, repository: 'oci://HOST'",
            'dependency name "a/b" is no name of a chart',
        ),
    ],
)
def test_what_cannot_be_had_is_told_and_changes_nothing(
    scene: Scene, dependency: str, message: str
) -> None:
    scene.add()

    def filled(text: str) -> str:
        return (
            text.replace("REPO", url(scene))
            .replace("HOST", scene.server.host)
            .replace("FOLDER", str(scene.folder))
        )

    path = scene.wanting(filled(dependency))

    assert refused(scene, path) == filled(message)
    assert scene.lock() == ""


def test_a_repository_that_is_down_is_told_twice(scene: Scene) -> None:
    path = scene.wanting("name: web, version: 1, repository: 'http://127.0.0.1:1'")

    message = refused(scene, path)

    assert scene.said == [
        UNMANAGED,
        (
            '...Unable to get an update from the "http://127.0.0.1:1" chart repository:\n'
            '\tGet "http://127.0.0.1:1/index.yaml": dial tcp 127.0.0.1:1: connect: '
            "connection refused"
        ),
    ]
    assert message.startswith("no cached repository for helm-manager-")
    assert "found. (try 'helm repo update'): open " in message


def test_a_failure_while_saving_is_told_on_standard_output_as_well(scene: Scene) -> None:
    scene.add()
    path = scene.wanting(f"name: web, version: ^1, repository: '{url(scene)}'")
    scene.server.documents.pop("/charts/web-1.2.0.tgz")

    message = refused(scene, path)

    assert message == (
        f"could not download {url(scene)}/web-1.2.0.tgz: "
        f"failed to fetch {url(scene)}/web-1.2.0.tgz : 404 File not found"
    )
    assert scene.said[-1] == f"Save error occurred:  {message}"


def test_an_archive_that_is_not_what_the_index_promises_is_refused(scene: Scene) -> None:
    scene.add()
    path = scene.wanting(f"name: web, version: ^1, repository: '{url(scene)}'")
    scene.server.serve("/charts/web-1.2.0.tgz", archive("web", "6.6.6"))

    assert "use --allow-digest-mismatch" in refused(scene, path)

    update(path, scene.reach, Options(allow_digest_mismatch=True))
    assert scene.charts() == {"web-1.2.0.tgz": archive("web", "6.6.6")}


def test_a_page_instead_of_an_archive_is_not_saved(scene: Scene) -> None:
    scene.server.blobs = dict.fromkeys(scene.server.blobs, b"<html>")
    path = scene.wanting(f"name: web, version: 1.1.0, repository: 'oci://{scene.server.host}/oci'")

    assert refused(scene, path).startswith(
        f"could not download oci://{scene.server.host}/oci/web: "
    )


def test_two_archives_of_one_name_are_refused(scene: Scene) -> None:
    scene.add()
    serve(scene.server, "/other", web=("1.2.0",))
    path = scene.wanting(
        f"name: web, version: 1.2.0, repository: '{url(scene)}'",
        f"name: web, alias: b, version: 1.2.0, repository: '{scene.server.url}/other'",
    )

    assert refused(scene, path) == (
        f"web-1.2.0.tgz comes from {url(scene)}/web-1.2.0.tgz and from "
        f"{scene.server.url}/other/web-1.2.0.tgz; charts/ has a place for one of them"
    )


def test_the_same_name_of_two_repositories_is_two_charts(scene: Scene) -> None:
    scene.add()
    path = scene.wanting(
        f"name: web, version: 1.0.0, repository: '{url(scene)}'",
        f"name: web, alias: b, version: 1.1.0, repository: 'oci://{scene.server.host}/oci'",
    )

    update(path, scene.reach)

    assert list(scene.charts()) == ["web-1.0.0.tgz", "web-1.1.0.tgz"]


@pytest.mark.parametrize(("version", "name"), [("v2", "Chart.lock"), ("v1", "requirements.lock")])
def test_a_lock_that_is_out_of_date_is_refused(scene: Scene, version: str, name: str) -> None:
    path = scene.wanting(f"name: web, version: ^1, repository: '{url(scene)}'")
    about = Path(path, "Chart.yaml")
    about.write_text(about.read_text().replace("apiVersion: v2", f"apiVersion: {version}"))
    Path(path, name).write_text("digest: sha256:00\n")

    message = refused(scene, path, lock=True)

    assert message.startswith(f"the lock file ({name}) is out of sync with the dependencies file (")
    old = "warning: a valid Helm v3 hash was not found. Checking against Helm v2 hash..."
    assert scene.logged == ([old] if version == "v1" else [])


def test_build_wants_repositories_to_be_added_unless_told_otherwise(scene: Scene) -> None:
    path = scene.wanting(f"name: web, version: ^1, repository: '{url(scene)}'")
    update(path, scene.reach)

    assert refused(scene, path, lock=True) == (
        f"no repository definition for {url(scene)}. "
        "Please add the missing repos via 'helm repo add'"
    )

    build(path, scene.reach, Options(add_missing=True))
    assert list(scene.charts()) == ["web-1.2.0.tgz"]


def test_only_the_repositories_of_the_chart_are_refreshed_unless_all_are_asked_for(
    scene: Scene,
) -> None:
    scene.add()
    path = scene.wanting(f"name: web, version: 1.1.0, repository: 'oci://{scene.server.host}/oci'")

    update(path, scene.reach)
    assert scene.said[0] == "Saving 1 charts"

    scene.said.clear()
    update(path, scene.reach, Options(refresh_all=True))
    assert scene.said[:3] == [HANG_TIGHT, GOT_LAB, HAPPY]


def test_indexes_that_are_there_will_do_if_asked(scene: Scene) -> None:
    scene.add()
    path = scene.wanting(f"name: web, version: ^1, repository: '{url(scene)}'")

    assert "no cached repository for lab found" in refused(scene, path, Options(skip_refresh=True))

    update(path, scene.reach)
    scene.server.requests.clear()
    update(path, scene.reach, Options(skip_refresh=True))
    assert [one.path for one in scene.server.requests] == ["/charts/web-1.2.0.tgz"]


def test_without_a_network_indexes_and_archives_of_the_caches_will_do(scene: Scene) -> None:
    scene.add()
    path = scene.wanting(f"name: web, version: ^1, repository: '{url(scene)}'")
    update(path, scene.reach)
    reach = scene.reach._replace(
        settings=scene.settings._replace(offline=True), fetcher=Fetcher(offline=True)
    )
    scene.server.requests.clear()

    with pytest.raises(HelmwrightError, match="no connection is opened while offline"):
        build(path, reach)
    reach.cache.put(archive("web", "1.2.0"))
    build(path, reach)

    assert scene.server.requests == []
    assert list(scene.charts()) == ["web-1.2.0.tgz"]


def test_charts_beside_it_are_made_first_if_asked(scene: Scene) -> None:
    scene.add()
    more = f"dependencies:\n- {{name: web, version: ^1, repository: '{url(scene)}'}}\n"
    scene.chart("lib", more=more)
    path = scene.wanting("name: lib, version: 1.x, repository: 'file://../lib'")

    update(path, scene.reach, Options(recursive=True))

    chart = v2_loader.load(path)
    assert [one.name for one in chart.dependencies[0].dependencies] == ["web"]


@pytest.mark.parametrize("recursive", [False, True])
def test_a_circle_is_refused(scene: Scene, *, recursive: bool) -> None:
    scene.chart("lib", more="dependencies:\n- {name: c, version: 1, repository: 'file://../c'}\n")
    path = scene.wanting("name: lib, version: 1.x, repository: 'file://../lib'")
    loop = scene.chart("own", more="dependencies:\n- {name: own, repository: 'file://.'}\n")

    if recursive:
        assert refused(scene, path, Options(recursive=True)) == (
            f"dependencies lead round in a circle: {path} -> {scene.folder}/lib -> {path}"
        )
    assert refused(scene, loop) == f"dependencies lead round in a circle: {loop} -> {loop}"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("nowhere", "could not find nowhere: stat nowhere: no such file or directory"),
        ("file", "only unpacked charts can be updated"),
        (".", "Chart.yaml file is missing"),
    ],
)
def test_what_is_no_folder_with_a_chart_is_refused(scene: Scene, path: str, message: str) -> None:
    Path("file").write_text("x")

    assert refused(scene, path) == message


def test_a_broken_archive_stops_it(scene: Scene) -> None:
    path = scene.wanting("name: web, version: 1")
    Path(path, "charts").mkdir()
    Path(path, "charts", "bad.tgz").write_bytes(archive()[:50])

    assert refused(scene, path) == "error unpacking subchart bad.tgz in c: unexpected EOF"


def test_charts_that_is_a_file_or_a_link_is_left_alone(scene: Scene, tmp_path: Path) -> None:
    scene.add()
    path = scene.wanting(f"name: web, version: ^1, repository: '{url(scene)}'")
    charts = Path(path, "charts")
    charts.write_text("")

    assert refused(scene, path) == f'"{path}/charts" is not a directory'

    charts.unlink()
    (tmp_path / "elsewhere").mkdir()
    charts.symlink_to(tmp_path / "elsewhere")

    assert "nothing is written through it" in refused(scene, path)
    assert list((tmp_path / "elsewhere").iterdir()) == []


_CHANGES = frozenset(
    (
        "open",
        "os.mkdir",
        "os.rename",
        "os.link",
        "os.remove",
        "os.rmdir",
        "os.scandir",
        "os.listdir",
    )
)


def _killed_at(step: int, path: str, scene: Scene) -> int:
    """Update in a process of its own that is ended at a step; return its exit status."""
    pid = os.fork()
    if pid:
        return os.waitpid(pid, 0)[1]
    left = step

    def look(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        if event in _CHANGES and str(arguments[0]).startswith(path):
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

    try:
        sys.addaudithook(look)
        update(path, scene.reach, Options(skip_refresh=True))
    finally:
        os._exit(0)


@pytest.mark.slow
def test_charts_is_as_before_or_as_after_whenever_it_is_killed(scene: Scene) -> None:
    scene.add()
    path = scene.wanting(f"name: web, version: 1.0.0, repository: '{url(scene)}'")
    scene.chart("c/charts/folder")
    update(path, scene.reach)
    before = scene.charts()
    scene.wanting(
        f"name: web, version: 1.2.0, repository: '{url(scene)}'",
        f"name: db, version: 0.1.0, repository: '{url(scene)}'",
    )
    after = {
        "db-0.1.0.tgz": archive("db", "0.1.0"),
        "folder/Chart.yaml": before["folder/Chart.yaml"],
        "web-1.2.0.tgz": archive("web", "1.2.0"),
    }
    seen = []

    for step in range(1, 400):
        Path(path, "Chart.lock").unlink(missing_ok=True)
        status = _killed_at(step, path, scene)
        seen.append(scene.charts())
        assert seen[-1] in (before, after)
        if not status:
            break

    assert status == 0
    assert before in seen
    assert seen[-1] == after
    assert sorted(one.name for one in Path(path).iterdir()) == [
        "Chart.lock",
        "Chart.yaml",
        "charts",
    ]


def test_two_processes_at_once_leave_charts_whole(scene: Scene) -> None:
    scene.add()
    path = scene.wanting(f"name: web, version: ^1, repository: '{url(scene)}'")
    update(path, scene.reach)
    children = []
    for _ in range(4):
        pid = os.fork()
        if not pid:
            code = 1
            try:
                update(path, scene.reach)
                code = 0
            finally:
                os._exit(code)
        children.append(pid)

    assert [os.waitpid(pid, 0)[1] for pid in children] == [0] * 4
    assert list(scene.charts()) == ["web-1.2.0.tgz"]
    assert sorted(one.name for one in Path(path).iterdir()) == [
        "Chart.lock",
        "Chart.yaml",
        "charts",
    ]


def test_an_index_may_name_charts_in_a_registry(scene: Scene) -> None:
    host = scene.server.host
    scene.server.serve(
        "/mixed/index.yaml",
        "apiVersion: v1\nentries:\n  web:\n  - {apiVersion: v2, name: web, version: 1.1.0, "
        f"urls: ['oci://{host}/oci/web:1.1.0']}}\n",
    )
    scene.add("mixed", "/mixed")
    path = scene.wanting("name: web, version: 1.x, repository: '@mixed'")

    update(path, scene.reach)

    assert f"Pulled: {host}/oci/web:1.1.0" in scene.said
    assert scene.charts() == {"web-1.1.0.tgz": archive("web", "1.1.0")}


def test_many_charts_of_a_cached_index_are_found(scene: Scene) -> None:
    names = [f"chart{number}" for number in range(9)]
    serve(scene.server, "/many", **dict.fromkeys(names, ("1.0.0",)))
    scene.add("many", "/many")
    path = scene.wanting(*(f"name: {name}, version: 1.x, repository: '@many'" for name in names))
    update(path, scene.reach)
    missing = scene.wanting(
        *(f"name: {name}, version: 1.x, repository: '@many'" for name in [*names, "none"])
    )

    assert list(scene.charts()) == [f"{name}-1.0.0.tgz" for name in names]
    assert refused(scene, missing, Options(skip_refresh=True)) == (
        f"none chart not found in repo {scene.server.url}/many"
    )
