"""What an installed release of the upstream chart relies on, by release, as tables written by hand.

`tests/conformance/upstream.py` compares whole objects with the upstream charts themselves, which
have to be at hand for it. These tables hold the part that must not change between two upgrades:
names, selectors, labels, ports, the claim, permissions, priority classes and schedulers.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from helmwright import ChartRenderer, Release, load_chart
from helmwright.go import yaml_read

ROOT = Path(__file__).parent.parent
RELEASES = [
    "0.12.10",
    "0.12.12",
    "0.13.1",
    "0.13.4",
    "0.13.5",
    "0.13.7",
    "0.13.10",
    "0.13.13",
    "0.14.0",
    "0.14.5",
    "0.15.2",
    "0.16.1",
    "0.16.2",
    "0.16.3",
    "0.16.5",
    "0.17.0",
    "0.17.15",
    "0.18.0",
    "0.18.1",
    "0.19.3",
    "0.19.10",
    "0.20.0",
    "0.22.2",
    "0.23.2",
    "0.25.1",
    "0.26.0",
    "0.26.2",
    "0.29.1",
    "0.33.0",
    "0.34.0",
    "0.35.0",
    "0.35.1",
    "0.36.0",
    "0.37.0",
    "0.38.1",
]
MASTER = {"app": "determined-master-quokka", "release": "quokka"}
DATABASE = {"app": "determined-db-quokka", "release": "quokka"}

OBJECTS = {
    ("PersistentVolumeClaim", "determined-db-pvc-quokka"): DATABASE,
    ("Service", "determined-master-service-quokka"): MASTER,
    ("Service", "determined-db-service-quokka"): DATABASE,
    ("ServiceAccount", "determined-master-quokka"): MASTER,
    ("ClusterRole", "determined-master-quokka"): MASTER,
    ("ClusterRoleBinding", "determined-master-quokka"): MASTER,
    ("ConfigMap", "determined-master-config-quokka"): MASTER,
}
"""Kind and name -> labels that the object must have, whatever else it has."""

PERMISSIONS = {
    "0.12.10": {
        "pods": "create delete get list",
        "pods/log": "get",
        "configmaps": "create delete get list",
    },
    "0.12.12": {
        "pods": "create delete get list watch",
        "services": "get",
        "events": "watch",
        "nodes": "list",
    },
    "0.13.7": {"nodes": "list watch"},
    "0.16.5": {"events": "list watch"},
    "0.17.0": {"scheduling.k8s.io/priorityclasses": "create delete get list"},
    "0.20.0": {"resourcequotas": "get list"},
    "0.26.0": {"nodes": "list patch watch"},
    "0.34.0": {"batch/jobs": "create delete get list watch"},
    "0.35.0": {
        "namespaces": "create delete get list",
        "resourcequotas": "create get list patch",
    },
}
"""Release -> what changed in the verbs of the master from it on: what its sources call, and less
than upstream grants (docs/upstream-differences.md)."""

FOUR_CLASSES = {
    "determined-system-priority": 1000000,
    "determined-high-priority": 100,
    "determined-medium-priority": 50,
    "determined-low-priority": 1,
}
TWO_CLASSES = {"determined-system-priority": 1000000, "determined-medium-priority": 50}
PRIORITY_CLASSES: dict[str, tuple[dict[str, int], dict[str, int]]] = {
    "0.12.10": ({}, {}),
    "0.14.5": ({}, FOUR_CLASSES),
    "0.16.3": ({"determined-system-priority": 1000000}, FOUR_CLASSES),
    "0.17.0": (TWO_CLASSES, TWO_CLASSES),
}
"""Release -> classes without and with a scheduler, and their values."""

CLASSIC = "registry.k8s.io/scheduler-plugins/kube-scheduler:v0.18.9"
PREEMPTION = "determinedai/kube-scheduler"
SCHEDULERS = {
    ("0.14.5", "coscheduler"): ("coscheduler", "coscheduler", CLASSIC, "coscheduler"),
    ("0.15.2", "preemption"): (
        "preemption-scheduler",
        "coscheduler",
        f"{PREEMPTION}:0.16.0",
        "coscheduler",
    ),
    ("0.16.3", "preemption"): (
        "preemption-scheduler",
        "coscheduler",
        f"{PREEMPTION}:0.16.0",
        "coscheduler",
    ),
    ("0.17.0", "coscheduler"): ("coscheduler", "coscheduler", CLASSIC, "coscheduler"),
    ("0.17.0", "preemption"): (
        "preemption-scheduler",
        "coscheduler",
        f"{PREEMPTION}:0.16.0",
        "coscheduler",
    ),
    ("0.18.0", "preemption"): (
        "preemption-scheduler",
        "coscheduler",
        f"{PREEMPTION}:0.17.0",
        "coscheduler",
    ),
    ("0.18.1", "coscheduler"): ("coscheduler", "coscheduler", CLASSIC, "coscheduler"),
    ("0.18.1", "preemption"): ("preemption", "preemption", f"{PREEMPTION}:0.17.0", "preemption"),
    ("0.25.1", "preemption"): ("preemption", "preemption", f"{PREEMPTION}:0.17.0", "preemption"),
    ("0.35.1", "preemption"): ("preemption", "preemption", f"{PREEMPTION}:0.17.0", "preemption"),
    ("0.38.1", "coscheduler"): ("coscheduler", "coscheduler", CLASSIC, "coscheduler"),
}
"""Release and defaultScheduler -> Deployment, other objects, image, the master's default_scheduler."""


