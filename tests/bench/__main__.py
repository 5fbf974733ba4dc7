"""Prints how fast and how large this program is beside the real Helm, in one run.

Usage: python -m tests.bench [--upstream DIR] [CHARTS_DIR]

CHARTS_DIR holds public charts as tests/conformance/corpus.py lays them out; without it only the
bundled chart and a generated large one are measured. Every row gives both sides and the ratio; the
cases where Helm wins are rows like the others. The merge of two pod specs is measured beside the
Kubernetes code (`python -m tests.bench.pods` measures only that), linting beside `helm lint` and
yamllint (`python -m tests.bench.lint`), and what is done for nothing but time with and without
(`python -m tests.bench.start`). Diffs and golden files are `python -m tests.bench.diff`, dry runs on an
API server `python -m tests.bench.cluster`, repositories and registries `python -m tests.bench.sources`,
comparisons of two Helms `python -m tests.bench.compat`.

With --upstream nothing but the bundled chart and the upstream chart in DIR are measured, each with
both programs: how much longer ours takes, with its schema and everything it checks.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.lint import print_lint
from tests.bench.pods import print_pod_merges
from tests.bench.programs import MINIMAL, OWN, ROOT, RUNS, measure
from tests.bench.start import print_savings
from tests.conformance.peer import helm_binary

if TYPE_CHECKING:
    from collections.abc import Callable

MINIMAL_CHART = [str(ROOT / "chart"), "-f", str(MINIMAL)]
COPIES = 60
COMMON = ("--set", "maxSlotsPerPod=4", "--set", "initialUserPassword=Passw0rd")
"""Values that every release of the upstream chart is content with."""
LARGE = (
    ("kube-prometheus-stack", "prometheus-community/helm-charts/charts/kube-prometheus-stack"),
    ("argo-cd", "argoproj/argo-helm/charts/argo-cd"),
)


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


def one_command(name: str, chart: list[str], helm: str, cache: str) -> None:
    """Compare one command with a warm and with a cold template cache."""
    own = [*OWN, "template", "demo", *chart]
    theirs = [helm, "template", "demo", *chart]
    environment = {**os.environ, "HELMWRIGHT_CACHE_DIR": cache}
    compare(f"{name}, one command, warm cache", theirs, own, environment)
    compare(
        f"{name}, one command, no cache", theirs, own, {**environment, "HELMWRIGHT_CACHE": "off"}
    )


def in_process(chart: str, helm: str) -> None:
    """Compare many value sets of one chart in one process with as many runs of Helm."""
    from helmwright import ChartRenderer, Release, load_chart, merge_sources

    renderer = ChartRenderer(load_chart(chart))
    values = merge_sources([str(MINIMAL)])
    renderer.render(values)
    count = 500
    start = time.perf_counter()
    for number in range(count):
        renderer.render({**values, "masterPort": float(9000 + number)}, Release("demo"))
    own = (time.perf_counter() - start) * 1000
    start = time.perf_counter()
    for number in range(20):
        measure(
            [helm, "template", "demo", *MINIMAL_CHART, "--set", f"masterPort={9000 + number}"],
            dict(os.environ),
        )
    theirs = (time.perf_counter() - start) * 1000 / 20 * count
    print(
        f"{f'{count} value sets of the bundled chart':<44} {theirs:9.1f} {own:9.1f} ms "
        f"{own / theirs:6.4f}x   ({theirs / own:.0f} times faster, {own / count:.2f} ms each)"
    )


def large_chart(folder: Path) -> str:
    """Write a chart that holds the bundled one's templates many times over."""
    chart = folder / "large"
    templates = chart / "templates"
    templates.mkdir(parents=True)
    for name in ("Chart.yaml", "values.yaml"):
        shutil.copy(ROOT / "chart" / name, chart / name)
    source = ROOT / "chart" / "templates"
    for path in sorted(source.rglob("*")):
        relative = path.relative_to(source)
        if path.is_dir():
            (templates / relative).mkdir()
        elif path.name.startswith("_"):
            shutil.copy(path, templates / relative)
        elif path.suffix == ".yaml":
            for number in range(COPIES):
                name = f"{path.stem}-{number}.yaml"
                (templates / relative).with_name(name).write_text(path.read_text())
    return str(chart)


def engine_only(chart: str, helm: str) -> None:
    """Compare a warm render of a large chart with Helm's whole command less a small chart's."""
    from helmwright import ChartRenderer, load_chart, merge_sources

    renderer = ChartRenderer(load_chart(chart))
    values = merge_sources([str(MINIMAL)])
    lines = sum(text.count("\n") for text in renderer.files(values).values())
    own = min(_timed(lambda: renderer.files(values)) for _ in range(7)) * 1000
    base = min(measure([helm, "version"], dict(os.environ))[0] for _ in range(7)) * 1000
    command = [helm, "template", chart, "-f", str(MINIMAL)]
    theirs = min(measure(command, dict(os.environ))[0] for _ in range(7)) * 1000
    print(
        f"{f'{lines} lines, values to text, warm':<44} {theirs - base:9.1f} {own:9.1f} ms "
        f"{own / (theirs - base):6.2f}x   (Helm: whole command less 'helm version')"
    )


def _timed(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def beside_upstream(upstream: str, helm: str, cache: str) -> None:
    """Print how long both programs take for the upstream chart and for ours, run in turn."""
    environment = {**os.environ, "HELMWRIGHT_CACHE_DIR": cache}
    charts = {"upstream": upstream, "ours": str(ROOT / "chart")}
    print(f"{'':<24} {'upstream':>9} {'ours':>9}    {'ratio':>6}")
    for name, program in (("helm", [helm]), ("helmwright", OWN)):
        walls: dict[str, list[float]] = {chart: [] for chart in charts}
        for run in range(RUNS + 1):
            for chart, path in charts.items():
                wall, _ = measure([*program, "template", "demo", path, *COMMON], environment)
                if run:
                    walls[chart].append(wall)
        theirs, own = (statistics.median(walls[chart]) * 1000 for chart in charts)
        print(f"{name:<24} {theirs:9.1f} {own:9.1f} ms {own / theirs:6.2f}x", flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--upstream", help="a folder with a release of the upstream chart")
    parser.add_argument("charts", nargs="?", type=Path)
    options = parser.parse_args()
    helm = str(helm_binary())
    bundled = str(ROOT / "chart")
    with tempfile.TemporaryDirectory() as scratch:
        cache = str(Path(scratch) / "cache")
        if options.upstream:
            beside_upstream(options.upstream, helm, cache)
            return
        print(f"{'':<44} {'helm':>9} {'own':>9}    {'ratio':>6} {'helm':>9} {'own':>8}")
        one_command("bundled chart", MINIMAL_CHART, helm, cache)
        for name, path in LARGE if options.charts else ():
            one_command(name, [str(options.charts / path)], helm, cache)
        in_process(bundled, helm)
        engine_only(large_chart(Path(scratch)), helm)
        print_pod_merges()
    print_lint()
    print_savings()
    print(
        f"peak of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB"
    )


if __name__ == "__main__":
    main()
