"""The documented list of intended differences from the upstream chart.

An entry is as narrow as its condition makes it: a value that moves into a Secret must be found
there, and what upstream got wrong must be what the values say. `upstream_rules` describes the
fields; `python tests/conformance/upstream.py --write-docs` makes a page of it.
"""

from __future__ import annotations

from tests.conformance.upstream_conditions import (
    CONTAINER,
    DATABASE,
    GENAI,
    MASTER,
    POD,
    PODS,
    SCHEDULER,
    STANDARD,
    adds,
    any_of,
    changes,
    is_certificate_mount,
    is_value,
    value,
)
from tests.conformance.upstream_differences_cluster import (
    GENERATIVE,
    PASSWORD,
    SCHEDULERS,
    SNAPSHOTS,
)
from tests.conformance.upstream_differences_config import CONFIG, SECRETS, SIGN_ON
from tests.conformance.upstream_objects import CONFIG_FILE
from tests.conformance.upstream_rules import Intended, Refusal

OWN = (
    *STANDARD,
    "[app.kubernetes.io/managed-by]",
    "[app.kubernetes.io/version]",
    "[helm.sh/chart]",
)

METADATA = [
    Intended(
        "Metadata",
        "Every object also has the labels `app.kubernetes.io/…` and `helm.sh/chart`.",
        "Tools find what belongs together by them; selectors stay as they are.",
        ("**",),
        tuple(f"metadata.labels{one}" for one in OWN),
        ("added",),
    ),
    Intended(
        "Metadata",
        "Pods also have those three of these labels that never change.",
        "A new version of the chart alone rolls no pod out.",
        PODS,
        tuple(f"spec.template.metadata.labels{one}" for one in STANDARD),
        ("added",),
    ),
    Intended(
        "Metadata",
        "`app` is spelt `determined-…` where it was `deteremined-…`.",
        "The name was misspelt; nothing selects by it.",
        ("**",),
        ("metadata.labels.app",),
        ("changed",),
        lambda found: "deteremined" in found.difference.upstream,
        until="0.13.4",
    ),
]

