"""Lints charts with helm and with us, and compares what both print and how they end.

    python tests/conformance/helm_lint.py FOLDER [...] [--helm PATH]

Every directory below FOLDER that has a Chart.yaml is a chart, and so is every archive. One line for
each that differs, with the first line that does; a total at the end. Exit code 1 if one differs.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "renderer"))

from tests.conformance import peer  # noqa: E402 - the path is set first

from helmwright.lint.helm_lint import helm_messages  # noqa: E402 - the path is set first
from helmwright.lint.helm_lint.folder import chart_folder  # noqa: E402 - the path is set first
from helmwright.lint.helm_lint.output import helm_lint_output  # noqa: E402 - the path is set first


def charts_in(folder: Path) -> list[Path]:
    """Returns the charts below a folder, subcharts included, sorted."""
    found = {path.parent for path in folder.rglob("Chart.yaml")}
    return sorted(found | set(folder.rglob("*.tgz")))


def ours(chart: Path) -> tuple[str, bool]:
    """Returns what we print about a chart, and whether it is good."""
    output = helm_lint_output([(str(chart), helm_messages(chart_folder(str(chart)), {}))])
    return output.text, not output.error


def difference(helm: Path, chart: Path, home: str) -> str:
    """Returns the first line that differs; blank if nothing does."""
    done = subprocess.run(
        [str(helm), "lint", str(chart)],
        env=peer.clean_environment(home),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    text, good = ours(chart)
    if "Error unable to extract tarball" in done.stdout:  # the command says so in its own words
        return "helm takes it" if good else ""
    mine, theirs = _lines(text), _lines(done.stdout)
    if mine == theirs and good == (done.returncode == 0):
        return ""
    for one, other in zip(mine, theirs, strict=False):
        if one != other:
            return f"ours: {one!r}, helm: {other!r}"
    return f"{len(mine)} lines and {good}, helm: {len(theirs)} lines and {done.returncode}"


def _lines(text: str) -> list[str]:
    """Returns lines; the names of subcharts that nothing declares are in no order in Go."""
    found = []
    for line in text.splitlines():
        head, mark, names = line.partition("missing these dependencies: ")
        found.append(f"{head}{mark}{','.join(sorted(names.split(',')))}")
    return found


def main() -> int:
    """Compares the charts that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--helm", type=Path, help="an installed helm 4.2.4 instead of our own")
    options = parser.parse_args()
    helm = options.helm or peer.helm_binary()
    peer.require_version(helm)
    charts = [chart for folder in options.folders for chart in charts_in(folder)]
    different = 0
    with tempfile.TemporaryDirectory() as home:
        for chart in charts:
            told = difference(helm, chart, home)
            if told:
                different += 1
                print(f"{chart}: {told}", flush=True)
    print(f"{len(charts)} charts, {different} differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
