"""Renders public charts with helm and with us, and compares the bytes.

    python tests/conformance/corpus.py CHARTS_DIR [--cases dev.json] [--only TEXT] [--no-helm]

The list of cases (default: ../shared/corpus/dev.json beside the repository) names repositories,
commits, chart paths, dependencies, values files and flags, and the sha256 of helm's output.
CHARTS_DIR holds the charts, each at its commit, as <owner>/<repository>/<chart_path>; the
"vendor" entries of a chart are placed in it at their "dest". Helm's own output must have the
sha256 of the list, which proves the layout; then ours must have helm's bytes, and for a case that
fails helm's text. One line a case, the first differing line below it, a total at the end.
Exit code 1 if a deterministic case differs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(REPOSITORY))

from tests.conformance import peer  # noqa: E402 - the path is set first
from tests.golden_cases import error_text  # noqa: E402 - the path is set first

HINT = "\n\nUse --debug flag"


@dataclass(slots=True)
class Run:
    """One run of a command; seconds of wall time."""

    stdout: bytes
    stderr: str
    code: int
    seconds: float


def main() -> int:
    """Runs the corpus that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("charts", type=Path, help="directory with the charts")
    default = REPOSITORY.parent / "shared" / "corpus" / "dev.json"
    parser.add_argument("--cases", type=Path, default=default, help="list of cases (JSON)")
    parser.add_argument("--only", default="", help="only cases whose line contains this text")
    parser.add_argument("--no-helm", action="store_true", help="compare with the list's sha256")
    options = parser.parse_args()
    helm = None if options.no_helm else [str(peer.helm_binary())]
    same = different = chance = wrong_layout = 0
    ours_seconds = helm_seconds = 0.0
    with tempfile.TemporaryDirectory() as home:
        for chart, case in _cases(json.loads(options.cases.read_text())):
            name = _name(chart, case)
            if options.only not in name:
                continue
            arguments = _arguments(options.charts.resolve(), chart, case)
            ours = _run([sys.executable, "-m", "helmwright"], arguments, home)
            theirs = _run(helm, arguments, home) if helm else None
            ours_seconds += ours.seconds
            helm_seconds += theirs.seconds if theirs else 0
            if theirs and case["deterministic"] and not _as_listed(theirs, case):
                wrong_layout += 1
                print(f"LAYOUT  {name}: helm's own output is not the one of the list")
            problem = _difference(ours, theirs, case)
            decided = case["deterministic"] or case["rc"] != 0
            verdict = "chance " if not decided else "DIFFERS" if problem else "same   "
            same += verdict == "same   "
            different += verdict == "DIFFERS"
            chance += verdict == "chance "
            print(f"{verdict} {_times(ours, theirs)} {name}", flush=True)
            if problem:
                print("        " + problem.replace("\n", "\n        "))
    print(f"{same} same, {different} differ, {chance} that helm leaves to chance", end="")
    print(f"; ours {ours_seconds:.1f} s, helm {helm_seconds:.1f} s")
    return 1 if different or wrong_layout else 0


def _cases(charts: list[dict[str, Any]]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [(chart, case) for chart in charts for case in chart["cases"]]


def _name(chart: dict[str, Any], case: dict[str, Any]) -> str:
    return " ".join([chart["repo"], chart["chart_path"], *case["values_files"]])


def _arguments(charts: Path, chart: dict[str, Any], case: dict[str, Any]) -> list[str]:
    folder = (charts / chart["repo"] / chart["chart_path"]).resolve()
    values = [part for name in case["values_files"] for part in ("-f", str(folder / name))]
    where = [chart["release"], str(folder), "-n", chart["namespace"]]
    return ["template", *where, *values, *case["flags"]]


def _run(command: list[str], arguments: list[str], home: str) -> Run:
    environment = peer.clean_environment(home) | {"PYTHONPATH": str(REPOSITORY / "renderer")}
    if "HELMWRIGHT_CACHE" in os.environ:
        environment["HELMWRIGHT_CACHE"] = os.environ["HELMWRIGHT_CACHE"]
    start = time.perf_counter()
    done = subprocess.run(
        [*command, *arguments], capture_output=True, env=environment, check=False, timeout=600
    )
    seconds = time.perf_counter() - start
    return Run(done.stdout, peer.from_bytes(done.stderr), done.returncode, seconds)


def _as_listed(run: Run, case: dict[str, Any]) -> bool:
    return bool(hashlib.sha256(run.stdout).hexdigest() == case["sha256"] and run.code == case["rc"])


def _difference(ours: Run, theirs: Run | None, case: dict[str, Any]) -> str:
    """Returns the first difference, "" if there is none."""
    code = theirs.code if theirs else case["rc"]
    if ours.code != code:
        return f"exit code {ours.code}, helm {code}: {ours.stderr.strip()[-2000:]}"
    message = error_text(theirs.stderr) if theirs else case["error"]
    if message not in ours.stderr:
        return f"error\nhelm: {message}\nours: {ours.stderr}"
    if theirs is None:
        digest = hashlib.sha256(ours.stdout).hexdigest()
        listed = case["sha256"] in (None, digest)
        return "" if listed else f"sha256 of {len(ours.stdout)} bytes, helm {case['bytes']}"
    if ours.stdout == theirs.stdout:
        return ""
    return _first_line(ours.stdout, theirs.stdout)


def _first_line(ours: bytes, theirs: bytes) -> str:
    left, right = ours.split(b"\n"), theirs.split(b"\n")
    at = next(
        (n for n, (one, other) in enumerate(zip(left, right, strict=False)) if one != other),
        min(len(left), len(right)),
    )
    sources = [line for line in right[: at + 1] if line.startswith(b"# Source: ")]
    place = peer.from_bytes(sources[-1]) if sources else ""
    shown = [peer.from_bytes(side[at]) if at < len(side) else "(end)" for side in (right, left)]
    return f"line {at + 1} {place}\nhelm: {shown[0]}\nours: {shown[1]}"


def _times(ours: Run, theirs: Run | None) -> str:
    helm = f"{theirs.seconds * 1000:6.0f}" if theirs else "     -"
    return f"{ours.seconds * 1000:6.0f} ms (helm {helm} ms)"


if __name__ == "__main__":
    sys.exit(main())
