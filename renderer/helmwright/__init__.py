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
    from helmwright.chart import Chart
    from helmwright.chart_loader import load_chart
    from helmwright.determined.capacity.assessment import CapacityReport, assess_capacity
    from helmwright.determined.capacity.jobs import TaskGroup
    from helmwright.determined.capacity.nodes import ClusterNode, read_cluster_nodes
    from helmwright.determined.capacity.settings import ClusterSettings, read_cluster_settings
    from helmwright.determined.master_config import check_master_config
    from helmwright.determined.pods.effective import EffectivePods, effective_pods
    from helmwright.determined.problem import ConfigProblem
    from helmwright.determined.tasks.checking import check_task, check_task_text
    from helmwright.determined.tasks.problem import TaskProblem
    from helmwright.determined.values_migration import MigratedValues, ValuesChange, migrate_values
    from helmwright.determined.versions import DeterminedRelease
    from helmwright.diff.diffing import DiffOptions
    from helmwright.diff.interface import (
        diff_charts,
        diff_manifests,
        diff_release,
        diff_values,
        write_diff,
    )
    from helmwright.diff.model import DiffReport
    from helmwright.diff.sources.rendering import RenderSettings
    from helmwright.engine import Engine
    from helmwright.errors import (
        ChartError,
        Frame,
        GitContentError,
        GitError,
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
        ReleaseError,
        SchemaError,
        StrvalsError,
        TaskRefusedError,
        TemplateError,
        TemplateExecutionError,
        TemplateSyntaxError,
        UsageError,
        ValuesError,
        ValuesTemplateError,
    )
    from helmwright.go.limits import Limits
    from helmwright.goldens.cases import GoldenCase
    from helmwright.goldens.interface import load_golden_cases, run_goldens, update_goldens
    from helmwright.goldens.results import GoldenReport, GoldenResult
    from helmwright.kube.custom_types import CustomTypes
    from helmwright.kube.defaulting.defaults import with_defaults
    from helmwright.kube.origins import Layer, Lost, MergedDocument, MergeMode, Origin, Override
    from helmwright.lint.finding import Finding, Severity, Span
    from helmwright.lint.interface import lint_chart, lint_values
    from helmwright.lint.result import LintReport
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
    from helmwright.reference.explained import ExplainedValue, explain_value
    from helmwright.release import Release
    from helmwright.release_storage import choose_release, decode_release, read_releases
    from helmwright.renderer import ChartRenderer, coalesce, render
    from helmwright.rendering import Rendering
    from helmwright.stored_release import StoredRelease
    from helmwright.template.coverage import Coverage
    from helmwright.templated_text import TemplatedText
    from helmwright.testing.charts import TestedChart
    from helmwright.testing.objects import KubernetesObject
    from helmwright.testing.rendered import RenderedChart
    from helmwright.unittest_suites.running import UnittestOptions, run_unittest
    from helmwright.values_edit import Put, Quote, Remove, Rename, edit_values
    from helmwright.values_files import merge_sources
    from helmwright.values_layers import LayeredValues, ValuesLayer, layer_values
    from helmwright.values_schema import bundle_schema
    from helmwright.values_template import render_values_template
    from helmwright.values_template.context import ValuesContext
    from helmwright.world import World

