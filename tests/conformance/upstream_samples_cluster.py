"""The other half of `upstream_samples`: the database, checkpoints, pools, tasks, logs and genai."""

from __future__ import annotations

from typing import Any

from tests.conformance.upstream_samples import Sample, each, together

TOLERATION = {"key": "gpuAvailable", "operator": "Equal", "value": "true", "effect": "NoSchedule"}
POD_SPEC: dict[str, Any] = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"labels": {"customLabel": "cpu-label"}},
    "spec": {
        "tolerations": [TOLERATION],
        "nodeSelector": {"Zone": "a"},
        "serviceAccountName": "checkpoints",
        "containers": [
            {
                "name": "determined-container",
                "env": [{"name": "ENV_VAR", "value": "5"}],
                "volumeMounts": [{"name": "data", "mountPath": "/data"}],
                "resources": {"requests": {"memory": "8Gi", "cpu": 2}},
            }
        ],
        "volumes": [{"name": "data", "hostPath": {"path": "/data"}}],
    },
}
PLAIN_POD_SPEC: dict[str, Any] = {
    "metadata": {"annotations": {"Team": "a"}},
    "spec": {
        "tolerations": [TOLERATION],
        "containers": [{"name": "determined-container", "resources": {"limits": {"memory": 8}}}],
        "imagePullSecrets": [{"name": "registry-credentials"}],
    },
}
POOLS: list[dict[str, Any]] = [
    {"pool_name": "default", "task_container_defaults": {"gpu_pod_spec": POD_SPEC}},
    {"pool_name": "cpu", "description": "no GPUs", "max_aux_containers_per_agent": 10},
]
CERTIFICATE = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
GENAI: dict[str, Any] = {
    "version": "0.2.5",
    "port": 9011,
    "messageQueuePort": 9013,
    "generatedPVC": {"storageClassName": "standard-rwx", "storageSize": "1Ti"},
    "cpuRequest": 2,
    "memRequest": "8Gi",
    "extraResourcePoolMetadata": {"default": {"is_default": True, "max_agents": 1}},
}
CLUSTER: dict[str, Any] = {
    "resource_manager": {
        "type": "kubernetes",
        "cluster_name": "other",
        "default_namespace": "tasks",
        "max_slots_per_pod": 8,
        "determined_master_host": "203.0.113.7",
        "determined_master_port": 8080,
        "kubeconfig_secret_name": "other-kubeconfig",
        "kubeconfig_secret_value": "config",
    },
    "resource_pools": [{"pool_name": "other"}],
}
OLD_CLUSTER: dict[str, Any] = {
    "resource_manager": {
        "type": "kubernetes",
        "name": "other",
        "namespace": "tasks",
        "max_slots_per_pod": 8,
        "kubeconfig_secret_name": "other-kubeconfig",
        "kubeconfig_secret_value": "config",
    },
    "resource_pools": [{"pool_name": "other"}],
}

DATABASE = [
    *each("db.hostAddress", "postgres.example.com", "10.1.2.3"),
    *each("db.name", "mlde"),
    *each("db.user", "determined"),
    *each("db.password", "s3cret", "1234"),
    *each("db.port", 5433),
    *each("db.storageSize", "100Gi"),
    *each("db.storageClassName", "fast-ssd", since="0.13.6"),
    *each("db.disablePVC", True, since="0.13.6"),
    *each("db.cpuRequest", 1, "500m", None, since="0.13.6"),
    *each("db.memRequest", "2Gi", None, since="0.13.6"),
    *each("db.cpuLimit", 4, "2", since="0.21.1"),
    *each("db.memLimit", "16Gi", since="0.21.1"),
    *each("db.useNodePortForDB", True, since="0.13.8"),
    *together(
        "db.sslMode",
        {
            "db": {
                "sslMode": "verify-full",
                "sslRootCert": "ca.crt",
                "resourceType": "secret",
                "certResourceName": "db-ca",
            }
        },
        {
            "db": {
                "hostAddress": "postgres.example.com",
                "sslMode": "require",
                "sslRootCert": "ca.pem",
                "resourceType": "configMap",
                "certResourceName": "db-ca",
            }
        },
        {
            "tlsSecret": "master-tls",
            "db": {
                "sslMode": "verify-ca",
                "sslRootCert": "ca.pem",
                "resourceType": "configMap",
                "certResourceName": "db-ca",
            },
        },
        since="0.17.10",
    ),
    *each("db.certResourceName", "db-ca", since="0.17.10"),
    *each("db.claimSuffix", "restored", since="0.38.0"),
    *each("db.snapshotSuffix", "june", since="0.38.0"),
    *together(
        "db.snapshotSuffix of a claim",
        {"db": {"snapshotSuffix": "july", "claimSuffix": "restored"}},
        since="0.38.0",
    ),
    *each("db.restoreSnapshotSuffix", "june", since="0.38.0"),
    *together(
        "db.restoreSnapshotSuffix and claimSuffix",
        {"db": {"restoreSnapshotSuffix": "june", "claimSuffix": "june"}},
        since="0.38.0",
    ),
]

