"""Bad input from servers, files and the environment: what each gets, and what was without a test so far.

======================  ==========================================================================
index                   golden/sources ``kind-*``, ``add-*``; test_index, test_index_outline; too
                        large and ``file:`` here; ``../`` in ``pull-above``, ``pull-farabove``
archive                 golden/sources ``broken-*``; test_interface
                        (nothing_is_left_of_what_is_no_archive, an_archive_that_is_not_what…); a bomb here
manifest                registry/test_pulling (what_is_wrong_is_told), registry/test_manifest
tags                    registry/test_pulling (a_version_that_leads_nowhere_is_told)
logins                  registry/test_authorization, registry/test_credentials
login file              registry/test_credentials (a_broken_file…, a_link_stays_a_link)
repositories.yaml       test_repositories; golden/sources ``*-broken-file``; a blank URL here
chart                   dependencies/test_updating, dependencies/test_lock; a full disk, Ctrl-C and what
                        was left over here
dependency              dependencies/test_updating (what_cannot_be_had…, a_circle_is_refused);
                        digests in names and odd aliases here
provenance              provenance/
environment             test_fetching (proxies…), test_repositories (homes…), test_interface
                        (a_cache_that_cannot_be_written…); no HOME, no cache, IPv6 here
connection              test_fetching (headers_that_drip…, silence_ends…, what_goes_wrong…)
======================  ==========================================================================
"""

from __future__ import annotations

import errno
import gzip
import io
import tarfile
from pathlib import Path

import pytest
from tests.sources.origin import Origin
from tests.sources.shop import archive, entry, index, stock
from tests.sources.test_interface import added, command

from helmwright.sources.index import LARGEST


@pytest.fixture
def origin():
    with Origin() as running:
        stock(running)
        yield running


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    for kind in ("CONFIG", "CACHE", "DATA"):
        monkeypatch.setenv(f"HELM_{kind}_HOME", str(tmp_path / kind.lower()))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


