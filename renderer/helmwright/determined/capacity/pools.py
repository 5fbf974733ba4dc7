"""What a resource pool has: its nodes as the master shows them and as Kubernetes uses them.

Source: determined master/internal/rm/kubernetesrm jobs.go (summarizeClusterByNodes,
getNodeResourcePoolMapping), spec.go (configureResourcesRequirements), resource_pool.go
(ValidateResources, assignResources)
"""

from __future__ import annotations

import struct
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.records import Record, field
from helmwright.determined.capacity.deadlock import pods_that_fit
from helmwright.determined.capacity.nodes import AMD, NVIDIA, ClusterNode
from helmwright.determined.capacity.pod_rules import Requirement, Toleration, matches, tolerated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.determined.capacity.deadlock import Vector
    from helmwright.determined.capacity.pod_rules import PodRules
    from helmwright.determined.capacity.settings import ClusterSettings, PoolSettings

UNLIMITED = 1 << 60
MOST_SIZES = 1024
"""The largest task that is looked at without being asked for."""
FITS = "fits"
NOT_A_MULTIPLE = "not a multiple"
TOO_LARGE = "too large"
TOO_MANY_PODS = "too many pods"
_DISABLED = "determined.ai/cluster-id-"


class NodeView(NamedTuple):
    """A node as a pool has it.

    shown: whether the master counts it for the pool. refusal: why Kubernetes places no pod of
    the pool's on it, blank if it does.
    """

    name: str
    slots: int
    shown: bool
    refusal: str


class Place(NamedTuple):
    """Nodes that are alike: how many, the slots of each, and how many pods of a task each takes."""

    nodes: int
    slots: int
    pods: int


class TaskSize(Record):
    """Whether a task with so many slots can run in an empty pool.

    verdict: "fits", "not a multiple" (of max_slots_per_pod: the master refuses it), "too large"
    (no node takes its pods) or "too many pods". room: how many of its pods fit.
    """

    slots: int
    pods: int
    slots_per_pod: int
    verdict: str
    room: int = 0
    places: tuple[Place, ...] = ()


class PoolCapacity(Record):
    """A pool's nodes and what tasks it takes.

    max_slots: max_slots_per_pod as it is set or, if it is not, recommended. divisor: the greatest
    common divisor of the slots of nodes that its pods can use, 0 if there are none.
    """

    name: str
    max_slots: int
    divisor: int
    nodes: tuple[NodeView, ...]
    sizes: tuple[TaskSize, ...] = field(default=())

    @property
    def shown(self) -> int:
        """The slots that the master shows."""
        return sum(node.slots for node in self.nodes if node.shown)

    @property
    def usable(self) -> int:
        """The slots that pods can use."""
        return sum(node.slots for node in self.nodes if not node.refusal)


def slots_of(node: ClusterNode, settings: ClusterSettings) -> int:
    """Return the slots that the master counts on a node."""
    if settings.slot_type != "cpu":
        return node.gpus.get(settings.gpu_name, 0)
    if node.cpu is None or not settings.slot_cpu:
        return 0
    return int(_single(_single(node.cpu) / _single(1000 * _single(settings.slot_cpu))))


def _single(value: float) -> float:
    """Return the float32 nearest to a number: the master counts CPUs in them."""
    return float(struct.unpack("f", struct.pack("f", value))[0])


def demand_of(slots: int, pod: PodRules, settings: ClusterSettings) -> Vector:
    """Return what a pod takes of a node, as ``room_of`` counts it."""
    gpus = dict(pod.gpus)
    nvidia, amd, cpu = gpus.get(NVIDIA, 0), gpus.get(AMD, 0), pod.cpu
    if settings.slot_type == "cuda":
        nvidia += slots
    elif settings.slot_type == "rocm":
        amd += slots
    else:  # what the pod spec says for the task's own container does not count
        asked = _single(_single(_single(settings.slot_cpu) * slots) * 1000)
        cpu += int(asked) - pod.own_cpu
    return nvidia, amd, cpu, pod.memory


def room_of(node: ClusterNode, settings: ClusterSettings) -> Vector:
    """Return what a node has to give: GPUs of both kinds, CPUs, memory."""
    unknown = 0 if settings.slot_type == "cpu" else UNLIMITED
    return (
        node.gpus.get(NVIDIA, 0),
        node.gpus.get(AMD, 0),
        unknown if node.cpu is None else node.cpu,
        UNLIMITED if node.memory is None else node.memory,
    )


