"""Archives are those of Helm: header, order, times, texts of refusals."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
from pathlib import Path

import pytest

from helmwright import load_chart
from helmwright.base.errors import ChartError, HelmwrightError
from helmwright.sources.packing import epoch_of, package

CHART = {
    "Chart.yaml": "version: 1.2.3\nname: web\napiVersion: v2\ndependencies:\n- {name: sub, version: 0.1.0}\n",
    "Chart.lock": 'digest: sha256:aa\ngenerated: "2024-01-02T03:04:05.600+02:00"\n',
    "values.yaml": "a: 1 # one\n",
    "values.schema.json": "{}",
    "templates/x.yaml": "x\n",
    "README.md": "read\n",
    "charts/sub/Chart.yaml": "apiVersion: v2\nname: sub\nversion: 0.1.0\n",
    "charts/sub/values.yaml": "b: 2\n",
}
CHART_YAML = (
    b'apiVersion: v2\ndependencies:\n- name: sub\n  repository: ""\n  version: 0.1.0\n'
    b"name: web\nversion: 1.2.3\n"
)
NEW_YEAR = 1577836800


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Returns a chart whose files were changed at half past a second."""
    monkeypatch.chdir(tmp_path)
    for name, text in CHART.items():
        path = tmp_path / "web" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, ns=(0, NEW_YEAR * 10**9 + 500_000_000))
    return "web"


def entries(archive: str) -> list[tuple[str, int, bytes]]:
    with tarfile.open(archive) as opened:
        return [
            (one.name, int(one.mtime), file.read())
            for one in opened
            if (file := opened.extractfile(one)) is not None
        ]


def test_the_archive_has_helms_files_in_helms_order(web: str) -> None:
    path = package(web, destination="out")

    assert path == "out/web-1.2.3.tgz"
    assert entries(path) == [
        (
            "web/Chart.yaml",
            NEW_YEAR + 1,
            CHART_YAML,
        ),
        (
            "web/Chart.lock",
            1704157446,
            b'dependencies: null\ndigest: sha256:aa\ngenerated: "2024-01-02T03:04:05.6+02:00"\n',
        ),
        ("web/values.yaml", NEW_YEAR + 1, b"a: 1 # one\n"),
        ("web/values.schema.json", NEW_YEAR + 1, b"{}"),
        ("web/templates/x.yaml", NEW_YEAR + 1, b"x\n"),
        ("web/README.md", NEW_YEAR + 1, b"read\n"),
        ("web/charts/sub/Chart.yaml", NEW_YEAR + 1, b"apiVersion: v2\nname: sub\nversion: 0.1.0\n"),
        ("web/charts/sub/values.yaml", NEW_YEAR + 1, b"b: 2\n"),
    ]


def test_the_header_is_helms(web: str) -> None:
    data = Path(package(web)).read_bytes()
    tar = gzip.decompress(data)

    assert data[:61] == (
        b"\x1f\x8b\x08\x14\0\0\0\0\0\xff\x2c\0rr\x28\0"
        b"aHR0cHM6Ly95b3V0dS5iZS96OVV6MWljandyTQo=Helm\0"
    )
    assert tar[100:124] == b"0000644\x000000000\x000000000\0"
    assert tar[257:265] == b"ustar\x0000"
    assert tar[265:329] == bytes(64)
    assert tar[329:345] == b"0000000\x000000000\0"
    assert len(tar) == 512 * (8 * 2 + 2)


def test_what_was_packed_loads_again(web: str) -> None:
    chart = load_chart(package(web))

    assert (chart.name, chart.metadata.version) == ("web", "1.2.3")
    assert [subchart.name for subchart in chart.dependencies] == ["sub"]


def test_the_file_is_saved_where_the_shell_is(web: str, tmp_path: Path) -> None:
    assert package(web) == f"{tmp_path}/web-1.2.3.tgz"


def test_version_and_app_version_can_be_set(web: str) -> None:
    path = package(web, version="2.0.0+build.5", app_version="7", destination="new/deep")

    assert path == "new/deep/web-2.0.0+build.5.tgz"
    text = entries(path)[0][2].decode()
    assert 'appVersion: "7"\n' in text
    assert "version: 2.0.0+build.5\n" in text


