"""Helm charts rendered exactly as Helm renders them, without Helm.

::

    from helmwright import ChartRenderer, Release, load_chart

    renderer = ChartRenderer(load_chart("chart"))
    values = {"maxSlotsPerPod": 4, "initialUserPassword": "Passw0rd"}
    for manifest in renderer.render(values, Release("det", "prod")).manifests:
        print(manifest.kind, manifest.name)

Here is what most programs need; the rest is in the packages below, each with one subject. Public is what
``__all__`` of these packages lists; modules that are not among them are private, and move.
Names are imported when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright import charts as charts
    from helmwright import cluster as cluster
    from helmwright import compat as compat
    from helmwright import determined as determined
    from helmwright import diff as diff
    from helmwright import eras as eras
    from helmwright import errors as errors
    from helmwright import goldens as goldens
    from helmwright import images as images
    from helmwright import kube as kube
    from helmwright import lint as lint
    from helmwright import patches as patches
    from helmwright import reference as reference
    from helmwright import releases as releases
    from helmwright import rendering as rendering
    from helmwright import secrets as secrets
    from helmwright import settings as settings
    from helmwright import sources as sources
    from helmwright import testing as testing
    from helmwright import unittest_suites as unittest_suites
    from helmwright import values as values
    from helmwright.base.errors import ChartError, HelmwrightError, TemplateError, ValuesError
    from helmwright.charts.chart import Chart
    from helmwright.charts.loader import load_chart
    from helmwright.diff.interface import diff_charts, diff_manifests, diff_values
    from helmwright.go.world import World
    from helmwright.lint.finding import Finding
    from helmwright.lint.interface import lint_chart, lint_values
    from helmwright.rendering.capabilities import Capabilities
    from helmwright.rendering.manifest import Manifest, parse_manifests
    from helmwright.rendering.release import Release
    from helmwright.rendering.renderer import ChartRenderer, render
    from helmwright.rendering.steps import Rendering
    from helmwright.testing.charts import TestedChart
    from helmwright.values.files import merge_sources

    __version__: str
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "base.errors": ("ChartError", "HelmwrightError", "TemplateError", "ValuesError"),
            "base.version": ("__version__",),
            "charts.chart": ("Chart",),
            "charts.loader": ("load_chart",),
            "diff.interface": ("diff_charts", "diff_manifests", "diff_values"),
            "go.world": ("World",),
            "lint.finding": ("Finding",),
            "lint.interface": ("lint_chart", "lint_values"),
            "rendering.capabilities": ("Capabilities",),
            "rendering.manifest": ("Manifest", "parse_manifests"),
            "rendering.release": ("Release",),
            "rendering.renderer": ("ChartRenderer", "render"),
            "rendering.steps": ("Rendering",),
            "testing.charts": ("TestedChart",),
            "values.files": ("merge_sources",),
        },
        rooms=(
            "charts",
            "cluster",
            "compat",
            "determined",
            "diff",
            "eras",
            "errors",
            "goldens",
            "images",
            "kube",
            "lint",
            "packs",
            "patches",
            "reference",
            "releases",
            "rendering",
            "secrets",
            "settings",
            "sources",
            "testing",
            "unittest_suites",
            "values",
        ),
    )

__all__ = [
    "Capabilities",
    "Chart",
    "ChartError",
    "ChartRenderer",
    "Finding",
    "HelmwrightError",
    "Manifest",
    "Release",
    "Rendering",
    "TemplateError",
    "TestedChart",
    "ValuesError",
    "World",
    "diff_charts",
    "diff_manifests",
    "diff_values",
    "lint_chart",
    "lint_values",
    "load_chart",
    "merge_sources",
    "parse_manifests",
    "render",
]
