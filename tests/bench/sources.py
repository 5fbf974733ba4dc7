"""How fast and how large the commands about repositories and registries are beside the real Helm.

Usage: python -m tests.bench.sources [WORD]

Whole processes, run in turn, medians: wall time, processor time and peak memory of both programs and
their ratios. Each program has homes of its own, with one repository whose index is small or large
(24,000 versions, 19 MB). The servers are processes of their own on the loopback and not counted; the
registry is that of go-containerregistry. WORD: only rows with it in their name.

The last lines are the limits that hold by themselves: what ``oci://`` may take over a local chart, and
what twenty dependencies of one large index may take.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.bench.programs import OWN, Spent, spent
from tests.conformance.peer import helm_binary
from tests.conformance.registries import in_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RUNS = int(os.environ.get("HELMWRIGHT_BENCH_RUNS", "7"))
CHARTS, VERSIONS = 240, 100
DEPENDENCIES = 20
OCI_OVER_LOCAL = 0.250
BUILD_PROCESSOR = 2.0
BUILD_PEAK = 200.0
_WORDS = (
    "keeps its data where the cluster can find it and tells the operators what it does with the"
    " pods, the volumes and the services that belong to it"
)


class Row(NamedTuple):
    """A command of both programs. before: what is done before each run, with the program's home."""

    name: str
    arguments: tuple[str, ...]
    before: Callable[[Path], None] = lambda _: None


def archive(name: str, version: str) -> bytes:
    """Return a chart as an archive."""
    files = {
        "Chart.yaml": f"apiVersion: v2\nname: {name}\nversion: {version}\n",
        "values.yaml": "replicas: 1\nimage: {name: web, tag: '1'}\n",
        "templates/deployment.yaml": "kind: Deployment\nmetadata:\n  name: {{ .Release.Name }}\n"
        "spec:\n  replicas: {{ .Values.replicas }}\n",
    }
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path, text in files.items():
            member = tarfile.TarInfo(f"{name}/{path}")
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text.encode()))
    return gzip.compress(packed.getvalue(), mtime=0)


def index(folder: Path, charts: int, versions: int) -> Iterator[str]:
    """Yield the lines of an index as ``helm repo index`` writes it, and write the newest archives."""
    yield from ("apiVersion: v1", "entries:")
    for chart in sorted(f"chart{number}" for number in range(charts)):
        yield f"  {chart}:"
        has_notes = chart.endswith(("1", "5", "8"))
        for minor in reversed(range(versions)):
            version = f"1.{minor}.0"
            data = f"{chart} {version}".encode()
            if minor == versions - 1:
                data = archive(chart, version)
                (folder / "files" / f"{chart}-{version}.tgz").write_bytes(data)
            digest = hashlib.sha256(data).hexdigest()
            yield from _entry(chart, version, digest, has_notes=has_notes)
    yield 'generated: "2026-07-28T19:23:51.430413+02:00"'


def _entry(chart: str, version: str, digest: str, *, has_notes: bool) -> list[str]:
    notes = [
        *("annotations:", "  artifacthub.io/changes: |", "    - kind: added"),
        *("      description: a flag for the number of replicas", "    - kind: fixed"),
        *('      description: "quotes": and colons', "  artifacthub.io/license: Apache-2.0"),
    ]
    fields = [
        *(notes if has_notes else ()),
        *("apiVersion: v2", f"appVersion: {version}"),
        'created: "2026-07-28T19:23:51.430413+02:00"',
        *("dependencies:", "- condition: redis.enabled", "  name: redis"),
        *("  repository: https://charts.example.com/stable", "  version: ^17.3.1"),
        f"description: The chart {chart} {_WORDS[:50]}",
        f"  {_WORDS[51:]}",
        f"digest: {digest}",
        f"home: https://example.com/charts/{chart}",
        f"icon: https://example.com/charts/{chart}/icon.svg",
        *("keywords:", f"- {chart}", "- operator", "- http", "kubeVersion: '>=1.25.0-0'"),
        *("maintainers:", "- email: somebody@example.com", "  name: Some Body"),
        *(f"name: {chart}", "sources:", f"- https://github.com/example/{chart}"),
        *("type: application", "urls:", f"- files/{chart}-{version}.tgz", f"version: {version}"),
    ]
    return ["  - " + fields[0], *("    " + field for field in fields[1:])]


