"""The configuration of a task as the master settles it: its own over a template over the defaults.

Source: master/internal/api_command.go, core_experiment.go, spec_util.go; master/pkg/tasks;
master/pkg/schemas/expconf; master/pkg/model/command_config.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError
from helmwright.base.records import Record
from helmwright.determined.pods.defaults import PodLayer, combine_mounts
from helmwright.determined.pods.reading import (
    DEVICES,
    by_device,
    image_at,
    list_at,
    map_at,
    mounts_at,
    read_over,
    variables_at,
)
from helmwright.determined.pods.sources import NOWHERE, Source, json_value, section

if TYPE_CHECKING:
    from helmwright.determined.pods.defaults import TaskDefaults
    from helmwright.determined.pods.master_setup import MasterSetup
    from helmwright.determined.pods.sources import Document

KINDS = ("experiment", "notebook", "shell", "command", "tensorboard", "gc")
WORK_DIR = "/run/determined/workdir"
SHARED_FILES = "/determined_shared_fs"
_TRIAL_PORT = 1734
_GC_PRIORITY = 50
_BUILT_IN = "<the image that is built into the master>"


class TaskRequest(Record):
    """What somebody submits: a kind of task, its configuration, and a configuration template.

    For "gc" the configuration is that of the experiment whose checkpoints are collected.
    """

    kind: str = "experiment"
    config: Document | None = None
    template: Document | None = None
    source: Source = NOWHERE
    template_source: Source = NOWHERE

    @property
    def like_experiment(self) -> bool:
        """Whether the configuration is that of an experiment."""
        return self.kind in ("experiment", "gc")

    def setting(self, *path: str, template: bool = True) -> Any:
        """Return a value of the configuration, else of the template; None for neither."""
        for document in (self.config, self.template if template else None):
            value: Any = document
            for key in path:
                value = section(value).get(key)
            if value is not None:
                return json_value(value)
        return None

    @property
    def documents(self) -> tuple[tuple[Document, Source], ...]:
        """The template and the configuration with their sources, the weaker one first."""
        return (
            (section(self.template), self.template_source),
            (section(self.config), self.source),
        )

    @property
    def slots(self) -> int:
        """How many slots the configuration asks for.

        What a template says counts for experiments only.
        Raises ``HelmwrightError`` for what is no number of slots.
        """
        if self.kind == "tensorboard":
            return 0
        key = "slots_per_trial" if self.like_experiment else "slots"
        value = self.setting("resources", key, template=self.like_experiment)
        if value is None:
            return 1
        if type(value) is not int or value < 0:
            position = self.source.position(("resources", key))
            raise HelmwrightError(f"resources.{key} must be a whole number >= 0", position)
        return value

    @property
    def pool(self) -> str:
        """The name of the resource pool; blank for the default one."""
        value = self.setting("resources", "resource_pool", template=self.like_experiment)
        return value if type(value) is str else ""

    @property
    def single_node(self) -> bool:
        """Whether all slots must be in one pod."""
        return not self.like_experiment or self.setting("resources", "is_single_node") is True

    @property
    def pods(self) -> tuple[PodLayer, ...]:
        """The pod specs of the template and of the configuration, the weaker one first."""
        layers = []
        written = (
            ("template", self.template, self.template_source),
            ("task", self.config, self.source),
        )
        for name, document, source in written:
            pod = section(section(document).get("environment")).get("pod_spec")
            if type(pod) is dict:
                place = source.at("environment", "pod_spec")
                layers.append(PodLayer(f"{name} pod_spec", json_value(pod), place))
            elif pod is not None:
                place_of = source.position(("environment", "pod_spec"))
                raise HelmwrightError(f"pod_spec of the {name} is not a map", place_of)
        return tuple(layers)


class TaskEnvironment(Record):
    """What the configuration says about the task's container, all layers taken together."""

    image: str
    always_pulls: bool
    variables: tuple[str, ...]
    ports: tuple[Any, ...]
    mounts: tuple[Document, ...]
    work_dir: str
    priority: int


