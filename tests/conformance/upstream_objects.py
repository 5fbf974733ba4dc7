"""Rendered manifests as objects that can be compared: read, put into one form, paired, compared.

Two manifests that ask the API server for the same thing get the same form: blank fields are left
out, defaults of the API too, quantities are numbers, Secrets are decoded, YAML and JSON inside
strings are data, and a list whose items have names is a map by name.
"""

from __future__ import annotations

import base64
import re
import sys
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "renderer")]

from helmwright.base.errors import HelmwrightError  # noqa: E402 - the path is set first
from helmwright.go import yaml_read  # noqa: E402 - the path is set first

RELEASE, NAMESPACE = "quokka", "research"
"""The release and the namespace of every render: words that no chart uses itself."""

CONFIG_FILE = "master.yaml"
CONFIG_OBJECT = "Configuration"
"""The kind under which the ConfigMap or Secret with master.yaml is found: one replaces the other.
What is in master.yaml is an object of its own, whose kind is the name of the file."""

CLUSTER_SCOPED = {
    "ClusterRole",
    "ClusterRoleBinding",
    "Namespace",
    "PriorityClass",
    "VolumeSnapshotClass",
}

DEFAULTS: set[tuple[str, Any]] = {
    ("defaultMode", 420),
    ("globalDefault", False),
    ("hostNetwork", False),
    ("hostPID", False),
    ("optional", False),
    ("privileged", False),
    ("protocol", "TCP"),
    ("readOnly", False),
    ("replicas", 1),
    ("terminationMessagePath", "/dev/termination-log"),
    ("terminationMessagePolicy", "File"),
    ("weight", 100),
    ("wildcardPolicy", "None"),
}
"""Fields that mean the same when they are left out."""

_SUFFIXES: dict[str, int | Fraction] = {
    "": 1,
    "m": Fraction(1, 1000),
    "k": 10**3,
    "M": 10**6,
    "G": 10**9,
    "T": 10**12,
    "Ki": 2**10,
    "Mi": 2**20,
    "Gi": 2**30,
    "Ti": 2**40,
}
_QUANTITY = re.compile(r"([0-9.]+)(m|k|[MGT]|[KMGT]i)?")
_METADATA = re.compile(r"(^|\.)metadata(\.labels|\.annotations)?$")
_PLAIN_KEY = re.compile(r"[\w-]+")

Objects = dict[str, Any]
"""Objects in their common form, by kind and name: "Service/determined-db-service-<release>"."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One place in which the objects of two charts are not the same.

    what: "added" (only ours has it), "removed" (only upstream has it) or "changed".
    path: the field below the object, "" for the whole object.
    """

    what: str
    object: str
    path: str
    upstream: Any
    ours: Any

    def __str__(self) -> str:
        place = f"{self.object} {self.path}".strip()
        sides = [("upstream", self.upstream), ("ours", self.ours)]
        shown = [f"{name} {value!r:.300}" for name, value in sides if value is not None]
        return f"{place}: {self.what}, {', '.join(shown)}"


def read_objects(manifests: str) -> Objects:
    """Returns the objects of a stream of manifests.

    Raises:
        HelmwrightError: A document cannot be read.
        ValueError: Two documents are the same object.
    """
    objects: Objects = {}
    for text in re.split(r"(?m)^---\n", manifests):
        for name, content in read_object(text):
            if name in objects:
                raise ValueError(f"{name} is rendered twice")
            objects[name] = content
    return objects


@lru_cache(maxsize=20_000)
def read_object(text: str) -> list[tuple[str, Any]]:
    """Returns the object of one document by name, and master.yaml as one more; none if blank."""
    manifest = yaml_read.load(text)
    if not manifest:
        return []
    kind, metadata = str(manifest["kind"]), dict(manifest["metadata"])
    name = str(metadata.pop("name")).replace(RELEASE, "<release>")
    namespace = metadata.pop("namespace", None) or NAMESPACE
    folder = "" if namespace == NAMESPACE or kind in CLUSTER_SCOPED else f"{namespace}/"
    content = {**manifest, "metadata": metadata}
    data = _decoded(content) if kind in ("ConfigMap", "Secret") else {}
    found = []
    if CONFIG_FILE in data:
        found.append((CONFIG_FILE, _form(data.pop(CONFIG_FILE), "", api=False)))
        kind = CONFIG_OBJECT
    if kind == "Service":
        _fill_service(content)
    formed = _form(content, "", api=True) | ({"data": data} if data else {})
    return [(f"{kind}/{folder}{name}", formed), *found]


def _decoded(content: dict[str, Any]) -> dict[str, Any]:
    """Takes the data out of a ConfigMap or Secret and returns it, read where it is YAML."""
    data = dict(content.pop("data", None) or {})
    if content["kind"] == "Secret":
        data = {key: base64.b64decode(value).decode() for key, value in data.items()}
        data |= content.pop("stringData", None) or {}
        if content.get("type") == "Opaque":
            del content["type"]
    for key, text in data.items():
        if key.endswith((".yaml", ".json")):
            data[key] = yaml_read.load(text)
            if key != CONFIG_FILE:
                data[key] = _form(data[key], "", api=False)
    return data


def _fill_service(content: dict[str, Any]) -> None:
    specification = content["spec"]
    specification.setdefault("type", "ClusterIP")
    for port in specification.get("ports") or []:
        port.setdefault("targetPort", port["port"])


