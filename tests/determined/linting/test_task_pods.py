"""The pods that rules see are the master's, and their places are paths of the values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.lint.examples import determined_chart

from helmwright.determined.linting.facts import RELEASE
from helmwright.determined.linting.master_places import place_in_values, steps_of
from helmwright.determined.linting.rule import DETERMINED, PODS
from helmwright.determined.versions import DeterminedRelease
from helmwright.lint.subject import Subject

if TYPE_CHECKING:
    from helmwright.determined.linting.pods import TaskPods

BASE = "maxSlotsPerPod: 4\ninitialUserPassword: Passw0rd\n"


def pods_of(text: str, release: str = "0.38.1") -> TaskPods:
    subject = Subject(
        determined_chart(upstream=False),
        (("values.yaml", (BASE + text).encode()),),
        whole_chart=False,
        told={RELEASE: DeterminedRelease.parse(release)},
    )
    assert subject.rendered.error is None
    pods: TaskPods = subject.view(PODS)[0]
    return pods


def test_every_pool_of_every_manager_has_tasks() -> None:
    pods = pods_of(
        "resourcePools:\n  - pool_name: a\n  - pool_name: b\n"
        "additional_resource_managers:\n  - resource_manager:\n      type: kubernetes\n"
        "      cluster_name: other\n      max_slots_per_pod: 8\n      kubeconfig_path: /k\n"
        "    resource_pools:\n      - pool_name: c\n"
    )

    assert [(task.pool, task.slots, task.task_type) for task in pods.tasks] == [
        ("a", 1, "experiment"),
        ("a", 0, "command"),
        ("b", 1, "experiment"),
        ("b", 0, "command"),
        ("c", 1, "experiment"),
        ("c", 0, "command"),
    ]
    assert all(task.error is None for task in pods.tasks)


def test_no_task_with_slots_is_asked_for_where_a_pod_has_none() -> None:
    subject = Subject(
        determined_chart(upstream=False),
        (("values.yaml", b"maxSlotsPerPod: 0\ninitialUserPassword: Passw0rd\n"),),
        whole_chart=False,
    )

    assert [(task.pool, task.slots) for task in subject.view(PODS)[0].tasks] == [("default", 0)]


def test_checkpoint_collection_is_a_task_of_its_own_if_it_has_a_pod_spec() -> None:
    pods = pods_of("taskContainerDefaults:\n  checkpointGcPodSpec:\n    spec: {}\n")

    assert [task.task_type for task in pods.tasks] == ["experiment", "command", "gc"]


def test_a_pool_gets_its_own_pod_spec_and_the_place_is_there() -> None:
    pods = pods_of(
        "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      nodeSelector:\n        a: b\n"
        "resourcePools:\n  - pool_name: default\n  - pool_name: x\n    task_container_defaults:\n"
        "      gpu_pod_spec:\n        spec:\n          nodeSelector:\n            c: d\n"
    )
    selectors = {}
    for task in pods.tasks:
        if task.pods is not None and task.slots:
            layer = task.pods.layers[-1]
            selectors[task.pool] = (
                task.pods.pod["spec"]["nodeSelector"],
                pods.path_of(layer.source.position(("spec", "nodeSelector"))),
            )

    assert selectors == {
        "default": (
            {"a": "b"},
            ("taskContainerDefaults", "gpuPodSpec", "spec", "nodeSelector"),
        ),
        "x": (
            {"c": "d"},
            (
                *("resourcePools", 1, "task_container_defaults", "gpu_pod_spec"),
                *("spec", "nodeSelector"),
            ),
        ),
    }


def test_keys_that_an_old_master_makes_lower_case_are_found() -> None:
    pods = pods_of(
        "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      nodeSelector:\n        diskType: b\n",
        "0.24.0",
    )
    made = pods.tasks[0].pods
    assert made is not None
    place = made.layers[0].source.position(("spec", "nodeSelector", "disktype"))

    assert made.pod["spec"]["nodeSelector"] == {"disktype": "b"}
    assert pods.path_of(place) == (
        *("taskContainerDefaults", "gpuPodSpec", "spec", "nodeSelector", "diskType"),
    )


def test_path_of_the_master_is_read() -> None:
    assert steps_of("resource_pools[0].task_container_defaults.log_policies[12].name") == (
        *("resource_pools", 0, "task_container_defaults", "log_policies", 12, "name"),
    )


@pytest.mark.parametrize(
    ("master", "values"),
    [
        ("log.level", "logLevel"),
        ("db.ssl_mode", "db.sslMode"),
        ("db.host", "db.hostAddress"),
        ("notebook_timeout", "notebookTimeout"),
        ("checkpoint_storage.save_trial_best", "checkpointStorage.saveTrialBest"),
        ("checkpoint_storage.account_url", "checkpointStorage.account_url"),
        ("security.default_task.uid", "security.defaultTask.uid"),
        ("security.authz.rbac_ui_enabled", "security.authz.rbac_ui_enabled"),
        ("security.tls", "tlsSecret"),
        ("saml.idp_sso_descriptor_url", "saml.idpSsoDescriptorUrl"),
        ("logging.security.tls.skip_verify", "logging.security.tls.skipVerify"),
        ("retention_policy.log_retention_days", "retentionPolicy.logRetentionDays"),
        ("resource_manager.max_slots_per_pod", "maxSlotsPerPod"),
        ("resource_manager.slot_resource_requests.cpu", "slotResourceRequests.cpu"),
        ("resource_manager.default_namespace", "resourceManager.defaultNamespace"),
        ("resource_pools[1].pool_name", "resourcePools[1].pool_name"),
        ("task_container_defaults.startup_hook", "taskContainerDefaults.startupHook"),
        ("task_container_defaults.image.gpu", "taskContainerDefaults.gpuImage"),
        (
            "task_container_defaults.bind_mounts[0].host_path",
            "taskContainerDefaults.bindMounts[0].host_path",
        ),
        (
            "task_container_defaults.gpu_pod_spec.metadata.name",
            "taskContainerDefaults.gpuPodSpec.metadata.name",
        ),
        (
            "additional_resource_managers[0].resource_manager.cluster_name",
            "additional_resource_managers[0].resource_manager.cluster_name",
        ),
        ("integrations.pachyderm.address", "integrations.pachyderm.address"),
    ],
)
def test_key_of_the_master_has_its_place_in_the_values(master: str, values: str) -> None:
    settings = pods_of("").settings

    assert settings.name(place_in_values(settings, steps_of(master))) == values


@pytest.mark.parametrize(
    ("extra", "master", "values"),
    [
        ("    port: 1\n", "port", "masterConfig.extra.port"),
        ("    saml:\n      enabled: true\n", "saml.provider", "masterConfig.extra.saml.provider"),
        ("    log:\n      level: x\n", "log.color", "logColor"),
        ("    resource_pools: []\n", "resource_pools[0]", "masterConfig.extra.resource_pools[0]"),
    ],
)
def test_extra_configuration_wins(extra: str, master: str, values: str) -> None:
    subject = Subject(
        determined_chart(upstream=False),
        (("values.yaml", f"{BASE}masterConfig:\n  extra:\n{extra}".encode()),),
        whole_chart=False,
    )
    settings = subject.view(DETERMINED)[0]

    assert settings.name(place_in_values(settings, steps_of(master))) == values
