"""From the arguments of ``helmwright lint`` to charts and values files."""

# ruff: noqa: PTH100, PTH110, PTH112, PTH118 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import ChartError, HelmwrightError, UsageError
from helmwright.commands.helm_flags import chosen_era
from helmwright.commands.inputs import check_inputs, input_name, is_stdin, read_input
from helmwright.commands.references import chart_path, complete, is_elsewhere, named_chart
from helmwright.commands.values_input import read_values_input
from helmwright.determined.linting.facts import NODES, RELEASE
from helmwright.determined.linting.rule import DETERMINED
from helmwright.lint.subject import LintInput, Subject
from helmwright.packs.loading import load_packs
from helmwright.rendering.release import Release
from helmwright.settings.meant_chart import BUNDLED, bundled_chart, chart_around
from helmwright.values.files import override_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.charts.chart import Chart
    from helmwright.cli.lint_settings import Settings
    from helmwright.commands import Context
    from helmwright.determined.versions import DeterminedRelease
    from helmwright.rendering.engine import Engine

_ARCHIVES = (".tgz", ".tar.gz")
VALUES_FILE = "values"
"""The kind of files with values; all others are those of packs."""
_CHART_FILES = ("Chart.yaml", "Chart.lock", "values.schema.json")


class _Loaded(NamedTuple):
    """A chart, what renders it, and why it could not be loaded."""

    chart: Chart
    engine: Engine
    broken: HelmwrightError | None


def read_inputs(context: Context, settings: Settings, positional: list[str]) -> list[LintInput]:
    """Return what is to be linted, all files read.

    Raises HelmwrightError for what cannot be read; a chart or a values file with mistakes in it is
    no reason.
    """
    files = list(settings.effective.values)
    check_inputs(
        [*positional, *settings.flags.values, settings.effective.nodes],
        "of the arguments, --values and --nodes",
    )
    _check_kind(settings.flags.kind)
    reader = _Reader(context, settings)
    if not positional:
        return list(reader.named_by_flags(files))
    # Of a file that is part of a chart, as commit hooks name them, the chart is linted.
    names = dict.fromkeys(_chart_of_part(name) or name for name in positional)
    return [one for name in names for one in reader.inputs(name, files)]


def _check_kind(asked: str) -> None:
    """Raise UsageError for a kind of files that no pack knows."""
    if asked in ("", VALUES_FILE):
        return
    known = [VALUES_FILE, *(kind for pack in load_packs().packs for kind in pack.kinds)]
    if asked not in known:
        raise UsageError(f"--kind is one of {', '.join(known)}")


