"""What of a pod spec decides on which nodes its pods can run, by Kubernetes' rules.

Source: k8s.io/api core/v1 toleration.go (ToleratesTaint), k8s.io/component-helpers
scheduling/corev1/nodeaffinity, k8s.io/kubernetes pkg/scheduler (TaintToleration, NodeAffinity)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import InputError
from helmwright.base.patterns import lazy_pattern
from helmwright.base.records import Record
from helmwright.determined.capacity.given import mapping, sequence, text, units

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from helmwright.base.paths import Path
    from helmwright.determined.capacity.nodes import ClusterNode, Taint

_LABEL_VALUE = lazy_pattern(r"(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?", re.ASCII)
_NUMBER = lazy_pattern("[+-]?[0-9]{1,18}")
TASK_CONTAINER = "determined-container"


class Toleration(NamedTuple):
    """A taint, or several, that a pod does not mind."""

    key: str
    operator: str
    value: str
    effect: str

    def covers(self, taint: Taint) -> bool:
        """Tell whether the pod tolerates the taint."""
        if self.effect and self.effect != taint.effect:
            return False
        if self.key and self.key != taint.key:
            return False
        if self.operator in ("", "Equal"):
            return self.value == taint.value
        return self.operator == "Exists"


class Requirement(NamedTuple):
    """One expression of a node affinity; ``field`` says that it is about the node's name."""

    key: str
    operator: str
    values: tuple[str, ...]
    field: bool = False

    @property
    def valid(self) -> bool:
        """Whether Kubernetes can read it; a term with one that it cannot read fits no node."""
        count = len(self.values)
        if self.field:
            named = self.key == "metadata.name" and self.operator in ("In", "NotIn")
            return named and count == 1
        if self.operator in ("Exists", "DoesNotExist"):
            return not count
        if not all(_LABEL_VALUE.fullmatch(value) for value in self.values):
            return False
        if self.operator in ("Gt", "Lt"):
            return count == 1 and bool(_NUMBER.fullmatch(self.values[0]))
        return self.operator in ("In", "NotIn") and count > 0

    def holds(self, node: ClusterNode) -> bool:
        """Tell whether the node is as wanted; only for what is valid."""
        value = node.name if self.field else node.labels.get(self.key)
        if self.operator == "NotIn":
            return value is None or value not in self.values
        if self.operator == "DoesNotExist":
            return value is None
        if value is None:
            return False
        if self.operator in ("Gt", "Lt"):
            return self._compares(value)
        return self.operator == "Exists" or value in self.values

    def _compares(self, value: str) -> bool:
        if not _NUMBER.fullmatch(value):
            return False
        number, limit = int(value), int(self.values[0])
        return number > limit if self.operator == "Gt" else number < limit


class PodRules(Record):
    """What a pod wants of a node.

    terms: the required node affinity, of which one must hold; None if there is none.
    requests: what containers ask for beyond the slots: GPUs by name in ``gpus``, thousandths of a
    CPU, bytes. own_cpu: of the CPUs, those of the container in which tasks run.
    """

    tolerations: tuple[Toleration, ...] = ()
    selector: tuple[tuple[str, str], ...] = ()
    terms: tuple[tuple[Requirement, ...], ...] | None = None
    scheduler: str = ""
    gpus: tuple[tuple[str, int], ...] = ()
    cpu: int = 0
    memory: int = 0
    own_cpu: int = 0

    def refusal(self, node: ClusterNode) -> str:
        """Return why Kubernetes places no such pod on the node; blank if it does."""
        for taint in node.taints:
            if taint.effect != "PreferNoSchedule" and not tolerated(taint, self.tolerations):
                return f"taint {taint} is not tolerated"
        for key, value in self.selector:
            if node.labels.get(key) != value:
                return f"label {key}={value} is missing"
        if self.terms is not None and not any(matches(term, node) for term in self.terms):
            return "node affinity does not fit"
        return ""


def tolerated(taint: Taint, tolerations: Iterable[Toleration]) -> bool:
    """Tell whether one of the tolerations covers the taint."""
    return any(toleration.covers(taint) for toleration in tolerations)


def matches(term: tuple[Requirement, ...], node: ClusterNode) -> bool:
    """Tell whether a term of a node affinity fits; one that is empty or not valid never does."""
    return bool(term) and all(requirement.valid and requirement.holds(node) for requirement in term)


