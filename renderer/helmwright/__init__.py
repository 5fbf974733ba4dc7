"""Helm charts rendered exactly as Helm renders them, without Helm.

::

    from helmwright import ChartRenderer, Release, load_chart

    renderer = ChartRenderer(load_chart("chart"))
    for manifest in renderer.render({"db": {"port": 5433}}, Release("det", "prod")).manifests:
        print(manifest.kind, manifest.name)

Names are imported when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from helmwright.capabilities import Capabilities, parse_kube_version
    from helmwright.chart import Chart, load_chart
    from helmwright.engine import Engine
    from helmwright.errors import (
        ChartError,
        Frame,
        HelmwrightError,
        ManifestError,
        Position,
        SchemaError,
        StrvalsError,
        TemplateError,
        TemplateExecutionError,
        TemplateSyntaxError,
        UsageError,
        ValuesError,
    )
    from helmwright.manifest import Manifest, parse_manifests
    from helmwright.order import sort_manifests
    from helmwright.release import Release
    from helmwright.renderer import ChartRenderer, coalesce, render
    from helmwright.rendering import Rendering
    from helmwright.values_files import merge_sources
    from helmwright.world import World

__version__ = "0.1.0"

_HOMES = {
    "Capabilities": "capabilities",
    "Chart": "chart",
    "ChartError": "errors",
    "ChartRenderer": "renderer",
    "Engine": "engine",
    "Frame": "errors",
    "HelmwrightError": "errors",
    "Manifest": "manifest",
    "ManifestError": "errors",
    "Position": "errors",
    "Release": "release",
    "Rendering": "rendering",
    "SchemaError": "errors",
    "StrvalsError": "errors",
    "TemplateError": "errors",
    "TemplateExecutionError": "errors",
    "TemplateSyntaxError": "errors",
    "UsageError": "errors",
    "ValuesError": "errors",
    "World": "world",
    "coalesce": "renderer",
    "load_chart": "chart",
    "merge_sources": "values_files",
    "parse_kube_version": "capabilities",
    "parse_manifests": "manifest",
    "render": "renderer",
    "sort_manifests": "order",
}

__all__ = [
    "Capabilities",
    "Chart",
    "ChartError",
    "ChartRenderer",
    "Engine",
    "Frame",
    "HelmwrightError",
    "Manifest",
    "ManifestError",
    "Position",
    "Release",
    "Rendering",
    "SchemaError",
    "StrvalsError",
    "TemplateError",
    "TemplateExecutionError",
    "TemplateSyntaxError",
    "UsageError",
    "ValuesError",
    "World",
    "coalesce",
    "load_chart",
    "merge_sources",
    "parse_kube_version",
    "parse_manifests",
    "render",
    "sort_manifests",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"helmwright.{home}"), name)
    globals()[name] = value
    return value
