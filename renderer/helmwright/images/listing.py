"""The images that a chart needs with some values, and where each of them is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.argument_types import checked
from helmwright.base.errors import HelmwrightError, Position
from helmwright.base.log import ignore
from helmwright.base.paths import dotted
from helmwright.base.patterns import lazy_pattern
from helmwright.eras.era import DEFAULT
from helmwright.go.positions import document_positions
from helmwright.go.world import World
from helmwright.kube.image_names import read_image_name
from helmwright.kube.images import images_of
from helmwright.packs.loading import load_packs
from helmwright.rendering.objects import objects_of
from helmwright.rendering.release import Release
from helmwright.rendering.renderer import ChartRenderer

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from helmwright.base.log import Log
    from helmwright.charts.chart import Chart
    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value
    from helmwright.go.limits import Limits
    from helmwright.kube.image_names import ImageName
    from helmwright.kube.images import NamedImage
    from helmwright.packs.interface import Pack
    from helmwright.rendering.capabilities import Capabilities
    from helmwright.rendering.objects import RenderedObject
    from helmwright.rendering.source_map import SourceMap


_BLOCK = lazy_pattern(r"[|>][-+0-9]*\s*$")
"""The end of a line whose value is the text below it."""


class ImageUse(NamedTuple):
    """One place that names an image.

    text: the name, as the cluster sees it. owner: what names it, ``Deployment prod/web``.
    path: of the name in the object, ``spec.template.spec.containers[0].image``.
    role: ``container``, ``init container``, ``image volume``, ``custom resource``, ``argument`` …
    container: the name of that, blank if it has none. template: the line that wrote it.
    is_certain: whether Kubernetes itself pulls the image; else it depends on who reads the object.
    is_hook: whether Helm installs the object apart, as it does tests.
    """

    text: str
    owner: str
    path: str
    role: str
    container: str
    template: Position
    is_certain: bool
    is_hook: bool

    @property
    def name(self) -> ImageName | None:
        """The parts of the name; None if no container runtime takes it for one."""
        return read_image_name(self.text)

    @property
    def image(self) -> str:
        """The whole name, with registry and tag; as it is written if it is none."""
        name = self.name
        return self.text if name is None else str(name)


@checked
def list_images(  # noqa: PLR0913 - what a render depends on
    chart: Chart,
    overrides: dict[str, Value],
    release: Release | None = None,
    *,
    capabilities: Capabilities | None = None,
    skip_schema_validation: bool = False,
    limits: Limits | None = None,
    log: Log = ignore,
    era: Era | str = DEFAULT,
) -> tuple[ImageUse, ...]:
    """Return all places of what a chart renders that name an image, in the order of its templates.

    overrides: the values of the user. The other parameters are those of ``ChartRenderer``; what is random in the
    chart is the same each time.

    Raises:
        HelmwrightError: with Helm's text for whatever Helm refuses.
    """
    release = release or Release()
    renderer = ChartRenderer(
        chart,
        capabilities=capabilities,
        world=World.fixed(None, 1),
        skip_schema_validation=skip_schema_validation,
        limits=limits,
        log=log,
        era=era,
    )
    packs = {pack.name: pack for pack in _packs_of(chart)}.values()
    files, source_map = renderer.traced(overrides, release)
    return tuple(
        use
        for path, text in sorted(files.items())
        for one in objects_of(path, text)
        if not one.kind.endswith("List")
        for use in _uses(one, text, chart, release.namespace, source_map, packs)
    )


def _uses(  # noqa: PLR0913, PLR0917 - where the object is from
    one: RenderedObject,
    text: str,
    chart: Chart,
    namespace: str,
    source_map: SourceMap,
    packs: Collection[Pack],
) -> Iterator[ImageUse]:
    known = list(_of_packs(one, packs))
    places = {(found.path, found.inner) for found in known}
    known += [found for found in images_of(one.data) if (found.path, found.inner) not in places]
    for found in known:
        line = source_map.line_of(one, found.path)
        if found.inner:
            line += _line_within(one, found, text.split("\n")[line - 1])
        name, written = source_map.origin(one.template, line)
        yield ImageUse(
            text=found.text,
            owner=f"{one.kind} {_qualified(one, namespace)}".rstrip(),
            path=dotted(found.path),
            role=found.role,
            container=found.name,
            template=Position(f"{chart.path}/{name.partition('/')[2]}", written),
            is_certain=found.is_certain,
            is_hook=one.is_hook,
        )


def _packs_of(chart: Chart) -> Iterator[Pack]:
    """Yield the packs of the products that a chart and its subcharts install."""
    yield from load_packs().for_chart(chart.metadata.name)
    for subchart in chart.dependencies:
        yield from _packs_of(subchart)


def _of_packs(one: RenderedObject, packs: Iterable[Pack]) -> Iterator[NamedImage]:
    """Yield the images that products pull which an object configures."""
    for pack in packs:
        yield from load_packs().call(pack, pack.images, one.data) or ()


def _line_within(one: RenderedObject, found: NamedImage, line: str) -> int:
    """Return how far below its key a part of a text stands, if the text is a block; else 0.

    line: that of the key.
    """
    if not _BLOCK.search(line):
        return 0
    data: Any = one.data
    for step in found.path:
        data = data[step]
    try:
        position = document_positions(data, "").nearest(found.inner)
    except HelmwrightError:
        return 0
    return 0 if position is None or position.line is None else position.line


def _qualified(one: RenderedObject, namespace: str) -> str:
    metadata = one.data.get("metadata")
    own = metadata.get("namespace") if type(metadata) is dict else None
    return f"{own or namespace}/{one.name}" if one.name else ""


def by_image(uses: Iterable[ImageUse]) -> dict[str, list[ImageUse]]:
    """Return the places by the whole name of their image, sorted by it."""
    found: dict[str, list[ImageUse]] = {}
    for use in uses:
        found.setdefault(use.image, []).append(use)
    return dict(sorted(found.items()))
