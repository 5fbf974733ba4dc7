"""``helmwright template [NAME] [CHART]``: prints what ``helm template`` prints.

Source: helm pkg/cmd/template.go, pkg/cmd/install.go (runInstall), pkg/action/install.go
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import (
    GoError,
    HelmwrightError,
    InputError,
    SchemaError,
    TemplateError,
    UsageError,
)
from helmwright.cli.template_flags import (
    EXCLUSIVE,
    CheckFlags,
    GlobalFlags,
    OutputFlags,
    RefusedFlags,
    TemplateFlags,
    WithoutEffectFlags,
)
from helmwright.commands.cluster_flags import ClusterFlags, namespace
from helmwright.commands.command import Command
from helmwright.commands.flags import Flags
from helmwright.commands.helm_flags import HelmFlags, chosen_era
from helmwright.commands.options import (
    CapabilitiesFlags,
    ReleaseNameFlags,
    UserValuesFlags,
    WorldFlags,
    merged_values,
)
from helmwright.commands.source_flags import (
    ChartSourceFlags,
    DependencyUpdateFlags,
    PlaceFlags,
    ServerFlags,
)
from helmwright.eras.era import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.charts.chart import Chart
    from helmwright.cli.template_server import ServerDryRun
    from helmwright.commands import Context
    from helmwright.eras.era import Era
    from helmwright.go.world import World
    from helmwright.rendering.steps import Prepared, Rendering

USAGE = "helmwright template [NAME] [CHART] [FLAGS]"
SUMMARY = """Render a chart and print what 'helm template' would print.

CHART is a directory, a .tgz archive, repo/chart, the URL of an archive, or a name with --repo;
without it the chart around the current folder is rendered. NAME is the release's name,
"release-name" if it is not given. No cluster is contacted, but with --dry-run=server.
"""
EXAMPLES = """\
  helmwright template -f prod.yaml                       # the chart around this folder
  helmwright template demo ./chart -f prod.yaml -n ml     # a chart with a user's values
  helmwright template ./chart -s templates/service.yaml  # one template of it
  helmwright template web ./chart --dry-run=server --kube-context prod  # as a cluster has it
  helmwright template ./chart --seed 1 --now 2026-01-01T00:00:00Z   # output that repeats
"""
_HINT = "\n\nUse --debug flag to render out invalid YAML"
_SYSTEM_LABELS = ("name", "owner", "status", "version", "createdAt", "modifiedAt")


class _Request(NamedTuple):
    """A command line that has been understood."""

    flags: TemplateFlags
    name: str
    chart: str | None
    debug: bool
    era: Era


def _run(context: Context, flags: TemplateFlags, positional: list[str]) -> int:
    """Render and print; returns the exit code."""
    request = _request(context, flags, positional)
    try:
        _render(context, request)
    except TemplateError as error:
        if request.debug and len(error.frames) > 1:
            for note in _frames(error):
                error.add_note(note)
        raise
    return 0


def _frames(error: TemplateError) -> Iterator[str]:
    """Return lines that name the templates that were running, outermost first."""
    yield "Templates that were running:"
    for frame in error.frames:
        place = f"{frame.file}:{frame.line}:{frame.column + 1}"
        yield f'  {place}: "{frame.template}" at <{frame.node}>'


def _help() -> str:
    """Return the help, the flags in groups."""
    from helmwright.commands.help import class_names, class_table, describe

    return describe(
        USAGE,
        SUMMARY,
        (
            f"Examples:\n{EXAMPLES}",
            class_table("Values", UserValuesFlags),
            class_table("Output", OutputFlags),
            class_table(
                "Release and checks", Flags, CheckFlags, HelmFlags, CapabilitiesFlags, GlobalFlags
            ),
            class_table("Cluster", ClusterFlags),
            class_table(
                "Charts from repositories",
                ChartSourceFlags,
                DependencyUpdateFlags,
                ServerFlags,
                PlaceFlags,
            ),
            class_table("Output that repeats", WorldFlags),
            class_names(
                "Accepted without effect, for scripts written for helm", WithoutEffectFlags
            ),
            class_table("Refused", RefusedFlags),
        ),
    )


def _request(context: Context, flags: TemplateFlags, positional: list[str]) -> _Request:
    """Check flags and arguments in Helm's order."""
    from helmwright.cli.environment import debug_requested

    era = chosen_era(context, flags)
    for name in sorted(flags.given & DEFAULT.flags - era.flags):
        error = UsageError(f"unknown flag: --{name}")
        error.add_note(f"Helm {era} has no --{name}, and --helm asks for that one")
        raise error
    for mode in (flags.color, flags.colour):
        if mode not in ("never", "auto", "always"):
            from helmwright.go.strconv import quote

            raise UsageError(
                f"invalid color mode {quote(mode)}: must be one of: never, auto, always"
            )
    for group in EXCLUSIVE:
        if flags.given.issuperset(group) and era.current_flags.isdisjoint(group):
            raise UsageError(
                f"if any flags in the group [{' '.join(group)}] are set none of the others can "
                f"be; [{' '.join(sorted(group))}] were all set"
            )
    if flags.kube_version:
        from helmwright.rendering.capabilities import parse_kube_version

        parse_kube_version(flags.kube_version, era)
    _refuse(flags)
    _check_dry_run(context, flags, era)
    name, chart = _name_and_chart(flags, positional)
    return _Request(flags, name, chart, debug_requested(flags), era)


