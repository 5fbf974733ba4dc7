"""Manifests are Helm's to the byte, and read with care."""

from __future__ import annotations

import json

import pytest

from helmwright.charts.metadata import Maintainer, Metadata
from helmwright.charts.written import metadata_json
from helmwright.errors import SourceError
from helmwright.sources.registry.manifest import (
    ARTIFACT,
    CHART,
    CONFIG,
    DOCKER_MANIFEST,
    IMAGE_INDEX,
    IMAGE_MANIFEST,
    PROVENANCE,
    Descriptor,
    annotations_of,
    check_descriptor,
    described,
    manifest_json,
    successors,
)

HEX = "ab" * 32
ONE = {"mediaType": CHART, "digest": f"sha256:{HEX}", "size": 12}


def web() -> Metadata:
    metadata = Metadata("web", "1.2.0+b", "v2")
    metadata.description = "for <you> & me"
    metadata.home = " "
    metadata.sources = ["https://a", "https://b"]
    metadata.maintainers = [Maintainer("A", "a@x"), Maintainer("B"), Maintainer(email="c@x")]
    metadata.annotations = {
        "org.opencontainers.image.title": "not this",
        "org.opencontainers.image.url": "mine",
        "team": "ml",
    }
    return metadata


def test_annotations_come_from_the_chart_and_its_own_count_but_for_name_and_version() -> None:
    assert annotations_of(web(), "2026-11-22T11:46:28+01:00") == {
        "org.opencontainers.image.description": "for <you> & me",
        "org.opencontainers.image.title": "web",
        "org.opencontainers.image.version": "1.2.0+b",
        "org.opencontainers.image.created": "2026-11-22T11:46:28+01:00",
        "org.opencontainers.image.source": "https://a",
        "org.opencontainers.image.authors": "A (a@x), B,  (c@x)",
        "org.opencontainers.image.url": "mine",
        "team": "ml",
    }


def test_the_manifest_has_gos_order_and_its_layers_are_sorted() -> None:
    config = described(CONFIG, b"{}")
    layers = [described(CHART, b"chart"), described(PROVENANCE, b"prov")]

    text = manifest_json(config, layers, {"b": "<", "a": "1"}).decode()

    digests = sorted((one.digest, one.media_type, one.size) for one in layers)
    assert text == (
        f'{{"schemaVersion":2,"config":{{"mediaType":"{CONFIG}","digest":"{config.digest}",'
        '"size":2},"layers":['
        + ",".join(
            f'{{"mediaType":"{kind}","digest":"{digest}","size":{size}}}'
            for digest, kind, size in digests
        )
        + '],"annotations":{"a":"1","b":"\\u003c"}}'
    )


def test_the_config_is_chart_yaml_in_the_order_of_the_struct() -> None:
    assert metadata_json(web()) == (
        '{"name":"web","home":" ","sources":["https://a","https://b"],"version":"1.2.0+b",'
        '"description":"for \\u003cyou\\u003e \\u0026 me",'
        '"maintainers":[{"name":"A","email":"a@x"},{"name":"B"},{"email":"c@x"}],'
        '"apiVersion":"v2","annotations":{"org.opencontainers.image.title":"not this",'
        '"org.opencontainers.image.url":"mine","team":"ml"}}'
    )


@pytest.mark.parametrize(
    ("kind", "content", "count"),
    [
        (IMAGE_MANIFEST, {"config": ONE, "layers": [ONE, ONE]}, 3),
        (IMAGE_MANIFEST, {"subject": ONE, "config": ONE}, 2),
        (DOCKER_MANIFEST, {"subject": ONE, "config": ONE, "layers": None}, 1),
        (IMAGE_INDEX, {"manifests": [ONE]}, 1),
        (ARTIFACT, {"blobs": [ONE]}, 1),
        (CHART, {"layers": [ONE]}, 0),
    ],
)
def test_a_manifest_names_other_things(kind: str, content: object, count: int) -> None:
    found = successors(kind, json.dumps(content).encode())

    assert found == [Descriptor(CHART, f"sha256:{HEX}", 12)] * count


def test_a_manifest_without_config_names_one_without_anything() -> None:
    assert successors(IMAGE_MANIFEST, b"null") == [Descriptor("", "", 0)]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"<html>", "invalid character '<' looking for beginning of value"),
        (b"[]", "json: cannot unmarshal array into Go value of type map[string]interface {}"),
        (b'{"layers": 3}', "json: cannot unmarshal number into Go struct field Manifest.layers"),
        (b'{"config": {"size": "1"}}', "json: cannot unmarshal string into Go struct field"),
        (b'{"config": {"size": true}}', "json: cannot unmarshal bool into Go struct field"),
        (b'{"config": {"size": 1.5}}', "json: cannot unmarshal number 1.5 into a size"),
        (b'{"config": {"size": 1e300}}', "json: cannot unmarshal number 1e+300 into a size"),
    ],
)
def test_what_is_no_manifest_is_refused(content: bytes, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        successors(IMAGE_MANIFEST, content)

    assert caught.value.message.startswith(message)


@pytest.mark.parametrize(
    ("one", "message"),
    [
        (Descriptor(CHART, f"sha256:{HEX}", -1), "invalid descriptor size"),
        (
            Descriptor(CHART, "sha256:00", 1),
            "failed to validate sha256:00: invalid checksum digest length",
        ),
    ],
)
def test_what_cannot_be_fetched_is_refused_before_it_is_asked_for(
    one: Descriptor, message: str
) -> None:
    with pytest.raises(SourceError) as caught:
        check_descriptor(one)

    assert caught.value.message == message
