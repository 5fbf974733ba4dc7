"""Defaults that Kubernetes computes: each function is one of its own, named in ``default_rules.json``.

They get a struct as the JSON that Go would write, with what is missing left out, and change it.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from helmwright.go import base64, quantity
from helmwright.kube.image_names import read_image_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Struct = dict[str, Any]

_CPU_TARGET = 80
_ANNOTATION_OF_SHARES = "flowcontrol.k8s.io/preserve-zero-concurrency-shares"
_NAME_OF_NAMESPACE = "kubernetes.io/metadata.name"
_OLD_ANNOTATIONS = frozenset(
    f"pod.{stage}.kubernetes.io/init-{what}"
    for stage in ("alpha", "beta")
    for what in ("containers", "container-statuses")
)
_PLAIN_IMAGE = re.compile(
    r"[a-z0-9]+(?:[./-][a-z0-9]+)*(?::(?P<tag>[a-zA-Z0-9][a-zA-Z0-9.-]{0,99}))?"
)
"""What most images look like: no port, no digest."""
_LENGTH_OF_HEX = 64
"""How long the id of an image is, which is no name."""


def pull_policy(container: Struct) -> None:
    """Pull an image always if its tag is ``latest`` or it has none."""
    if not container.get("imagePullPolicy"):
        is_latest = _is_latest(str(container.get("image") or ""))
        container["imagePullPolicy"] = "Always" if is_latest else "IfNotPresent"


def _is_latest(image: str) -> bool:
    """Tell whether an image has the tag ``latest`` or none; not if the reference is broken."""
    plain = _PLAIN_IMAGE.fullmatch(image)
    if plain is not None and len(image) < _LENGTH_OF_HEX:
        return plain["tag"] in (None, "latest")
    found = read_image_name(image)
    return found is not None and (found.tag == "latest" or not (found.tag or found.digest))


def volume_source(volume: Struct) -> None:
    """Make a volume without a source an empty directory."""
    if all(value is None for name, value in volume.items() if name != "name"):
        volume["emptyDir"] = {}


def service_account_alias(spec: Struct) -> None:
    """Write the account of a pod into both of its fields."""
    account = spec.get("serviceAccountName") or spec.get("serviceAccount")
    if account:
        spec["serviceAccountName"] = spec["serviceAccount"] = account


def requests_from_limits(pod: Struct) -> None:
    """Request what a pod's containers are limited to; not in templates."""
    for container in _containers(pod["spec"]):
        limits = container["resources"].get("limits")
        if limits:
            requests = container["resources"].setdefault("requests", {})
            for name, amount in limits.items():
                requests.setdefault(name, amount)


def _containers(spec: Struct) -> Iterator[Struct]:
    yield from spec.get("containers") or ()
    yield from spec.get("initContainers") or ()


def pod_level_resources(pod: Struct) -> None:
    """Fill in what a pod as a whole requests and is limited to."""
    resources = pod["spec"].get("resources")
    if not resources:
        return
    if resources.get("limits") or resources.get("requests"):
        _limit_pages(pod["spec"], resources)
    if not resources.get("limits"):
        return
    requests = dict(resources.get("requests") or {})
    for name, amount in _aggregated(pod["spec"], "requests").items():
        if name in ("cpu", "memory"):
            requests.setdefault(name, amount)
    for name, amount in resources["limits"].items():
        if name in ("cpu", "memory") or name.startswith("hugepages-"):
            requests.setdefault(name, amount)
    if requests:
        resources["requests"] = requests


def _limit_pages(spec: Struct, resources: Struct) -> None:
    """Limit the huge pages of a pod to those of its containers."""
    limits = dict(resources.get("limits") or {})
    for name, amount in _aggregated(spec, "limits").items():
        if name.startswith("hugepages-") and name not in (resources.get("requests") or {}):
            limits.setdefault(name, amount)
    if limits:
        resources["limits"] = limits


def _aggregated(spec: Struct, field: str) -> Struct:
    """Return what containers request or are limited to together, initialization included.

    Source: k8s.io/component-helpers resource/helpers.go (AggregateContainerRequests).
    """
    total: dict[str, Fraction] = {}
    texts: dict[str, quantity.Quantity] = {}
    started: dict[str, Fraction] = {}
    most: dict[str, Fraction] = {}
    for container in spec.get("containers") or ():
        _add(total, _amounts(container, field, texts))
    for container in spec.get("initContainers") or ():
        amounts = _amounts(container, field, texts)
        if container.get("restartPolicy") == "Always":
            _add(total, amounts)
            _add(started, amounts)
            amounts = dict(started)
        else:
            amounts = dict(amounts)
            _add(amounts, started)
        for name, amount in amounts.items():
            most[name] = max(most.get(name, amount), amount)
    for name, amount in most.items():
        total[name] = max(total.get(name, amount), amount)
    return {name: _text(amount, texts[name].format) for name, amount in total.items()}


