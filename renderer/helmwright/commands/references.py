"""Finds the chart that a command line names.

Source: helm pkg/action/install.go (LocateChart), pkg/downloader/chart_downloader.go
"""

# ruff: noqa: PTH110, PTH112 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.errors import ChartError, SourceError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.commands import Context
    from helmwright.commands.source_flags import ChartSourceFlags
    from helmwright.settings.meant_chart import MeantChart

_BY_ITSELF = (
    "no chart is around, so it is the one that comes with Helmwright, for Determined; "
    "'chart: determined' in .helmwright.yaml says that it is meant"
)
_SCHEMES = ("http://", "https://", "oci://")
_BY_NAME = "determined is the chart that comes with Helmwright"


def named_chart(  # noqa: PLR0913 - keywords only
    context: Context,
    named: str | None = None,
    *,
    files: Iterable[str] = (),
    quiet: bool = False,
    as_helm: bool = False,
    file_first: bool = False,
    source: ChartSourceFlags | None = None,
) -> MeantChart:
    """Return the chart that a command line names, else the one that is meant.

    named: what stands for CHART or ``--chart``. files: values files; see ``meant_chart``. That it is the bundled one is said on standard error, unless quiet or settled by
    ``.helmwright.yaml``. source: where charts are that are not on this machine. Raises what
    ``chart_path`` and ``meant_chart`` raise.
    """
    from helmwright.settings.meant_chart import MeantChart, is_bundled_name, meant_chart

    if named is not None:
        found = MeantChart(
            chart_path(context, named, source, as_helm=as_helm),
            is_bundled_name(named),
            is_asked=True,
        )
        note = _BY_NAME
    else:
        found = meant_chart(files, file_first=file_first)
        note = "" if found.is_asked else _BY_ITSELF
        _check_verified(context, found.path, source)
        if not found.is_bundled:
            context.leaving.add(found.path)
            complete(context, found.path, source)
    if found.is_bundled and note and not quiet:
        context.note(note)
    return found


def chart_path(
    context: Context,
    reference: str,
    source: ChartSourceFlags | None = None,
    *,
    as_helm: bool = False,
) -> str:
    """Return the path of a chart that a command line names: its own, or in the cache if it is fetched.

    ``determined`` is the bundled one. source: where charts are that are not on this machine; by
    default where Helm has them. as_helm: what is said of a path without a chart is Helm's text.
    Raises ChartError if there is none, and SourceError if it cannot be fetched.
    """
    path = reference.strip()
    if source is None or not source.repo:
        try:
            exists = os.path.exists(path)
        except ValueError:  # a NUL in the path
            exists = False
        if exists:
            _check_verified(context, path, source)
            complete(context, path, source)
            return path
        from helmwright.settings.meant_chart import bundled_chart, is_bundled_name

        if is_bundled_name(path):
            _check_verified(context, bundled_chart(), source)
            return bundled_chart()
    if not (as_helm or is_elsewhere(path, source)):
        raise ChartError(f"there is no chart at {path}" if path else "name a chart: it is blank")
    from helmwright.commands.source_flags import ChartSourceFlags

    found = fetched_chart(context, path, source or ChartSourceFlags())
    context.leaving.add(found)
    return found


def complete(context: Context, path: str, source: ChartSourceFlags | None) -> None:
    """Fetch the dependencies that a folder lacks, if the command line or the environment asks for that.

    Raises UsageError for a step that there is not, ChartError and SourceError with Helm's text.
    """
    if source is None or not os.path.isdir(path):
        return
    from helmwright.commands.source_flags import dependency_step

    if step := dependency_step(source):
        from helmwright.commands.registry_flags import fetch_missing

        fetch_missing(context, path, source, step)


def is_elsewhere(reference: str, source: ChartSourceFlags | None = None) -> bool:
    """Tell whether a reference is to be fetched: a URL, or the chart of a repository that was added."""
    if (source is not None and source.repo) or reference.startswith(_SCHEMES):
        return True
    name, slash, _ = reference.partition("/")
    if not slash or name in ("", ".", ".."):
        return False
    from helmwright.commands.source_flags import ChartSourceFlags, settings_of
    from helmwright.sources.repositories import read_repositories

    try:
        file = read_repositories(settings_of(source or ChartSourceFlags()).repository_config)
    except SourceError:
        return False
    return file.get(name) is not None


def fetched_chart(context: Context, reference: str, flags: ChartSourceFlags) -> str:
    """Return the path of a chart that a command line names, in Helm's cache if it is fetched.

    Raises ChartError and SourceError with Helm's text.
    """
    from helmwright.commands.source_flags import sources_of, wanted_of

    path = reference.strip()
    if not (flags.repo or flags.verify or "\0" in path) and os.path.exists(path):
        return path  # as below, without what asks the network
    wanted = wanted_of(flags)
    sources = sources_of(context, flags)
    return sources.local(reference, wanted) or sources.archive_path(reference, wanted)


def _check_verified(context: Context, path: str, source: ChartSourceFlags | None) -> None:
    """Refuse a chart on this machine that is not signed, if ``--verify`` asks for that.

    Raises VerificationError with Helm's text.
    """
    if source is not None and source.verify:
        from helmwright.commands.source_flags import sources_of, wanted_of

        sources_of(context, source).local(path, wanted_of(source)._replace(repo=""))
