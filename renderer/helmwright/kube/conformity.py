"""Holds an object against the fields that Kubernetes knows for its kind.

Source: the JSON schemas that Kubernetes publishes (``data/kinds.json``); the choices are those of
k8s.io/api and pkg/apis/*/validation, which the schemas do not state.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import GoError
from helmwright.kube.data_files import kinds_document
from helmwright.kube.json_model import identical

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from helmwright.base.paths import Path


CHOICES: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("core.v1.Container", "imagePullPolicy"): ("Always", "IfNotPresent", "Never"),
    ("core.v1.ContainerPort", "protocol"): ("TCP", "UDP", "SCTP"),
    ("core.v1.HTTPGetAction", "scheme"): ("HTTP", "HTTPS"),
    ("core.v1.PodSpec", "dnsPolicy"): (
        "ClusterFirst",
        "ClusterFirstWithHostNet",
        "Default",
        "None",
    ),
    ("core.v1.PodSpec", "restartPolicy"): ("Always", "OnFailure", "Never"),
    ("core.v1.ServicePort", "protocol"): ("TCP", "UDP", "SCTP"),
    ("core.v1.ServiceSpec", "type"): ("ClusterIP", "NodePort", "LoadBalancer", "ExternalName"),
    ("core.v1.ServiceSpec", "externalTrafficPolicy"): ("Cluster", "Local"),
    ("core.v1.ServiceSpec", "sessionAffinity"): ("ClientIP", "None"),
    ("core.v1.Taint", "effect"): ("NoSchedule", "PreferNoSchedule", "NoExecute"),
    ("core.v1.Toleration", "effect"): ("NoSchedule", "PreferNoSchedule", "NoExecute"),
    ("core.v1.AppArmorProfile", "type"): ("Localhost", "RuntimeDefault", "Unconfined"),
    ("core.v1.Container", "terminationMessagePolicy"): ("FallbackToLogsOnError", "File"),
    ("core.v1.HostPathVolumeSource", "type"): (
        "BlockDevice",
        "CharDevice",
        "Directory",
        "DirectoryOrCreate",
        "File",
        "FileOrCreate",
        "Socket",
    ),
    ("core.v1.PersistentVolumeSpec", "persistentVolumeReclaimPolicy"): (
        "Delete",
        "Recycle",
        "Retain",
    ),
    ("core.v1.PersistentVolumeSpec", "volumeMode"): ("Block", "Filesystem"),
    ("core.v1.PodSpec", "preemptionPolicy"): ("Never", "PreemptLowerPriority"),
    ("core.v1.SeccompProfile", "type"): ("Localhost", "RuntimeDefault", "Unconfined"),
    ("core.v1.ServiceSpec", "internalTrafficPolicy"): ("Cluster", "Local"),
    ("core.v1.ServiceSpec", "ipFamilyPolicy"): (
        "PreferDualStack",
        "RequireDualStack",
        "SingleStack",
    ),
    ("core.v1.VolumeMount", "mountPropagation"): ("Bidirectional", "HostToContainer", "None"),
    ("apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy", "whenDeleted"): (
        "Delete",
        "Retain",
    ),
    ("apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy", "whenScaled"): (
        "Delete",
        "Retain",
    ),
    ("autoscaling.v2.MetricSpec", "type"): (
        "ContainerResource",
        "External",
        "Object",
        "Pods",
        "Resource",
    ),
    ("autoscaling.v2.MetricTarget", "type"): ("AverageValue", "Utilization", "Value"),
    ("batch.v1.JobSpec", "completionMode"): ("Indexed", "NonIndexed"),
    ("batch.v1.JobSpec", "podReplacementPolicy"): ("Failed", "TerminatingOrFailed"),
    ("networking.v1.NetworkPolicyPort", "protocol"): ("SCTP", "TCP", "UDP"),
    ("policy.v1.PodDisruptionBudgetSpec", "unhealthyPodEvictionPolicy"): (
        "AlwaysAllow",
        "IfHealthyBudget",
    ),
    ("scheduling.v1.PriorityClass", "preemptionPolicy"): ("Never", "PreemptLowerPriority"),
    ("storage.v1.StorageClass", "reclaimPolicy"): ("Delete", "Recycle", "Retain"),
    ("storage.v1.StorageClass", "volumeBindingMode"): ("Immediate", "WaitForFirstConsumer"),
    ("core.v1.TopologySpreadConstraint", "whenUnsatisfiable"): ("DoNotSchedule", "ScheduleAnyway"),
    ("core.v1.PersistentVolumeClaimSpec", "volumeMode"): ("Block", "Filesystem"),
    ("apps.v1.DeploymentStrategy", "type"): ("Recreate", "RollingUpdate"),
    ("apps.v1.DaemonSetUpdateStrategy", "type"): ("OnDelete", "RollingUpdate"),
    ("apps.v1.StatefulSetUpdateStrategy", "type"): ("OnDelete", "RollingUpdate"),
    ("apps.v1.StatefulSetSpec", "podManagementPolicy"): ("OrderedReady", "Parallel"),
    ("batch.v1.CronJobSpec", "concurrencyPolicy"): ("Allow", "Forbid", "Replace"),
    ("networking.v1.HTTPIngressPath", "pathType"): ("Exact", "ImplementationSpecific", "Prefix"),
    ("admissionregistration.v1.RuleWithOperations", "operations"): (
        "*",
        "CONNECT",
        "CREATE",
        "DELETE",
        "UPDATE",
    ),
    ("admissionregistration.v1.RuleWithOperations", "scope"): ("*", "Cluster", "Namespaced"),
    ("admissionregistration.v1.MutatingWebhook", "failurePolicy"): ("Fail", "Ignore"),
    ("admissionregistration.v1.MutatingWebhook", "matchPolicy"): ("Equivalent", "Exact"),
    ("admissionregistration.v1.MutatingWebhook", "reinvocationPolicy"): ("IfNeeded", "Never"),
    ("admissionregistration.v1.MutatingWebhook", "sideEffects"): ("None", "NoneOnDryRun"),
    ("admissionregistration.v1.ValidatingWebhook", "failurePolicy"): ("Fail", "Ignore"),
    ("admissionregistration.v1.ValidatingWebhook", "matchPolicy"): ("Equivalent", "Exact"),
    ("admissionregistration.v1.ValidatingWebhook", "sideEffects"): ("None", "NoneOnDryRun"),
    ("autoscaling.v2.HPAScalingPolicy", "type"): ("Percent", "Pods"),
    ("autoscaling.v2.HPAScalingRules", "selectPolicy"): ("Disabled", "Max", "Min"),
    ("batch.v1.PodFailurePolicyOnExitCodesRequirement", "operator"): ("In", "NotIn"),
    ("batch.v1.PodFailurePolicyRule", "action"): ("Count", "FailIndex", "FailJob", "Ignore"),
    ("core.v1.AzureDiskVolumeSource", "cachingMode"): ("None", "ReadOnly", "ReadWrite"),
    ("core.v1.ContainerResizePolicy", "restartPolicy"): ("NotRequired", "RestartContainer"),
    ("core.v1.PodOS", "name"): ("linux", "windows"),
    ("core.v1.PodSecurityContext", "fsGroupChangePolicy"): ("Always", "OnRootMismatch"),
    ("core.v1.PodSecurityContext", "supplementalGroupsPolicy"): ("Merge", "Strict"),
    ("core.v1.SecurityContext", "procMount"): ("Default", "Unmasked"),
    ("core.v1.ServiceSpec", "ipFamilies"): ("IPv4", "IPv6"),
    ("core.v1.ServiceSpec", "trafficDistribution"): (
        "PreferClose",
        "PreferSameNode",
        "PreferSameZone",
    ),
    # Gt and Lt are those of newer servers than 1.34, and only where they are switched on.
    ("core.v1.Toleration", "operator"): ("Equal", "Exists", "Gt", "Lt"),
    ("core.v1.TopologySpreadConstraint", "nodeAffinityPolicy"): ("Honor", "Ignore"),
    ("core.v1.TopologySpreadConstraint", "nodeTaintsPolicy"): ("Honor", "Ignore"),
    ("discovery.v1.EndpointSlice", "addressType"): ("FQDN", "IPv4", "IPv6"),
    ("storage.v1.CSIDriverSpec", "fsGroupPolicy"): ("File", "None", "ReadWriteOnceWithFSType"),
    ("storage.v1.CSIDriverSpec", "volumeLifecycleModes"): ("Ephemeral", "Persistent"),
    ("rbac.v1.RoleRef", "kind"): ("ClusterRole", "Role"),
    ("rbac.v1.Subject", "kind"): ("Group", "ServiceAccount", "User"),
}
"""The values that a field may have where that has not changed over the releases."""

_WORDS = {"bool": "true or false", "int64": "a whole number", "float64": "a number"}
_FREE = frozenset({"interface", "meta.v1.FieldsV1", "runtime.RawExtension"})
_TEXTS = frozenset({"string", "meta.v1.Time", "meta.v1.MicroTime"})
_SCALARS = _TEXTS | {*_WORDS, "api.resource.Quantity", "util.intstr.IntOrString"}

_NOT_NEEDED = frozenset(
    {
        ("core.v1.Event", "involvedObject"),
        ("core.v1.LimitRangeSpec", "limits"),
        ("resource.v1.ResourcePool", "generation"),
        ("storage.v1.CSINode", "spec"),
        ("storage.v1.CSINodeSpec", "drivers"),
        ("storage.v1.TokenRequest", "audience"),
    }
)
"""Fields that the schemas call required though the server takes objects without them. Source: a
kube-apiserver 1.34.4 that was asked (tests/diff/server_truth)."""


_FILLED_IN = frozenset(
    {
        ("core.v1.TypedLocalObjectReference", "kind"),
        ("rbac.v1.Role", "rules"),
        ("storage.v1.CSIDriver", "spec"),
    }
)
"""What the schemas require and the server does not."""


class Fault(NamedTuple):
    """A part of an object that Kubernetes refuses.

    kind: ``unknown`` field, ``missing`` field, wrong ``type``, value that is no ``choice``, or text
    that is no ``quantity``.
    path: of the part; of what is missing, too. value: of what is wrong.
    expected: in words. known: the fields, or values, that there are instead.
    """

    kind: str
    path: Path
    value: Any = None
    expected: str = ""
    known: tuple[str, ...] = ()


@lru_cache(maxsize=512)
def _fields(name: str) -> dict[str, str]:
    return {row[0]: row[1] for row in kinds_document()["types"].get(name, ())}


def is_known(api_version: str, kind: str) -> bool:
    """Tell whether Kubernetes itself has a kind such as ("apps/v1", "Deployment")."""
    return f"{api_version}/{kind}" in kinds_document()["kinds"]


@lru_cache(maxsize=1)
def kinds_by_version() -> dict[str, frozenset[str]]:
    """Return the built-in kinds of each group and version, those of older releases included."""
    found: dict[str, set[str]] = {}
    for name in kinds_document()["kinds"]:
        api_version, _, kind = name.rpartition("/")
        found.setdefault(api_version, set()).add(kind)
    return {api_version: frozenset(kinds) for api_version, kinds in found.items()}


def faults(data: dict[str, Any], beside: dict[str, Any] | None = None) -> Iterator[Fault]:
    """Yield what Kubernetes refuses in an object of a built-in kind; nothing for other kinds.

    beside: another state of the object; what is the same in both is passed over.
    """
    name = kinds_document()["kinds"].get(f"{data.get('apiVersion')}/{data.get('kind')}")
    if name is not None:
        # The status is what the cluster writes; what a manifest says there is dropped.
        yield from _struct(name, {key: data[key] for key in data if key != "status"}, (), beside)


def _struct(name: str, value: dict[str, Any], path: Path, beside: Any) -> Iterator[Fault]:
    fields = _fields(name)
    for key, part in value.items():
        there = beside.get(key) if type(beside) is dict else None
        expression = fields.get(key)
        if expression is None:
            yield Fault("unknown", (*path, key), known=tuple(fields))
        elif part is not None and not (there is not None and identical(part, there)):
            yield from _value(expression, part, (*path, key), there)
            yield from _choice(CHOICES.get((name, key)), part, (*path, key))
    for key in kinds_document()["required"].get(name, ()):
        if (name, key) in _NOT_NEEDED:
            continue
        if value.get(key) is None and key != "status" and (name, key) not in _FILLED_IN:
            yield Fault("missing", (*path, key))


def _choice(choices: tuple[str, ...] | None, value: Any, path: Path) -> Iterator[Fault]:
    """Yield that a text, or one in a list, is none of the choices there are."""
    for where, one in enumerate(value) if type(value) is list else ((None, value),):
        if choices and type(one) is str and one and one not in choices:
            place = path if where is None else (*path, where)
            yield Fault("choice", place, one, known=choices)


def _value(expression: str, value: Any, path: Path, beside: Any) -> Iterator[Fault]:
    if expression.startswith("[]"):
        yield from _list(expression[2:], value, path, beside)
    elif expression.startswith("map[string]"):
        yield from _map(expression[len("map[string]") :], value, path, beside)
    elif expression in _FREE or expression.startswith("apiextensions."):
        return  # anything, or as deep as JSON schemas are
    elif expression in _SCALARS:
        expected = _scalar(expression, value)
        if expected:
            yield Fault("type", path, value, expected)
        elif expression == "api.resource.Quantity" and not is_quantity(value):
            yield Fault("quantity", path, value, "a quantity such as 500m or 2Gi")
    elif type(value) is not dict:
        yield Fault("type", path, value, "a map")
    elif _fields(expression):
        yield from _struct(expression, value, path, beside)


def is_quantity(value: Any) -> bool:
    """Tell whether Kubernetes reads a text or a number as a quantity."""
    from helmwright.go.quantity import parse

    whole = isinstance(value, float) and value.is_integer()
    try:
        parse(value if isinstance(value, str) else str(int(value) if whole else value))
    except GoError:
        return False
    return True


def _map(element: str, value: Any, path: Path, beside: Any) -> Iterator[Fault]:
    if type(value) is not dict:
        yield Fault("type", path, value, "a map")
        return
    for key, part in value.items():
        if part is not None:
            there = beside.get(key) if type(beside) is dict else None
            yield from _value(element, part, (*path, key), there)


def _list(element: str, value: Any, path: Path, beside: Any) -> Iterator[Fault]:
    if type(value) is not list:
        yield Fault("type", path, value, "a list")
        return
    others = beside if type(beside) is list else []
    for index, part in enumerate(value):
        if part is not None:
            there = others[index] if index < len(others) else None
            if there is None or not identical(part, there):
                yield from _value(element, part, (*path, index), there)


def _scalar(expression: str, value: Any) -> str:
    """Return what was expected instead of ``value``; blank if it is right."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if expression in _TEXTS:
        return "" if isinstance(value, str) else "a string"
    if expression == "bool":
        return "" if isinstance(value, bool) else _WORDS[expression]
    if expression in _WORDS:
        whole = is_number and (expression == "float64" or float(value).is_integer())
        return "" if whole else _WORDS[expression]
    if isinstance(value, str):
        return ""
    if expression == "util.intstr.IntOrString":
        return "" if is_number and float(value).is_integer() else "a whole number or a string"
    return "" if is_number else "a number or a string"
