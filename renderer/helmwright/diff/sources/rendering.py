"""One side of a diff out of a chart and values."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError, InputError, UsageError
from helmwright.base.records import Record, replace
from helmwright.diff.model import Side
from helmwright.diff.objects import in_side, objects_of, read_objects
from helmwright.eras.era import DEFAULT
from helmwright.eras.meant import as_era
from helmwright.go.world import World
from helmwright.rendering.capabilities import Capabilities, parse_kube_version
from helmwright.rendering.manifest import HOOK, HOOK_EVENTS
from helmwright.rendering.release import Release
from helmwright.rendering.steps import check_installable, prepare, render_files, sort_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.charts.chart import Chart
    from helmwright.cluster.interface import Cluster
    from helmwright.diff.model import DiffObject
    from helmwright.diff.sources.patched import Patches
    from helmwright.eras.era import Era
    from helmwright.rendering.engine import Engine

SEED = 1
NOW = "2026-01-01T00:00:00Z"
"""What both sides are rendered with, so that nothing differs that is only random."""
_TEST = "test"


class RenderSettings(Record):
    """What a chart is rendered for, the same on both sides, and which of its objects count.

    hooks: whether hooks count. tests: whether hooks that only run for ``helm test`` do. crds:
    whether what is below ``crds/`` does. patches: of a post-renderer, as texts or as ``Patches``.
    era: the Helm that renders, or its version. cluster: that templates see, instead of ``kube_version`` and
    ``api_versions``: its capabilities and what ``lookup`` finds.
    """

    release_name: str = "release-name"
    namespace: str = "default"
    is_upgrade: bool = False
    revision: int = 1
    kube_version: str = ""
    api_versions: tuple[str, ...] = ()
    skip_schema_validation: bool = False
    hooks: bool = True
    tests: bool = False
    crds: bool = False
    seed: int = SEED
    now: str = NOW
    patches: Patches | tuple[str, ...] = ()
    era: Era | str = DEFAULT
    cluster: Cluster | None = None

    @property
    def rules(self) -> Era:
        """The era, which may be said as its version."""
        return as_era(self.era)

    def release(self) -> Release:
        """Return the release that is rendered."""
        return Release(
            self.release_name, self.namespace, is_upgrade=self.is_upgrade, revision=self.revision
        )

    def world(self) -> World:
        """Return a new world that is the same every time; raises ``UsageError`` for a wrong time."""
        try:
            if self.cluster is not None:
                return self.cluster.world(self.now or None, self.seed)
            return World.fixed(self.now, self.seed)
        except InputError as error:
            raise UsageError(f"the time must be as RFC 3339: {error.message}") from None

    def capabilities(self) -> Capabilities:
        """Return what templates see of the cluster."""
        if self.cluster is not None:
            return self.cluster.capabilities(self.rules)
        kube = parse_kube_version(self.kube_version) if self.kube_version else None
        return Capabilities.default(kube, list(self.api_versions), self.rules)


def render_side(
    chart: Chart,
    overrides: dict[str, Any],
    settings: RenderSettings,
    title: str,
    *,
    engine: Engine | None = None,
) -> Side:
    """Return what a chart renders to.

    overrides: the values of the user. engine: one of the same era that may have rendered the same
    chart before, which is quicker.

    Raises:
        HelmwrightError: with Helm's text for what Helm refuses, behind the title of the side.
    """
    from helmwright.rendering.engine import Engine

    release, era = settings.release(), settings.rules
    from helmwright.reference.secret_paths import schemas_with_secrets

    with naming(title):
        check_installable(chart, era=era)
        prepared = prepare(
            chart,
            overrides,
            release,
            skip_schema_validation=settings.skip_schema_validation,
            era=era,
        )
        engine = engine or Engine(era=era)
        files = render_files(engine, prepared, release, settings.capabilities(), settings.world())
        if settings.patches:
            files = _patched(files, settings.patches)
        rendering = sort_files(prepared.chart, files, era=era)
        objects = objects_of([*rendering.manifests, *rendering.hooks], files)
        if settings.crds:
            objects = (*_crds(rendering.crds), *objects)
    return Side(
        title,
        counted(objects, settings),
        prepared.values,
        (),
        schemas_with_secrets(prepared.chart),
        tuple(rendering.crds),
    )


def _patched(files: dict[str, str], patches: Patches | tuple[str, ...]) -> dict[str, str]:
    from helmwright.diff.sources.patched import Patches, patch_files

    return patch_files(files, patches if isinstance(patches, Patches) else Patches(patches))


def _crds(files: Iterable[tuple[str, str]]) -> Iterator[DiffObject]:
    for path, text in files:
        for one in read_objects(text, path):
            yield replace(one, template=path)


def counted(objects: Iterable[DiffObject], settings: RenderSettings) -> tuple[DiffObject, ...]:
    """Return the objects that the settings do not leave out."""
    return tuple(
        one
        for one in objects
        if not one.key.is_hook or (settings.hooks and (settings.tests or not _only_tests(one)))
    )


def _only_tests(one: DiffObject) -> bool:
    events = {
        HOOK_EVENTS.get(name.strip().lower(), name)
        for name in str(one.data["metadata"]["annotations"].get(HOOK)).split(",")
    }
    return events == {_TEST}


@contextmanager
def naming(side: str) -> Iterator[None]:
    """Name a side in the errors of a block."""
    try:
        yield
    except HelmwrightError as error:
        raise in_side(error, side) from None