def test_two_archives_of_one_epoch_are_the_same(web: str) -> None:
    first = Path(package(web, destination="a", epoch=1700000000)).read_bytes()
    os.utime("web/values.yaml")
    second = Path(package(web, destination="b", epoch=1700000000)).read_bytes()

    assert first == second
    found = entries("a/web-1.2.3.tgz")
    assert {modified for _, modified, _ in found} == {1700000000}
    assert b'generated: "2023-11-14T22:13:20Z"' in found[1][2]


@pytest.mark.parametrize("text", ["-1", "soon", "1.5", "253402300800", "9" * 400, "٣"])
def test_an_epoch_that_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(HelmwrightError, match="SOURCE_DATE_EPOCH"):
        epoch_of({"SOURCE_DATE_EPOCH": text})


def test_an_epoch_is_seconds_and_nothing_is_none() -> None:
    assert epoch_of({"SOURCE_DATE_EPOCH": "12"}) == 12
    assert epoch_of({"SOURCE_DATE_EPOCH": ""}) is None


def test_a_chart_of_version_1_keeps_its_requirements_in_their_file(tmp_path: Path) -> None:
    folder = tmp_path / "old"
    for name, text in {
        "Chart.yaml": "name: old\nversion: 1.0.0\n",
        "requirements.yaml": "dependencies:\n- {name: sub, version: 0.1.0}\n",
        "requirements.lock": "digest: sha256:aa\n",
        "charts/sub/Chart.yaml": "apiVersion: v1\nname: sub\nversion: 0.1.0\n",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)

    found = entries(package(str(folder), destination=str(tmp_path)))

    assert [name for name, _, _ in found] == [
        "old/Chart.yaml",
        "old/requirements.lock",
        "old/requirements.yaml",
        "old/charts/sub/Chart.yaml",
    ]
    assert found[0][2] == b"apiVersion: v1\nname: old\nversion: 1.0.0\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"path": "nowhere"}, "stat nowhere: no such file or directory"),
        ({"path": "web/charts"}, "unable to detect chart at {}/web/charts/Chart.yaml: open "),
        ({"version": "nope"}, "invalid semantic version"),
        ({"destination": "file"}, "failed to save: is not a directory: file"),
        ({"destination": "file/x"}, "failed to save: stat file/x: stat file/x: not a directory"),
    ],
)
def test_refusals_are_helms(
    web: str, tmp_path: Path, arguments: dict[str, str], message: str
) -> None:
    Path("file").write_text("x")

    with pytest.raises(ChartError) as caught:
        package(arguments.pop("path", web), **arguments)  # type: ignore[arg-type]

    assert caught.value.message.startswith(message.format(tmp_path))


def test_a_schema_that_is_no_json_leaves_no_file(web: str) -> None:
    Path(web, "values.schema.json").write_text("{")

    with pytest.raises(ChartError) as caught:
        package(web, destination="out")

    assert caught.value.message == "failed to save: invalid JSON in values.schema.json"
    assert not Path("out").exists()


def test_a_chart_without_its_subcharts_is_refused(web: str) -> None:
    with Path(web, "Chart.yaml").open("a") as file:
        file.write("- {name: db}\n- {name: mq}\n")

    with pytest.raises(ChartError) as caught:
        package(web)

    assert caught.value.message == ("found in Chart.yaml, but missing in charts/ directory: db, mq")


def test_long_and_foreign_names_are_kept(web: str) -> None:
    folder = Path(web, "d" * 60, "e" * 60)
    folder.mkdir(parents=True)
    names = [f"{'d' * 60}/{'e' * 60}/{letter * count}" for letter, count in (("f", 90), ("g", 110))]
    for name in (*names, "ünï.txt"):
        Path(web, name).write_text("x")
    os.utime(Path(web, "ünï.txt"), (0, -86400))

    found = {name: modified for name, modified, _ in entries(package(web))}

    assert {f"web/{name}" for name in names} <= found.keys()
    assert found["web/ünï.txt"] == -86400


def test_what_is_in_the_way_is_replaced_whole(web: str, tmp_path: Path) -> None:
    (tmp_path / "web-1.2.3.tgz").write_bytes(b"old")

    data = Path(package(web)).read_bytes()

    with tarfile.open(fileobj=io.BytesIO(data)) as opened:
        assert len(opened.getnames()) == 8
