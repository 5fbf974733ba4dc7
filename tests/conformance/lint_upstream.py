"""Lints values files that come with Determined, each for its own release: none may have an error.

    python tests/conformance/lint_upstream.py FOLDER [--repository CLONE] [--samples N]

FOLDER holds one upstream chart for each release, in folders such as 0.19.11 or v0.38.1; what nobody can
know (maxSlotsPerPod, the first password) is given beside its values.yaml. With a clone of Determined's
repository also the values file for EKS of each tag, and the values that its CI installs with.
Prints every error, how often each rule speaks, and N samples. Exit code 1 if there is an error.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "renderer")]

from helmwright import Chart, load_chart  # noqa: E402 - the path is set first
from helmwright.determined.linting.facts import RELEASE  # noqa: E402 - the path is set first
from helmwright.determined.versions import (  # noqa: E402 - the path is set first
    RELEASES,
    DeterminedRelease,
)
from helmwright.lint.finding import Severity  # noqa: E402 - the path is set first
from helmwright.lint.run import Selection, lint_subject  # noqa: E402 - the path is set first
from helmwright.lint.subject import Subject  # noqa: E402 - the path is set first

if TYPE_CHECKING:
    from collections.abc import Iterator

RENAMED = (0, 13, 2)
"""The release since which slotsPerNode is maxSlotsPerPod."""
WITH_PASSWORD = (0, 33, 0)
"""The release since which a new installation wants a password."""
EKS = "examples/deploy/eks/values.yaml"
CI_FILES = (".circleci/real_config.yml", ".circleci/config.yml")
PARAMETERS = {
    "max-slots-per-pod": "4",
    "gpus-per-machine": "4",
    "slot-type": "cpu",
    "slot-resource-requests-cpu": "7",
    "initial-user-password": "Passw0rd",
    "accel-node-taints": "",
}
"""What stands for parameters of CI jobs; other texts are made up."""
_CONTINUED = "${HELM_VALUES},"
_VALUES = re.compile(
    r'HELM_VALUES="(?P<exported>(?:[^"\\]|\\.)*)"'
    r"|values-to-override: \|\n(?P<written>(?: {8,}\S*=.*\n)+)"
)
_MADE_UP = re.compile(r"\$\{(?!HELM_VALUES)\w+\}|<<\s*[\w.-]+\s*>>|\$(?!\{)\w+")

Overrides = tuple[tuple[str, str], ...]


def upstream_values(folder: Path) -> Iterator[tuple[str, Subject]]:
    """Yields the values.yaml of each release, for our chart and for the one that it comes with."""
    ours = load_chart(str(ROOT / "chart"))
    for release in RELEASES:
        for name in (str(release), f"v{release}"):
            path = folder / name / "values.yaml"
            if path.exists():
                file = str(path), path.read_bytes()
                yield f"{path} with our chart", _subject(ours, file, (), release)
                yield str(path), _subject(load_chart(str(path.parent)), file, (), release)
                break


def repository_values(clone: Path) -> Iterator[tuple[str, Subject]]:
    """Yields the values files for EKS, and what CI installs with, of each tag in a clone."""
    ours = load_chart(str(ROOT / "chart"))
    for release in RELEASES:
        for tag in (str(release), f"v{release}"):
            text = _show(clone, tag, EKS)
            if text is not None:
                name = f"{tag}:{EKS}"
                yield name, _subject(ours, (name, text.encode()), (), release)
            for path in CI_FILES:
                for number, overrides in enumerate(ci_overrides(_show(clone, tag, path) or "")):
                    name = f"{tag}:{path}#{number}"
                    yield name, _subject(ours, None, overrides, release)


def ci_overrides(text: str) -> list[Overrides]:
    """Returns the flags for values in a CI configuration, each with those that it adds to."""
    found: list[Overrides] = []
    whole = ""
    for match in _VALUES.finditer(text):
        values = match["exported"] or match["written"]
        values = re.sub(r"\\?\s*\n\s*", "", values).strip().replace('\\"', "")
        continued = values.startswith(_CONTINUED)
        values = values.removeprefix(_CONTINUED).strip(",'")
        whole = f"{whole},{values}" if continued and whole else values
        whole = _MADE_UP.sub(_made_up, whole)
        overrides = (("set", whole),)
        if overrides not in found and "HELM_VALUES" not in whole:
            found.append(overrides)
    return found


def _made_up(match: re.Match[str]) -> str:
    name = match[0].strip("${}<>").lower().replace("_", "-").removeprefix("parameters.")
    return PARAMETERS.get(name, "made-up")


def _show(clone: Path, tag: str, path: str) -> str | None:
    done = subprocess.run(
        ["git", "-C", str(clone), "show", f"{tag}:{path}"],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout if done.returncode == 0 else None


def _subject(
    chart: Chart, file: tuple[str, bytes] | None, overrides: Overrides, release: DeterminedRelease
) -> Subject:
    slots = "slotsPerNode" if release.number < RENAMED else "maxSlotsPerPod"
    given = [("set", f"{slots}=4")]
    if release.number >= WITH_PASSWORD:
        given.append(("set", "initialUserPassword=Passw0rd"))
    return Subject(
        chart,
        () if file is None else (file,),
        (*given, *overrides),
        whole_chart=False,
        told={RELEASE: release},
    )


def main() -> int:
    """Lints the values files that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--repository", type=Path)
    parser.add_argument("--samples", type=int, default=2)
    options = parser.parse_args()
    subjects = [*upstream_values(options.folder)]
    if options.repository is not None:
        subjects += repository_values(options.repository)
    found: dict[tuple[Severity, str], list[str]] = defaultdict(list)
    with_errors = set()
    for name, subject in subjects:
        outcome = lint_subject(subject, Selection())
        for rule, reason in outcome.failures:
            found[Severity.ERROR, rule].append(f"{name}: {reason}")
        for finding in outcome.findings:
            key = finding.severity, finding.rule
            found[key].append(f"{name}: {finding.span}: {finding.message}")
            if finding.severity is Severity.ERROR:
                with_errors.add(name)
    for severity, rule in sorted(found):
        lines = found[severity, rule]
        print(f"{len(lines):6} {severity!s:8} {rule}")
        for line in lines if severity is Severity.ERROR else lines[: options.samples]:
            print(f"       {line}")
    print(f"{len(subjects)} inputs, {len(with_errors)} with errors")
    return 1 if with_errors else 0


if __name__ == "__main__":
    sys.exit(main())
