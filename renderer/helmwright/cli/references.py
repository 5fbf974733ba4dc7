"""Finds the chart that a command line names.

Source: helm pkg/action/install.go (LocateChart), pkg/downloader/chart_downloader.go
"""

from __future__ import annotations

import os
from typing import NoReturn

from helmwright.errors import ChartError, GoError, UsageError


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
    if exists:
        return path
    if path.startswith(("/", ".")):
        from helmwright.go.strconv import quote

        raise ChartError(f"path {quote(path)} not found")
    _explain(path)


def _explain(reference: str) -> NoReturn:
    """Raise what Helm says about a reference to a repository that it cannot follow."""
    from helmwright.go.url import parse

    try:
        url = parse(reference)
    except GoError:
        raise ChartError(f"invalid chart URL format: {reference}") from None
    if url.scheme in ("oci", "http", "https"):
        raise UsageError(
            f"chart {reference} is not on this machine, and this command never contacts a "
            "repository; fetch it first, for example with 'helm pull'"
        )
    if url.scheme and url.host and url.path:
        from helmwright.go.strconv import quote

        raise ChartError(f"scheme {quote(url.scheme)} not supported")
    repository, slash, _ = url.path.partition("/")
    if not slash:
        raise ChartError(
            f"non-absolute URLs should be in form of repo_name/path_to_chart, got: {url}"
        )
    raise ChartError(f"repo {repository} not found")
