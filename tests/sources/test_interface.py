"""Charts from anywhere, in Python."""

from __future__ import annotations

import io
import os
import socket
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from tests.sources.certificates import Authority
from tests.sources.origin import Origin
from tests.sources.registry.faulty import LOGIN, FaultyRegistry
from tests.sources.shop import archive, archive_of_lab, entry, index, stock

import helmwright
from helmwright.base.errors import ChartError, HelmwrightError, SourceError
from helmwright.cli import run
from helmwright.sources import HelmSettings, Sources
from helmwright.sources.fetching import OfflineError

SOURCE_ROOT = Path(helmwright.__file__).parent.parent
pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def origin():
    with Origin() as running:
        stock(running)
        yield running


@pytest.fixture
def home(tmp_path, monkeypatch):
    for kind in ("CONFIG", "CACHE", "DATA"):
        monkeypatch.setenv(f"HELM_{kind}_HOME", str(tmp_path / kind.lower()))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


def command(*arguments: str) -> tuple[int, str, str]:
    stdout, stderr = io.BytesIO(), io.BytesIO()
    code = run(arguments, stdin=io.BytesIO(), stdout=stdout, stderr=stderr)
    return code, stdout.getvalue().decode(), stderr.getvalue().decode()


def added(name: str, url: str, *more: str) -> None:
    code, _, stderr = command("repo", "add", name, url, *more)
    assert code == 0, stderr


def test_a_chart_is_loaded_from_an_added_repository(origin):
    added("lab", f"{origin.url}/lab")

    chart = Sources.from_environment().load("lab/web", version="~1")

    assert (chart.name, chart.metadata.version) == ("web", "1.10.0")


def test_a_chart_is_loaded_from_a_url_from_a_repository_nobody_added_and_from_the_disk(origin):
    sources = Sources.from_environment()

    assert sources.load(f"{origin.url}/lab/web-1.0.0.tgz").metadata.version == "1.0.0"
    assert (
        sources.load("web", repo=f"{origin.url}/lab", version="1.1.0").metadata.version == "1.1.0"
    )
    Path("web.tgz").write_bytes(archive("mine", "0.1.0"))
    assert sources.load("web.tgz").name == "mine"


def test_an_archive_is_pulled(origin):
    added("lab", f"{origin.url}/lab")

    pulled = Sources.from_environment().pull("lab/web", "..", version="1.0.0")

    assert pulled.path == "../web-1.0.0.tgz"
    assert pulled.digest == f"sha256:{sha256(archive_of_lab()).hexdigest()}"
    assert Path("../web-1.0.0.tgz").read_bytes() == archive_of_lab()


def test_an_archive_is_unpacked(origin):
    pulled = Sources.from_environment().pull(
        "web", repo=f"{origin.url}/lab", untar=True, untardir="there"
    )

    assert pulled.path == "there/web"
    assert sorted(path.name for path in Path("there").iterdir()) == ["web"]
    assert Path("there/web/values.yaml").read_text() == "colour: blue\n"
    with pytest.raises(HelmwrightError, match="there/web already exists"):
        Sources.from_environment().pull(
            "web", repo=f"{origin.url}/lab", untar=True, untardir="there"
        )


@pytest.mark.parametrize("reference", ["./none", "/none"])
def test_a_path_that_is_not_there_is_a_path(reference):
    with pytest.raises(ChartError, match="not found"):
        Sources.from_environment().load(reference)


def test_offline_opens_no_socket_and_uses_the_cache(origin, monkeypatch):
    added("lab", f"{origin.url}/lab")
    Sources.from_environment().load("lab/web")

    def refuse(*_, **__):
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    offline = Sources.from_environment(offline=True)

    assert offline.load("lab/web").name == "web"
    with pytest.raises(OfflineError, match="no connection is opened while offline"):
        offline.load("lab/web", version="1.0.0")
    with pytest.raises(SourceError, match="no connection is opened while offline"):
        offline.load("web", repo="http://charts.example.com")


