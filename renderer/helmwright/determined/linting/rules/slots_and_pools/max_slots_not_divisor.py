"""maxSlotsPerPod does not suit the GPUs of the nodes."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from helmwright.base.wording import few
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._cluster import report_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.capacity.assessment import CapacityReport
    from helmwright.determined.capacity.pools import PoolCapacity
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "max-slots-not-divisor",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R16",),
    since="0.13.2",
    summary="maxSlotsPerPod is not the greatest common divisor of the slots of the nodes",
    why="A task is cut into pods of so many slots: pods that are larger than every node wait for "
    "ever, and others leave GPUs of a node unused.",
    advice="Set maxSlotsPerPod to the greatest common divisor of the GPUs per node.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(
        example(
            "maxSlotsPerPod: «8»\n",
            nodes="[{name: small, gpus: 4}]",
            message="no node of pool default has more than 4",
        ),
        example(
            "maxSlotsPerPod: «3»\n",
            nodes="[{name: a, gpus: 4}]",
            message="leave 1 of 4 slots of a unused",
        ),
        example(
            "maxSlotsPerPod: «8»\n",
            nodes="[{name: a, gpus: 8}, {name: b, gpus: 12}]",
            message="leave 4 of 12 slots of b unused",
        ),
        example(
            "maxSlotsPerPod: «2»\n",
            nodes="[{count: 2, gpus: 8}]",
            message="the nodes allow 8",
        ),
        example(
            "maxSlotsPerPod: 4\n"
            "resourcePools:\n  - pool_name: default\n    task_container_defaults:\n"
            "      kubernetes: {max_slots_per_pod: «16»}\n",
            nodes="[{gpus: 8}]",
            message="max_slots_per_pod: pods may have 16 slots",
        ),
    ),
    good=(
        example("maxSlotsPerPod: 4\n", nodes="[{gpus: 8}, {gpus: 4}]"),
        example("maxSlotsPerPod: 4\n", nodes="[{cpus: 8}]"),
        example("maxSlotsPerPod: 4\n"),
        example(
            "maxSlotsPerPod: 1\nslotType: cpu\nslotResourceRequests: {cpu: 1}\n",
            nodes="[{cpus: 7.9}]",
        ),
        example(
            "maxSlotsPerPod: 4\n"
            "resourcePools:\n"
            "  - pool_name: default\n    task_container_defaults: {gpu_pod_spec: {spec: "
            "{nodeSelector: {n: four}}}}\n"
            "  - pool_name: eight\n    task_container_defaults: {gpu_pod_spec: {spec: "
            "{nodeSelector: {n: eight}}}}\n",
            nodes="[{gpus: 4, labels: {n: four}}, {gpus: 8, labels: {n: eight}}]",
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare the maximum of each pool with the nodes that its tasks can use."""
    report = report_of(settings)
    if report is None:
        return
    counts_gpus = report.settings.slot_type != "cpu"  # other pods take CPUs, too
    told: set[Path] = set()
    for index, pool in enumerate(report.pools):
        path = _path(report, index)
        if pool.divisor and pool.max_slots and path not in told and settings.get(*path) is not None:
            problem = _problem(settings, path, pool, exact=counts_gpus)
            if problem is not None:
                told.add(path)
                yield problem
    best = _best(report) if counts_gpus else 0
    given = report.settings.max_slots
    if ("maxSlotsPerPod",) not in told and best and given and best > given and not best % given:
        yield settings.problem(
            ("maxSlotsPerPod",),
            f"maxSlotsPerPod: {given} cuts tasks into more pods than needed; the nodes allow {best}",
            fix=f"write 'maxSlotsPerPod: {best}'",
            severity=Severity.INFO,
        )


def _best(report: CapacityReport) -> int:
    """Return the divisor for pools that have no maximum of their own; 0 if there is none."""
    settings = report.settings
    own = [settings.own_maximum and pool.max_slots is not None for pool in settings.pools]
    return gcd(*(pool.divisor for pool, has in zip(report.pools, own, strict=True) if not has))


def _path(report: CapacityReport, index: int) -> Path:
    own = report.settings.pools[index]
    if report.settings.own_maximum and own.max_slots is not None:
        defaults = ("task_container_defaults", "kubernetes", "max_slots_per_pod")
        return ("resourcePools", index, *defaults)
    return ("maxSlotsPerPod",)


def _problem(
    settings: DeterminedSettings, path: Path, pool: PoolCapacity, *, exact: bool
) -> Problem | None:
    name = settings.name(path)
    usable = [node for node in pool.nodes if node.slots and not node.refusal]
    largest = max(node.slots for node in usable)
    fix = f"write '{path[-1]}: {pool.divisor}'"
    if pool.max_slots > largest:
        return settings.problem(
            path,
            f"{name}: pods may have {pool.max_slots} slots, and no node of pool {pool.name} has more "
            f"than {largest}",
            fix=fix,
        )
    uneven = [node for node in usable if node.slots % pool.max_slots]
    if not uneven or not exact:
        return None
    rest, slots = uneven[0].slots % pool.max_slots, uneven[0].slots
    alike = few([node.name for node in uneven if node.slots == slots])
    return settings.problem(
        path,
        f"{name}: pods of {pool.max_slots} slots leave {rest} of {slots} slots of {alike} unused",
        fix=fix,
    )
