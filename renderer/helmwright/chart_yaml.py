"""Reading Chart.yaml and the files like it into metadata, as Go fills the structs.

Source: helm pkg/chart/v2/metadata.go, dependency.go (the JSON names of the fields)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.struct_decode import Shape, decode_struct
from helmwright.metadata import Dependency, Lock, Maintainer, Metadata

if TYPE_CHECKING:
    from helmwright.go.kinds import Value

_MAINTAINER = Shape(
    "v2",
    "Maintainer",
    {"name": ("name", "string"), "email": ("email", "string"), "url": ("url", "string")},
    Maintainer,
)
_DEPENDENCY = Shape(
    "v2",
    "Dependency",
    {
        "name": ("name", "string"),
        "version": ("version", "string"),
        "repository": ("repository", "string"),
        "condition": ("condition", "string"),
        "tags": ("tags", "[]string"),
        "enabled": ("enabled", "bool"),
        "import-values": ("import_values", "[]interface {}"),
        "alias": ("alias", "string"),
    },
    Dependency,
)
_METADATA = Shape(
    "v2",
    "Metadata",
    {
        "name": ("name", "string"),
        "home": ("home", "string"),
        "sources": ("sources", "[]string"),
        "version": ("version", "string"),
        "description": ("description", "string"),
        "keywords": ("keywords", "[]string"),
        "maintainers": ("maintainers", _MAINTAINER),
        "icon": ("icon", "string"),
        "apiVersion": ("api_version", "string"),
        "condition": ("condition", "string"),
        "tags": ("tags", "string"),
        "appVersion": ("app_version", "string"),
        "deprecated": ("deprecated", "bool"),
        "annotations": ("annotations", "map[string]string"),
        "kubeVersion": ("kube_version", "string"),
        "dependencies": ("dependencies", _DEPENDENCY),
        "type": ("type", "string"),
    },
    Metadata,
)
_BASE = Shape("loader", "chartBase", {"apiVersion": ("api_version", "string")}, Metadata)


_LOCK = Shape(
    "v2",
    "Lock",
    {
        "digest": ("digest", "string"),
        "dependencies": ("dependencies", _DEPENDENCY),
    },
    Lock,
)


def detect_api_version(tree: Value) -> str:
    """Return the ``apiVersion`` of a parsed Chart.yaml, empty if it has none.

    Raises YAMLError with Go's text.
    """
    found = Metadata()
    decode_struct(_BASE, found, tree)
    return found.api_version


def read_metadata(tree: Value, metadata: Metadata) -> None:
    """Fill ``metadata`` from a parsed Chart.yaml or requirements.yaml; what it does not say stays.

    Raises YAMLError with Go's text.
    """
    decode_struct(_METADATA, metadata, tree)
    if metadata.maintainers is None:
        metadata.maintainers = []


def read_lock(tree: Value) -> Lock:
    """Return a parsed Chart.lock or requirements.lock.

    Raises YAMLError with Go's text.
    """
    lock = Lock()
    decode_struct(_LOCK, lock, tree)
    return lock
