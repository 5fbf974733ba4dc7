"""Finds what is wrong between the objects of one release: names, selectors, references, ports.

An object is known by Kind/name if it has no namespace, by Kind/namespace/name otherwise. What the
user brings is named by the case.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Object = dict[str, Any]

WORKLOADS = ("CronJob", "DaemonSet", "Deployment", "Job", "Pod", "StatefulSet")
CLUSTER = frozenset(
    (
        "ClusterRole",
        "ClusterRoleBinding",
        "CustomResourceDefinition",
        "Namespace",
        "PersistentVolume",
        "PriorityClass",
        "StorageClass",
        "VolumeSnapshotClass",
    )
)
BUILT_IN = frozenset(
    (
        "ClusterRole/admin",
        "ClusterRole/cluster-admin",
        "ClusterRole/edit",
        "ClusterRole/system:kube-scheduler",
        "ClusterRole/system:volume-scheduler",
        "ClusterRole/view",
        "Namespace/default",
        "Namespace/kube-system",
        "PriorityClass/system-cluster-critical",
        "PriorityClass/system-node-critical",
        "Role/kube-system/extension-apiserver-authentication-reader",
    )
)
"""What every cluster has."""

_LONGEST = {"CronJob": 52, "Job": 63, "Namespace": 63, "Service": 63, "StatefulSet": 52}
"""Characters of a name; what runs for a CronJob or a StatefulSet gets eleven more."""

_SUBDOMAIN = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_LABEL_VALUE = re.compile(r"(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?)?")
_LABEL_NAME = re.compile(r"(?:[-a-z0-9.]{1,253}/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?")
_QUANTITY = re.compile(r"[0-9]+(\.[0-9]+)?(m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei|e[0-9]+)?")


class Objects:
    """The objects of one release, and what the user brings to it."""

    def __init__(self, objects: Iterable[Object], namespace: str, own: Iterable[str] = ()) -> None:
        self._objects = list(objects)
        self._namespace = namespace
        given = {f"{kind}/{rest}" for kind, _, rest in (one.partition("/") for one in own)}
        self._known = {*BUILT_IN, *given, *map(self.name, self._objects)}
        self._known.add(f"Namespace/{namespace}")
        for one in self._objects:
            self._known.update(self._made_by(one))

    def problems(self) -> list[str]:
        """Returns everything that is wrong, each with the object's name."""
        found = [
            f"{name} is there {count} times"
            for name, count in Counter(map(self.name, self._objects)).items()
            if count > 1
        ]
        for one in self._objects:
            found += [f"{self.name(one)}: {problem}" for problem in self._problems(one)]
        return found

    def name(self, one: Object) -> str:
        """Returns the name by which an object is known here."""
        kind = one["kind"]
        if kind in CLUSTER:
            return f"{kind}/{one['metadata']['name']}"
        return f"{kind}/{self.namespace(one)}/{one['metadata']['name']}"

    def namespace(self, one: Object) -> str:
        """Returns the namespace of an object, by default the release's."""
        return str(one["metadata"].get("namespace") or self._namespace)

    def _made_by(self, one: Object) -> Iterator[str]:
        """Yields what another controller makes for an object."""
        space = self.namespace(one)
        if one["kind"] == "Certificate":
            yield f"Secret/{space}/{one['spec']['secretName']}"
        if one["kind"] == "Namespace":
            yield f"ServiceAccount/{one['metadata']['name']}/default"
        for template in one.get("spec", {}).get("volumeClaimTemplates", []):
            claim = f"{template['metadata']['name']}-{one['metadata']['name']}-0"
            yield f"PersistentVolumeClaim/{space}/{claim}"

    def _problems(self, one: Object) -> Iterator[str]:
        yield from _metadata_problems(one["metadata"], one["kind"])
        if one["kind"] not in CLUSTER and f"Namespace/{self.namespace(one)}" not in self._known:
            yield f"the namespace {self.namespace(one)} does not exist"
        pod = pod_template(one)
        if pod is not None:
            yield from self._pod_problems(pod, self.namespace(one), one)
        checks = {
            "ClusterRoleBinding": self._binding_problems,
            "Ingress": self._ingress_problems,
            "HTTPRoute": self._route_problems,
            "IngressRouteTCP": self._traefik_problems,
            "NetworkPolicy": self._policy_problems,
            "PersistentVolumeClaim": self._claim_problems,
            "PodDisruptionBudget": self._budget_problems,
            "RoleBinding": self._binding_problems,
            "Route": self._openshift_problems,
            "Service": self._service_problems,
            "ServiceMonitor": self._monitor_problems,
            "VolumeSnapshot": self._snapshot_problems,
        }
        check = checks.get(one["kind"])
        if check is not None:
            yield from check(one)

    def _missing(self, kind: str, space: str, name: str) -> Iterator[str]:
        if f"{kind}/{space}/{name}" not in self._known and f"{kind}/{name}" not in self._known:
            yield f"refers to {kind}/{space}/{name}, which does not exist"

    # Pods

    def _pod_problems(self, pod: Object, space: str, one: Object) -> Iterator[str]:
        spec = pod["spec"]
        labels = pod.get("metadata", {}).get("labels", {})
        yield from _label_problems(labels)
        selector = one.get("spec", {}).get("selector") if one["kind"] != "Pod" else None
        if selector is not None and not matches(selector, labels):
            yield f"its selector {selector} does not match its pods' labels {labels}"
        account = spec.get("serviceAccountName") or spec.get("serviceAccount")
        if account and account != "default":
            yield from self._missing("ServiceAccount", space, account)
        if spec.get("priorityClassName"):
            yield from self._missing("PriorityClass", "", spec["priorityClassName"])
        for secret in spec.get("imagePullSecrets", []):
            yield from self._missing("Secret", space, secret["name"])
        volumes = spec.get("volumes", [])
        for kind, name in _volume_references(volumes):
            yield from self._missing(kind, space, name)
        names = [volume["name"] for volume in volumes]
        claims = one.get("spec", {}).get("volumeClaimTemplates", [])
        names += [claim["metadata"]["name"] for claim in claims]
        yield from (f"the volume {name} is there twice" for name in _twice(names))
        mounted: set[str] = set()
        containers = [*spec.get("initContainers", []), *spec["containers"]]
        yield from (f"the container {c} is there twice" for c in _twice(_names(containers)))
        for container in containers:
            mounted |= {mount["name"] for mount in container.get("volumeMounts", [])}
            for problem in self._container_problems(container, names, space):
                yield f"container {container['name']}: {problem}"
        for name in set(names) - mounted:
            yield f"the volume {name} is mounted nowhere"

    def _container_problems(
        self, container: Object, volumes: list[str], space: str
    ) -> Iterator[str]:
        mounts = container.get("volumeMounts", [])
        for mount in mounts:
            if mount["name"] not in volumes:
                yield f"mounts the volume {mount['name']}, which does not exist"
        yield from (f"mounts {p} twice" for p in _twice([m["mountPath"] for m in mounts]))
        yield from (f"sets {name} twice" for name in _twice(_names(container.get("env", []))))
        for kind, name in _environment_references(container):
            yield from self._missing(kind, space, name)
        ports = container.get("ports", [])
        yield from (f"the port {n} is there twice" for n in _twice([p.get("name") for p in ports]))
        for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
            action = container.get(probe, {})
            for kind in ("httpGet", "tcpSocket"):
                port = action.get(kind, {}).get("port")
                if isinstance(port, str) and port not in _names(ports):
                    yield f"its {probe} asks the port {port}, which does not exist"
        for resources in container.get("resources", {}).values():
            for name, quantity in resources.items():
                if not _QUANTITY.fullmatch(str(quantity)):
                    yield f"{name}: {quantity} is no quantity"

    def _pods(self, space: str) -> Iterator[Object]:
        """Yields the templates of all pods of a namespace."""
        for one in self._objects:
            pod = pod_template(one)
            if pod is not None and self.namespace(one) == space:
                yield pod

    def _selected(self, selector: Object, space: str) -> list[Object]:
        return [
            pod
            for pod in self._pods(space)
            if matches(selector, pod.get("metadata", {}).get("labels", {}))
        ]

    # Networks

    def _service_problems(self, one: Object) -> Iterator[str]:
        spec = one["spec"]
        if spec.get("type") == "ExternalName":
            return
        selected = self._selected({"matchLabels": spec.get("selector", {})}, self.namespace(one))
        if not selected:
            yield f"selects no pod: {spec.get('selector')}"
            return
        ports = [
            port
            for pod in selected
            for container in pod["spec"]["containers"]
            for port in container.get("ports", [])
        ]
        known = {port["containerPort"] for port in ports} | set(_names(ports))
        names = [port.get("name") for port in spec["ports"]]
        yield from (f"the port {name} is there twice" for name in _twice(names))
        for port in spec["ports"]:
            target = port.get("targetPort", port["port"])
            if target not in known:
                yield f"its port {port['port']} goes to {target}, which no pod declares"

    def _backend(self, space: str, name: str, port: Any) -> Iterator[str]:
        """Yields what is wrong with a reference to a port of a Service."""
        for one in self._objects:
            if self.name(one) == f"Service/{space}/{name}":
                ports = one["spec"]["ports"]
                if port not in {p["port"] for p in ports} | set(_names(ports)):
                    yield f"refers to port {port} of Service {name}, which has none such"
                return
        yield from self._missing("Service", space, name)

    def _ingress_problems(self, one: Object) -> Iterator[str]:
        space = self.namespace(one)
        for tls in one["spec"].get("tls", []):
            if "secretName" in tls:
                yield from self._missing("Secret", space, tls["secretName"])
        for rule in one["spec"].get("rules", []):
            for path in rule["http"]["paths"]:
                service = path["backend"]["service"]
                port = service["port"].get("number", service["port"].get("name"))
                if port != "use-annotation":  # an action of the AWS Load Balancer
                    yield from self._backend(space, service["name"], port)

    def _route_problems(self, one: Object) -> Iterator[str]:
        for rule in one["spec"]["rules"]:
            for backend in rule.get("backendRefs", []):
                yield from self._backend(self.namespace(one), backend["name"], backend["port"])

    def _traefik_problems(self, one: Object) -> Iterator[str]:
        for route in one["spec"]["routes"]:
            for service in route.get("services", []):
                yield from self._backend(self.namespace(one), service["name"], service["port"])

    def _openshift_problems(self, one: Object) -> Iterator[str]:
        spec = one["spec"]
        port = spec.get("port", {}).get("targetPort")
        if port is not None:
            yield from self._backend(self.namespace(one), spec["to"]["name"], port)
        yield from self._missing("Service", self.namespace(one), spec["to"]["name"])

    def _policy_problems(self, one: Object) -> Iterator[str]:
        selector = one["spec"]["podSelector"]
        if selector and not self._selected(selector, self.namespace(one)):
            yield f"selects no pod: {selector}"

    def _budget_problems(self, one: Object) -> Iterator[str]:
        if not self._selected(one["spec"]["selector"], self.namespace(one)):
            yield f"selects no pod: {one['spec']['selector']}"

    def _monitor_problems(self, one: Object) -> Iterator[str]:
        selector = one["spec"]["selector"]
        spaces = one["spec"].get("namespaceSelector", {}).get("matchNames", [self.namespace(one)])
        services = [
            service
            for service in self._objects
            if service["kind"] == "Service"
            and self.namespace(service) in spaces
            and matches(selector, service["metadata"]["labels"])
        ]
        if not services:
            yield f"selects no Service: {selector}"
        for endpoint in one["spec"]["endpoints"]:
            for service in services:
                if endpoint["port"] not in _names(service["spec"]["ports"]):
                    yield f"refers to port {endpoint['port']}, which a Service does not have"
            for where in (endpoint, endpoint.get("authorization", {})):
                secret = where.get("bearerTokenSecret") or where.get("credentials")
                if secret:
                    yield from self._missing("Secret", self.namespace(one), secret["name"])

    # Access and storage

    def _binding_problems(self, one: Object) -> Iterator[str]:
        role = one["roleRef"]
        yield from self._missing(role["kind"], self.namespace(one), role["name"])
        for subject in one.get("subjects", []):
            if subject["kind"] != "ServiceAccount":
                continue
            if "namespace" not in subject:
                yield f"its subject {subject['name']} has no namespace"
            elif subject["name"] != "default":
                yield from self._missing("ServiceAccount", subject["namespace"], subject["name"])

    def _claim_problems(self, one: Object) -> Iterator[str]:
        source = one["spec"].get("dataSource")
        if source:
            yield from self._missing(source["kind"], self.namespace(one), source["name"])

    def _snapshot_problems(self, one: Object) -> Iterator[str]:
        claim = one["spec"]["source"].get("persistentVolumeClaimName")
        if claim:
            yield from self._missing("PersistentVolumeClaim", self.namespace(one), claim)
        kind = one["spec"].get("volumeSnapshotClassName")
        if kind:
            yield from self._missing("VolumeSnapshotClass", "", kind)


