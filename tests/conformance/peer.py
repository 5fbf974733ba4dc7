"""The real helm 4.2.4: as a binary that `go install` makes, and as the oracle, many runs a process.

The chart is rendered with helm 3.21.4, too, because many still install with it.

Both are built into `.cache` beside this file, which git ignores; a folder elsewhere can be named
with HELMWRIGHT_CONFORMANCE_CACHE. Nothing here is skipped when Go or the network is missing:
`PeerError` says what failed.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any, Self

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.golden_cases import Case, Expected, mask, to_bytes

VERSION = "v4.2.4"
MODULE = "helm.sh/helm/v4"
VERSION_3 = "v3.21.4"
HERE = Path(__file__).resolve().parent
CACHE = Path(os.environ.get("HELMWRIGHT_CONFORMANCE_CACHE") or HERE / ".cache")


class PeerError(RuntimeError):
    """The real helm cannot be had, or is not the version that everything here is about."""


_RELEASE = " ".join(
    f"-X {MODULE}/internal/version.{name}={value}"
    for name, value in (
        ("version", VERSION),
        ("gitCommit", "3900f434fd3ef2b84065dc04508df48f288dba00"),
        ("gitTreeState", "clean"),
    )
)
"""What the makers of a release tell the linker: charts can print it."""


def helm_binary() -> Path:
    """Returns the path of helm 4.2.4, installing it first if needed."""
    binary = CACHE / f"helm-{VERSION}-release" / "helm"
    if not binary.exists():
        target = f"{MODULE}/cmd/helm@{VERSION}"
        environment = {"GOBIN": str(binary.parent), "GOFLAGS": "-mod=mod"}
        run_go(["install", "-ldflags", _RELEASE, target], environment, Path("/"))
    require_version(binary)
    return binary


def helm3_binary() -> Path:
    """Returns the path of helm 3.21.4, installing it first if needed.

    Without what its makers tell the linker it says Kubernetes 1.20.
    """
    from tests.conformance.helm_releases import RELEASES

    binary = CACHE / f"helm-{VERSION_3}-release" / "helm"
    if not binary.exists():
        flags = ["-trimpath", "-ldflags", RELEASES[VERSION_3].linker_flags]
        target = f"helm.sh/helm/v3/cmd/helm@{VERSION_3}"
        environment = {"GOBIN": str(binary.parent), "GOFLAGS": "-mod=mod", "CGO_ENABLED": "0"}
        run_go(["install", *flags, target], environment, Path("/"))
    return binary


def oracle_binary() -> Path:
    """Returns the path of the oracle, built from its pinned modules if needed."""
    return go_program("oracle", "-ldflags", _RELEASE)


def go_program(folder: str, *flags: str) -> Path:
    """Returns the path of a Go program in a folder beside this file, built from its pinned modules if needed.

    flags: for ``go build``.
    """
    return built(HERE / folder, CACHE, *flags)


def built(source: Path, cache: Path, *flags: str) -> Path:
    """Returns the path of the Go program in the folder `source`, built into `cache` if it is not there.

    What it is called says of which sources and with which flags it was built.
    """
    digest = hashlib.sha256("\0".join(flags).encode())
    for path in sorted(source.iterdir()):
        digest.update(path.name.encode() + path.read_bytes())
    binary = cache / f"{source.name.replace('_', '-')}-{digest.hexdigest()[:16]}"
    if not binary.exists():
        command = ["build", "-mod=readonly", *flags, "-o", str(binary), "."]
        run_go(command, {"GOFLAGS": ""}, source)
    return binary


def require_version(binary: Path | str) -> None:
    """Raises PeerError unless `binary` is helm 4.2.4.

    A released binary says so itself. One made by `go install` calls itself v4.2 only, so the
    module version that Go wrote into it is read as well.
    """
    asked = [str(binary), "version", "--template", "{{.Version}}"]
    said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    if said == VERSION:
        return
    embedded = ""
    if said == VERSION.rpartition(".")[0] and shutil.which("go"):
        asked = ["go", "version", "-m", str(binary)]
        embedded = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    if not any(line.split()[:3] == ["mod", MODULE, VERSION] for line in embedded.splitlines()):
        raise PeerError(f"{binary} is helm {said or '(no answer)'}, not {VERSION}")


def run_go(arguments: list[str], environment: dict[str, str], folder: Path) -> None:
    """Runs the `go` command in a folder; raises PeerError with what it said if it fails."""
    go = shutil.which("go")
    if go is None:
        raise PeerError("Go is needed to build the real programs: no `go` on PATH")
    CACHE.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [go, *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise PeerError(f"go {' '.join(arguments)} failed:\n{done.stderr}")


def clean_environment(home: Path | str) -> dict[str, str]:
    """Returns the environment of every run: nothing of the user's, UTC, an empty home."""
    return {"HOME": str(home), "PATH": os.environ.get("PATH", ""), "TZ": "UTC"}


def scratch_folder() -> Path:
    """Returns a new temporary directory, in memory where the system has such a place."""
    shared = Path("/dev/shm")  # noqa: S108 - a private directory is made in it
    parent = shared if os.access(shared, os.W_OK) else None
    return Path(tempfile.mkdtemp(prefix="helmwright-", dir=parent)).resolve()