__version__: str

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
    "DiffOptions": "diff.diffing",
    "DiffReport": "diff.model",
    "EffectivePods": "determined.pods.effective",
    "Engine": "engine",
    "ExplainedValue": "reference.explained",
    "Finding": "lint.finding",
    "Frame": "errors",
    "GitContentError": "errors",
    "GitError": "errors",
    "GoldenCase": "goldens.cases",
    "GoldenReport": "goldens.results",
    "GoldenResult": "goldens.results",
    "HelmwrightError": "errors",
    "InputError": "errors",
    "JSONPatchError": "errors",
    "KubernetesObject": "testing.objects",
    "Layer": "kube.origins",
    "LayeredValues": "values_layers",
    "Limits": "go.limits",
    "LintReport": "lint.result",
    "Lost": "kube.origins",
    "Manifest": "manifest",
    "ManifestError": "errors",
    "MergeMode": "kube.origins",
    "MergedDocument": "kube.origins",
    "MigratedValues": "determined.values_migration",
    "Origin": "kube.origins",
    "Override": "kube.origins",
    "PatchConflictError": "errors",
    "PatchError": "errors",
    "PatchPanicError": "errors",
    "PatchTypeError": "errors",
    "Position": "errors",
    "PositionTable": "positions",
    "PreconditionError": "errors",
    "Put": "values_edit",
    "Quote": "values_edit",
    "Reference": "reference",
    "ReferenceTemplateError": "errors",
    "Release": "release",
    "ReleaseError": "errors",
    "Remove": "values_edit",
    "Rename": "values_edit",
    "RenderSettings": "diff.sources.rendering",
    "RenderedChart": "testing.rendered",
    "Rendering": "rendering",
    "SchemaError": "errors",
    "Severity": "lint.finding",
    "Span": "lint.finding",
    "StoredRelease": "stored_release",
    "StrvalsError": "errors",
    "TaskGroup": "determined.capacity.jobs",
    "TaskProblem": "determined.tasks.problem",
    "TaskRefusedError": "errors",
    "TemplateError": "errors",
    "TemplateExecutionError": "errors",
    "TemplateSyntaxError": "errors",
    "TemplatedText": "templated_text",
    "TestedChart": "testing.charts",
    "UnittestOptions": "unittest_suites.running",
    "UsageError": "errors",
    "ValuesChange": "determined.values_migration",
    "ValuesContext": "values_template.context",
    "ValuesError": "errors",
    "ValuesLayer": "values_layers",
    "ValuesTemplateError": "errors",
    "World": "world",
    "apply_json_patch": "patching",
    "apply_merge_patch": "patching",
    "apply_strategic_patch": "patching",
    "assess_capacity": "determined.capacity.assessment",
    "bundle_schema": "values_schema",
    "check_master_config": "determined.master_config",
    "check_task": "determined.tasks.checking",
    "check_task_text": "determined.tasks.checking",
    "choose_release": "release_storage",
    "coalesce": "renderer",
    "combine_strategic_patches": "patching",
    "create_merge_patch": "patching",
    "create_strategic_patch": "patching",
    "create_three_way_patch": "patching",
    "decode_release": "release_storage",
    "diff_charts": "diff.interface",
    "diff_manifests": "diff.interface",
    "diff_release": "diff.interface",
    "diff_values": "diff.interface",
    "document_positions": "positions",
    "edit_values": "values_edit",
    "effective_pods": "determined.pods.effective",
    "explain_value": "reference.explained",
    "layer_values": "values_layers",
    "lint_chart": "lint.interface",
    "lint_values": "lint.interface",
    "load_chart": "chart_loader",
    "load_golden_cases": "goldens.interface",
    "merge_layers": "patching",
    "merge_pod_layers": "patching",
    "merge_pod_specs": "patching",
    "merge_sources": "values_files",
    "migrate_values": "determined.values_migration",
    "parse_kube_version": "capabilities",
    "parse_manifests": "manifest",
    "patch_manifests": "patches",
    "read_cluster_nodes": "determined.capacity.nodes",
    "read_cluster_settings": "determined.capacity.settings",
    "read_releases": "release_storage",
    "render": "renderer",
    "render_values_template": "values_template",
    "run_goldens": "goldens.interface",
    "run_unittest": "unittest_suites.running",
    "sort_manifests": "order",
    "update_goldens": "goldens.interface",
    "values_reference": "reference",
    "with_defaults": "kube.defaulting.defaults",
    "write_diff": "diff.interface",
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
    "DiffOptions",
    "DiffReport",
    "EffectivePods",
    "Engine",
    "ExplainedValue",
    "Finding",
    "Frame",
    "GitContentError",
    "GitError",
    "GoldenCase",
    "GoldenReport",
    "GoldenResult",
    "HelmwrightError",
    "InputError",
    "JSONPatchError",
    "KubernetesObject",
    "Layer",
    "LayeredValues",
    "Limits",
    "LintReport",
    "Lost",
    "Manifest",
    "ManifestError",
    "MergeMode",
    "MergedDocument",
    "MigratedValues",
    "Origin",
    "Override",
    "PatchConflictError",
    "PatchError",
    "PatchPanicError",
    "PatchTypeError",
    "Position",
    "PositionTable",
    "PreconditionError",
    "Put",
    "Quote",
    "Reference",
    "ReferenceTemplateError",
    "Release",
    "ReleaseError",
    "Remove",
    "Rename",
    "RenderSettings",
    "RenderedChart",
    "Rendering",
    "SchemaError",
    "Severity",
    "Span",
    "StoredRelease",
    "StrvalsError",
    "TaskGroup",
    "TaskProblem",
    "TaskRefusedError",
    "TemplateError",
    "TemplateExecutionError",
    "TemplateSyntaxError",
    "TemplatedText",
    "TestedChart",
    "UnittestOptions",
    "UsageError",
    "ValuesChange",
    "ValuesContext",
    "ValuesError",
    "ValuesLayer",
    "ValuesTemplateError",
    "World",
    "apply_json_patch",
    "apply_merge_patch",
    "apply_strategic_patch",
    "assess_capacity",
    "bundle_schema",
    "check_master_config",
    "check_task",
    "check_task_text",
    "choose_release",
    "coalesce",
    "combine_strategic_patches",
    "create_merge_patch",
    "create_strategic_patch",
    "create_three_way_patch",
    "decode_release",
    "diff_charts",
    "diff_manifests",
    "diff_release",
    "diff_values",
    "document_positions",
    "edit_values",
    "effective_pods",
    "explain_value",
    "layer_values",
    "lint_chart",
    "lint_values",
    "load_chart",
    "load_golden_cases",
    "merge_layers",
    "merge_pod_layers",
    "merge_pod_specs",
    "merge_sources",
    "migrate_values",
    "parse_kube_version",
    "parse_manifests",
    "patch_manifests",
    "read_cluster_nodes",
    "read_cluster_settings",
    "read_releases",
    "render",
    "render_values_template",
    "run_goldens",
    "run_unittest",
    "sort_manifests",
    "update_goldens",
    "values_reference",
    "with_defaults",
    "write_diff",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    home = "version" if name == "__version__" else _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"helmwright.{home}"), name)
    globals()[name] = value
    return value
