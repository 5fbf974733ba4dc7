# ruff: noqa: INP001 - a script, not a package
"""Builds the wheel and the source archive twice, and keeps them if all builds have the same bytes.

    python scripts/build_distributions.py [--version VERSION] FOLDER

The first build is made here, the second in a clone at another path, with another time zone and another mask
of permissions; then the wheel is built once more from the source archive. The time in them is that of the last
commit (``SOURCE_DATE_EPOCH``). ``--version`` is what the tag says: anything else is refused.
Needed are git, and the packages of the group "release" (``pip install --group release``).
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Build, compare and keep."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--version", help="the version that must come out")
    asked = parser.parse_args()
    if git("status", "--porcelain", "--untracked-files=no"):  # other files make builds differ
        sys.exit("there are changes that are not committed: a release is what a commit says")
    with tempfile.TemporaryDirectory() as place:
        first, second, third = (Path(place) / name for name in ("here", "clone", "archive"))
        build(ROOT, first, "sdist", "wheel")
        clone = Path(place) / "a-longer-path" / "clone"
        git("clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone))
        build(clone, second, "sdist", "wheel", elsewhere=True)
        (archive,) = first.glob("*.tar.gz")
        with tarfile.open(archive) as sources:
            sources.extractall(third, filter="data")
        (unpacked,) = third.iterdir()
        build(unpacked, third / "dist", "wheel", elsewhere=True)
        made = digests(first)
        compare(made, digests(second), "a second build, in a clone,")
        compare(made, digests(third / "dist"), "a build from the source archive")
        check_version(made, asked.version)
        asked.folder.mkdir(parents=True, exist_ok=True)
        for name, digest in made.items():
            shutil.copyfile(first / name, asked.folder / name)
            print(f"{digest}  {name}")  # noqa: T201 - it is what the script is for


def git(*arguments: str) -> str:
    """Return what git says about this repository."""
    done = subprocess.run(  # noqa: S603 - git, with our own arguments
        ["git", *arguments],  # noqa: S607 - the git of the machine
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout.strip()


def build(source: Path, target: Path, *kinds: str, elsewhere: bool = False) -> None:
    """Build distributions of some kinds from a folder into another.

    elsewhere: as on another machine: its time zone and its mask of permissions differ.
    """
    commit_time = os.environ.get("SOURCE_DATE_EPOCH") or git("log", "-1", "--format=%ct")
    environment = {**os.environ, "SOURCE_DATE_EPOCH": commit_time}
    if elsewhere:
        environment["TZ"] = "Pacific/Kiritimati"
    asked = [word for kind in kinds for word in ("-t", kind)]
    done = subprocess.run(  # noqa: S603 - our own Python
        [sys.executable, "-m", "hatchling", "build", "-d", str(target), *asked],
        cwd=source,
        env=environment,
        umask=0o077 if elsewhere else -1,
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        sys.exit(f"the build in {source} failed:\n{done.stdout}{done.stderr}")


def digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file by its name."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.iterdir())
    }


def compare(made: dict[str, str], again: dict[str, str], what: str) -> None:
    """End the script if a build has other bytes than the first one."""
    for name, digest in again.items():
        if name not in made:
            sys.exit(f"{what} made {name}, the first one {', '.join(made)}")
        if made[name] != digest:
            sys.exit(f"{what} made another {name}: the builds cannot be repeated")


def check_version(made: dict[str, str], version: str | None) -> None:
    """End the script unless the files have the version that the tag says."""
    wanted = {f"helmwright-{version}-py3-none-any.whl", f"helmwright-{version}.tar.gz"}
    if version is not None and set(made) != wanted:
        sys.exit(f"the tag says {version}, the build made {', '.join(made)}")


main()
