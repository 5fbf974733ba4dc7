"""Recorded cases: what the real Helm printed, asked for and wrote, against the faulty server.

A case is a folder of ``golden/sources`` with ``case.yaml``::

    setup: [repo add lab {origin}/lab]    # commands before, of which nothing is kept
    run: template lab/web                 # the command of the case
    files: {a/b.txt: text}                # in the folder that it runs in
    stdin: text
    env: {NAME: value}

and what the command must give: ``stdout``, ``stderr``, ``exit``, ``requests``, and ``tree``, all files of
the two homes and of the folder. ``{origin}`` is the server, whose port is always written as 18801,
``{home}`` the folder around all, ``{signed}`` that of the signed archives and the keyrings, which the server has
below ``/signed``. What differs by chance is masked.
"""

from __future__ import annotations

import os
import re
import shlex
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml
from tests.sources.origin import Origin
from tests.sources.shop import stock
from tests.sources.signing_keys import laid_out

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parent.parent.parent / "golden" / "sources"
PORT = "18801"
CHANGED = 1704164645
"""When the files of a case were changed, which archives of them hold."""
PARTS = ("stdout", "stderr", "exit", "requests", "tree")
HOMES = ("config", "cache", "data", "work")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
_OF_A_URL = re.compile(
    r"(?<=helm-manager-)[0-9a-f]{64}|(?<=^digest: sha256:)[0-9a-f]{64}", re.MULTILINE
)
"""Hashes of the server's URL: the name of an index that nobody has added, and what Chart.lock says."""
_OLD_TIMES = ("0001-01-01T", "2024-01-02T")


class Case(NamedTuple):
    """A case; ``name`` is its folder."""

    name: str
    run: str
    setup: tuple[str, ...] = ()
    files: Mapping[str, str] = {}
    stdin: str = ""
    env: Mapping[str, str] = {}


class Outcome(NamedTuple):
    """What a command gave, masked: its texts by the names in ``PARTS``."""

    stdout: str
    stderr: str
    exit: str
    requests: str
    tree: str


Program = "Callable[[list[str], Path, dict[str, str], bytes], tuple[bytes, bytes, int]]"
"""Runs a command: arguments, folder, environment, standard input."""


def cases() -> list[Case]:
    """Return all cases by name."""
    return [read_case(path.parent) for path in sorted(ROOT.glob("*/case.yaml"))]


def read_case(folder: Path) -> Case:
    data: dict[str, Any] = yaml.safe_load((folder / "case.yaml").read_text())
    data["setup"] = tuple(data.get("setup", ()))
    return Case(folder.name, **data)


def expected(case: Case) -> Outcome:
    """Return what the real Helm gave."""
    return Outcome(*((ROOT / case.name / part).read_text() for part in PARTS))


def outcome(case: Case, program: Any, home: Path) -> Outcome:
    """Run a case in an empty folder ``home``."""
    with Origin() as origin:
        stock(origin)
        environment = environment_of(home)
        environment.update((key, filled(value, origin, home)) for key, value in case.env.items())
        for name in HOMES:
            (home / name).mkdir()
        if "{signed}" in f"{case.run} {case.setup} {case.env}":
            laid_out(home / "signed")
        for path, text in case.files.items():
            (home / "work" / path).parent.mkdir(parents=True, exist_ok=True)
            (home / "work" / path).write_text(filled(text, origin, home))
            os.utime(home / "work" / path, (CHANGED, CHANGED))
        for line in case.setup:
            arguments = shlex.split(filled(line, origin, home))
            _, stderr, code = program(arguments, home / "work", environment, b"")
            assert code == 0, f"{case.name}: {stderr.decode()}"
        origin.requests.clear()
        arguments = shlex.split(filled(case.run, origin, home))
        stdout, stderr, code = program(arguments, home / "work", environment, case.stdin.encode())
        asked = "".join(f"{one}\n" for one in origin.requests)
        masked = Masking(origin, home)
        return Outcome(
            masked(stdout), masked(stderr), f"{code}\n", masked(asked), tree(home, masked)
        )


def environment_of(home: Path) -> dict[str, str]:
    """Return the variables that lead both programs to the homes in a folder."""
    return {
        "HELM_CONFIG_HOME": str(home / "config"),
        "HELM_CACHE_HOME": str(home / "cache"),
        "HELM_DATA_HOME": str(home / "data"),
        "HOME": str(home),
        "TZ": "UTC",
    }


def filled(text: str, origin: Origin, home: Path) -> str:
    text = text.replace("{signed}", str(home / "signed"))
    return text.replace("{origin}", origin.url).replace("{home}", str(home))


class Masking:
    """Hides what differs by chance: the port, the folder, clocks."""

    def __init__(self, origin: Origin, home: Path) -> None:
        self._port = re.compile(rf"(127\.0\.0\.1|localhost):{origin.port}\b")
        self._home = str(home)

    def __call__(self, data: bytes | str) -> str:
        text = data if isinstance(data, str) else data.decode("utf-8", "surrogateescape")
        text = self._port.sub(rf"\1:{PORT}", text).replace(self._home, "{home}")
        text = re.sub(r"127\.0\.0\.1:\d+->", "127.0.0.1:PORT->", text)
        text = re.sub(r"(?<=tmpcharts-)\d+", "PID", text)
        text = _OF_A_URL.sub("{hash}", text)
        return _TIME.sub(
            lambda found: found[0] if found[0].startswith(_OLD_TIMES) else "{time}", text
        )


def tree(home: Path, masked: Masking) -> str:
    """Return all files and empty folders, with modes and digests; the text of those that Helm made."""
    lines = []
    for name in HOMES:
        for path in sorted((home / name).rglob("*")):
            mode = path.stat().st_mode & 0o777
            where = masked(str(path.relative_to(home)))
            if path.is_dir():
                if not any(path.iterdir()):
                    lines.append(f"{mode:o} {where}/")
                continue
            data = path.read_bytes()
            if path.suffix not in (".tgz", ".chart"):
                text = masked(data)
                if path.name.endswith("-charts.txt"):
                    text = "".join(sorted(text.splitlines(keepends=True)))
                data = text.encode("utf-8", "surrogateescape")
            lines.append(f"{mode:o} {where} {sha256(data).hexdigest()[:16]}")
            if path.name in ("repositories.yaml", "index.yaml"):
                lines += [f"    {line}" for line in data.decode().splitlines()]
    return "".join(f"{line}\n" for line in lines)
