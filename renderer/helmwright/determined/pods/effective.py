"""The pods that the master makes of a task: the public function, and what it returns.

The stages are modules of this package: layers (master_setup, defaults, task), refusals, sizing,
pod_merge, assembly over generated, and origins for what came from where.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.argument_types import checked
from helmwright.base.errors import HelmwrightError
from helmwright.base.records import Record, replace
from helmwright.determined.pods.assembly import as_job, assemble, task_name
from helmwright.determined.pods.defaults import PodLayer
from helmwright.determined.pods.eras import Era
from helmwright.determined.pods.generated import Task
from helmwright.determined.pods.ignored import ignored_settings
from helmwright.determined.pods.master_setup import MasterSetup, read_setup
from helmwright.determined.pods.origins import (
    Explained,
    Loss,
    dropped,
    explain,
    layer_fields,
    losses_of,
)
from helmwright.determined.pods.pod_merge import decode_over, encode, merge
from helmwright.determined.pods.refusals import Refusal, refuse, refused_by_schema, refused_fields
from helmwright.determined.pods.sizing import PodSizes, pod_sizes
from helmwright.determined.pods.sources import NOWHERE, Source, json_value
from helmwright.determined.pods.task import KINDS, TaskRequest, device_of, environment_of
from helmwright.determined.versions import LATEST
from helmwright.kube.json_model import copy_document

if TYPE_CHECKING:
    from helmwright.determined.pods.defaults import TaskDefaults
    from helmwright.determined.pods.sources import Document
    from helmwright.determined.tasks.problem import TaskProblem
    from helmwright.determined.versions import DeterminedRelease


_POD = ("environment", "pod_spec")


class EffectivePods(Record):
    """What the master creates for one task.

    count: the number of pods. slots_per_pod: the slots of each. objects: the Job, or before 0.34.0
    the pods. pod: what all pods look like. merged: the pod spec of all layers before the master
    adds its part; None if no layer has one. layers: those that count, the weakest first.
    warnings: what the master drops of the configuration and of the template.
    """

    count: int
    slots_per_pod: int
    pool: str
    release: DeterminedRelease
    objects: tuple[Document, ...]
    pod: Document
    merged: Document | None
    layers: tuple[PodLayer, ...]
    losses: tuple[Loss, ...]
    warnings: tuple[TaskProblem, ...] = ()

    def explain(self) -> list[Explained]:
        """Return every field of the pod with the layer it came from and what it overrode."""
        return explain(self.pod, [layer_fields(layer) for layer in self.layers])


@checked
def effective_pods(  # noqa: PLR0913 - keywords only
    master_config: Document,
    task: Document | None = None,
    *,
    task_type: str = "experiment",
    template: Document | None = None,
    pool: str = "",
    slots: int | None = None,
    release: DeterminedRelease = LATEST,
    master_source: Source = NOWHERE,
    task_source: Source = NOWHERE,
    template_source: Source = NOWHERE,
) -> EffectivePods:
    """Return the pods that the master of ``release`` creates for a task.

    master_config: the content of master.yaml. task: the configuration of the task; for "gc" that
    of the experiment. task_type: experiment, notebook, shell, command, tensorboard or gc.
    template: a configuration template. pool, slots: instead of what the configuration says.
    The sources say in which files the documents stand. Nothing that is passed in is changed.

    Raises:
        TaskRefusedError: if the master refuses the task, or if it could never run.
        PatchError: for a pod spec that is no pod.
        HelmwrightError: for a pool that is not there.
    """
    if task_type not in KINDS:
        raise HelmwrightError(f'task type "{task_type}" is none of {", ".join(KINDS)}')
    era = Era(release)
    request = TaskRequest(
        task_type, json_value(task), json_value(template), task_source, template_source
    )
    warnings = _checked(request, release)
    asked = request.slots if slots is None or task_type == "tensorboard" else slots
    setup = read_setup(master_config, pool or request.pool, asked, era, master_source)
    if request.like_experiment and era.checks_by_schema:
        refuse([refusal for layer in request.pods for refusal in refused_by_schema(layer, era)])
    if task_type == "gc":  # it runs in a pool of its own, with what the experiment got in its pool
        own = read_setup(master_config, "", 0, era, master_source)
        made = _Maker(request, own, setup.defaults, era).make(asked, 0)
    else:
        made = _Maker(request, setup, setup.defaults, era).make(asked, asked)
    return replace(made, warnings=warnings)


def _checked(request: TaskRequest, release: DeterminedRelease) -> tuple[TaskProblem, ...]:
    """Return what the master drops; raises ``TaskRefusedError`` for what it refuses.

    What it says about a pod spec it says of all layers together, and so do we.
    """
    if request.config is None and request.template is None:
        return ()
    from helmwright.base.paths import dotted
    from helmwright.determined.tasks.checking import Effect, check_task, check_template

    kind = request.kind
    parts = {
        "template": check_template(request.template, kind, release, source=request.template_source),
        "task": check_task(request.config, kind, release, source=request.source),
    }
    refused = [
        Refusal(part, one.path, f"{dotted(one.path)}: {one.message}", one.position)
        for part, found in parts.items()
        for one in found
        if one.effect is Effect.REFUSED
        and (one.unknown or one.path[:2] != _POD or not one.path[2:])
    ]
    refuse(refused)
    found = (one for part in parts.values() for one in part)
    return tuple(one for one in found if one.effect is Effect.DROPPED)


class _Maker(Record):
    """Makes the pods of one task.

    setup: of the pool that the task runs in. defaults: those that its configuration was merged
    with; for checkpoint collection these are the experiment's.
    """

    request: TaskRequest
    setup: MasterSetup
    defaults: TaskDefaults
    era: Era

    def make(self, asked: int, needed: int) -> EffectivePods:
        """Return the pods of a task; asked: slots of the configuration, needed: of the pods."""
        request, setup, era = self.request, self.setup, self.era
        sizes = pod_sizes(needed, setup.max_slots, era, single_node=request.single_node)
        layers, merged = self._merged(asked)
        described = self._task(sizes)
        pods = _assembled(merged, described, needed)
        return EffectivePods(
            count=sizes.pods,
            slots_per_pod=sizes.slots_per_pod,
            pool=setup.pool,
            release=era.release,
            objects=_objects(pods, described),
            pod=pods[0],
            merged=merged,
            layers=layers,
            losses=tuple(self._losses(layers, pods[0], asked)),
        )

    def _task(self, sizes: PodSizes) -> Task:
        request, setup, era = self.request, self.setup, self.era
        device = device_of(setup.slot_type, sizes.slots_per_pod)
        name = task_name(
            request.kind, makes_jobs=era.makes_jobs, numbers_commands=not era.knows_commands
        )
        entrypoint = request.setting("entrypoint")
        return Task(
            kind=request.kind,
            entrypoint=tuple(map(str, entrypoint)) if type(entrypoint) is list else (),
            device=device,
            sizes=sizes,
            environment=environment_of(request, setup, self.defaults, device),
            setup=setup,
            era=era,
            name=name,
        )

    def _chosen(self, asked: int) -> PodLayer | None:
        """Return the default pod spec of tasks with so many slots."""
        return self.defaults.pods.get("gpu_pod_spec" if asked else "cpu_pod_spec")

    def _merged(self, asked: int) -> tuple[tuple[PodLayer, ...], Document | None]:
        """Return the layers that count, the weakest first, and what they merge to.

        Raises ``TaskRefusedError`` if the result of a command holds what the master refuses.
        """
        request, era, own = self.request, self.era, self.request.pods
        below = self._chosen(asked)
        combined: Document | None = None
        for layer in own:
            if request.like_experiment:
                combined = merge(encode(layer), combined, era)
            else:
                encode(layer)  # refuses what is no pod
                combined = decode_over(combined, layer.pod)
        layers = [*([below] if below else []), *own]
        if not era.merges_pods and own:
            # A pod spec takes the place of the defaults; of two, commands read one into the other.
            layers = list(own[-1:] if request.like_experiment else own)
        combined = merge(combined, None if below is None else encode(below), era)
        if request.kind == "gc":
            layers, combined = _collecting(self.setup, layers, combined, era)
        elif not request.like_experiment and combined is not None:
            whole = PodLayer("pod_spec", combined, own[-1].source if own else NOWHERE)
            combined = encode(whole)
            refuse(refused_fields(whole, combined, era))
        return tuple(layers), None if combined is None else copy_document(combined)

    def _losses(self, layers: tuple[PodLayer, ...], pod: Document, asked: int) -> list[Loss]:
        found: list[Loss] = []
        for layer in self.defaults.replaced:
            reason = "replaced as a whole by the defaults of the resource pool"
            found.append(Loss(layer.name, "", None, reason, layer.source.position()))
        chosen = self._chosen(asked)
        for layer in ([chosen] if chosen else []) + list(self.request.pods):
            if layer not in layers:
                reason = f"replaced as a whole by {layers[-1].name}"
                found.append(Loss(layer.name, "", None, reason, layer.source.position()))
        fields = [layer_fields(layer) for layer in layers]
        for index, one in enumerate(fields):
            found += dropped(one.layer)
            found += losses_of(one, pod, fields[index + 1 :])
        return [*found, *ignored_settings(self.request, self.setup, self.defaults, self.era)]


def _collecting(
    setup: MasterSetup, layers: list[PodLayer], experiment: Document | None, era: Era
) -> tuple[list[PodLayer], Document | None]:
    """Return the layers of checkpoint collection: a spec of its own, or that of the experiment.

    Both are merged over the defaults of tasks with slots: the master counts one slot.
    """
    below = setup.defaults.pods.get("gpu_pod_spec") if era.merges_pods else None
    own = setup.defaults.pods.get("checkpoint_gc_pod_spec")
    if own is not None:
        layers, experiment = [own], encode(own)
    if below is None:
        return layers, experiment
    if below not in layers:
        layers = [below, *layers]
    return layers, merge(experiment, encode(below), era)


def _assembled(merged: Document | None, task: Task, slots: int) -> list[Document]:
    """Return the pods: before there were Jobs, each had a name, and a ConfigMap of that name."""
    if task.era.makes_jobs:
        return [assemble(merged, task, slots)]
    names = (
        f"{task.name}-{rank}-<allocation id>-<random words>" for rank in range(task.sizes.pods)
    )
    return [assemble(merged, task._replace(name=name), slots) for name in names]


def _objects(pods: list[Document], task: Task) -> tuple[Document, ...]:
    if task.era.makes_jobs:
        return (as_job(pods[0], task),)
    return tuple({"apiVersion": "v1", "kind": "Pod", **pod} for pod in pods)
