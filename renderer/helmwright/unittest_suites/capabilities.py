"""What a chart sees as ``.Capabilities`` in a test of helm-unittest, which is made with Helm 3.

Source: helm-unittest pkg/unittest/test_job.go (capabilitiesV3), helm v3.21.3
pkg/chartutil/capabilities.go, internal/version/version.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from helmwright.rendering.capabilities import BuildInfo, Capabilities, KubeVersion, VersionSet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.go.kinds import Value
    from helmwright.unittest_suites.suites import CapabilitySettings

_MAJOR, _MINOR = "1", "20"
"""What Helm's source says; the linker sets another version for Helm itself, not for the plugin."""
_HELM = "v3.21"


class _KubeVersion(KubeVersion):
    __slots__ = ()
    go_type = "chartutil.KubeVersion"
    go_fields: ClassVar[Mapping[str, str]] = {
        "Version": "version",
        "Major": "major",
        "Minor": "minor",
    }
    go_unexported: ClassVar[frozenset[str]] = frozenset()


class _VersionSet(VersionSet):
    __slots__ = ()
    go_type = "chartutil.VersionSet"


class _BuildInfo(BuildInfo):
    __slots__ = ()
    go_fields: ClassVar[Mapping[str, str]] = {
        name: attribute
        for name, attribute in BuildInfo.go_fields.items()
        if name != "KubeClientVersion"  # a field of Helm 4
    }

    def json_value(self) -> Value:
        """Return the fields under their JSON names that are not empty."""
        return {"version": self.version, "go_version": self.go_version}


class _Capabilities(Capabilities):
    __slots__ = ()
    go_type = "*chartutil.Capabilities"


def plugin_capabilities(wanted: CapabilitySettings) -> Capabilities:
    """Return the capabilities of a test; what it does not ask for is as in the plugin.

    That is another Kubernetes version than that of a render, and no API version at all.
    """
    major, minor = wanted.major or _MAJOR, wanted.minor or _MINOR
    version = f"v{major}.{minor}.0"
    return _Capabilities(
        _KubeVersion(version, version, major, minor),
        _VersionSet(wanted.api_versions or ()),
        _BuildInfo(_HELM, "", ""),
    )
