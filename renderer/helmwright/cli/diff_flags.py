"""The flags of ``diff``: a class for each of its sources, made of those that sources share."""

from __future__ import annotations

from helmwright.cli.patch_inputs import TYPES as PATCH_TYPES
from helmwright.commands.cluster_flags import ClusterFlags
from helmwright.commands.flags import Flags, integer, number, string, string_array, strings, switch
from helmwright.commands.helm_flags import HelmFlags
from helmwright.commands.options import (
    CapabilitiesFlags,
    ContextFileFlags,
    ReleaseNameFlags,
    UserValuesFlags,
    ValuesFlags,
)
from helmwright.commands.report_flags import ReportFlags, report_format
from helmwright.commands.source_flags import ChartSourceFlags, DependencyUpdateFlags


class ComparisonFlags(HelmFlags):
    """What is compared, and what counts."""

    context: int = integer(
        "lines around a changed line; -1 shows all of them", "C", default=3, value_name="lines"
    )
    detailed_exitcode: bool = switch("exit with 2 if something differs")
    exit_code: bool = switch("the same as --detailed-exitcode")
    show_secrets: bool = switch("print secrets instead of hiding them")
    suppress: list[str] = strings("leave objects of this kind out; repeatable", value_name="kind")
    ignore: list[str] = string_array(
        "leave out what differs at this path: 'spec.replicas', 'ConfigMap/web:data', "
        "'metadata.annotations[\"checksum/*\"]'; repeatable",
        value_name="path",
    )
    find_renames: float = number(
        "how alike, from 0 to 1, a removed and an added object must be to be one that was renamed; "
        "2 looks for none",
        "D",
        default=0.5,
        value_name="likeness",
    )
    no_fold: bool = switch("show each change, even the same in many objects and new checksums")
    no_group: bool = switch("show each object by itself, even those whose changes are alike")
    helm: str = string(
        "the Helm that renders and would upgrade, 3, 3.14, 4 …: Helm 3 merges manifests itself, Helm 4 "
        "has the server apply them; else HELMWRIGHT_HELM or 'helm: 3.14' in .helmwright.yaml says it",
        value_name="version",
    )
    include_tests: bool = switch("compare test hooks, too")
    no_hooks: bool = switch("compare no hooks")


class DiffReportFlags(ReportFlags):
    """The report."""

    format: list[str] = report_format("text|unified|json|markdown|html|github-summary")
    no_color: bool = switch("the same as --color never")


class RenderingFlags(ReleaseNameFlags, CapabilitiesFlags):
    """How both sides are rendered."""

    namespace: str = string("the release's namespace", "n", default="default")
    is_upgrade: bool = switch("set .Release.IsUpgrade instead of .Release.IsInstall")
    include_crds: bool = switch("compare the files below crds/, too")
    skip_schema_validation: bool = switch("do not hold the values against values.schema.json")
    seed: int = integer("draw everything random from this number, on both sides", default=1)
    now: str = string(
        "the time that templates see on both sides, as RFC 3339; the start of 2026 by default",
        value_name="time",
    )


class DiffValuesFlags(ValuesFlags, ContextFileFlags):
    """The values; ``--context`` is the number of lines, so that files with variables have another flag."""

    def of_user(self) -> UserValuesFlags:
        """Return them as other commands have them."""
        return UserValuesFlags(
            values=self.values,
            set=self.set,
            set_string=self.set_string,
            set_file=self.set_file,
            set_json=self.set_json,
            set_literal=self.set_literal,
            context=self.context_file,
            context_set=self.context_set,
            context_env=self.context_env,
        )


class PatchesFlags(Flags):
    """What a post-renderer patches."""

    patch: list[str] = string_array(
        "file with patches that a post-renderer applies, as 'helmwright patch' reads them; repeatable",
        value_name="file",
    )
    patch_inline: list[str] = string_array(
        "a patch as it is, YAML or JSON; repeatable", value_name="text"
    )
    patch_type: str = string("what patches are", default="auto", value_name="|".join(PATCH_TYPES))
    patch_target: str = string(
        "the objects that patches are for which name none, as --target of 'helmwright patch'",
        value_name="conditions",
    )
    patch_crd: list[str] = string_array(
        "CustomResourceDefinitions or OpenAPI documents: how patches merge lists; repeatable",
        value_name="file",
    )
    allow_missing: bool = switch("pass over patches for objects that are not there")


