"""Names of charts in registries are read as oras and Helm read them."""

from __future__ import annotations

import time

import pytest

from helmwright.errors import SourceError
from helmwright.sources.registry.reference import (
    ChartReference,
    Reference,
    parse_chart_reference,
    parse_reference,
)

HEX = "a" * 64


@pytest.mark.parametrize(
    ("text", "registry", "repository", "reference"),
    [
        ("h/r", "h", "r", ""),
        ("h:5000/a/b:1.0", "h:5000", "a/b", "1.0"),
        ("[::1]:5000/a:x", "[::1]:5000", "a", "x"),
        (f"h/a@sha256:{HEX}", "h", "a", f"sha256:{HEX}"),
        (f"h/a:any thing@sha256:{HEX}", "h", "a", f"sha256:{HEX}"),
        ("h/a--b__c.d:_x", "h", "a--b__c.d", "_x"),
        ("h/r:", "h", "r", ""),
    ],
)
def test_a_name_has_a_host_a_path_and_a_tag_or_a_digest(
    text: str, registry: str, repository: str, reference: str
) -> None:
    assert parse_reference(text) == (registry, repository, reference)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("web", "missing registry or repository"),
        ("h/charts/Web", 'invalid repository "charts/Web"'),
        ("h/", 'invalid repository ""'),
        ("h/a//b", 'invalid repository "a//b"'),
        ("/a", 'invalid registry ""'),
        ("u@h/a", 'invalid registry "u@h"'),
        ("h?x/a", 'invalid registry "h?x"'),
        ("h/web:2.0.0+build.5", 'invalid tag "2.0.0+build.5"'),
        (f"h/web:{'x' * 129}", f'invalid tag "{"x" * 129}"'),
        ("h/web@sha256:00", 'invalid digest "sha256:00": invalid checksum digest length'),
        (
            f"h/web@sha256:{HEX.upper()}",
            f'invalid digest "sha256:{HEX.upper()}": invalid checksum digest format',
        ),
        ("h/web@md5:00", 'invalid digest "md5:00": unsupported digest algorithm'),
        ("h/web@MD5:00", 'invalid digest "MD5:00": invalid checksum digest format'),
        ("h/web@x", 'invalid digest "x": invalid checksum digest format'),
    ],
)
def test_what_is_no_name_is_refused_in_the_words_of_oras(text: str, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse_reference(text)

    assert caught.value.message == f"invalid reference: {message}"


def test_a_long_name_is_refused_at_once() -> None:
    started = time.process_time()

    with pytest.raises(SourceError):
        parse_reference(f"h/{'a' * 100_000}!")

    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("oci://h/charts/web:2.0.0+b.5", "h/charts/web:2.0.0_b.5"),
        ("h/web", "h/web@"),
        (f"h/web@sha256:{HEX}", f"h/web@sha256:{HEX}"),
        (f"h/web:1.0.0@sha256:{HEX}", "h/web:1.0.0"),
        ("h:5000/web", "h:5000/web@"),
    ],
)
def test_a_chart_is_shown_as_helm_shows_it(text: str, shown: str) -> None:
    assert str(parse_chart_reference(text)) == shown


def test_the_digest_of_a_chart_is_looked_at_later() -> None:
    assert parse_chart_reference("h/web@x") == ChartReference(Reference("h", "web"), "x")


def test_dockers_registry_is_asked_at_another_host() -> None:
    assert parse_reference("docker.io/library/web").host == "registry-1.docker.io"
