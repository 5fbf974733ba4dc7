"""Reads the golden cases of the chart.

The format is described for people in `golden/README.md`: a folder for each case that renders, and
files of rows for what the chart refuses. Nothing of Helmwright is imported here, because the real
helm writes the expected parts.
"""

from __future__ import annotations

import functools
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
CHART = ROOT / "chart"
EXAMPLES = CHART / "examples"
FOLDER = ROOT / "golden" / "chart"
REFUSALS = FOLDER / "refusals"
NOTES = "NOTES.txt"
DEFAULT_KUBE_VERSION = "1.31.0"
KEYS = frozenset(
    (
        "apiVersions",
        "chartValues",
        "kubeVersion",
        "namespace",
        "own",
        "parent",
        "release",
        "set",
        "skipSchema",
        "upgrade",
        "values",
    )
)

_DOCUMENT = re.compile(r"^---\n# Source: (.+)\n", re.MULTILINE)


class CaseError(ValueError):
    """A case that does not follow the format."""


@dataclass(frozen=True, slots=True)
class ChartCase:
    """One golden case of the chart.

    values: files in the order of `-f`. rows: more values, above those of the files.
    parent: the folder of a chart that has ours as a dependency; None is our chart alone.
    chart_values: stands in for the chart's values.yaml, as --reuse-values does; None keeps it.
    own: objects that the user brings, Kind/name or Kind/namespace/name.
    """

    name: str
    release: str = "det"
    namespace: str = "mlde"
    kube_version: str = DEFAULT_KUBE_VERSION
    upgrade: bool = False
    skip_schema: bool = False
    api_versions: tuple[str, ...] = ()
    set_values: tuple[str, ...] = ()
    values: tuple[Path, ...] = ()
    row: str = ""
    parent: Path | None = None
    chart_values: Path | None = None
    own: frozenset[str] = frozenset()

    @property
    def folder(self) -> Path:
        """Where the case is kept."""
        return FOLDER / self.name

    def flags(self) -> list[str]:
        """Returns what stands behind the chart on helm's command line, but for the row's values."""
        flags = ["--namespace", self.namespace, "--kube-version", self.kube_version]
        flags += ["--is-upgrade"] if self.upgrade else []
        flags += ["--skip-schema-validation"] if self.skip_schema else []
        flags += [part for one in self.api_versions for part in ("--api-versions", one)]
        flags += [part for path in self.values for part in ("--values", str(path))]
        return flags + [part for one in self.set_values for part in ("--set", one)]


@dataclass(slots=True)
class Refusals:
    """A file of rows: values that the chart refuses, each with the real helm's words."""

    path: Path
    head: str
    rows: list[Refusal] = field(default_factory=list)

    def dump(self) -> str:
        """Returns the text of the file, the expected parts anew."""
        return self.head + "\n" + "\n\n".join(row.dump() for row in self.rows) + "\n"


@dataclass(slots=True)
class Refusal:
    """One row: its text without the expected part, the case it describes, and helm's words."""

    case: ChartCase
    text: str
    expected: str

    def dump(self) -> str:
        """Returns the row, its expected part anew."""
        lines = [f"!! {line}".rstrip() for line in self.expected.rstrip("\n").splitlines()]
        return "\n".join([self.text, *lines])


@functools.cache
def load_cases() -> tuple[ChartCase, ...]:
    """Returns the cases that render, by name."""
    return tuple(_load_case(path.parent) for path in sorted(FOLDER.glob("*/case.yaml")))


def _load_case(folder: Path) -> ChartCase:
    told: dict[str, Any] = yaml.safe_load((folder / "case.yaml").read_text()) or {}
    unknown = set(told) - KEYS
    if unknown:
        raise CaseError(f"{folder}: unknown keys {sorted(unknown)}")
    own_values = [folder / "values.yaml"] if (folder / "values.yaml").exists() else []
    files = [ROOT / path for path in told.get("values", [])] + own_values
    return ChartCase(
        folder.name,
        told.get("release", "det"),
        told.get("namespace", "mlde"),
        str(told.get("kubeVersion", DEFAULT_KUBE_VERSION)),
        told.get("upgrade", False),
        told.get("skipSchema", False),
        tuple(told.get("apiVersions", ())),
        tuple(told.get("set", ())),
        tuple(files),
        "",
        folder / told["parent"] if "parent" in told else None,
        folder / told["chartValues"] if "chartValues" in told else None,
        frozenset(told.get("own", ())),
    )


