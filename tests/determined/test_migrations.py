"""Old keys in values: which release they are old for, and what becomes of them."""

from __future__ import annotations

from typing import Any

import pytest

from helmwright.determined.migrations import MIGRATIONS, FoundMigration, migrations_for
from helmwright.determined.versions import LATEST, DeterminedRelease
from helmwright.values.editing import Put, Remove, Rename


def release(text: str) -> DeterminedRelease:
    found = DeterminedRelease.parse(text)
    assert found is not None
    return found


def only(values: dict[str, Any], to: str = "0.38.1", origin: str = "") -> FoundMigration:
    """Returns the one migration that there is."""
    since = release(origin) if origin else None
    (found,) = migrations_for(values, release(to), origin=since)
    return found


@pytest.mark.parametrize(
    ("old", "new", "last", "first"),
    [
        ("httpPort", "masterPort", "0.13.4", "0.13.5"),
        ("slotsPerNode", "maxSlotsPerPod", "0.13.1", "0.13.2"),
        ("defaultPassword", "initialUserPassword", "0.30.0", "0.31.0"),
    ],
)
def test_new_name_is_for_releases_after_the_last_with_the_old_one(
    old: str, new: str, last: str, first: str
) -> None:
    values = {old: 8080.0}

    assert migrations_for(values, release(last)) == []
    found = only(values, first)
    assert found.edits == (Rename((old,), (new,)),)
    assert found.note == f"since {first} it is called {new}"
    assert not found.needs_person


def test_new_name_in_a_section() -> None:
    found = only({"logging": {"backend": "elastic", "host": "logs"}})

    assert found.path == ("logging", "backend")
    assert found.edits == (Rename(("logging", "backend"), ("logging", "type")),)
    assert found.note == "since 0.13.13 it is called type"


def test_new_names_in_lists_keep_their_number() -> None:
    managers = [{"resource_manager": {"type": "kubernetes", "name": name}} for name in ("a", "b")]

    first, second = migrations_for({"additional_resource_managers": managers}, LATEST)

    assert second.path == ("additional_resource_managers", 1, "resource_manager", "name")
    assert second.new == ("additional_resource_managers", 1, "resource_manager", "cluster_name")
    assert first.new[1] == 0


def test_blank_new_key_gives_way() -> None:
    found = only({"slotsPerNode": 4.0, "maxSlotsPerPod": None})

    assert found.edits == (
        Remove(("maxSlotsPerPod",)),
        Rename(("slotsPerNode",), ("maxSlotsPerPod",)),
    )


def test_blank_old_key_is_not_set() -> None:
    assert migrations_for({"slotsPerNode": None, "logging": None}, LATEST) == []


def test_old_key_with_the_same_value_goes() -> None:
    found = only({"slotsPerNode": "4", "maxSlotsPerPod": 4.0})

    assert found.edits == (Remove(("slotsPerNode",)),)
    assert not found.conflict


def test_different_values_are_a_conflict_that_only_a_person_can_settle() -> None:
    found = only({"slotsPerNode": 8.0, "maxSlotsPerPod": 4.0}, "0.27.0", origin="0.13.1")

    assert found.conflict
    assert found.needs_person
    assert found.edits == ()


def test_value_that_had_no_effect_goes() -> None:
    found = only({"slotsPerNode": 8.0, "maxSlotsPerPod": 4.0}, "0.27.0", origin="0.20.0")

    assert found.edits == (Remove(("slotsPerNode",)),)
    assert not found.conflict


@pytest.mark.parametrize(
    ("origin", "edit", "needs_person"),
    [
        ("", Rename(("httpPort",), ("masterPort",)), True),
        ("0.13.4", Rename(("httpPort",), ("masterPort",)), False),
        ("0.13.5", Remove(("httpPort",)), False),
    ],
)
def test_old_key_behind_a_default(
    origin: str, edit: Rename | Remove, *, needs_person: bool
) -> None:
    found = only({"httpPort": 9000.0}, "0.27.0", origin=origin)

    assert found.edits == (edit,)
    assert found.needs_person is needs_person


@pytest.mark.parametrize(
    ("values", "path"),
    [
        ({"fluent": {"image": "fluent/fluent-bit:1.6"}}, ("fluent",)),
        ({"_reattachResources": True}, ("_reattachResources",)),
        (
            {"taskContainerDefaults": {"shmSizeBytes": 1.0}},
            ("taskContainerDefaults", "shmSizeBytes"),
        ),
        (
            {"resourcePools": [{"pool_name": "a", "agent_reattach_enabled": True}]},
            ("resourcePools", 0, "agent_reattach_enabled"),
        ),
        (
            {"defaultImages": {"kubeSchedulerPreemption": "x"}},
            ("defaultImages", "kubeSchedulerPreemption"),
        ),
        (
            {"saml": {"idpCertPath": "/a", "idpMetadataUrl": "https://idp"}},
            ("saml", "idpCertPath"),
        ),
    ],
)
def test_key_without_effect_goes(values: dict[str, Any], path: tuple[str | int, ...]) -> None:
    found = only(values)

    assert found.edits == (Remove(path),)
    assert not found.needs_person


