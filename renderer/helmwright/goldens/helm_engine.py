"""Renders cases with a helm binary, to hold it against the own engine."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from shutil import which
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError, UsageError
from helmwright.eras.resolving import resolve_era
from helmwright.goldens.own_engine import capabilities_of
from helmwright.goldens.rendered import Rendered, documents_of
from helmwright.values.files import TEMPLATE_SUFFIX, read_values
from helmwright.values.inputs import read_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.eras.era import Era
    from helmwright.goldens.cases import GoldenCase

_SECONDS = 300


class HelmEngine:
    """Runs ``helm template``.

    version: of the binary, as it says it. era: what that version does; None if it is not known.
    """

    def __init__(self, binary: str, chart: str) -> None:
        """Find a binary: a path, or a name on PATH; raises UsageError if there is none."""
        found = which(binary)
        if found is None:
            raise UsageError(f"{binary}: no such program; install helm, or name it with --helm")
        self.era: Era | None
        self._binary = os.path.abspath(found)  # noqa: PTH100 - pathlib is slow to import
        self._chart = os.path.abspath(chart)  # noqa: PTH100 - as above
        result = self._run(["version", "--template", "{{.Version}}"], ".")
        if result.returncode:
            raise UsageError(f"{binary} version fails: {_error(result)}")
        self.version = result.stdout.decode("utf-8", "replace").strip()
        try:
            self.era = resolve_era(self.version)
        except UsageError:
            self.era = None

    def render(self, case: GoldenCase) -> Rendered:
        """Return what helm makes of a case."""
        with tempfile.TemporaryDirectory(prefix="helmwright-") as folder:
            result = self._run(list(self._arguments(case, folder)), case.folder)
        if result.returncode:
            return Rendered(error=_error(result))
        text = result.stdout.decode("utf-8", "surrogateescape")
        try:
            return Rendered(documents_of(text))
        except HelmwrightError as error:
            return Rendered(error=f"the output of helm {error.message}")

    def _arguments(self, case: GoldenCase, folder: str) -> Iterator[str]:
        yield from ("template", case.release_name, self._chart, "--namespace", case.namespace)
        yield from ("--kube-version", capabilities_of(case).kube_version.version)
        for version in case.api_versions:
            yield from ("--api-versions", version)
        for path in _values_files(case, folder):
            yield from ("--values", path)
        for kind, text in case.overrides:
            yield from (f"--{kind}", text)
        switches = {
            "is-upgrade": case.is_upgrade,
            "include-crds": case.include_crds,
            "no-hooks": case.no_hooks,
            "skip-tests": case.skip_tests,
            "skip-schema-validation": case.skip_schema_validation,
        }
        yield from (f"--{name}" for name, is_on in switches.items() if is_on)

    def _run(self, arguments: list[str], folder: str) -> subprocess.CompletedProcess[bytes]:
        try:
            return subprocess.run(  # noqa: S603 - the program that the user named
                [self._binary, *arguments],
                cwd=folder or ".",
                capture_output=True,
                check=False,
                timeout=_SECONDS,
            )
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise HelmwrightError(f"{self._binary}: {reason}") from None
        except subprocess.TimeoutExpired:
            raise HelmwrightError(f"{self._binary} took more than {_SECONDS} seconds") from None


def _values_files(case: GoldenCase, folder: str) -> Iterator[str]:
    """Yield the paths of values files; what helm cannot read is written into a folder first."""
    for number, name in enumerate(case.files):
        if name.endswith(TEMPLATE_SUFFIX):
            data = read_values(name, read_file, case.values_context)
            yield _written(f"{folder}/{number}.yaml", data)
        else:
            yield os.path.abspath(name)  # noqa: PTH100 - as above
    if case.values:
        yield _written(f"{folder}/values.json", json.dumps(case.values).encode())


def _written(path: str, data: bytes) -> str:
    from helmwright.disk.writing import write_new_file

    write_new_file(path, data)
    return path


def _error(result: subprocess.CompletedProcess[bytes]) -> str:
    text = result.stderr.decode("utf-8", "replace").strip()
    lines = [line for line in text.splitlines() if not line.startswith(("WARN", "level=", "time="))]
    return "\n".join(lines).removeprefix("Error: ") or f"exit code {result.returncode}"
