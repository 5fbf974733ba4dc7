"""Programs that keep logins: the protocol of ``docker-credential-NAME``.

Source: oras-go registry/remote/credentials/native_store.go, internal/executer/executer.go
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from helmwright.base.errors import JSONError, SourceError
from helmwright.go import json_raw, json_write
from helmwright.go.strconv import quote

if TYPE_CHECKING:
    from collections.abc import Mapping

SECONDS = 30.0
"""How long a program may take; Helm waits for ever."""
_PREFIX = "docker-credential-"
_NONE = "credentials not found in native keychain"
_MOST = 1 << 20
_FIELDS = ("ServerURL", "Username", "Secret")


def platform_helper(environment: Mapping[str, str]) -> str:
    """Return the name of the program that this system keeps logins with; blank if it has none."""
    path = environment.get("PATH", os.defpath)
    name = {"darwin": "osxkeychain", "win32": "wincred"}.get(sys.platform, "")
    if sys.platform.startswith("linux"):
        name = "pass" if shutil.which("pass", path=path) else "secretservice"
    return name if name and shutil.which(_PREFIX + name, path=path) else ""


class Helper:
    """One program; ``name`` is what follows ``docker-credential-``."""

    def __init__(self, name: str, environment: Mapping[str, str]) -> None:
        self._program = _PREFIX + name
        self._environment = environment

    def get(self, key: str) -> tuple[str, str]:
        """Return user and secret, both blank if the program has none; raises SourceError."""
        try:
            output = self._run("get", key)
        except SourceError as error:
            if error.message == _NONE:
                return "", ""
            raise
        try:
            found = json_raw.members(output, "credentials.dockerCredentials")
            folded = {name.lower(): raw for name, raw in found.items()}
            texts = [json_raw.text_of(folded.get(name.lower(), "null")) for name in _FIELDS]
        except JSONError as error:
            raise SourceError(error.message) from None
        return texts[1], texts[2]

    def store(self, key: str, username: str, secret: str) -> None:
        """Give the program a login to keep; raises SourceError."""
        values = (key, username, secret)
        parts = {name: json_write.marshal(text) for name, text in zip(_FIELDS, values, strict=True)}
        self._run("store", json_raw.structure(parts))

    def erase(self, key: str) -> None:
        """Let the program drop a login; raises SourceError."""
        self._run("erase", key)

    def _run(self, action: str, given: str) -> str:
        """Return what the program prints; raises SourceError with what it says."""
        path = shutil.which(self._program, path=self._environment.get("PATH", os.defpath))
        if path is None or "/" in self._program:
            raise SourceError(f"exec: {quote(self._program)}: executable file not found in $PATH")
        try:
            done = subprocess.run(  # noqa: S603 - the program that the login file names
                [path, action],
                input=given.encode("utf-8", "surrogateescape"),
                stdout=subprocess.PIPE,
                env=dict(self._environment),
                check=False,
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            raise SourceError(
                f"{self._program} {action} takes more than {SECONDS:g} seconds"
            ) from None
        except (OSError, ValueError) as error:
            reason = (getattr(error, "strerror", None) or str(error)).lower()
            raise SourceError(f"fork/exec {path}: {reason}") from None
        if len(done.stdout) > _MOST:
            raise SourceError(f"{self._program} {action} prints more than {_MOST} bytes")
        output = done.stdout.decode("utf-8", "surrogateescape")
        if done.returncode:
            raise SourceError(output.strip() or _ended(done.returncode))
        return output


def _ended(code: int) -> str:
    if code < 0:
        import signal

        return f"signal: {(signal.strsignal(-code) or str(-code)).lower()}"
    return f"exit status {code}"
