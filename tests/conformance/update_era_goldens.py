"""Writes the answers of golden/eras: each release of Helm writes its own, and nothing else does.

    python tests/conformance/update_era_goldens.py [--releases 3.21.4,4.2.4] [FILE ...]

Answers of other releases stay as they are. A file is rewritten only where an answer changed; ends
with exit code 1 if a file was changed, and names it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests import era_cases
from tests.conformance import helm_releases, peer

if TYPE_CHECKING:
    from tests.golden_cases import Expected


def answers_of(release: str, cases: list[era_cases.EraCase]) -> list[Expected]:
    """Returns what a release answers to cases, in order."""
    version = f"v{release}"
    binary = None if version == peer.VERSION else helm_releases.oracle_of(version)
    with peer.Oracle(binary) as oracle:
        return [era_cases.masked(one) for one in oracle.run_cases([one.case for one in cases])]


def update(releases: list[str], files: list[Path]) -> list[str]:
    """Writes the answers of releases into files; returns what changed, one line each."""
    loaded = {path: era_cases.load(path) for path in files}
    every = [one for cases in loaded.values() for one in cases]
    changed: set[str] = set()
    for release in releases:
        for one, answer in zip(every, answers_of(release, every), strict=True):
            if one.expected.get(release) != answer:
                one.expected[release] = answer
                changed.add(f"{one.id} ({release})")
    for path, cases in loaded.items():
        text = era_cases.dump(path, cases)
        if text != path.read_bytes().decode():
            path.write_bytes(text.encode())
    return sorted(changed)


def main() -> int:
    """Updates the files named on the command line, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--releases", default=",".join(era_cases.RELEASES))
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    files = [path.resolve() for path in options.files] or era_cases.case_files()
    told = update(options.releases.split(","), files)
    print("".join(f"{line}\n" for line in told), end="")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
