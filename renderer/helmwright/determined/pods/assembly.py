"""The pod of a task: the merged pod spec with what the master insists on.

Source: configureJobSpec (before 0.34.0 configurePodSpec), modifyPodSpec and configureCoscheduler in
master/internal/rm/kubernetesrm/spec.go and its older homes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from helmwright.determined.pods import generated
from helmwright.determined.pods.generated import ALLOCATION, TASK
from helmwright.determined.pods.refusals import TASK_CONTAINER
from helmwright.kube.json_model import copy_document

if TYPE_CHECKING:
    from helmwright.determined.pods.generated import Task
    from helmwright.determined.pods.sources import Document

_GROUP = "pod-group.scheduling.sigs.k8s.io"
_LISTS = ("env", "envFrom", "volumeMounts", "volumeDevices")
LABEL_PREFIX = "determined.ai/"


def task_name(kind: str, *, makes_jobs: bool, numbers_commands: bool) -> str:
    """Return the name of the Job, or the beginning of that of a pod."""
    if kind == "experiment":
        name = "exp-<experiment id>-trial-<trial id>"
        name += "-attempt-<number>" if makes_jobs else ""
    elif kind == "gc":
        name = "gc-<experiment id>" if numbers_commands else "gc"
    else:
        name = "cmd-<task id>" if numbers_commands else "cmd"
    return f"det-<cluster id>-{name}" if makes_jobs else name


def assemble(merged: Document | None, task: Task, slots: int) -> Document:
    """Return the pod that ``merged`` becomes; slots: of the whole task."""
    pod = copy_document(merged) if merged is not None else {}
    pod.pop("status", None)
    metadata = pod["metadata"] = pod.get("metadata") or {}
    spec = pod["spec"] = pod.get("spec") or {}
    metadata.pop("creationTimestamp", None)
    metadata["name"] = task.name
    metadata["namespace"] = task.setup.namespace
    metadata["labels"] = {**(metadata.get("labels") or {}), **_identity(task)}
    _schedule(pod, task, slots)
    if task.era.excludes_nodes:
        _exclude_disabled_nodes(spec)
    _put_containers(spec, task)
    spec["volumes"] = (spec.get("volumes") or []) + generated.volumes(task)
    spec.pop("hostNetwork", None)
    if task.setup.defaults.raw.get("network_mode") == "host":
        spec["hostNetwork"] = True
    spec["restartPolicy"] = "Never"
    return pod


def _identity(task: Task) -> dict[str, str]:
    labels = {}
    if task.era.labels_queue_position:
        labels["determined-queue-position"] = "<position in the queue>"
    if task.era.labels_identity:
        own = {
            "user": "<user>",
            "workspace": "<workspace>",
            "resource_pool": task.setup.pool,
            "task_type": generated.TASK_TYPES[task.kind],
            "task_id": TASK,
            "container_id": ALLOCATION if task.era.makes_jobs else "<container id>",
        }
        if task.era.makes_jobs:
            own["allocation_id"] = ALLOCATION
        if task.kind == "experiment":
            own |= {"experiment_id": "<experiment id>", "trial_id": "<trial id>"}
        labels |= {f"{LABEL_PREFIX}{key}": value for key, value in own.items()}
    labels["determined"] = ALLOCATION
    return labels


def _schedule(pod: Document, task: Task, slots: int) -> None:
    """Set scheduler and priority class."""
    era, spec = task.era, pod["spec"]
    plain = era.knows_commands and task.kind != "experiment"
    if not era.has_scheduler or (plain and task.kind != "gc"):
        return
    gangs = task.setup.scheduler in era.schedulers
    if gangs and not (plain and era.always_prioritises):
        if not spec.get("schedulerName"):
            spec["schedulerName"] = task.setup.scheduler
        _join_group(pod, task, slots)
    joined = gangs and spec.get("schedulerName") == task.setup.scheduler
    if joined or era.always_prioritises:
        _prioritise(spec, task, plain_gc=plain)


def _prioritise(spec: Document, task: Task, *, plain_gc: bool) -> None:
    if plain_gc:
        spec["priorityClassName"] = "determined-system-priority"
    elif not spec.get("priorityClassName"):
        own = f"{ALLOCATION}-priorityclass"
        made = task.era.makes_priority_classes
        spec["priorityClassName"] = own if made else "determined-medium-priority"


def _join_group(pod: Document, task: Task, slots: int) -> None:
    """Add the labels that the scheduler finds the pods of a task by; a user's own stay."""
    if pod["spec"]["schedulerName"] != task.setup.scheduler:
        return
    pod.setdefault("apiVersion", "v1")
    pod.setdefault("kind", "Pod")
    least = 0
    if task.setup.slot_type == "cuda" and task.sizes.slots_per_pod:
        least = math.ceil(slots / task.sizes.slots_per_pod)
    name = task.name if task.era.makes_jobs else _group_name(task.kind)
    labels = pod["metadata"]["labels"]
    labels.setdefault(f"{_GROUP}/name", name)
    labels.setdefault(f"{_GROUP}/min-available", str(least))