def test_log_shipper_stays_where_the_master_has_it() -> None:
    assert migrations_for({"fluent": {"image": "a"}}, release("0.25.0")) == []


@pytest.mark.parametrize(
    "values",
    [
        {"defaultScheduler": " preemption "},
        {"resourcePools": [{"pool_name": "a", "kubernetes_namespace": "team"}]},
        {"saml": {"idpCertPath": "/a"}},
        {"security": {"tls": {"cert": "x"}}},
    ],
)
def test_what_a_person_must_do_has_no_edits(values: dict[str, Any]) -> None:
    found = only(values)

    assert found.needs_person
    assert found.edits == ()
    assert found.note


def test_preemption_that_was_asked_for_stays() -> None:
    values = {
        "defaultScheduler": "preemption",
        "defaultImages": {"kubeSchedulerPreemption": "x"},
        "scheduler": {"allowUnsupportedPreemption": True},
    }

    assert migrations_for(values, LATEST) == []


def test_policies_without_a_name_may_stay() -> None:
    policies = [
        {"pattern": ".*", "action": {"type": "cancel_retries"}},
        {"name": "new", "pattern": ".*", "action": "cancel_retries"},
    ]
    values = {"taskContainerDefaults": {"logPolicies": policies}}

    found = only(values)
    assert found.path == ("taskContainerDefaults", "logPolicies", 0)
    assert found.migration.works
    assert found.edits == ()
    assert migrations_for(values, release("0.37.0")) == []


def test_port_ranges_may_stay() -> None:
    found = only({"taskContainerDefaults": {"ncclPortRange": "1:2"}})

    assert found.edits == ()
    assert not found.needs_person


def test_password_that_no_chart_reads() -> None:
    path = ("security", "initial_user_password")

    alone = only({"security": {path[1]: "a"}})
    assert alone.edits == (Rename(path, ("initialUserPassword",)),)

    beside = only({"security": {path[1]: "a"}, "initialUserPassword": "b"})
    assert beside.edits == (Remove(path),)
    assert not beside.conflict


def test_old_key_that_the_master_prefers() -> None:
    pool = {"pool_name": "a", "max_cpu_containers_per_agent": 1.0}

    assert not only({"resourcePools": [pool]}).conflict
    both = only({"resourcePools": [{**pool, "max_aux_containers_per_agent": 2.0}]})
    assert both.conflict
    assert "this one counts" in both.note


def test_changed_default_of_the_checkpoints_folder() -> None:
    found = only({"checkpointStorage": {"type": "shared_fs"}}, origin="0.28.0")

    assert found.edits == (Put(("checkpointStorage", "hostPath"), "/checkpoints"),)
    for values in (
        {"checkpointStorage": {"type": "s3"}},
        {"checkpointStorage": {"hostPath": "/data"}},
    ):
        assert migrations_for(values, LATEST, origin=release("0.28.0")) == []
    assert migrations_for({}, LATEST, origin=release("0.28.1")) == []


def test_changed_default_of_single_sign_on() -> None:
    values = {"enterpriseEdition": True, "oidc": {"provider": "okta"}, "scim": {"enabled": False}}

    (found,) = migrations_for(values, release("0.28.0"), origin=release("0.23.1"))

    assert found.edits == (Put(("oidc", "enabled"), True),)


def test_changed_meaning_of_the_registry() -> None:
    (found,) = migrations_for(
        {"imageRegistry": "registry.example.com"}, release("0.25.0"), origin=release("0.20.0")
    )

    assert found.needs_person
    assert found.path == ("imageRegistry",)


@pytest.mark.parametrize(
    "values",
    [
        {"logging": "x", "saml": [], "security": 3.0, "resourcePools": {}, "fluent": ""},
        {"resourcePools": [None, "a", []], "additional_resource_managers": [None, {}]},
        {"taskContainerDefaults": {"logPolicies": [None, "a", {"action": []}]}},
        {"logging": {"backend": ["a"]}, "defaultScheduler": ["preemption"]},
    ],
)
def test_odd_values_do_no_harm(values: dict[str, Any]) -> None:
    migrations_for(values, LATEST, origin=release("0.20.0"))


def test_stars_of_old_and_new_keys_match() -> None:
    for migration in MIGRATIONS:
        assert not migration.new or migration.old.count("*") == migration.new.count("*")
        assert migration.note or migration.new
        assert not migration.note.endswith(".")
