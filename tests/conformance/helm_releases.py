"""Helm's earlier releases as oracles: each is its own command, many runs a process.

    python tests/conformance/helm_releases.py [VERSION ...]    builds them and tells what that took

A release is built from its own module, so that its own go.sum pins what it is made of, with one
folder added: the protocol of ``oracle/`` and a ``runHelm``. The linker is told what the release's
makers told it, the version of Kubernetes above all: without it charts see v1.20.0. Helm 3 keeps its
command in a main package, which no other program can import: it is renamed in the copy.

The Go of the release is used where it can be had, because the language of templates, JSON and
regular expressions are Go's own. What is here is measured at the end of this file's test,
``tests/eras/test_releases.py``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.conformance import peer

HELM_3_FILES = ("main.go", "capture.go")
HELM_4_FILES = ("main.go", "capture.go", "helm.go", "lifecycle.go")


@dataclass(frozen=True, slots=True)
class Release:
    """One release of Helm: its commit, the Kubernetes that its makers name, the Go that built it."""

    version: str
    commit: str
    kubernetes: str
    go: str = ""

    @property
    def module(self) -> str:
        """The path of its module."""
        return f"helm.sh/helm/{self.version.partition('.')[0]}"

    @property
    def linker_flags(self) -> str:
        """What its makers tell the linker."""
        told = {
            "internal/version.version": self.version,
            "internal/version.gitCommit": self.commit,
            "internal/version.gitTreeState": "clean",
        }
        if self.version.startswith("v3"):
            major, minor = self.kubernetes.split(".")
            for package in ("pkg/chartutil", "pkg/lint/rules"):
                told[f"{package}.k8sVersionMajor"] = major
                told[f"{package}.k8sVersionMinor"] = minor
        return " ".join(f"-X {self.module}/{name}={value}" for name, value in told.items())


RELEASES = {
    release.version: release
    for release in (
        Release("v3.12.3", "3a31588ad33fe3b89af5a2a54ee1d25bfe6eaa5e", "1.27", "go1.20.7"),
        Release("v3.13.0", "825e86f6a7a38cef1112bfa606e4127a706749b1", "1.28", "go1.20.8"),
        Release("v3.14.4", "81c902a123462fd4052bc5e9aa9c513c4c8fc142", "1.29", "go1.21.9"),
        Release("v3.17.4", "595a05da6166037d0abebaa27ac8a498fa4d7ed2", "1.32", "go1.23.11"),
        Release("v3.18.0", "cc58e3f5a3aa615c6a86275e6f4444b5fdd3cc4e", "1.33", "go1.24.3"),
        Release("v3.18.4", "d80839cf37d860c8aa9a0503fe463278f26cd5e2", "1.33", "go1.24.4"),
        Release("v3.20.0", "b2e4314fa0f229a1de7b4c981273f61d69ee5a59", "1.35", "go1.25.6"),
        Release("v3.21.4", "813176c51bb5c181dbbd7901298ddcc104cd3417", "1.36"),
        Release("v4.1.4", "05fa37973dc9e42b76e1d2883494c87174b6074f", "1.35", "go1.25.6"),
        Release("v4.2.0", "06468084e85c244c712834933d25ea232a4c2093", "1.36"),
    )
}
NEWEST = "v3.21.4"


def oracle_of(version: str) -> Path:
    """Returns the path of the oracle of a release, built if needed."""
    release = RELEASES[version]
    files = _files(release)
    digest = hashlib.sha256(repr(release).encode())
    for path in files:
        digest.update(path.name.encode() + path.read_bytes())
    binary = peer.CACHE / f"oracle-{version}-{digest.hexdigest()[:16]}"
    if not binary.exists():
        _build(release, files, binary)
    return binary


def _files(release: Release) -> list[Path]:
    shared = HELM_3_FILES if release.version.startswith("v3") else HELM_4_FILES
    own = sorted((peer.HERE / "helm3_oracle").iterdir()) if shared is HELM_3_FILES else []
    return [*(peer.HERE / "oracle" / name for name in shared), *own]


def _build(release: Release, files: list[Path], binary: Path) -> None:
    source = peer.CACHE / f"{binary.name}-source-{os.getpid()}"
    try:
        _copy_module(release, source)
        for path in files:
            folder = source / ("cmd/helm" if path.name == "command.go" else "oracle")
            folder.mkdir(exist_ok=True)
            shutil.copy(path, folder)
        made = source / "made"
        flags = ["-trimpath", "-buildvcs=false", "-ldflags", release.linker_flags]
        environment = {"GOFLAGS": "", "CGO_ENABLED": "0"}
        if release.go:
            environment["GOTOOLCHAIN"] = release.go
        peer.run_go(["build", *flags, "-o", str(made), "./oracle"], environment, source)
        made.replace(binary)
    finally:
        shutil.rmtree(source, ignore_errors=True)


def _copy_module(release: Release, source: Path) -> None:
    """Copies what a release's program is built from, its command as a package that can be imported."""
    peer.CACHE.mkdir(parents=True, exist_ok=True)
    asked = ["go", "mod", "download", "-json", f"{release.module}@{release.version}"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, cwd="/")
    answer = json.loads(done.stdout or "{}")
    if done.returncode or "Dir" not in answer:
        raise peer.PeerError(f"{' '.join(asked)} failed:\n{answer.get('Error', done.stderr)}")
    left_out = shutil.ignore_patterns("*_test.go", "testdata")
    shutil.copytree(answer["Dir"], source, ignore=left_out, copy_function=shutil.copyfile)
    for folder in (source, *(path for path in source.rglob("*") if path.is_dir())):
        folder.chmod(0o755)
    if release.version.startswith("v3"):
        for path in (source / "cmd" / "helm").glob("*.go"):
            text = re.sub(
                r"^package main\b.*", "package command", path.read_text(), flags=re.MULTILINE
            )
            path.write_text(text)


def main() -> int:
    """Builds what the command line names and prints seconds of the clock and of the processor."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("versions", nargs="*", default=list(RELEASES))
    for version in parser.parse_args().versions:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        binary = oracle_of(version)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        size = binary.stat().st_size >> 20
        print(f"{version}: {time.monotonic() - start:.0f} s, processor {busy:.0f} s, {size} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
