"""Objects of every built-in kind, made at random from Go's types: inputs for defaulting.

Fields are there or not, null, empty or zero; texts are those that defaults depend on.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

ROOT = Path(__file__).resolve().parent.parent.parent
TYPES = ROOT / "renderer/helmwright/kube/data/stored_types.json"

QUANTITIES = ["1", "100m", "0.5", "1.5Gi", "1Gi", "1024Mi", "2e3", "0.0001", "1073741824", "0", 2]
DIGEST = "@sha256:" + "0" * 64
LEAVES: dict[str, list[Any]] = {
    "api/resource.Quantity": [*QUANTITIES[:-1], 3, 0.25],
    "core/v1.ResourceQuantity": QUANTITIES,
    "util/intstr.IntOrString": [0, 1, 80, "http", "25%", "80"],
    "meta/v1.Time": ["2024-01-02T03:04:05Z", "2024-01-02T03:04:05+02:00"],
    "meta/v1.MicroTime": ["2024-01-02T03:04:05.000000Z", "2024-01-02T03:04:05.123456Z"],
    "meta/v1.FieldsV1": [{"f:spec": {}}],
    "pkg/runtime.RawExtension": [{"apiVersion": "example.org/v1", "kind": "Parameters", "a": 1}],
    "string": ["a", "b-c", ""],
    "bool": [True, False],
    "int32": [0, 1, 2, 30, 80],
    "int64": [0, 1, 30, 3600],
    "float64": [1, 0.5],
    "[]uint8": ["YQ==", "", "YWJj"],
}
for one in (
    "JSON",
    "JSONSchemaPropsOrBool",
    "JSONSchemaPropsOrArray",
    "JSONSchemaPropsOrStringArray",
):
    for version in ("v1", "v1beta1"):
        kinds: dict[str, list[Any]] = {
            "JSON": [{"a": [1, "b"]}, "text", 3],
            "JSONSchemaPropsOrBool": [True, False],
            "JSONSchemaPropsOrArray": [{"type": "string"}],
            "JSONSchemaPropsOrStringArray": [["a", "b"]],
        }
        LEAVES[f"apiextensions/{version}.{one}"] = kinds[one]
TEXTS: dict[str, list[str]] = {
    "type": [
        *("RollingUpdate", "Recreate", "OnDelete", "ClusterIP", "NodePort", "LoadBalancer", ""),
        *("ExternalName", "Container", "Pod", "Resource", "Limited", "Exempt", "Opaque"),
    ],
    "image": ["i", "i:1", "i:latest", f"i:latest{DIGEST}", f"i{DIGEST}", "r.io:5000/i", "A B", ""],
    "reference": ["i", "i:2", "i:latest"],
    "kind": ["User", "Group", "ServiceAccount", "Thing", ""],
    "protocol": ["TCP", "UDP", ""],
    "restartPolicy": ["Always", "Never", ""],
    "sessionAffinity": ["ClientIP", "None", ""],
    "clusterIP": ["None", "10.0.0.1", ""],
    "allocationMode": ["ExactCount", "All", ""],
    "strategy": ["None", "Webhook", ""],
    "completionMode": ["Indexed", "NonIndexed"],
    "externalTrafficPolicy": ["Local", "Cluster", ""],
    "internalTrafficPolicy": ["Local", "Cluster"],
    "policyTypes": ["Ingress", "Egress"],
}
STEPS = [
    *("a", "b-c", "A", "localhost", "x.io", "x.io:5000", "[::1]:5", "a_b", "a__b", "a___b", "a--b"),
    *("a..b", "", ".a", "é", "0" * 64, "docker.io", "library", "index.docker.io", "-a", "a-"),
]
TAGS = [
    *("", ":latest", ":1", ":", ":a b", ":_x", ":-x", ":" + "x" * 128, ":" + "x" * 129, "@"),
    *(f":latest{DIGEST}", DIGEST, "@sha256:" + "0" * 10, ":1@sha512:" + "a" * 128),
]
KEYS = ["cpu", "memory", "hugepages-2Mi", "ephemeral-storage"]
AMOUNTS = ("core/v1.ResourceQuantity", "api/resource.Quantity")
UNMADE = {("autoscaling/v1.HorizontalPodAutoscaler", "status")}
"""Fields that are left out: the old version has some of them in annotations, which are the server's."""
ALWAYS = {"timeAdded"}
"""Fields whose default is the time."""
NOT_COMPARED = {
    "apiextensions.k8s.io/v1beta1/CustomResourceDefinition": "1.22: version and versions are one field",
    "autoscaling/v2beta1/HorizontalPodAutoscaler": "1.25: loses fields on the way to v2",
    "certificates.k8s.io/v1beta1/CertificateSigningRequest": "1.22: looks into the request",
    "discovery.k8s.io/v1beta1/EndpointSlice": "1.25: writes the node's name twice",
    "rbac.authorization.k8s.io/v1alpha1/ClusterRoleBinding": "1.22: apiVersion for apiGroup",
    "rbac.authorization.k8s.io/v1alpha1/RoleBinding": "1.22: apiVersion for apiGroup",
    "resource.k8s.io/v1alpha3/DeviceTaintRule": "the default of its one field is the time",
    "storage.k8s.io/v1alpha1/VolumeAttachment": "1.24: has no defaults of volumes",
}
"""What is not compared, and why; a number is the release since which no server takes the version."""


