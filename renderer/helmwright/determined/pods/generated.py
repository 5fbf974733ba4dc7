"""What the master itself puts into a task's pod.

What only a running master knows is written in angle brackets: ``<allocation id>``. The many files
that it mounts one by one stand for themselves in one mount.

Source: createSpec and what it calls in master/internal/rm/kubernetesrm/spec.go, volumes.go and
their older homes; master/pkg/tasks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.go.quantity import parse as parse_quantity

if TYPE_CHECKING:
    from helmwright.determined.pods.eras import Era
    from helmwright.determined.pods.master_setup import MasterSetup
    from helmwright.determined.pods.sizing import PodSizes
    from helmwright.determined.pods.sources import Document
    from helmwright.determined.pods.task import TaskEnvironment

INIT_CONTAINER = "determined-init-container"
FLUENT_CONTAINER = "determined-fluent-container"
ALLOCATION = "<allocation id>"
TASK = "<task id>"
_RUN = "/run/determined"
_TEMPORARY = f"{_RUN}/temp/"
_SOURCE, _TARGET = f"{_TEMPORARY}tar/src", f"{_TEMPORARY}tar/dst"
_PROPAGATIONS = {
    "private": "None",
    "rslave": "HostToContainer",
    "rshared": "Bidirectional",
}
_GPUS = {"cuda": "nvidia.com/gpu", "rocm": "amd.com/gpu"}
_ENTRYPOINTS = {
    "experiment": [f"{_RUN}/train/entrypoint.sh"],
    "gc": ["<entrypoint of the garbage collection>"],
}
TASK_TYPES = {
    "experiment": "TRIAL",
    "notebook": "NOTEBOOK",
    "shell": "SHELL",
    "command": "COMMAND",
    "tensorboard": "TENSORBOARD",
    "gc": "CHECKPOINT_GC",
}
_Span = tuple[tuple[int, int, int], tuple[int, int, int] | None, str]
_VARIABLES: dict[str, _Span] = {
    "PYTHONUSERBASE": ((0, 12, 10), None, ""),
    "DET_TASK_ID": ((0, 12, 12), None, ""),
    "DET_CONTAINER_ID": ((0, 12, 12), None, ""),
    "DET_USE_TLS": ((0, 13, 0), None, ""),
    "DET_MASTER_CERT_FILE": ((0, 13, 0), None, ""),
    "DET_USE_GPU": ((0, 12, 12), (0, 17, 0), ""),
    "DET_ALLOCATION_ID": ((0, 17, 0), None, ""),
    "DET_SESSION_TOKEN": ((0, 17, 1), None, ""),
    "DET_SEGMENT_ENABLED": ((0, 17, 1), None, ""),
    "DET_TASK_TYPE": ((0, 17, 1), None, ""),
    "DET_USER": ((0, 17, 11), None, ""),
    "DET_USER_TOKEN": ((0, 17, 11), None, ""),
    "DET_RESOURCES_ID": ((0, 17, 12), None, ""),
    "DET_RESOURCES_TYPE": ((0, 17, 12), None, ""),
    "DET_K8S_RESOURCE_POOL": ((0, 20, 0), None, ""),
    "DET_WORKDIR": ((0, 18, 3), None, ""),
    "DET_TASK_LOGGING_METADATA": ((0, 18, 3), None, ""),
    "DET_RUN_DIR": ((0, 31, 0), None, ""),
    "DET_EXPERIMENT_ID": ((0, 12, 12), None, "experiment"),
    "DET_TRIAL_ID": ((0, 12, 12), None, "experiment"),
    "DET_TRIAL_SEED": ((0, 12, 12), None, "experiment"),
    "DET_EXPERIMENT_CONFIG": ((0, 12, 12), None, "experiment"),
    "DET_HPARAMS": ((0, 12, 12), None, "experiment"),
    "DET_TRIAL_RUN_ID": ((0, 17, 0), None, "experiment"),
    "DET_STEPS_COMPLETED": ((0, 18, 0), None, "experiment"),
    "NOTEBOOK_PORT": ((0, 16, 3), None, "notebook"),
    "NOTEBOOK_CONFIG": ((0, 17, 0), None, "notebook"),
    "TENSORBOARD_PORT": ((0, 16, 3), None, "tensorboard"),
}
"""Variables with the releases that set them, and the kind of task if it is not every one."""
_ROOT_FOLDERS = {"experiment": (f"{_RUN}/etc", "/etc/ssh")}


class Task(NamedTuple):
    """All that the generated parts depend on."""

    kind: str
    entrypoint: tuple[str, ...]
    device: str
    sizes: PodSizes
    environment: TaskEnvironment
    setup: MasterSetup
    era: Era
    name: str

    @property
    def pull_policy(self) -> str:
        """When the kubelet pulls the task's image."""
        return "Always" if self.environment.always_pulls else "IfNotPresent"

    @property
    def security(self) -> Document:
        """The user and the group that the task runs as."""
        user, group = self.setup.agent_user
        return {"runAsUser": user, "runAsGroup": group}