@functools.cache
def load_refusals() -> tuple[Refusals, ...]:
    """Returns the files of what is refused, by name."""
    return tuple(_load_refusals(path) for path in sorted(REFUSALS.glob("*.rows")))


def _load_refusals(path: Path) -> Refusals:
    head, mark, body = path.read_text().partition("-- rows --\n")
    if not mark:
        raise CaseError(f'{path}: no line "-- rows --"')
    _, _, shared = head.partition("-- values --\n")
    found = Refusals(path, head + mark)
    names: set[str] = set()
    for block in re.split(r"\n\n+", body.strip("\n")):
        row = _load_row(path, block, shared)
        if row.case.name in names:
            raise CaseError(f"{path}: two rows are called {row.case.name!r}")
        names.add(row.case.name)
        found.rows.append(row)
    return found


def _load_row(path: Path, block: str, shared: str) -> Refusal:
    comments: list[str] = []
    values: list[str] = []
    expected: list[str] = []
    options: dict[str, Any] = {}
    for line in block.split("\n"):
        if line.startswith("# ") and not values:
            comments.append(line[2:])
        elif line == "!!" or line.startswith("!! "):
            expected.append(line[3:])
        elif line.startswith("$ "):
            options["set_values"] = (*options.get("set_values", ()), line[2:])
        elif line.startswith("% "):
            options |= _option(path, line[2:])
        else:
            values.append(line)
    if not comments:
        raise CaseError(f"{path}: a row has no comment that names it: {block}")
    merged = _merged(yaml.safe_load(shared) or {}, yaml.safe_load("\n".join(values)) or {})
    text = "\n".join(line for line in block.split("\n") if not re.match(r"!!( |$)", line))
    name = f"{path.stem}: {' '.join(comments)}"
    case = ChartCase(name, row=yaml.safe_dump(merged, sort_keys=False), **options)
    return Refusal(case, text, "".join(f"{line}\n" for line in expected))


def _option(path: Path, text: str) -> dict[str, Any]:
    """Returns what a line of a row says about the case."""
    word, _, rest = text.partition(" ")
    if text in ("upgrade", "skip schema"):
        return {text.replace(" ", "_"): True}
    if word in ("release", "namespace") and rest:
        return {word: rest}
    if word == "kubernetes" and rest:
        return {"kube_version": rest}
    raise CaseError(f"{path}: unknown option {text!r}")


def _merged(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            merged[key] = _merged(old, value)
        else:
            merged[key] = value
    return merged


# The chart that a case renders


def chart_of(case: ChartCase, scratch: Path, *, chart: Path = CHART) -> Path:
    """Returns the folder of the chart that a case renders, made below `scratch` if need be."""
    if case.parent is None and case.chart_values is None:
        return chart
    place = scratch / case.name / "chart"
    if place.exists():
        return place
    if case.parent is None:
        shutil.copytree(chart, place)
        shutil.copy(str(case.chart_values), place / "values.yaml")
    else:
        shutil.copytree(case.parent, place)
        shutil.copytree(chart, place / "charts" / "determined")
    return place


def print_notes(chart: Path, place: Path) -> Path:
    """Returns a copy of a chart that prints its notes, as JSON, from templates/printed-notes.yaml."""
    shutil.copytree(chart, place)
    name = yaml.safe_load((chart / "Chart.yaml").read_text())["name"]
    text = f'notes: {{{{ include "{name}/templates/{NOTES}" . | toJson }}}}\n'
    (place / "templates" / "printed-notes.yaml").write_text(text)
    return place


# What is expected


def split_output(text: str) -> dict[str, str]:
    """Returns what `helm template` printed, by the file of templates/ that gave it."""
    pieces = _DOCUMENT.split(text)
    if pieces[0].strip("\n"):
        raise CaseError(f"no document: {pieces[0]!r}")
    files: dict[str, str] = {}
    for path, content in zip(pieces[1::2], pieces[2::2], strict=True):
        short = path.partition("/")[2].removeprefix("templates/")
        document = f"---\n# Source: {path}\n{content.rstrip(chr(10))}\n"
        files[short] = files.get(short, "") + document
    return files


def read_expected(case: ChartCase) -> dict[str, str]:
    """Returns the expected files of a case by their path below expected/."""
    folder = case.folder / "expected"
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
