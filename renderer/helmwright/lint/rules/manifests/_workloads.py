"""Pods that rendered objects make, and who selects them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.kube.conformity import is_known
from helmwright.kube.pod_templates import api_group, pod_template_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.rendered import RenderedChart
    from helmwright.rendering.objects import RenderedObject

_ADDED = frozenset(
    {
        "apps.kubernetes.io/pod-index",
        "batch.kubernetes.io/controller-uid",
        "batch.kubernetes.io/job-completion-index",
        "batch.kubernetes.io/job-name",
        "controller-revision-hash",
        "controller-uid",
        "job-name",
        "pod-template-generation",
        "pod-template-hash",
        "statefulset.kubernetes.io/pod-name",
    }
)
"""Labels that Kubernetes itself gives to pods."""
_USUAL = frozenset({"app", "component", "k8s-app", "name", "release", "tier"})
_USUAL_PREFIXES = ("app.kubernetes.io/", "helm.sh/")


class Container(NamedTuple):
    """A container with its path in the object."""

    path: Path
    data: dict[str, Any]
    name: str
    is_init: bool


class PodTemplate(NamedTuple):
    """What an object says about its pods.

    path: of the template in the object.
    """

    owner: RenderedObject
    path: Path
    data: dict[str, Any]

    @property
    def labels(self) -> dict[str, str]:
        """The labels of the pods."""
        return texts(section(self.data, "metadata", "labels"))

    @property
    def spec(self) -> dict[str, Any]:
        """The specification of the pods."""
        return section(self.data, "spec")

    def containers(self) -> Iterator[Container]:
        """Yield the containers, those for the start first."""
        for key in ("initContainers", "containers"):
            for index, one in enumerate(entries(self.spec, key)):
                if type(one) is dict:
                    name = str(one.get("name") or index)
                    path = (*self.path, "spec", key, index)
                    yield Container(path, one, name, key == "initContainers")

    def volumes(self) -> Iterator[tuple[Path, dict[str, Any]]]:
        """Yield the volumes with their paths."""
        for index, one in enumerate(entries(self.spec, "volumes")):
            if type(one) is dict:
                yield (*self.path, "spec", "volumes", index), one


def section(data: Any, *path: str) -> dict[str, Any]:
    """Return the map at a path; an empty one if there is something else."""
    for step in path:
        data = data.get(step) if type(data) is dict else None
    return data if type(data) is dict else {}


def entries(data: Any, *path: str) -> list[Any]:
    """Return the list at a path; an empty one if there is something else."""
    found = section(data, *path[:-1]).get(path[-1])
    return found if type(found) is list else []


def texts(labels: dict[str, Any]) -> dict[str, str]:
    """Return the labels that have a value; those of another type are another rule's."""
    return {key: str(value) for key, value in labels.items() if value is not None}


def group(one: RenderedObject) -> str:
    """Return the API group of an object; blank for the core group."""
    return api_group(one.api_version)


def namespace(rendered: RenderedChart, one: RenderedObject) -> str:
    """Return the namespace that an object gets."""
    return str(section(one.data, "metadata").get("namespace") or rendered.release.namespace)


def pods(rendered: RenderedChart) -> Iterator[PodTemplate]:
    """Yield the pods of all objects that are Kubernetes' own and have some."""
    for one in rendered.objects:
        path = pod_template_path(one.data)
        if path is not None:
            data: Any = one.data
            for step in path:
                data = section(data, str(step))
            if data:
                yield PodTemplate(one, path, data)


def has_custom_objects(rendered: RenderedChart) -> bool:
    """Tell whether the chart renders objects that an operator may turn into pods or Services."""
    return any(
        one.kind and not is_known(one.api_version, one.kind) and not _is_builtin(one)
        for one in rendered.objects
    )


def _is_builtin(one: RenderedObject) -> bool:
    own = group(one)
    return "." not in own or own in {"policy", "networking.k8s.io", "rbac.authorization.k8s.io"}


def selector_matches(selector: dict[str, Any], labels: dict[str, str]) -> bool:
    """Tell whether a LabelSelector takes labels."""
    wanted = texts(section(selector, "matchLabels"))
    if any(labels.get(key) != value for key, value in wanted.items()):
        return False
    return all(
        _expression_matches(one, labels)
        for one in entries(selector, "matchExpressions")
        if type(one) is dict
    )


def _expression_matches(expression: dict[str, Any], labels: dict[str, str]) -> bool:
    key, operator = str(expression.get("key")), expression.get("operator")
    values = {str(value) for value in entries(expression, "values")}
    if operator == "In":
        return labels.get(key) in values
    if operator == "NotIn":
        return labels.get(key) not in values
    if operator == "Exists":
        return key in labels
    return operator != "DoesNotExist" or key not in labels


def selected(
    rendered: RenderedChart, selector: dict[str, str], where: str
) -> list[PodTemplate] | None:
    """Return the pods in a namespace that have the labels of a selector.

    None if that cannot be told: pods come from elsewhere, or may get labels while they run.
    """
    if has_custom_objects(rendered):
        return None
    there = [pod for pod in pods(rendered) if namespace(rendered, pod.owner) == where]
    known = {key for pod in there for key in pod.labels}
    at_run_time = [key for key in selector if key not in known and not _is_usual(key)]
    found = [
        pod
        for pod in there
        if all(
            pod.labels.get(key) == value
            for key, value in selector.items()
            if key not in _ADDED and key not in at_run_time
        )
    ]
    return found if there and (found or not at_run_time) else None


def _is_usual(key: str) -> bool:
    return key in _USUAL or key.startswith(_USUAL_PREFIXES)
