"""Helm charts rendered exactly as Helm renders them, without Helm.

::

    from helmwright import ChartRenderer, Release, load_chart

    renderer = ChartRenderer(load_chart("chart"))
    values = {"maxSlotsPerPod": 4, "initialUserPassword": "Passw0rd"}
    for manifest in renderer.render(values, Release("det", "prod")).manifests:
        print(manifest.kind, manifest.name)

Names are imported when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from helmwright.capabilities import Capabilities, parse_kube_version
    from helmwright.chart import Chart, load_chart
    from helmwright.determined.capacity.assessment import CapacityReport, assess_capacity
    from helmwright.determined.capacity.jobs import TaskGroup
    from helmwright.determined.capacity.nodes import ClusterNode, read_cluster_nodes
    from helmwright.determined.capacity.settings import ClusterSettings, read_cluster_settings
    from helmwright.determined.master_config import check_master_config
    from helmwright.determined.pods.effective import EffectivePods, effective_pods
    from helmwright.determined.problem import ConfigProblem
    from helmwright.determined.versions import DeterminedRelease
    from helmwright.engine import Engine
    from helmwright.errors import (
        ChartError,
        Frame,
        HelmwrightError,
        InputError,
        JSONPatchError,
        ManifestError,
        PatchConflictError,
        PatchError,
        PatchPanicError,
        PatchTypeError,
        Position,
        PreconditionError,
        ReferenceTemplateError,
        SchemaError,
        StrvalsError,
        TaskRefusedError,
        TemplateError,
        TemplateExecutionError,
        TemplateSyntaxError,
        UsageError,
        ValuesError,
    )
    from helmwright.kube.custom_types import CustomTypes
    from helmwright.kube.origins import Layer, Lost, MergedDocument, MergeMode, Origin, Override
    from helmwright.manifest import Manifest, parse_manifests
    from helmwright.order import sort_manifests
    from helmwright.patches import patch_manifests
    from helmwright.patching import (
        apply_json_patch,
        apply_merge_patch,
        apply_strategic_patch,
        combine_strategic_patches,
        create_merge_patch,
        create_strategic_patch,
        create_three_way_patch,
        merge_layers,
        merge_pod_layers,
        merge_pod_specs,
    )
    from helmwright.positions import PositionTable, document_positions
    from helmwright.reference import Reference, values_reference
    from helmwright.release import Release
    from helmwright.renderer import ChartRenderer, coalesce, render
    from helmwright.rendering import Rendering
    from helmwright.template.coverage import Coverage
    from helmwright.values_files import merge_sources
    from helmwright.values_schema import bundle_schema
    from helmwright.world import World

__version__ = "0.1.0"

_HOMES = {
    "Capabilities": "capabilities",
    "CapacityReport": "determined.capacity.assessment",
    "Chart": "chart",
    "ChartError": "errors",
    "ChartRenderer": "renderer",
    "ClusterNode": "determined.capacity.nodes",
    "ClusterSettings": "determined.capacity.settings",
    "ConfigProblem": "determined.problem",
    "Coverage": "template.coverage",
    "CustomTypes": "kube.custom_types",
    "DeterminedRelease": "determined.versions",
    "EffectivePods": "determined.pods.effective",
    "Engine": "engine",
    "Frame": "errors",
    "HelmwrightError": "errors",
    "InputError": "errors",
    "JSONPatchError": "errors",
    "Layer": "kube.origins",
    "Lost": "kube.origins",
    "Manifest": "manifest",
    "ManifestError": "errors",
    "MergeMode": "kube.origins",
    "MergedDocument": "kube.origins",
    "Origin": "kube.origins",
    "Override": "kube.origins",
    "PatchConflictError": "errors",
    "PatchError": "errors",
    "PatchPanicError": "errors",
    "PatchTypeError": "errors",
    "Position": "errors",
    "PositionTable": "positions",
    "PreconditionError": "errors",
    "Reference": "reference",
    "ReferenceTemplateError": "errors",
    "Release": "release",
    "Rendering": "rendering",
    "SchemaError": "errors",
    "StrvalsError": "errors",
    "TaskGroup": "determined.capacity.jobs",
    "TaskRefusedError": "errors",
    "TemplateError": "errors",
    "TemplateExecutionError": "errors",
    "TemplateSyntaxError": "errors",
    "UsageError": "errors",
    "ValuesError": "errors",
    "World": "world",
    "apply_json_patch": "patching",
    "apply_merge_patch": "patching",
    "apply_strategic_patch": "patching",
    "assess_capacity": "determined.capacity.assessment",
    "bundle_schema": "values_schema",
    "check_master_config": "determined.master_config",
    "coalesce": "renderer",
    "combine_strategic_patches": "patching",
    "create_merge_patch": "patching",
    "create_strategic_patch": "patching",
    "create_three_way_patch": "patching",
    "document_positions": "positions",
    "effective_pods": "determined.pods.effective",
    "load_chart": "chart",
    "merge_layers": "patching",
    "merge_pod_layers": "patching",
    "merge_pod_specs": "patching",
    "merge_sources": "values_files",
    "parse_kube_version": "capabilities",
    "parse_manifests": "manifest",
    "patch_manifests": "patches",
    "read_cluster_nodes": "determined.capacity.nodes",
    "read_cluster_settings": "determined.capacity.settings",
    "render": "renderer",
    "sort_manifests": "order",
    "values_reference": "reference",
}

__all__ = [
    "Capabilities",
    "CapacityReport",
    "Chart",
    "ChartError",
    "ChartRenderer",
    "ClusterNode",
    "ClusterSettings",
    "ConfigProblem",
    "Coverage",
    "CustomTypes",
    "DeterminedRelease",
    "EffectivePods",
    "Engine",
    "Frame",
    "HelmwrightError",
    "InputError",
    "JSONPatchError",
    "Layer",
    "Lost",
    "Manifest",
    "ManifestError",
    "MergeMode",
    "MergedDocument",
    "Origin",
    "Override",
    "PatchConflictError",
    "PatchError",
    "PatchPanicError",
    "PatchTypeError",
    "Position",
    "PositionTable",
    "PreconditionError",
    "Reference",
    "ReferenceTemplateError",
    "Release",
    "Rendering",
    "SchemaError",
    "StrvalsError",
    "TaskGroup",
    "TaskRefusedError",
    "TemplateError",
    "TemplateExecutionError",
    "TemplateSyntaxError",
    "UsageError",
    "ValuesError",
    "World",
    "apply_json_patch",
    "apply_merge_patch",
    "apply_strategic_patch",
    "assess_capacity",
    "bundle_schema",
    "check_master_config",
    "coalesce",
    "combine_strategic_patches",
    "create_merge_patch",
    "create_strategic_patch",
    "create_three_way_patch",
    "document_positions",
    "effective_pods",
    "load_chart",
    "merge_layers",
    "merge_pod_layers",
    "merge_pod_specs",
    "merge_sources",
    "parse_kube_version",
    "parse_manifests",
    "patch_manifests",
    "read_cluster_nodes",
    "read_cluster_settings",
    "render",
    "sort_manifests",
    "values_reference",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"helmwright.{home}"), name)
    globals()[name] = value
    return value