MASTER_PODS = [
    Intended(
        "Pods",
        "The image of the database is `postgres:10.14` unless it is set.",
        "As in the upstream charts from 0.13.7 on; until 0.13.6 it was 10.8. Both read the same data.",
        (DATABASE,),
        (f"{CONTAINER}.image",),
        ("changed",),
        changes("postgres:10.8", "postgres:10.14"),
        until="0.13.6",
    ),
    Intended(
        "Pods",
        "The database requests CPU and memory in every release.",
        "Upstream knew `db.cpuRequest` and `db.memRequest` from 0.13.6 on.",
        (DATABASE,),
        (f"{CONTAINER}.resources",),
        ("added",),
        until="0.13.5",
    ),
    Intended(
        "Pods",
        "`masterCpuRequest` is 2 unless it is set.",
        "As in the upstream charts from 0.13.6 on; until 0.13.5 it was 4.",
        (MASTER,),
        (f"{CONTAINER}.resources.requests.cpu",),
        ("changed",),
        changes(4, 2),
        until="0.13.5",
    ),
    Intended(
        "Pods",
        "The master requests CPU and memory in every release.",
        "Upstream knew `masterCpuRequest` and `masterMemRequest` from 0.12.12 on.",
        (MASTER,),
        (f"{CONTAINER}.resources",),
        ("added",),
        until="0.12.11",
    ),
    Intended(
        "Pods",
        "The database listens on `db.port` in every release.",
        "Until 0.25.1 it listened on 5432 whatever `db.port` said, and the master did not find it.",
        (DATABASE,),
        (f"{CONTAINER}.env[PGPORT]",),
        ("added",),
        until="0.25.1",
    ),
    Intended(
        "Pods",
        "`imagePullPolicy` is `IfNotPresent`; the key `imagePullPolicy` changes it.",
        "All default images have fixed tags. With `Always` no pod starts while the registry is away.",
        (*PODS, "Job/*"),
        (f"{CONTAINER}.imagePullPolicy", f"{POD}.initContainers[*].imagePullPolicy"),
        ("changed",),
        changes("Always", "IfNotPresent"),
    ),
    Intended(
        "Pods",
        "The secrets of `imagePullSecretName` are used by every pod, and by the master's ServiceAccount.",
        "The database and schedulers may come from the same private registry.",
        (DATABASE, GENAI, SCHEDULER, "ServiceAccount/determined-master-<release>", "Job/*"),
        (f"{POD}.imagePullSecrets", f"{POD}.imagePullSecrets[*]", "imagePullSecrets"),
        ("added",),
        value("imagePullSecretName"),
    ),
    Intended(
        "Pods",
        "`strategy: Recreate` instead of a rolling update (`master.updateStrategy`).",
        "Two masters would manage the same tasks, and two databases would write one volume.",
        (MASTER, DATABASE),
        ("spec.strategy",),
        ("added",),
        adds({"type": "Recreate"}),
    ),
    Intended(
        "Pods",
        "Probes: `/info` of the master, `pg_isready` of the database.",
        "An upgrade with `--wait` waits for a master that works; one that hangs is restarted.",
        (MASTER, DATABASE),
        tuple(f"{CONTAINER}.{name}Probe" for name in ("startup", "readiness", "liveness")),
        ("added",),
    ),
    Intended(
        "Pods",
        "Ports have names, in containers and Services.",
        "Monitors, routes and probes refer to them; the numbers stay.",
        (MASTER, DATABASE, GENAI, "Service/*"),
        (f"{CONTAINER}.ports", "spec.ports[0].name"),
        ("added",),
    ),
    Intended(
        "Pods",
        "`enableServiceLinks` is false.",
        "A Service called `det` would set `DET_PORT`, which the master reads.",
        (MASTER,),
        (f"{POD}.enableServiceLinks",),
        ("added",),
        adds(False),
    ),
    Intended(
        "Pods",
        "The checksum of the configuration is another one.",
        "It also covers the credentials and the certificate. The master restarts at the first upgrade.",
        (MASTER,),
        ("spec.template.metadata.annotations[checksum/config]",),
        ("changed",),
    ),
    Intended(
        "Pods",
        "The database gets no token of the API server and 60 seconds to end.",
        "It needs no token, and writes its buffers when it ends.",
        (DATABASE,),
        (f"{POD}.automountServiceAccountToken", f"{POD}.terminationGracePeriodSeconds"),
        ("added",),
    ),
    Intended(
        "Pods",
        "`helm test` asks the master for an answer.",
        "The pod exists during `helm test` only.",
        ("Pod/determined-test-master-<release>",),
        kinds=("added",),
    ),
    Intended(
        "Pods",
        "The folder of CA certificates cannot be written by the init container.",
        "It only reads there.",
        (MASTER,),
        (f"{POD}.initContainers[update-ca-certificates].volumeMounts[**].readOnly",),
        ("added",),
        since="0.26.0",
    ),
]

CERTIFICATES = [
    Intended(
        "Certificate of the database",
        "genai gets it in every release.",
        "Until 0.32.1 it was told nothing of TLS.",
        (GENAI,),
        (f"{POD}.volumes[database-cert]",),
        ("added",),
        value("db.certResourceName"),
        since="0.28.1",
        until="0.32.1",
    ),
    Intended(
        "Certificate of the database",
        "It is mounted at `/mount/determined/db-certificate`.",
        "With a `tlsSecret`, two volumes were mounted at one path, and the pod could not start.",
        (MASTER, GENAI),
        (
            f"{CONTAINER}.volumeMounts[/mount/determined/db-certificate]",
            f"{CONTAINER}.volumeMounts[/mount/determined/secrets]",
            f"{CONTAINER}.volumeMounts[/mount/determined/secrets#*]",
        ),
        ("added", "removed"),
        is_certificate_mount,
        since="0.17.10",
    ),
    Intended(
        "Certificate of the database",
        "`DB_SSL_ROOT_CERT` of genai is there, too.",
        "genai mounts it at the same place.",
        (GENAI,),
        (f"{CONTAINER}.env[DB_SSL_ROOT_CERT].value",),
        ("changed",),
        lambda found: (
            found.difference.ours
            == f"/mount/determined/db-certificate/{found.value('db.sslRootCert')}"
        ),
        since="0.28.1",
    ),
]

