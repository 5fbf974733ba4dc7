"""Container images that Kubernetes objects name: in pods surely, elsewhere as far as it shows.

Kubernetes says where its own kinds have images. What an operator makes of a custom resource, a
controller of its arguments or of a ConfigMap, only they know; there a text is taken for an image if
its key says so, or if it can hardly be anything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import HelmwrightError
from helmwright.base.paths import dotted
from helmwright.kube.image_names import read_image_name
from helmwright.kube.pod_templates import CONTAINERS, pod_template_path
from helmwright.kube.validation.refusal import entries, section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path

CUSTOM_RESOURCE = "custom resource"
ARGUMENT = "argument"
ENVIRONMENT = "environment variable"
CONFIGURATION = "configuration"
VOLUME = "image volume"
_TAGS = ("tag", "version")
_WITHOUT_IMAGES = frozenset({"CustomResourceDefinition", "Secret"})
"""Kinds that are not searched: schemas only speak of images, and Secrets are not quoted."""
_MOST_TEXT = 1 << 20


class NamedImage(NamedTuple):
    """An image that an object names.

    text: its name, as the cluster would see it: put together, where an object has its parts.
    path: of the text, or of the map that has the parts. role: ``container``, ``argument`` …
    name: of the container, the argument or the variable; blank if there is none.
    is_certain: whether Kubernetes itself pulls it; else it depends on who reads the object.
    inner: where it is in the YAML of the text at ``path``, if that has some.
    """

    text: str
    path: Path
    role: str
    name: str = ""
    is_certain: bool = False
    inner: Path = ()


def images_of(data: dict[str, Any]) -> Iterator[NamedImage]:
    """Yield the images that an object names, in the order in which they stand there."""
    kind = str(data.get("kind") or "")
    if kind in _WITHOUT_IMAGES:
        return
    template_path = pod_template_path(data)
    if template_path is not None:
        spec = section(data, *template_path, "spec")
        yield from images_of_pod(spec, (*template_path, "spec"))
    elif kind == "ConfigMap":
        yield from _of_configuration(data)
    else:
        inner = {key: value for key, value in data.items() if key not in ("metadata", "status")}
        yield from _of_custom(inner, (), CUSTOM_RESOURCE)


def images_of_pod(spec: dict[str, Any], path: Path) -> Iterator[NamedImage]:
    """Yield the images that the specification of a pod names; path: of the specification."""
    for key, role in CONTAINERS.items():
        for index, container in entries(spec, key):
            yield from _of_container(container, (*path, key, index), role)
    for index, volume in entries(spec, "volumes"):
        reference = section(volume, "image").get("reference")
        if type(reference) is str and reference:
            where = (*path, "volumes", index, "image", "reference")
            yield NamedImage(reference, where, VOLUME, _name(volume), is_certain=True)


def _of_container(container: dict[str, Any], path: Path, role: str) -> Iterator[NamedImage]:
    image = container.get("image")
    if type(image) is str and image:
        yield NamedImage(image, (*path, "image"), role, _name(container), is_certain=True)
    for key in ("command", "args"):
        yield from _of_arguments(container.get(key), (*path, key))
    for index, variable in entries(container, "env"):
        value, name = variable.get("value"), _name(variable)
        if type(value) is str and _is_mentioned(name, value):
            yield NamedImage(value, (*path, "env", index, "value"), ENVIRONMENT, name)


def _of_arguments(arguments: Any, path: Path) -> Iterator[NamedImage]:
    """Yield the images in a command line: ``--sidecar-image=IMAGE``, or the word behind a flag."""
    flag = ""
    for index, word in enumerate(arguments if type(arguments) is list else ()):
        if type(word) is not str:
            continue
        name, equals, value = word.partition("=")
        if not (name.startswith("-") and equals):
            name, value = (word, "") if word.startswith("-") else (flag, word)
        if value and _is_mentioned(name, value):
            yield NamedImage(value, (*path, index), ARGUMENT, name)
        flag = name if name.startswith("-") and not value else ""


def _of_configuration(data: dict[str, Any]) -> Iterator[NamedImage]:
    """Yield the images in the files of a ConfigMap that are YAML or JSON."""
    from helmwright.go.yaml_read import load_map

    for key, text in section(data, "data").items():
        if type(text) is not str or len(text) > _MOST_TEXT:
            continue
        if _is_image_key(key) and _is_image(text):
            yield NamedImage(text, ("data", key), CONFIGURATION, key)
        if "mage" not in text:
            continue
        try:
            inner = load_map(text)
        except HelmwrightError:
            continue
        for found in _of_custom(inner, (), CONFIGURATION):
            yield found._replace(path=("data", key), name=dotted(found.path), inner=found.path)


def _of_custom(value: Any, path: Path, role: str) -> Iterator[NamedImage]:
    """Yield the images in data of any shape; path: of the data."""
    if type(value) is list:
        for index, item in enumerate(value):
            yield from _of_custom(item, (*path, index), role)
    elif type(value) is dict:
        whole = _put_together(value, path[-1] if path else "")
        if whole:
            yield NamedImage(whole, path, role)
        for key, item in value.items():
            where = (*path, key)
            if type(item) is not str:
                yield from _of_member(key, item, where, role)
            elif not whole and _is_image_key(key) and _is_image(item):
                yield NamedImage(_with_tag(item, value, key), where, role, _name(value))


def _of_member(key: str, item: Any, where: Path, role: str) -> Iterator[NamedImage]:
    """Yield the images in what a key of a map holds, if that is no text."""
    if key in ("args", "command"):
        yield from _of_arguments(item, where)
        return
    if type(item) is list and _is_image_key(key.removesuffix("s")):
        for index, text in enumerate(item):
            if type(text) is str and _is_image(text):
                yield NamedImage(text, (*where, index), role)
    yield from _of_custom(item, where, role)


def _put_together(value: dict[str, Any], key: str | int) -> str:
    """Return the image whose parts a map has; blank if it has none.

    ``image: {registry, repository, tag, digest}`` as most operators write it, or
    ``{repository, image, version}`` as those of NVIDIA and Intel do.
    """
    repository, image = value.get("repository"), value.get("image")
    tag = next((str(value[one]) for one in _TAGS if value.get(one)), "")
    if type(repository) is not str or not repository:
        return ""
    if type(image) is str and image and tag:
        name = f"{repository}/{image}"
    elif _is_image_key(str(key)) or (type(value.get("tag")) is str and "pullPolicy" in value):
        registry = value.get("registry")
        has_registry = type(registry) is str and registry
        name = f"{registry}/{repository}" if has_registry else repository
    else:
        return ""
    digest = value.get("digest") or value.get("sha")
    if tag.startswith("sha256:"):
        tag, digest = "", tag
    if type(digest) is str and digest:
        digest = digest if ":" in digest else f"sha256:{digest}"
    whole = name + (f":{tag}" if tag else "") + (f"@{digest}" if digest else "")
    return whole if read_image_name(whole) is not None else ""


def _with_tag(image: str, beside: dict[str, Any], key: str) -> str:
    """Return an image with the tag that stands beside it, if it has none itself."""
    name = read_image_name(image)
    if name is None or name.tag or name.digest:
        return image
    tag = beside.get(f"{key}Tag") or (beside.get("tag") if key in ("image", "baseImage") else None)
    whole = f"{image}:{tag}"
    return whole if type(tag) is str and read_image_name(whole) is not None else image


def _is_image_key(key: str) -> bool:
    """Tell whether a key says that its value is an image: ``image``, ``proxyImage``, ``init_image``."""
    return key.endswith(("Image", "image")) and not key.lower().endswith(("useimage", "pullimage"))


def _is_image(text: str) -> bool:
    """Tell whether the text of a key that speaks of images is one."""
    return read_image_name(text) is not None and text.lower() not in ("true", "false", "none")


def _is_mentioned(name: str, text: str) -> bool:
    """Tell whether an argument or a variable holds an image.

    Either its name says so, or the text has a registry's host, a repository, and a tag or a digest.
    """
    image = read_image_name(text)
    if image is None:
        return False
    first, slash, _ = text.partition("/")
    if "image" in name.lower():
        return bool(slash) or bool(image.tag or image.digest)
    return bool(slash) and "." in first and "/" in text and bool(image.tag or image.digest)


def _name(data: dict[str, Any]) -> str:
    name = data.get("name")
    return name if type(name) is str else ""
