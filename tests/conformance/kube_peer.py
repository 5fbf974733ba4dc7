"""The Kubernetes code itself, of two versions, as a program that answers cases.

It is built into `.cache` beside this file, like helm (see `peer.py`); `PeerError` says what failed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.conformance.peer import PeerError, go_program

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER = Path(__file__).resolve().parent / "kube_oracle"
VERSIONS = {"v0.28.3": "go.mod", "v0.37.2": "newest.mod"}
"""Version of k8s.io/apimachinery (the first is what Determined links) to the module file."""


def oracle_binary(version: str) -> Path:
    """Returns the path of the oracle for one version, built from its pinned modules if needed."""
    module = VERSIONS[version]
    if f"k8s.io/apimachinery {version}\n" not in (FOLDER / module).read_text():
        raise PeerError(f"{module} does not pin k8s.io/apimachinery {version}")
    return go_program(FOLDER.name, f"-modfile={module}", "-tags", Path(module).stem)


class KubeOracle:
    """A running oracle; close it or use it in a `with` statement."""

    def __init__(self, version: str) -> None:
        self._process = subprocess.Popen(
            [str(oracle_binary(version))], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the program."""
        self._process.communicate()

    def ask(self, **case: Any) -> dict[str, Any]:
        """Returns the answer to one case: `results`, `errors` and the errors' `kind`."""
        return self.ask_all([case])[0]

    def ask_all(self, cases: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Returns the answers to many cases, in their order."""
        written = threading.Thread(target=self._write, args=(cases,))
        written.start()
        assert self._process.stdout is not None
        lines = [self._process.stdout.readline() for _ in cases]
        written.join()
        if not all(lines):
            raise PeerError(f"the oracle ended with exit code {self._process.wait()}")
        return [json.loads(line) for line in lines]

    def _write(self, cases: Sequence[dict[str, Any]]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.writelines(json.dumps(case) + "\n" for case in cases)
        self._process.stdin.flush()
