"""References to schemas on the web: fetched, refused and kept as Helm does (compared in tests/conformance)."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.sources.origin import Origin

from helmwright.base import remote_documents
from helmwright.base.errors import GoError
from helmwright.schema import validate_single
from helmwright.sources.schemas import LARGEST, SchemaFetcher, fetch_schemas

if TYPE_CHECKING:
    from collections.abc import Iterator

WRONG = "- at '/a': got string, want integer"


@pytest.fixture(autouse=True)
def unasked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave the process as it was, and take no proxy."""
    monkeypatch.setenv("NO_PROXY", "*")
    before = remote_documents.reader()
    yield
    remote_documents.allow(before)


@pytest.fixture
def origin() -> Iterator[Origin]:
    with Origin() as running:
        yield running


def _verdict(reference: str, fetcher: SchemaFetcher | None = None) -> str:
    """Return what is said of values against a schema that only refers to another."""
    remote_documents.allow(fetcher or SchemaFetcher())
    return validate_single(json.dumps({"$ref": reference}), {"a": "x"})[0].strip()


def test_a_reference_is_fetched_and_read(origin: Origin) -> None:
    url = origin.serve("/a.json", '{"properties": {"a": {"type": "integer"}}}')

    assert _verdict(url) == WRONG
    assert _verdict(f"{url}#/properties/a") == "- at '': got object, want integer"
    assert origin.requests[0].agent.startswith("helmwright/")


def test_references_of_what_was_fetched_are_relative_to_it(origin: Origin) -> None:
    origin.serve("/deep/b.json", '{"required": ["b"]}')
    url = origin.serve("/deep/a.json", '{"$ref": "b.json"}')

    assert _verdict(url) == "- at '': missing property 'b'"
    assert [one.path for one in origin.requests] == ["/deep/a.json", "/deep/b.json"]


def test_a_document_is_asked_for_once(origin: Origin) -> None:
    url = origin.serve("/a.json", "{}")
    fetcher = SchemaFetcher()

    assert [_verdict(url, fetcher) for _ in range(3)] == [""] * 3
    assert len(origin.requests) == 1


def test_what_is_compressed_is_read(origin: Origin) -> None:
    assert _verdict(f"{origin.url}/gzip").endswith(
        "invalid character 'z' looking for beginning of value"
    )


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/none", "HTTP request to {url} returned status 404 (Not Found)"),
        ("/status/500", "HTTP request to {url} returned status 500 (Internal Server Error)"),
        ("/status/413", "HTTP request to {url} returned status 413 (Request Entity Too Large)"),
        ("/status/599/Odd", "HTTP request to {url} returned status 599 ()"),
        ("/status/302", "HTTP request to {url} returned status 302 (Found)"),
        ("/loop", 'HTTP request failed for {url}: Get "/loop": stopped after 10 redirects'),
        ("/hang-up", 'HTTP request failed for {url}: Get "{url}": EOF'),
        ("/echo", "invalid character 'G' looking for beginning of value"),
        ("/truncated", "invalid character 'o' looking for beginning of value"),
        ("/half", "unexpected EOF"),
        ("/empty", "EOF"),
        ("/two", "invalid character after top-level value"),
    ],
)
def test_what_cannot_be_fetched_or_read_is_told_as_helm_tells_it(
    origin: Origin, path: str, reason: str
) -> None:
    origin.serve("/half", '{"type":')
    origin.serve("/empty", "")
    origin.serve("/two", "{} {}")
    url = origin.url + path

    assert _verdict(url) == f'failing loading "{url}": {reason.format(url=url)}'


def test_a_port_where_nobody_listens() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}/x.json"

    assert _verdict(url) == (
        f'failing loading "{url}": HTTP request failed for {url}: Get "{url}": '
        f"dial tcp 127.0.0.1:{port}: connect: connection refused"
    )


def test_what_is_too_large_is_left(origin: Origin) -> None:
    url = origin.serve("/big", b'"' + b"a" * LARGEST + b'"')

    assert str(LARGEST) in _verdict(url)
    assert str(LARGEST) in _verdict(f"{origin.url}/endless/100000000000")


def test_a_password_in_a_reference_is_not_shown(origin: Origin) -> None:
    url = f"http://me:s3cret@127.0.0.1:{origin.port}/none"

    with pytest.raises(GoError) as caught:
        SchemaFetcher()(url)

    assert "s3cret" not in caught.value.message
    assert caught.value.message.endswith("returned status 404 (Not Found)")
    assert origin.requests[0].login == "me:s3cret"


def test_what_was_fetched_is_kept_and_asked_for_again(origin: Origin, tmp_path: Path) -> None:
    url, kept = f"{origin.url}/tagged/one", str(tmp_path / "schemas")
    said = [_verdict(url, SchemaFetcher(cache=kept)) for _ in range(2)]

    assert said == ["- at '': missing property 'tagged'"] * 2
    assert len(origin.requests) == 2
    assert [path.stat().st_mode & 0o777 for path in Path(kept).iterdir()] == [0o600]


def test_offline_takes_what_was_kept_and_opens_nothing(
    origin: Origin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, other = f"{origin.url}/tagged/one", f"{origin.url}/tagged/two"
    _verdict(kept, SchemaFetcher(cache=str(tmp_path)))

    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a socket is opened")

    monkeypatch.setattr(socket, "socket", refuse)
    fetcher = SchemaFetcher(offline=True, cache=str(tmp_path))

    assert _verdict(kept, fetcher) == "- at '': missing property 'tagged'"
    assert _verdict(other, fetcher) == (
        f'failing loading "{other}": HTTP request to {other} was not made: no connection is opened '
        "while offline, and the schema was not fetched before; --skip-schema-validation (in the "
        "case.yaml of a golden case: skip-schema-validation: true) goes on without holding the values "
        "against the schema"
    )


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"etag": 1}', '{"etag": "", "schema": "{}", "sha256": "0"}']
)
def test_a_broken_copy_counts_as_none(origin: Origin, tmp_path: Path, text: str) -> None:
    url = f"{origin.url}/tagged/one"
    _verdict(url, SchemaFetcher(cache=str(tmp_path)))
    (file,) = tmp_path.iterdir()
    file.write_text(text)

    assert _verdict(url, SchemaFetcher(cache=str(tmp_path))) == "- at '': missing property 'tagged'"


def test_a_cache_that_cannot_be_written_is_no_error(origin: Origin) -> None:
    url = origin.serve("/a.json", '{"properties": {"a": {"type": "integer"}}}')

    assert _verdict(url, SchemaFetcher(cache="/dev/null/schemas")) == WRONG


@pytest.mark.parametrize(("value", "asked"), [("1", 0), ("true", 0), ("0", 1), ("", 1), ("no", 1)])
def test_the_environment_can_forbid_the_network(
    origin: Origin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str, asked: int
) -> None:
    monkeypatch.setenv("HELMWRIGHT_OFFLINE", value)
    monkeypatch.setenv("HELMWRIGHT_CACHE_DIR", str(tmp_path))
    url = origin.serve("/a.json", "{}")

    fetch_schemas()
    text, _ = validate_single(json.dumps({"$ref": url}), {})

    assert (text == "", len(origin.requests)) == (bool(asked), asked)
