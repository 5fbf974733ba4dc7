"""Values of the chart that shape the master's configuration, for every release to be tried with."""

from __future__ import annotations

COMMON = """
maxSlotsPerPod: 4
initialUserPassword: Passw0rd
"""

VALUE_SETS = {
    "nothing": "",
    "server": """
clusterName: lab
logLevel: debug
logColor: false
telemetry: {enabled: false}
tensorboardTimeout: 600
notebookTimeout: 3600
observability: {enable_prometheus: true}
webhooks: {baseUrl: "https://det.example.com", signingKey: 0123456789ab}
cache: {dir: /var/cache/det}
featureSwitches: [prevent_blank_password]
reservedPorts: [7000, 7001]
enableCors: true
launchError: false
tlsSecret: det-tls
""",
    "numbers that are texts": """
clusterName: 20
db: {password: 12345, user: 7, name: 8, port: "5433"}
maxSlotsPerPod: "4"
checkpointStorage: {type: s3, bucket: 9, accessKey: 1, secretKey: 2}
""",
    "external database": """
db: {hostAddress: db.example.com, sslMode: verify-ca, sslRootCert: ca.pem, resourceType: secret, certResourceName: ca}
""",
    "s3": """
checkpointStorage: {type: s3, bucket: b, prefix: p, accessKey: k, secretKey: s, endpointUrl: "http://minio:9000"}
""",
    "gcs": "checkpointStorage: {type: gcs, bucket: b, prefix: p, saveTrialBest: 0}",
    "azure with a key": "checkpointStorage: {type: azure, container: c, connection_string: x}",
    "azure with an account": """
checkpointStorage: {type: azure, container: c, account_url: "https://a.blob.core.windows.net", credential: x}
""",
    "directory": "checkpointStorage: {type: directory, containerPath: /mnt}",
    "shared file system": "checkpointStorage: {type: shared_fs, hostPath: /nfs, mountToServer: true}",
    "CPU slots": """
slotType: cpu
slotResourceRequests: {cpu: 7.5}
""",
    "GPU slots": """
slotType: gpu
slotResourceRequests: {cpu: 1}
""",
    "ROCm slots": """
slotType: rocm
taskContainerDefaults: {rocmImage: i/rocm:1}
""",
    "pools": """
resourcePools:
  - pool_name: cpu
    max_aux_containers_per_agent: 10
    scheduler: {type: priority, default_priority: 10}
  - pool_name: gpu
    description: Fast ones
    kubernetes_namespace: gpu
    task_container_defaults:
      force_pull_image: true
      gpu_pod_spec:
        metadata: {labels: {Team.example.com/Name: A}}
        spec:
          nodeSelector: {nvidia.com/gpu.present: "true"}
          tolerations: [{key: gpu, operator: Exists, effect: NoSchedule}]
defaultAuxResourcePool: cpu
defaultComputeResourcePool: gpu
""",
    "no pools": "resourcePools: null",
    "coscheduler": "defaultScheduler: coscheduler",
    "preemption": "defaultScheduler: preemption",
    "pod specs": """
taskContainerDefaults:
  cpuPodSpec:
    metadata: {labels: {tier: task}}
    spec:
      containers: [{volumeMounts: [{name: data, mountPath: /data}]}]
      volumes: [{name: data, hostPath: {path: /data}}]
  gpuPodSpec:
    spec:
      tolerations: [{key: gpu, operator: Exists}]
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [a]}]}]
""",
    "pull secrets": "taskContainerDefaults: {imagePullSecrets: [regcred]}",
    "images": "taskContainerDefaults: {cpuImage: i/cpu:1, gpuImage: i/gpu:1, forcePullImage: true}",
    "task defaults": """
taskContainerDefaults:
  networkMode: host
  dtrainNetworkInterface: eth0
  startupHook: "echo hello"
  environmentVariables: [A=1]
  bindMounts: [{host_path: /data, container_path: /data}]
  workDir: /home
  shmSizeBytes: 1073741824
  preemptionTimeout: 600
  addCapabilities: [IPC_LOCK]
  dropCapabilities: [CHOWN]
  devices: [{host_path: /dev/x, container_path: /dev/x}]
  registryAuth: {username: u, password: p}
""",
    "port ranges": "taskContainerDefaults: {ncclPortRange: '2000:3000', glooPortRange: '3000:4000'}",
    "checkpoint collection": """
taskContainerDefaults: {checkpointGcPodSpec: {spec: {nodeSelector: {disk: ssd}}}}
""",
    "log policies": """
taskContainerDefaults:
  logPolicies: [{pattern: ".*out of memory.*", action: {type: cancel_retries}}]
""",
    "elastic": """
logging:
  type: elastic
  host: es
  port: 9200
  security: {username: u, password: p, tls: {enabled: true, skipVerify: true}}
""",
    "retention": "retentionPolicy: {logRetentionDays: 30, schedule: 24h}",
    "default task": "security: {defaultTask: {user: nobody, uid: 65533, group: nobody, gid: 65533}}",
    "tokens": "security: {token: {max_lifespan_days: 90, default_lifespan_days: 30}}",
    "roles": """
enterpriseEdition: true
imageRegistry: hub.example.com/hpe-mlde
security:
  authz: {type: rbac, fallback: basic, rbac_ui_enabled: true}
""",
    "sign-on": """
enterpriseEdition: true
imageRegistry: hub.example.com/hpe-mlde
oidc:
  enabled: true
  provider: okta
  idpRecipientUrl: https://det.example.com
  idpSsoUrl: https://idp.example.com
  clientId: c
  clientSecretName: oidc
  clientSecretKey: secret
  authenticationClaim: email
  autoProvisionUsers: true
  alwaysRedirect: true
scim: {enabled: true, auth: {type: basic, username: u, password: p}}
""",
    "several clusters": """
enterpriseEdition: true
imageRegistry: hub.example.com/hpe-mlde
additional_resource_managers:
  - resource_manager:
      type: kubernetes
      name: other
      cluster_name: other
      max_slots_per_pod: 2
      default_namespace: tasks
      determined_master_host: det.example.com
      determined_master_port: 8080
      kubeconfig_secret_name: kube
      kubeconfig_secret_value: config
    resource_pools: [{pool_name: other}]
""",
    "address of the master": """
determinedMasterHost: det.example.com
determinedMasterPort: 443
determinedMasterScheme: https
""",
    "manager": """
resourceManager: {defaultNamespace: tasks, clusterName: here, metadata: {region: eu}}
""",
    "gateway": """
resourceManager:
  internalTaskGateway:
    gateway_name: g
    gateway_namespace: gateways
    gateway_ip: 10.0.0.1
""",
    "genai": """
genai:
  version: 0.1.0
  port: 9011
  messageQueuePort: 9013
  extraResourcePoolMetadata: {default: {gpu_type: A100, max_agents: 1, is_default: true}}
  sharedFSMountPath: /run/determined/workdir/shared_fs
  sharedFSHostPath: /nfs
""",
}
"""By what they are about; a release for which the chart refuses one of them is passed over."""
