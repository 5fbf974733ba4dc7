"""Linting from Python: charts and values files as a program has them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import check_argument, checked
from helmwright.base.errors import HelmwrightError
from helmwright.eras.era import DEFAULT
from helmwright.eras.meant import as_era
from helmwright.lint.catalogue import expand
from helmwright.lint.run import Selection
from helmwright.lint.session import LintOptions, lint_inputs
from helmwright.lint.subject import LintInput, Subject
from helmwright.packs.loading import load_packs
from helmwright.releases.safe_errors import errors_without_secrets
from helmwright.rendering.release import Release

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.charts.chart import Chart
    from helmwright.eras.era import Era
    from helmwright.lint.result import LintReport
    from helmwright.values.templated.context import ValuesContext


@checked
def lint_chart(  # noqa: PLR0913 - what findings depend on
    chart: Chart | str | os.PathLike[str],
    files: Iterable[str | os.PathLike[str]] = (),
    *,
    set_values: Iterable[str] = (),
    select: Iterable[str] | None = None,
    ignore: Iterable[str] = (),
    release: Release | None = None,
    kube_version: str = "",
    context: ValuesContext | None = None,
    era: Era | str = DEFAULT,
    **told: Any,
) -> LintReport:
    """Lint a chart with a user's values.

    chart: loaded, or its path; one that cannot be loaded is a finding. files: paths of values
    files, later ones win. set_values: as ``--set`` has them.
    select, ignore: ids of rules and names of groups; without ``select``, all that are not opt-in.
    context: what values files see that are templates. era: the Helm that renders, or its version.
    told: what the rules of packs may be told; those
    of Determined know ``determined_release``, a ``DeterminedRelease`` instead of the one that the values
    ask for, and ``nodes``, the ``ClusterNode``s of the cluster.

    Raises:
        UsageError: for names of rules that there are not.
        TypeError: for what no pack knows, and for values of other types.
        HelmwrightError: for a file that cannot be read.
    """
    with errors_without_secrets():
        era = as_era(era)
        loaded, broken = _load(chart, era)
        subject = Subject(
            loaded,
            _read(files, context),
            tuple(("set", text) for text in set_values),
            release=release or Release(),
            told=_told("lint_chart", told),
            kube_version=kube_version,
            broken=broken,
            era=era,
        )
        return lint_inputs([LintInput(loaded.path, subject)], _options(select, ignore))


@checked
def lint_values(  # noqa: PLR0913 - what findings depend on
    *files: str | os.PathLike[str],
    texts: Iterable[tuple[str, str | bytes]] = (),
    chart: Chart | str | os.PathLike[str] | None = None,
    select: Iterable[str] | None = None,
    ignore: Iterable[str] = (),
    release: Release | None = None,
    kube_version: str = "",
    context: ValuesContext | None = None,
    era: Era | str = DEFAULT,
    **told: Any,
) -> LintReport:
    """Lint values files, each on its own, without the chart that they are for.

    files: their paths. texts: names and contents of others. chart: loaded, or its path; the bundled
    chart by default. The others are those of ``lint_chart``.

    Raises:
        UsageError: for names of rules that there are not.
        HelmwrightError: for a file that cannot be read.
    """
    from helmwright.base.resources import chart_directory
    from helmwright.rendering.engine import Engine

    with errors_without_secrets():
        era = as_era(era)
        loaded, broken = _load(chart_directory() if chart is None else chart, era)
        given = [
            (name, text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text)
            for name, text in texts
        ]
        common: dict[str, Any] = {
            "whole_chart": False,
            "release": release or Release(),
            "told": _told("lint_values", told),
            "kube_version": kube_version,
            "engine": Engine(era=era),
            "broken": broken,
            "era": era,
        }
        inputs = [
            LintInput(name, Subject(loaded, ((name, data),), **common))
            for name, data in (*_read(files, context), *given)
        ]
        return lint_inputs(inputs, _options(select, ignore))


def _load(chart: Chart | str | os.PathLike[str], era: Era) -> tuple[Chart, HelmwrightError | None]:
    if not isinstance(chart, str | os.PathLike):
        return chart, None
    from helmwright.charts.loader import load_chart

    chart = os.fspath(chart)
    try:
        return load_chart(chart, era=era), None
    except HelmwrightError as error:
        from helmwright.lint.helm_lint.folder import broken_chart

        return broken_chart(chart), error


def _read(
    files: Iterable[str | os.PathLike[str]], context: ValuesContext | None
) -> tuple[tuple[str, bytes], ...]:
    from helmwright.values.files import read_values
    from helmwright.values.inputs import read_file

    names = [os.fspath(file) for file in files]
    return tuple((name, read_values(name, read_file, context)) for name in names)


def _told(function: str, told: dict[str, Any]) -> dict[str, Any]:
    """Return what a run is told, as the packs that know it want it; raises TypeError for the rest."""
    if not told:
        return {}
    types = {fact.name: fact.type for pack in load_packs().packs for fact in pack.facts}
    for name, value in told.items():
        if name not in types:
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}")
        check_argument(function, name, types[name], value)
    return {
        name: value
        if isinstance(value, str | bytes) or not hasattr(value, "__iter__")
        else tuple(value)
        for name, value in told.items()
        if value is not None
    }


def _options(select: Iterable[str] | None, ignore: Iterable[str]) -> LintOptions:
    chosen = None if select is None else expand(select)
    return LintOptions(selection=Selection(chosen, expand(ignore)))