def number(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in release.split("."))


def at_release(table: dict[str, Any], release: str) -> Any:
    """Return the entry of the newest release in a table that is not newer than `release`."""
    return table[max((one for one in table if number(one) <= number(release)), key=number)]


@cache
def renderer() -> ChartRenderer:
    return ChartRenderer(load_chart(str(ROOT / "chart")))


@cache
def render(release: str, scheduler: str = "") -> dict[tuple[str, str], dict[str, Any]]:
    """Return the objects of a release by kind and name."""
    slots = "slotsPerNode" if number(release) < (0, 13, 2) else "maxSlotsPerPod"
    values: dict[str, Any] = {"detVersion": release, slots: 4.0}
    if number(release) >= (0, 31, 0):
        values["initialUserPassword"] = "Passw0rd"
    if scheduler:
        values["defaultScheduler"] = scheduler
    rendering = renderer().render(values, Release("quokka", namespace="research"))
    objects = [manifest.object for manifest in rendering.manifests]
    return {(one["kind"], one["metadata"]["name"]): one for one in objects if one}


def master_configuration(objects: dict[tuple[str, str], dict[str, Any]]) -> dict[str, Any]:
    text = objects["ConfigMap", "determined-master-config-quokka"]["data"]["master.yaml"]
    return yaml_read.load_map(text)


def deployment_of(release: str, part: str) -> dict[str, Any]:
    """Return the Deployment of the master or the database; until 0.13.4 its name was misspelt."""
    word = "deteremined" if number(release) < (0, 13, 5) else "determined"
    return render(release)["Deployment", f"{word}-{part}-deployment-quokka"]


def container(deployment: dict[str, Any]) -> dict[str, Any]:
    only: dict[str, Any]
    (only,) = deployment["spec"]["template"]["spec"]["containers"]
    return only


@pytest.mark.parametrize("release", RELEASES)
def test_objects_keep_their_names_and_labels(release: str) -> None:
    objects = render(release)

    assert objects.keys() >= OBJECTS.keys()
    for name, labels in OBJECTS.items():
        found = objects[name]["metadata"]["labels"]
        assert {key: found.get(key) for key in labels} == labels, name


