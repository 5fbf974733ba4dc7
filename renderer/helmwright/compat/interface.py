"""Comparing two Helms from Python: a chart with values, and scripts that call Helm."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import checked
from helmwright.base.errors import UsageError
from helmwright.base.records import replace
from helmwright.compat.allowing import allowed_in_text
from helmwright.compat.definitions import expand
from helmwright.compat.installed import read_installed
from helmwright.compat.model import Compatibility
from helmwright.compat.renders import Inputs
from helmwright.compat.session import Options, compare
from helmwright.diff.objects import read_objects
from helmwright.diff.sources.rendering import RenderSettings
from helmwright.eras.resolving import resolve_era
from helmwright.releases.safe_errors import errors_without_secrets, remember
from helmwright.secrets.known import KnownSecrets
from helmwright.secrets.witness import witnessing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.charts.chart import Chart
    from helmwright.eras.era import Era
    from helmwright.releases.model import StoredRelease
    from helmwright.secrets.witness import Sights


@checked
def compat(  # noqa: PLR0913 - what a comparison depends on
    chart: Chart | str | os.PathLike[str],
    values: dict[str, Any] | None = None,
    from_: str = "3",
    to: str = "4",
    *,
    settings: RenderSettings | None = None,
    release: StoredRelease | None = None,
    live: str = "",
    allow: Iterable[str] = (),
    show_secrets: bool = False,
) -> Compatibility:
    """Return what the move from one Helm to another changes for a chart.

    chart: its path, or loaded; a path is read as either Helm reads it. values: of the user. from_, to: versions, as
    ``--helm`` takes them. settings: what the chart is rendered for. release: what is installed, from ``read_releases``;
    its name and namespace count if settings are not given. live: objects of the cluster, as YAML or JSON with
    ``metadata.managedFields``. allow: ids or groups of findings that do not count. show_secrets: leave them in.

    Raises:
        UsageError: for a version that is none, and for ids that there are not.
        HelmwrightError: for live objects that cannot be read.
    """
    before, after = resolve_era(from_, asked="from_"), resolve_era(to, asked="to")
    with errors_without_secrets(show_secrets=show_secrets), witnessing() as sights:
        if settings is None:
            settings = RenderSettings()
            if release is not None:
                settings = replace(
                    settings,
                    release_name=release.name or settings.release_name,
                    namespace=release.namespace or settings.namespace,
                    is_upgrade=True,
                )

        objects = read_objects(live, "live") if live else None
        options = Options(
            allow=expand(allow),
            installed=read_installed(release, objects, settings.namespace),
            safe=str if show_secrets else _Safe(sights),
            show_secrets=show_secrets,
        )
        inputs = Inputs(
            lambda era: _load(chart, era),
            lambda _: values or {},
            settings,
        )
        return compare(before, after, inputs, options)


class _Safe:
    """Takes out of texts what is secret in all that has been read; looked for when a first text is to be safe."""

    def __init__(self, sights: Sights) -> None:
        self._sights = sights
        self._known: KnownSecrets | None = None

    def __call__(self, text: str) -> str:
        """Return a text without secrets."""
        if self._known is None:
            self._known = KnownSecrets()
            remember(self._known, list(self._sights))
        return self._known.safe(text)


@checked
def compat_commands(
    files: Iterable[str | os.PathLike[str]] = (),
    *,
    texts: Iterable[tuple[str, str]] = (),
    allow: Iterable[str] = (),
) -> Compatibility:
    """Return which words of calls of Helm 3 mean something else to Helm 4.

    files: scripts, pipelines, helmfiles: their paths. texts: names and contents of others.

    Raises:
        UsageError: for ids that there are not.
        HelmwrightError: for a file that cannot be read, is no text, or is larger than 4 MiB.
    """
    from helmwright.values.inputs import read_file

    ids = expand(allow)
    found = Compatibility("", "", "")
    given = [(os.fspath(file), read_file(os.fspath(file))) for file in files]
    given += [(name, text.encode("utf-8", "surrogateescape")) for name, text in texts]
    for name, data in given:
        found = with_commands(found, name, data, ids)
    return found


def with_commands(
    report: Compatibility, name: str, data: bytes, ids: frozenset[str]
) -> Compatibility:
    """Return a report with what was found in a script, too; raises as ``compat_commands`` does."""
    from helmwright.compat.commands.reading import command_findings

    text = data.decode("utf-8", "surrogateescape")
    found = allowed_in_text(command_findings(data, name), name, text, ids)
    return replace(
        report,
        findings=(*report.findings, *found.counted),
        allowed=(*report.allowed, *found.allowed),
        inputs=(*report.inputs, name),
    )


@checked
def write_compat(report: Compatibility, form: str = "text") -> str:
    """Return a comparison as text, json, markdown, html, sarif or junit.

    Raises:
        UsageError: for another form.
    """
    from helmwright.compat.report import FORMS, write_report

    if form not in FORMS:
        raise UsageError(f'a comparison is written as {", ".join(FORMS)}, not "{form}"')
    return write_report(report, form)


def _load(chart: Chart | str | os.PathLike[str], era: Era) -> Chart:
    if not isinstance(chart, str | os.PathLike):
        return chart
    from helmwright.charts.loader import load_chart

    return load_chart(chart, era=era)