@pytest.mark.parametrize("how", ["flag", "variable"])
def test_commands_open_no_socket_offline(origin, monkeypatch, how):
    added("lab", f"{origin.url}/lab")
    origin.requests.clear()
    flags = ["--offline"] if how == "flag" else []
    if how == "variable":
        monkeypatch.setenv("HELMWRIGHT_OFFLINE", "1")

    for arguments in (["template", "lab/web"], ["pull", "lab/web"], ["repo", "update"]):
        code, _, stderr = command(*arguments, *flags)
        assert code == 1
        assert "offline" in stderr or "failed to update" in stderr
    assert origin.requests == []


def test_an_archive_that_is_not_what_was_promised_is_refused_and_stored_nowhere(origin, home):
    added("evil", f"{origin.url}/evil")
    sources = Sources.from_environment()

    with pytest.raises(SourceError, match="the index says") as caught:
        sources.load("evil/web")
    with pytest.raises(SourceError):
        sources.pull("evil/web")

    assert caught.value.url == f"{origin.url}/evil/web-1.0.0.tgz"
    assert list(home.rglob("*.chart")) == list(home.rglob("*.tgz")) == []


def test_a_wrong_digest_is_taken_if_that_is_asked_for_and_kept_under_its_own(origin):
    added("evil", f"{origin.url}/evil")
    added("lab", f"{origin.url}/lab")
    sources = Sources.from_environment()

    chart = sources.load("evil/web", allow_digest_mismatch=True)

    assert chart.values["colour"] == "evil"
    assert sources.load("lab/web", version="1.0.0").values["colour"] == "blue"


def test_a_poisoned_cache_does_no_harm(origin, home):
    added("lab", f"{origin.url}/lab")
    sources = Sources.from_environment()
    sources.load("lab/web", version="1.0.0")
    (stored,) = home.rglob("*.chart")
    stored.write_bytes(archive("web", "1.0.0", values_yaml="colour: evil\n"))

    assert sources.load("lab/web", version="1.0.0").values["colour"] == "blue"
    assert stored.read_bytes() == archive_of_lab()


@pytest.mark.parametrize("name", ["html", "empty", "cut", "text", "nothing", "nochart", "short"])
def test_nothing_is_left_of_what_is_no_archive(origin, home, name):
    added("faulty", f"{origin.url}/faulty")

    for line in (["template"], ["pull"], ["pull", "--untar"], ["show", "chart"]):
        code, stdout, stderr = command(*line, f"faulty/{name}")
        assert (code, stdout) == (1, "")
        assert stderr.startswith("Error: ")
    assert list(Path().iterdir()) == []
    assert list(home.rglob("*.chart")) == []


def test_an_archive_that_is_too_large_is_not_taken(origin, monkeypatch):
    monkeypatch.setattr("helmwright.sources.archives.LARGEST", 1000)

    code, _, stderr = command("template", f"{origin.url}/endless")

    assert code == 1
    assert "more than the 1000 that are taken" in stderr


def test_certificates_of_a_repository_hold_for_its_charts(home, tmp_path):
    authority = Authority(tmp_path)
    with Origin(context=authority.server("127.0.0.1")) as safe:
        data = archive("web", "1.0.0")
        safe.serve("/lab/web-1.0.0.tgz", data)
        safe.serve("/lab/index.yaml", index(entry("web", "1.0.0", "web-1.0.0.tgz", data)))
        Path("ca.pem").write_bytes(Path(authority.path).read_bytes())
        added("known", f"{safe.url}/lab", "--ca-file", "ca.pem")
        added("any", f"{safe.url}/lab", "--insecure-skip-tls-verify")
        sources = Sources.from_environment()

        Path("deep").mkdir()
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir("deep")  # the path of the authority was relative to another folder
            assert sources.load("known/web").name == "web"
        for stored in home.rglob("*.chart"):
            stored.unlink()
        assert sources.load("any/web").name == "web"
        with pytest.raises(SourceError, match="certificate signed by unknown authority"):
            sources.load(f"{safe.url}/other.tgz")
        again = sources.load("web", repo=f"{safe.url}/lab", insecure_skip_tls_verify=True)
        assert again.name == "web"


