"""Storage of type directory that a pod spec does not mount."""

from __future__ import annotations

from posixpath import normpath
from typing import TYPE_CHECKING, Any

from helmwright.base.records import Record
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.checkpoint_storage._storage import type_of
from helmwright.lint.finding import Related

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_CONTAINER = "determined-container"
_DEFAULTS: Path = ("taskContainerDefaults",)
_MOUNTED = """\
checkpointStorage:
  type: directory
  containerPath: /checkpoints
taskContainerDefaults:
  cpuPodSpec: &spec
    spec:
      containers:
        - name: determined-container
          volumeMounts:
            - {name: ml, mountPath: /checkpoints}
      volumes:
        - name: ml
          persistentVolumeClaim: {claimName: ml}
  gpuPodSpec: *spec
"""
_GPU_ONLY = """\
checkpointStorage:
  type: directory
  containerPath: «/mnt/ml/checkpoints»
taskContainerDefaults:
  gpuPodSpec:
    spec:
      containers:
        - name: determined-container
          volumeMounts:
            - {name: ml, mountPath: /mnt/ml/}
"""
_POOL = """\
resourcePools:
  - pool_name: default
  - pool_name: big
    task_container_defaults:
      «gpu_pod_spec»:
        spec:
          tolerations: [{operator: Exists}]
"""
_BOUND = """\
checkpointStorage:
  type: directory
  containerPath: /checkpoints
taskContainerDefaults:
  bindMounts:
    - {host_path: /nfs/checkpoints, container_path: /checkpoints}
"""


class _Kind(Record):
    """A kind of task: the keys of its pod spec in the values and in a pool, and its name."""

    key: str
    pool_key: str
    tasks: str


_CPU = _Kind("cpuPodSpec", "cpu_pod_spec", "tasks without slots")
_GPU = _Kind("gpuPodSpec", "gpu_pod_spec", "tasks with slots")
_COLLECTION = _Kind("checkpointGcPodSpec", "checkpoint_gc_pod_spec", "checkpoint collection")


@rule(
    "directory-not-mounted",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("S7",),
    since="0.26.3",
    summary="checkpointStorage.containerPath is mounted in no volume by some tasks",
    why="The type directory mounts nothing itself. Tasks without the mount write their checkpoints "
    "into their container, where they are lost; TensorBoards, notebooks and the collection of "
    "checkpoints do not find those of others.",
    advice="Mount the same volume at containerPath in determined-container, in cpuPodSpec and "
    "gpuPodSpec and in every pod spec of a pool.",
    url="https://github.com/determined-ai/determined/pull/8255",
    bad=(
        example(
            "checkpointStorage:\n  type: directory\n  containerPath: «/checkpoints»\n",
            message="tasks without slots and tasks with slots mount nothing at /checkpoints",
        ),
        example(_GPU_ONLY, message="tasks without slots mount nothing"),
        example(
            _MOUNTED + _POOL,
            message="resourcePools[1].task_container_defaults.gpu_pod_spec mounts nothing",
        ),
        example(
            _MOUNTED.replace("gpuPodSpec: *spec", "«gpuPodSpec»: {spec: {}}"),
            message="taskContainerDefaults.gpuPodSpec mounts nothing at /checkpoints",
        ),
    ),
    good=(
        example(_MOUNTED),
        example(_BOUND),
        example(_MOUNTED + "resourcePools:\n  - pool_name: a\n    task_container_defaults: {}\n"),
        example(_GPU_ONLY.replace("«", "").replace("»", "").replace("directory", "shared_fs")),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the pod spec of every kind of task in every pool."""
    path = ("checkpointStorage", "containerPath")
    folder = settings.get(*path)
    extra = settings.section("masterConfig", "extra")
    if type_of(settings) != "directory" or not isinstance(folder, str):
        return
    if (
        not folder.startswith("/")
        or "task_container_defaults" in extra
        or "resource_pools" in extra
    ):
        return
    unmounted, without_spec = _unmounted(settings, normpath(folder))
    related = [Related(settings.span(path), "checkpoints are kept here")]
    for spec_path in unmounted:
        yield settings.problem(
            spec_path,
            f"{settings.name(spec_path)} mounts nothing at {folder}, where checkpoints are kept",
            of_key=True,
            related=related,
        )
    if without_spec:
        tasks = " and ".join(kind.tasks for kind in without_spec)
        keys = " and ".join(f"taskContainerDefaults.{kind.key}" for kind in without_spec)
        verb = "is" if len(without_spec) == 1 else "are"
        yield settings.problem(
            path,
            f"checkpointStorage.containerPath: {tasks} mount nothing at {folder},"
            f" since {keys} {verb} not set",
            fix=f"mount a volume at {folder} in {keys}",
        )


def _unmounted(settings: DeterminedSettings, folder: str) -> tuple[list[Path], list[_Kind]]:
    """Return the pod specs that do not mount a folder, and the kinds of tasks that have none."""
    paths: dict[Path, None] = {}
    kinds: dict[_Kind, None] = {}
    top_bound = _binds(settings.items(*_DEFAULTS, "bindMounts"), folder)
    pools: list[Path] = [(*path, "task_container_defaults") for path, _ in settings.pools()]
    if not settings.items("resourcePools"):
        pools.append(())  # the master makes one
    for own in pools:
        if top_bound or (own and _binds(settings.items(*own, "bind_mounts"), folder)):
            continue
        for kind in _kinds(settings):
            path: Path = (*own, kind.pool_key)
            if not own or settings.get(*path) is None:
                path = (*_DEFAULTS, kind.key)
            spec = settings.get(*path)
            if type(spec) is dict and not _mounts(spec, folder):
                paths[path] = None
            elif spec is None and kind is not _COLLECTION:
                kinds[kind] = None
    return list(paths), list(kinds)


def _kinds(settings: DeterminedSettings) -> list[_Kind]:
    kinds = [_CPU]
    if settings.get("maxSlotsPerPod") != 0:
        kinds.append(_GPU)
    if settings.release.at_least(0, 34, 0):
        kinds.append(_COLLECTION)
    return kinds


def _binds(mounts: list[Any], folder: str) -> bool:
    return any(type(one) is dict and _holds(one.get("container_path"), folder) for one in mounts)


def _mounts(spec: dict[str, Any], folder: str) -> bool:
    """Tell whether a pod mounts a folder in the container of the task."""
    inner = spec.get("spec")
    containers = inner.get("containers") if type(inner) is dict else None
    for one in containers if type(containers) is list else ():
        if type(one) is dict and one.get("name") == _CONTAINER:
            mounts = one.get("volumeMounts")
            if type(mounts) is list and any(
                type(mount) is dict and _holds(mount.get("mountPath"), folder) for mount in mounts
            ):
                return True
    return False


def _holds(mounted: object, folder: str) -> bool:
    """Tell whether what is mounted at a path is, or has in it, a folder."""
    if not isinstance(mounted, str) or not mounted.startswith("/"):
        return False
    top = normpath(mounted)
    return folder == top or folder.startswith(top.rstrip("/") + "/")