class DiffFlags(ComparisonFlags, DiffReportFlags):
    """The flags of every source, and all those of ``manifests``."""


class RenderedFlags(
    DiffFlags,
    RenderingFlags,
    DiffValuesFlags,
    PatchesFlags,
    ChartSourceFlags,
    DependencyUpdateFlags,
):
    """The flags of sources that render charts, and all those of ``chart`` and ``golden``."""


class ValuesSourceFlags(RenderedFlags):
    """The flags of ``values``."""

    to: list[str] = strings(
        "the values files of the new side, instead of those of -f; repeatable", value_name="file"
    )
    to_set: list[str] = string_array("as --set, on the new side only", value_name="key=value")
    to_set_string: list[str] = string_array(
        "as --set-string, on the new side only", value_name="key=value"
    )
    to_set_file: list[str] = string_array(
        "as --set-file, on the new side only", value_name="key=path"
    )
    to_set_json: list[str] = string_array(
        "as --set-json, on the new side only", value_name="key=json"
    )
    to_set_literal: list[str] = string_array(
        "as --set-literal, on the new side only", value_name="key=value"
    )

    def sets_new(self) -> bool:
        """Tell whether a value is set on the new side only."""
        return bool(
            self.to_set
            or self.to_set_string
            or self.to_set_file
            or self.to_set_json
            or self.to_set_literal
        )

    def of_new_side(self) -> UserValuesFlags:
        """Return the values of the new side."""
        return UserValuesFlags(
            values=self.to or self.values,
            set=self.set + self.to_set,
            set_string=self.set_string + self.to_set_string,
            set_file=self.set_file + self.to_set_file,
            set_json=self.set_json + self.to_set_json,
            set_literal=self.set_literal + self.to_set_literal,
            context=self.context_file,
            context_set=self.context_set,
            context_env=self.context_env,
        )


class GitSourceFlags(RenderedFlags):
    """The flags of ``git``."""

    each: list[str] = strings(
        "a values file, or a pattern of them, each an environment with a report of its own, "
        "above the files of -f; repeatable",
        value_name="file",
    )


class UpgradeFlags(Flags):
    """How the upgrade goes about it; as the flags of ``helm upgrade``."""

    server_side: str = string(
        "whether objects go by server-side apply: auto (as the release was installed), true or false",
        default="auto",
        value_name="auto|true|false",
    )
    force_conflicts: bool = switch("foretell the upgrade with --force-conflicts")
    take_ownership: bool = switch("foretell the upgrade with --take-ownership")
    no_dry_run: bool = switch("send no dry runs: foretell from what may be read")


class LiveFlags(
    DiffFlags,
    DiffValuesFlags,
    PatchesFlags,
    ChartSourceFlags,
    DependencyUpdateFlags,
    UpgradeFlags,
    ClusterFlags,
):
    """The flags of ``live``."""

    to_revision: int = integer("foretell the rollback to a stored revision instead of an upgrade")
    reset_values: bool = switch(
        "take the chart's values, not those of the release, without -f and --set"
    )
    reset_then_reuse_values: bool = switch("merge -f and --set over the values of the release")
    skip_schema_validation: bool = switch("do not hold the values against values.schema.json")
    seed: int = integer("draw everything random from this number", default=1)
    now: str = string("the time that templates see, as RFC 3339; now by default", value_name="time")


class DriftFlags(DiffFlags, UpgradeFlags, ClusterFlags):
    """The flags of ``drift``."""


class ReleaseSourceFlags(RenderedFlags):
    """The flags of ``release``."""

    revision: int = integer("the revision to compare with, instead of the newest deployed one")
    to_revision: int = integer("compare with another stored revision instead of a chart")