def test_a_password_is_in_no_message_and_in_no_file_that_others_can_read(origin, home):
    url = origin.url.replace("//", "//me:s3cr3t-pw@")

    for line in (
        ["repo", "add", "x", f"{url}/none"],
        ["template", f"{url}/none.tgz"],
        ["pull", "web", "--repo", f"{url}/none"],
        ["pull", f"{url}/faulty/html-1.0.0.tgz"],
    ):
        code, stdout, stderr = command(*line)
        assert code == 1
        assert "s3cr3t-pw" not in stdout + stderr
    added("x", f"{url}/lab")
    assert "s3cr3t-pw" not in command("repo", "list")[1]
    assert "s3cr3t-pw" not in command("repo", "list", "-o", "json")[1]
    for path in home.rglob("*"):
        if path.is_file() and b"s3cr3t-pw" in path.read_bytes():
            assert path.stat().st_mode & 0o077 == 0


def test_every_command_that_takes_a_chart_takes_one_of_a_repository(origin):
    added("lab", f"{origin.url}/lab")

    for line in (
        ["template", "lab/web"],
        ["lint", "lab/web"],
        ["lint", "--chart", "lab/web"],
        ["docs", "lab/web", "--output", "-"],
        ["images", "lab/web"],
        ["values", "get", "colour", "--chart", "lab/web"],
        ["values", "explain", "colour", "lab/web"],
        ["unittest", "lab/web"],
        ["diff", "chart", "lab/web", f"{origin.url}/lab/web-1.0.0.tgz"],
    ):
        code, _, stderr = command(*line)
        assert code in (0, 1), (line, stderr)
        assert "Error" not in stderr, (line, stderr)
    code, stdout, _ = command("values", "get", "colour", "--chart", "lab/web", "--version", "1.0.0")
    assert (code, stdout) == (0, "blue\n")


def test_what_is_no_chart_of_a_repository_is_said_to_be_no_path():
    code, _, stderr = command("docs", "charts/typo")

    assert (code, stderr) == (1, "Error: there is no chart at charts/typo\n")


def test_a_large_index_is_not_read_whole(origin, home, monkeypatch):
    monkeypatch.setattr("helmwright.sources.indexes.LARGE", 10)
    monkeypatch.setattr("helmwright.sources.indexes.read_index", None)
    config = home / "config"
    config.mkdir()
    (config / "repositories.yaml").write_text(
        f"repositories:\n- name: lab\n  url: {origin.url}/lab\n"
    )
    cache = home / "cache" / "repository"
    cache.mkdir(parents=True)
    (cache / "lab-index.yaml").write_bytes(origin.documents["/lab/index.yaml"].body)

    assert Sources.from_environment().load("lab/web", version="1.1.0").metadata.version == "1.1.0"


def test_a_repository_that_is_interrupted_leaves_all_as_it_was(origin, home, monkeypatch):
    added("lab", f"{origin.url}/lab")
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("helmwright.sources.fetching.exchange.Fetcher.request", interrupted)
    assert command("repo", "add", "two", f"{origin.url}/lab")[0] == 130
    assert command("repo", "update")[0] == 130
    assert command("pull", "lab/web")[0] == 130

    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before