def pod_template(one: Object) -> Object | None:
    """Returns the pod that an object makes, with metadata and spec; None if it makes none."""
    if one["kind"] not in WORKLOADS:
        return None
    if one["kind"] == "Pod":
        return one
    spec = one["spec"]
    if one["kind"] == "CronJob":
        spec = spec["jobTemplate"]["spec"]
    template: Object = spec["template"]
    return template


def matches(selector: Object, labels: dict[str, str]) -> bool:
    """Tells whether a label selector matches; expressions are Kubernetes' four operators."""
    if any(labels.get(key) != value for key, value in selector.get("matchLabels", {}).items()):
        return False
    for one in selector.get("matchExpressions", []):
        value, values = labels.get(one["key"]), one.get("values", [])
        if not {
            "In": value in values,
            "NotIn": value not in values,
            "Exists": value is not None,
            "DoesNotExist": value is None,
        }[one["operator"]]:
            return False
    return True


def _volume_references(volumes: list[Object]) -> Iterator[tuple[str, str]]:
    """Yields kind and name of what volumes need; what is optional is not needed."""
    for volume in volumes:
        if "persistentVolumeClaim" in volume:
            yield "PersistentVolumeClaim", volume["persistentVolumeClaim"]["claimName"]
        sources = [volume, *volume.get("projected", {}).get("sources", [])]
        for source in sources:
            secret, config = source.get("secret", {}), source.get("configMap", {})
            if secret and not secret.get("optional"):
                yield "Secret", secret.get("secretName") or secret["name"]
            if config and not config.get("optional"):
                yield "ConfigMap", config["name"]


