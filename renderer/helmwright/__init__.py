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
    from helmwright.base.errors import (
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
    from helmwright.base.templated_text import TemplatedText
    from helmwright.charts.chart import Chart
    from helmwright.charts.layers import LayeredValues, ValuesLayer, layer_values
    from helmwright.charts.loader import load_chart
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
    from helmwright.go.limits import Limits
    from helmwright.go.positions import PositionTable, document_positions
    from helmwright.go.world import World
    from helmwright.goldens.cases import GoldenCase
    from helmwright.goldens.interface import load_golden_cases, run_goldens, update_goldens
    from helmwright.goldens.results import GoldenReport, GoldenResult
    from helmwright.kube.custom_types import CustomTypes
    from helmwright.kube.defaulting.defaults import with_defaults
    from helmwright.kube.origins import Layer, Lost, MergedDocument, MergeMode, Origin, Override
    from helmwright.kube.patching import (
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
    from helmwright.lint.finding import Finding, Severity, Span
    from helmwright.lint.interface import lint_chart, lint_values
    from helmwright.lint.result import LintReport
    from helmwright.patches import patch_manifests
    from helmwright.reference import Reference, values_reference
    from helmwright.reference.explained import ExplainedValue, explain_value
    from helmwright.reference.schema_bundle import bundle_schema
    from helmwright.releases.model import StoredRelease
    from helmwright.releases.storage import choose_release, decode_release, read_releases
    from helmwright.rendering.capabilities import Capabilities, parse_kube_version
    from helmwright.rendering.engine import Engine
    from helmwright.rendering.manifest import Manifest, parse_manifests
    from helmwright.rendering.order import sort_manifests
    from helmwright.rendering.release import Release
    from helmwright.rendering.renderer import ChartRenderer, coalesce, render
    from helmwright.rendering.steps import Rendering
    from helmwright.template.coverage import Coverage
    from helmwright.testing.charts import TestedChart
    from helmwright.testing.objects import KubernetesObject
    from helmwright.testing.rendered import RenderedChart
    from helmwright.unittest_suites.running import UnittestOptions, run_unittest
    from helmwright.values.editing import Put, Quote, Remove, Rename, edit_values
    from helmwright.values.files import merge_sources
    from helmwright.values.templated import render_values_template
    from helmwright.values.templated.context import ValuesContext

__version__: str

_HOMES = {
    "Capabilities": "rendering.capabilities",
    "CapacityReport": "determined.capacity.assessment",
    "Chart": "charts.chart",
    "ChartError": "base.errors",
    "ChartRenderer": "rendering.renderer",
    "ClusterNode": "determined.capacity.nodes",
    "ClusterSettings": "determined.capacity.settings",
    "ConfigProblem": "determined.problem",
    "Coverage": "template.coverage",
    "CustomTypes": "kube.custom_types",
    "DeterminedRelease": "determined.versions",
    "DiffOptions": "diff.diffing",
    "DiffReport": "diff.model",
    "EffectivePods": "determined.pods.effective",
    "Engine": "rendering.engine",
    "ExplainedValue": "reference.explained",
    "Finding": "lint.finding",
    "Frame": "base.errors",
    "GitContentError": "base.errors",
    "GitError": "base.errors",
    "GoldenCase": "goldens.cases",
    "GoldenReport": "goldens.results",
    "GoldenResult": "goldens.results",
    "HelmwrightError": "base.errors",
    "InputError": "base.errors",
    "JSONPatchError": "base.errors",
    "KubernetesObject": "testing.objects",
    "Layer": "kube.origins",
    "LayeredValues": "charts.layers",
    "Limits": "go.limits",
    "LintReport": "lint.result",
    "Lost": "kube.origins",
    "Manifest": "rendering.manifest",
    "ManifestError": "base.errors",
    "MergeMode": "kube.origins",
    "MergedDocument": "kube.origins",
    "MigratedValues": "determined.values_migration",
    "Origin": "kube.origins",
    "Override": "kube.origins",
    "PatchConflictError": "base.errors",
    "PatchError": "base.errors",
    "PatchPanicError": "base.errors",
    "PatchTypeError": "base.errors",
    "Position": "base.errors",
    "PositionTable": "go.positions",
    "PreconditionError": "base.errors",
    "Put": "values.editing",
    "Quote": "values.editing",
    "Reference": "reference",
    "ReferenceTemplateError": "base.errors",
    "Release": "rendering.release",
    "ReleaseError": "base.errors",
    "Remove": "values.editing",
    "Rename": "values.editing",
    "RenderSettings": "diff.sources.rendering",
    "RenderedChart": "testing.rendered",
    "Rendering": "rendering.steps",
    "SchemaError": "base.errors",
    "Severity": "lint.finding",
    "Span": "lint.finding",
    "StoredRelease": "releases.model",
    "StrvalsError": "base.errors",
    "TaskGroup": "determined.capacity.jobs",
    "TaskProblem": "determined.tasks.problem",
    "TaskRefusedError": "base.errors",
    "TemplateError": "base.errors",
    "TemplateExecutionError": "base.errors",
    "TemplateSyntaxError": "base.errors",
    "TemplatedText": "base.templated_text",
    "TestedChart": "testing.charts",
    "UnittestOptions": "unittest_suites.running",
    "UsageError": "base.errors",
    "ValuesChange": "determined.values_migration",
    "ValuesContext": "values.templated.context",
    "ValuesError": "base.errors",
    "ValuesLayer": "charts.layers",
    "ValuesTemplateError": "base.errors",
    "World": "go.world",
    "apply_json_patch": "kube.patching",
    "apply_merge_patch": "kube.patching",
    "apply_strategic_patch": "kube.patching",
    "assess_capacity": "determined.capacity.assessment",
    "bundle_schema": "reference.schema_bundle",
    "check_master_config": "determined.master_config",
    "check_task": "determined.tasks.checking",
    "check_task_text": "determined.tasks.checking",
    "choose_release": "releases.storage",
    "coalesce": "rendering.renderer",
    "combine_strategic_patches": "kube.patching",
    "create_merge_patch": "kube.patching",
    "create_strategic_patch": "kube.patching",
    "create_three_way_patch": "kube.patching",
    "decode_release": "releases.storage",
    "diff_charts": "diff.interface",
    "diff_manifests": "diff.interface",
    "diff_release": "diff.interface",
    "diff_values": "diff.interface",
    "document_positions": "go.positions",
    "edit_values": "values.editing",
    "effective_pods": "determined.pods.effective",
    "explain_value": "reference.explained",
    "layer_values": "charts.layers",
    "lint_chart": "lint.interface",
    "lint_values": "lint.interface",
    "load_chart": "charts.loader",
    "load_golden_cases": "goldens.interface",
    "merge_layers": "kube.patching",
    "merge_pod_layers": "kube.patching",
    "merge_pod_specs": "kube.patching",
    "merge_sources": "values.files",
    "migrate_values": "determined.values_migration",
    "parse_kube_version": "rendering.capabilities",
    "parse_manifests": "rendering.manifest",
    "patch_manifests": "patches",
    "read_cluster_nodes": "determined.capacity.nodes",
    "read_cluster_settings": "determined.capacity.settings",
    "read_releases": "releases.storage",
    "render": "rendering.renderer",
    "render_values_template": "values.templated",
    "run_goldens": "goldens.interface",
    "run_unittest": "unittest_suites.running",
    "sort_manifests": "rendering.order",
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
    home = "base.version" if name == "__version__" else _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"helmwright.{home}"), name)
    globals()[name] = value
    return value
