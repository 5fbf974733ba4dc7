"""Charts as tests use them: loaded once, rendered as often as one likes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import checked
from helmwright.base.errors import HelmwrightError, InputError, UsageError
from helmwright.eras.era import DEFAULT
from helmwright.eras.meant import as_era
from helmwright.testing.rendered import RenderedChart

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from helmwright.eras.era import Era
    from helmwright.go.world import World
    from helmwright.goldens.coverage import Measuring
    from helmwright.rendering.capabilities import Capabilities

FilePath = str | os.PathLike[str]
SEED = 0
NOW = "2026-01-01T00:00:00Z"


class TestedChart:
    """A chart under test; random values and the time are the same in every render.

    path: its directory or archive. measure: record what of the templates runs. era: the Helm that
    renders it, or its version.
    """

    __test__ = False

    @checked
    def __init__(
        self, path: str | os.PathLike[str], *, measure: bool = False, era: Era | str = DEFAULT
    ) -> None:
        from helmwright.charts.loader import load_chart
        from helmwright.goldens.secrets import SecretValues
        from helmwright.rendering.engine import Engine
        from helmwright.rendering.steps import check_installable

        self.path = os.fspath(path)
        self._era = era = as_era(era)
        self.chart = load_chart(self.path, era=era)
        self._secrets = SecretValues(self.chart)
        self.measuring: Measuring | None = None
        if measure:
            from helmwright.goldens.coverage import Measuring

            self.measuring = Measuring(self.chart, self.path)
        check_installable(self.chart, era=era)
        coverage = None if self.measuring is None else self.measuring.coverage
        self._engine = Engine(coverage=coverage, era=era)

    def __repr__(self) -> str:
        return f"<TestedChart {self.path}>"

    def render(  # noqa: PLR0913 - keywords only: what a render depends on
        self,
        values: Mapping[str, Any] | None = None,
        *,
        files: Iterable[FilePath] = (),
        set: Iterable[str] = (),  # noqa: A002 - the flag's name
        name: str = "release-name",
        namespace: str = "default",
        is_upgrade: bool = False,
        revision: int = 1,
        kube_version: str = "",
        api_versions: Iterable[str] = (),
        seed: int | None = SEED,
        now: str | None = NOW,
        objects: Iterable[Mapping[str, Any]] = (),
        skip_schema_validation: bool = False,
    ) -> RenderedChart:
        """Render the chart.

        files: values files, in Helm's order. set: as ``--set``. values: on top of these.
        kube_version, api_versions: what ``.Capabilities`` says. seed, now: None for real ones.
        objects: what ``lookup`` finds. Raises HelmwrightError with Helm's text.
        """
        __tracebackhide__ = True
        from helmwright.rendering.release import Release
        from helmwright.rendering.steps import prepare, render_files, sort_files

        try:
            merged = _values(values, files, set, self._era)
            release = Release(name, namespace, is_upgrade=is_upgrade, revision=revision)
            prepared = prepare(
                self.chart,
                merged,
                release,
                skip_schema_validation=skip_schema_validation,
                era=self._era,
            )
            capabilities = _capabilities(kube_version, api_versions, self._era)
            world = _world(seed, now, list(objects))
            texts = render_files(self._engine, prepared, release, capabilities, world)
            rendering = sort_files(prepared.chart, texts, era=self._era)
        except HelmwrightError as error:
            raise error.with_traceback(None) from None
        return RenderedChart(rendering, merged, self._secrets.of(merged))


def _capabilities(kube_version: str, api_versions: Iterable[str], era: Era) -> Capabilities:
    from helmwright.rendering.capabilities import Capabilities, parse_kube_version

    version = parse_kube_version(kube_version) if kube_version else None
    return Capabilities.default(version, api_versions, era)


def _world(seed: int | None, now: str | None, objects: list[Mapping[str, Any]]) -> World:
    from helmwright.go.world import World

    def lookup(api_version: str, kind: str, namespace: str, name: str) -> dict[str, Any]:
        found = [
            dict(one)
            for one in objects
            if (one.get("apiVersion"), one.get("kind")) == (api_version, kind)
            and (not namespace or one.get("metadata", {}).get("namespace") == namespace)
        ]
        if name:
            return next((one for one in found if one.get("metadata", {}).get("name") == name), {})
        return {"apiVersion": api_version, "kind": f"{kind}List", "items": found} if found else {}

    try:
        return World.fixed(now, seed, lookup=lookup if objects else None)
    except InputError as error:
        raise UsageError(f"now: {error.message}") from None


def _values(
    values: Mapping[str, Any] | None, files: Iterable[FilePath], texts: Iterable[str], era: Era
) -> dict[str, Any]:
    from helmwright.values.files import merge_sources
    from helmwright.values.maps import merge_maps

    merged = merge_sources([os.fspath(file) for file in files], set_values=list(texts), era=era)
    return merge_maps(merged, _plain(dict(values))) if values else merged


def _plain(value: Any) -> Any:
    """Return a value as Helm reads it from a file: numbers are floats."""
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value
