"""Finds the chart that a command line names.

Source: helm pkg/action/install.go (LocateChart), pkg/downloader/chart_downloader.go
"""

# ruff: noqa: PTH110 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.errors import ChartError, GoError, HelmwrightError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.commands import Context
    from helmwright.commands.source_flags import ChartSourceFlags
    from helmwright.settings.meant_chart import MeantChart

_BY_ITSELF = (
    "no chart is around, so it is the one that comes with Helmwright, for Determined; "
    "'chart: determined' in .helmwright.yaml says that it is meant"
)
_BY_NAME = "determined is the chart that comes with Helmwright"


def named_chart(  # noqa: PLR0913 - keywords only
    context: Context,
    named: str | None = None,
    *,
    files: Iterable[str] = (),
    quiet: bool = False,
    as_helm: bool = False,
    file_first: bool = False,
) -> MeantChart:
    """Return the chart that a command line names, else the one that is meant.

    named: what stands for CHART or ``--chart``. files: values files; see ``meant_chart``. That it is the bundled one is said on standard error, unless quiet or settled by
    ``.helmwright.yaml``. Raises what ``local_chart`` and ``meant_chart`` raise.
    """
    from helmwright.settings.meant_chart import MeantChart, is_bundled_name, meant_chart

    if named is not None:
        found = MeantChart(
            local_chart(named, as_helm=as_helm), is_bundled_name(named), is_asked=True
        )
        note = _BY_NAME
    else:
        found = meant_chart(files, file_first=file_first)
        note = "" if found.is_asked else _BY_ITSELF
        if not found.is_bundled:
            context.leaving.add(found.path)
    if found.is_bundled and note and not quiet:
        context.note(note)
    return found


def local_chart(reference: str, *, as_helm: bool = False) -> str:
    """Return the path of a chart that is on this machine; ``determined`` is the bundled one.

    as_helm: what is said of a path without a chart is Helm's text.

    Raises:
        ChartError: if there is none.
        UsageError: if Helm would fetch it.
    """
    path = reference.strip()
    try:
        exists = os.path.exists(path)
    except ValueError:  # a NUL in the path
        exists = False
    if not exists:
        from helmwright.settings.meant_chart import bundled_chart, is_bundled_name

        if is_bundled_name(path):
            return bundled_chart()
        error = _missing(path)
        if isinstance(error, ChartError) and not as_helm:
            raise ChartError(
                f"there is no chart at {path}" if path else "name a chart: it is blank"
            )
        raise error
    return path


def fetched_chart(context: Context, reference: str, flags: ChartSourceFlags) -> str:
    """Return the path of a chart that a command line names, in Helm's cache if it is fetched.

    Raises ChartError and SourceError with Helm's text.
    """
    from helmwright.commands.source_flags import sources_of, wanted_of

    wanted = wanted_of(flags)
    sources = sources_of(context, flags)
    return sources.local(reference, wanted) or sources.archive(reference, wanted).path


def _missing(reference: str) -> HelmwrightError:
    """Return what Helm says about a reference that it cannot follow."""
    from helmwright.go.strconv import quote
    from helmwright.go.url import parse

    if reference.startswith(("/", ".")):
        return ChartError(f"path {quote(reference)} not found")
    try:
        url = parse(reference)
    except GoError:
        return ChartError(f"invalid chart URL format: {reference}")
    if url.scheme in ("oci", "http", "https"):
        return UsageError(
            f"chart {reference} is not on this machine, and this command never contacts a "
            "repository; fetch it first, for example with 'helm pull'"
        )
    if url.scheme and url.host and url.path:
        return ChartError(f"scheme {quote(url.scheme)} not supported")
    repository, slash, _ = url.path.partition("/")
    if not slash:
        return ChartError(
            f"non-absolute URLs should be in form of repo_name/path_to_chart, got: {url}"
        )
    return ChartError(f"repo {repository} not found")
