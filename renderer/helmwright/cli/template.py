"""``helmwright template [NAME] [CHART]``: prints what ``helm template`` prints.

Source: helm pkg/cmd/template.go, pkg/action/install.go (NameAndChart)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.cli.flags import STRING, STRING_ARRAY, Flag, parse
from helmwright.cli.options import (
    CAPABILITIES,
    GLOBAL,
    REPOSITORY,
    VALUES,
    WITHOUT_EFFECT,
    WORLD,
    switch,
)
from helmwright.errors import HelmwrightError, UsageError

if TYPE_CHECKING:
    from helmwright.capabilities import Capabilities
    from helmwright.chart import Chart
    from helmwright.cli import Context
    from helmwright.release import Release
    from helmwright.rendering import Prepared, Rendering
    from helmwright.world import World

USAGE = "helmwright template [NAME] [CHART] [flags]"
SUMMARY = """Render chart templates locally and print what 'helm template' would print.

CHART is a directory or a .tgz archive; without it the bundled chart is rendered. Nothing is looked
up in a cluster or a repository.

Examples:
  helmwright template                                   # the bundled chart
  helmwright template demo ./chart -f prod.yaml         # a chart with values
  helmwright template ./chart -s templates/service.yaml # one template
  helmwright template ./chart --seed 1 --now 2026-01-01T00:00:00Z   # repeatable
"""
_HINT = "\n\nUse --debug flag to render out invalid YAML"

OWN = (
    Flag("show-only", STRING_ARRAY, "only show manifests rendered from the given templates", "s"),
    Flag(
        "output-dir",
        STRING,
        "writes the executed templates to files in output-dir instead of stdout",
    ),
    switch("validate", "deprecated", deprecated="use '--dry-run=server' instead"),
    switch("include-crds", "include CRDs in the templated output"),
    switch("skip-crds", "no effect on what is printed"),
    switch("skip-tests", "skip tests from templated output"),
    switch("no-hooks", "leave hooks out of the output"),
    switch("is-upgrade", "set .Release.IsUpgrade instead of .Release.IsInstall"),
    switch("release-name", "use release name in the output-dir path."),
    switch("generate-name", "generate the name (and omit the NAME parameter)", "g"),
    Flag("name-template", STRING, "specify template used to name the release"),
    switch("enable-dns", "enable DNS lookups when rendering templates"),
    switch("skip-schema-validation", "if set, disables JSON schema validation"),
    Flag(
        "dry-run",
        STRING,
        'must be "client"; "server" needs a cluster and is refused',
        default="client",
        bare="unset",
    ),
    Flag("post-renderer", STRING, "refused: post-renderers are plugins of Helm"),
    Flag("post-renderer-args", STRING_ARRAY, "refused: post-renderers are plugins of Helm"),
)
FLAGS = (*OWN, *VALUES, *CAPABILITIES, *WORLD, *WITHOUT_EFFECT, *REPOSITORY, *GLOBAL)


class _Request(NamedTuple):
    """A command line that has been understood."""

    values: dict[str, Any]
    name: str
    chart: str
    debug: bool
    given: set[str]


def run(context: Context, arguments: list[str]) -> int:
    """Render and print; returns the exit code."""
    from helmwright.cli.flags import HelpRequested

    try:
        parsed = parse(FLAGS, arguments, context.say)
    except HelpRequested:
        from helmwright.cli.help import describe

        context.write(describe(USAGE, SUMMARY, FLAGS))
        return 0
    request = _request(context, parsed.values, parsed.arguments, parsed.given)
    rendering = _render(context, request)
    from helmwright.cli.output import emit

    emit(context, request.values, request.name, rendering)
    return 0


def _request(
    context: Context, values: dict[str, Any], arguments: list[str], given: set[str]
) -> _Request:
    """Check flags and arguments in Helm's order."""
    from helmwright.cli.environment import debug_requested

    _refuse_cluster(context, values, given)
    debug = debug_requested(values["debug"])
    if values["color"] not in ("never", "auto", "always"):
        raise UsageError(
            f'invalid color mode "{values["color"]}": must be one of: never, auto, always'
        )
    name, chart = _name_and_chart(values, arguments)
    return _Request(values, name, chart, debug, given)


def _refuse_cluster(context: Context, values: dict[str, Any], given: set[str]) -> None:
    if values["validate"] and "dry-run" in given:
        raise UsageError(
            "if any flags in the group [validate dry-run] are set none of the others can be; "
            "[dry-run validate] were all set"
        )
    for name in ("post-renderer", "post-renderer-args"):
        if name in given:
            raise UsageError(f"--{name} is not supported: post-renderers are plugins of Helm")
    mode = values["dry-run"]
    if mode in ("unset", "true", "1", "t", "T", "TRUE", "True"):
        shown = "" if mode == "unset" else f"={mode}"
        context.log(
            "WARN",
            f"boolean '--dry-run{shown}' flag is deprecated and must be replaced "
            "with '--dry-run=client'",
        )
        mode = "client"
    if values["validate"] or mode == "server":
        flag = "--validate" if values["validate"] else "--dry-run=server"
        raise UsageError(f"{flag} needs a cluster, and this command never contacts one")
    if mode != "client":
        raise UsageError(f'invalid dry-run value ("{mode}"). Must be "server" or "client"')


