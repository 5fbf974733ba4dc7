"""Writes the expected lines of golden/patch/*.rows.

Only the Kubernetes code writes them, of both versions of kube_peer.py; nothing of Helmwright is
imported. Each case is asked many times, so that what Go leaves to the order of a map shows up as several
outcomes. Ends with exit code 1 if a file was changed, and names it.

    python tests/conformance/update_patch_goldens.py [FILE ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests import patch_cases
from tests.conformance.kube_peer import VERSIONS, KubeOracle
from tests.patch_cases import PatchCase, error_line, result_line

TIMES = 200


def answers(version: str, cases: list[PatchCase]) -> list[list[str]]:
    """Returns what one version says to each case, sorted: results first."""
    asked = [{**case.asked, "times": TIMES} for case in cases]
    with KubeOracle(version) as oracle:
        found = oracle.ask_all(asked)
    return [
        sorted(map(result_line, answer.get("results", [])))
        + sorted(map(error_line, answer.get("errors", [])))
        for answer in found
    ]


def expected(cases: list[PatchCase]) -> list[dict[str, list[str]]]:
    """Returns the expected lines of each case; by version only where the versions differ."""
    by_version = {version: answers(version, cases) for version in VERSIONS}
    merged = []
    for place in range(len(cases)):
        lines = {version: found[place] for version, found in by_version.items()}
        first, *others = lines.values()
        merged.append({"": first} if all(other == first for other in others) else lines)
    return merged


def update(paths: list[Path]) -> list[str]:
    """Writes files anew where an answer changed; returns a line for each of these."""
    changed = []
    for path in paths:
        cases = patch_cases.load(path)
        before = path.read_text("utf-8")
        for case, lines in zip(cases, expected(cases), strict=True):
            case.expected = lines
        after = patch_cases.dump(path, cases)
        if after != before:
            path.write_text(after, "utf-8")
            changed.append(f"{path}: changed, {len(cases)} cases")
    return changed


def main() -> int:
    """Updates the files named on the command line, or all."""
    named = [Path(one).resolve() for one in sys.argv[1:]]
    changed = update(named or patch_cases.case_files())
    print("".join(f"{line}\n" for line in changed), end="")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
