"""Writes the expected parts of the chart's golden cases: `tox -e golden-update`.

Only the real helm 4.2.4 writes them; any other version is refused, and nothing of Helmwright is
imported. Only files whose content changed are written, those that helm gives no more are removed.
Ends with exit code 1 if anything was changed, and names it.

    python tests/conformance/update_chart_goldens.py [--helm PATH] [--jobs N] [CASE ...]
"""

from __future__ import annotations

import argparse
import concurrent.futures
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests import chart_cases
from tests.conformance import chart_peer, peer


def main() -> int:
    """Updates the cases named on the command line, or all; "refusals" names those."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--helm", type=Path, help="an installed helm 4.2.4 instead of our own")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args()
    try:
        binary = options.helm or peer.helm_binary()
        peer.require_version(binary)
    except peer.PeerError as error:
        print(f"update_chart_goldens: {error}", file=sys.stderr)
        return 2
    told = update(binary, options.jobs, frozenset(options.cases))
    for line in told:
        print(line)
    return 1 if told else 0


def update(binary: Path, jobs: int, wanted: frozenset[str] = frozenset()) -> list[str]:
    """Updates cases by their names, by default all; returns what was changed and what failed."""
    told: list[str] = []
    with (
        concurrent.futures.ThreadPoolExecutor(jobs) as pool,
        tempfile.TemporaryDirectory() as scratch,
    ):
        helm = chart_peer.ChartPeer(binary, Path(scratch))
        cases = [one for one in chart_cases.load_cases() if not wanted or one.name in wanted]
        for case, answer in zip(cases, pool.map(helm.answer, cases), strict=True):
            if answer.error or answer.stderr:
                told.append(f"{case.name}: {answer.error or answer.stderr}")
            else:
                told += update_folder(case.folder / "expected", answer.files)
        for refusals in chart_cases.load_refusals() if not wanted or "refusals" in wanted else ():
            answers = pool.map(helm.refuse, [row.case for row in refusals.rows])
            for row, text in zip(refusals.rows, answers, strict=True):
                row.expected = text
                if not text:
                    told.append(f"{row.case.name}: is not refused")
            told += update_file(refusals.path, refusals.dump())
    return told


def update_folder(folder: Path, files: dict[str, str]) -> list[str]:
    """Makes a folder hold these files and no others; returns the paths that were changed."""
    changed = []
    for name, text in files.items():
        changed += update_file(folder / name, text)
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_file() and path.relative_to(folder).as_posix() not in files:
            path.unlink()
            changed.append(f"{path} removed")
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()
    return changed


def update_file(path: Path, text: str) -> list[str]:
    """Writes a file unless it holds this text; returns its path if it was written."""
    if path.exists() and path.read_text() == text:
        return []
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return [str(path)]


if __name__ == "__main__":
    sys.exit(main())