def stock(folder: Path) -> None:
    """Write a repository with a small index and one with a large one."""
    for name, charts, versions in (("small", 3, 10), ("large", CHARTS, VERSIONS)):
        (folder / name / "files").mkdir(parents=True)
        with (folder / name / "index.yaml").open("w") as file:
            file.writelines(f"{line}\n" for line in index(folder / name, charts, versions))


def _with_dependencies(chart: Path, url: str, count: int) -> None:
    chart.mkdir(exist_ok=True)
    lines = [
        f"- {{name: chart{number}, version: ^1, repository: {url}}}" for number in range(count)
    ]
    text = "apiVersion: v2\nname: parent\nversion: 0.1.0\ndependencies:\n"
    (chart / "Chart.yaml").write_text(text + "\n".join(lines) + "\n")


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serves a folder from a process of its own, and yields its URL."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


class Bench:
    """Both programs, each with its homes below a folder."""

    def __init__(self, folder: Path, url: str, registry: str) -> None:
        self.folder = folder
        self.url = url
        self.registry = registry
        self.programs = {"helm": [str(helm_binary())], "own": OWN}
        self.homes = {who: folder / who for who in self.programs}
        for home in self.homes.values():
            home.mkdir()

    def run(self, who: str, *arguments: str) -> Spent:
        """Run one command of a program in its home."""
        home = self.homes[who]
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        }
        return spent([*self.programs[who], *arguments], environment, str(home))

    def ready(self, size: str) -> None:
        """Give both programs one repository and the charts of the rows."""
        for who, home in self.homes.items():
            shutil.rmtree(home)
            home.mkdir()
            for name, count in (("one", 1), ("many", DEPENDENCIES)):
                if size == "large" or count == 1:
                    _with_dependencies(home / name, f"{self.url}/{size}", count)
            newest = 99 if size == "large" else 9
            data = archive("chart1", f"1.{newest}.0")
            (home / "chart1.tgz").write_bytes(data)
            (home / "packages").mkdir()
            (home / "packages" / "chart1.tgz").write_bytes(data)
            with tarfile.open(home / "chart1.tgz") as tar:
                tar.extractall(home, filter="data")
            self.run(who, "repo", "add", "lab", f"{self.url}/{size}")
            self.run(who, "push", "chart1.tgz", f"oci://{self.registry}/{who}", "--plain-http")
            for name in ("one", "many"):
                if (home / name).exists():
                    self.run(who, "dependency", "update", name)

    def of_index(self, size: str) -> list[Row]:
        """Return the rows that an index has a part in."""
        newest = 99 if size == "large" else 9
        url = f"{self.url}/{size}"
        return [
            Row("repo add", ("repo", "add", "lab", url, "--force-update")),
            Row("repo update", ("repo", "update")),
            Row("repo list", ("repo", "list")),
            Row("search repo", ("search", "repo")),
            Row("search repo WORD", ("search", "repo", "chart1")),
            Row("pull repo/chart", ("pull", "lab/chart1")),
            Row("show values repo/chart", ("show", "values", "lab/chart1")),
            Row("template repo/chart", ("template", "lab/chart1")),
            Row("template --repo", ("template", "chart1", "--repo", url)),
            Row("template URL", ("template", f"{url}/files/chart1-1.{newest}.0.tgz")),
            Row("dependency build", ("dependency", "build", "one")),
            Row("dependency update", ("dependency", "update", "one")),
            *(
                [Row(f"dependency build, {DEPENDENCIES}", ("dependency", "build", "many"))]
                if size == "large"
                else []
            ),
        ]

    def of_charts(self) -> list[Row]:
        """Return the rows that no index has a part in."""

        def unpacked(home: Path) -> None:
            shutil.rmtree(home / "cache", ignore_errors=True)

        return [
            Row("template archive", ("template", "chart1.tgz")),
            Row("template folder", ("template", "chart1")),
            Row("show values archive", ("show", "values", "chart1.tgz")),
            Row("package", ("package", "chart1")),
            Row("repo index", ("repo", "index", "packages")),
            Row("push", ("push", "chart1.tgz", "oci://{registry}/{who}", "--plain-http")),
            Row("pull oci://", ("pull", "oci://{registry}/{who}/chart1", "--plain-http"), unpacked),
            Row("template oci://", ("template", "oci://{registry}/{who}/chart1", "--plain-http")),
        ]

    def measured(self, row: Row) -> dict[str, Spent]:
        """Return the medians of a row, run in turn."""
        found: dict[str, list[Spent]] = {who: [] for who in self.programs}
        for run in range(RUNS + 1):
            for who, runs in found.items():
                row.before(self.homes[who])
                arguments = [
                    one.format(registry=self.registry, who=who) if "{" in one else one
                    for one in row.arguments
                ]
                took = self.run(who, *arguments)
                if run:
                    runs.append(took)
        return {
            who: Spent(*(statistics.median(values) for values in zip(*runs, strict=True)))
            for who, runs in found.items()
        }


