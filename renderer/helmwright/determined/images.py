"""Images of tasks: the configuration of a master names them, in a ConfigMap or a Secret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError
from helmwright.base.paths import dotted
from helmwright.go.yaml_read import load_map
from helmwright.kube.images import NamedImage, images_of_pod

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path

ROLE = "task image"
_FILE = "master.yaml"
_PODS = ("cpu_pod_spec", "gpu_pod_spec", "checkpoint_gc_pod_spec")
_MANAGERS = ("resource_manager", "additional_resource_managers")


def images_of_tasks(data: dict[str, Any]) -> Iterator[NamedImage]:
    """Yield the images that tasks get, if an object has the configuration of a master.

    What is in a task's own configuration, or built into the master, is not there.
    """
    if data.get("kind") not in ("ConfigMap", "Secret"):
        return
    for key in ("data", "stringData"):
        files = data.get(key)
        text = files.get(_FILE) if type(files) is dict else None
        if type(text) is str:
            for found in _of_master(text):
                yield found._replace(path=(key, _FILE), inner=found.path)


def _of_master(text: str) -> Iterator[NamedImage]:
    try:
        config = load_map(text)
    except HelmwrightError:  # as a Secret in base64, which is not ours to read
        return
    yield from _of_defaults(config.get("task_container_defaults"), ("task_container_defaults",))
    yield from _of_pools(config.get("resource_pools"), ("resource_pools",))
    manager = config.get("resource_manager")
    yield from _of_manager(manager, ("resource_manager",))
    more = config.get("additional_resource_managers")
    for index, one in enumerate(more if type(more) is list else ()):
        where: Path = ("additional_resource_managers", index)
        if type(one) is dict:
            yield from _of_manager(one.get("resource_manager"), (*where, "resource_manager"))
            yield from _of_pools(one.get("resource_pools"), (*where, "resource_pools"))


def _of_manager(manager: Any, path: Path) -> Iterator[NamedImage]:
    fluent = manager.get("fluent") if type(manager) is dict else None
    image = fluent.get("image") if type(fluent) is dict else None
    if type(image) is str and image:
        where = (*path, "fluent", "image")
        yield NamedImage(image, where, ROLE, dotted(where))


def _of_pools(pools: Any, path: Path) -> Iterator[NamedImage]:
    for index, pool in enumerate(pools if type(pools) is list else ()):
        if type(pool) is dict:
            key = "task_container_defaults"
            yield from _of_defaults(pool.get(key), (*path, index, key))


def _of_defaults(defaults: Any, path: Path) -> Iterator[NamedImage]:
    if type(defaults) is not dict:
        return
    image = defaults.get("image")
    named = image.items() if type(image) is dict else ((None, image),)
    for device, text in named:
        if type(text) is str and text:
            where: Path = (*path, "image") if device is None else (*path, "image", str(device))
            yield NamedImage(text, where, ROLE, dotted(where))
    for key in _PODS:
        pod = defaults.get(key)
        spec = pod.get("spec") if type(pod) is dict else None
        if type(spec) is dict:
            for found in images_of_pod(spec, (*path, key, "spec")):
                yield found._replace(role=ROLE, name=dotted(found.path), is_certain=False)