class _Reader:
    def __init__(self, context: Context, settings: Settings) -> None:
        self._context = context
        self._settings = settings
        self._charts: dict[str, _Loaded] = {}
        self._has_said = False
        self._contents: dict[str, bytes] = {}
        self._located: set[str] = set()
        self._values_files: dict[str, bytes] = {}
        self._era = chosen_era(context, settings.flags)
        self._subject = self._shared()

    def _shared(self) -> dict[str, Any]:
        """Return what all subjects have in common."""
        from helmwright.secrets.quoted import without_values

        flags, settings = self._settings.flags, self._settings
        overrides = tuple(flags.overrides())
        for kind, text in overrides:
            try:
                override_values(kind, text, {}, read=self._read, era=self._era)
            except HelmwrightError as error:
                raise HelmwrightError(without_values(error.message)) from None
        return {
            "overrides": overrides,
            "release": Release(
                settings.release_name(),
                settings.effective.namespace or "default",
                is_upgrade=flags.is_upgrade,
            ),
            "told": {RELEASE: settings.determined_release(), NODES: self._nodes()},
            "kube_version": settings.kube_version(),
            "api_versions": tuple(settings.effective.api_versions),
            "skip_schema_validation": settings.effective.skip_schema_validation,
            "read": self._read,
            "era": self._era,
        }

    def _nodes(self) -> Any:
        path = self._settings.effective.nodes
        if not path:
            return None
        from helmwright.determined.capacity.nodes import read_cluster_nodes

        return read_cluster_nodes(self._read(path), input_name(path))

    def _read(self, path: str) -> bytes:
        if path not in self._contents:
            self._contents[path] = read_input(self._context, path)
        return self._contents[path]

    def _read_values(self, name: str) -> bytes:
        if name not in self._values_files:
            self._values_files[name] = read_values_input(self._settings.flags, name, self._read)
        return self._values_files[name]

    def _files(self, names: list[str]) -> tuple[tuple[str, bytes], ...]:
        return tuple((input_name(name), self._read_values(name)) for name in names)

    def named_by_flags(self, files: list[str]) -> Iterator[LintInput]:
        """Yield the chart of ``--chart`` or the one that is meant, or just values for it."""
        path = self._meant(files)
        if files:
            yield LintInput(input_name(files[-1]), self._values(self._chart(path), files))
        else:
            yield from self._whole(path, files)

    def inputs(self, name: str, files: list[str]) -> Iterator[LintInput]:
        """Yield what an argument names: a chart, with its subcharts if asked for, or a file."""
        kind = self._kind(name) if is_stdin(name) else ""
        if kind:
            yield LintInput(input_name(name), self._task(name, kind))
            return
        if is_stdin(name):
            loaded = self._chart(self._meant(()))
            yield LintInput(input_name(name), self._values(loaded, [*self._below(), name]))
            return
        if not os.path.exists(name) and is_elsewhere(name, self._settings.flags):
            path = chart_path(self._context, name, self._settings.flags)
            self._located.add(path)
            yield from self._whole(path, files)
            return
        _check_exists(name)
        if os.path.isdir(name) or name.endswith(_ARCHIVES):
            yield from self._whole(name, files)
            return
        kind = self._kind(name)
        if kind:
            yield LintInput(name, self._task(name, kind))
            return
        loaded = self._chart(self._meant((name,)))
        yield LintInput(name, self._values(loaded, [*self._below(), name]))

    def _meant(self, files: Iterable[str]) -> str:
        """Return the chart of ``--chart`` or of settings, else around values files, else the usual."""
        quiet = self._settings.effective.quiet or self._has_said
        named = self._settings.effective.chart or None
        if named is not None and "chart" not in self._settings.flags.given:
            return self._of_settings(named)
        found = named_chart(
            self._context,
            named,
            files=files,
            quiet=quiet,
            file_first=True,
            source=self._settings.flags,
        )
        self._has_said = self._has_said or found.is_bundled
        self._located.add(found.path)
        return found.path

    def _of_settings(self, path: str) -> str:
        """Return the chart that the settings of lint say; ``determined`` is the bundled one."""
        is_name = path.rpartition("/")[2] == BUNDLED and not os.path.exists(path)
        if is_name:
            return bundled_chart()
        complete(self._context, path, self._settings.flags)
        return path

    def _kind(self, name: str) -> str:
        """Return the kind of document that a file is, by the packs that know any; blank for values."""
        asked = self._settings.flags.kind
        if asked:
            return "" if asked == VALUES_FILE else asked
        packs = load_packs()
        data, shown = bytes(self._read_values(name)), input_name(name)
        kinds = (packs.call(one, one.documents, data, shown) for one in packs.packs)
        return next(filter(None, kinds), "")

    def _task(self, name: str, kind: str) -> Subject:
        from helmwright.charts.chart import Chart
        from helmwright.charts.metadata import Metadata

        shared = {**self._subject, "overrides": ()}
        told = shared["told"]
        shared["told"] = {**told, RELEASE: told[RELEASE] or self._release_of_values()}
        chart = Chart(Metadata(), path=name)
        return Subject(chart, self._files([name]), whole_chart=False, document=kind, **shared)

    def _release_of_values(self) -> DeterminedRelease | None:
        """Return the release that the chart and the values named by flags ask for, if they do."""
        if not self._below() and "chart" not in self._settings.flags.given:
            return None
        subject = self._values(self._chart(self._meant(self._below())), self._below())
        found = () if subject.layered is None else subject.view(DETERMINED)
        release: DeterminedRelease | None = found[0].release if found else None
        return release

    def _below(self) -> list[str]:
        """Return the files that a values file is laid over: those of -f, not those of the settings."""
        return list(self._settings.flags.values)

    def _values(self, loaded: _Loaded, names: list[str]) -> Subject:
        return Subject(
            loaded.chart,
            self._files(list(dict.fromkeys(names))),
            whole_chart=False,
            engine=loaded.engine,
            broken=loaded.broken,
            **self._subject,
        )

    def _whole(self, path: str, files: list[str]) -> Iterator[LintInput]:
        loaded = self._chart(path)
        yield LintInput(
            path,
            Subject(
                loaded.chart,
                self._files(files),
                engine=loaded.engine,
                broken=loaded.broken,
                **self._subject,
            ),
        )
        if self._settings.effective.with_subcharts:
            yield from self._subcharts(loaded.chart)

    def _subcharts(self, chart: Chart) -> Iterator[LintInput]:
        """Yield the charts below a chart, each as a chart of its own with its own values."""
        from helmwright.rendering.engine import Engine

        alone = {**self._subject, "overrides": ()}
        for subchart in chart.dependencies:
            own = subchart.copy()
            own.parent = None
            yield LintInput(own.path, Subject(own, engine=Engine(era=self._era), **alone))
            yield from self._subcharts(subchart)

    def _chart(self, path: str) -> _Loaded:
        """Return a loaded chart, one that cannot be loaded with the reason; each path only once."""
        key = os.path.abspath(path)
        if key not in self._charts:
            self._charts[key] = self._load(path)
        return self._charts[key]

    def _load(self, path: str) -> _Loaded:
        from helmwright.charts.loader import load_chart
        from helmwright.rendering.engine import Engine

        if path not in self._located:
            path = chart_path(self._context, path, self._settings.flags)
        shown = path.rstrip("/") or "/"
        if os.path.isdir(shown) and not os.path.exists(os.path.join(shown, "Chart.yaml")):
            raise ChartError(
                f"{shown} is no chart: it has no Chart.yaml; name charts, or values files"
            )
        try:
            chart = load_chart(shown, log=self._context.log, era=self._era)
            return _Loaded(chart, Engine(era=self._era), None)
        except HelmwrightError as error:
            from helmwright.lint.helm_lint.folder import broken_chart

            return _Loaded(broken_chart(shown), Engine(era=self._era), error)


def _check_exists(name: str) -> None:
    if os.path.exists(name):
        return
    if any(character in name for character in "*?["):
        raise UsageError(f'no file matches "{name}", so the shell has left the pattern as it is')
    raise UsageError(f"{name}: no such file or directory")


def _chart_of_part(name: str) -> str | None:
    """Return the chart of a file that is part of it and has no values; None for other files."""
    chart = None if is_stdin(name) or os.path.isdir(name) else chart_around(name)
    if chart is None:
        return None
    inside = os.path.relpath(os.path.abspath(name), os.path.abspath(chart))
    of_chart = inside in _CHART_FILES or inside.startswith(("templates/", "crds/"))
    return chart if of_chart else None