def _refuse(flags: RefusedFlags) -> None:
    for flag in RefusedFlags.own():
        if getattr(flags, flag.attribute) and flag.name != "post-renderer-args":
            raise UsageError(f"--{flag.name} is not supported: {flag.help}")


def _check_dry_run(context: Context, flags: TemplateFlags, era: Era) -> None:
    """Accept what means a dry run of the client; Source: helm pkg/cmd/helpers.go."""
    from helmwright.go.strconv import parse_bool, quote

    mode = flags.dry_run
    if era.dry_runs != DEFAULT.dry_runs:
        _check_old_dry_run(mode, era)
        return
    if mode in ("client", "server"):
        return
    if mode == "unset":
        context.log(
            "WARN", "--dry-run is deprecated and should be replaced with '--dry-run=client'"
        )
        return
    try:
        accepted = mode != "none" and parse_bool(mode)
    except GoError:
        raise UsageError(
            f'invalid dry-run value ({quote(mode)}). Must be "none", "server", or "client"'
        ) from None
    if not accepted:
        raise UsageError(f'invalid dry-run value ({quote(mode)}). Must be "server" or "client"')
    context.log(
        "WARN",
        f"boolean '--dry-run={mode}' flag is deprecated and must be replaced "
        "with '--dry-run=client'",
    )


def _check_old_dry_run(mode: str, era: Era) -> None:
    """Do the same where a switch is meant; Source: helm v3 cmd/helm/install.go."""
    if mode not in ("", "unset", *era.dry_runs):
        known = ", ".join(era.dry_runs)
        raise UsageError(f"Invalid dry-run flag. Flag must one of the following: {known}")


def _name_and_chart(flags: TemplateFlags, positional: list[str]) -> tuple[str, str | None]:
    """Return release name and chart reference, which is None without a chart.

    Source: helm pkg/action/install.go (NameAndChart)
    """
    if len(positional) > 2:
        raise UsageError(
            f"expected at most two arguments, unexpected arguments: {', '.join(positional[2:])}"
        )
    name, chart = _named(flags, positional)
    if name is not None:
        if flags.generate_name:
            raise UsageError("cannot set --generate-name and also specify a name")
        if flags.name_template:
            raise UsageError("cannot set --name-template and also specify a name")
        return name, chart
    if flags.name_template:
        from helmwright.rendering.name_template import release_name

        repeats = flags.now or flags.seed is not None
        world = _world(flags) if repeats else None
        return release_name(flags.name_template, world), chart
    return "release-name", chart


def _named(flags: TemplateFlags, positional: list[str]) -> tuple[str | None, str | None]:
    """Return the name and the chart of a command line, each None where there is none.

    ``--release-name=NAME`` is a name, ``--release-name`` Helm's switch, after which the name stands
    for the chart: ``--release-name NAME`` gives a name to the chart around the current folder.
    """
    name, chart = (None, None, *positional)[-2:]
    switched = flags.release_name
    if not flags.name and (type(switched) is bool and not (switched and chart and not name)):
        return name, chart
    from helmwright.commands.release_name import chosen_name, is_name_alone

    if switched is True and chart and not name and is_name_alone(chart):
        name, chart = chart, None
    named = ReleaseNameFlags(
        name=flags.name, release_name=switched if type(switched) is str else ""
    )
    return chosen_name(named, name) or None, chart


def _point_at_name(error: HelmwrightError, request: _Request) -> None:
    """Say how a name is written, if what stands for the chart can only be one."""
    from helmwright.commands.release_name import is_name_alone
    from helmwright.settings.meant_chart import meant_chart

    name = request.chart or ""
    if {"name", "name-template"} & request.flags.given or not is_name_alone(name):
        return
    meant = meant_chart(request.flags.values)
    if not meant.is_bundled:
        error.add_note(
            f"a single argument is CHART; 'helmwright template {name} {meant.path}' renders the "
            "chart that is around here as that release"
        )


