"""Reads what ``helmwright compat`` compares: charts, values, releases, live objects and scripts."""

# ruff: noqa: PTH112 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import HelmwrightError, UsageError
from helmwright.base.records import replace
from helmwright.commands.inputs import check_inputs, read_input
from helmwright.commands.options import merged_values
from helmwright.commands.release_name import USUAL, chosen_name, split_name
from helmwright.compat.model import Compatibility

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.charts.chart import Chart
    from helmwright.cli.compat_flags import CompatFlags
    from helmwright.cli.compat_settings import CompatSettings
    from helmwright.commands import Context
    from helmwright.compat.installed import Installed
    from helmwright.diff.sources.rendering import RenderSettings
    from helmwright.eras.era import Era
    from helmwright.lint.subject import Subject
    from helmwright.releases.model import StoredRelease

_ARCHIVES = (".tgz", ".tar.gz")


class Request(NamedTuple):
    """What a command line names.

    chart: None for the one around this folder; has_chart: whether there is one to look at. files: with calls of Helm.
    """

    release_name: str
    chart: str | None
    has_chart: bool
    files: tuple[str, ...]

    @classmethod
    def of(cls, flags: CompatFlags, positional: list[str]) -> Request:
        """Return what arguments name; raises ``UsageError`` for too many."""
        files: list[str] = []
        others = positional
        if flags.commands:
            files = [one for one in positional if _is_script(one)]
            others = [one for one in positional if one not in files]
            if not files:
                raise UsageError("--commands: name the files, such as deploy.sh Makefile")
        named, others = split_name(others, 1, 0)
        if len(others) > 1:
            extra = ", ".join(others[1:])
            hint = "" if flags.commands else "; --commands looks for calls of Helm in files"
            raise UsageError(f"name one chart, unexpected arguments: {extra}{hint}")
        name = chosen_name(flags, named)
        chart = others[0] if others else None
        return cls(name, chart, chart is not None or not flags.commands, tuple(files))


def _is_script(name: str) -> bool:
    return name == "-" or (
        not os.path.isdir(name) and not name.endswith(_ARCHIVES) and os.path.lexists(name)
    )


def told(context: Context, settings: CompatSettings, request: Request) -> Compatibility:
    """Return the report on all that a command line names."""
    flags = settings.flags
    check_inputs([*request.files, *flags.values, *flags.live, flags.release])
    contents: dict[str, bytes] = {}

    def read(path: str) -> bytes:
        if path not in contents:
            contents[path] = read_input(context, path)
        return contents[path]

    report = Compatibility("", "", "", fail_level=settings.fail_level())
    before, after = settings.eras(context.say)
    if request.has_chart:
        report = _compared(context, settings, request, read, (before, after))
    else:
        report = replace(report, before=str(before), after=str(after))
    for name in request.files:
        from helmwright.compat.interface import with_commands

        report = with_commands(report, name, read(name), settings.allowed())
    return report


def _compared(
    context: Context,
    settings: CompatSettings,
    request: Request,
    read: Callable[[str], bytes],
    eras: tuple[Era, Era],
) -> Compatibility:
    from helmwright.charts.loader import load_chart
    from helmwright.commands.references import named_chart
    from helmwright.compat.renders import Inputs
    from helmwright.compat.session import Options, compare

    flags = settings.flags
    path = named_chart(context, request.chart, files=flags.values, source=flags).path
    release = _release(flags, request, read)
    rendering = _settings(flags, request, release)

    def chart(era: Era) -> Chart:
        return load_chart(path, era=era)

    def values(era: Era) -> dict[str, Any]:
        if release is not None and not _sets_values(flags):
            return release.config or {}
        return merged_values(flags, read, era=era)

    options = Options(
        files=tuple(flags.values),
        allow=settings.allowed(),
        fail_level=settings.fail_level(),
        subject=_subject(path, flags, read),
        installed=_installed(flags, release, read, rendering.namespace),
        safe=context.leaving.safe,
        show_secrets=flags.show_secrets,
    )
    return compare(*eras, Inputs(chart, values, rendering), options)


def _sets_values(flags: CompatFlags) -> bool:
    return bool(flags.values or flags.overrides())


def _settings(
    flags: CompatFlags, request: Request, release: StoredRelease | None
) -> RenderSettings:
    from helmwright.diff.sources.rendering import RenderSettings

    name, namespace = request.release_name, flags.namespace
    if release is not None:
        name = name or release.name
        if "namespace" not in flags.given:
            namespace = release.namespace or namespace
    return RenderSettings(
        release_name=name or USUAL,
        namespace=namespace,
        is_upgrade=flags.is_upgrade or release is not None,
        kube_version=flags.kube_version,
        api_versions=tuple(flags.api_versions),
        skip_schema_validation=flags.skip_schema_validation,
    )


def _release(
    flags: CompatFlags, request: Request, read: Callable[[str], bytes]
) -> StoredRelease | None:
    if not flags.release:
        return None
    from helmwright.releases import choose_release, read_releases

    found, _ = choose_release(
        read_releases(read(flags.release), flags.release), name=request.release_name
    )
    return found


def _installed(
    flags: CompatFlags,
    release: StoredRelease | None,
    read: Callable[[str], bytes],
    namespace: str,
) -> Installed:
    from helmwright.compat.installed import read_installed
    from helmwright.diff.objects import read_objects

    live = None
    if flags.live:
        live = [
            one
            for name in flags.live
            for one in read_objects(read(name).decode("utf-8", "surrogateescape"), name)
        ]
    return read_installed(release, live, namespace)


def _subject(path: str, flags: CompatFlags, read: Callable[[str], bytes]) -> Subject | None:
    """Return the chart and values files, for comments in them; None if they cannot be read."""
    from helmwright.charts.loader import load_chart
    from helmwright.lint.subject import Subject
    from helmwright.values.files import TEMPLATE_SUFFIX

    try:
        chart = load_chart(path)
        files = tuple(
            (name, read(name)) for name in flags.values if not name.endswith(TEMPLATE_SUFFIX)
        )
    except HelmwrightError:
        return None
    return Subject(chart, files)
