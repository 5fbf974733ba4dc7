"""Finds the chart that a command line names.

Source: helm pkg/action/install.go (LocateChart), pkg/downloader/chart_downloader.go
"""

# ruff: noqa: PTH110 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.errors import ChartError, GoError, HelmwrightError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence


def named_chart(positional: Sequence[str]) -> str:
    """Return the path of the chart that the first argument names; without one, the bundled chart.

    Raises what ``local_chart`` raises.
    """
    if positional:
        return local_chart(positional[0])
    from helmwright.resources import chart_directory

    return local_chart(chart_directory())


def local_chart(reference: str) -> str:
    """Return the path of a chart that is on this machine.

    Raises:
        ChartError: with Helm's text, if there is none.
        UsageError: if Helm would fetch it.
    """
    path = reference.strip()
    try:
        exists = os.path.exists(path)
    except ValueError:  # a NUL in the path
        exists = False
    if not exists:
        raise _missing(path)
    return path


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
