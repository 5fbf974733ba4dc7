"""The flags of ``template``: those of ``helm template``, most of which change nothing about what is rendered.

Source: helm pkg/cmd/install.go, pkg/cli/environment.go
"""

from __future__ import annotations

from typing import Any

from helmwright.commands.cluster_flags import ClusterFlags
from helmwright.commands.flags import (
    BOOL_OR_TEXT,
    DURATION,
    STRING_TO_STRING,
    WAIT,
    Flags,
    flag,
    integer,
    number,
    string,
    string_array,
    switch,
)
from helmwright.commands.helm_flags import HelmFlags
from helmwright.commands.options import CapabilitiesFlags, NameFlags, UserValuesFlags, WorldFlags
from helmwright.commands.source_flags import ChartSourceFlags, DependencyUpdateFlags

_WITHOUT_EFFECT = "this flag has no effect for 'helm template' and will be removed in Helm 5"


class OutputFlags(Flags):
    """What is printed or written."""

    show_only: list[str] = string_array(
        "print only what this template gives: its path in the chart, or a pattern; repeatable",
        "s",
        value_name="path",
        completes="templates",
    )
    output_dir: str = string(
        "write a file for each template below this directory instead of printing",
        value_name="directory",
    )
    release_name: bool | str = flag(
        BOOL_OR_TEXT,
        "put a directory named after the release below --output-dir; "
        "--release-name=NAME is --name NAME",
        bare="true",
        value_name="name",
    )
    include_crds: bool = switch("print the files below crds/, too")
    skip_tests: bool = switch("leave test hooks out")
    no_hooks: bool = switch("leave all hooks out")


class CheckFlags(NameFlags):
    """The release, and what is checked."""

    is_upgrade: bool = switch("set .Release.IsUpgrade instead of .Release.IsInstall")
    name_template: str = string("template that gives the release's name", value_name="template")
    enable_dns: bool = switch("let getHostByName look names up")
    skip_schema_validation: bool = switch("do not hold the values against values.schema.json")
    dry_run: str = string(
        '"client" asks no cluster; "server" takes capabilities and lookups from the cluster, and refuses '
        "objects that it does not know or that are not this release's",
        default="client",
        bare="unset",
        value_name="mode",
        completes="client|server",
    )
    validate: bool = switch(
        "the same as --dry-run=server", deprecated="use '--dry-run=server' instead"
    )
    disable_openapi_validation: bool = switch(
        "with --dry-run=server: tell of objects without version or kind in other words"
    )
    take_ownership: bool = switch(
        "with --dry-run=server: let objects of the cluster be somebody else's"
    )
    skip_crds: bool = switch("with --dry-run=server: no word about CRDs of the chart")


class GlobalFlags(Flags):
    """Flags that all commands of Helm have; what is not given may come from the environment."""

    debug: bool | None = switch(
        "print what was rendered if it is not valid YAML, and where errors come from", default=None
    )


class WithoutEffectFlags(Flags):
    """Flags that change nothing about what is rendered; accepted for scripts."""

    create_namespace: bool = switch("")
    description: str = string("")
    force_conflicts: bool = switch("")
    force_replace: bool = switch("")
    force: bool = switch("", deprecated="use --force-replace instead")
    replace: bool = switch("")
    rollback_on_failure: bool = switch("")
    atomic: bool = switch("", deprecated="use --rollback-on-failure instead")
    server_side: bool = switch("", default=True)
    timeout: Any = flag(DURATION, "")
    wait: str = flag(
        WAIT, "", default="hookOnly", bare="watcher", completes="watcher|hookOnly|legacy"
    )
    wait_for_jobs: bool = switch("")
    labels: dict[str, str] = flag(STRING_TO_STRING, "", "l")
    generate_name: bool = switch("", "g")
    hide_notes: bool = switch("", deprecated=_WITHOUT_EFFECT)
    render_subchart_notes: bool = switch("", deprecated=_WITHOUT_EFFECT)
    burst_limit: int = integer("")
    color: str = string("", default="auto", completes="auto|always|never")
    colour: str = string("", default="auto", completes="auto|always|never")
    qps: float = number("")


class RefusedFlags(Flags):
    """Flags that cannot be honoured, with the reason."""

    post_renderer: str = string("post-renderers are plugins of Helm", value_name="plugin")
    post_renderer_args: list[str] = string_array(
        "post-renderers are plugins of Helm", value_name="text"
    )


class LoggingFlags(Flags):
    """Flags that Helm inherits from Kubernetes' logging library and does not show."""

    add_dir_header: Any = flag("goBool", "", bare="true", hidden=True)
    alsologtostderr: Any = flag("goBool", "", bare="true", hidden=True)
    legacy_stderr_threshold_behavior: Any = flag("goBool", "", bare="true", hidden=True)
    logtostderr: Any = flag("goBool", "", bare="true", hidden=True)
    one_output: Any = flag("goBool", "", bare="true", hidden=True)
    skip_headers: Any = flag("goBool", "", bare="true", hidden=True)
    skip_log_headers: Any = flag("goBool", "", bare="true", hidden=True)
    alsologtostderrthreshold: Any = flag("severity", "", hidden=True)
    log_backtrace_at: Any = flag("traceLocation", "", hidden=True)
    log_dir: str = string("", hidden=True)
    log_file: str = string("", hidden=True)
    log_file_max_size: Any = flag("uint", "", hidden=True)
    stderrthreshold: Any = flag("severity", "", hidden=True)
    v: Any = flag("Level", "", "v", hidden=True)
    vmodule: Any = flag("moduleSpec", "", hidden=True)


class TemplateFlags(
    OutputFlags,
    CheckFlags,
    UserValuesFlags,
    CapabilitiesFlags,
    HelmFlags,
    WorldFlags,
    ChartSourceFlags,
    DependencyUpdateFlags,
    GlobalFlags,
    ClusterFlags,
    WithoutEffectFlags,
    RefusedFlags,
    LoggingFlags,
):
    """The flags of ``template``."""


EXCLUSIVE = (
    ("force", "force-conflicts"),
    ("force-replace", "force-conflicts"),
    ("validate", "dry-run"),
)
"""Groups of flags of which one at most may be given, in the order in which Helm checks them."""