@pytest.mark.parametrize("release", RELEASES)
def test_namespaced_objects_are_in_the_namespace_of_the_release(release: str) -> None:
    objects = render(release)

    found = {name: objects[name]["metadata"].get("namespace") for name in OBJECTS}

    assert found == {
        name: None if name[0].startswith("ClusterRole") else "research" for name in OBJECTS
    }


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("part", ["master", "db"])
def test_deployments_keep_selector_labels_and_container_name(release: str, part: str) -> None:
    deployment = deployment_of(release, part)
    metadata, template = deployment["metadata"], deployment["spec"]["template"]
    app = {"app": f"determined-{part}-quokka"}
    system = {"determined-system": part} if number(release) >= (0, 16, 1) else {}

    assert metadata["labels"].items() >= (app | {"release": "quokka"}).items()
    assert metadata["namespace"] == "research"
    assert deployment["spec"]["selector"] == {"matchLabels": app}
    assert template["metadata"]["labels"].items() >= (app | system).items()
    assert ("determined-system" in template["metadata"]["labels"]) == bool(system)
    assert container(deployment)["name"] == f"determined-{part}-quokka"


@pytest.mark.parametrize("release", RELEASES)
def test_services_keep_their_first_port_and_selector(release: str) -> None:
    objects = render(release)
    master = objects["Service", "determined-master-service-quokka"]["spec"]
    database = objects["Service", "determined-db-service-quokka"]["spec"]
    listens_on = 8080 if number(release) < (0, 13, 5) else 8081

    assert master["ports"][0]["port"] == 8080
    assert master["ports"][0].get("targetPort", 8080) in (listens_on, "http")
    assert master["selector"] == {"app": "determined-master-quokka"}
    assert master["type"] == "LoadBalancer"
    assert database["ports"][0]["port"] == 5432
    assert database["ports"][0].get("targetPort", 5432) == 5432
    assert database["selector"] == {"app": "determined-db-quokka"}
    assert database["type"] == "ClusterIP"


@pytest.mark.parametrize("release", RELEASES)
def test_master_listens_where_the_service_sends(release: str) -> None:
    configuration = master_configuration(render(release))
    old = number(release) < (0, 13, 5)

    assert configuration["http_port" if old else "port"] == (8080 if old else 8081)


@pytest.mark.parametrize("release", RELEASES)
def test_claim_of_the_database_is_the_installed_one(release: str) -> None:
    claim = render(release)["PersistentVolumeClaim", "determined-db-pvc-quokka"]

    assert claim["spec"] == {
        "accessModes": ["ReadWriteOnce"],
        "resources": {"requests": {"storage": "30Gi"}},
    }


@pytest.mark.parametrize("release", RELEASES)
def test_database_finds_its_data(release: str) -> None:
    deployment = deployment_of(release, "db")
    (volume,) = deployment["spec"]["template"]["spec"]["volumes"]
    (mount,) = container(deployment)["volumeMounts"]
    variables = {one["name"]: one.get("value") for one in container(deployment)["env"]}

    assert volume["persistentVolumeClaim"] == {"claimName": "determined-db-pvc-quokka"}
    assert mount == {"name": volume["name"], "mountPath": "/var/lib/postgresql/data"}
    assert volume["name"] == "determined-db-storage"
    assert variables["PGDATA"] == "/var/lib/postgresql/data/pgdata"


@pytest.mark.parametrize("release", RELEASES)
def test_master_may_do_what_its_release_needs(release: str) -> None:
    expected: dict[str, str] = {}
    for since, changes in PERMISSIONS.items():
        if number(since) <= number(release):
            expected |= changes
    found: dict[str, set[str]] = {}
    for rule in render(release)["ClusterRole", "determined-master-quokka"]["rules"]:
        for group in rule["apiGroups"]:
            for resource in rule["resources"]:
                name = f"{group}/{resource}" if group else resource
                found.setdefault(name, set()).update(rule["verbs"])

    assert {name: " ".join(sorted(verbs)) for name, verbs in found.items()} == expected