def files(folder: Path) -> dict[str, bytes]:
    """Return what is below a folder, without Helm's lock, which stays."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock")
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def chart(folder: str, dependency: str) -> None:
    Path(folder).mkdir()
    text = f"apiVersion: v2\nname: c\nversion: 0.1.0\ndependencies:\n- {{{dependency}}}\n"
    Path(folder, "Chart.yaml").write_text(text)


def test_an_index_that_is_announced_too_large_is_not_read(origin, home):
    url = f"{origin.url}/endless/{LARGEST + 1}"

    code, _, stderr = command("repo", "add", "large", url)

    assert (code, files(home)) == (1, {})
    assert f"{url}/index.yaml: {LARGEST + 1} bytes are more than the {LARGEST}" in stderr


def test_an_index_that_grows_too_large_is_left(origin, home, monkeypatch):
    monkeypatch.setattr("helmwright.sources.indexes.LARGEST", 1 << 20)

    code, _, stderr = command("repo", "add", "large", f"{origin.url}/endless/")

    assert (code, files(home)) == (1, {})
    assert f"what came is more than the {1 << 20} that are taken" in stderr


def test_a_file_that_an_index_names_is_never_opened(origin, home):
    added("faulty", f"{origin.url}/faulty")
    before = files(home)

    code, _, stderr = command("pull", "faulty/file")

    assert (code, files(home)) == (1, before)
    assert 'scheme "file" not supported' in stderr


def test_an_archive_that_unpacks_to_too_much_is_refused(origin, home):
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as zipped:
        member = tarfile.TarInfo("web/files/zeros")
        member.size = 101 << 20
        zipped.write(member.tobuf(tarfile.USTAR_FORMAT))
        for _ in range(101):
            zipped.write(bytes(1 << 20))
    origin.serve("/bomb-1.0.0.tgz", packed.getvalue())

    for line in ("show chart", "template", "pull --untar"):
        code, stdout, stderr = command(*line.split(), f"{origin.url}/bomb-1.0.0.tgz")

        assert (code, stdout) == (1, "")
        assert "is larger than the maximum" in stderr
    assert not any(name.startswith("work/") for name in files(home))


def test_a_repository_without_a_url_is_told(home):
    (home / "config").mkdir()
    (home / "config" / "repositories.yaml").write_text("repositories: [{name: x, url: ''}]\n")

    code, _, stderr = command("template", "x/web")

    assert code == 1
    assert "no URL found for repository x" in stderr


@pytest.mark.parametrize(
    ("problem", "code"),
    [(OSError(errno.ENOSPC, "No space left on device"), 1), (KeyboardInterrupt(), 130)],
)
def test_charts_are_as_before_when_the_disk_is_full_or_the_user_stops(
    origin, monkeypatch, problem, code
):
    chart("c", f"name: web, version: 1.0.0, repository: '{origin.url}/lab'")
    assert command("dependency", "update", "c")[0] == 0
    text = Path("c/Chart.yaml").read_text().replace("1.0.0", "1.1.0")
    Path("c/Chart.yaml").write_text(text)

    def failing(*_, **__):
        raise problem

    monkeypatch.setattr("helmwright.disk.writing.os.replace", failing)
    found, _, stderr = command("dependency", "update", "c")

    assert found == code
    assert "Traceback" not in stderr
    assert [path.name for path in Path("c/charts").iterdir()] in (
        ["web-1.0.0.tgz"],
        ["web-1.1.0.tgz"],
    )
    assert {path.name for path in Path("c").iterdir()} == {"Chart.yaml", "Chart.lock", "charts"}


def test_what_another_run_left_over_is_no_obstacle(origin):
    chart("c", f"name: web, version: 1.0.0, repository: '{origin.url}/lab'")
    Path("c/tmpcharts-1").mkdir()
    Path("c/tmpcharts-1/web-0.0.1.tgz").write_bytes(b"cut")

    assert command("dependency", "update", "c")[0] == 0

    assert [path.name for path in Path("c/charts").iterdir()] == ["web-1.0.0.tgz"]


@pytest.mark.parametrize(
    "dependency",
    [
        "name: 'web@sha256:00', version: 1",
        "name: web, alias: a b, version: 1",
        "name: .., version: 1",
    ],
)
def test_names_that_are_none_are_refused_before_anything_is_asked(origin, dependency):
    chart("c", f"{dependency}, repository: '{origin.url}/lab'")

    code, _, stderr = command("dependency", "update", "c")

    assert code == 1
    assert "Error: " in stderr
    assert not any("web" in one.path for one in origin.requests)
    assert not Path("c/charts").exists() or list(Path("c/charts").iterdir()) == []


def test_without_a_home_there_is_a_message_or_a_cache_elsewhere(origin, monkeypatch):
    for name in ("HOME", "HELM_CONFIG_HOME", "HELM_CACHE_HOME", "HELM_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)

    code, stdout, stderr = command("show", "chart", f"{origin.url}/lab/web-1.0.0.tgz")

    assert code in (0, 1)
    assert "Traceback" not in stderr
    assert ("name: web" in stdout) is (code == 0)


def test_a_blank_name_of_the_cache_counts_as_none(origin, monkeypatch, home):
    monkeypatch.setenv("HELM_CONTENT_CACHE", "")

    assert command("show", "chart", f"{origin.url}/lab/web-1.0.0.tgz")[0] == 0
    assert any(name.startswith("cache/content/") for name in files(home))


def test_a_host_may_be_an_address_in_brackets_and_its_password_is_not_shown(home):
    code, _, stderr = command("repo", "add", "six", "http://me:p%40ss@[::1]:9/charts")

    assert (code, files(home)) == (1, {})
    assert "http://me:***@[::1]:9/charts" in stderr
    assert "p%40ss" not in stderr
    assert "p@ss" not in stderr


def test_every_refused_index_leaves_nothing(origin, home):
    data = archive("web", "1.0.0")
    origin.serve("/near/index.yaml", index(entry("web", "1.0.0", "web.tgz", data)) + "foo: 1\n")
    for path in (
        "truncated",
        "hang-up",
        "reset",
        "not-http",
        "headers",
        "no-headers",
        "gzip",
        "near",
        "loop",
    ):
        code, stdout, stderr = command("repo", "add", "x", f"{origin.url}/{path}")

        assert (code, stdout, files(home)) == (1, "", {}), path
        assert f"{origin.url}/{path}" in stderr