def task_container(task: Task) -> Document:
    """Return determined-container as it is before a pod spec adds to it."""
    ports = [{"containerPort": port} for port in task.environment.ports]
    return {
        "name": "determined-container",
        "image": task.environment.image,
        "imagePullPolicy": task.pull_policy,
        "command": _command(task),
        "workingDir": task.environment.work_dir,
        **({"ports": ports} if ports else {}),
        "env": environment_variables(task),
        "resources": resources(task),
        "securityContext": task.security,
        "volumeMounts": [mount for mount, _ in _volumes(task) if mount is not None],
    }


def init_container(task: Task) -> Document:
    """Return the container that unpacks the task's files."""
    mounts = (
        {"name": "archive-volume", "mountPath": _SOURCE, "readOnly": True},
        {"name": "entrypoint-volume", "mountPath": _TEMPORARY, "readOnly": True},
        {"name": "additional-files-volume", "mountPath": _TARGET},
    )
    return {
        "name": INIT_CONTAINER,
        "image": task.environment.image,
        "imagePullPolicy": task.pull_policy,
        "command": [f"{_TEMPORARY}k8_init_container_entrypoint.sh"],
        "args": ["<number of archives>", _SOURCE, _TARGET],
        "workingDir": _TEMPORARY,
        "resources": {},
        "securityContext": task.security,
        "volumeMounts": list(mounts),
    }


def sidecars(task: Task) -> list[Document]:
    """Return the containers that the master adds beside the task's."""
    if not task.era.has_fluent:
        return []
    return [
        {
            "name": FLUENT_CONTAINER,
            "image": task.setup.fluent_image,
            "imagePullPolicy": task.pull_policy,
            "command": ["<command of the log shipper>"],
            "workingDir": f"{_RUN}/fluent/",
            "resources": {},
            "volumeMounts": _log_mounts(),
        }
    ]


def volumes(task: Task) -> list[Document]:
    """Return the volumes of the generated containers."""
    return [volume for _, volume in _volumes(task) if volume is not None]


def resources(task: Task) -> Document:
    """Return what determined-container requests, which is also its limit."""
    amounts: Document = {}
    slots = task.sizes.slots_per_pod
    if task.setup.slot_type == "cpu":
        milli = int(task.setup.slot_cpu * slots * 1000)
        amounts["cpu"] = str(parse_quantity(f"{milli}m"))
    elif slots or task.era.requests_no_gpus:
        amounts[_GPUS.get(task.setup.slot_type, _GPUS["cuda"])] = str(slots)
    return {"limits": amounts, "requests": dict(amounts)} if amounts else {}


def environment_variables(task: Task) -> list[Document]:
    """Return the variables that the master sets, sorted; a pod spec's own follow them."""
    values: dict[str, str] = _of_task(task)
    for variable in task.environment.variables:
        name, _, value = variable.partition("=")
        values[name] = value
    defaults = task.setup.defaults.raw
    for name, key in (
        ("GLOO_PORT_RANGE", "gloo_port_range"),
        ("DET_INTER_NODE_NETWORK_INTERFACE", "dtrain_network_interface"),
    ):
        if defaults.get(key):
            values.setdefault(name, str(defaults[key]))
    values |= _of_cluster(task)
    found: list[Document] = [
        {"name": name, "value": value} if value else {"name": name}
        for name, value in sorted(values.items())
    ]
    fields = {}
    if task.era.knows_node_name:
        fields["DET_AGENT_ID"] = "spec.nodeName"
    if task.era.makes_jobs:
        fields["DET_KUBERNETES_POD_IP"] = "status.podIP"
    for name, path in fields.items():
        found.append({"name": name, "valueFrom": {"fieldRef": {"fieldPath": path}}})
    if task.era.logs_to_file:
        found.append({"name": "DET_K8S_LOG_TO_FILE", "value": "true"})
    return found


def _of_cluster(task: Task) -> dict[str, str]:
    setup, era = task.setup, task.era
    host, port = setup.master_host, setup.master_port
    address = f"{host}:{port}"
    values = {
        "DET_CLUSTER_ID": "<cluster id>",
        "DET_MASTER": f"{setup.scheme}://{address}" if era.has_scheme else address,
        "DET_MASTER_HOST": host,
        "DET_MASTER_ADDR": host,
        "DET_MASTER_PORT": port,
        "DET_SLOT_IDS": f"[{','.join(map(str, range(task.sizes.slots_per_pod)))}]",
    }
    if not era.knows_node_name:
        values["DET_AGENT_ID"] = "k8agent"
    if era.hides_gpus and task.device == "cpu":
        values["NVIDIA_VISIBLE_DEVICES"] = "void"
    if era.makes_jobs:
        values["DET_KUBERNETES_JOB_PARALLELISM"] = str(task.sizes.pods)
        if setup.has_gateway:
            values["DET_PROXY_THROUGH_GATEWAY"] = "true"
    return values


