"""The catalogue of what can be wrong with values of Determined, and which of it no rule decides.

The numbers are those in ``Rule.covers``; docs/lint-catalogue.md is made of this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.catalogue import all_rules

if TYPE_CHECKING:
    from helmwright.lint.definition import Rule

TITLES: dict[str, str] = {
    "B1": "maxSlotsPerPod is set and a whole number; 0 leaves zero-slot tasks only",
    "B2": "checkpointStorage.type is known, and the key that it needs is there",
    "B3": "db.user, db.password, db.name, db.port, masterPort and db.storageSize are usable",
    "B4": "the release resolves to an image tag without blanks, and is no development version",
    "B5": "numbers where texts are expected are quoted",
    "B6": "no unknown keys, and none that only other releases know",
    "B7": "no deprecated keys, and not old and new key with different values",
    "B8": "CPU and memory are quantities, and limits are not below requests",
    "B9": "the release's name leaves room in the names of objects",
    "I1": "cpuImage and gpuImage both or none, until 0.35.1",
    "I2": "enterpriseEdition has a pull secret",
    "I3": "enterpriseEdition has its own registry, and no placeholder in it",
    "I4": "imageRegistry has no slash at its end, no scheme and no tag",
    "I5": "with a mirror, other images and pull secrets of task namespaces are thought of",
    "I6": "registry_auth has no effect on Kubernetes",
    "I7": "k8s.gcr.io is frozen",
    "I8": "the major version of PostgreSQL fits the data directory",
    "T1": "TLS goes together with a node port or an Ingress",
    "T2": "tlsSecret exists and is of the right type",
    "T3": "tlsSecret and db.certResourceName do not share a mount path",
    "T4": "the OpenShift Route fits the Service and the TLS mode",
    "T5": "loadBalancerSourceRanges are networks, and the Service is a load balancer",
    "T6": "an Ingress fits the Service and the TLS mode",
    "T7": "determinedMasterPort and determinedMasterScheme need determinedMasterHost",
    "T8": "the scheme is http or https, and fits tlsSecret",
    "T9": "another cluster domain needs determinedMasterHost",
    "T10": "no Service is called det, det-db and so on",
    "T11": "health checks, timeouts and body sizes of load balancers",
    "D1": "db.sslMode is known and has what it needs",
    "D2": "db.certResourceName has an sslMode",
    "D3": "user and password have no characters that a URL escapes",
    "D4": "nothing is set that db.hostAddress makes meaningless",
    "D5": "the database has a password of its own",
    "D6": "the password of an existing database is not changed",
    "D7": "db.disablePVC loses the data at every restart",
    "D8": "restoring a snapshot does not mount or delete the wrong claim",
    "D9": "snapshots have a driver, and are in the right namespace",
    "D10": "suffixes of snapshots are parts of names, and used once",
    "D11": "storage class and size of an existing claim stay",
    "D12": "there is a backup",
    "P1": "a first installation has a strong initial password",
    "P2": "the initial password of an existing database has no effect",
    "P3": "the release knows the password key",
    "P4": "secrets are in Secrets and not in values",
    "P5": "access key and secret key come together",
    "S1": "a host path is shared by all nodes, and absolute",
    "S2": "Azure has one kind of credentials",
    "S3": "prefixes stay in the bucket",
    "S4": "no keys of another storage",
    "S5": "numbers of checkpoints that are kept are possible",
    "S6": "mountToServer goes with shared_fs",
    "S7": "a directory is mounted in every pod spec",
    "S8": "the release knows the storage",
    "S9": "endpoints have a scheme, buckets are names",
    "S10": "a bucket without keys needs an identity of the pods",
    "R1": "slotType is known to the release",
    "R2": "slotType cpu has CPUs, and fewer than a node",
    "R3": "slotType cuda and rocm with upstream's chart",
    "R4": "pools have names, each once",
    "R5": "the default pools exist",
    "R6": "the default compute pool has slots, the auxiliary one no GPUs",
    "R7": "no misspelt keys in pools",
    "R8": "resourcePools is a list",
    "R9": "namespaces of pools work in the release, exist, and have their secrets",
    "R10": "a pool does not reset network_mode",
    "R11": "a pool's pod spec replaces the defaults",
    "R12": "affinity has nodeAffinity",
    "R13": "a pool sees the nodes that are tainted",
    "R14": "pools do not share nodes",
    "R15": "tolerations go with selectors",
    "R16": "maxSlotsPerPod divides the GPUs of each node",
    "R17": "additional resource managers are complete",
    "R18": "the task gateway has ports, names and permissions",
    "R19": "priorities are known and possible",
    "R20": "priority classes that pods name are created",
    "S11": "defaultScheduler is known to the release",
    "S12": "gang scheduling and autoscaling exclude each other",
    "S13": "the coscheduler's image fits Kubernetes",
    "S14": "one release of a cluster has the scheduler",
    "S15": "labels of pod groups are complete",
    "S16": "CPU slots have no gangs",
    "O1": "nothing that the master refuses in pod specs",
    "O2": "nothing that the master ignores on determined-container",
    "O3": "GPUs, restart policy and user are left to the master",
    "O4": "reserved names and /dev/shm are not taken",
    "O5": "mounts have volumes, volumes have mounts",
    "O6": "volumes have one source, variables one value, after the merge",
    "O7": "a pod spec without containers erases the defaults",
    "O8": "before 0.23 a pod spec replaces the defaults",
    "O9": "before 0.25 keys of labels lose their case",
    "O10": "pod specs have a spec level, and fields that exist",
    "O11": "the release takes variables, sidecars, security contexts",
    "O12": "sidecars end, and ask for no GPUs",
    "O13": "volumes that TensorBoard and checkpoint collection need are in cpuPodSpec, too",
    "O14": "with slotType cpu, slotted tasks take gpuPodSpec",
    "O15": "the release knows checkpointGcPodSpec",
    "O16": "Pod Security lets the pods through",
    "X1": "sign-on and permissions have the enterprise edition",
    "X2": "oidc is complete",
    "X3": "oidc and scim do not provision both",
    "X4": "saml is complete for the release",
    "X5": "scim has credentials of its type",
    "X6": "authz is known",
    "X7": "lifespans of tokens are possible",
    "X8": "Elasticsearch is complete",
    "X9": "retention of logs is possible",
    "X10": "log policies are valid",
    "X11": "timeouts are seconds",
    "X12": "telemetry on clusters without internet",
    "X13": "further configuration of the master has keys that it knows",
    "X14": "security.defaultTask is complete",
    "X15": "genai is complete",
}
"""Number to what should hold."""

UNDECIDED: dict[str, str] = {
    "D6": "that the password is another than before needs the values of before",
    "D11": "that class or size are others than before needs the values of before",
    "P2": "whether there is a database already, and what it was given, is not in values",
    "S14": "whether another release has the scheduler is known to the cluster only",
    "T9": "the domain of a cluster is not in values",
}
"""Number to why no rule can decide it from values, release and nodes."""

PARTLY: dict[str, str] = {
    "B4": "not whether a tag is in a registry of one's own, nor releases that do not exist yet",
    "D8": "not that Helm deletes a restored claim when the key goes: that needs the values of before",
    "D9": "not whether a driver is installed, but where nodes say whose they are",
    "D10": "not whether a suffix was used before",
    "I2": "not whether a registry of one's own wants a login",
    "I5": "only for registries that are known to want a login",
    "I8": "the version of existing data is not in values, so it is advice",
    "O7": "only of checkpoint collection: pod specs of tasks are not in values",
    "O8": "as advice: whether a task brings a pod spec is not in values",
    "O12": "not whether a program ends",
    "O16": "only for namespaces that the chart makes",
    "S6": "not whether the folder is on the nodes",
    "T2": "not whether the Secret exists",
    "T6": "not for an Ingress that the chart does not make",
    "T10": "not for Services of other releases",
    "T11": "only for the chart's own Ingress",
    "X12": "whether a cluster has internet is not in values, so the rule runs only if it is selected",
}
"""Number to what its rules cannot see."""


_OF_CORE: dict[str, tuple[str, ...]] = {
    "schema-violation": ("B2", "B3", "B5"),
    "key-not-in-schema": ("B6", "R7"),
    "trailing-zero-lost": ("B5",),
    "dash-in-text": ("R8",),
}
"""What rules decide that know nothing of Determined."""


def rules_by_number() -> dict[str, list[Rule]]:
    """Return the rules that cover each number, by id; numbers without a rule have none."""
    found: dict[str, list[Rule]] = {number: [] for number in TITLES}
    for rule in all_rules():
        for number in _OF_CORE.get(rule.id, rule.covers):
            found[number].append(rule)
    return found


def catalogue_page() -> str:
    """Return docs/lint-catalogue.md."""
    lines = [
        "# The catalogue of Determined's rules",
        "",
        "What can be wrong with values of Determined, and the rules of `helmwright lint` that find it",
        "([all rules](lint-rules.md)). A test keeps this page up to date.",
        "",
        "| number | what should hold | rules, or why there is none |",
        "|---|---|---|",
    ]
    for number, rules in rules_by_number().items():
        links = ", ".join(f"[{rule.id}](lint-rules.md#{rule.id})" for rule in rules)
        reason = UNDECIDED.get(number) or PARTLY.get(number, "")
        told = " — ".join(part for part in (links, reason) if part)
        lines.append(f"| {number} | {TITLES[number]} | {told} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(catalogue_page(), end="")  # noqa: T201 - it is the program's output
