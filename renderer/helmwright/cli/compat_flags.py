"""The flags of ``compat``."""

from __future__ import annotations

from helmwright.commands.flags import Flags, string, string_array, strings, switch
from helmwright.commands.options import CapabilitiesFlags, ReleaseNameFlags, UserValuesFlags
from helmwright.commands.report_flags import ReportFlags, report_format
from helmwright.commands.source_flags import ChartSourceFlags, DependencyUpdateFlags


class MoveFlags(Flags):
    """What is compared, and what counts."""

    from_: str = string("the Helm that is left, 3 by default", value_name="version")
    to: str = string("the Helm that comes, 4 by default", value_name="version")
    commands: bool = switch(
        "look for calls of Helm in FILEs: scripts, GitHub and GitLab pipelines, Makefiles, helmfiles"
    )
    release: str = string(
        "the stored release that would be upgraded, as 'diff release' takes it",
        value_name="file",
        completes="files",
    )
    live: list[str] = string_array(
        "objects of the cluster, from kubectl get -o yaml --show-managed-fields; repeatable",
        value_name="file",
        completes="files",
    )
    allow: list[str] = strings(
        "findings that do not count, by id or group; repeatable", value_name="ids"
    )
    fail_level: str = string(
        "the least severity that makes the exit code 1; warning by default",
        value_name="error|warning|info|never",
    )
    print_role: bool = switch("print Roles with all that --wait of Helm 4 must be able to do")
    config: str = string("file with settings; the nearest one by default", value_name="file")
    no_config: bool = switch("read no file with settings")


class CompatReportFlags(ReportFlags):
    """The report, and what is printed instead of one."""

    format: list[str] = report_format("text|json|markdown|html|sarif|junit")
    quiet: bool = switch("leave notes out")
    show_secrets: bool = switch("print secrets instead of hiding them")
    list_findings: bool = switch("print all that can be found, by id")
    explain: str = string("print what a finding is about", value_name="id")
    print_schema: bool = switch("print the JSON Schema of --format json")


class CompatRenderFlags(ReleaseNameFlags, CapabilitiesFlags):
    """What the chart is rendered for."""

    namespace: str = string("the release's namespace", "n", default="default")
    is_upgrade: bool = switch("render an upgrade instead of an installation")
    skip_schema_validation: bool = switch("do not hold the values against values.schema.json")


class CompatFlags(
    MoveFlags,
    CompatReportFlags,
    CompatRenderFlags,
    UserValuesFlags,
    ChartSourceFlags,
    DependencyUpdateFlags,
):
    """The flags of ``compat``."""