def _of_task(task: Task) -> dict[str, str]:
    certain = {
        "PYTHONUSERBASE": f"{_RUN}/pythonuserbase",
        "DET_USE_TLS": "true" if task.setup.has_certificate else "false",
        "DET_WORKDIR": task.environment.work_dir,
        "DET_RUN_DIR": _RUN,
        "DET_TASK_TYPE": TASK_TYPES[task.kind],
        "DET_TASK_ID": TASK,
        "DET_ALLOCATION_ID": ALLOCATION,
        "DET_K8S_RESOURCE_POOL": task.setup.pool,
        "DET_RESOURCES_TYPE": "k8s-job" if task.era.makes_jobs else "k8s-pod",
    }
    if task.setup.has_certificate:
        certain["DET_MASTER_CERT_FILE"] = f"{_RUN}/etc/ssl/master.crt"
    kinds = ("", task.kind)
    return {
        name: certain.get(name, f"<{name.removeprefix('DET_').lower().replace('_', ' ')}>")
        for name, (since, until, kind) in _VARIABLES.items()
        if kind in kinds
        and task.era.release.number >= since
        and (until is None or task.era.release.number <= until)
        and (name in certain or name != "DET_MASTER_CERT_FILE")
    }


def _command(task: Task) -> list[str]:
    unknown = [f"<entrypoint of the {task.kind}>"]
    started = _ENTRYPOINTS.get(task.kind, unknown)
    if task.kind == "command":
        started = ["<entrypoint of the command>", *task.entrypoint]
    if task.era.wraps_entrypoint:
        return [f"{_RUN}/ship-logs.sh", f"{_RUN}/ship_logs.py", *started]
    return list(started)


def _volumes(task: Task) -> list[tuple[Document | None, Document | None]]:
    """Return mounts of determined-container and volumes, in the order of the pod."""
    found: list[tuple[Document | None, Document | None]] = []
    for index, mount in enumerate(task.environment.mounts):
        found.append(_host_volume(f"det-host-volume-{index}", mount))
    shared_memory = {"name": "det-shm-volume", "emptyDir": {"medium": "Memory"}}
    found.append(({"name": "det-shm-volume", "mountPath": "/dev/shm"}, shared_memory))  # noqa: S108
    files = {
        "name": "additional-files-volume",
        "mountPath": "<each file of the master>",
        "subPath": "<its path>",
    }
    found += [(None, volume) for volume in _archive_volumes(task.name)]
    found.append((files, {"name": "additional-files-volume", "emptyDir": {}}))
    if task.era.has_fluent:
        found += zip(_log_mounts(), _log_volumes(task.name), strict=True)
    if task.era.mounts_root_files:
        for index, folder in enumerate(_root_folders(task)):
            found.append(_root_volume(f"root-volume-{index}", folder, task.name))
    return found


def _archive_volumes(name: str) -> list[Document]:
    script = {
        "key": "k8_init_container_entrypoint.sh",
        "path": "k8_init_container_entrypoint.sh",
    }
    return [
        {"name": "archive-volume", "configMap": {"name": name}},
        {
            "name": "entrypoint-volume",
            "configMap": {"name": name, "items": [script], "defaultMode": 0o555},
        },
    ]


def _log_mounts() -> list[Document]:
    return [
        {"name": "det-logs", "mountPath": f"{_RUN}/train/logs"},
        {"name": "det-fluent", "mountPath": f"{_RUN}/fluent/"},
    ]


def _log_volumes(name: str) -> list[Document]:
    return [
        {"name": "det-logs", "emptyDir": {"medium": "Memory"}},
        {"name": "det-fluent", "configMap": {"name": name}},
    ]


def _root_folders(task: Task) -> tuple[str, ...]:
    folders = _ROOT_FOLDERS.get(task.kind, (f"{_RUN}/etc",))
    return (*folders, f"{_RUN}/etc/ssl") if task.setup.has_certificate else folders


def _root_volume(name: str, folder: str, config_map: str) -> tuple[Document, Document]:
    volume: Any = {"name": name, "configMap": {"name": config_map}}
    return {"name": name, "mountPath": folder, "readOnly": True}, volume


def _host_volume(name: str, given: Document) -> tuple[Document, Document]:
    mount: Document = {"name": name, "mountPath": given["container_path"]}
    if given["read_only"]:
        mount["readOnly"] = True
    if given["propagation"] in _PROPAGATIONS:
        mount["mountPropagation"] = _PROPAGATIONS[given["propagation"]]
    return mount, {"name": name, "hostPath": {"path": given["host_path"]}}
