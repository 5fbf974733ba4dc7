"""The defaulting of a real API server's code, as a program that answers cases.

It is built into `.cache` beside this file, like helm (see `peer.py`); `PeerError` says what failed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.conformance.kube_peer import KubeOracle
from tests.conformance.peer import PeerError, go_program

FOLDER = Path(__file__).resolve().parent / "defaults_oracle"
RELEASE = "v1.34.4"
"""The release of Kubernetes whose defaults these are."""


def oracle_binary() -> Path:
    """Returns the path of the oracle, built from its pinned modules if needed."""
    if f"k8s.io/kubernetes {RELEASE}\n" not in (FOLDER / "go.mod").read_text():
        raise PeerError(f"go.mod does not pin k8s.io/kubernetes {RELEASE}")
    return go_program(FOLDER.name)


class DefaultsOracle(KubeOracle):
    """A running oracle; close it or use it in a `with` statement."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [str(oracle_binary())], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
