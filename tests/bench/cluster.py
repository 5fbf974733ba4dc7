"""Prints what a dry run against a real API server costs beside helm, and fails where it is too much.

Usage: python -m tests.bench.cluster

Etcd and the API server are those of ``tests/cluster``, which are built with Go the first time.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
from pathlib import Path

from tests.bench.programs import MINIMAL, OWN, ROOT, RUNS, Spent, spent
from tests.cluster.servers import kubeconfig, running
from tests.conformance.peer import helm_binary

MOST = 1.5
"""How much longer than helm a dry run on the server may take."""


def print_dry_runs() -> float:
    """Print the medians of both programs, run in turn; returns the ratio of their times."""
    chart = [str(ROOT / "chart"), "-f", str(MINIMAL), "--dry-run=server"]
    with running(controllers=False) as cluster, tempfile.TemporaryDirectory() as scratch:
        config = Path(scratch) / "kubeconfig"
        data = kubeconfig(cluster.url, cluster.authority, cluster.tokens["admin"], "default")
        config.write_text(json.dumps(data))
        config.chmod(0o600)
        environment = {
            **os.environ,
            "HOME": scratch,
            "KUBECONFIG": str(config),
            "HELMWRIGHT_CACHE_DIR": scratch,
        }
        programs = {"helm": [str(helm_binary())], "own": OWN}
        took: dict[str, list[Spent]] = {name: [] for name in programs}
        for number in range(RUNS + 1):
            for name, program in programs.items():
                one = spent([*program, "template", "demo", *chart], environment)
                if number:
                    took[name].append(one)
    middles: dict[str, float] = {}
    for name, side in took.items():
        wall, processor, peak = (statistics.median(column) for column in zip(*side, strict=True))
        middles[name] = wall
        print(f"{name:<6} {wall * 1000:8.1f} ms {processor * 1000:8.1f} ms CPU {peak:7.1f} MiB")
    ratio = middles["own"] / middles["helm"]
    print(f"--dry-run=server of the bundled chart: {ratio:.2f}x, {MOST}x at most")
    return ratio


if __name__ == "__main__":
    raise SystemExit(print_dry_runs() > MOST)
