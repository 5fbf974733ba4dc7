"""Runs a real helm against a test cluster."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, NamedTuple

from tests.conformance.peer import clean_environment

if TYPE_CHECKING:
    from pathlib import Path


class Ran(NamedTuple):
    """What a run printed, and its exit code."""

    code: int
    stdout: str
    stderr: str

    def succeeded(self) -> Ran:
        """Return itself; fails if helm did."""
        assert self.code == 0, self.stderr
        return self


class Helm:
    """A helm with a kubeconfig and a home of its own, which keeps what it finds out about the server."""

    def __init__(self, binary: Path, kubeconfig: Path, home: Path) -> None:
        self._binary = binary
        self._home = home
        self.kubeconfig = kubeconfig

    def run(self, *arguments: str, **variables: str) -> Ran:
        """Run helm with arguments and variables of the environment."""
        environment = {**clean_environment(self._home), "KUBECONFIG": str(self.kubeconfig)}
        done = subprocess.run(
            [str(self._binary), *arguments],
            cwd=self._home,
            env={**environment, **variables},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        return Ran(done.returncode, done.stdout, done.stderr)
