"""Charts that come from elsewhere and must be signed: repositories, registries, dependencies, commands."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.sources.origin import Origin
from tests.sources.registry.faulty import FaultyRegistry, archive
from tests.sources.shop import stock
from tests.sources.signing_keys import ROOT, identity_of, laid_out
from tests.sources.test_interface import added, command

from helmwright.errors import SourceError, VerificationError
from helmwright.sources import Sources
from helmwright.sources.fetching import OfflineError
from helmwright.sources.provenance.signing import Signing

if TYPE_CHECKING:
    from collections.abc import Callable

KEYRING = ("--verify", "--keyring", str(ROOT / "public.gpg"))
WORDS: dict[str, Any] = {"verify": True, "keyring": str(ROOT / "public.gpg")}
_BAD = ("none", "stranger", "changed", "expired", "revoked", "other-name", "html", "large")


@pytest.fixture
def origin():
    with Origin() as running:
        stock(running)
        yield running


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    for kind in ("CONFIG", "CACHE", "DATA"):
        monkeypatch.setenv(f"HELM_{kind}_HOME", str(tmp_path / kind.lower()))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("GNUPGHOME", raising=False)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


def kept(home: Path) -> list[str]:
    """Return the names of all archives and provenance files there are."""
    return sorted(
        path.name for path in home.rglob("*") if path.suffix in (".tgz", ".chart", ".prov")
    )


def test_a_verified_archive_says_who_signed_it(origin):
    added("s", f"{origin.url}/signed/ed")
    sources = Sources.from_environment()

    pulled = sources.pull("s/web", **WORDS)

    assert pulled.verification is not None
    assert pulled.verification.signed_by == (identity_of("ed"),)
    assert pulled.verification.digest == pulled.digest
    assert sorted(path.name for path in Path().iterdir()) == [
        "web-1.0.0.tgz",
        "web-1.0.0.tgz.prov",
    ]
    assert sources.pull("s/web", "..").verification is None


@pytest.mark.parametrize("kind", _BAD)
@pytest.mark.parametrize("how", ["pull", "load", "untar"])
def test_nothing_is_left_of_what_is_not_verified(origin, home, kind, how):
    added("s", f"{origin.url}/signed/{kind}")
    sources = Sources.from_environment()

    acts: dict[str, Callable[..., object]] = {
        "load": sources.load,
        "pull": partial(sources.pull, prov=True),
        "untar": partial(sources.pull, untar=True),
    }
    with pytest.raises(SourceError):
        acts[how]("s/web", **WORDS)
    assert kept(home) == []
    assert list(Path().iterdir()) == []


def test_nothing_is_left_of_a_pull_that_is_interrupted(origin, home, monkeypatch):
    added("s", f"{origin.url}/signed/rsa")

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("helmwright.sources.provenance.checking.verify_archive", interrupted)
    assert command("pull", "s/web", *KEYRING)[0] == 130
    assert command("template", "s/web", *KEYRING)[0] == 130
    assert kept(home) == []


def test_what_is_in_the_cache_is_verified_without_a_connection(origin):
    added("s", f"{origin.url}/signed/rsa")
    Sources.from_environment().load("s/web", **WORDS)
    offline = Sources.from_environment(offline=True)
    origin.requests.clear()

    assert offline.load("s/web", **WORDS).name == "web"
    assert offline.pull("s/web", **WORDS).verification is not None
    with pytest.raises(SourceError, match=r"signature made by unknown entity|offline"):
        offline.load("s/web", verify=True, keyring=str(ROOT / "before.gpg"))
    assert origin.requests == []


def test_an_archive_in_the_cache_is_no_reason_to_take_it_unsigned(origin):
    added("s", f"{origin.url}/signed/none")
    sources = Sources.from_environment()
    sources.load("s/web")

    with pytest.raises(VerificationError, match="failed to fetch provenance"):
        sources.load("s/web", **WORDS)
    with pytest.raises(OfflineError):
        Sources.from_environment(offline=True).load("s/web", **WORDS)


def test_provenance_in_the_cache_that_proves_nothing_is_fetched_anew(origin, home):
    added("s", f"{origin.url}/signed/rsa")
    sources = Sources.from_environment()
    sources.load("s/web", **WORDS)
    (stored,) = (home / "cache").rglob("*.prov")
    good = stored.read_bytes()
    for bad in (b"", b"nonsense", (ROOT / "stranger.prov").read_bytes()):
        stored.write_bytes(bad)

        assert sources.load("s/web", **WORDS).name == "web"
        assert stored.read_bytes() == good


def test_the_login_of_a_repository_holds_for_provenance_and_goes_nowhere_else(origin):
    added("s", f"{origin.url}/signed/auth", "--username", "me", "--password", "secret")
    added("far", f"{origin.url}/far")
    sources = Sources.from_environment()

    assert sources.load("s/web", **WORDS).name == "web"
    origin.requests.clear()
    with pytest.raises(VerificationError, match="failed to fetch provenance"):
        sources.load("far/far", username="me", password="secret", **WORDS)  # noqa: S106 - of nobody
    assert [one.login for one in origin.requests] == ["", ""]


def test_a_url_with_a_password_is_shown_without_it(origin):
    url = origin.url.replace("//", "//me:s3cr3t-pw@")

    code, stdout, stderr = command("pull", f"{url}/signed/none/web-1.0.0.tgz", *KEYRING)

    assert (code, stdout) == (1, "")
    assert "failed to fetch provenance" in stderr
    assert "s3cr3t-pw" not in stderr


@pytest.fixture
def signed(tmp_path) -> Path:
    return laid_out(tmp_path / "signed")


_COMMANDS = (
    ("template", "{}"),
    ("lint", "{}"),
    ("lint", "--chart", "{}"),
    ("docs", "{}", "--output", "-"),
    ("images", "{}"),
    ("values", "get", "colour", "--chart", "{}"),
    ("values", "explain", "colour", "{}"),
    ("unittest", "{}"),
    ("show", "chart", "{}"),
    ("show", "all", "{}"),
    ("diff", "chart", "{}", "{}"),
    ("diff", "values", "{}", "--to-set", "a=b"),
    ("golden", "run", "{}"),
    ("podspec", "{}"),
)


@pytest.mark.parametrize("line", _COMMANDS, ids=" ".join)
@pytest.mark.parametrize("place", ["repository", "file", "folder"])
def test_every_command_takes_only_what_is_verified(origin, signed, line, place):
    added("good", f"{origin.url}/signed/rsa")
    added("bad", f"{origin.url}/signed/stranger")
    names = {
        "repository": ("good/web", "bad/web"),
        "file": (str(signed / "rsa/web-1.0.0.tgz"), str(signed / "stranger/web-1.0.0.tgz")),
        "folder": ("", str(signed)),
    }[place]
    refusal = "unpacked charts cannot be verified" if place == "folder" else "unknown entity"

    code, stdout, stderr = command(*(one.format(names[1]) for one in line), *KEYRING)
    assert (code, stdout) == (1, "")
    assert refusal in stderr
    if names[0]:
        _, _, stderr = command(*(one.format(names[0]) for one in line), *KEYRING)
        assert refusal not in stderr


@pytest.mark.parametrize(
    "line",
    [("template",), ("lint",), ("docs", "--output", "-"), ("images",), ("golden", "run")],
)
def test_a_chart_that_nobody_names_is_not_verified_either(line):
    Path("Chart.yaml").write_text("apiVersion: v2\nname: c\nversion: 0.1.0\n")

    code, stdout, stderr = command(*line, *KEYRING)

    assert (code, stdout) == (1, "")
    assert "unpacked charts cannot be verified" in stderr or "not found" in stderr


@pytest.fixture
def registry():
    with FaultyRegistry() as running:
        running.publish("charts/web", "1.0.0", provenance=_provenance("1.0.0"))
        running.publish("charts/web", "2.0.0_build.5", provenance=_provenance("2.0.0+build.5"))
        running.publish("charts/web", "0.1.0")
        running.publish("charts/web", "0.2.0", provenance=_provenance("1.0.0"))
        yield running


def _provenance(version: str) -> bytes:
    signing = Signing("Ed Test", str(ROOT / "secret.gpg"), lambda _: "")
    return signing.provenance(f"web-{version}.tgz", archive("web", version))


@pytest.mark.parametrize("version", ["1.0.0", "2.0.0+build.5"])
def test_a_chart_of_a_registry_is_verified_and_kept_with_its_provenance(registry, version):
    said: list[str] = []
    sources = Sources(say=said.append)
    reference = f"oci://{registry.host}/charts/web"

    pulled = sources.pull(reference, version=version, plain_http=True, **WORDS)

    assert pulled.verification is not None
    assert pulled.verification.signed_by == (identity_of("ed"),)
    name = f"web-{version}.tgz"
    assert sorted(path.name for path in Path().iterdir()) == [name, f"{name}.prov"]
    assert [line.partition(":")[0] for line in said if line.startswith(("Pulled", "Digest"))] == [
        "Pulled",
        "Digest",
    ] * 2
    assert sources.load(reference, version=version, plain_http=True, **WORDS).name == "web"


def test_a_chart_of_a_registry_is_verified_by_its_digest(registry):
    digest = registry.publish("charts/web", "1.0.0", provenance=_provenance("1.0.0"))
    reference = f"oci://{registry.host}/charts/web@{digest}"

    pulled = Sources().pull(reference, plain_http=True, **WORDS)

    assert pulled.verification is not None
    assert pulled.verification.file_name == "web-1.0.0.tgz"


@pytest.mark.parametrize(
    ("version", "message"),
    [
        ("0.1.0", 'failed to fetch provenance "oci://{}/charts/web:0.1.0.prov"'),
        ("0.2.0", 'provenance does not contain a SHA for a file named "web-0.2.0.tgz"'),
    ],
)
def test_nothing_is_left_of_a_chart_of_a_registry_without_its_signature(
    registry, home, version, message
):
    reference = f"oci://{registry.host}/charts/web"

    for step in (Sources().pull, Sources().load):
        with pytest.raises(VerificationError) as caught:
            step(reference, version=version, plain_http=True, **WORDS)
        assert caught.value.message == message.format(registry.host)
    assert kept(home) == []


def test_provenance_of_a_registry_is_fetched_without_a_look_at_it(registry):
    reference = f"oci://{registry.host}/charts/web"
    line = ("pull", reference, "--plain-http", "--prov", "--version")

    code, stdout, stderr = command(*line, "0.2.0")
    assert (code, stderr) == (0, "")
    assert b"  web-1.0.0.tgz: sha256:" in Path("web-0.2.0.tgz.prov").read_bytes()
    assert stdout.count("Pulled: ") == 2
    code, stdout, _ = command(*line, "0.1.0")
    assert code == 0
    assert f"WARNING: Verification not found for {reference}: manifest does not" in stdout
    assert Path("web-0.1.0.tgz").exists()


def _depends_on(repository: str, version: str) -> None:
    Path("c").mkdir(exist_ok=True)
    Path("c/Chart.yaml").write_text(
        "apiVersion: v2\nname: c\nversion: 0.1.0\ndependencies:\n"
        f"- {{name: web, version: {version}, repository: '{repository}'}}\n"
    )


def test_dependencies_of_registries_are_verified(registry):
    repository = f"oci://{registry.host}/charts"
    sources = Sources()
    for version in ("1.0.0", "2.0.0+build.5"):
        _depends_on(repository, version)
        sources.update_dependencies("c", plain_http=True, **WORDS)
        assert len(list(Path("c/charts").iterdir())) == 1
    _depends_on(repository, "0.2.0")
    with pytest.raises(SourceError, match=r"could not download .*does not contain a SHA"):
        sources.update_dependencies("c", plain_http=True, **WORDS)
    assert [one.name for one in Path("c/charts").iterdir()] == ["web-2.0.0+build.5.tgz"]


def test_a_build_takes_unsigned_dependencies_with_a_warning_and_an_update_none(registry):
    _depends_on(f"oci://{registry.host}/charts", "0.1.0")
    said: list[str] = []
    sources = Sources(say=said.append)
    with pytest.raises(SourceError, match="failed to fetch provenance"):
        sources.update_dependencies("c", plain_http=True, **WORDS)
    sources.update_dependencies("c", plain_http=True)
    said.clear()

    sources.build_dependencies("c", plain_http=True, **WORDS)

    assert [line for line in said if line.startswith("WARNING: Verification not found for oci://")]


def test_a_dependency_of_a_dependency_is_verified_too(registry):
    Path("below").mkdir()
    _depends_on(f"oci://{registry.host}/charts", "0.1.0")
    Path("c").rename("below/c")
    Path("top").mkdir()
    Path("top/Chart.yaml").write_text(
        "apiVersion: v2\nname: top\nversion: 0.1.0\ndependencies:\n"
        "- {name: c, version: 0.1.0, repository: 'file://../below/c'}\n"
    )

    with pytest.raises(SourceError, match="failed to fetch provenance"):
        Sources().update_dependencies("top", recursive=True, plain_http=True, **WORDS)