STORAGE = [
    *each("checkpointStorage.hostPath", "/srv/checkpoints"),
    *each("checkpointStorage.mountToServer", True, since="0.27.1"),
    *together(
        "gcs",
        {"checkpointStorage": {"type": "gcs", "bucket": "checkpoints"}},
        {"checkpointStorage": {"type": "gcs", "bucket": "2024"}},
    ),
    *together(
        "s3",
        {"checkpointStorage": {"type": "s3", "bucket": "checkpoints"}},
        {
            "checkpointStorage": {
                "type": "s3",
                "bucket": "checkpoints",
                "accessKey": "AKIA123",
                "secretKey": "very/secret",
                "endpointUrl": "http://minio.example.com:9000",
            }
        },
    ),
    *together(
        "prefix",
        {"checkpointStorage": {"type": "s3", "bucket": "checkpoints", "prefix": "team/a"}},
        {"checkpointStorage": {"type": "gcs", "bucket": "checkpoints", "prefix": "team/a"}},
        since="0.18.2",
    ),
    *together(
        "azure",
        {
            "checkpointStorage": {
                "type": "azure",
                "container": "checkpoints",
                "connection_string": "AccountName=a;AccountKey=b==",
            }
        },
        {
            "checkpointStorage": {
                "type": "azure",
                "container": "checkpoints",
                "account_url": "https://a.blob.core.windows.net",
            }
        },
        {
            "checkpointStorage": {
                "type": "azure",
                "container": "checkpoints",
                "account_url": "https://a.blob.core.windows.net",
                "credential": "key",
            }
        },
        since="0.16.3",
    ),
    *together(
        "directory",
        {"checkpointStorage": {"type": "directory", "containerPath": "/mnt/checkpoints"}},
        since="0.26.3",
    ),
    *each("checkpointStorage.saveExperimentBest", 3),
    *each("checkpointStorage.saveTrialBest", 2, 0),
    *each("checkpointStorage.saveTrialLatest", 2, 0),
]

SCHEDULING = [
    *each("slotsPerNode", 8, since="0.12.12", until="0.13.1"),
    *each("maxSlotsPerPod", 1, 8, 0, since="0.13.2"),
    *each("slotType", "gpu", since="0.16.1"),
    *together(
        "slotType",
        {"slotType": "cpu", "slotResourceRequests": {"cpu": 7.5}},
        {"slotType": "cpu", "slotResourceRequests": {"cpu": 4}},
        {"slotType": "cuda", "slotResourceRequests": {"cpu": 4}},
        since="0.16.1",
    ),
    *together(
        "slotType rocm",
        {"slotType": "rocm", "slotResourceRequests": {"cpu": 4}},
        since="0.36.0",
    ),
    *each("slotResourceRequests.cpu", 4, since="0.16.1"),
    *each("defaultScheduler", "coscheduler", since="0.14.5"),
    *each("defaultScheduler", " coscheduler ", since="0.15.2"),
    *each("defaultScheduler", "preemption", since="0.15.2", until="0.35.1"),
    *each("defaultImages.kubeSchedulerPreemption", "a/b:1", since="0.23.2", until="0.35.1"),
    *together(
        "preemption with an image",
        {
            "defaultScheduler": "preemption",
            "defaultImages": {"kubeSchedulerPreemption": "example.com/preemption:1"},
        },
        since="0.23.2",
        until="0.35.1",
    ),
    *together(
        "coscheduler with an image",
        {
            "defaultScheduler": "coscheduler",
            "defaultImages": {"kubeScheduler": "example.com/kube-scheduler:1"},
        },
        since="0.23.2",
    ),
    *each("resourcePools", POOLS, [{"pool_name": "only"}], None, [], since="0.19.10"),
    *each(
        "resourcePools",
        [{"pool_name": "default", "kubernetes_namespace": "pool-a"}],
        since="0.19.11",
        until="0.34.0",
    ),
    *together(
        "default pools",
        {
            "resourcePools": POOLS,
            "defaultAuxResourcePool": "cpu",
            "defaultComputeResourcePool": "default",
        },
        since="0.19.10",
    ),
    *each("resourceManager.defaultNamespace", "tasks", since="0.35.0"),
    *each("resourceManager.clusterName", "main", since="0.35.0"),
    *together(
        "additional_resource_managers",
        {"additional_resource_managers": [OLD_CLUSTER]},
        since="0.30.0",
        until="0.34.0",
    ),
    *together(
        "additional_resource_managers",
        {"resourceManager": {"clusterName": "main"}, "additional_resource_managers": [CLUSTER]},
        since="0.38.0",
    ),
    *each("fluent", {"image": "fluent/fluent-bit:1.8"}, since="0.17.9"),
    *each("fluent", {"image": "fluent/fluent-bit:1.9.3", "uid": 1, "gid": 2}, since="0.19.3"),
]

