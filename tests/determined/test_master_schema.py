"""Which release knows which key, beside what the sources of the master say."""

from __future__ import annotations

import pytest

from helmwright.determined.master_schema import releases_with, schema_of
from helmwright.determined.versions import RELEASES, DeterminedRelease


@pytest.mark.parametrize(
    ("path", "runs"),
    [
        ("db.port", [("0.12.10", "0.38.1")]),
        ("http_port", [("0.12.10", "0.13.4")]),
        ("port", [("0.13.5", "0.38.1")]),
        ("scheduler.resource_provider.master_service_name", [("0.12.12", "0.13.13")]),
        ("resource_manager.namespace", [("0.13.6", "0.34.0")]),
        ("resource_manager.default_namespace", [("0.35.0", "0.38.1")]),
        ("resource_manager.max_slots_per_pod", [("0.13.6", "0.38.1")]),
        ("resource_manager._reattach_resources", [("0.19.10", "0.19.10")]),
        ("resource_manager.determined_master_ip", [("0.29.1", "0.37.0")]),
        ("resource_pools.kubernetes_namespace", [("0.19.11", "0.34.0")]),
        ("additional_resource_managers.resource_manager.kubeconfig_path", [("0.29.1", "0.38.1")]),
        ("checkpoint_storage.container_path", [("0.12.10", "0.38.1")]),
        ("checkpoint_storage.hdfs_url", [("0.12.10", "0.22.2")]),
        (
            "task_container_defaults.checkpoint_gc_pod_spec.spec.nodeSelector",
            [("0.34.0", "0.38.1")],
        ),
        ("task_container_defaults.log_policies.name", [("0.38.0", "0.38.1")]),
        ("oidc", [("0.26.5", "0.26.6"), ("0.32.0", "0.38.1")]),
        ("security.token.max_lifespan_days", [("0.38.0", "0.38.1")]),
        ("security.nothing", []),
    ],
)
def test_the_releases_that_know_a_key(path: str, runs: list[tuple[str, str]]) -> None:
    found = [(str(first), str(last)) for first, last in releases_with(path.split("."))]

    assert found == runs


@pytest.mark.parametrize("release", RELEASES, ids=str)
def test_every_type_that_a_release_names_is_there(release: DeterminedRelease) -> None:
    schema = schema_of(release)
    waiting, seen = [schema.root], set()
    while waiting:
        name = waiting.pop().lstrip("*[]").removeprefix("map:").lstrip("*[]")
        if "." not in name or name in seen:
            continue
        seen.add(name)
        struct = schema.struct(name)
        assert struct.decoder != "None"
        waiting += [*struct.fields.values(), *struct.union.values()]
    assert len(seen) > 15


def test_keys_are_found_whatever_their_case() -> None:
    struct = schema_of(RELEASES[-1]).struct("config.DBConfig")

    assert struct.find("SSL_Mode") == "ssl_mode"
    assert struct.find("ssl-mode") is None


def test_the_enterprise_master_knew_sign_on_before_its_sources_were_merged() -> None:
    public = DeterminedRelease((0, 23, 2))
    enterprise = DeterminedRelease((0, 23, 2), enterprise=True)

    assert not schema_of(public).holds(["scim"])
    assert schema_of(enterprise).holds(["scim"])