def _environment_references(container: Object) -> Iterator[tuple[str, str]]:
    """Yields kind and name of what a container's environment needs."""
    sources = [one.get("valueFrom", {}) for one in container.get("env", [])]
    found = [("Secret", one.get("secretKeyRef")) for one in sources]
    found += [("ConfigMap", one.get("configMapKeyRef")) for one in sources]
    found += [("Secret", one.get("secretRef")) for one in container.get("envFrom", [])]
    found += [("ConfigMap", one.get("configMapRef")) for one in container.get("envFrom", [])]
    for kind, reference in found:
        if reference and not reference.get("optional"):
            yield kind, reference["name"]


def _metadata_problems(metadata: Object, kind: str) -> Iterator[str]:
    name = metadata["name"]
    longest = _LONGEST.get(kind, 253)
    roles = kind.endswith(("Role", "RoleBinding"))
    if len(name) > longest or not (roles or _SUBDOMAIN.fullmatch(name)):
        yield f"the name {name!r} is not valid"
    yield from _label_problems(metadata.get("labels", {}))


def _label_problems(labels: dict[str, Any]) -> Iterator[str]:
    for key, value in labels.items():
        text = str(value)
        if not _LABEL_NAME.fullmatch(key) or not _LABEL_VALUE.fullmatch(text) or len(text) > 63:
            yield f"the label {key}: {value!r} is not valid"


def _names(items: Iterable[Object]) -> list[str]:
    return [item["name"] for item in items if "name" in item]


def _twice(items: Iterable[Any]) -> list[Any]:
    return [item for item, count in Counter(items).items() if count > 1]
