"""Runs cases in this process, each in an empty folder, and says what is wrong with each."""

# ruff: noqa: PTH101, PTH102, PTH103, PTH109, PTH118 - pathlib is slow

from __future__ import annotations

import faulthandler
import io
import os
import re
import shutil
import signal
import sys
import tempfile
import traceback
from typing import TYPE_CHECKING, NamedTuple, Self

from tests.fuzz.case import CLOSED
from tests.fuzz.guards import Guard
from tests.fuzz.verdicts import Fault, is_slow, judge

if TYPE_CHECKING:
    from types import FrameType

    from tests.fuzz.case import FuzzCase

SECONDS = 4
"""Processor time after which the program is to end a run itself."""
HANG = 10
"""Processor time after which a run hangs: the program did not end it."""
WAIT = 60
"""The same on the clock, for a run that waits."""
_OUTSIDE = re.compile(r"(?:^|[=,/])(?:/|\.\.(?:/|$))").search
"""Finds a path in an argument that may lead out of the case's folder."""


class Hang(BaseException):
    """The time of a case is over."""


class Outcome(NamedTuple):
    """How a run ended; slow: the program ended it because of its time."""

    code: object
    out: str
    err: str
    faults: list[Fault]
    slow: bool = False


class _NoStream(io.RawIOBase):
    """A standard stream that was closed when the process began."""

    def read(self, _size: int = -1) -> bytes:
        raise OSError(9, "Bad file descriptor")


class Executor:
    """A scratch folder, and the guard over it."""

    def __init__(self, parent: str | None = None) -> None:
        shared = "/dev/shm"  # noqa: S108 - a private folder is made in it
        if parent is None and os.access(shared, os.W_OK):
            parent = shared
        self._base = os.path.realpath(tempfile.mkdtemp(prefix="helmwright-fuzz-", dir=parent))
        self.root = f"{self._base}/work"
        self._home = f"{self._base}/home"
        self._temporary = f"{self._base}/temporary"
        os.mkdir(self._home)
        os.mkdir(self._temporary)
        self._guard = Guard(self.root, self._temporary)
        self._environment = {
            "HOME": self._home,
            "PATH": os.environ.get("PATH", ""),
            "HELMWRIGHT_OFFLINE": "1",
            "TZ": "UTC",
            "HELMWRIGHT_CACHE": "off",
            "HELMWRIGHT_MAX_SECONDS": str(SECONDS),
            "COVERAGE_PROCESS_START": "",
        }
        faulthandler.enable()

    def close(self) -> None:
        """Removes the scratch folder."""
        os.chdir("/")
        shutil.rmtree(self._base, ignore_errors=True)

    def __enter__(self) -> Self:
        self._outside = (dict(os.environ), os.getcwd(), signal.getsignal(signal.SIGALRM))
        self._writes_bytecode = not sys.dont_write_bytecode
        sys.dont_write_bytecode = True  # of modules that a case is the first to import
        signal.signal(signal.SIGALRM, _hang)
        signal.signal(signal.SIGVTALRM, _hang)
        return self

    def __exit__(self, *_: object) -> None:
        environment, folder, handler = self._outside
        signal.signal(signal.SIGALRM, handler)
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        self.close()
        sys.dont_write_bytecode = not self._writes_bytecode
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)

    def run(self, case: FuzzCase) -> Outcome:
        """Runs a case and returns its outcome."""
        self._prepare(case)
        stdout, stderr = io.BytesIO(), io.BytesIO()
        stdin = _NoStream() if case.stdin == CLOSED else io.BytesIO(case.stdin)
        self._guard.programs = frozenset(("git",)) if case.command == "diff git" else frozenset()
        self._guard.outside = any(map(_OUTSIDE, (*case.argv, *case.environment.values())))
        faults: list[Fault] = []
        code: object = None
        folder, tempfile.tempdir = tempfile.tempdir, self._temporary
        self._guard.begin()
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, HANG)
            signal.setitimer(signal.ITIMER_REAL, WAIT)
            code = self._call(case.argv, stdin, stdout, stderr)
        except Hang:
            faults.append(_raised("hang", sys.exc_info()[1]))
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is a fault
            faults.append(_raised("raised", error))
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            noted = self._guard.end()
            tempfile.tempdir = folder
        faults += [_noted(kind, detail) for kind, detail in noted]
        out, err = (_text(stream, self.root) for stream in (stdout, stderr))
        if code is not None:
            faults += judge(case, code, out, err)
        return Outcome(code, out, err, faults, is_slow(err))

    def _call(
        self, argv: list[str], stdin: io.RawIOBase | io.BytesIO, out: io.BytesIO, err: io.BytesIO
    ) -> object:
        from helmwright.cli import run

        return run(argv, stdin=stdin, stdout=out, stderr=err, limited=True)  # type: ignore[arg-type]

    def _prepare(self, case: FuzzCase) -> None:
        os.chdir(self._base)
        if os.path.lexists(self.root):
            _empty(self.root)
        os.makedirs(self.root, exist_ok=True)
        wanted = self._environment | case.environment
        if dict(os.environ) != wanted:
            os.environ.clear()
            os.environ.update(wanted)
        case.write(self.root)
        os.chdir(self.root)


def _empty(folder: str) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    if os.path.lexists(folder):  # something in it may not be entered
        for path, folders, _ in os.walk(folder):
            for name in folders:
                os.chmod(os.path.join(path, name), 0o700)
        shutil.rmtree(folder)


def _hang(_number: int, _frame: FrameType | None) -> None:
    raise Hang


def _text(stream: io.BytesIO, root: str) -> str:
    return stream.getvalue().decode("utf-8", "surrogateescape").replace(root, "$CWD")


def _noted(kind: str, detail: str) -> Fault:
    names = re.sub(r"[\w/.-]*\d[\w/.-]*|/\S*", "N", detail)  # of what differs with each run
    return Fault(kind, f"{kind} {names[:60]}", detail)


def _raised(kind: str, error: BaseException | None) -> Fault:
    frames = traceback.extract_tb(error.__traceback__) if error is not None else []
    inner = [frame for frame in frames if "/helmwright/" in frame.filename]
    place = (
        f"{inner[-1].filename.rpartition('/helmwright/')[2]}:{inner[-1].lineno}" if inner else ""
    )
    name = type(error).__name__
    return Fault(kind, f"{kind} {name} {place}", f"{name}: {error} at {place}"[:300])