def _line(name: str, helm: Spent, own: Spent) -> str:
    parts = [f"{name:<28}"]
    for theirs, ours, unit, factor in (
        (helm.wall, own.wall, "ms", 1000),
        (helm.processor, own.processor, "ms", 1000),
        (helm.peak, own.peak, "MiB", 1),
    ):
        ratio = ours / theirs
        parts.append(f"{theirs * factor:8.0f} {ours * factor:7.0f} {unit} {ratio:5.2f}x")
    slower = own.processor > helm.processor or own.wall > helm.wall
    return "  ".join(parts) + ("   slower than Helm" if slower else "")


def print_sources(word: str = "") -> bool:
    """Print the table; returns whether the limits hold."""
    print(f"{'':<28}  {'helm':>8} {'own':>7} wall       {'helm':>8} {'own':>7} processor")
    seen: dict[str, dict[str, Spent]] = {}
    with tempfile.TemporaryDirectory() as scratch, in_memory() as registry:
        folder = Path(scratch)
        (folder / "shop").mkdir()
        stock(folder / "shop")
        with served(folder / "shop") as url:
            bench = Bench(folder, url, registry)
            for size in ("small", "large"):
                bench.ready(size)
                rows = [one._replace(name=f"{one.name}, {size}") for one in bench.of_index(size)]
                for row in [*rows, *(bench.of_charts() if size == "small" else ())]:
                    if word in row.name:
                        seen[row.name] = bench.measured(row)
                        print(_line(row.name, **seen[row.name]), flush=True)
    return _print_limits({name: sides["own"] for name, sides in seen.items()})


def _print_limits(own: dict[str, Spent]) -> bool:
    """Print the limits that were measured, and return whether all hold."""
    rows = []
    if {"template oci://", "template folder"} <= own.keys():
        more = own["template oci://"].wall - own["template folder"].wall
        rows.append(("oci:// over a local chart, s", more, OCI_OVER_LOCAL))
    build = own.get(f"dependency build, {DEPENDENCIES}, large")
    if build:
        rows.append((f"{DEPENDENCIES} dependencies, processor s", build.processor, BUILD_PROCESSOR))
        rows.append((f"{DEPENDENCIES} dependencies, peak MiB", build.peak, BUILD_PEAK))
    for name, found, limit in rows:
        print(f"{name:<36} {found:9.3f} of {limit:g}{'' if found <= limit else '   too much'}")
    return all(found <= limit for _, found, limit in rows)


if __name__ == "__main__":
    sys.exit(0 if print_sources(*sys.argv[1:2]) else 1)