def _amounts(
    container: Struct, field: str, texts: dict[str, quantity.Quantity]
) -> dict[str, Fraction]:
    found = {}
    for name, text in (container["resources"].get(field) or {}).items():
        parsed = quantity.parse(text)
        texts.setdefault(name, parsed)
        found[name] = parsed.value
    return found


def _add(total: dict[str, Fraction], amounts: dict[str, Fraction]) -> None:
    for name, amount in amounts.items():
        total[name] = total.get(name, Fraction(0)) + amount


def _text(amount: Fraction, form: str) -> str:
    billionths = amount * 10**9
    return str(quantity.Quantity(int(billionths), -9, form))


def host_ports(pod: Struct) -> None:
    """Give the containers of a pod in the host's network the ports of the host."""
    for container in _containers(pod["spec"]):
        for port in container.get("ports") or ():
            if not port.get("hostPort") and port.get("containerPort"):
                port["hostPort"] = port["containerPort"]


def session_affinity(service: Struct) -> None:
    """Give sessions by client address three hours."""
    config = service["spec"].get("sessionAffinityConfig") or {}
    if (config.get("clientIP") or {}).get("timeoutSeconds") is None:
        service["spec"]["sessionAffinityConfig"] = {"clientIP": {"timeoutSeconds": 10800}}


def external_traffic_policy(service: Struct) -> None:
    """Set the policy of a Service that is reached by addresses outside of the cluster."""
    spec = service["spec"]
    if spec.get("externalIPs") and not spec.get("externalTrafficPolicy"):
        spec["externalTrafficPolicy"] = "Cluster"


def ip_modes(service: Struct) -> None:
    """Say how the addresses of a load balancer are meant."""
    for ingress in service["status"]["loadBalancer"].get("ingress") or ():
        if ingress.get("ip") and ingress.get("ipMode") is None:
            ingress["ipMode"] = "VIP"


def target_port(port: Struct) -> None:
    """Send a port of a Service to the same port of its pods."""
    if not port.get("targetPort"):
        port["targetPort"] = port["port"]


def string_data(secret: Struct) -> None:
    """Put what was given as text among the data."""
    given = secret.pop("stringData", None)
    if given:
        data = secret.setdefault("data", {})
        for name, text in given.items():
            raw = text.encode("utf-8", "surrogateescape")
            data[name] = base64.encode_standard(raw)


def namespace_label(namespace: Struct) -> None:
    """Label a Namespace with its name."""
    name = namespace["metadata"].get("name")
    if name:
        namespace["metadata"].setdefault("labels", {})[_NAME_OF_NAMESPACE] = name


def allocatable(status: Struct) -> None:
    """Let pods have all of a node."""
    if status.get("allocatable") is None and status.get("capacity") is not None:
        status["allocatable"] = dict(status["capacity"])


def container_limits(item: Struct) -> None:
    """Derive the limits and requests that a LimitRange gives to containers."""
    limits = {**(item.get("max") or {}), **(item.get("default") or {})}
    requests = {**(item.get("min") or {}), **limits, **(item.get("defaultRequest") or {})}
    for name, amounts in (("default", limits), ("defaultRequest", requests)):
        if amounts:
            item[name] = amounts


def _labels(of: Struct) -> Struct | None:
    template = of["spec"].get("template") or {}
    labels: Struct | None = (template.get("metadata") or {}).get("labels")
    return labels


def _label(of: Struct, labels: Struct) -> None:
    if not of["metadata"].get("labels"):
        of["metadata"]["labels"] = dict(labels)


def labels_of_controller(controller: Struct) -> None:
    """Label a ReplicationController as its pods, and select them."""
    labels = _labels(controller)
    if labels:
        if not controller["spec"].get("selector"):
            controller["spec"]["selector"] = dict(labels)
        _label(controller, labels)


def labels_of_workload(workload: Struct) -> None:
    """Label a workload of an old version as its pods, and select them."""
    labels = _labels(workload)
    if labels:
        if workload["spec"].get("selector") is None:
            workload["spec"]["selector"] = {"matchLabels": dict(labels)}
        _label(workload, labels)


def labels_of_job(job: Struct) -> None:
    """Label a Job as its pods."""
    labels = _labels(job)
    if labels:
        _label(job, labels)


def claim_templates(spec: Struct) -> None:
    """Say the kind of each claim of a StatefulSet."""
    for claim in spec.get("volumeClaimTemplates") or ():
        claim.update(apiVersion="v1", kind="PersistentVolumeClaim")


