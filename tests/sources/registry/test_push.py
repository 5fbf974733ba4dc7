"""Charts are pushed as Helm pushes them, and a login is kept once it has worked."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.sources.registry.faulty import LOGIN, FaultyRegistry, archive, basic, digest_of

from helmwright.errors import SourceError
from helmwright.sources.fetching import Fetcher
from helmwright.sources.registry import pulling
from helmwright.sources.registry.client import Registry
from helmwright.sources.registry.credentials import NOBODY, Credential, Logins
from helmwright.sources.registry.login import log_in
from helmwright.sources.registry.push import push

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.sources.origin import Handler

LAB = Credential(*LOGIN.split(":"))
CHANGED = 1577836800


@pytest.fixture
def served() -> Iterator[FaultyRegistry]:
    """Returns an empty registry."""
    with FaultyRegistry() as registry:
        yield registry


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Returns the path of an archive."""
    monkeypatch.setenv("TZ", "UTC")
    path = tmp_path / "any-name.tgz"
    path.write_bytes(archive("web", "1.0.0+b.1", "description: a <b>\n"))
    os.utime(path, (CHANGED, CHANGED))
    return str(path)


def asked(login: Credential = NOBODY) -> Registry:
    return Registry(Fetcher(), lambda _: login, plain_http=True)


def test_a_chart_goes_up_and_comes_down(served: FaultyRegistry, packed: str) -> None:
    pushed = push(asked(), packed, f"oci://{served.host}/charts")

    reference = f"{served.host}/charts/web:1.0.0_b.1"
    assert pushed.messages()[:3] == [
        f"Pushed: {reference}",
        f"Digest: {pushed.digest}",
        f"{reference} contains an underscore.",
    ]
    assert served.tags("charts/web") == ["1.0.0_b.1"]
    assert pulling.pull(asked(), reference).chart == Path(packed).read_bytes()


def test_the_manifest_is_helms(served: FaultyRegistry, packed: str) -> None:
    push(asked(), packed, f"oci://{served.host}/charts")

    kind, data = served.manifests["charts/web", "1.0.0_b.1"]
    data_of_chart = Path(packed).read_bytes()
    config = (
        '{"name":"web","version":"1.0.0+b.1","description":"a \\u003cb\\u003e","apiVersion":"v2"}'
    )
    assert kind == "application/vnd.oci.image.manifest.v1+json"
    assert data.decode() == (
        '{"schemaVersion":2,"config":{"mediaType":"application/vnd.cncf.helm.config.v1+json",'
        f'"digest":"{digest_of(config.encode())}","size":{len(config)}}},"layers":[{{'
        '"mediaType":"application/vnd.cncf.helm.chart.content.v1.tar+gzip",'
        f'"digest":"{digest_of(data_of_chart)}","size":{len(data_of_chart)}}}],"annotations":{{'
        '"org.opencontainers.image.created":"2020-01-01T00:00:00Z",'
        '"org.opencontainers.image.description":"a \\u003cb\\u003e",'
        '"org.opencontainers.image.title":"web","org.opencontainers.image.version":"1.0.0+b.1"}}'
    )


def test_what_is_there_is_not_sent_again(served: FaultyRegistry, packed: str) -> None:
    push(asked(), packed, f"oci://{served.host}/charts")
    served.requests.clear()

    pushed = push(asked(), packed, f"oci://{served.host}/charts")

    assert [f"{one.method} {one.path}" for one in served.requests] == [
        f"HEAD /v2/charts/web/manifests/{pushed.digest}",
        "PUT /v2/charts/web/manifests/1.0.0_b.1",
    ]


def test_the_provenance_beside_it_goes_along(served: FaultyRegistry, packed: str) -> None:
    Path(f"{packed}.prov").write_bytes(b"signed")

    push(asked(), packed, f"oci://{served.host}/charts")

    reference = f"{served.host}/charts/web:1.0.0_b.1"
    assert pulling.pull(asked(), reference, provenance=True).provenance == b"signed"


def test_a_token_is_asked_for_that_lets_push(packed: str) -> None:
    with FaultyRegistry(wants="bearer") as registry:
        push(asked(LAB), packed, f"oci://{registry.host}/charts")

    tokens = [one.path for one in registry.requests if one.path.startswith("/token")]
    assert tokens == ["/token?scope=repository%3Acharts%2Fweb%3Apull%2Cpush&service=lab"]


