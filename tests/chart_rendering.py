"""Renders the golden cases of the chart with our engine, in this process."""

from __future__ import annotations

import functools
import shutil
import tempfile
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.chart_cases import CHART, NOTES, ChartCase, chart_of, load_cases, split_output

from helmwright import (
    Capabilities,
    HelmwrightError,
    Release,
    World,
    load_chart,
    merge_sources,
    parse_manifests,
)
from helmwright.rendering import Engine, parse_kube_version, sort_manifests
from helmwright.rendering.manifest import document
from helmwright.rendering.steps import prepare

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright import Chart
    from helmwright.rendering import Coverage


@dataclass(frozen=True, slots=True)
class Rendered:
    """What our engine makes of a case.

    stdout: what `helmwright template` prints. notes: NOTES.txt. objects: manifests and hooks, each
    with the path of its template. logs: what Helm would log, which ought to be nothing.
    """

    stdout: str
    notes: str
    objects: tuple[tuple[str, dict[str, Any]], ...]
    logs: tuple[str, ...]

    def files(self) -> dict[str, str]:
        """Returns it as `expected/` holds it."""
        notes = {NOTES: self.notes.strip() + "\n"} if self.notes.strip() else {}
        return split_output(self.stdout) | notes


class Studio:
    """Renders cases with one engine, so that templates are compiled once.

    chart: another folder with our chart. coverage: told what runs.
    """

    def __init__(self, *, chart: Path = CHART, coverage: Coverage | None = None) -> None:
        self._scratch = Path(tempfile.mkdtemp(prefix="helmwright-"))
        weakref.finalize(self, shutil.rmtree, self._scratch, ignore_errors=True)
        self._chart = chart
        self._engine = Engine(coverage=coverage)
        self._charts: dict[Path, Chart] = {}

    def render(
        self, case: ChartCase, *, kube_version: str = "", world: World | None = None
    ) -> Rendered:
        """Renders a case; HelmwrightError if it is refused."""
        logs: list[str] = []

        def log(level: str, message: str, /, **attributes: object) -> None:
            logs.append(f"{level} {message} {attributes}")

        chart = self._load(case)
        release = Release(case.release, case.namespace, is_upgrade=case.upgrade)
        version = parse_kube_version(kube_version or case.kube_version)
        capabilities = Capabilities.default(version, list(case.api_versions))
        skip = case.skip_schema
        prepared = prepare(chart, _values(case), release, skip_schema_validation=skip, log=log)
        world = world or World.real()
        texts = self._engine.render(*prepared, release, capabilities, world, log=log)
        notes = texts.get(f"{chart.metadata.name}/templates/{NOTES}", "")
        files = {path: text for path, text in texts.items() if not path.endswith(NOTES)}
        found = [sort_manifests(part) for part in parse_manifests(files, log)]
        documents = [[document(one.path, one.content) for one in part] for part in found]
        stdout = "".join(documents[0]).strip() + "\n" + "".join(documents[1])
        objects = tuple((one.path, one.object) for part in found for one in part)
        return Rendered(stdout, notes, objects, tuple(logs))

    def preload(self) -> None:
        """Loads the chart, so that its folder is not needed any more."""
        self._charts[self._chart] = load_chart(str(self._chart))

    def refuse(self, case: ChartCase) -> str:
        """Returns the text with which a case is refused; blank if it renders."""
        try:
            self.render(case)
        except HelmwrightError as error:
            return error.message
        return ""

    def _load(self, case: ChartCase) -> Chart:
        place = chart_of(case, self._scratch, chart=self._chart)
        if place not in self._charts:
            self._charts[place] = load_chart(str(place))
        return self._charts[place]


def _values(case: ChartCase) -> dict[str, Any]:
    files = [str(path) for path in case.values]
    texts = {"row": case.row.encode()} if case.row else {}

    def read(path: str) -> bytes:
        return texts[path] if path in texts else Path(path).read_bytes()

    return merge_sources([*files, *texts], set_values=case.set_values, read=read)


@functools.cache
def studio() -> Studio:
    """Returns the studio that the tests of a process share."""
    return Studio()


@functools.cache
def rendered(case: ChartCase, kube_version: str = "") -> Rendered:
    """Returns what our engine makes of a case, rendered once in a process."""
    return studio().render(case, kube_version=kube_version)


def each_object(kube_version: str = "") -> Iterator[tuple[ChartCase, str, dict[str, Any]]]:
    """Yields every object of every case, with the path of its template."""
    for case in load_cases():
        for path, made in rendered(case, kube_version).objects:
            yield case, path, made