class Objects:
    """Makes objects of the kinds in a table of types."""

    def __init__(self, random: Random) -> None:
        document = json.loads(TYPES.read_text("utf-8"))
        self.kinds: dict[str, str] = {
            kind: struct for kind, struct in document["kinds"].items() if kind not in NOT_COMPARED
        }
        self._types: dict[str, list[list[str]]] = document["types"]
        self._random = random

    def make(self, kind: str, *, depth: int = 9, share: float = 0.4) -> dict[str, Any]:
        """Returns an object of a kind such as ``apps/v1/Deployment``.

        depth: from where on only what must be there is. share: of the fields that are there.
        """
        api_version, _, name = kind.rpartition("/")
        made = dict(self._members(self.kinds[kind], depth, share))
        metadata = made.get("metadata") or {}
        return {**made, "apiVersion": api_version, "kind": name, "metadata": metadata}

    def _members(self, struct: str, depth: int, share: float) -> Iterator[tuple[str, Any]]:
        for name, expression, *_ in self._types[struct]:
            near = min(1.0, share * (1.6 if name in ("spec", "template") else 1))
            if (struct, name) in UNMADE or (name not in ALWAYS and self._random.random() > near):
                continue
            if name not in ALWAYS and self._random.random() < 0.03:
                yield name, None
            else:
                yield name, self._value(expression, name, depth - 1, share)

    def _value(self, expression: str, name: str, depth: int, share: float) -> Any:
        bare = expression.lstrip("*")
        if bare in LEAVES:
            pool = TEXTS.get(name, LEAVES[bare]) if bare == "string" else LEAVES[bare]
            return self._random.choice(pool)
        if bare.startswith("[]"):
            count = self._random.choice((0, 1, 1, 2)) if depth > 0 else 0
            return [self._value(bare[2:], name, depth, share) for _ in range(count)]
        if bare.startswith("map[string]"):
            count = self._random.choice((0, 1, 2)) if depth > 0 else 0
            count = 1 if name == "labels" else count  # empty ones are selectors in removed versions
            inner = bare[len("map[string]") :]
            keys = self._random.sample(KEYS if inner in AMOUNTS else ["a", "b/c"], count)
            return {key: self._value(inner, name, depth, share) for key in keys}
        return dict(self._members(bare, depth, share)) if depth > 0 else {}


def schema(random: Random, depth: int = 4) -> dict[str, Any]:
    """Returns a structural schema with defaults, as a CustomResourceDefinition may have it."""
    kind = random.choice(("object", "object", "array", "string", "integer")) if depth else "string"
    made: dict[str, Any] = {"type": kind}
    if random.random() < 0.3:
        made["nullable"] = True
    if kind == "array":
        made["items"] = schema(random, depth - 1)
    elif kind == "object" and random.random() < 0.3:
        made["additionalProperties"] = schema(random, depth - 1)
    elif kind == "object":
        made["properties"] = {name: schema(random, depth - 1) for name in "abc"[: depth + 1]}
    if random.random() < 0.5:
        made["default"] = value_of(made, random)
    return made


def value_of(schema: dict[str, Any], random: Random) -> Any:
    """Returns a value for a schema, with nulls, and without some of its properties."""
    kind = schema["type"]
    if kind == "string":
        return random.choice(("", "x"))
    if kind == "integer":
        return random.choice((0, 7))
    if kind == "array":
        return [member_of(schema["items"], random) for _ in range(random.choice((0, 1, 2)))]
    named = schema.get("properties") or {"k": schema.get("additionalProperties")}
    return {
        name: member_of(inner, random)
        for name, inner in named.items()
        if inner and random.random() < 0.6
    }


def member_of(schema: dict[str, Any], random: Random) -> Any:
    """Returns a value, sometimes null."""
    return None if random.random() < 0.2 else value_of(schema, random)


def image(random: Random) -> str:
    """Returns a reference to an image, often a broken one."""
    steps = [random.choice(STEPS) for _ in range(random.choice((1, 1, 2, 2, 3)))]
    return "/".join(steps) + random.choice(TAGS)