def view(node: ClusterNode, pool: PoolSettings, settings: ClusterSettings) -> NodeView:
    """Return a node as a pool has it."""
    slots = slots_of(node, settings)
    refusal = settings.pod_of(pool).refusal(node)
    disabled = settings.release.at_least(0, 26, 0) and any(
        label.startswith(_DISABLED) for label in node.labels
    )
    if disabled and not refusal:
        refusal = "disabled in Determined"
    return NodeView(node.name, slots, _shown(node, slots, pool, settings), refusal)


def _shown(node: ClusterNode, slots: int, pool: PoolSettings, settings: ClusterSettings) -> bool:
    """Tell whether the master counts a node for a pool; it has rules of its own for that."""
    release = settings.release
    if not release.at_least(0, 21, 2):
        return True
    gpu = settings.slot_type != "cpu" and slots > 0  # without slots it passes for a CPU node
    top = settings.gpu_pod if gpu else settings.cpu_pod
    top_tolerations = top.tolerations if top is not None else ()
    own = pool.gpu_pod if gpu and pool.gpu_pod is not None else pool.cpu_pod
    tolerations: tuple[Toleration, ...] = ()
    if len(settings.pools) == 1 and pool.gpu_pod is None and pool.cpu_pod is None:
        names = (NVIDIA, AMD) if release.at_least(0, 36, 0) else (NVIDIA,)
        tolerations = tuple(Toleration(name, "Equal", "present", "") for name in names)
        tolerations += top_tolerations
    elif own is not None:
        # For a node with GPUs and a pool that has only a cpu_pod_spec, the CPU ones are taken.
        other = gpu and pool.gpu_pod is None
        base = settings.cpu_pod if other else top
        tolerations = own.tolerations + (base.tolerations if base is not None else ())
    if release.at_least(0, 26, 4):
        autoscaler = Toleration(
            "DeletionCandidateOfClusterAutoscaler", "Exists", "", "PreferNoSchedule"
        )
        tolerations += (autoscaler,)
    if not all(tolerated(taint, tolerations) for taint in node.taints):
        return False
    if own is None or not release.at_least(0, 34, 0):
        return True
    return _selected(own, node)


def _selected(pod: PodRules, node: ClusterNode) -> bool:
    """Tell whether selector and affinity fit as the master reads them: commas separate values."""
    wanted = tuple(Requirement(key, "In", tuple(value.split(","))) for key, value in pod.selector)
    if wanted and not matches(wanted, node):
        return False
    terms = pod.terms or ()
    if not all(requirement.valid for term in terms for requirement in term):
        return False  # the master gives up; Kubernetes only leaves that term out
    return not terms or any(matches(term, node) for term in terms)


class Sizer(Record):
    """Answers for the tasks of one pool whether they can run when nothing else does."""

    settings: ClusterSettings
    pod: PodRules
    max_slots: int
    groups: tuple[tuple[Vector, int, int], ...]
    """Nodes that are alike: their room, their slots, how many there are."""

    @classmethod
    def of(
        cls,
        nodes: Sequence[ClusterNode],
        views: Sequence[NodeView],
        pool: PoolSettings,
        settings: ClusterSettings,
        max_slots: int,
    ) -> Sizer:
        """Return the sizer of a pool."""
        groups = Counter(
            (room_of(node, settings), seen.slots)
            for node, seen in zip(nodes, views, strict=True)
            if not seen.refusal and seen.slots
        )
        ordered = sorted(groups.items(), key=lambda item: -item[0][1])
        return cls(
            settings,
            settings.pod_of(pool),
            max_slots,
            tuple((room, slots, count) for (room, slots), count in ordered),
        )

    def divide(self, slots: int) -> tuple[int, int] | None:
        """Return pods and slots per pod, None if the master refuses the task."""
        if slots <= self.max_slots or not slots:
            return 1, slots
        if not self.max_slots or slots % self.max_slots:
            return None
        return slots // self.max_slots, self.max_slots

    def size(self, slots: int) -> TaskSize:
        """Return what becomes of a task with so many slots."""
        divided = self.divide(slots)
        if divided is None:
            return TaskSize(slots, 0, 0, NOT_A_MULTIPLE)
        pods, each = divided
        demand = demand_of(each, self.pod, self.settings)
        places = tuple(
            Place(count, slots, fitting)
            for room, slots, count in self.groups
            if (fitting := pods_that_fit(room, demand))
        )
        room = sum(place.nodes * place.pods for place in places)
        verdict = FITS if room >= pods else TOO_MANY_PODS if room else TOO_LARGE
        return TaskSize(slots, pods, each, verdict, room, places)