@pytest.mark.parametrize(
    ("path", "remote", "message"),
    [
        ("missing.tgz", "oci://h/x", "missing.tgz: no such file"),
        (".", "oci://h/x", "cannot push directory, must provide chart archive (.tgz)"),
        ("PACKED", "http://h/x", 'scheme "http" not supported'),
        ("PACKED", "h/x", 'scheme prefix missing from remote (e.g. "oci://")'),
        ("PACKED", "oci://%zz", "invalid chart URL format: oci://%zz"),
        ("PACKED", "oci://h/X", 'invalid reference: invalid repository "X/web"'),
    ],
)
def test_what_cannot_be_pushed_is_refused_before_anything_is_asked(
    packed: str, path: str, remote: str, message: str
) -> None:
    with pytest.raises(SourceError) as caught:
        push(asked(), packed if path == "PACKED" else path, remote)

    assert caught.value.message == message


def test_a_login_that_is_missing_is_told(packed: str) -> None:
    with FaultyRegistry(wants="basic") as registry, pytest.raises(SourceError) as caught:
        push(asked(), packed, f"oci://{registry.host}/charts")

    assert caught.value.message.startswith(
        'failed to perform "Exists" on destination: '
        f'HEAD "{registry.url}/v2/charts/web/manifests/sha256:'
    )
    assert caught.value.message.endswith('": basic credential not found')


def test_an_upload_is_not_sent_to_another_host(
    served: FaultyRegistry, packed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.sources.registry import faulty

    def elsewhere(handler: Handler, *_: object) -> bool:
        if handler.command == "POST":
            handler.reply(202, b"", "text/plain", ("Location", "http://other.example.com/up"))
        return bool(handler.command == "POST")

    monkeypatch.setitem(faulty._FAULTS, ("blobs", "far"), elsewhere)  # noqa: SLF001
    served.faults["charts/web"] = "far"

    with pytest.raises(SourceError) as caught:
        push(asked(), packed, f"oci://{served.host}/charts")

    assert caught.value.message == (
        'failed to perform "Push" on destination: blob upload Location "other.example.com" '
        f'is on a different host than the registry "{served.host}"'
    )


def logins(tmp_path: Path) -> Logins:
    return Logins(str(tmp_path / "config.json"), {"HOME": str(tmp_path), "PATH": ""})


@pytest.mark.parametrize("wants", ["", "basic", "bearer"])
def test_a_login_that_works_is_kept(tmp_path: Path, wants: str) -> None:
    with FaultyRegistry(wants=wants) as registry:
        log_in(Fetcher(), logins(tmp_path), registry.host, LAB, plain_http=True)

    assert json.loads((tmp_path / "config.json").read_text()) == {
        "auths": {registry.host: {"auth": basic()}}
    }


@pytest.mark.parametrize("wants", ["basic", "bearer"])
def test_a_login_that_does_not_work_is_told_and_not_kept(tmp_path: Path, wants: str) -> None:
    wrong = Credential("lab", "wrong")

    with FaultyRegistry(wants=wants) as registry, pytest.raises(SourceError) as caught:
        log_in(Fetcher(), logins(tmp_path), registry.host, wrong, plain_http=True)

    assert caught.value.message.startswith(
        f'authenticating to "{registry.host}": GET "{registry.url}/v2/": '
    )
    assert "response status code 401: unauthorized: " in caught.value.message
    assert not (tmp_path / "config.json").exists()


def test_a_path_is_no_registry(tmp_path: Path) -> None:
    records: list[tuple[object, ...]] = []

    with pytest.raises(SourceError) as caught:
        log_in(
            Fetcher(),
            logins(tmp_path),
            "h/charts",
            LAB,
            log=lambda level, message, /, **more: records.append((level, message, more)),
        )

    assert caught.value.message == 'invalid reference: invalid registry "h/charts"'
    assert records == [
        (
            "WARN",
            "registry login currently only supports registry hostname, not a repository path",
            {"host": "h/charts", "suggested": "h"},
        )
    ]
