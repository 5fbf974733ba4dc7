"""Watches what a run does to the machine: what it writes, starts and connects to, what it leaves.

Python tells an audit hook of every file that is opened, every program that is started and every
connection. A write outside the case's folder is noted *and refused*, so that a fault of the
program cannot harm the machine that looks for it.
"""

# ruff: noqa: PTH100, PTH109, PTH118, PTH119, PTH208 - pathlib is slow

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
import threading
import warnings
from functools import cache
from typing import Any

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_PATHS = {  # audit event to the positions of the paths that it changes
    "os.mkdir": (0,),
    "os.rmdir": (0,),
    "os.remove": (0,),
    "os.rename": (0, 1),
    "os.link": (1,),
    "os.symlink": (1,),
    "os.truncate": (0,),
    "os.chmod": (0,),
    "os.chown": (0,),
    "os.utime": (0,),
    "os.setxattr": (0,),
    "shutil.rmtree": (0,),
}
_PROGRAMS = frozenset(("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork"))
_OPTIONAL = frozenset(("os.fork", "os.posix_spawn"))
"""Helpers for speed, and yamllint: a case meets a system that has no process left for them."""
_NETWORK = frozenset(("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto"))
_SIGNALS = (signal.SIGINT, signal.SIGPROF, signal.SIGTERM, signal.SIGCHLD, signal.SIGPIPE)


_ACTIVE: list[Guard] = []
"""The guard of the case that runs."""


@cache
def _install() -> None:
    """Hooks into this process once: Python has no way to take a hook away again."""

    def hear(event: str, arguments: tuple[Any, ...]) -> None:
        if _ACTIVE:
            _ACTIVE[-1].hear(event, arguments)

    sys.addaudithook(hear)


class Guard:
    """Notes what happens between ``begin`` and ``end``.

    root: the folder in which a case may write; temporary: another, in which it leaves nothing.
    programs: that a case may start. outside: whether its command line names a place outside, where
    a write is refused, too, and no fault.
    """

    def __init__(self, root: str, temporary: str) -> None:
        self.root = os.path.realpath(root)
        self._temporary = os.path.realpath(temporary)
        self.programs: frozenset[str] = frozenset()
        self.outside = False
        self.noted: list[tuple[str, str]] = []
        self._before: dict[str, Any] = {}
        self._show_warning = warnings.showwarning
        _install()

    def begin(self) -> None:
        """Starts watching."""
        self.noted = []
        self._before = state()
        self._show_warning, warnings.showwarning = warnings.showwarning, self._warn
        _ACTIVE.append(self)

    def end(self) -> list[tuple[str, str]]:
        """Stops watching; returns the kind and the detail of each fault."""
        _ACTIVE.remove(self)
        warnings.showwarning = self._show_warning
        after = state()
        left = os.listdir(self._temporary)
        if left:
            self.noted.append(("temporary files left", ", ".join(left)))
        for name, before in self._before.items():
            if after[name] != before:
                self.noted.append(("state left changed", f"{name}: {before!r} is {after[name]!r}"))
        return self.noted

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Notes an event that must not happen, and refuses it."""
        if event == "open":
            path, _, flags = arguments
            if isinstance(flags, int) and flags & _WRITING and not isinstance(path, int):
                self._check(event, path)
        elif event in _PATHS:
            for place in _PATHS[event]:
                self._check(event, arguments[place])
        elif event in _NETWORK:
            self._refuse("network", event)
        elif event in _PROGRAMS:
            program = os.path.basename(os.fsdecode(arguments[0])) if arguments else ""
            if event in _OPTIONAL:
                raise BlockingIOError(11, "Resource temporarily unavailable")
            if program not in self.programs:
                self._refuse("program started", f"{event} {program}")

    def _check(self, event: str, path: object) -> None:
        if isinstance(path, int) or path is None:
            return
        text = os.fsdecode(path)  # type: ignore[arg-type]
        if text == os.devnull or "\0" in text:
            return
        folder, name = os.path.split(os.path.abspath(text))
        real = os.path.join(os.path.realpath(folder), name)
        if event == "open":  # opening follows a link, renaming and removing do not
            real = os.path.realpath(real)
        if real != self.root and not real.startswith((self.root + "/", self._temporary + "/")):
            if self.outside:
                raise PermissionError(13, "Permission denied")
            self._refuse("written outside", f"{event} {real}")

    def _refuse(self, kind: str, detail: str) -> None:
        self.noted.append((kind, detail))
        raise PermissionError(13, "Permission denied")

    def _warn(self, message: Any, category: type[Warning], *_: Any, **__: Any) -> None:
        self.noted.append(("warning", f"{category.__name__}: {message}"))


def state() -> dict[str, Any]:
    """Returns what a run must leave as it was."""
    umask = os.umask(0)
    os.umask(umask)
    return {
        "recursion limit": sys.getrecursionlimit(),
        "working directory": _directory(),
        "umask": umask,
        "environment": dict(os.environ),
        "signals": [signal.getsignal(one) for one in _SIGNALS],
        "processor timer": signal.getitimer(signal.ITIMER_PROF)[0] > 0,
        "memory limit": resource.getrlimit(resource.RLIMIT_DATA),
        "threads": threading.active_count(),
        "open files": len(os.listdir("/proc/self/fd")),
        "garbage collection": (gc.isenabled(), gc.get_threshold()),
        "streams": (id(sys.stdin), id(sys.stdout), id(sys.stderr)),
        "trace": (sys.gettrace(), sys.getprofile()),
    }


def _directory() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""