TASKS = [
    *each("taskContainerDefaults", None, since="0.12.12"),
    *each("taskContainerDefaults.networkMode", "host", since="0.12.12"),
    *each("taskContainerDefaults.dtrainNetworkInterface", "eth0", since="0.12.12"),
    *each("taskContainerDefaults.shmSizeBytes", 8589934592, since="0.12.12", until="0.13.1"),
    *each("taskContainerDefaults.ncclPortRange", "12350:12360", since="0.12.12", until="0.18.1"),
    *each("taskContainerDefaults.glooPortRange", "12350:12360", since="0.12.12", until="0.18.1"),
    *each("taskContainerDefaults.cpuPodSpec", POD_SPEC, PLAIN_POD_SPEC, since="0.13.2"),
    *each("taskContainerDefaults.gpuPodSpec", POD_SPEC, PLAIN_POD_SPEC, since="0.13.2"),
    *each("taskContainerDefaults.checkpointGcPodSpec", POD_SPEC, since="0.34.0"),
    *together(
        "task images",
        {"taskContainerDefaults": {"cpuImage": "example.com/c:1", "gpuImage": "example.com/g:1"}},
        since="0.13.4",
    ),
    *each("taskContainerDefaults.cpuImage", "example.com/c:1", since="0.36.0"),
    *each("taskContainerDefaults.gpuImage", "example.com/g:1", since="0.36.0"),
    *each("taskContainerDefaults.rocmImage", "example.com/r:1", since="0.36.0"),
    *each("taskContainerDefaults.forcePullImage", True, False, since="0.13.4"),
    *each(
        "taskContainerDefaults.logPolicies",
        [{"pattern": ".*uncorrectable ECC error.*", "action": {"type": "exclude_node"}}],
        [],
        since="0.26.4",
    ),
    *each(
        "taskContainerDefaults.logPolicies",
        [{"name": "ECC", "pattern": ".*ECC error.*", "action": "exclude_node"}],
        since="0.38.0",
    ),
    *each(
        "taskContainerDefaults.startupHook",
        "echo hello",
        "set -e\npip install --quiet 'a>=1'\n",
        since="0.31.0",
    ),
]

ELASTIC: dict[str, Any] = {"host": "elastic.example.com", "port": 9200}
SECURE_ELASTIC: dict[str, Any] = {
    **ELASTIC,
    "security": {
        "username": "det",
        "password": "s3cret",
        "tls": {"enabled": True, "certificate": CERTIFICATE, "certificateName": "elastic"},
    },
}
UNVERIFIED_ELASTIC: dict[str, Any] = {
    **ELASTIC,
    "security": {"tls": {"enabled": True, "skipVerify": True}},
}

LOGGING = [
    sample
    for key, since, until in (("backend", "0.13.11", "0.13.12"), ("type", "0.13.13", "9.0.0"))
    for sample in together(
        "logging to Elasticsearch",
        {"logging": {key: "elastic", **ELASTIC}},
        {"logging": {key: "elastic", **SECURE_ELASTIC}},
        {"logging": {key: "elastic", **UNVERIFIED_ELASTIC}},
        since=since,
        until=until,
    )
]

GENAI_SAMPLES = [
    *together("genai", {"genai": GENAI}, since="0.28.1"),
    *together(
        "genai on a claim",
        {"genai": {**GENAI, "sharedPVCName": "shared"}},
        {"genai": {**GENAI, "sharedPVCName": "shared", "cpuLimit": 4, "memLimit": "16Gi"}},
        since="0.28.1",
    ),
    *together("genai with a group", {"genai": {**GENAI, "agentGroupID": 1100}}, since="0.28.1"),
    *together(
        "genai that sets permissions",
        {
            "genai": {
                **GENAI,
                "agentGroupID": 1100,
                "shouldInitializeSharedFSGroupPermissions": True,
            }
        },
        since="0.31.0",
    ),
    *together(
        "genai on a host path",
        {"genai": {**GENAI, "sharedFSHostPath": "/srv/genai"}},
        since="0.32.0",
    ),
    *together(
        "genai with a mount path",
        {"genai": {**GENAI, "sharedFSMountPath": "/shared"}},
        since="0.33.0",
    ),
    *together(
        "genai with a pull secret",
        {"genai": {**GENAI, "imagePullSecretName": "registry-credentials"}},
        since="0.35.0",
    ),
    *together(
        "genai with TLS",
        {"genai": GENAI, "tlsSecret": "master-tls", "db": {"hostAddress": "pg.example.com"}},
        {"genai": GENAI, "tlsSecret": "master-tls", "useNodePortForMaster": True},
        {
            "genai": GENAI,
            "db": {
                "sslMode": "verify-full",
                "sslRootCert": "ca.crt",
                "resourceType": "secret",
                "certResourceName": "db-ca",
            },
        },
        since="0.28.1",
    ),
]

SAMPLES: list[Sample] = [
    *DATABASE,
    *STORAGE,
    *SCHEDULING,
    *TASKS,
    *LOGGING,
    *GENAI_SAMPLES,
]
