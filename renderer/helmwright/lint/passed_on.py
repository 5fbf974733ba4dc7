"""What Kubernetes takes below keys that charts pass on under its own names: ``resources``, ``tls``.

The names are a convention that most charts keep; what a chart has there itself comes first.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from helmwright.base.patterns import lazy_pattern
from helmwright.kube.data_files import kinds_document

_CORE = "core.v1."
_MAPS = (
    (r"resources", ("core.v1.ResourceRequirements",)),
    (r"(?:\w*securitycontext)", ("core.v1.SecurityContext", "core.v1.PodSecurityContext")),
    (r"\w*affinity", ("core.v1.Affinity",)),
    (r"\w*(?:liveness|readiness|startup)probe", ("core.v1.Probe", "core.v1.HTTPGetAction")),
    (r"lifecycle(?:hooks)?", ("core.v1.Lifecycle",)),
    (
        r"(?:update|deployment)?strategy",
        (
            "apps.v1.DeploymentStrategy",
            "apps.v1.DaemonSetUpdateStrategy",
            "apps.v1.StatefulSetUpdateStrategy",
        ),
    ),
    (r"dnsconfig", ("core.v1.PodDNSConfig",)),
)
_LISTS = (
    (r"\w*tolerations", "core.v1.Toleration"),
    (r"\w*topologyspreadconstraints", "core.v1.TopologySpreadConstraint"),
    (r"(?:extra|additional)?volumes", "core.v1.Volume"),
    (r"(?:extra|additional)?volumemounts", "core.v1.VolumeMount"),
    (r"(?:extra|additional)?env(?:vars)?", "core.v1.EnvVar"),
    (r"(?:extra|additional)?(?:init)?containers|sidecars", "core.v1.Container"),
    (r"imagepullsecrets", "core.v1.LocalObjectReference"),
    (r"hostaliases", "core.v1.HostAlias"),
)
_MAP_NAMES = tuple((lazy_pattern(name), types) for name, types in _MAPS)
_LIST_NAMES = tuple((lazy_pattern(name), (f"[]{one}",)) for name, one in _LISTS)
_QUANTITIES = "map[string]api.resource.Quantity"
_QUANTITY_NAMES = frozenset({"cpu", "memory", "ephemeral-storage", "storage"})

_OF_CHARTS = frozenset({"enabled"})
"""What charts have beside the fields of Kubernetes."""


def types_by_name(name: str) -> tuple[str, ...]:
    """Return the types that Kubernetes may take below a key of this name, in Go's notation."""
    plain = name.lower().replace("_", "").replace("-", "")
    for pattern, types in (*_MAP_NAMES, *_LIST_NAMES):
        if pattern.fullmatch(plain):
            return types
    return ()


def types_below(types: tuple[str, ...], key: str) -> tuple[str, ...]:
    """Return the types of a field of one of these types."""
    found = (_fields(one).get(key) for one in types)
    return tuple(one for one in found if one is not None)


def types_of_items(types: tuple[str, ...]) -> tuple[str, ...]:
    """Return the types of the items, if a type is that of a list."""
    return tuple(one[2:] for one in types if one.startswith("[]"))


def known_fields(types: tuple[str, ...], defaults: tuple[Any, ...]) -> frozenset[str]:
    """Return the fields of maps of these types; none where a chart's own map has no such field."""
    found: set[str] = set()
    for one in types:
        found |= _QUANTITY_NAMES if one == _QUANTITIES else _fields(one).keys()
    own = {key for one in defaults if type(one) is dict for key in one} - _OF_CHARTS
    return frozenset() if own and not own & found else frozenset(found)


@lru_cache(maxsize=256)
def _fields(name: str) -> dict[str, str]:
    return {row[0]: row[1] for row in kinds_document()["types"].get(name, ())}
