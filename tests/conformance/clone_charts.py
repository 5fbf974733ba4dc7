"""Clones the public repositories whose charts are tested beside those in modules.

    python tests/conformance/clone_charts.py FOLDER

Each comes at one commit, without its history, into FOLDER/OWNER/NAME; HELMWRIGHT_CHARTS=FOLDER then makes the
tests look there. GitHub is asked, which is why the tests themselves do not do this.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

COMMITS = {
    "DataDog/helm-charts": "79f7c74fd2525288125d943f48b810431dbc8857",
    "helm/charts": "390ee6614b4bb0da96b397f9b382e3ddca9f59a4",
    "newrelic/helm-charts": "587cc94b7868ab92abdb117d568e9b87b47f5046",
    "prometheus-community/helm-charts": "cf408a290aec489277a94450bb3511432477a53a",
}


def main(folder: Path) -> None:
    """Clone what is not there yet."""
    for name, commit in COMMITS.items():
        target = folder / name
        if (target / ".git").exists():
            continue
        git = ["git", "-C", str(target)]
        target.mkdir(parents=True)
        subprocess.run([*git, "init", "--quiet"], check=True)
        address = f"https://github.com/{name}"
        subprocess.run([*git, "fetch", "--quiet", "--depth=1", address, commit], check=True)
        subprocess.run([*git, "checkout", "--quiet", "FETCH_HEAD"], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
