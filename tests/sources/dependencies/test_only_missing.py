"""``build`` with ``only_missing``: a complete ``charts/`` costs nothing, and what was fetched comes out of the cache."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.sources.dependencies.charts import Scene, serve
from tests.sources.registry.faulty import FaultyRegistry, archive

from helmwright.sources.dependencies.updating import Options, build, update

if TYPE_CHECKING:
    from collections.abc import Iterator

OPTIONS = Options(add_missing=True, only_missing=True)


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    """Returns a place with a chart that is locked, and that has not fetched anything itself."""
    monkeypatch.chdir(tmp_path)
    with FaultyRegistry() as server:
        serve(server, web=("1.2.0", "1.0.0"))
        server.publish("oci/db", "0.1.0")
        place = Scene(tmp_path, server)
        place.wanting(
            f"name: web, version: ^1, repository: '{server.url}/charts'",
            f"name: db, version: 0.1.0, repository: 'oci://{server.host}/oci'",
        )
        update("c", place.reach)
        server.requests.clear()
        place.said.clear()
        yield place


def emptied(scene: Scene) -> None:
    shutil.rmtree(scene.folder / "c" / "charts")
    scene.server.requests.clear()


def test_a_complete_folder_costs_no_request_and_no_word(scene: Scene) -> None:
    build("c", scene.reach, OPTIONS)

    assert (scene.server.requests, scene.said) == ([], [])


def test_unpacked_charts_are_complete_too(scene: Scene) -> None:
    for name in ("web-1.2.0.tgz", "db-0.1.0.tgz"):
        path = scene.folder / "c" / "charts" / name
        shutil.unpack_archive(path, path.parent)
        path.unlink()

    build("c", scene.reach, OPTIONS)

    assert (scene.server.requests, scene.said) == ([], [])


@pytest.mark.parametrize("name", ["web-1.0.0.tgz", "nothing"])
def test_another_version_than_the_locked_one_is_not_complete(scene: Scene, name: str) -> None:
    (scene.folder / "c" / "charts" / "web-1.2.0.tgz").unlink()
    if name != "nothing":
        (scene.folder / "c" / "charts" / name).write_bytes(archive("web", "1.0.0"))

    build("c", scene.reach, OPTIONS)

    assert list(scene.charts()) == ["db-0.1.0.tgz", "web-1.2.0.tgz"]
    assert scene.server.requests != []


def test_what_was_fetched_once_comes_out_of_the_cache(scene: Scene) -> None:
    emptied(scene)
    build("c", scene.reach, OPTIONS)
    first, asked = scene.charts(), len(scene.server.requests)
    emptied(scene)
    scene.said.clear()

    build("c", scene.reach, OPTIONS)

    assert asked > 0
    assert (scene.charts(), scene.server.requests) == (first, [])
    assert scene.said == [
        "Saving 2 charts",
        f"Taking web from the cache, as it came from repo {scene.server.url}/charts",
        f"Taking db from the cache, as it came from repo oci://{scene.server.host}/oci",
        "Deleting outdated charts",
    ]


def test_only_the_servers_of_what_is_not_cached_are_asked(scene: Scene) -> None:
    emptied(scene)
    build("c", scene.reach, OPTIONS)
    scene.wanting(
        f"name: web, version: ^1, repository: '{scene.server.url}/charts'",
        f"name: db, version: 0.1.0, repository: 'oci://{scene.server.host}/oci'",
        f"name: more, version: 1.0.0, repository: 'oci://{scene.server.host}/oci'",
    )
    scene.server.publish("oci/more", "1.0.0")
    update("c", scene.reach)
    emptied(scene)

    build("c", scene.reach, OPTIONS)

    assert sorted(scene.charts()) == ["db-0.1.0.tgz", "more-1.0.0.tgz", "web-1.2.0.tgz"]
    assert {one.path.split("/")[3] for one in scene.server.requests} == {"more"}


def test_a_cache_that_somebody_changed_is_not_believed(scene: Scene) -> None:
    emptied(scene)
    build("c", scene.reach, OPTIONS)
    first = scene.charts()
    for path in Path(scene.settings.content_cache).rglob("*.chart"):
        path.write_bytes(archive("evil", "1.2.0"))
    emptied(scene)

    build("c", scene.reach, OPTIONS)

    assert scene.charts() == first
    assert scene.server.requests != []


@pytest.mark.parametrize(
    "line", ["", "x", "0" * 64 + "  ../../evil.tgz\n", "0" * 64 + "  a\0.tgz\n"]
)
def test_a_note_of_the_cache_that_makes_no_sense_is_not_believed(scene: Scene, line: str) -> None:
    emptied(scene)
    build("c", scene.reach, OPTIONS)
    first = scene.charts()
    for path in Path(scene.settings.content_cache, "locked").rglob("*"):
        if path.is_file():
            path.write_text(line)
    emptied(scene)

    build("c", scene.reach, OPTIONS)

    assert scene.charts() == first
    assert scene.server.requests != []


def test_what_is_in_the_cache_must_be_what_the_sums_say(scene: Scene) -> None:
    emptied(scene)
    build("c", scene.reach, OPTIONS)
    other = archive("web", "1.2.0", more="description: new\n")
    scene.server.serve("/charts/web-1.2.0.tgz", other)
    update("c", scene.reach, Options(integrity=True, allow_digest_mismatch=True))
    emptied(scene)

    build("c", scene.reach, OPTIONS._replace(integrity=True, allow_digest_mismatch=True))

    assert scene.charts()["web-1.2.0.tgz"] == other


def test_what_is_not_what_the_index_promises_is_not_remembered(scene: Scene) -> None:
    emptied(scene)
    scene.server.serve("/charts/web-1.2.0.tgz", archive("web", "1.2.0", more="description: new\n"))
    build("c", scene.reach, OPTIONS._replace(allow_digest_mismatch=True))
    serve(scene.server, web=("1.2.0", "1.0.0"))
    emptied(scene)

    build("c", scene.reach, OPTIONS)

    assert scene.charts()["web-1.2.0.tgz"] == archive("web", "1.2.0")


def test_a_folder_with_other_bytes_than_the_sums_say_is_not_complete(scene: Scene) -> None:
    update("c", scene.reach, Options(integrity=True))
    (scene.folder / "c" / "charts" / "web-1.2.0.tgz").write_bytes(
        archive("web", "1.2.0", more="description: evil\n")
    )

    build("c", scene.reach, OPTIONS._replace(integrity=True))
    scene.server.requests.clear()
    build("c", scene.reach, OPTIONS._replace(integrity=True))

    assert scene.charts()["web-1.2.0.tgz"] == archive("web", "1.2.0")
    assert scene.server.requests == []


def test_helms_own_build_leaves_the_cache_alone(scene: Scene) -> None:
    emptied(scene)

    build("c", scene.reach, Options(add_missing=True))

    assert not Path(scene.settings.content_cache).exists()
