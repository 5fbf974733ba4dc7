"""Configurations that the master of a release takes, and those that it refuses."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from helmwright.determined.master_config import check_master_config
from helmwright.determined.versions import RELEASES, DeterminedRelease

BASE = """
db: {user: postgres, password: p, host: db, port: 5432, name: determined}
checkpoint_storage: {type: shared_fs, host_path: /checkpoints}
"""


def release_of(text: str) -> DeterminedRelease:
    release = DeterminedRelease.parse(text)
    assert release is not None
    return release


def base(release: DeterminedRelease) -> dict[str, Any]:
    config: dict[str, Any] = yaml.safe_load(BASE)
    manager = {"type": "kubernetes", "max_slots_per_pod": 4, "master_service_name": "master"}
    if release.at_least(0, 14, 0):
        config["resource_manager"] = manager
    elif release.at_least(0, 13, 2):
        config["scheduler"] = {"resource_provider": manager}
    elif release.at_least(0, 12, 12):
        provider = {"type": "kubernetes", "slots_per_node": 4, "master_service_name": "master"}
        config["scheduler"] = {"resource_provider": provider}
    return config


def merged(into: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    for key, value in other.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            merged(into[key], value)
        else:
            into[key] = value
    return into


def problems(release: str, text: str) -> list[str]:
    chosen = release_of(release)
    config = merged(base(chosen), yaml.safe_load(text) or {})
    found = check_master_config(config, chosen)
    return [("" if one.stops_master else "(advice) ") + str(one) for one in found]


@pytest.mark.parametrize("release", RELEASES, ids=str)
def test_a_plain_configuration_is_taken_by_every_release(release: DeterminedRelease) -> None:
    assert check_master_config(base(release), release) == []


TAKEN = [
    ("0.38.1", ""),
    ("0.38.1", "port: '8081'"),
    ("0.38.1", "db: {port: '5432', password: 12345, name: true}"),
    ("0.38.1", "cluster_name: 12"),
    ("0.38.1", "tensorboard_timeout: 300.0"),
    ("0.38.1", "Cluster_Name: a"),
    ("0.38.1", "notebook_timeout: null"),
    ("0.38.1", "logging: {}"),
    ("0.38.1", "resource_manager: {slot_type: gpu}"),
    ("0.38.1", "resource_manager: {slot_type: rocm, determined_master_ip: 1.2.3.4}"),
    ("0.38.1", "resource_manager: {slot_type: cpu, slot_resource_requests: {cpu: 0.5}}"),
    ("0.38.1", "resource_manager: {default_scheduler: coscheduler}"),
    ("0.35.1", "resource_manager: {default_scheduler: preemption}"),
    ("0.38.1", "__internal: {preemption_timeout: 5m}"),
    ("0.36.0", "__internal: {preemption_timeout: 5m}"),
    ("0.38.1", "security: {authz: {type: rbac}}"),
    ("0.35.0-ee", "security: {authz: {type: rbac}}"),
    ("0.20.0-ee", "security: {authz: {type: rbac}}\nscim: {enabled: true}"),
    ("0.38.1", "security: {token: {max_lifespan_days: -1, default_lifespan_days: 90}}"),
    ("0.38.1", "security: {ssh: {key_type: RSA, rsa_key_size: 2048}}"),
    ("0.38.1", "retention_policy: {log_retention_days: -1, schedule: '0 0 * * *'}"),
    ("0.38.1", "retention_policy: {log_retention_days: 0, schedule: 24h}"),
    ("0.38.1", "task_container_defaults: {image: a/b:1}"),
    ("0.38.1", "task_container_defaults: {image: {cpu: a, gpu: b}, environment_variables: [A=1]}"),
    ("0.20.0", "task_container_defaults: {devices: ['/dev/a:/dev/a']}"),
    ("0.38.1", "task_container_defaults: {log_policies: [{name: a, pattern: x}, {name: b}]}"),
    (
        "0.26.4",
        "task_container_defaults: {log_policies: [{pattern: x, action: {type: exclude_node}}]}",
    ),
    (
        "0.20.0",
        """
        task_container_defaults:
          cpu_pod_spec:
            metadata: {labels: {Team.example.com/A: b}}
            spec:
              containers:
                - name: determined-container
                  resources: {requests: {cpu: 2, memory: 4Gi}}
                  env: [{name: A, value: "1"}]
                - {name: side, image: i, livenessProbe: {httpGet: {port: http}}}
        """,
    ),
    ("0.13.12", "logging: {backend: elastic, host: h, port: 9200}"),
    ("0.16.0", "task_container_defaults: {nccl_port_range: '2000:3000'}"),
]


@pytest.mark.parametrize(("release", "text"), TAKEN)
def test_taken(release: str, text: str) -> None:
    assert problems(release, text) == []


REFUSED = [
    # Keys
    ("0.38.1", "clustername: a", ["clustername: unknown key; did you mean cluster_name?"]),
    ("0.38.1", "db: {sslmode: disable}", ["db.sslmode: unknown key; did you mean ssl_mode?"]),
    ("0.13.5", "http_port: 80", ["http_port: unknown key; it is known until 0.13.4"]),
    (
        "0.29.0",
        "retention_policy: {schedule: 5m}",
        ["retention_policy: unknown key; it is known from 0.31.0 on"],
    ),
    (
        "0.31.0",
        "oidc: {enabled: false}",
        ["oidc: unknown key; it is known from 0.26.5 to 0.26.6 and from 0.32.0 on"],
    ),
    (
        "0.35.0",
        "resource_manager: {namespace: tasks}",
        ["resource_manager.namespace: unknown key; it is known from 0.13.6 to 0.34.0"],
    ),
    (
        "0.38.1",
        "logging: {flavour: loud}",
        ["logging.flavour: unknown key; logging.type is missing"],
    ),
    (
        "0.38.1",
        "checkpoint_storage: {bucket: b}",
        ["checkpoint_storage.bucket: goes with type: gcs or type: s3, and type is shared_fs"],
    ),
    # Types
    (
        "0.38.1",
        "tensorboard_timeout: 5m",
        ['tensorboard_timeout: expected a whole number, found "5m"'],
    ),
    ("0.38.1", "tensorboard_timeout: 0.5", ["tensorboard_timeout: 0.5 is not a whole number"]),
    ("0.38.1", "enable_cors: 'yes'", ['enable_cors: expected true or false, found "yes"']),
    ("0.38.1", "reserved_ports: 1", ["reserved_ports: expected a list, found the number 1"]),
    ("0.38.1", "telemetry: true", ["telemetry: expected a map, found true"]),
    (
        "0.38.1",
        "resource_manager: {cluster_name: 12}",
        ["resource_manager.cluster_name: expected text, found the number 12: quote it"],
    ),
    (
        "0.38.1",
        "resource_manager: {max_slots_per_pod: '4'}",
        ['resource_manager.max_slots_per_pod: expected a whole number, found "4"'],
    ),
    (
        "0.38.1",
        "retention_policy: {log_retention_days: 32768}",
        ["retention_policy.log_retention_days: 32768 is not between -32768 and 32767"],
    ),
    (
        "0.38.1",
        "task_container_defaults: {cpu_pod_spec: {spec: {tolerations: {key: a}}}}",
        ["task_container_defaults.cpu_pod_spec.spec.tolerations: expected a list, found a map"],
    ),
    (
        "0.38.1",
        "resource_pools: [{pool_name: default, agent_reconnect_wait: 5}]",
        [
            (
                "resource_pools[0].agent_reconnect_wait:"
                " expected a duration such as 90s or 1h30m, found the number 5"
            )
        ],
    ),
    (
        "0.38.1",
        "task_container_defaults: {devices: [/dev/a]}",
        [
            (
                "task_container_defaults.devices[0]:"
                ' "/dev/a" is not written as host_path:container_path[:mode]'
            )
        ],
    ),
    # Unions
    (
        "0.38.1",
        "logging: {type: loki}",
        ['logging.type: "loki" is none of default, elastic'],
    ),
    (
        "0.26.2",
        "checkpoint_storage: {type: directory}",
        ['checkpoint_storage.type: "directory" is none of azure, gcs, s3, shared_fs'],
    ),
    # What cannot stand together
    (
        "0.26.1",
        "task_container_defaults: {kubernetes: {max_slots_per_pod: 4}}",
        [
            (
                "resource_manager.max_slots_per_pod: give this or"
                " task_container_defaults.kubernetes.max_slots_per_pod, and not both"
            )
        ],
    ),
    (
        "0.38.1",
        "scheduler: {type: priority}",
        ["scheduler: belongs to the layout before 0.14.0 and cannot stand beside resource_manager"],
    ),
    (
        "0.38.1",
        "security: {tls: {cert: a}}",
        ["security.tls: cert and key are given together or not at all"],
    ),
    (
        "0.38.1",
        "logging: {type: elastic, host: h, port: 1, security: {username: u}}",
        ["logging.security: username and password are given together or not at all"],
    ),
    (
        "0.38.1",
        (
            "checkpoint_storage: {host_path: null, type: azure, container: c,"
            " connection_string: s, account_url: u, credential: c}"
        ),
        [
            "checkpoint_storage: connection_string and account_url exclude each other",
            "checkpoint_storage: credential and connection_string exclude each other",
        ],
    ),
    # Values
    (
        "0.38.1",
        "log: {level: loud}",
        ['log.level: "loud" is none of panic, fatal, error, warn, warning, info, debug, trace'],
    ),
    (
        "0.35.1",
        "resource_manager: {slot_type: rocm}",
        ['resource_manager.slot_type: "rocm" is none of cpu, cuda'],
    ),
    (
        "0.38.1",
        "resource_manager: {slot_type: cpu}",
        ["resource_manager.slot_resource_requests.cpu: must be above 0 when slot_type is cpu"],
    ),
    (
        "0.36.0",
        "resource_manager: {default_scheduler: preemption}",
        ['resource_manager.default_scheduler: "preemption" is none of blank, coscheduler'],
    ),
    (
        "0.38.1",
        "resource_manager: {max_slots_per_pod: -1}",
        ["resource_manager.max_slots_per_pod: -1 is below 0"],
    ),
    (
        "0.34.0",
        """
        resource_manager:
          internal_task_gateway: {gateway_name: -x, gateway_namespace: n, gateway_port_range_start: 80}
        """,
        [
            "resource_manager.internal_task_gateway.gateway_name: must be a label of 1 to 63 characters",
            "resource_manager.internal_task_gateway.gateway_ip: is missing",
            (
                "resource_manager.internal_task_gateway.gateway_port_range_start:"
                " 80 is not between 1025 and 65535"
            ),
        ],
    ),
    (
        "0.38.1",
        "resource_pools: [{pool_name: default}, {pool_name: default}, {description: no name}]",
        [
            'resource_pools[1].pool_name: "default" is the name of another pool',
            "resource_pools[2].pool_name: is missing",
        ],
    ),
    ("0.38.1", "resource_pools: []", ["resource_pools: has no pool"]),
    (
        "0.38.1",
        "resource_pools: [{pool_name: default, scheduler: {type: priority, default_priority: 100}}]",
        ["resource_pools[0].scheduler.default_priority: 100 is not between 1 and 99"],
    ),
    (
        "0.38.1",
        (
            "security: {default_task: {uid: -1, user: ''}, authz: {type: x,"
            " workspace_creator_assign_role: {role_id: 0}}}"
        ),
        [
            "security.default_task.uid: -1 is below 0",
            "security.default_task.user: must not be blank",
            'security.authz.type: "x" is none of basic, rbac',
            "security.authz.workspace_creator_assign_role.role_id: 0 is not above 0",
        ],
    ),
    ("0.31.0", "security: {authz: {type: rbac}}", ['security.authz.type: "rbac" is none of basic']),
    (
        "0.37.0",
        "security: {authz: {type: rbac}}",
        ["security.authz.type: needs the enterprise image from 0.32.0 to 0.37.0"],
    ),
    (
        "0.38.1",
        "security: {token: {max_lifespan_days: 10}}",
        ["security.token: default_lifespan_days is 30, above max_lifespan_days, 10"],
    ),
    (
        "0.38.1",
        "retention_policy: {log_retention_days: -2, schedule: daily}",
        [
            "retention_policy.log_retention_days: -2 is below -1, which is forever",
            (
                'retention_policy.schedule: "daily" is neither a duration such as 24h'
                " nor a cron expression of five fields"
            ),
        ],
    ),
    (
        "0.38.1",
        "__internal: {proxied_servers: [{path_prefix: /a, destination: http://a}, {}]}",
        [
            "__internal.proxied_servers[0].destination: has no port",
            "__internal.proxied_servers[1].path_prefix: is missing",
            "__internal.proxied_servers[1].destination: is missing",
        ],
    ),
    (
        "0.38.1",
        "checkpoint_storage: {host_path: null, type: s3, bucket: b, prefix: a/../b}",
        ["checkpoint_storage.prefix: must not go up with .."],
    ),
    (
        "0.38.1",
        (
            "saml: {enabled: true, provider: p, idp_recipient_url: a, idp_sso_url: b,"
            " idp_sso_descriptor_url: c}"
        ),
        ["saml.idp_metadata_url: is missing"],
    ),
    (
        "0.38.1",
        "scim: {auth: {type: basic, username: u}}",
        ["scim.auth.password: is missing"],
    ),
    (
        "0.38.1",
        "ui_customization: {logo_paths: {dark_horizontal: /a, dark_vertical: /b, light_vertical: /c}}",
        ["ui_customization.logo_paths.light_horizontal: is missing"],
    ),
    (
        "0.17.0",
        "task_container_defaults: {gloo_port_range: '2000-3000'}",
        [
            (
                'task_container_defaults.gloo_port_range: "2000-3000" is not a range of ports'
                " such as 2000:3000"
            )
        ],
    ),
    (
        "0.38.1",
        (
            "task_container_defaults: {shm_size_bytes: 0, network_mode: '', bind_mounts:"
            " [{host_path: a, container_path: .}]}"
        ),
        [
            "task_container_defaults.shm_size_bytes: 0 is not above 0",
            "task_container_defaults.network_mode: must not be blank",
            'task_container_defaults.bind_mounts[0].container_path: must not be "."',
            "task_container_defaults.bind_mounts[0].host_path: must be an absolute path",
        ],
    ),
    (
        "0.38.1",
        "task_container_defaults: {log_policies: [{name: a}, {name: a}]}",
        ['task_container_defaults.log_policies[1].name: "a" is the name of another policy'],
    ),
    # Several managers
    (
        "0.38.1",
        (
            "additional_resource_managers: [{resource_manager: {type: kubernetes, name: b},"
            " resource_pools: [{pool_name: default}]}, {resource_manager: {type: agent, cluster_name: default}}]\n"
            "resource_pools: [{pool_name: default}]"
        ),
        [
            (
                "additional_resource_managers[1].resource_manager.type:"
                " additional managers are of type kubernetes"
            ),
            (
                "additional_resource_managers[0].resource_manager.max_slots_per_pod:"
                " is missing; with several managers each needs its own"
            ),
            "additional_resource_managers[0].resource_manager.cluster_name: is missing",
            (
                "additional_resource_managers[1].resource_manager.cluster_name:"
                ' "default" is the name of another manager'
            ),
            (
                "additional_resource_managers[0].resource_pools[0].pool_name:"
                ' "default" is the name of another pool'
            ),
            "additional_resource_managers[1].resource_pools: has no pool",
        ],
    ),
    # Pod specs
    (
        "0.38.1",
        """
        task_container_defaults:
          gpu_pod_spec:
            metadata: {name: a, namespace: b}
            spec:
              hostNetwork: true
              containers: [{name: determined-container, image: i, imagePullPolicy: Always}]
        """,
        [
            "task_container_defaults.gpu_pod_spec.metadata.name: is the master's; leave it out",
            "task_container_defaults.gpu_pod_spec.metadata.namespace: is the master's; leave it out",
            (
                "task_container_defaults.gpu_pod_spec.spec.hostNetwork:"
                " leave it out and set network_mode to host"
            ),
            (
                "task_container_defaults.gpu_pod_spec.spec.containers[0].image:"
                " is the master's; leave it out"
            ),
            (
                "task_container_defaults.gpu_pod_spec.spec.containers[0].imagePullPolicy:"
                " is the master's; leave it out"
            ),
        ],
    ),
    (
        "0.17.5",
        """
        task_container_defaults:
          cpu_pod_spec:
            spec: {containers: [{name: determined-container, env: [{name: A}], securityContext: {}}]}
        """,
        [
            (
                "task_container_defaults.cpu_pod_spec.spec.containers[0].env:"
                " is the master's; leave it out"
            ),
            (
                "task_container_defaults.cpu_pod_spec.spec.containers[0].securityContext:"
                " is the master's; leave it out"
            ),
        ],
    ),
    (
        "0.13.4",
        "task_container_defaults: {cpu_pod_spec: {spec: {containers: [{name: determined-container}]}}}",
        ["task_container_defaults.cpu_pod_spec.spec.containers[0].name: is refused before 0.13.5"],
    ),
    (
        "0.13.9",
        "task_container_defaults: {cpu_pod_spec: {spec: {nodeSelector: {example.com/gpu: a}}}}",
        [
            (
                "task_container_defaults.cpu_pod_spec.spec.nodeSelector.example.com/gpu:"
                " keys with a dot are taken apart before 0.13.10; leave it out"
            )
        ],
    ),
    (
        "0.13.5",
        "scheduler: {type: round_robin, fit: tight}",
        [
            'scheduler.type: "round_robin" is none of fair_share, priority',
            'scheduler.fit: "tight" is none of best, worst',
        ],
    ),
    (
        "0.13.12",
        "resource_pools: [{pool_name: default}]",
        ["resource_pools: makes the masters 0.13.10 to 0.13.13 crash; leave it out"],
    ),
    (
        "0.25.0",
        "task_container_defaults: {cpu_pod_spec: null}",
        [
            (
                "task_container_defaults: nothing but a blank cpu_pod_spec makes the master panic;"
                " leave the key out"
            )
        ],
    ),
]


@pytest.mark.parametrize(("release", "text", "expected"), REFUSED)
def test_refused(release: str, text: str, expected: list[str]) -> None:
    assert problems(release, text) == expected


IGNORED = [
    (
        "0.36.0",
        "resource_pools: [{pool_name: default, kubernetes_namespace: a}]",
        (
            "resource_pools[0].kubernetes_namespace: unknown key, which the master ignores;"
            " it is known from 0.19.11 to 0.34.0"
        ),
    ),
    (
        "0.38.1",
        "task_container_defaults: {forcePullImage: true}",
        (
            "task_container_defaults.forcePullImage: unknown key, which the master ignores;"
            " did you mean force_pull_image?"
        ),
    ),
    (
        "0.38.1",
        "task_container_defaults: {cpu_pod_spec: {tolerations: []}}",
        "task_container_defaults.cpu_pod_spec.tolerations: unknown key, which the master ignores",
    ),
    ("0.38.1", "port: none", "port: is not a whole number; the master reads 0"),
    ("0.38.1", "log: {color: 'no'}", "log.color: is not true or false; the master reads false"),
    ("0.38.1", "db: {password: [a]}", "db.password: is not text; the master reads blank"),
    ("0.38.1", "port: 80000", "port: 80000 is no port"),
    (
        "0.38.1",
        "db: {ssl_mode: 'on'}",
        'db.ssl_mode: "on" is none of disable, allow, prefer, require, verify-ca, verify-full',
    ),
    (
        "0.38.1",
        "resource_pools: [{pool_name: default}]\nresource_manager: {default_aux_resource_pool: cpu}",
        (
            'resource_manager.default_aux_resource_pool: there is no pool "cpu";'
            " tasks without a pool fail"
        ),
    ),
    (
        "0.34.0",
        (
            "resource_pools: [{pool_name: default, task_container_defaults:"
            " {gpu_pod_spec: {spec: {affinity: {podAffinity: {}}}}}}]"
        ),
        (
            "resource_pools[0].task_container_defaults.gpu_pod_spec.spec.affinity:"
            " without nodeAffinity makes the master panic when it looks at the nodes"
        ),
    ),
    (
        "0.38.1",
        "task_container_defaults: {log_policies: [{pattern: '(?=a)', action: exclude_node}]}",
        "task_container_defaults.log_policies[0].pattern: is not a regular expression of Go",
    ),
    (
        "0.38.1",
        "checkpoint_storage: {host_path: null, type: s3}",
        "checkpoint_storage.bucket: is missing",
    ),
    (
        "0.38.1",
        "checkpoint_storage: {save_trial_best: -1}",
        "checkpoint_storage.save_trial_best: -1 is below 0",
    ),
]


@pytest.mark.parametrize(("release", "text", "expected"), IGNORED)
def test_taken_but_not_as_meant(release: str, text: str, expected: str) -> None:
    assert problems(release, text) == [f"(advice) {expected}"]


def test_the_layout_before_0_14_does_not_work_on_kubernetes_any_more() -> None:
    old = {"scheduler": {"resource_provider": {"type": "kubernetes", "max_slots_per_pod": 4}}}

    assert check_master_config(old, release_of("0.13.13")) == []
    assert "use resource_manager" in str(check_master_config(old, release_of("0.14.0"))[0])


def test_one_complaint_about_one_place() -> None:
    found = problems(
        "0.38.1", "resource_manager: {slot_type: cpu, slot_resource_requests: {cpu: x}}"
    )

    assert found == ['resource_manager.slot_resource_requests.cpu: expected a number, found "x"']


def test_a_credential_is_not_shown() -> None:
    found = problems("0.38.1", "checkpoint_storage: {secret_key: 4711, type: s3, bucket: b}")

    assert "4711" not in str(found)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-10, 10) | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "a", "spec", "containers", "name"]), inner)
    ),
    max_leaves=8,
)
PLACES = (
    "db", "log", "security", "scheduler", "resource_manager", "resource_pools", "logging",
    "additional_resource_managers", "task_container_defaults", "checkpoint_storage", "__internal",
    "retention_policy", "saml", "scim", "ui_customization", "port", "nonsense",
)  # fmt: skip


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.sampled_from(RELEASES), st.dictionaries(st.sampled_from(PLACES), ANYTHING))
def test_anything_at_all_is_answered(release: DeterminedRelease, config: dict[str, Any]) -> None:
    for problem in check_master_config(config, release):
        assert problem.message


@given(st.sampled_from(RELEASES), st.text("abcdefgh_", min_size=12))
def test_an_unknown_key_stops_every_master(release: DeterminedRelease, key: str) -> None:
    found = check_master_config(base(release) | {key: 1}, release)

    assert [problem.path for problem in found] == [key]
    assert found[0].stops_master
