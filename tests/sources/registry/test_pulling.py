"""Charts are pulled as Helm 4.2.4 pulls them, and what goes wrong is told in its words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.sources.registry.faulty import FaultyRegistry, archive, digest_of, fill

from helmwright.errors import SourceError
from helmwright.sources.fetching import Fetcher
from helmwright.sources.registry import pulling, tags
from helmwright.sources.registry.client import Registry
from helmwright.sources.registry.credentials import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterator

ZERO = f"sha256:{'0' * 64}"
CHART = digest_of(archive())
SIZE = len(archive())
PUSH = 'Push" on destination: '
FETCH = 'Fetch" on source: '
SUCCESSORS = 'Successors" on source: '
REFERENCE = 'FetchReference" on source: '


@pytest.fixture(scope="module")
def served() -> Iterator[FaultyRegistry]:
    """Returns a registry with a repository for every fault."""
    with FaultyRegistry() as elsewhere, FaultyRegistry() as registry:
        fill(registry)
        registry.elsewhere = elsewhere.url
        for digest, data in registry.blobs.items():
            elsewhere.serve(f"/{digest}", data)
        yield registry


def asked() -> Registry:
    return Registry(Fetcher(), lambda _: NOBODY, plain_http=True)


def pulled(served: FaultyRegistry, name: str, version: str = "") -> pulling.Pulled:
    registry = asked()
    chosen = tags.choose(registry, f"oci://{served.host}/{name}", version)
    return pulling.pull(registry, chosen.reference)


@pytest.mark.parametrize("name", ["good", "chunked", "moved", "busy", "index", "old"])
def test_a_chart_comes_whole(served: FaultyRegistry, name: str) -> None:
    served.counts.clear()

    found = pulled(served, f"{name}/web", "1.0.0")

    assert found.chart is not None
    assert digest_of(found.chart) in served.blobs
    assert found.digest == digest_of(served.manifests[f"{name}/web", "1.0.0"][1])
    assert found.messages()[-2:] == [
        f"Pulled: {served.host}/{name}/web:1.0.0",
        f"Digest: {found.digest}",
    ]
    assert found.is_old is (name == "old")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "html",
            "manifest does not contain minimum number of descriptors (2), descriptors found: 0",
        ),
        (
            "html-as-manifest",
            f"failed to perform \"{SUCCESSORS}invalid character '<' looking for beginning of value",
        ),
        (
            "no-type",
            (
                f'failed to perform "{REFERENCE}GET "http://HOST/v2/no-type/web/manifests/1.0.0": '
                "invalid response `Content-Type` header; mime: no media type"
            ),
        ),
        (
            "large",
            (
                f'failed to perform "{SUCCESSORS}read failed: content size 5242889 exceeds push '
                "size limit 4194304: size exceeds limit"
            ),
        ),
        ("wrong-header", f'failed to perform "{SUCCESSORS}mismatched digest'),
        (
            "bad-header",
            (
                f'failed to perform "{REFERENCE}GET "http://HOST/v2/bad-header/web/manifests/1.0.0": '
                "invalid response header value: `Docker-Content-Digest: x`; "
                "invalid checksum digest format"
            ),
        ),
        (
            "cut",
            (
                f'failed to perform "{PUSH}read failed: expected content size of {SIZE}, got 100, '
                f"for digest {CHART}: unexpected EOF"
            ),
        ),
        (
            "short",
            (
                f'failed to perform "{PUSH}read failed: expected content size of {SIZE}, got 100, '
                f"for digest {CHART}: unexpected EOF"
            ),
        ),
        ("long", f'failed to perform "{PUSH}trailing data'),
        (
            "wrong-length",
            (
                f'failed to perform "{FETCH}GET "http://HOST/v2/wrong-length/web/blobs/{CHART}": '
                "mismatch Content-Length"
            ),
        ),
        ("corrupt", f'failed to perform "{PUSH}mismatched digest'),
        ("gone", f'failed to perform "{FETCH}{CHART}: not found'),
        (
            "denied",
            (
                f'failed to perform "{FETCH}GET "http://HOST/v2/denied/web/blobs/{CHART}": '
                "response status code 403: denied: not for you: map[name:x]"
            ),
        ),
        (
            "wrong-blob-header",
            (
                f'failed to perform "{FETCH}GET "http://HOST/v2/wrong-blob-header/web/blobs/{CHART}": '
                "invalid response; digest mismatch in Docker-Content-Digest: "
                f'received "{ZERO}" when expecting "{CHART}"'
            ),
        ),
        (
            "no-layers",
            (
                "manifest does not contain a layer with mediatype "
                "application/vnd.cncf.helm.chart.content.v1.tar+gzip"
            ),
        ),
        (
            "foreign-config",
            "could not load config with mediatype application/vnd.cncf.helm.config.v1+json",
        ),
        ("list-config", "json: cannot unmarshal array into Go value of type v2.Metadata"),
        (
            "text-size",
            (
                f'failed to perform "{SUCCESSORS}json: cannot unmarshal string into '
                "Go struct field Descriptor.layers.size of type int64"
            ),
        ),
        ("docker", "unable to retrieve blob with digest "),
        ("none", f'failed to perform "{REFERENCE}HOST/none/web:1.0.0: not found'),
        # What Helm leaves to chance, or to the server:
        (
            "two",
            (
                "manifest names 2 things of mediatype "
                "application/vnd.cncf.helm.chart.content.v1.tar+gzip"
            ),
        ),
        ("deep", "HOST/deep/web:1.0.0: indexes are nested more than 4 deep"),
        ("negative", "invalid descriptor size"),
        (
            "huge",
            (
                "a layer of HOST/huge/web:1.0.0 has 10995116277760 bytes, "
                "more than the 104857600 that are taken"
            ),
        ),
        ("bad-digest", "failed to validate sha256:00: invalid checksum digest length"),
    ],
)
def test_what_is_wrong_is_told(served: FaultyRegistry, name: str, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        pulled(served, f"{name}/web", "1.0.0")

    assert caught.value.message.startswith(message.replace("HOST", served.host))


def test_a_blob_that_has_moved_is_fetched_there(served: FaultyRegistry) -> None:
    served.requests.clear()

    pulled(served, "moved/web", "1.0.0")

    assert [one.path for one in served.requests if "blobs" in one.path] == [
        f"/v2/moved/web/blobs/{digest}" for digest in (_config_digest(served, "moved/web"), CHART)
    ]


def _config_digest(served: FaultyRegistry, name: str) -> str:
    digest: str = json.loads(served.manifests[name, "1.0.0"][1])["config"]["digest"]
    return digest


@pytest.mark.parametrize(
    ("name", "version", "tag"),
    [
        ("good/web", "", "2.0.0_build.5"),
        ("good/web", "~1", "1.1.0"),
        ("good/web", ">0.0.0-0", "3.0.0-rc.1"),
        ("good/web", "2.0.0+build.5", "2.0.0_build.5"),
        ("good/web:1.1.0", "", "1.1.0"),
        ("paged/web", "", "2.0.0_build.5"),
    ],
)
def test_a_version_leads_to_a_tag(
    served: FaultyRegistry, name: str, version: str, tag: str
) -> None:
    shown = pulled(served, name, version).reference

    assert shown == f"{served.host}/{name.partition(':')[0]}:{tag}"


def test_tags_are_versions_from_the_highest_down(served: FaultyRegistry) -> None:
    assert tags.list_tags(asked(), f"{served.host}/good/web") == [
        "3.0.0-rc.1",
        "2.0.0+build.5",
        "1.1.0",
        "1.0.0",
    ]


@pytest.mark.parametrize(
    ("name", "version", "message"),
    [
        (
            "good/web",
            "9",
            'failed to perform "FetchReference" on source: HOST/good/web:9: not found',
        ),
        ("good/web", ">9", "could not locate a version matching provided version string >9"),
        ("good/web:1.1.0", "1.0.0", "chart reference and version mismatch: 1.0.0 is not 1.1.0"),
        ("good/web:2.0.0+build.5", "", 'invalid reference: invalid tag "2.0.0+build.5"'),
        ("good/web:2.0.0_build.5", "", 'improper constraint: "2.0.0_build.5"'),
        ("good/web", "latest", 'improper constraint: "latest"'),
        (
            "none/web",
            "",
            (
                'GET "http://HOST/v2/none/web/tags/list": response status code 404: '
                "name unknown: repository name not known to registry: map[name:x]"
            ),
        ),
        (
            "null-tags/web",
            "",
            "unable to locate any tags in provided repository: oci://HOST/null-tags/web",
        ),
        (
            "no-tags/web",
            "",
            "unable to locate any tags in provided repository: oci://HOST/no-tags/web",
        ),
        (
            "html-tags/web",
            "",
            (
                'GET "http://HOST/v2/html-tags/web/tags/list": failed to decode response: '
                "invalid character '<' looking for beginning of value"
            ),
        ),
        (
            "number-tags/web",
            "",
            (
                'GET "http://HOST/v2/number-tags/web/tags/list": failed to decode response: '
                "json: cannot unmarshal number into Go struct field .tags of type string"
            ),
        ),
        (
            "forbidden/web",
            "",
            'GET "http://HOST/v2/forbidden/web/tags/list": response status code 403: Forbidden',
        ),
        ("no-link/web", "", "invalid next link \"/v2/no-link/web/tags/list\": missing '<'"),
        ("open-link/web", "", "invalid next link \"</v2/open-link/web/tags/list\": missing '>'"),
        (
            "loop/web",
            "",
            'GET "http://HOST/v2/loop/web/tags/list": the pages of tags have no end',
        ),
        ("elsewhere/web", "", 'next link "ELSEWHERE/v2/x" leads to another registry'),
        (f"good/web:1.1.0@{ZERO}", "", f"chart reference digest mismatch: DIGEST is not {ZERO}"),
        (
            "good/web@sha256:00",
            "",
            'invalid reference: invalid digest "sha256:00": invalid checksum digest length',
        ),
        (
            "good/web@md5:00",
            "",
            'invalid reference: invalid digest "md5:00": unsupported digest algorithm',
        ),
        ("good/Web", "", 'invalid reference: invalid repository "good/Web"'),
    ],
)
def test_a_version_that_leads_nowhere_is_told(
    served: FaultyRegistry, name: str, version: str, message: str
) -> None:
    with pytest.raises(SourceError) as caught:
        pulled(served, name, version)

    digest = digest_of(served.manifests["good/web", "1.1.0"][1])
    expected = message.replace("HOST", served.host).replace("DIGEST", digest)
    assert caught.value.message == expected.replace("ELSEWHERE", served.elsewhere)


@pytest.mark.parametrize("version", ["", "1.1.0", "1.9.9"])
def test_a_digest_needs_no_tag(served: FaultyRegistry, version: str) -> None:
    digest = digest_of(served.manifests["good/web", "1.1.0"][1])

    found = pulled(served, f"good/web@{digest}", version)

    assert found.digest == digest
    assert found.reference == f"{served.host}/good/web@{digest}"


def test_an_underscore_is_explained(served: FaultyRegistry) -> None:
    reference = f"{served.host}/good/web:2.0.0_build.5"

    assert pulled(served, "good/web", "2.0.0+build.5").messages()[2:] == [
        f"{reference} contains an underscore.",
        "",
        "OCI artifact references (e.g. tags) do not support the plus sign (+). To support",
        "storing semantic versions, Helm adopts the convention of changing plus (+) to",
        "an underscore (_) in chart version tags when pushing to a registry and back to",
        "a plus (+) when pulling from a registry.",
    ]


def test_provenance_comes_alone_or_with_the_chart(served: FaultyRegistry) -> None:
    reference = f"{served.host}/good/web:1.0.0"

    alone = pulling.pull(asked(), reference, chart=False, provenance=True)
    both = pulling.pull(asked(), reference, provenance=True)

    assert (alone.chart, alone.provenance) == (None, b"signed")
    assert (both.chart, both.provenance) == (archive(), b"signed")


def test_provenance_that_is_not_there_is_told(served: FaultyRegistry) -> None:
    with pytest.raises(SourceError) as caught:
        pulling.pull(asked(), f"{served.host}/good/web:1.1.0", chart=False, provenance=True)

    assert caught.value.message == (
        "manifest does not contain a layer with mediatype "
        "application/vnd.cncf.helm.chart.provenance.v1.prov"
    )


def test_a_registry_without_tls_is_no_place_for_it(served: FaultyRegistry) -> None:
    registry = Registry(Fetcher(), lambda _: NOBODY)

    with pytest.raises(SourceError) as caught:
        pulling.pull(registry, f"{served.host}/good/web:1.0.0")

    assert caught.value.message == (
        f'failed to perform "FetchReference" on source: '
        f'Get "https://{served.host}/v2/good/web/manifests/1.0.0": '
        "http: server gave HTTP response to HTTPS client"
    )


def test_nothing_is_asked_offline() -> None:
    registry = Registry(Fetcher(offline=True), lambda _: NOBODY)

    with pytest.raises(SourceError, match="no connection is opened while offline"):
        pulling.pull(registry, "127.0.0.1:1/a/web:1.0.0")