def environment_of(
    request: TaskRequest, setup: MasterSetup, below: TaskDefaults, device: str
) -> TaskEnvironment:
    """Return the environment of a task on a kind of device.

    below: the defaults that its configuration was merged with, if these are not those of ``setup``.
    """
    defaults = setup.defaults
    # Of defaults with an image, what they leave open is blank, and not the built-in one.
    images: dict[str, Any] = dict.fromkeys(DEVICES, "" if defaults.images else _BUILT_IN)
    images |= defaults.images
    variables = list(defaults.variables.get(device, ()))
    if below is not defaults:
        variables += below.variables.get(device, ())
    mounts = below.bind_mounts
    for document, source in request.documents:
        given = map_at(document, "environment", source)
        place = source.at("environment")
        image, listed = image_at(given, place), variables_at(given, place)
        if request.like_experiment:
            images |= by_device(image) if request.kind != "gc" else {}
            variables += by_device(listed).get(device, ())
        else:
            images = read_over(images, image)
            over = read_over({device: variables}, listed)
            variables += over[device] if over[device] is not variables else []
        mounts = combine_mounts(mounts_at(document, source), mounts)
    work_dir = WORK_DIR
    if not request.like_experiment:
        work_dir = str(request.setting("work_dir") or defaults.raw.get("work_dir") or WORK_DIR)
    settled = request.kind != "gc"
    pulls = request.setting("environment", "force_pull_image") if settled else None
    priority = request.setting("resources", "priority") if settled else _GC_PRIORITY
    return TaskEnvironment(
        image=str(images[device]),
        always_pulls=bool(defaults.raw.get("force_pull_image") if pulls is None else pulls),
        variables=tuple(map(str, variables)),
        ports=_ports(request),
        mounts=(*(_host_mount(mount, work_dir) for mount in mounts), *_shared(request, setup)),
        work_dir=work_dir,
        priority=priority if type(priority) is int else setup.priority,
    )


def _ports(request: TaskRequest) -> tuple[Any, ...]:
    ports: set[int] = set()
    for document, source in request.documents:
        given = map_at(document, "environment", source)
        place = source.at("environment")
        if request.like_experiment:
            ports |= {port for port in map_at(given, "ports", place).values() if _is_port(port)}
        for proxied in list_at(given, "proxy_ports", place):
            port: Any = section(proxied).get("proxy_port")
            ports |= {port} if _is_port(port) else set()
    own: tuple[Any, ...] = (f"<port of the {request.kind}>",)
    if request.kind == "experiment":
        own = (_TRIAL_PORT,)
    elif request.kind in ("command", "gc"):
        own = ()
    return (*sorted(ports), *own)


def _is_port(port: Any) -> bool:
    return type(port) is int


def _host_mount(mount: Document, work_dir: str) -> Document:
    target = str(mount.get("container_path") or "")
    if not target.startswith("/"):
        target = f"{work_dir}/{target}"
    return {
        "host_path": mount.get("host_path") or "",
        "container_path": target,
        "read_only": mount.get("read_only") is True,
        "propagation": mount.get("propagation") or "rprivate",
    }


def _shared(request: TaskRequest, setup: MasterSetup) -> tuple[Document, ...]:
    """Return the mount of the checkpoints' folder, if they are kept on the nodes."""
    if request.kind not in ("experiment", "gc", "tensorboard"):
        return ()
    storage = section(request.setting("checkpoint_storage")) if request.like_experiment else {}
    if storage.get("type") in (None, setup.checkpoint_storage.get("type")):
        storage = {**setup.checkpoint_storage, **storage}
    if storage.get("type") != "shared_fs":
        return ()
    mount = {"host_path": str(storage.get("host_path") or ""), "container_path": SHARED_FILES}
    return (_host_mount(mount, WORK_DIR),)


def device_of(slot_type: str, slots_per_pod: int) -> str:
    """Return the kind of device whose image and variables a task gets."""
    return slot_type if slots_per_pod and slot_type in DEVICES else "cpu"
