"""How long one merge of two pod specs takes, here and in the Kubernetes code, both in one process."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from tests.conformance.kube_peer import KubeOracle

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).resolve().parent
ROUNDS = 200
REPEATED = 20
MANY = 10_000


def print_pod_merges() -> None:
    """Print microseconds per merge: the patch alone, and the whole way of Determined's master."""
    from helmwright.kube import schemas
    from helmwright.kube.origins import Layer
    from helmwright.kube.patching import merge_pod_layers, merge_pod_specs
    from helmwright.kube.provenance import merge_with_origins
    from helmwright.kube.strategic_merge import apply_patch

    defaults, task = (_read(name) for name in ("pod-defaults.yaml", "pod-task.yaml"))
    codec = schemas.pod_codec()
    low, high = codec.round_trip(defaults), codec.round_trip(task)
    with KubeOracle(schemas.DETERMINED) as oracle:
        theirs = {
            kind: oracle.ask(op="speed", type=kind, original=one, patch=other, times=MANY)
            for kind, one, other in (("apply", low, high), ("pod-merge", defaults, task))
        }
    pod = schemas.pod()
    ours = {
        "apply": _fastest(lambda: apply_patch(low, high, pod)),
        "pod-merge": _fastest(lambda: merge_pod_specs(defaults, task)),
    }
    print(f"{'merge of two pod specs, in process':<44} {'Go':>9} {'own':>9}    {'ratio':>6}")
    for kind, name in (("apply", "strategic merge patch"), ("pod-merge", "through Go's Pod")):
        go = theirs[kind]["results"][0] / 1000
        print(f"{name:<44} {go:9.1f} {ours[kind]:9.1f} us {ours[kind] / go:6.2f}x")
    layers = [Layer("defaults", defaults), Layer("task", task)]
    encoded = [Layer("defaults", low), Layer("task", high)]
    for kind, name, call in (
        ("apply", "strategic merge patch", lambda: merge_with_origins(encoded, pod)),
        ("pod-merge", "through Go's Pod", lambda: merge_pod_layers(layers)),
        ("pod-merge", "all origins read", lambda: merge_pod_layers(layers).provenance),
    ):
        took = _fastest(call)
        print(
            f"{f'{name}, with provenance':<44} {'':>9} {took:9.1f} us {took / ours[kind]:6.2f}x"
            "   (of the same without it)"
        )
    start = time.perf_counter()
    for _ in range(MANY):
        merge_pod_specs(defaults, task)
    name = f"{MANY} merges through Go's Pod"
    print(f"{name:<44} {'':>9} {time.perf_counter() - start:9.2f} s")


def _read(name: str) -> Any:
    return yaml.safe_load((HERE / name).read_text("utf-8"))


def _fastest(call: Callable[[], object]) -> float:
    """Return the microseconds of one call in the fastest of several rounds."""
    found = []
    for _ in range(REPEATED):
        start = time.perf_counter()
        for _ in range(ROUNDS):
            call()
        found.append((time.perf_counter() - start) / ROUNDS)
    return min(found) * 1e6


if __name__ == "__main__":
    print_pod_merges()
