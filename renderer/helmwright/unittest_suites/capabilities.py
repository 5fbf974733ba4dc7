"""What a chart sees as ``.Capabilities`` in a test of helm-unittest, which is made with Helm 3.

Source: helm-unittest pkg/unittest/test_job.go (capabilitiesV3), helm v3.21.3
pkg/chartutil/capabilities.go, internal/version/version.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.rendering.capabilities import classes_of

if TYPE_CHECKING:
    from helmwright.eras.era import Era
    from helmwright.rendering.capabilities import Capabilities
    from helmwright.unittest_suites.suites import CapabilitySettings

_MAJOR, _MINOR = "1", "20"
"""What Helm's source says; the linker sets another version for Helm itself, not for the plugin."""
HELM = "3.21.3"
"""The Helm that the plugin is made with, and ``_CALLED`` what that says of itself in it."""
_CALLED = "v3.21"


def plugin_capabilities(wanted: CapabilitySettings, era: Era) -> Capabilities:
    """Return the capabilities of a test; what it does not ask for is as in the plugin.

    That is another Kubernetes version than that of a render, and no API version at all.
    """
    major, minor = wanted.major or _MAJOR, wanted.minor or _MINOR
    version = f"v{major}.{minor}.0"
    made = classes_of(
        era.type_package,
        keeps_suffix=era.keeps_kube_suffix,
        tells_kube=era.build.kube_client is not None,
    )
    return made.capabilities(
        made.kube_version(version, version, major, minor),
        made.version_set(wanted.api_versions or ()),
        made.build_info(_CALLED, "", ""),
    )