def _form(node: Any, path: str, *, api: bool) -> Any:
    """Returns the common form; `api` is false for what the API server does not look into."""
    if isinstance(node, dict):
        return _form_of_map(node, path, api=api)
    if isinstance(node, list):
        return _form_of_list(node, path, api=api)
    if isinstance(node, str) and path.endswith(".mountPath"):
        return node.rstrip("/") or node
    if isinstance(node, str) and "[helm.sh/hook" in path:
        return node.replace(" ", "")
    return _number(node, path)


def _form_of_map(node: dict[str, Any], path: str, *, api: bool) -> dict[str, Any] | None:
    formed = {}
    for key, value in node.items():
        if api and key == "serviceAccount":
            key = "serviceAccountName"  # noqa: PLW2901 - the API's old name of the field
        step = key if _PLAIN_KEY.fullmatch(key) else f"[{key}]"
        content = _form(value, f"{path}.{step}" if path else step, api=api)
        nothing = api and content in ([], {}) and key != "emptyDir"
        if content is None or nothing or (api and _is_default(key, content)):
            continue
        formed[step] = content
    return formed if formed or not node else None


def _is_default(key: str, value: Any) -> bool:
    return not isinstance(value, (dict, list)) and (key, value) in DEFAULTS


def _form_of_list(node: list[Any], path: str, *, api: bool) -> Any:
    if path.endswith("rules") and all(isinstance(one, dict) and "verbs" in one for one in node):
        return _permissions(node)
    items = [_form(one, path, api=api) for one in node]
    names = [_name(path, one) for one in items]
    if not items or None in names:
        return items
    named: dict[str, Any] = {}
    for name, item in zip(names, items, strict=True):
        again = sum(other.partition("#")[0] == f"[{name}" for other in named)
        named[f"[{name}#{again + 1}]" if f"[{name}]" in named else f"[{name}]"] = item
    return named


def _name(path: str, item: Any) -> str | None:
    """Returns what identifies an item of a list."""
    if not isinstance(item, dict):
        return None
    if path.endswith("volumeMounts"):
        return str(item.get("mountPath"))
    if path.endswith("subjects"):
        return f"{item.get('kind')} {item.get('name')}".replace(RELEASE, "<release>")
    name = item.get("name") or item.get("pool_name") or item.get("schedulerName")
    if path.endswith("spec.ports") or not isinstance(name, str):
        return None
    return name.replace(RELEASE, "<release>")


def _permissions(rules: list[dict[str, Any]]) -> dict[str, Any]:
    """Returns the verbs of each resource, whatever the rules are cut into."""
    verbs: dict[str, set[str]] = {}
    for rule in rules:
        for group in rule.get("apiGroups", [""]):
            for resource in rule.get("resources", []):
                name = f"[{group}/{resource}]".replace("[/", "[")
                verbs.setdefault(name, set()).update(rule["verbs"])
    return {name: dict.fromkeys(sorted(found), "allowed") for name, found in verbs.items()}


def _number(value: Any, path: str) -> Any:
    """Returns whole numbers as int, and quantities as numbers."""
    if re.search(r"resources\.(requests|limits)\.[\w-]+$", path):
        return _quantity(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _quantity(value: Any) -> Any:
    found = _QUANTITY.fullmatch(str(value))
    if found is None:
        return value
    amount = Fraction(found[1]) * _SUFFIXES[found[2] or ""]
    return int(amount) if amount.denominator == 1 else float(amount)


def compare_objects(upstream: Objects, ours: Objects) -> list[Difference]:
    """Returns the differences between the objects of two charts."""
    found = []
    for name in sorted({*upstream, *ours}):
        if name not in ours:
            found.append(Difference("removed", name, "", upstream[name], None))
        elif name not in upstream:
            found.append(Difference("added", name, "", None, ours[name]))
        else:
            _compare(name, "", upstream[name], ours[name], found)
    return found


def _compare(name: str, path: str, upstream: Any, ours: Any, found: list[Difference]) -> None:
    if isinstance(upstream, dict) and isinstance(ours, dict):
        for step in sorted({*upstream, *ours}):
            below = step if not path else path + step if step[0] == "[" else f"{path}.{step}"
            if _METADATA.search(below):
                _compare(name, below, upstream.get(step, {}), ours.get(step, {}), found)
            elif step not in ours:
                found.append(Difference("removed", name, below, upstream[step], None))
            elif step not in upstream:
                found.append(Difference("added", name, below, None, ours[step]))
            else:
                _compare(name, below, upstream[step], ours[step], found)
    elif isinstance(upstream, list) and isinstance(ours, list) and len(upstream) == len(ours):
        for index, (theirs, own) in enumerate(zip(upstream, ours, strict=True)):
            _compare(name, f"{path}[{index}]", theirs, own, found)
    elif type(upstream) is not type(ours) or upstream != ours:
        number = {type(upstream), type(ours)} == {int, float}
        if not number or upstream != ours:
            found.append(Difference("changed", name, path, upstream, ours))


__all__ = [
    "CONFIG_FILE",
    "CONFIG_OBJECT",
    "NAMESPACE",
    "RELEASE",
    "Difference",
    "HelmwrightError",
    "Objects",
    "compare_objects",
    "read_object",
    "read_objects",
]
