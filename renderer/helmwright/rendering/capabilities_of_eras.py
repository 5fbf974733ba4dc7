"""What charts see as ``.Capabilities`` in other eras than the default one.

Source: helm v3 pkg/chartutil/capabilities.go, internal/version/version.go, the same of v4.0.0;
k8s.io/client-go kubernetes/scheme of each minor.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from helmwright.eras.meant import as_era
from helmwright.rendering.capabilities import (
    DEFAULT_APIS,
    BuildInfo,
    Capabilities,
    KubeVersion,
    VersionSet,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value


class Classes(NamedTuple):
    """The Go types of one era: their names, and the fields that they have."""

    kube_version: type[KubeVersion]
    version_set: type[VersionSet]
    build_info: type[BuildInfo]
    capabilities: type[Capabilities]


class _TaggedBuildInfo(BuildInfo):
    """Without what Kubernetes it was built for."""

    __slots__ = ()
    go_fields: ClassVar[Mapping[str, str]] = {
        name: attribute
        for name, attribute in BuildInfo.go_fields.items()
        if name != "KubeClientVersion"
    }

    def json_value(self) -> Value:
        """Return the fields under their JSON names that are not empty."""
        fields = super().json_value()
        del fields["kube_client_version"]
        return fields


@cache
def classes_of(package: str, *, keeps_suffix: bool, tells_kube: bool) -> Classes:
    """Return the types of an era.

    package: the one in their names. keeps_suffix: a version has what follows its numbers beside them.
    tells_kube: the build says for which Kubernetes it is.
    """
    version = type(
        "KubeVersion",
        (KubeVersion,),
        {
            "__slots__": (),
            "go_type": f"{package}.KubeVersion",
            "go_fields": {
                name: attribute
                for name, attribute in KubeVersion.go_fields.items()
                if keeps_suffix or name not in KubeVersion.go_unexported
            },
            "go_unexported": KubeVersion.go_unexported if keeps_suffix else frozenset(),
        },
    )
    versions = type(
        "VersionSet", (VersionSet,), {"__slots__": (), "go_type": f"{package}.VersionSet"}
    )
    whole = type(
        "Capabilities", (Capabilities,), {"__slots__": (), "go_type": f"*{package}.Capabilities"}
    )
    return Classes(version, versions, BuildInfo if tells_kube else _TaggedBuildInfo, whole)


def capabilities_of(
    era: Era | str, kube_version: KubeVersion | None, extra_apis: Iterable[str]
) -> Capabilities:
    """Return what an era assumes without a cluster; see ``Capabilities.default``."""
    era = as_era(era)
    build = era.build
    made = classes_of(
        era.type_package,
        keeps_suffix=era.keeps_kube_suffix,
        tells_kube=build.kube_client is not None,
    )
    if kube_version is None:
        text = f"v1.{era.kube_minor}.0"
        version = made.kube_version(text, text, "1", str(era.kube_minor))
    else:
        text = kube_version.version if era.keeps_kube_suffix else kube_version.normalized
        version = made.kube_version(
            text, kube_version.normalized, kube_version.major, kube_version.minor
        )
    return made.capabilities(
        version,
        made.version_set((*DEFAULT_APIS.split(), *extra_apis)),
        made.build_info(
            era.version, build.commit, "clean", build.go_version, build.kube_client or ""
        ),
    )