ACCESS = [
    Intended(
        "Access",
        "The master may not do what no master does: `create`, `delete` and `list` of `pods/log`, "
        "everything with `pods/status`, `patch` of `pods`, `list` of `services`, `watch` and `delete` of `resourcequotas`.",
        "No release calls them (the Job that needed `list` of `services` has its own way).",
        ("ClusterRole/determined-master-<release>",),
        (
            "rules[pods/log].create",
            "rules[pods/log].delete",
            "rules[pods/log].list",
            "rules[pods/status]",
            "rules[pods].patch",
            "rules[services].list",
            "rules[resourcequotas].delete",
            "rules[resourcequotas].watch",
        ),
        ("removed",),
    ),
    Intended(
        "Access",
        "The master's Service has the label `determined.ai/master-service` in every release.",
        "Monitoring finds the master by it.",
        ("Service/determined-master-service-<release>",),
        ("metadata.labels[determined.ai/master-service]",),
        ("added",),
        adds("true"),
        until="0.32.1",
    ),
    Intended(
        "Access",
        "`loadBalancerSourceRanges` is left out of Services that are no load balancers.",
        "The API server refuses them.",
        ("Service/determined-master-service-<release>",),
        ("spec.loadBalancerSourceRanges",),
        ("removed",),
        any_of(value("useNodePortForMaster", True), value("openshiftRoute.enabled", True)),
        since="0.31.0",
    ),
    Intended(
        "Access",
        "OpenShift Routes wait an hour for an answer and name the port.",
        "Notebooks keep web sockets open; the router cuts them after 30 seconds otherwise.",
        ("Route/determined-master-route-<release>",),
        ("metadata.annotations[haproxy.router.openshift.io/timeout]", "spec.port"),
        ("added",),
        since="0.17.4",
    ),
]

NEWER_KEYS = [
    Intended(
        "Keys of newer upstream charts",
        "`security.defaultTask` works for every release.",
        "The master knew it before the chart did.",
        (CONFIG_FILE,),
        ("security", "security.default_task"),
        ("added",),
        value("security.defaultTask"),
        until="0.19.2",
    ),
    Intended(
        "Keys of newer upstream charts",
        "`createNonNamespacedObjects: false` works for every release.",
        "It belongs to the chart, not to the master.",
        ("PriorityClass/*",),
        kinds=("removed",),
        when=value("createNonNamespacedObjects", False),
        until="0.25.1",
    ),
    Intended(
        "Keys of newer upstream charts",
        "`loadBalancerSourceRanges` works for every release.",
        "It belongs to the chart, not to the master.",
        ("Service/determined-master-service-<release>",),
        ("spec.loadBalancerSourceRanges",),
        ("added",),
        is_value("loadBalancerSourceRanges"),
        until="0.30.0",
    ),
    Intended(
        "Keys of newer upstream charts",
        "`openshiftRoute.host` works for every release.",
        "It belongs to the chart, not to the master.",
        ("Route/determined-master-route-<release>",),
        ("spec.host",),
        ("added",),
        is_value("openshiftRoute.host"),
        until="0.19.2",
    ),
]

INTENDED: list[Intended] = [
    *METADATA,
    *SECRETS,
    *CONFIG,
    *SIGN_ON,
    *MASTER_PODS,
    *CERTIFICATES,
    *PASSWORD,
    *ACCESS,
    *NEWER_KEYS,
    *SCHEDULERS,
    *SNAPSHOTS,
    *GENERATIVE,
]

REFUSALS: list[Refusal] = [
    Refusal(
        "`db.snapshotSuffix`, `db.restoreSnapshotSuffix` and `db.claimSuffix` that are the same",
        "The snapshot would be taken of the claim that is restored from it, and its source cannot be changed.",
        "is being restored and cannot be taken anew",
        since="0.38.0",
    ),
    Refusal(
        "`env` of `determined-container` in a pod spec",
        "The master refuses to start.",
        "env: this release sets it for determined-container itself",
        until="0.17.5",
    ),
    Refusal(
        "`openshiftRoute.termination: edge` with `tlsSecret`",
        "The router would speak HTTP to a master that serves HTTPS.",
        "openshiftRoute.termination: edge speaks plain HTTP to the master",
        since="0.17.4",
    ),
    Refusal(
        "`logging.security.tls.certificate` with `skipVerify`",
        "The master refuses to start.",
        "at '/logging/security/tls/certificate': value must be one of",
        since="0.13.11",
    ),
    Refusal(
        "`db.certResourceName` without `db.sslMode`",
        "Upstream mounted a volume that the pod did not have, so that it could not start.",
        "db.certResourceName: a certificate is of no use without TLS",
        since="0.17.10",
    ),
    Refusal(
        "`saml.enabled` without `saml.idpMetadataUrl`",
        "The master refuses to start.",
        "saml.idpMetadataUrl: saml needs it",
        since="0.32.0",
    ),
]