def test_indexes_are_fetched_at_the_same_time_and_told_of_in_order(origin, home):
    config = home / "config"
    config.mkdir()
    urls = {
        "slow": "/silent/0.3",
        "gone": "/none",
        "lab": "/lab",
        "bad": "/kinds/bad-version",
    }
    entries = "".join(
        f"- name: {name}\n  url: '{origin.url}{path}'\n" for name, path in urls.items()
    )
    (config / "repositories.yaml").write_text(f"repositories:\n{entries}")

    code, stdout, stderr = command("repo", "update")

    lines = [line.split('"')[1] for line in stdout.splitlines() if line.startswith("...")]
    assert (code, lines) == (1, ["slow", "gone", "lab", "bad"])
    assert stderr.count("level=WARN") == 1
    assert stderr.endswith(
        f"failed to update the following repositories: [{origin.url}/silent/0.3 {origin.url}/none]\n"
    )


@pytest.mark.slow
def test_programs_that_add_at_once_lose_nothing(origin):
    program = "import sys; from helmwright.cli import main; sys.exit(main())"
    running = [
        subprocess.Popen(
            [sys.executable, "-c", program, "repo", "add", f"r{number}", f"{origin.url}/lab"],
            env={**os.environ, "PYTHONPATH": str(SOURCE_ROOT)},
            stdout=subprocess.DEVNULL,
        )
        for number in range(4)
    ]
    assert [one.wait() for one in running] == [0] * 4

    names = [line.split()[0] for line in command("repo", "list", "--no-headers")[1].splitlines()]
    assert sorted(names) == ["r0", "r1", "r2", "r3"]


def test_dependencies_packages_and_pushes_have_methods(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    chart = tmp_path / "c"
    chart.mkdir()
    with FaultyRegistry(wants="basic") as registry:
        name, _, password = LOGIN.partition(":")
        words = {"username": name, "password": password, "plain_http": True}
        registry.publish("charts/web", "1.0.0")
        (chart / "Chart.yaml").write_text(
            "apiVersion: v2\nname: c\nversion: 0.1.0\ndependencies:\n"
            f"- {{name: web, version: 1.x, repository: 'oci://{registry.host}/charts'}}\n"
        )
        said: list[str] = []
        settings = HelmSettings.from_environment({"HOME": str(tmp_path)})
        sources = Sources(settings, say=said.append)

        sources.update_dependencies("c", **words)
        sources.build_dependencies("c", **words)
        packed = sources.package("c", "out", version="1.2.3", epoch=0)
        digest = sources.push(packed.path, f"oci://{registry.host}/charts", **words)

    assert said.count("Saving 1 charts") == 2
    assert packed.path == "out/c-1.2.3.tgz"
    assert registry.tags("charts/c") == ["1.2.3"]
    assert said[-2:] == [f"Pushed: {registry.host}/charts/c:1.2.3", f"Digest: {digest}"]


def test_a_cache_that_cannot_be_written_is_no_obstacle(origin, home):
    (home / "cache").write_text("a file where the folder would be")
    sources = Sources.from_environment()

    assert sources.load("web", repo=f"{origin.url}/lab").name == "web"
    code, stdout, _ = command("template", f"{origin.url}/lab/web-1.0.0.tgz")
    assert (code, "release-name-web" in stdout) == (0, True)
    assert (home / "cache").is_file()


def test_dependencies_are_held_against_the_sums_of_an_update(tmp_path, origin):
    write = tmp_path / "work" / "c"
    write.mkdir()
    wanted = f"dependencies:\n- {{name: web, version: ^1.0, repository: '{origin.url}/lab'}}\n"
    (write / "Chart.yaml").write_text(f"apiVersion: v2\nname: c\nversion: 1.0.0\n{wanted}")
    sources = Sources.from_environment()
    sources.update_dependencies("c", integrity=True)
    origin.serve("/lab/web-1.10.0.tgz", archive("web", "1.10.0"))

    with pytest.raises(SourceError) as caught:
        sources.build_dependencies(
            "c", integrity=True, add_missing=True, allow_digest_mismatch=True
        )

    assert str(caught.value).startswith("c/Chart.lock.sums:1: web-1.10.0.tgz from ")
    assert sha256(archive("web", "1.10.0")).hexdigest() in caught.value.message