def _name_and_chart(values: dict[str, Any], arguments: list[str]) -> tuple[str, str]:
    """Return release name and chart reference; without a chart, the bundled one.

    Source: helm pkg/action/install.go, NameAndChart
    """
    if len(arguments) > 2:
        raise UsageError(
            f"expected at most two arguments, unexpected arguments: {', '.join(arguments[2:])}"
        )
    if len(arguments) == 2:
        if values["generate-name"]:
            raise UsageError("cannot set --generate-name and also specify a name")
        if values["name-template"]:
            raise UsageError("cannot set --name-template and also specify a name")
        return arguments[0], arguments[1]
    if arguments:
        chart = arguments[0]
    else:
        from helmwright.resources import chart_directory

        chart = chart_directory()
    if values["name-template"]:
        from helmwright.name_template import release_name

        return release_name(values["name-template"]), chart
    return "release-name", chart


def _render(context: Context, request: _Request) -> Rendering:
    """Load, check and render the chart, in Helm's order."""
    from helmwright.capabilities import Capabilities, parse_kube_version
    from helmwright.cli.environment import namespace
    from helmwright.release import Release
    from helmwright.rendering import check_installable, prepare

    flags = request.values
    kube = parse_kube_version(flags["kube-version"]) if flags["kube-version"] else None
    chart_path = _local_chart(request)
    overrides = _overrides(context, flags)
    chart = _load(context, chart_path)
    check_installable(chart, log=context.log)
    release = Release(
        request.name, namespace(flags), is_upgrade=flags["is-upgrade"]
    )
    capabilities = Capabilities.default(kube, flags["api-versions"])
    prepared = prepare(
        chart,
        overrides,
        release,
        skip_schema_validation=flags["skip-schema-validation"],
        log=context.log,
    )
    world = _world(flags, request.given)
    return _finish(context, request, prepared, release, capabilities, world)


def _local_chart(request: _Request) -> str:
    """Return the chart's path, refusing what would have to be fetched."""
    import os

    chart = request.chart.strip()
    if request.values["verify"]:
        raise UsageError("--verify is not supported: provenance files are not checked")
    if not os.path.exists(chart) and (
        request.values["repo"] or chart.startswith(("oci://", "http://", "https://"))
    ):
        raise UsageError(
            f"chart {chart} is not on this machine, and this command never contacts a repository; "
            f"fetch it first, for example with 'helm pull'"
        )
    return chart


def _overrides(context: Context, flags: dict[str, Any]) -> dict[str, Any]:
    if not any(flags[flag.name] for flag in VALUES):
        return {}
    from helmwright.values_files import merge_sources, read_file

    return merge_sources(
        flags["values"],
        set_json=flags["set-json"],
        set_values=flags["set"],
        set_string=flags["set-string"],
        set_file=flags["set-file"],
        set_literal=flags["set-literal"],
        read=lambda path: context.stdin.read() if path.strip() == "-" else read_file(path),
    )


def _load(context: Context, path: str) -> Chart:
    from helmwright.chart import load_chart

    return load_chart(path, log=context.log)


def _world(flags: dict[str, Any], given: set[str]) -> World:
    """Return the real world, or one that repeats itself as the flags ask."""
    from helmwright.errors import GoError
    from helmwright.world import World

    seed = flags["seed"] if "seed" in given else None
    now = flags["now"] or None
    if seed is None and now is None:
        return World.real(resolve_hosts=flags["enable-dns"])
    try:
        return World.fixed(now, seed)
    except GoError as error:
        raise UsageError(f"--now must be a time as RFC 3339: {error.message}") from None


def _finish(
    context: Context,
    request: _Request,
    prepared: Prepared,
    release: Release,
    capabilities: Capabilities,
    world: World,
) -> Rendering:
    """Render and sort; what fails here fails after Helm has made a release object."""
    from helmwright.engine import Engine
    from helmwright.rendering import render_files, sort_files

    rendered: dict[str, str] = {}
    try:
        rendered = render_files(
            Engine(), prepared, release, capabilities, world, log=context.log
        )
        return sort_files(prepared.chart, rendered, log=context.log)
    except HelmwrightError as error:
        if not request.debug:
            error.message += _HINT
        else:
            for path, text in sorted(rendered.items()):
                if text.strip():
                    context.write(f"---\n# Source: {path}\n{text}\n")
        raise

