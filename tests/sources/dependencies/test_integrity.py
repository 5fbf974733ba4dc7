"""``Chart.lock.sums``: written by an update, held against by a build; each way in which it can be wrong."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.sources.dependencies.charts import Scene, serve
from tests.sources.registry.faulty import FaultyRegistry, archive

from helmwright.errors import HelmwrightError
from helmwright.sources.dependencies.updating import Options, build, update

if TYPE_CHECKING:
    from collections.abc import Iterator

SUMS = Options(integrity=True)
BUILD = Options(integrity=True, add_missing=True)


def hexed(data: bytes) -> str:
    return sha256(data).hexdigest()


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    """Returns a place with a chart that wants two charts from servers and one from a folder."""
    monkeypatch.chdir(tmp_path)
    with FaultyRegistry() as server:
        serve(server, web=("1.2.0", "1.0.0"))
        server.publish("oci/db", "0.1.0")
        place = Scene(tmp_path, server)
        place.chart("lib")
        place.wanting(
            f"name: web, version: ^1, repository: '{server.url}/charts'",
            f"name: db, version: 0.1.0, repository: 'oci://{server.host}/oci'",
            "name: lib, version: '*', repository: 'file://../lib'",
        )
        yield place


def sums_file(scene: Scene) -> Path:
    return scene.folder / "c" / "Chart.lock.sums"


def web(scene: Scene) -> str:
    return f"{hexed(archive('web', '1.2.0'))}  web  1.2.0  {scene.server.url}/charts\n"


def db(scene: Scene) -> str:
    return f"{hexed(archive('db', '0.1.0'))}  db  0.1.0  oci://{scene.server.host}/oci\n"


def test_an_update_writes_a_line_for_each_archive_of_a_server_and_the_lock_stays_helms(
    scene: Scene,
) -> None:
    update("c", scene.reach)
    lock = scene.lock()
    assert not sums_file(scene).exists()

    update("c", scene.reach, SUMS)

    assert sums_file(scene).read_text() == web(scene) + db(scene)
    assert scene.lock() == lock


def test_what_is_as_the_sums_say_is_built(scene: Scene) -> None:
    update("c", scene.reach, SUMS)
    before = scene.charts()
    for path in (scene.folder / "c" / "charts").iterdir():
        path.unlink()

    build("c", scene.reach, BUILD)

    assert scene.charts() == before


def refusal(scene: Scene, options: Options = BUILD) -> str:
    """Return place and message of what a build says; ``charts/`` is as it was."""
    before = scene.charts()
    with pytest.raises(HelmwrightError) as caught:
        build("c", scene.reach, options)
    assert scene.charts() == before
    return str(caught.value)


def test_an_archive_that_was_exchanged_is_refused_with_the_line_that_promises_another(
    scene: Scene,
) -> None:
    update("c", scene.reach, SUMS)
    other = archive("web", "1.2.0", more="description: evil\n")
    scene.server.serve("/charts/web-1.2.0.tgz", other)
    loose = BUILD._replace(allow_digest_mismatch=True)

    assert refusal(scene, loose) == (
        f"c/Chart.lock.sums:1: web-1.2.0.tgz from {scene.server.url}/charts: "
        f"sha256 is {hexed(other)}, this line says {hexed(archive('web', '1.2.0'))}"
    )
    assert scene.said[-1].startswith("Save error occurred:  web-1.2.0.tgz from")


def test_a_tag_that_was_moved_is_refused(scene: Scene) -> None:
    update("c", scene.reach, SUMS)
    sums_file(scene).write_text(
        web(scene) + db(scene).replace(hexed(archive("db", "0.1.0")), "0" * 64)
    )

    assert refusal(scene).startswith(
        f"c/Chart.lock.sums:2: db-0.1.0.tgz from oci://{scene.server.host}/oci: sha256 is "
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "WEB",
            (
                "c/Chart.lock:5:3: db 0.1.0 from oci://HOST/oci has no line in Chart.lock.sums; "
                "'helmwright dependency update --integrity' writes it"
            ),
        ),
        ("WEB\n\nDB", ""),
        (
            "DB\nWEB\nDIGEST  old  1.0.0  https://charts.example.com",
            "c/Chart.lock.sums:3: old 1.0.0 from https://charts.example.com is not in Chart.lock",
        ),
        (
            "WEB\nDIGEST  db  0.1.1  oci://HOST/oci",
            (
                "c/Chart.lock:5:3: db 0.1.0 from oci://HOST/oci has no line in Chart.lock.sums; "
                "'helmwright dependency update --integrity' writes it"
            ),
        ),
        (
            "WEB\nDB\nWEB",
            "c/Chart.lock.sums:3:1: a second line about web 1.2.0 from URL, after line 1",
        ),
        (
            "WEB\nDB\nnonsense",
            (
                "c/Chart.lock.sums:3:1: a line is a sha256, a name, a version and a repository, "
                "each after two blanks"
            ),
        ),
        (
            "DIGEST web 1.2.0 URL\nDB",
            (
                "c/Chart.lock.sums:1:1: a line is a sha256, a name, a version and a repository, "
                "each after two blanks"
            ),
        ),
        (
            "WEB\nABC  db  0.1.0  oci://HOST/oci",
            "c/Chart.lock.sums:2:1: a line begins with a sha256, 64 digits from 0 to f in lower case",
        ),
        (
            "",
            (
                "c/Chart.lock:2:3: web 1.2.0 from URL has no line in Chart.lock.sums; "
                "'helmwright dependency update --integrity' writes it"
            ),
        ),
        (
            "\x00\xff",
            (
                "c/Chart.lock.sums:1:1: a line is a sha256, a name, a version and a repository, "
                "each after two blanks"
            ),
        ),
    ],
)
def test_sums_that_are_not_about_the_lock_are_refused_before_anything_is_fetched(
    scene: Scene, text: str, message: str
) -> None:
    update("c", scene.reach, SUMS)
    parts = {
        "WEB": web(scene).rstrip(),
        "DB": db(scene).rstrip(),
        "DIGEST": "a" * 64,
        "HOST": scene.server.host,
        "URL": f"{scene.server.url}/charts",
    }
    for name, part in parts.items():
        text, message = text.replace(name, part), message.replace(name, part)
    sums_file(scene).write_text(text, encoding="latin-1")
    scene.server.requests.clear()

    if not message:
        build("c", scene.reach, BUILD)
        return
    assert refusal(scene) == message
    assert scene.server.requests == []


def test_sums_that_are_not_there_are_refused(scene: Scene) -> None:
    update("c", scene.reach)

    assert refusal(scene) == (
        "c/Chart.lock.sums: there is no such file; "
        "'helmwright dependency update --integrity' writes it"
    )


def test_without_a_lock_nothing_can_be_held_against_sums(scene: Scene) -> None:
    assert refusal(scene).startswith(
        "c/Chart.lock: there is no such file, and so nothing that sums"
    )


def test_a_folder_in_the_place_of_sums_is_refused(scene: Scene) -> None:
    update("c", scene.reach)
    sums_file(scene).mkdir()

    assert refusal(scene) == "c/Chart.lock.sums: is a directory"


def test_a_link_in_the_place_of_sums_is_not_written_through(scene: Scene) -> None:
    elsewhere = scene.folder / "elsewhere"
    elsewhere.write_text("mine\n")
    sums_file(scene).symlink_to(elsewhere)

    with pytest.raises(
        HelmwrightError, match=r"c/Chart.lock.sums: the file Chart.lock.sums is a link"
    ):
        update("c", scene.reach, SUMS)

    assert elsewhere.read_text() == "mine\n"


def test_an_update_warns_of_a_version_that_was_exchanged(scene: Scene) -> None:
    update("c", scene.reach, SUMS)
    sums_file(scene).write_text("0" * 64 + web(scene)[64:])

    update("c", scene.reach, SUMS)

    assert scene.logged == [
        (
            f"web 1.2.0 from {scene.server.url}/charts is no longer what it was: "
            f"its sha256 was {'0' * 64} and is {hexed(archive('web', '1.2.0'))}"
        )
    ]
    assert sums_file(scene).read_text() == web(scene) + db(scene)


def test_passwords_in_urls_are_not_written(scene: Scene) -> None:
    url = scene.server.url.replace("//", "//me:geheim@")
    scene.wanting(f"name: web, version: ^1, repository: '{url}/charts'")

    update("c", scene.reach, SUMS)
    build("c", scene.reach, BUILD)

    assert "geheim" not in sums_file(scene).read_text()


def test_an_old_chart_has_sums_beside_its_own_lock(scene: Scene) -> None:
    folder = Path("c")
    (folder / "Chart.yaml").write_text("apiVersion: v1\nname: c\nversion: 1.0.0\n")
    (folder / "requirements.yaml").write_text(
        f"dependencies:\n- {{name: web, version: ^1, repository: '{scene.server.url}/charts'}}\n"
    )

    update("c", scene.reach, SUMS)
    build("c", scene.reach, BUILD)

    assert (folder / "requirements.lock.sums").read_text() == web(scene)
    assert not sums_file(scene).exists()


def test_a_chart_without_dependencies_needs_neither_lock_nor_sums(scene: Scene) -> None:
    scene.wanting()

    update("c", scene.reach, SUMS)
    build("c", scene.reach, BUILD)

    assert not sums_file(scene).exists()
