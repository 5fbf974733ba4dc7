# ruff: noqa: INP001 - a script, not a package
"""Installs each distribution of a folder into an environment of its own, and uses it.

    python scripts/check_distributions.py [--version VERSION] FOLDER

Nothing of this repository is used but this file: the program, the chart and the examples are those that were installed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

PROGRAM = """\
import helmwright
from helmwright.base.resources import chart_directory
chart = helmwright.load_chart(chart_directory())
values = {"maxSlotsPerPod": 4, "initialUserPassword": "Passw0rd-7"}
made = helmwright.ChartRenderer(chart).render(values, helmwright.Release("det", "prod")).manifests
assert "Deployment" in {manifest.kind for manifest in made}, made
print(chart_directory())
"""


def main() -> None:
    """Check a wheel and a source archive."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--version", help="the version that they must have")
    asked = parser.parse_args()
    files = sorted(asked.folder.resolve().iterdir())
    kinds = sorted("".join(path.suffixes[-2:]) for path in files)
    if [kind[-4:] for kind in kinds] != [".whl", "r.gz"]:
        sys.exit(f"a wheel and a source archive are wanted: {asked.folder} has {kinds}")
    for path in files:
        with tempfile.TemporaryDirectory() as place:
            number = check(path, Path(place))
        if asked.version not in (None, number):
            sys.exit(f"{path.name} has the version {number}, not {asked.version}")
        print(f"{path.name}: {number} with Python {sys.version.split()[0]}")  # noqa: T201 - as above


def check(distribution: Path, place: Path) -> str:
    """Install a distribution, use it as a command and as a library; return its version."""
    venv.create(place / "venv")
    python = place / "venv" / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python)  # no pip is needed in there
    run(place, *pip, "install", "--quiet", str(distribution))
    command = python.with_name("helmwright")
    versions = json.loads(run(place, command, "version", "--output", "json"))
    chart = run(place, python, "-c", PROGRAM).strip()
    example = f"{chart}/examples/minimal.yaml"
    rendered = run(place, command, "template", "det", "determined", "-f", example)
    if "\nkind: Deployment\n" not in rendered:
        sys.exit(f"{distribution.name} does not render its chart:\n{rendered}")
    run(place, command, "lint", example, "--fail-level", "error")
    run(place, command, "help")
    return str(versions["helmwright"])


def run(place: Path, *command: str | Path) -> str:
    """Run a program in a folder and return what it prints; end the script if it fails."""
    done = subprocess.run(  # noqa: S603 - programs of the environment that was just made
        [str(word) for word in command], cwd=place, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command[:4]))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


main()
