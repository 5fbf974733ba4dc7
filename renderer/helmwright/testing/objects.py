"""Kubernetes objects as tests look at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from helmwright.testing.names import MissingNameError, missing
from helmwright.unittest_suites.paths import PathError, find

_POD_PATHS: dict[str, tuple[str, ...]] = {
    "Pod": ("spec",),
    "CronJob": ("spec", "jobTemplate", "spec", "template", "spec"),
}
_WORKLOAD = ("spec", "template", "spec")


class View(Mapping[str, Any]):
    """A map that says which keys it has when one is missing; ``data`` is the plain dict."""

    _what = "no key"

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def __getitem__(self, key: str) -> Any:
        __tracebackhide__ = True
        try:
            return self.data[key]
        except KeyError:
            raise missing(self._what, key, map(str, self.data)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def __eq__(self, other: object) -> bool:
        return self.data == (other.data if isinstance(other, View) else other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.data)

    def at(self, path: str) -> Any:
        """Return what a JSON path leads to, as ``spec.containers[0].image``.

        Raises KeyError if it leads nowhere or to several values, ValueError if it is no path.
        """
        __tracebackhide__ = True
        found = self.all(path)
        if len(found) == 1:
            return found[0]
        if found:
            raise MissingNameError(f"{len(found)} values are at {path}")
        known, rest = _known_part(self.data, path)
        raise missing(f"nothing at {path}: no", rest, known)

    def all(self, path: str) -> list[Any]:
        """Return everything that a JSON path leads to; raise ValueError if it is no path."""
        __tracebackhide__ = True
        try:
            return find(self.data, path)
        except PathError as error:
            raise ValueError(f"{path}: {error}") from None


def _known_part(data: Any, path: str) -> tuple[list[str], str]:
    """Return the keys at the last place of a dotted path that exists, and what is not there."""
    for step in path.removeprefix("$").removeprefix(".").split("."):
        if not isinstance(data, dict):
            return [], step
        if step not in data:
            return list(map(str, data)), step
        data = data[step]
    return [], path


class Environment(View):
    """The environment of a container: name to value; to the map ``valueFrom`` where it has one."""

    _what = "no environment variable"


class Container(View):
    """A container, or an init container, of a pod."""

    _what = "the container has no"

    @property
    def name(self) -> str:
        """Its name."""
        return str(self.data.get("name", ""))

    @property
    def image(self) -> str:
        """Its image, as it is written."""
        return str(self["image"])

    @cached_property
    def env(self) -> Environment:
        """Its environment by name; of variables that are named twice the last one counts."""
        found = {}
        for variable in self.data.get("env") or []:
            source = variable.get("valueFrom")
            found[str(variable.get("name"))] = (
                variable.get("value", "") if source is None else source
            )
        return Environment(found)

    @property
    def args(self) -> list[str]:
        """Its arguments."""
        return list(self.data.get("args") or [])

    @property
    def command(self) -> list[str]:
        """Its command."""
        return list(self.data.get("command") or [])

    @property
    def resources(self) -> View:
        """Its requests and limits."""
        return View(self.data.get("resources") or {})

    @cached_property
    def ports(self) -> View:
        """Its ports by name, or by number where they have none."""
        ports = self.data.get("ports") or []
        return View({str(port.get("name", port.get("containerPort"))): port for port in ports})

    @cached_property
    def mounts(self) -> View:
        """Its volume mounts by path."""
        mounts = self.data.get("volumeMounts") or []
        return View({str(mount.get("mountPath")): mount for mount in mounts})


class KubernetesObject(View):
    """A rendered object.

    template: the path of the template it came from. hook: whether Helm runs it at an event.
    """

    _what = "the object has no"

    def __init__(self, data: dict[str, Any], template: str, *, hook: bool = False) -> None:
        super().__init__(data)
        self.template = template
        self.hook = hook

    def __repr__(self) -> str:
        return f"<{self.kind}/{self.name} from {self.template}>"

    @property
    def kind(self) -> str:
        """Its kind."""
        return str(self.data.get("kind", ""))

    @property
    def api_version(self) -> str:
        """Its API version, as ``apps/v1``."""
        return str(self.data.get("apiVersion", ""))

    @property
    def metadata(self) -> View:
        """Its metadata."""
        return View(self.data.get("metadata") or {})

    @property
    def name(self) -> str:
        """Its name."""
        return str(self.metadata.data.get("name", ""))

    @property
    def namespace(self) -> str:
        """Its namespace, blank if it says none."""
        return str(self.metadata.data.get("namespace") or "")

    @property
    def labels(self) -> View:
        """Its labels."""
        return View(self.metadata.data.get("labels") or {})

    @property
    def annotations(self) -> View:
        """Its annotations."""
        return View(self.metadata.data.get("annotations") or {})

    @property
    def spec(self) -> View:
        """Its spec."""
        return View(self.data.get("spec") or {})

    @property
    def pod(self) -> View:
        """The spec of its pods; raises KeyError if it has none."""
        __tracebackhide__ = True
        found: Any = self.data
        for step in _POD_PATHS.get(self.kind, _WORKLOAD):
            found = found.get(step) if isinstance(found, dict) else None
        if not isinstance(found, dict):
            raise MissingNameError(f"{self.kind}/{self.name} has no pod")
        return View(found)

    @property
    def containers(self) -> list[Container]:
        """The containers of its pods; init containers are not among them."""
        return [Container(one) for one in self.pod.data.get("containers") or []]

    @property
    def init_containers(self) -> list[Container]:
        """The init containers of its pods."""
        return [Container(one) for one in self.pod.data.get("initContainers") or []]

    def container(self, name: str) -> Container:
        """Return the container, or init container, of a name; raises KeyError without one."""
        __tracebackhide__ = True
        known = [*self.containers, *self.init_containers]
        for one in known:
            if one.name == name:
                return one
        what = f"{self.kind}/{self.name} has no container"
        raise missing(what, name, (one.name for one in known))

    def text(self, key: str) -> str:
        """Return an entry of a ConfigMap or a Secret as text, decoded.

        Raises KeyError if there is no such entry.
        """
        __tracebackhide__ = True
        plain = self.data.get("stringData" if self.kind == "Secret" else "data") or {}
        if key in plain:
            return str(plain[key])
        if self.kind == "Secret":
            from base64 import b64decode

            encoded = self.data.get("data") or {}
            if key in encoded:
                return b64decode(encoded[key]).decode("utf-8", "surrogateescape")
            plain = {**plain, **encoded}
        raise missing(f"{self.kind}/{self.name} has no entry", key, plain)