def read_pod(pod: Any, path: Path) -> PodRules:
    """Return the rules of a pod spec as values hold it: a map with ``spec``.

    Raises:
        InputError: if a part that decides about nodes has another shape.
    """
    spec = mapping(mapping(pod, path).get("spec"), path := (*path, "spec"))
    requests, own_cpu = _requests(spec, path)
    return PodRules(
        _tolerations(spec.get("tolerations"), (*path, "tolerations")),
        tuple(
            (key, text(value, (*path, "nodeSelector", key)))
            for key, value in mapping(spec.get("nodeSelector"), (*path, "nodeSelector")).items()
        ),
        _terms(spec.get("affinity"), (*path, "affinity")),
        text(spec.get("schedulerName"), (*path, "schedulerName")),
        tuple((name, count) for name, count in requests.items() if name not in ("cpu", "memory")),
        requests.get("cpu", 0),
        requests.get("memory", 0),
        own_cpu,
    )


def _tolerations(values: Any, path: Path) -> tuple[Toleration, ...]:
    found = []
    for index, value in enumerate(sequence(values, path)):
        given = mapping(value, here := (*path, index))
        parts = (text(given.get(key), (*here, key)) for key in Toleration._fields)
        found.append(Toleration(*parts))
    return tuple(found)


def _terms(affinity: Any, path: Path) -> tuple[tuple[Requirement, ...], ...] | None:
    given = mapping(affinity, path)
    if "nodeSelectorTerms" in given:
        raise InputError(
            (*path, "nodeSelectorTerms"),
            "belongs below nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution",
        )
    key = "requiredDuringSchedulingIgnoredDuringExecution"
    here = (*path, "nodeAffinity")
    required = mapping(given.get("nodeAffinity"), here).get(key)
    if required is None:
        return None
    here = (*here, key)
    values = sequence(
        mapping(required, here).get("nodeSelectorTerms"), here := (*here, "nodeSelectorTerms")
    )
    return tuple(_term(value, (*here, index)) for index, value in enumerate(values))


def _term(value: Any, path: Path) -> tuple[Requirement, ...]:
    given = mapping(value, path)
    return tuple(
        requirement
        for kind in ("matchExpressions", "matchFields")
        for requirement in _expressions(given.get(kind), (*path, kind), field=kind == "matchFields")
    )


def _expressions(values: Any, path: Path, *, field: bool) -> Iterable[Requirement]:
    for index, value in enumerate(sequence(values, path)):
        given = mapping(value, here := (*path, index))
        yield Requirement(
            text(given.get("key"), (*here, "key")),
            text(given.get("operator"), (*here, "operator")),
            tuple(
                text(item, (*here, "values", number))
                for number, item in enumerate(sequence(given.get("values"), (*here, "values")))
            ),
            field,
        )


def _requests(spec: Mapping[str, Any], path: Path) -> tuple[dict[str, int], int]:
    """Return what the containers of a pod ask for together, and the CPUs of the task's own one.

    Init containers run one after another, before the others.
    """
    together: dict[str, int] = {}
    own_cpu = 0
    for name, asked in _containers(spec.get("containers"), (*path, "containers")):
        if name == TASK_CONTAINER:
            own_cpu += asked.get("cpu", 0)
        for key, amount in asked.items():
            if name == TASK_CONTAINER and key not in ("cpu", "memory"):
                continue  # the master writes the GPUs of this one
            together[key] = together.get(key, 0) + amount
    for _, asked in _containers(spec.get("initContainers"), (*path, "initContainers")):
        for key, amount in asked.items():
            together[key] = max(together.get(key, 0), amount)
    return together, own_cpu


def _containers(values: Any, path: Path) -> Iterable[tuple[str, dict[str, int]]]:
    for index, value in enumerate(sequence(values, path)):
        given = mapping(value, here := (*path, index))
        resources = mapping(given.get("resources"), here := (*here, "resources"))
        asked: dict[str, int] = {}
        for part in ("limits", "requests"):  # what is only limited is asked for, too
            for key, amount in mapping(resources.get(part), (*here, part)).items():
                if key in ("cpu", "memory") or key.endswith("/gpu"):
                    scale = 1000 if key == "cpu" else 1
                    asked[key] = units(amount, (*here, part, key), scale)
        yield text(given.get("name"), (*path, index, "name")), asked