@pytest.mark.parametrize("release", RELEASES)
def test_binding_of_the_master_keeps_its_role(release: str) -> None:
    binding = render(release)["ClusterRoleBinding", "determined-master-quokka"]

    assert binding["roleRef"] == {
        "apiGroup": "rbac.authorization.k8s.io",
        "kind": "ClusterRole",
        "name": "determined-master-quokka",
    }
    assert binding["subjects"] == [
        {"kind": "ServiceAccount", "name": "determined-master-quokka", "namespace": "research"}
    ]


@pytest.mark.parametrize("release", RELEASES)
def test_priority_classes_keep_their_values(release: str) -> None:
    alone, with_scheduler = at_release(PRIORITY_CLASSES, release)
    expected = {"": alone}
    if number(release) >= (0, 14, 5):
        expected["coscheduler"] = with_scheduler

    for scheduler, classes in expected.items():
        found = {
            name: (one["value"], one["preemptionPolicy"], one.get("globalDefault", False))
            for (kind, name), one in render(release, scheduler).items()
            if kind == "PriorityClass"
        }
        assert found == {name: (value, "Never", False) for name, value in classes.items()}


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("part", ["master", "db"])
def test_pods_of_the_system_use_its_class(release: str, part: str) -> None:
    deployment = deployment_of(release, part)

    expected = "determined-system-priority" if number(release) >= (0, 16, 3) else None

    assert deployment["spec"]["template"]["spec"].get("priorityClassName") == expected


@pytest.mark.parametrize(("release", "scheduler"), SCHEDULERS)
def test_scheduler_keeps_its_objects(release: str, scheduler: str) -> None:
    deployment_name, name, image, told = SCHEDULERS[release, scheduler]
    objects = render(release, scheduler)
    deployment = objects["Deployment", deployment_name]
    expected = {
        ("ConfigMap", "scheduler-config"): "kube-system",
        ("Deployment", deployment_name): "kube-system",
        ("ServiceAccount", name): "kube-system",
        ("RoleBinding", f"{name}-extention-apiserver"): "kube-system",
        ("ClusterRoleBinding", f"{name}-as-kube-scheduler"): None,
        ("ClusterRoleBinding", f"{name}-as-volume-scheduler"): None,
    }
    if number(release) >= (0, 15, 2):
        expected |= {
            ("ClusterRole", f"{name}-pod-permissions"): None,
            ("RoleBinding", f"{name}-pod-role"): "research",
        }
    added = objects.keys() - render(release).keys()

    assert {one: objects[one]["metadata"].get("namespace") for one in expected} == expected
    assert {one for one in added if one[0] != "PriorityClass"} == expected.keys()
    assert deployment["spec"]["selector"] == {
        "matchLabels": {"component": "scheduler", "tier": "control-plane"}
    }
    assert container(deployment)["image"] == image
    manager = master_configuration(objects)["resource_manager"]
    assert manager["default_scheduler"] == told


@pytest.mark.parametrize(("release", "scheduler"), SCHEDULERS)
def test_bindings_of_a_scheduler_keep_their_roles(release: str, scheduler: str) -> None:
    name = SCHEDULERS[release, scheduler][1]
    objects = render(release, scheduler)
    roles = {
        ("RoleBinding", f"{name}-extention-apiserver"): (
            "Role",
            "extension-apiserver-authentication-reader",
        ),
        ("ClusterRoleBinding", f"{name}-as-kube-scheduler"): (
            "ClusterRole",
            "system:kube-scheduler",
        ),
        ("ClusterRoleBinding", f"{name}-as-volume-scheduler"): (
            "ClusterRole",
            "system:volume-scheduler",
        ),
    }
    for binding, role in roles.items():
        reference = objects[binding]["roleRef"]
        assert (reference["kind"], reference["name"]) == role
        assert reference["apiGroup"] == "rbac.authorization.k8s.io"


@pytest.mark.parametrize("release", RELEASES)
def test_no_scheduler_is_made_unasked(release: str) -> None:
    assert ("ConfigMap", "scheduler-config") not in render(release)
