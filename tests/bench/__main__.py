"""Prints how fast and how large this program is beside the real Helm, in one run.

Usage: python -m tests.bench [CHARTS_DIR]

CHARTS_DIR holds public charts as tests/conformance/corpus.py lays them out; without it only the
bundled chart and a generated large one are measured. Every row gives both sides and the ratio; the
cases where Helm wins are rows like the others.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.conformance.peer import helm_binary

ROOT = Path(__file__).parents[2]
RUNS = int(os.environ.get("HELMWRIGHT_BENCH_RUNS", "15"))
LARGE = (
    ("kube-prometheus-stack", "prometheus-community/helm-charts/charts/kube-prometheus-stack"),
    ("argo-cd", "argoproj/argo-helm/charts/argo-cd"),
)


def measure(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Return wall seconds and peak MiB of one run of ``command``."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed with {process.returncode}")
    return wall, usage.ru_maxrss / 1024


def compare(name: str, helm: list[str], own: list[str], environment: dict[str, str]) -> None:
    """Print medians of both commands, run in turn."""
    sides: list[list[tuple[float, float]]] = [[], []]
    for command, side in ((helm, sides[0]), (own, sides[1])):
        measure(command, environment)
        del side[:]
    for _ in range(RUNS):
        for command, side in ((helm, sides[0]), (own, sides[1])):
            side.append(measure(command, environment))
    walls = [statistics.median(wall for wall, _ in side) * 1000 for side in sides]
    peaks = [statistics.median(peak for _, peak in side) for side in sides]
    print(
        f"{name:<44} {walls[0]:9.1f} {walls[1]:9.1f} ms {walls[1] / walls[0]:6.2f}x"
        f" {peaks[0]:8.1f} {peaks[1]:8.1f} MiB {peaks[1] / peaks[0]:6.2f}x",
        flush=True,
    )


def one_command(name: str, chart: str, helm: str, cache: str) -> None:
    """Compare one command with a warm and with a cold template cache."""
    own = [str(Path(sys.executable).parent / "helmwright"), "template", "demo", chart]
    theirs = [helm, "template", "demo", chart]
    environment = {**os.environ, "HELMWRIGHT_CACHE_DIR": cache}
    compare(f"{name}, one command, warm cache", theirs, own, environment)
    compare(
        f"{name}, one command, no cache", theirs, own, {**environment, "HELMWRIGHT_CACHE": "off"}
    )


def in_process(chart: str, helm: str) -> None:
    """Compare many value sets of one chart in one process with as many runs of Helm."""
    from helmwright import ChartRenderer, Release, load_chart

    renderer = ChartRenderer(load_chart(chart))
    renderer.render({})
    count = 500
    start = time.perf_counter()
    for number in range(count):
        renderer.render({"masterPort": float(9000 + number)}, Release("demo"))
    own = (time.perf_counter() - start) * 1000
    start = time.perf_counter()
    for number in range(20):
        measure(
            [helm, "template", "demo", chart, "--set", f"masterPort={9000 + number}"],
            dict(os.environ),
        )
    theirs = (time.perf_counter() - start) * 1000 / 20 * count
    print(
        f"{f'{count} value sets of the bundled chart':<44} {theirs:9.1f} {own:9.1f} ms "
        f"{own / theirs:6.4f}x   ({theirs / own:.0f} times faster, {own / count:.2f} ms each)"
    )


def large_chart(folder: Path) -> str:
    """Write a chart that renders to about 20,000 lines."""
    chart = folder / "large"
    templates = chart / "templates"
    templates.mkdir(parents=True)
    shutil.copy(ROOT / "chart" / "values.yaml", chart / "values.yaml")
    (chart / "Chart.yaml").write_text(
        "apiVersion: v2\nname: large\nversion: 0.1.0\nappVersion: '1'\n"
    )
    for path in sorted((ROOT / "chart" / "templates").iterdir()):
        text = path.read_text()
        if path.suffix == ".tpl":
            (templates / path.name).write_text(text)
        elif path.suffix == ".yaml":
            for number in range(170):
                numbered = text.replace("/master-config.yaml", f"/master-config-{number}.yaml")
                (templates / f"{path.stem}-{number}.yaml").write_text(numbered)
    return str(chart)


def engine_only(chart: str, helm: str) -> None:
    """Compare a warm render of a large chart with Helm's whole command less a small chart's."""
    from helmwright import ChartRenderer, load_chart

    renderer = ChartRenderer(load_chart(chart))
    lines = sum(text.count("\n") for text in renderer.files({}).values())
    own = min(_timed(renderer.files) for _ in range(7)) * 1000
    base = min(measure([helm, "version"], dict(os.environ))[0] for _ in range(7)) * 1000
    theirs = min(measure([helm, "template", chart], dict(os.environ))[0] for _ in range(7)) * 1000
    print(
        f"{f'{lines} lines, values to text, warm':<44} {theirs - base:9.1f} {own:9.1f} ms "
        f"{own / (theirs - base):6.2f}x   (Helm: whole command less 'helm version')"
    )


def _timed(call: object) -> float:
    start = time.perf_counter()
    call({})  # type: ignore[operator]
    return time.perf_counter() - start


def main() -> None:
    """Print the table."""
    helm = str(helm_binary())
    bundled = str(ROOT / "chart")
    print(f"{'':<44} {'helm':>9} {'own':>9}    {'ratio':>6} {'helm':>9} {'own':>8}")
    with tempfile.TemporaryDirectory() as scratch:
        cache = str(Path(scratch) / "cache")
        one_command("bundled chart", bundled, helm, cache)
        charts = Path(sys.argv[1]) if len(sys.argv) > 1 else None
        for name, path in LARGE if charts else ():
            one_command(name, str(charts / path), helm, cache)
        in_process(bundled, helm)
        engine_only(large_chart(Path(scratch)), helm)
    print(
        f"peak of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB"
    )


if __name__ == "__main__":
    main()