def run_binary(binary: Path, case: Case) -> Expected:
    """Runs one case through the binary, in a directory of its own."""
    with contextlib.ExitStack() as stack:
        base = scratch_folder()
        stack.callback(shutil.rmtree, base, ignore_errors=True)
        root, home = base / "work", base / "home"
        root.mkdir()
        home.mkdir()
        for entry in case.entries:
            entry.write(root)
        before = tree(root)
        done = subprocess.run(
            [os.fsencode(binary), *(to_bytes(one) for one in case.argv)],
            cwd=root,
            env={**clean_environment(home), **case.environment},
            input=to_bytes(case.stdin),
            capture_output=True,
            check=False,
            timeout=60,
        )
        written = {name: text for name, text in tree(root).items() if name not in before}
        return Expected(
            mask(from_bytes(done.stdout), str(root)),
            mask(from_bytes(done.stderr), str(root)),
            done.returncode,
            written,
        )


def tree(root: Path) -> dict[str, str]:
    """Returns the regular files below `root` and their text, but not those of charts."""
    found = {}
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(root).as_posix()
        if path.is_file() and not path.is_symlink() and not relative.startswith("c/"):
            found[relative] = from_bytes(path.read_bytes())
    return found


def from_bytes(raw: bytes) -> str:
    """Returns bytes as text, what is not UTF-8 as surrogate escapes."""
    return raw.decode("utf-8", "surrogateescape")


PATIENCE = 60
"""Seconds that one request to the oracle may take."""


class Oracle:
    """One oracle process. It is restarted when a request ends it (os.Exit, stack overflow)."""

    def __init__(self, binary: Path | None = None) -> None:
        self._binary = binary or oracle_binary()
        self._base = scratch_folder()
        self.root = self._base / "work"
        (self._base / "home").mkdir()
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()
        shutil.rmtree(self._base, ignore_errors=True)

    def run_cases(self, cases: list[Case]) -> list[Expected]:
        """Runs the cases and returns what helm answered, in order."""
        requests = []
        for case in cases:
            before = {entry.path for entry in case.entries}
            outputs = _output_folders(case.argv)
            request = request_of(case.argv, [one.as_request() for one in case.entries])
            request |= {"stdin": case.stdin, "env": case.environment, "outputs": outputs}
            requests.append((request, before))
        answers = self.run([request for request, _ in requests])
        return [
            Expected(
                mask(answer["stdout"], str(self.root)),
                mask(answer["stderr"], str(self.root)),
                answer["code"],
                {k: v for k, v in answer.get("outputs", {}).items() if k not in before},
            )
            for answer, (_, before) in zip(answers, requests, strict=True)
        ]

    def run(self, requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Sends requests (see oracle/main.go) and returns their answers, in order.

        The answer to a request that ended the process is {"code": -1, "crashed": its last words}.
        """
        answers: list[dict[str, Any]] = []
        while len(answers) < len(requests):
            process = self._start()
            rest = requests[len(answers) :]
            writer = threading.Thread(target=_send, args=(process, rest), daemon=True)
            writer.start()
            assert process.stdout is not None
            for _ in rest:
                # Some templates keep helm busy for ever: they count as having ended it.
                patience = threading.Timer(PATIENCE, process.kill)
                patience.start()
                line = process.stdout.readline()
                patience.cancel()
                if not line.endswith(b"\n"):
                    self._stop()
                    crashed = (self._base / "stderr").read_bytes()[:2000]
                    words = from_bytes(crashed)
                    answers.append({"code": -1, "stdout": "", "stderr": "", "crashed": words})
                    break
                answers.append(_unpack(json.loads(line)))
            writer.join()
        return answers

    def _start(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            with (self._base / "stderr").open("wb") as stderr:
                self._process = subprocess.Popen(
                    [str(self._binary), "-root", str(self.root)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=stderr,
                    env={
                        **clean_environment(self._base / "home"),
                        "GOGC": "800",
                        "GOMEMLIMIT": "3GiB",
                    },
                )
        return self._process

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()
            self._process = None


def _output_folders(argv: list[str]) -> list[str]:
    return [
        argv[at + 1] if one == "--output-dir" else one.partition("=")[2]
        for at, one in enumerate(argv)
        if one == "--output-dir" or one.startswith("--output-dir=")
    ]


def request_of(argv: list[str], files: list[dict[str, object]]) -> dict[str, Any]:
    """Returns a request of the oracle; arguments that are not UTF-8 go as base64."""
    request: dict[str, Any] = {"files": files}
    try:
        "".join(argv).encode()
        request["args"] = argv
    except UnicodeEncodeError:
        request["args64"] = [base64.b64encode(to_bytes(one)).decode() for one in argv]
    return request


def _send(process: subprocess.Popen[bytes], requests: list[dict[str, Any]]) -> None:
    assert process.stdin is not None
    with contextlib.suppress(OSError, ValueError):
        for request in requests:
            process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()


def _unpack(answer: dict[str, Any]) -> dict[str, Any]:
    for name in ("stdout", "stderr"):
        encoded = answer.pop(f"{name}64", "")
        if encoded:
            answer[name] = from_bytes(base64.b64decode(encoded))
    return answer
