"""Values files for another release: what is old is mended, the rest stays to the byte."""

from __future__ import annotations

import pytest
from tests.conformance import upstream_samples, upstream_samples_cluster
from tests.conformance.upstream_samples import LAST, Sample

from helmwright import ChartRenderer, Release, load_chart
from helmwright.base.errors import HelmwrightError, ValuesError
from helmwright.base.resources import chart_directory
from helmwright.determined.values_migration import migrate_values
from helmwright.determined.versions import DeterminedRelease
from helmwright.go.yaml_write import marshal
from helmwright.values.maps import load_values

GONE = {"_reattachResources=True", "taskContainerDefaults.shmSizeBytes=8589934592"}
"""Samples whose effect goes with the key: no master that migrations are for reads it."""


def release(text: str) -> DeterminedRelease:
    found = DeterminedRelease.parse(text)
    assert found is not None
    return found


def migrated(text: str, to: str = "0.38.1", origin: str = "") -> str:
    source = release(origin) if origin else None
    return migrate_values(text.encode(), to=release(to), origin=source).data.decode()


def notes(text: str, to: str = "0.38.1") -> list[str]:
    return [str(one) for one in migrate_values(text.encode(), to=release(to)).changes]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "# ports\nhttpPort:  8080  # outside\n\ndb: {port: 0o10}\n",
            "# ports\nmasterPort:  8080  # outside\n\ndb: {port: 0o10}\n",
        ),
        (
            "taskContainerDefaults:\n  # shm\n  shmSizeBytes: 4294967296\n  cpuImage: a\n",
            "taskContainerDefaults:\n  # shm\n  cpuImage: a\n",
        ),
        ("defaultPassword: 'x'\r\n", "initialUserPassword: 'x'\r\n"),
        ("defaultPassword: x\ninitialUserPassword:\n", "initialUserPassword: x\n"),
        ("slotsPerNode: 8\nmaxSlotsPerPod: 8\n", "maxSlotsPerPod: 8\n"),
        ("logging:\n  backend: elastic\n", "logging:\n  type: elastic\n"),
        (
            "additional_resource_managers:\n- resource_manager:\n    name: a # b\n",
            "additional_resource_managers:\n- resource_manager:\n    cluster_name: a # b\n",
        ),
        ("masterPort: 8080", "masterPort: 8080"),
        ("", ""),
        ("# nothing", "# nothing"),
    ],
)
def test_changes_the_lines_of_old_keys_alone(before, after):
    assert migrated(before) == after
    assert migrated(after) == after


def test_says_where_the_old_keys_were_and_what_is_left_for_a_person():
    text = "db: {}\ndefaultScheduler: preemption\nslotsPerNode: 8\n"

    scheduler, slots = notes(text)

    assert scheduler.startswith("values.yaml:2:1: defaultScheduler: masters from 0.36.0 on refuse")
    assert scheduler.endswith(" (left)")
    assert slots == ("values.yaml:3:1: slotsPerNode: since 0.13.2 it is called maxSlotsPerPod")


def test_is_for_the_release_that_the_values_ask_for():
    fluent = "fluent: {uid: 1}\n"

    assert migrate_values(f"detVersion: 0.24.0\n{fluent}".encode()).changes == ()
    assert len(migrate_values(f"detVersion: 0.26.0\n{fluent}".encode()).changes) == 1
    assert len(migrate_values(f"detVersion: 0123abc\n{fluent}".encode()).changes) == 1
    assert migrated(fluent, to="0.25.0") == fluent


def test_writes_defaults_down_that_have_changed_since_the_release_of_the_file():
    text = "checkpointStorage:\n  type: shared_fs\n"

    assert migrated(text) == text
    assert migrated(text, origin="0.26.0") == f"{text}  hostPath: /checkpoints\n"
    assert migrated(migrated(text, origin="0.26.0"), origin="0.26.0").count("hostPath") == 1


def test_refuses_a_key_that_is_set_twice_to_different_values():
    text = "slotsPerNode: 8\nmaxSlotsPerPod: 4\ndefaultPassword: a\ninitialUserPassword: b\n"

    with pytest.raises(ValuesError, match=r"^values\.yaml:1:1: slotsPerNode: ") as caught:
        migrated(text)

    assert [note.split(": ")[1] for note in caught.value.__notes__] == ["defaultPassword"]
    assert "Passw" not in str(caught.value)


def test_leaves_to_a_person_what_an_anchor_brings():
    text = "base: &x {slotsPerNode: 8}\nslotsPerNode: &n 8\ndb:\n  port: *n\n"

    found = migrate_values(text.encode())

    assert found.data.decode() == (
        "base: &x {slotsPerNode: 8}\nmaxSlotsPerPod: &n 8\ndb:\n  port: *n\n"
    )
    merged = migrate_values(b"base: &x {slotsPerNode: 8}\n<<: *x\n")
    assert merged.data == b"base: &x {slotsPerNode: 8}\n<<: *x\n"
    assert merged.changes[0].needs_person
    assert "cannot be edited in place" in merged.changes[0].note


def samples() -> list[Sample]:
    found: dict[str, Sample] = {}
    for module in (upstream_samples, upstream_samples_cluster):
        for value in vars(module).values():
            if isinstance(value, list):
                found.update(
                    {f"{one.name} {one.until}": one for one in value if type(one) is Sample}
                )
    return list(found.values())


@pytest.fixture(scope="module")
def renderer() -> ChartRenderer:
    return ChartRenderer(load_chart(chart_directory()))


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_every_key_of_every_release_gives_the_same_objects_afterwards(sample, renderer):
    text = marshal(sample.values)
    version = "0.38.1" if sample.until == LAST else sample.until

    def rendered(values: str) -> list[str]:
        given = {"detVersion": version, **load_values(values)}
        if not given.keys() & {"slotsPerNode", "maxSlotsPerPod"}:
            given["maxSlotsPerPod"] = 4
        if not given.keys() & {"defaultPassword", "initialUserPassword"}:
            given["initialUserPassword"] = "Passw0rd"
        try:
            found = renderer.render(given, Release("det")).manifests
        except HelmwrightError as error:
            return [error.message]
        return [manifest.content for manifest in found]

    result = migrated(text)

    assert migrated(result) == result
    assert sample.name in GONE or rendered(result) == rendered(text)
