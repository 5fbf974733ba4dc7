"""Values that the schema of the bundled chart accepts, and values that it refuses with Helm's words."""

from __future__ import annotations

REFUSED = [
    ("nope: 1", "- at '': additional properties 'nope' not allowed"),
    ("db: {hostaddress: x}", "- at '/db': additional properties 'hostaddress' not allowed"),
    ("detVersion: 0.2", "- at '/detVersion': got number, want null or string"),
    (
        "detRelease: newest",
        "- at '/detRelease': 'newest' does not match pattern '^([0-9]+[.][0-9]+[.][0-9]+.*)?$'",
    ),
    (
        "imageRegistry: https://registry.example.com/det",
        "- at '/imageRegistry': 'https://registry.example.com/det' does not match pattern '^([^:<>]*(:[0-9]+(/[^:<>]*)?)?[^:/<>])?$'",
    ),
    (
        "imageRegistry: determinedai/",
        "- at '/imageRegistry': 'determinedai/' does not match pattern '^([^:<>]*(:[0-9]+(/[^:<>]*)?)?[^:/<>])?$'",
    ),
    (
        "imagePullPolicy: Sometimes",
        "- at '/imagePullPolicy': value must be one of 'Always', 'IfNotPresent', 'Never', '', <nil>",
    ),
    ('enterpriseEdition: "yes"', "- at '/enterpriseEdition': got string, want null or boolean"),
    (
        "imagePullSecrets: [{secret: x}]",
        "- at '/imagePullSecrets/0': additional properties 'secret' not allowed\n- at '/imagePullSecrets/0': missing property 'name'",
    ),
    ("commonLabels: {team: 7}", "- at '/commonLabels/team': got number, want null or string"),
    ("masterPort: 70000", "- at '/masterPort': maximum: got 70,000, want 65,535"),
    ("masterPort: http", "- at '/masterPort': 'http' does not match pattern '^[0-9]*$'"),
    (
        "loadBalancerSourceRanges: [10.0.0.1]",
        "- at '/loadBalancerSourceRanges/0': '10.0.0.1' does not match pattern '^\\\\s*[0-9a-fA-F.:]+/[0-9]+\\\\s*$'",
    ),
    (
        "masterService: {type: ExternalName}",
        "- at '/masterService/type': value must be one of 'LoadBalancer', 'NodePort', 'ClusterIP', <nil>",
    ),
    (
        "masterService: {extraPorts: [{port: 1}]}",
        "- at '/masterService/extraPorts/0': missing property 'name'",
    ),
    (
        "ingress: {controller: haproxy}",
        "- at '/ingress/controller': value must be one of 'nginx', 'alb', 'traefik', 'generic', <nil>",
    ),
    ("ingress: {path: det}", "- at '/ingress/path': 'det' does not match pattern '^(/.*)?$'"),
    (
        "ingress: {tls: {mode: both}}",
        "- at '/ingress/tls/mode': value must be one of 'ingress', 'passthrough', 'reencrypt', <nil>",
    ),
    (
        "openshiftRoute: {termination: none}",
        "- at '/openshiftRoute/termination': value must be one of 'edge', 'reencrypt', 'passthrough', '', <nil>",
    ),
    (
        "certificate: {duration: 90d}",
        "- at '/certificate/duration': '90d' does not match pattern '^([0-9]+([.][0-9]+)?(ms|s|m|h))*$'",
    ),
    (
        "masterCpuRequest: two",
        "- at '/masterCpuRequest': 'two' does not match pattern '^(([0-9]+[.]?[0-9]*|[.][0-9]+)(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?[0-9]+)?)?$'",
    ),
    (
        "masterMemRequest: 8 GB",
        "- at '/masterMemRequest': '8 GB' does not match pattern '^(([0-9]+[.]?[0-9]*|[.][0-9]+)(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?[0-9]+)?)?$'",
    ),
    ("masterMemLimit: -1", "- at '/masterMemLimit': minimum: got -1, want 0"),
    (
        "logLevel: loud",
        "- at '/logLevel': value must be one of 'trace', 'debug', 'info', 'warn', 'warning', 'error', 'fatal', 'panic', '', <nil>",
    ),
    (
        "master: {updateStrategy: Never}",
        "- at '/master/updateStrategy': value must be one of 'Recreate', 'RollingUpdate', <nil>",
    ),
    (
        "master: {startupProbe: {failureThreshold: 0}}",
        "- at '/master/startupProbe/failureThreshold': minimum: got 0, want 1",
    ),
    (
        "master: {tolerations: {key: gpu}}",
        "- at '/master/tolerations': got object, want null or array",
    ),
    (
        "master: {tolerations: [{key: gpu, effect: Never}]}",
        "- at '/master/tolerations/0/effect': value must be one of 'NoSchedule', 'PreferNoSchedule', 'NoExecute', '', <nil>",
    ),
    ("master: {extraEnv: [{value: x}]}", "- at '/master/extraEnv/0': missing property 'name'"),
    (
        "podDisruptionBudget: {maxUnavailable: half}",
        "- at '/podDisruptionBudget/maxUnavailable': 'half' does not match pattern '^[0-9]+%?$'",
    ),
    (
        "masterConfig: {storage: Vault}",
        "- at '/masterConfig/storage': value must be one of 'auto', 'ConfigMap', 'Secret', <nil>",
    ),
    (
        "security: {authz: {type: acl}}",
        "- at '/security/authz/type': value must be one of 'basic', 'rbac', '', <nil>",
    ),
    (
        "security: {authz: {colour: red}}",
        "- at '/security/authz': additional properties 'colour' not allowed",
    ),
    (
        "security: {authz: {workspace_creator_assign_role: {role_id: 0}}}",
        "- at '/security/authz/workspace_creator_assign_role/role_id': minimum: got 0, want 1",
    ),
    (
        "security: {token: {max_lifespan_days: -2}}",
        "- at '/security/token/max_lifespan_days': minimum: got -2, want -1",
    ),
    (
        "oidc: {enabled: true, provider: okta, idpRecipientUrl: u, idpSsoUrl: v, clientId: c}",
        "- at '/oidc': missing properties 'clientSecretName', 'clientSecretKey'",
    ),
    (
        "oidc: {enabled: true}",
        "- at '/oidc': missing properties 'clientSecretName', 'clientSecretKey'\n- at '/oidc': missing properties 'provider', 'idpRecipientUrl', 'idpSsoUrl', 'clientId'",
    ),
    ("oidc: {clientID: x}", "- at '/oidc': additional properties 'clientID' not allowed"),
    (
        "saml: {enabled: true, provider: okta}",
        "- at '/saml': missing properties 'idpRecipientUrl', 'idpSsoUrl', 'idpSsoDescriptorUrl'",
    ),
    ("scim: {auth: {type: basic, username: u}}", "- at '/scim/auth': missing property 'password'"),
    (
        "scim: {auth: {type: digest}}",
        "- at '/scim/auth/type': value must be one of 'basic', 'oauth', '', <nil>",
    ),
    ("db: {port: 0}", "- at '/db/port': minimum: got 0, want 1"),
    (
        'db: {sslMode: "on"}',
        "- at '/db/sslMode': value must be one of 'disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', '', <nil>",
    ),
    (
        "db: {sslMode: verify-full, certResourceName: ca}",
        "- at '/db': missing property 'sslRootCert'",
    ),
    ("db: {kind: Pod}", "- at '/db/kind': value must be one of 'Deployment', 'StatefulSet', <nil>"),
    (
        "db: {storageSize: 30 GB}",
        "- at '/db/storageSize': '30 GB' does not match pattern '^(([0-9]+[.]?[0-9]*|[.][0-9]+)(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?[0-9]+)?)?$'",
    ),
    (
        "db: {snapshotSuffix: Before_Upgrade}",
        "- at '/db/snapshotSuffix': 'Before_Upgrade' does not match pattern '^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$'",
    ),
    ("db: {backup: {keep: 0}}", "- at '/db/backup/keep': minimum: got 0, want 1"),
    (
        "checkpointStorage: {type: hdfs}",
        "- at '/checkpointStorage/type': value must be one of 'shared_fs', 'directory', 's3', 'gcs', 'azure', <nil>",
    ),
    ("checkpointStorage: {type: gcs}", "- at '/checkpointStorage': missing property 'bucket'"),
    (
        "checkpointStorage: {type: s3, bucket: }",
        "- at '/checkpointStorage/bucket': got null, want number or string",
    ),
    (
        "masterConfig: {existingSecret: ''}\ncheckpointStorage: {type: s3}",
        "- at '/checkpointStorage': missing property 'bucket'",
    ),
    (
        "checkpointStorage: {type: directory}",
        "- at '/checkpointStorage': missing property 'containerPath'",
    ),
    (
        "checkpointStorage: {type: azure, container: c}",
        "- at '/checkpointStorage': missing property 'account_url'",
    ),
    (
        "checkpointStorage: {type: azure, container: c, connection_string: s, account_url: a}",
        "- at '/checkpointStorage/account_url': 'a' does not match pattern '^(blank if connection_string is set){0}$'",
    ),
    (
        "checkpointStorage: {type: azure, container: c, connection_string: s, credential: k}",
        "- at '/checkpointStorage/credential': 'k' does not match pattern '^(blank if connection_string is set){0}$'",
    ),
    (
        "checkpointStorage: {type: azure, account_url: a}",
        "- at '/checkpointStorage': missing property 'container'",
    ),
    (
        "checkpointStorage: {saveTrialBest: -1}",
        "- at '/checkpointStorage/saveTrialBest': minimum: got -1, want 0",
    ),
    ("maxSlotsPerPod: 1.5", "- at '/maxSlotsPerPod': got number, want null or integer or string"),
    ("maxSlotsPerPod: many", "- at '/maxSlotsPerPod': 'many' does not match pattern '^[0-9]*$'"),
    (
        "slotType: tpu",
        "- at '/slotType': value must be one of 'gpu', 'cuda', 'rocm', 'cpu', '', <nil>",
    ),
    (
        "slotResourceRequests: {cpu: 7m}",
        "- at '/slotResourceRequests/cpu': '7m' does not match pattern '^([0-9]+[.]?[0-9]*|[.][0-9]+)?$'",
    ),
    (
        "resourcePools: {pool_name: default}",
        "- at '/resourcePools': got object, want null or array",
    ),
    ("resourcePools: [default]", "- at '/resourcePools/0': got string, want object"),
    ("resourcePools: [{description: x}]", "- at '/resourcePools/0': missing property 'pool_name'"),
    (
        "resourcePools: [{pool_name: a, taskContainerDefaults: {}}]",
        "- at '/resourcePools/0': additional properties 'taskContainerDefaults' not allowed",
    ),
    (
        "resourcePools: [{pool_name: a, task_container_defaults: {gpuPodSpec: {}}}]",
        "- at '/resourcePools/0/task_container_defaults': additional properties 'gpuPodSpec' not allowed",
    ),
    (
        "resourcePools: [{pool_name: a, task_container_defaults: {gpu_pod_spec: {spec: {tolerations: {key: x}}}}}]",
        "- at '/resourcePools/0/task_container_defaults/gpu_pod_spec/spec/tolerations': got object, want null or array",
    ),
    (
        "taskContainerDefaults: {gpu_pod_spec: {}}",
        "- at '/taskContainerDefaults': additional properties 'gpu_pod_spec' not allowed",
    ),
    (
        "taskContainerDefaults: {cpuPodSpec: {kind: Deployment}}",
        "- at '/taskContainerDefaults/cpuPodSpec/kind': value must be one of 'Pod', '', <nil>",
    ),
    (
        "taskContainerDefaults: {gpuPodSpec: text}",
        "- at '/taskContainerDefaults/gpuPodSpec': got string, want null or object",
    ),
    (
        "additional_resource_managers: [{resource_pools: []}]",
        "- at '/additional_resource_managers/0': missing property 'resource_manager'",
    ),
    (
        "additional_resource_managers: [{resource_manager: {type: agent, kubeconfig_path: /k}}]",
        "- at '/additional_resource_managers/0/resource_manager/type': value must be one of 'kubernetes', '', <nil>",
    ),
    (
        "additional_resource_managers: [{resource_manager: {kubeconfig_secret_name: k}}]",
        "- at '/additional_resource_managers/0/resource_manager': missing property 'kubeconfig_secret_value'",
    ),
    (
        "resourceManager: {internalTaskGateway: {gateway_port_range_start: 80}}",
        "- at '/resourceManager/internalTaskGateway/gateway_port_range_start': minimum: got 80, want 1,025",
    ),
    (
        "poolNamespaces: [{name: Team_A}]",
        "- at '/poolNamespaces/0/name': 'Team_A' does not match pattern '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$'",
    ),
    ("poolNamespaces: [{create: true}]", "- at '/poolNamespaces/0': missing property 'name'"),
    (
        "poolNamespaces: [{name: a, podSecurity: {enforce: strict}}]",
        "- at '/poolNamespaces/0/podSecurity/enforce': value must be one of 'privileged', 'baseline', 'restricted', <nil>",
    ),
    (
        "registryCredentials: [{name: ngc, registry: nvcr.io}]",
        "- at '/registryCredentials/0': missing property 'password'",
    ),
    (
        "scheduler: {mode: fast}",
        "- at '/scheduler/mode': value must be one of 'classic', 'modern', <nil>",
    ),
    ("logging: {type: elastic, host: h}", "- at '/logging': missing property 'port'"),
    (
        "logging: {type: elastic, host: h, port: 9200, security: {username: u}}",
        "- at '/logging/security': missing property 'password'",
    ),
    (
        "logging: {type: elastic, host: h, port: 9200, security: {tls: {skipVerify: true, certificate: pem}}}",
        "- at '/logging/security/tls/certificate': value must be one of '', <nil>",
    ),
    (
        "logging: {type: elastic, host: h, port: 9200, security: {password: p}}",
        "- at '/logging/security/password': value must be one of '', <nil>",
    ),
    (
        "logging: {type: file}",
        "- at '/logging/type': value must be one of 'default', 'elastic', '', <nil>",
    ),
    (
        "retentionPolicy: {logRetentionDays: -2}",
        "- at '/retentionPolicy/logRetentionDays': minimum: got -2, want -1",
    ),
    (
        "retentionPolicy: {logRetentionDays: 40000}",
        "- at '/retentionPolicy/logRetentionDays': maximum: got 40,000, want 32,767",
    ),
    (
        "tensorboardTimeout: 5m",
        "- at '/tensorboardTimeout': '5m' does not match pattern '^[0-9]*$'",
    ),
    (
        "serviceMonitor: {interval: often}",
        "- at '/serviceMonitor/interval': 'often' does not match pattern '^([0-9]+([.][0-9]+)?(ms|s|m|h))*$'",
    ),
    ("telemetry: {enable: false}", "- at '/telemetry': additional properties 'enable' not allowed"),
    (
        "webhooks: {signing_key: x}",
        "- at '/webhooks': additional properties 'signing_key' not allowed",
    ),
    ("genai: {port: web}", "- at '/genai/port': 'web' does not match pattern '^[0-9]*$'"),
    (
        "genai: {extraResourcePoolMetadata: [default]}",
        "- at '/genai/extraResourcePoolMetadata': got array, want null or object",
    ),
    ("extraObjects: {kind: ConfigMap}", "- at '/extraObjects': got object, want null or array"),
    ("tests: {gpu: 1}", "- at '/tests/gpu': got number, want null or boolean"),
    ("db: postgres", "- at '/db': got string, want null or object"),
    ("taskContainerDefaults: []", "- at '/taskContainerDefaults': got array, want null or object"),
]
"""Values as YAML, and what Helm says about them below the chart's name, its lines sorted."""