def _group_name(kind: str) -> str:
    return "exp<experiment id>trial<trial id>" if kind == "experiment" else f"<{kind} id>"


def _exclude_disabled_nodes(spec: Document) -> None:
    """Keep the pod off nodes that were disabled: in the first term only, as the master does."""
    affinity = spec["affinity"] = spec.get("affinity") or {}
    node = affinity["nodeAffinity"] = affinity.get("nodeAffinity") or {}
    required = "requiredDuringSchedulingIgnoredDuringExecution"
    selector = node[required] = node.get(required) or {}
    terms = selector["nodeSelectorTerms"] = selector.get("nodeSelectorTerms") or [{}]
    wanted = {"key": f"{LABEL_PREFIX}cluster-id-<cluster id>", "operator": "DoesNotExist"}
    expressions = terms[0].setdefault("matchExpressions", [])
    if wanted not in expressions:
        expressions.append(wanted)


def _put_containers(spec: Document, task: Task) -> None:
    own = generated.task_container(task)
    others = []
    for container in spec.get("containers") or []:
        mine = container.get("name") == TASK_CONTAINER if task.era.takes_sidecars else True
        if mine:
            _extend(own, container, task)
        else:
            others.append(container)
    if task.era.takes_security_context:
        _secure(own, spec.get("containers") or [], task)
    before = (spec.get("initContainers") or []) if task.era.takes_sidecars else []
    spec["containers"] = [*others, *generated.sidecars(task), own]
    spec["initContainers"] = [*before, generated.init_container(task)]


def _extend(own: Document, container: Document, task: Task) -> None:
    """Add to determined-container what the master takes of the pod spec's entry for it."""
    for key in _LISTS:
        if container.get(key) and (task.era.takes_env or key not in ("env", "envFrom")):
            own[key] = own.get(key, []) + container[key]
    given = container.get("resources") or {}
    for kind in ("limits", "requests"):
        amounts: dict[str, Any] = given.get(kind) or {}
        if amounts:
            own["resources"][kind] = {**amounts, **own["resources"].get(kind, {})}


def _secure(own: Document, containers: list[Document], task: Task) -> None:
    for container in containers:
        if container.get("name") == TASK_CONTAINER:
            own["securityContext"] = {**(container.get("securityContext") or {}), **task.security}
            return


def as_job(pod: Document, task: Task) -> Document:
    """Return the Job for a task's pods, which carries the pod's labels and annotations."""
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": copy_document(pod["metadata"]),
        "spec": {
            "parallelism": task.sizes.pods,
            "completions": task.sizes.pods,
            "backoffLimit": 0,
            "ttlSecondsAfterFinished": 900,
            "template": {"metadata": pod["metadata"], "spec": pod["spec"]},
        },
    }
