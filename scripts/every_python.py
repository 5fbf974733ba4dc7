# ruff: noqa: INP001 - a script, not a package
"""Runs the default tests with newer Pythons, each in a folder of its own; nothing of the system is changed.

    sudo python scripts/every_python.py [--folder FOLDER] [RELEASE …] [-- ARGUMENTS OF PYTEST]

RELEASE is one of Debian, by default trixie (Python 3.13) and sid (3.14). debootstrap makes a system in FOLDER/RELEASE
once, which takes minutes and a gigabyte; the last commit of this repository is cloned into it, and ``tox -e py`` runs there.
Needed are Linux, root, debootstrap and unshare, and the packages of Debian and Python; what the environment says
about pip and proxies goes along. ``DEBIAN_MIRROR`` names another mirror.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
PACKAGES = ("build-essential", "ca-certificates", "git", "procps", "python3-dev", "python3-venv")
"""What the tests need; a compiler, because not every package has wheels for the newest Python."""
PASSED_ON = (
    "PIP_",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
)
INSIDE = """\
set -e
cd /root/helmwright
test -x /root/tox/bin/tox || { python3 -m venv /root/tox; /root/tox/bin/pip install -q 'tox>=4.22'; }
python3 --version
exec /root/tox/bin/tox -q -e py -- "$@"
"""
OUTSIDE = """\
set -e
mount --rbind /dev "$1/dev"
mount -t proc proc "$1/proc"
exec chroot "$@"
"""
"""Both mounts are seen by this process and its children only, and end with them."""


def main() -> None:
    """Run the tests with each Python that is asked for; the exit code is 1 if one fails."""
    words = sys.argv[1:]
    own = words[: words.index("--")] if "--" in words else words
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("releases", nargs="*", metavar="RELEASE", help="trixie and sid by default")
    parser.add_argument("--folder", type=Path, default=cache / "helmwright-pythons")
    asked = parser.parse_args(own)
    missing = [name for name in ("debootstrap", "unshare") if not find(name)]
    if missing:
        sys.exit(f"this needs {' and '.join(missing)}")
    failed = []
    for release in asked.releases or ["trixie", "sid"]:
        system = asked.folder.resolve() / release
        make(release, system)
        tests = words[len(own) + 1 :] or ["-n", "auto"]
        print(f"== {release}", flush=True)  # noqa: T201 - what the script is doing
        if run_tests(system, tests) != 0:
            failed.append(release)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


def find(program: str) -> str | None:
    """Return the path of a program; those for root are not on everybody's PATH."""
    return shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


def make(release: str, system: Path) -> None:
    """Make a system with a release of Debian, unless it is there."""
    if (system / "etc" / "helmwright-complete").exists():
        return
    system.mkdir(parents=True, exist_ok=True)
    subprocess.run(  # noqa: S603 - debootstrap, with our own arguments
        [
            str(find("debootstrap")),
            "--variant=minbase",
            f"--include={','.join(PACKAGES)}",
            *(release, str(system), MIRROR),
        ],
        check=True,
        stdout=sys.stderr,
    )
    (system / "etc" / "helmwright-complete").touch()


def run_tests(system: Path, tests: list[str]) -> int:
    """Run the default tests of the last commit within a system; return the exit code."""
    place = system / "root" / "helmwright"
    shutil.rmtree(place, ignore_errors=True)
    git = ["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(place)]
    subprocess.run(git, check=True)  # noqa: S603 - git, with our own arguments
    environment = {
        "HOME": "/root",
        "LANG": "C.UTF-8",
        "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
        **{name: text for name, text in os.environ.items() if name.startswith(PASSED_ON)},
    }
    certificates = os.environ.get("PIP_CERT", "")
    for name in filter(None, ("/etc/resolv.conf", "/etc/hosts", certificates)):
        target = system / name.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        shutil.copyfile(name, target)
    inside = ["bash", "-c", INSIDE, "bash", *tests]
    own = [str(find("unshare")), "--mount", "--pid", "--fork", "bash", "-c", OUTSIDE, "bash"]
    return subprocess.run([*own, str(system), *inside], env=environment, check=False).returncode  # noqa: S603 - as above


if __name__ == "__main__":
    main()
