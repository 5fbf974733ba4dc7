"""One side of a diff out of a stored release."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.records import replace
from helmwright.base.records import replace as replaced
from helmwright.charts.chart import Chart, is_crd_file
from helmwright.charts.coalescing import coalesce_values
from helmwright.charts.metadata import Metadata
from helmwright.diff.model import Side
from helmwright.diff.objects import read_objects
from helmwright.diff.sources.rendering import counted, naming
from helmwright.eras.resolving import writer_of
from helmwright.releases.stored_schemas import stored_schemas
from helmwright.secrets.witness import saw

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.diff.model import DiffObject
    from helmwright.diff.sources.rendering import RenderSettings
    from helmwright.releases.model import StoredRelease


def release_side(
    release: StoredRelease, settings: RenderSettings, notes: Iterable[str] = ()
) -> Side:
    """Return what a release has installed.

    settings: as ``settings_for`` gives them. notes: about the choice of the release.

    Raises:
        HelmwrightError: for manifests that cannot be read.
    """
    saw("release", release)
    with naming(release.title):
        objects = [*read_objects(release.manifest, release.title), *_hooks(release)]
    return Side(
        release.title,
        counted(objects, settings),
        _values(release),
        (*notes, *_notes(release, settings, knows_hooks=_knows_hooks(release, objects))),
        () if release.chart is None else stored_schemas(release.chart),
        _crds(release),
    )


def _hooks(release: StoredRelease) -> Iterator[DiffObject]:
    for hook in release.hooks or ():
        for one in read_objects(hook.manifest, f"{release.title}, {hook.path}"):
            yield replaced(one, template=one.template or hook.path)


def _crds(release: StoredRelease) -> tuple[tuple[str, str], ...] | None:
    """Return the files below ``crds/``, which are stored among the other files of the chart."""
    if release.chart is None:
        return None
    name = str(release.chart.metadata.get("name") or "")
    return tuple(
        (f"{name}/{path}", data.decode("utf-8", "surrogateescape"))
        for path, data in release.chart.files.items()
        if is_crd_file(path)
    )


def settings_for(release: StoredRelease, settings: RenderSettings) -> RenderSettings:
    """Return the settings for the upgrade that would follow a release.

    Hooks do not count if the release does not say what it has of them.
    """
    knows_hooks = _knows_hooks(release, read_objects(release.manifest, release.title))
    return replace(
        settings,
        release_name=release.name or settings.release_name,
        namespace=release.namespace or settings.namespace,
        is_upgrade=True,
        revision=release.revision + 1 if release.revision else max(settings.revision, 2),
        hooks=settings.hooks and knows_hooks,
    )


def _knows_hooks(release: StoredRelease, objects: Iterable[DiffObject]) -> bool:
    """Tell whether hooks are known: ``helm get manifest`` prints none, but a user may add them."""
    return release.hooks is not None or any(one.key.is_hook for one in objects)


def _values(release: StoredRelease) -> dict[str, Any] | None:
    """Return the values of the release, as far as it stores them: without defaults of subcharts."""
    if release.chart is None or release.config is None:
        return None
    metadata = Metadata()
    metadata.name = str(release.chart.metadata.get("name") or "")
    chart = Chart(metadata)
    chart.values = release.chart.values
    return coalesce_values(chart, release.config, era=writer_of(release.apply_method))


def _notes(release: StoredRelease, settings: RenderSettings, *, knows_hooks: bool) -> Iterator[str]:
    if release.chart is not None:
        writer, era = writer_of(release.apply_method), settings.rules
        if writer.merges_manifests != era.merges_manifests:
            major = str(writer).partition(".")[0]
            yield (
                f"Helm {major} has installed the release, and the new side is what Helm {era} makes of the "
                f"chart; with --helm {major} what only the change of Helm brings is left out"
            )
    if not knows_hooks:
        yield (
            "the text has no hooks, so hooks are not compared; "
            "'helm get all' and the stored Secret have them"
        )
    if release.chart is not None and release.chart.subcharts:
        names = ", ".join(release.chart.subcharts)
        yield f"a release does not store its subcharts ({names}): their default values are unknown"


def without_subcharts(side: Side, release: StoredRelease, overrides: dict[str, Any]) -> Side:
    """Return a side with the values of subcharts as the user gave them, without their defaults.

    They can only be compared like this, since the release does not store the defaults; nor the
    subcharts' definitions below ``crds/``.
    """
    if release.chart is None:
        return side
    crds = tuple(one for one in side.crds or () if one[0].split("/")[1:2] == ["crds"])
    side = replaced(side, crds=None if side.crds is None else crds)
    if side.values is None:
        return side
    names = release.chart.subcharts
    values = {key: value for key, value in side.values.items() if key not in names}
    values |= {key: overrides[key] for key in names if key in overrides}
    return replaced(side, values=values)
