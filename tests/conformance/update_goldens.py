"""Writes the expected parts of the golden case files: `tox -e golden-update`.

Without FILE those of the chart, of patches and of pod specs are written, too, see
update_chart_goldens.py, update_patch_goldens.py, update_podspec_goldens.py, update_defaults.py,
update_jsonpath_goldens.py and update_source_goldens.py.

Only the real helm 4.2.4 writes them; any other version is refused, and nothing of Helmwright is
imported. A file is rewritten only where helm's answer changed. Ends with exit code 1 if a file
was changed, and names it.

    python tests/conformance/update_goldens.py [--helm PATH] [--jobs N] [FILE ...]
"""

from __future__ import annotations

import argparse
import concurrent.futures
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests import golden_cases, patch_cases
from tests.conformance import (
    peer,
    update_chart_goldens,
    update_defaults,
    update_jsonpath_goldens,
    update_patch_goldens,
    update_podspec_goldens,
    update_source_goldens,
)


def main() -> int:
    """Updates the files named on the command line, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--helm", type=Path, help="an installed helm 4.2.4 instead of our own")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    try:
        binary = options.helm or peer.helm_binary()
        peer.require_version(binary)
    except peer.PeerError as error:
        print(f"update_goldens: {error}", file=sys.stderr)
        return 2
    changed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        every = golden_cases.case_files((*golden_cases.FOLDERS, *golden_cases.LINT))
        for path in [one.resolve() for one in options.files] or every:
            cases = golden_cases.load(path)
            answers = list(pool.map(lambda case: peer.run_binary(binary, case), cases))
            different = [
                c for c, answer in zip(cases, answers, strict=True) if c.expected != answer
            ]
            if not different:
                continue
            changed += 1
            for case, answer in zip(cases, answers, strict=True):
                case.expected = answer
            path.write_bytes(golden_cases.dump(path, cases).encode())
            print(f"{path}: {len(different)} of {len(cases)} changed")
            for case in different:
                print(f"  {case.name}")
    if not options.files:
        told = update_chart_goldens.update(binary, options.jobs)
        told += update_patch_goldens.update(patch_cases.case_files())
        told += update_podspec_goldens.update()
        told += update_defaults.update()
        told += update_jsonpath_goldens.update(binary)
        told += update_source_goldens.update(binary, [])
        print("".join(f"{line}\n" for line in told), end="")
        changed += len(told)
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
