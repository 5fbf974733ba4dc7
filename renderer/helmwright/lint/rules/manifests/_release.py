"""The release of Kubernetes that a chart is rendered for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helmwright.kube.api_lifecycles import Release
    from helmwright.lint.rendered import RenderedChart


def release_of(rendered: RenderedChart) -> Release:
    """Return the release that was asked for, or else the one that Helm takes."""
    from helmwright.base.errors import HelmwrightError
    from helmwright.kube.api_versions import release_number
    from helmwright.rendering.capabilities import Capabilities, parse_kube_version

    try:
        kube = parse_kube_version(rendered.kube_version) if rendered.kube_version else None
    except HelmwrightError:  # said when rendering
        kube = None
    version = kube or Capabilities.default(None, []).kube_version
    return release_number(version.version) or (1, 0)
