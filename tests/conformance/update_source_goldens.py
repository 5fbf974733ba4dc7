"""Writes what the real Helm does against the faulty server into ``golden/sources``.

Only the real helm 4.2.4 writes it. Files are written only where they changed.

    python tests/conformance/update_source_goldens.py [--helm PATH] [CASE ...]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.conformance import peer
from tests.sources.recorded import PARTS, ROOT, cases, outcome, read_case

SECONDS = 60


def helm(binary: Path):
    """Return what runs the real Helm."""

    def run(arguments, folder, environment, stdin):
        done = subprocess.run(
            [binary, *arguments],
            cwd=folder,
            env={"PATH": "/usr/bin:/bin", "PWD": str(folder), **environment},
            input=stdin,
            capture_output=True,
            check=False,
            timeout=SECONDS,
        )
        return done.stdout, done.stderr, done.returncode

    return run


def update(binary: Path, names: list[str]) -> list[str]:
    """Write the cases of these names, or all; return the names of those that changed."""
    changed = []
    for case in [read_case(ROOT / name) for name in names] or cases():
        with tempfile.TemporaryDirectory() as home:
            found = outcome(case, helm(binary), Path(home))
        for part in PARTS:
            path = ROOT / case.name / part
            data = getattr(found, part).encode("utf-8", "surrogateescape")
            if not path.exists() or path.read_bytes() != data:
                path.write_bytes(data)
                changed.append(f"{case.name}/{part}")
    return changed


def main() -> int:
    """Update the cases named on the command line, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--helm", type=Path, help="an installed helm 4.2.4 instead of our own")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    binary = options.helm or peer.helm_binary()
    peer.require_version(binary)
    told = update(binary, options.names)
    print("".join(f"{line}\n" for line in told), end="")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
