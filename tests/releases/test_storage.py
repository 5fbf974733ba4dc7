"""Stored releases: what is decoded, what is refused, and which revision counts."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any

import pytest

from helmwright.base.errors import ReleaseError
from helmwright.releases.storage import choose_release, decode_release, read_releases

MANIFEST = "---\n# Source: web/templates/a.yaml\nkind: ConfigMap\nmetadata:\n  name: a\n"
HOOK = "kind: Job\nmetadata:\n  name: h\n  annotations:\n    helm.sh/hook: post-install\n"


def release(**changes: Any) -> dict[str, Any]:
    return {
        "name": "web",
        "info": {"status": "deployed", "description": "Upgrade complete", "first_deployed": ""},
        "chart": {
            "metadata": {"name": "web", "version": "1.0.0", "dependencies": [{"name": "db"}]},
            "templates": [{"name": "templates/a.yaml", "data": base64.b64encode(b"x").decode()}],
            "values": {"size": 1},
            "schema": base64.b64encode(b"{}").decode(),
        },
        "config": {"size": 2, "deep": {"on": True}},
        "manifest": MANIFEST,
        "hooks": [
            {"name": "h", "kind": "Job", "path": "web/h.yaml", "manifest": HOOK, "weight": -5}
        ],
        "version": 3,
        "namespace": "apps",
        **changes,
    }


def stored(data: dict[str, Any]) -> str:
    return base64.b64encode(gzip.compress(json.dumps(data).encode())).decode()


def secret(**changes: Any) -> dict[str, Any]:
    data = release(**changes)
    return {
        "apiVersion": "v1",
        "kind": "Secret",
        "type": "helm.sh/release.v1",
        "metadata": {
            "name": f"sh.helm.release.v1.web.v{data['version']}",
            "labels": {"owner": "helm", "version": "3", "team": "ml"},
        },
        "data": {"release": base64.b64encode(stored(data).encode()).decode()},
    }


def revision(number: int, status: str, name: str = "web") -> dict[str, Any]:
    return secret(version=number, info={"status": status}, name=name)


def listed(*items: dict[str, Any]) -> bytes:
    return json.dumps({"apiVersion": "v1", "kind": "List", "items": list(items)}).encode()


def test_a_payload_is_decoded() -> None:
    found = decode_release(stored(release()))

    assert (found.name, found.namespace, found.revision, found.status) == (
        "web",
        "apps",
        3,
        "deployed",
    )
    assert found.config == {"size": 2.0, "deep": {"on": True}}
    assert type(found.config["size"]) is float
    assert found.chart is not None
    assert found.chart.templates == {"templates/a.yaml": b"x"}
    assert found.chart.subcharts == ("db",)
    assert found.chart.schema == b"{}"
    assert found.hooks is not None
    assert (found.hooks[0].name, found.hooks[0].weight) == ("h", -5)
    assert found.first_deployed == ""


@pytest.mark.parametrize("form", ["once", "twice", "gzip", "json", "old"])
def test_a_payload_may_be_wrapped_in_several_ways(form: str) -> None:
    once = stored(release())
    payload = {
        "once": once.encode(),
        "twice": base64.b64encode(once.encode()),
        "gzip": base64.b64decode(once),
        "json": json.dumps(release()).encode(),
        "old": base64.b64encode(json.dumps(release()).encode()),
    }[form]

    assert decode_release(payload).manifest == MANIFEST
    assert read_releases(payload, "f")[0].manifest == MANIFEST


def test_a_secret_as_json_has_the_users_labels_only() -> None:
    (found,) = read_releases(json.dumps(secret()).encode(), "release.json")

    assert found.labels == {"team": "ml"}


@pytest.mark.parametrize("labels", [None, 1, "x", ["a"], {"a": 1}, {"a": None}])
def test_labels_that_are_none_do_not_matter(labels: Any) -> None:
    data = secret()
    data["metadata"]["labels"] = labels

    assert read_releases(json.dumps(data).encode(), "f")[0].name == "web"


def test_a_secret_as_yaml_is_read() -> None:
    payload = base64.b64encode(stored(release()).encode()).decode()
    text = (
        "apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Secret\n  metadata:\n    name: s\n"
        f"    labels:\n      owner: helm\n  data:\n    release: {payload}\nkind: List\n"
    )

    (found,) = read_releases(text.encode(), "release.yaml")

    assert found.revision == 3


def test_a_config_map_holds_the_payload_in_base64_once() -> None:
    config_map = {
        "kind": "ConfigMap",
        "metadata": {"name": "c"},
        "data": {"release": stored(release())},
    }

    assert read_releases(json.dumps(config_map).encode(), "f")[0].name == "web"


def test_other_secrets_in_a_list_are_passed_over() -> None:
    other = {"kind": "Secret", "metadata": {"name": "tls"}, "data": {"key": "eA=="}}

    assert len(read_releases(listed(other, secret()), "f")) == 1


def test_the_text_of_helm_get_manifest_is_a_release_without_a_name() -> None:
    (found,) = read_releases(MANIFEST.encode(), "f")

    assert (found.name, found.config, found.hooks, found.manifest) == ("", None, None, MANIFEST)


def test_the_text_of_helm_get_all_is_read() -> None:
    text = (
        "NAME: web\nLAST DEPLOYED: Mon Jan  5 10:00:00 2026\nNAMESPACE: apps\nSTATUS: deployed\n"
        "REVISION: 4\nCHART: web\nDESCRIPTION: Upgrade complete\nTEST SUITE: None\n"
        "USER-SUPPLIED VALUES:\nsize: 2\n\nCOMPUTED VALUES:\nsize: 2\nHOOKS:\n"
        f"---\n# Source: web/templates/h.yaml\n{HOOK}\nMANIFEST:\n{MANIFEST}\nNOTES:\nHOOKS:\nbye\n"
    )

    (found,) = read_releases(text.encode(), "f")

    assert (found.name, found.namespace, found.revision, found.status) == (
        "web",
        "apps",
        4,
        "deployed",
    )
    assert found.config == {"size": 2.0}
    assert found.manifest.strip() == MANIFEST.strip()
    assert found.notes == "HOOKS:\nbye"
    assert found.hooks is not None
    assert [(hook.name, hook.path, hook.events) for hook in found.hooks] == [
        ("h", "web/templates/h.yaml", ("post-install",))
    ]


def test_a_dry_run_does_not_say_the_values() -> None:
    text = f"NAME: web\nSTATUS: pending-install\nHOOKS:\nMANIFEST:\n{MANIFEST}\n"

    (found,) = read_releases(text.encode(), "f")

    assert (found.config, found.hooks, found.status) == (None, (), "pending-install")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"NAME: web\nSTATUS: deployed\n", "f: it says nothing of manifests; 'helm get all'"),
        (b"\x00\x01", "f: it holds no release: it is a binary file"),
        (b"hello", "f: it holds neither a release nor manifests"),
        (b"{]", "f: it is no valid JSON at line 1"),
        (b'{"kind": "Secret", "metadata": {"name": "s"}}', "f: Secret s holds no release"),
        (
            b'{"kind": "List", "items": []}',
            "f: the list is empty: the label selector may be misspelt, or the namespace another one",
        ),
        (
            b'apiVersion: v1\nitems: []\nkind: List\nmetadata:\n  resourceVersion: ""\n',
            "f: the list is empty: the label selector may be misspelt, or the namespace another one",
        ),
        (
            b"apiVersion: v1\nitems:\n- {apiVersion: v1, kind: Secret, metadata: {name: a}}\nkind: List\n",
            "f: none of the 1 objects in the list holds a release",
        ),
        (
            b"\x1f\x8b\x08\0\0\0\0\0\0\xff\xff\xffbroken",
            "f: it holds no release: its compressed data is broken",
        ),
        (
            gzip.compress(b"{}" * 99, mtime=0)[:-9],
            "f: it holds no release: its compressed data is cut off",
        ),
        (gzip.compress(b"[1]", mtime=0), "f: it holds no release: its content has no name"),
        (gzip.compress(b"not", mtime=0), "f: it holds no release: its content is not JSON"),
        (base64.b64encode(b"s3cr3t" * 20), "f: it holds no release"),
        (stored(release(info="x")).encode(), "f: it holds no release: its content is not as Helm"),
        (stored(release(version="x")).encode(), "f: it holds no release: its content is not as"),
        (
            stored(release(chart={"metadata": {"dependencies": "x"}})).encode(),
            "f: it holds no release: its content is not as Helm",
        ),
        (
            stored(release(chart={"metadata": {"dependencies": ["x"]}})).encode(),
            "f: it holds no release: its content is not as Helm",
        ),
    ],
)
def test_what_holds_no_release_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(ReleaseError) as caught:
        read_releases(data, "f")

    assert caught.value.message.startswith(reason)
    assert "s3cr3t" not in caught.value.message


def test_broken_values_in_a_text_are_not_quoted() -> None:
    text = "NAME: web\nUSER-SUPPLIED VALUES:\npassword: `s3cr3t`\nHOOKS:\nMANIFEST:\n"

    with pytest.raises(ReleaseError) as caught:
        read_releases(text.encode(), "f")

    assert caught.value.message.startswith("f: ")
    assert "s3cr3t" not in caught.value.message


def test_a_broken_secret_is_named() -> None:
    broken = secret()
    broken["data"]["release"] = "!!"

    with pytest.raises(
        ReleaseError, match=r"f: Secret sh\.helm\.release\.v1\.web\.v3: it holds no"
    ):
        read_releases(json.dumps(broken).encode(), "f")


def test_a_release_that_decompresses_without_end_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("helmwright.releases.storage.MAX_SIZE", 1000)

    with pytest.raises(ReleaseError, match="larger than 1000 bytes"):
        decode_release(gzip.compress(b" " * 5000))


def test_the_newest_deployed_revision_counts_and_newer_ones_are_named() -> None:
    data = listed(
        revision(4, "failed"),
        revision(3, "deployed"),
        revision(2, "superseded"),
        revision(5, "pending-upgrade"),
    )

    chosen, notes = choose_release(read_releases(data, "f"))

    assert chosen.revision == 3
    assert [note.partition(" and ")[0] for note in notes] == [
        "revision 4 is failed",
        "revision 5 is pending-upgrade",
    ]


def test_without_a_deployed_revision_the_newest_counts() -> None:
    data = listed(revision(1, "superseded"), revision(2, "failed"))

    chosen, notes = choose_release(read_releases(data, "f"))

    assert (chosen.revision, notes) == (2, ("no revision of web is deployed: 2 is failed",))


def test_a_revision_can_be_asked_for() -> None:
    found = read_releases(listed(revision(1, "superseded"), revision(2, "deployed")), "f")

    assert choose_release(found, 1) == (found[0], ())
    with pytest.raises(ReleaseError, match="there is no revision 7; there are 1, 2"):
        choose_release(found, 7)


def test_of_several_releases_one_must_be_named() -> None:
    found = read_releases(listed(revision(1, "deployed"), revision(2, "deployed", "db")), "f")

    assert choose_release(found, name="db")[0].name == "db"
    with pytest.raises(ReleaseError, match="there are several releases: db, web"):
        choose_release(found)
    with pytest.raises(ReleaseError, match="there is no release x"):
        choose_release(found, name="x")
