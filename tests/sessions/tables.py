"""Tables of what the platform's guides advise, and what has to come out of it.

A file of ``tables/`` is one part of the guides. A row of it has these keys:

guide: the section, in the words of its headline. says: what it advises, in ours.
releases: those whose guide says so, and for which the outcome is the same.
values: a values file. The release, slots and a password are added below it, unless ``alone`` is
true.

What has to come out, each optional:

error: part of the text with which the chart refuses the values.
findings: all that lint says of them, from warnings on, as ``LINE RULE: part of message or fix``.
Without it lint has to say nothing.
master: keys of master.yaml and what they hold; null where there must be none.
objects: ``KIND/NAME``, with fields and what they hold; null where there must be none.
task: the file of a task, of ``kind`` (an experiment by default). template: the one that it is made
with. pod: fields of its pod.
pods: how many it has. dropped: what the master drops of the file in silence, each as part of the
message. refused: part of the text with which the master refuses the task.

A field is written with dots; ``[NAME]`` is the element of a list with that name, mount path or key,
``[0]`` the first, and names with dots stand in quotation marks. ``$RELEASE`` is the release of the row.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

from helmwright import ChartRenderer, Release, lint_values, load_chart, merge_sources
from helmwright.determined import DeterminedRelease
from helmwright.lint import Severity

if TYPE_CHECKING:
    from helmwright import Chart, Finding

CHART = Path(__file__).resolve().parents[2] / "chart"
TABLES = Path(__file__).resolve().parent / "tables"
RELEASE = Release("det", namespace="prod")
PASSWORDS = {"initialUserPassword", "initialUser", "defaultPassword"}
PASSWORD_SINCE = (0, 13, 10)
NEEDLESS = ("secret-in-values", "yaml-style")
"""Rules that would say something of the password that is added, or only of blanks and lines."""
KEYS = frozenset(
    {"guide", "says", "releases", "values", "alone", "error", "findings", "master", "objects"}
    | {"task", "template", "kind", "pod", "pods", "dropped", "refused"}
)
_STEP = re.compile(r'\[([^\]]*)\]|"([^"]*)"|([^.\[\]"]+)')


class Row(NamedTuple):
    """A row of a table for one release. place: names it in tests and findings."""

    place: str
    release: str
    cells: dict[str, Any]

    @property
    def values(self) -> str:
        """The values file of the row, with what every installation needs below it."""
        text: str = self.cells.get("values", "")
        if self.cells.get("alone"):
            return text
        given = yaml.safe_load(text) or {}
        added = f'detVersion: "{self.release}"\n'
        if "maxSlotsPerPod" not in given:
            added += "maxSlotsPerPod: 4\n"
        if not given.keys() & PASSWORDS and release_of(self).number >= PASSWORD_SINCE:
            added += "initialUserPassword: Passw0rd\n"
        return text + added


def rows(table: str = "*") -> list[Row]:
    """Returns the rows of the tables, each with every release that it holds for."""
    found = []
    for path in sorted(TABLES.glob(f"{table}.yaml")):
        for number, cells in enumerate(yaml.safe_load(path.read_text()), 1):
            assert cells.keys() <= KEYS, f"{path.name} row {number}: {cells.keys() - KEYS}"
            for release in cells["releases"]:
                assert isinstance(release, str), f"{path.name} row {number}: {release}"
                found.append(
                    Row(f"{path.stem}-{number:02}-{release}", release, _for(release, cells))
                )
    return found


def _for(release: str, cell: Any) -> Any:
    if isinstance(cell, dict):
        return {key: _for(release, value) for key, value in cell.items()}
    if isinstance(cell, list):
        return [_for(release, value) for value in cell]
    return cell.replace("$RELEASE", release) if isinstance(cell, str) else cell


@functools.cache
def renderer() -> ChartRenderer:
    """Returns the renderer of the bundled chart that all rows share."""
    return ChartRenderer(chart())


@functools.cache
def objects_of(text: str) -> dict[str, dict[str, Any]]:
    """Returns what the chart makes of values, by kind and name.

    Raises HelmwrightError if it refuses them.
    """
    values = merge_sources(["values.yaml"], read=lambda _: text.encode())
    rendering = renderer().render(values, RELEASE)
    return {
        f"{one.kind}/{one.name}": one.object for one in (*rendering.manifests, *rendering.hooks)
    }


def master_config(objects: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Returns the master.yaml that is among objects."""
    for made in objects.values():
        texts = {**(made.get("data") or {}), **(made.get("stringData") or {})}
        if "master.yaml" in texts:
            config: dict[str, Any] = yaml.safe_load(texts["master.yaml"])
            return config
    raise AssertionError("there is no master.yaml")


def release_of(row: Row) -> DeterminedRelease:
    """Returns the release of a row."""
    release = DeterminedRelease.parse(row.release)
    assert release is not None, row.release
    return release


@functools.cache
def chart() -> Chart:
    """Returns the bundled chart."""
    return load_chart(CHART)


def findings_of(row: Row) -> list[Finding]:
    """Returns what lint says of the values of a row, from warnings on."""
    texts = [("values.yaml", row.values)]
    report = lint_values(texts=texts, chart=chart(), ignore=NEEDLESS, release=RELEASE)
    assert not report.failures
    return [finding for finding in report.findings if finding.severity >= Severity.WARNING]


def field(document: Any, path: str) -> Any:
    """Returns the value at a path of a document; None if there is none."""
    for inner, quoted, name in _STEP.findall(path):
        if inner:
            document = _element(document, inner)
        elif isinstance(document, dict):
            document = document.get(quoted or name)
        else:
            return None
    return document


def _element(items: Any, name: str) -> Any:
    if not isinstance(items, list):
        return None
    if name.isdigit():
        return items[int(name)] if int(name) < len(items) else None
    keys = ("name", "mountPath", "key", "pool_name", "secretName")
    found = [one for one in items if any(one.get(key) == name for key in keys)]
    return found[0] if found else None