ACCEPTED = [
    # The values of upstream users: numbers and texts for quantities and ports, numbers for texts.
    "masterCpuRequest: '2'\nmasterMemRequest: 8Gi\nmasterCpuLimit: 1.5\nmasterMemLimit: 16e9",
    "db: {cpuRequest: 500m, memRequest: 2, port: '5433', password: 12345, name: 7}",
    "imageRegistry: localhost:5000",
    "imageRegistry: ' registry.example.com:5000/team/det '",
    "masterPort: '8443'\nmaxSlotsPerPod: '4'\ntensorboardTimeout: '600'\nclusterName: 123",
    "slotType: cpu\nslotResourceRequests: {cpu: '0.5'}",
    "checkpointStorage: {type: gcs, bucket: 2024, prefix: 1}",
    "initialUserPassword: 12345678",
    # Blank keys and sections, as null and as text.
    "db:\ncheckpointStorage:\nresourcePools:\nresourceManager:\ntaskContainerDefaults:\ntelemetry:\nlogging:",
    "detVersion: ''\nimagePullSecretName: ''\nslotType: ''\nlogLevel: ''\nmasterCpuLimit: ''\nmaxSlotsPerPod: ''",
    "loadBalancerSourceRanges: ''\nopenshiftRoute: {enabled: true, termination: ''}",
    "security: {defaultTask: {user: default, uid: null, group: root, gid: null}}",
    # Keys of old charts.
    "httpPort: 8080\nslotsPerNode: 4\ndefaultPassword: secret\n_reattachResources: true",
    "fluent: {image: 'fluent/fluent-bit:1.6', uid: 1000, gid: 1000}",
    "logging: {backend: elastic, host: elastic.logs, port: 9200}",
    "taskContainerDefaults: {shmSizeBytes: 4294967296, ncclPortRange: '1:2', glooPortRange: '3:4'}",
    "security: {tls: {cert: a, key: b}, initial_user_password: secret}",
    "security: {authz: {type: rbac, fallback: basic, _strict_ntsc_enabled: true}}",
    "resourcePools: [{pool_name: a, kubernetes_namespace: b, agent_reattach_enabled: true, max_cpu_containers_per_agent: 3}]",
    "saml: {enabled: true, provider: okta, idpRecipientUrl: a, idpSsoUrl: b, idpSsoDescriptorUrl: c, idpCertPath: /d}",
    "additional_resource_managers: [{resource_manager: {type: kubernetes, name: a, namespace: b, max_slots_per_pod: 1, kubeconfig_secret_name: c, kubeconfig_secret_value: d, determined_master_ip: 10.0.0.1, determined_master_port: 8080}, resource_pools: [{pool_name: e}]}]",
    "defaultScheduler: 'preemption '\ndefaultImages: {kubeSchedulerPreemption: 'determinedai/kube-scheduler:0.17.0'}",
    # Subcharts, anchors.
    "enabled: true\nglobal: {anything: [1]}\nx-pod: &pod {spec: {}}\ntaskContainerDefaults: {cpuPodSpec: *pod}",
    # Each side of each condition.
    "checkpointStorage: {type: shared_fs, hostPath: /mnt}",
    "checkpointStorage: {type: shared_fs, hostPath: ''}",
    "checkpointStorage: {type: directory, containerPath: /mnt}",
    "checkpointStorage: {type: s3, bucket: b, accessKey: a, secretKey: s, endpointUrl: 'http://minio:9000'}",
    "checkpointStorage: {type: azure, container: c, connection_string: s, account_url: '', credential: null}",
    "checkpointStorage: {type: azure, container: c, account_url: 'https://a.blob.core.windows.net'}",
    "checkpointStorage: {type: azure, container: c, account_url: 'https://a.blob.core.windows.net', credential: k}",
    "masterConfig: {existingSecret: s}\ncheckpointStorage: {type: s3}\noidc: {enabled: true}\nsaml: {enabled: true}\nscim: {enabled: true, auth: {type: basic}}\nlogging: {type: elastic, security: {username: u}}",
    "db: {sslMode: require}",
    "db: {sslMode: verify-ca, sslRootCert: ca.crt, certResourceName: ca, resourceType: configMap}",
    "oidc: {enabled: false}",
    "oidc: {enabled: true, provider: okta, idpRecipientUrl: a, idpSsoUrl: b, clientId: c, clientSecret: d}",
    "oidc: {enabled: true, provider: okta, idpRecipientUrl: a, idpSsoUrl: b, clientId: 1, clientSecretName: d, clientSecretKey: e}",
    "scim: {enabled: true, auth: {type: basic, username: determined, password: 1}}",
    "scim: {enabled: true, auth: {type: oauth}}",
    "logging: {type: default}",
    "logging: {type: elastic, host: h, port: '9200', security: {username: u, password: p, tls: {enabled: true, skipVerify: true}}}",
    "logging: {type: elastic, host: h, port: 9200, security: {tls: {enabled: true, skipVerify: false, certificate: pem}}}",
    "additional_resource_managers: [{resource_manager: {kubeconfig_path: /root/config}}]",
    # Maps that are the master's or the cluster's own.
    "masterConfig: {extra: {anything: {at: [all]}}}",
    "taskContainerDefaults: {gpuPodSpec: {metadata: {labels: {a: b}}, spec: {priorityClassName: x, tolerations: [{key: gpu, operator: Exists}]}}}",
    "taskContainerDefaults: {logPolicies: [{pattern: test, action: {type: exclude_node}}, {name: oom, pattern: null, action: cancel_retries}]}",
    "taskContainerDefaults: {environmentVariables: {cpu: [A=1], cuda: [A=2]}}",
    "master: {startupProbe: {initialDelaySeconds: 5, httpGet: {path: /info, port: 8081}}, affinity: {nodeAffinity: {}}}",
    "extraObjects: [{kind: ConfigMap}, 'kind: {{ .Release.Name }}']",
    "imagePullSecrets: [a, {name: b}]",
    "poolNamespaces: [{name: team-a, nodeSelector: 'pool=a,gpu=yes', resourceQuota: {hard: {cpu: 4, memory: 8Gi}}, limitRange: {limits: [{type: Container}]}, podSecurity: {enforce: baseline, version: v1.31}}]",
    "registryCredentials: [{name: ngc, registry: nvcr.io, password: key}]",
]
"""Values as YAML."""
