"""From a chart and values to manifests in order; the only room where charts and templates meet.

``renderer`` is the door: ``steps`` calls the steps in the order of Helm. ``engine`` renders templates that
see ``dot`` (with ``files``, ``capabilities``, ``release``) and call ``functions``; ``errors`` has Helm's wording of
what fails; ``manifest`` splits what comes out, hooks apart, and ``order`` sorts it by kind. For those
who look at what came out ``objects`` reads it, and ``source_map`` knows the template's line behind each of its lines.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.go.limits import Limits
    from helmwright.go.world import World
    from helmwright.rendering.capabilities import Capabilities, KubeVersion, parse_kube_version
    from helmwright.rendering.engine import Engine
    from helmwright.rendering.manifest import Manifest, parse_manifests
    from helmwright.rendering.order import sort_manifests
    from helmwright.rendering.release import Release
    from helmwright.rendering.renderer import ChartRenderer, coalesce, render
    from helmwright.rendering.steps import Rendering
    from helmwright.template.coverage import Coverage
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "go.limits": ("Limits",),
            "go.world": ("World",),
            "rendering.capabilities": ("Capabilities", "KubeVersion", "parse_kube_version"),
            "rendering.engine": ("Engine",),
            "rendering.manifest": ("Manifest", "parse_manifests"),
            "rendering.order": ("sort_manifests",),
            "rendering.release": ("Release",),
            "rendering.renderer": ("ChartRenderer", "coalesce", "render"),
            "rendering.steps": ("Rendering",),
            "template.coverage": ("Coverage",),
        },
    )

__all__ = [
    "Capabilities",
    "ChartRenderer",
    "Coverage",
    "Engine",
    "KubeVersion",
    "Limits",
    "Manifest",
    "Release",
    "Rendering",
    "World",
    "coalesce",
    "parse_kube_version",
    "parse_manifests",
    "render",
    "sort_manifests",
]
