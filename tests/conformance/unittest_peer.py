"""The real helm-unittest, built from its pinned module, and its verdicts on the suites of a chart."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.conformance.peer import CACHE, PeerError, run_go

if TYPE_CHECKING:
    from collections.abc import Sequence

VERSION = "v1.1.2"
MODULE = "github.com/helm-unittest/helm-unittest"


class Verdict(NamedTuple):
    suite: str
    test: str
    outcome: str


def module_folder() -> Path:
    """Returns the folder of the module's source, downloading it first if needed."""
    build = CACHE / f"helm-unittest-{VERSION}-module"
    build.mkdir(parents=True, exist_ok=True)
    (build / "go.mod").write_text("module download\n")
    run_go(["mod", "download", f"{MODULE}@{VERSION}"], {"GOFLAGS": "-mod=mod"}, build)
    asked = ["go", "mod", "download", "-json", f"{MODULE}@{VERSION}"]
    environment = {**os.environ, "GOFLAGS": "-mod=mod"}
    done = subprocess.run(
        asked, cwd=build, env=environment, capture_output=True, text=True, check=True
    )
    return Path(json.loads(done.stdout)["Dir"])


def binary() -> Path:
    """Returns the path of helm-unittest, building it first if needed.

    Its go.mod replaces a module, so that `go install` refuses it: a copy is built instead.
    """
    built = CACHE / f"helm-unittest-{VERSION}" / "helm-unittest"
    if not built.exists():
        source = CACHE / f"helm-unittest-{VERSION}-source"
        shutil.rmtree(source, ignore_errors=True)
        shutil.copytree(module_folder(), source, copy_function=shutil.copyfile)
        for folder, _, _ in os.walk(source):
            Path(folder).chmod(0o755)
        command = ["build", "-mod=readonly", "-o", str(built), "./cmd/helm-unittest"]
        run_go(command, {"GOFLAGS": ""}, source)
        shutil.rmtree(source)
    return built


def verdicts(chart: Path, files: Sequence[str], report: Path) -> list[Verdict]:
    """Returns what helm-unittest says of each test; report: a file for it to write."""
    flags = [flag for file in files for flag in ("-f", file)]
    command = [str(binary()), str(chart), *flags, "-o", str(report), "-t", "JUnit"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not report.exists():
        raise PeerError(f"helm-unittest wrote no report on {chart}:\n{done.stdout}{done.stderr}")
    return [
        Verdict(suite.get("name", ""), case.get("name", ""), _outcome(case))
        for suite in ET.parse(report).getroot()  # noqa: S314 - its own report
        for case in suite.findall("testcase")
    ]


def _outcome(case: ET.Element) -> str:
    if case.find("skipped") is not None:
        return "skipped"
    failed = case.find("failure") is not None or case.find("error") is not None
    return "failed" if failed else "passed"
