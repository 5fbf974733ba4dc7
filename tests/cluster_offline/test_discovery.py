"""What a server serves, from answers that a real kube-apiserver 1.34.4 gave; some kinds were left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helmwright.base.errors import RefusalError
from helmwright.cluster.discovery import Discovery, discover, read_group_version
from helmwright.cluster.lookup import with_kinds
from helmwright.cluster.requests import Answer, Request

FOLDER = Path(__file__).parent / "discovery"


def recorded(request: Request) -> Answer:
    path = FOLDER / f"{request.path.removeprefix('/')}.json"
    return Answer(200, {"Content-Type": "application/json"}, path.read_bytes())


@pytest.fixture(scope="module")
def found() -> Discovery:
    return discover(recorded)


def test_kinds_of_subresources_are_below_the_parents_version(found: Discovery) -> None:
    versions = found.api_versions()

    assert versions == sorted(versions)
    assert {"v1/Eviction", "v1/TokenRequest", "apps/v1/Scale", "policy/v1"} <= set(versions)
    assert not {"policy/v1/Eviction", "autoscaling/v1/Scale"} & set(versions)


@pytest.mark.parametrize(
    ("api_version", "kind", "path"),
    [
        ("v1", "ConfigMap", "/api/v1/namespaces/n%2Fs/configmaps/a"),
        ("v1", "Namespace", "/api/v1/namespaces/a"),
        ("apps/v1", "Deployment", "/apis/apps/v1/namespaces/n%2Fs/deployments/a"),
    ],
)
def test_objects_have_paths(found: Discovery, api_version: str, kind: str, path: str) -> None:
    resource = found.find(api_version, kind)

    assert resource is not None
    assert resource.path("n/s", "a") == path


@pytest.mark.parametrize(
    ("api_version", "kind"),
    [("v1", "Eviction"), ("v1", "configmaps"), ("v1", ""), ("apps/v9", "Deployment")],
)
def test_other_kinds_are_not_found(found: Discovery, api_version: str, kind: str) -> None:
    assert found.find(api_version, kind) is None


def test_a_group_whose_server_is_down_is_stale() -> None:
    def stale(request: Request) -> Answer:
        data = json.loads(recorded(request).body)
        for group in data["items"]:
            if group["metadata"].get("name") == "policy":
                group["versions"][0]["freshness"] = "Stale"
        return Answer(200, {}, json.dumps(data).encode())

    found = discover(stale)

    assert found.stale == ("policy/v1",)
    assert "policy/v1" not in found.api_versions()


def test_what_is_not_served_is_an_error() -> None:
    def missing(_: Request) -> Answer:
        return Answer(404, {"Content-Type": "text/plain"}, b"404 page not found")

    assert read_group_version(missing, "v1") == ()
    with pytest.raises(
        RefusalError, match=r"^the server could not find the requested resource$"
    ) as caught:
        read_group_version(missing, "nope/v1")
    assert caught.value.is_not_found


def test_items_of_lists_say_what_they_are() -> None:
    found = with_kinds(
        {
            "kind": "ConfigMapList",
            "apiVersion": "v1",
            "items": [{"metadata": {}}, {"kind": "Other", "apiVersion": "a/v1"}],
        }
    )

    assert found["items"] == [
        {"metadata": {}, "kind": "ConfigMap", "apiVersion": "v1"},
        {"kind": "Other", "apiVersion": "a/v1"},
    ]
    assert with_kinds({"kind": "APIVersions", "versions": ["v1"]}) == {
        "kind": "APIVersions",
        "versions": ["v1"],
        "items": [],
    }