def _render(context: Context, request: _Request) -> None:
    """Load, check, render and print the chart, in Helm's order."""
    from helmwright.charts.loader import load_chart
    from helmwright.commands.references import named_chart
    from helmwright.rendering.release import Release
    from helmwright.rendering.steps import check_installable, prepare

    flags = request.flags
    world = _world(flags)
    try:
        path = named_chart(
            context, request.chart, files=flags.values, as_helm=True, source=flags
        ).path
    except HelmwrightError as error:
        _point_at_name(error, request)
        raise
    overrides = _overrides(context, request)
    chart = load_chart(path, log=context.log, era=request.era)
    check_installable(chart, log=context.log, era=request.era)
    release = Release(request.name, namespace(flags), is_upgrade=flags.is_upgrade)
    server = _server(context, request)
    try:
        prepared = prepare(
            chart,
            overrides,
            release,
            skip_schema_validation=flags.skip_schema_validation,
            log=context.log,
            era=request.era,
            chosen=None if server is None else server.look,
        )
    except SchemaError as error:
        _locate(error, flags, chart)
        raise
    if not flags.labels.keys().isdisjoint(_SYSTEM_LABELS):
        raise UsageError(
            "user supplied labels contains system reserved label name. "
            f"System labels: [{' '.join(_SYSTEM_LABELS)}]"
        )
    if server is None:
        _finish(context, request, prepared, release, world)
        return
    with closing(server):
        _finish(context, request, prepared, release, server.world(world), server=server)


def _server(context: Context, request: _Request) -> ServerDryRun | None:
    """Return the cluster that counts, None if none is to be asked."""
    flags = request.flags
    if flags.dry_run != "server" and not flags.validate:
        return None
    if flags.offline:
        raise UsageError("--dry-run=server asks a cluster, and --offline asks no server")
    from helmwright.cli.template_server import ServerDryRun, asked_of

    return ServerDryRun(context, flags, asked_of(flags, request.era), request.era)


def _locate(error: SchemaError, flags: TemplateFlags, chart: Chart) -> None:
    """Give an error the place of the first value that is refused."""
    from helmwright.commands.value_places import place_of
    from helmwright.schema import SchemaViolations

    if isinstance(error, SchemaViolations) and error.violations:
        error.position = place_of(error.violations[0], flags, chart)


def _overrides(context: Context, request: _Request) -> dict[str, Any]:
    def read(path: str) -> bytes:
        from helmwright.commands.inputs import read_input

        return read_input(context, path)

    return merged_values(request.flags, read, era=request.era)


def _world(flags: TemplateFlags) -> World:
    """Return the real world, or one that repeats itself as the flags ask."""
    from helmwright.go.world import World

    now = flags.now or None
    if flags.seed is None and now is None:
        return World.real(resolve_hosts=flags.enable_dns)
    try:
        return World.fixed(now, flags.seed)
    except InputError as error:
        raise UsageError(f"--now must be a time as RFC 3339: {error.message}") from None


def _finish(  # noqa: PLR0913 - all that a render depends on
    context: Context,
    request: _Request,
    prepared: Prepared,
    release: Any,
    world: World,
    *,
    server: ServerDryRun | None = None,
) -> None:
    """Render, sort and print; what fails in the first two fails with Helm's hint."""
    from helmwright.cli.output import Output
    from helmwright.rendering.capabilities import Capabilities, parse_kube_version
    from helmwright.rendering.engine import Engine
    from helmwright.rendering.steps import render_files, sort_files

    flags = request.flags
    kube = parse_kube_version(flags.kube_version, request.era) if flags.kube_version else None
    era = request.era
    capabilities = Capabilities.default(kube, flags.api_versions, era)
    if server is not None:
        capabilities = server.capabilities(capabilities)
    output = Output(context, flags, request.name, era)
    rendered: dict[str, str] = {}
    rendering: Rendering | None = None
    try:
        engine = Engine(era=era)
        rendered = render_files(engine, prepared, release, capabilities, world, log=context.log)
        rendering = sort_files(prepared.chart, rendered, log=context.log, era=era)
        output.write_manifests(rendering)
    except HelmwrightError as error:
        if not request.debug:
            error.message += _HINT
        elif rendering is None:
            output.show_invalid(rendered)
        else:
            output.finish(rendering)
        raise
    if server is not None:
        server.check(rendering, release)
    output.finish(rendering)


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, TemplateFlags, _run, explain=_help)
run = COMMAND.run