def cpu_target(autoscaler: Struct) -> None:
    """Aim at a load of processors if no metric is asked for."""
    annotations = autoscaler["metadata"].get("annotations") or {}
    if "autoscaling.alpha.kubernetes.io/metrics" not in annotations:
        autoscaler["spec"].setdefault("targetCPUUtilizationPercentage", _CPU_TARGET)


def policy_types(policy: Struct) -> None:
    """Say what a NetworkPolicy is about: what comes in, and what goes out if it has rules for that."""
    spec = policy["spec"]
    if not spec.get("policyTypes"):
        spec["policyTypes"] = ["Ingress", "Egress"] if spec.get("egress") else ["Ingress"]


def nominal_shares(level: Struct) -> None:
    """Give a level its shares, unless an annotation says that none are meant."""
    annotations = level["metadata"].get("annotations") or {}
    limited = level["spec"]["limited"]
    if _ANNOTATION_OF_SHARES not in annotations and not limited.get("nominalConcurrencyShares"):
        limited["nominalConcurrencyShares"] = 30


def definition_names(definition: Struct) -> None:
    """Derive the names of a custom kind from its kind."""
    names = definition["spec"]["names"]
    kind = names.get("kind", "")
    if not names.get("singular") and kind:
        names["singular"] = kind.lower()
    if not names.get("listKind") and kind:
        names["listKind"] = f"{kind}List"


def definition_versions(definition: Struct) -> None:
    """Make the one version of an old definition its list of versions, and the other way round."""
    spec = definition["spec"]
    if not spec.get("versions") and spec.get("version"):
        spec["versions"] = [{"name": spec["version"], "storage": True, "served": True}]
    if not spec.get("version") and spec.get("versions"):
        spec["version"] = spec["versions"][0]["name"]


def stored_versions(definition: Struct) -> None:
    """Say in which version objects of a custom kind are stored."""
    if not definition["status"].get("storedVersions"):
        for version in definition["spec"].get("versions") or ():
            if version.get("storage"):
                definition["status"]["storedVersions"] = [version["name"]]
                return


def template_generation(daemon_set: Struct) -> None:
    """Count the templates of a DaemonSet in an annotation."""
    annotations = daemon_set["metadata"].setdefault("annotations", {})
    annotations.setdefault("deprecated.daemonset.template.generation", "0")


def pod_ranges(node: Struct) -> None:
    """Write the first range of addresses for pods into both fields of a node."""
    first, ranges = node.get("podCIDR"), node.get("podCIDRs")
    if first and (not ranges or ranges[0] != first):
        node["podCIDRs"] = [first]
    elif ranges and ranges[0]:
        node["podCIDR"] = ranges[0]


def pod_addresses(status: Struct) -> None:
    """Write the first address of a pod into both fields of its status."""
    first, addresses = status.get("podIP"), status.get("podIPs")
    if first and (not addresses or addresses[0].get("ip") != first):
        status["podIPs"] = [{"ip": first}]
    elif addresses and addresses[0].get("ip"):
        status["podIP"] = addresses[0]["ip"]


def positive_grace_period(pod: Struct) -> None:
    """Make a negative grace period of a pod a second."""
    if pod["spec"].get("terminationGracePeriodSeconds", 0) < 0:
        pod["spec"]["terminationGracePeriodSeconds"] = 1


def no_old_annotations(pod: Struct) -> None:
    """Drop the annotations in which init containers once were."""
    annotations = pod["metadata"].get("annotations") or {}
    for name in _OLD_ANNOTATIONS & annotations.keys():
        del annotations[name]
    if not annotations:
        pod["metadata"].pop("annotations", None)


def no_empty_webhook(conversion: Struct) -> None:
    """Drop the webhook of a conversion of which nothing is said."""
    webhook = conversion.get("webhook")
    if webhook is not None and not any(value is not None for value in webhook.values()):
        del conversion["webhook"]


BY_NAME: dict[str, Callable[[Struct], None]] = {
    function.__name__: function
    for function in (
        allocatable,
        claim_templates,
        container_limits,
        cpu_target,
        definition_names,
        definition_versions,
        external_traffic_policy,
        host_ports,
        ip_modes,
        labels_of_controller,
        labels_of_job,
        labels_of_workload,
        namespace_label,
        no_empty_webhook,
        no_old_annotations,
        nominal_shares,
        pod_addresses,
        pod_level_resources,
        pod_ranges,
        policy_types,
        positive_grace_period,
        pull_policy,
        requests_from_limits,
        service_account_alias,
        session_affinity,
        stored_versions,
        string_data,
        target_port,
        template_generation,
        volume_source,
    )
}
