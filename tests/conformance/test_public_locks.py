"""The digest of the lock of public charts: it is ours, or Helm itself says that the lock is out of date.

Those in the sources of Helm and of helm-unittest are always there. HELMWRIGHT_CHARTS names a folder with clones of
public repositories, at any depth, whose locks are all looked at.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.conformance import unittest_peer
from tests.conformance.peer import MODULE, VERSION

from helmwright.base.errors import HelmwrightError
from helmwright.charts import v2_loader
from helmwright.sources.dependencies.lock import agreement, helm2_digest
from helmwright.sources.dependencies.places import places
from helmwright.sources.repositories import Repository

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conformance.peer import Oracle

_CHARTS = os.environ.get("HELMWRIGHT_CHARTS", "")
_LOCKS = {"Chart.lock": "Chart.yaml", "requirements.lock": "requirements.yaml"}
_NOTICE = "Checking against Helm v2 hash"
_OUT_OF_SYNC = "is out of sync with the dependencies file"
_DEEP = "a/b/d/e/f/c"
"""Where a chart is put, so that it may have others beside it and above."""


def _module(name: str, version: str) -> Path:
    asked = ["go", "mod", "download", "-json", f"{name}@{version}"]
    done = subprocess.run(asked, capture_output=True, text=True, check=True, cwd="/")
    return Path(json.loads(done.stdout)["Dir"])


def _charts() -> Iterator[Path]:
    """Yields the folders of charts that have a lock."""
    roots = [_module(MODULE, VERSION), unittest_peer.module_folder()]
    if _CHARTS:
        roots.append(Path(_CHARTS))
    for root in roots:
        for name in _LOCKS:
            yield from (path.parent for path in sorted(root.rglob(name)))


def _files(folder: Path) -> dict[str, str] | None:
    """Returns what the digest depends on, and nothing else of a chart; None if it is no text."""
    names = ("Chart.yaml", *_LOCKS, *_LOCKS.values())
    try:
        return {name: (folder / name).read_text() for name in names if (folder / name).is_file()}
    except (UnicodeDecodeError, PermissionError):
        return None


class _Case(NamedTuple):
    """A chart with its lock alone, what it needs beside it, and what we say of the lock."""

    shown: str
    files: dict[str, str]
    aliases: frozenset[str]
    verdict: str

    def request(self) -> dict[str, Any]:
        """Returns what the oracle is to do: to build the chart."""
        lines = "".join(
            f"- {{name: {one}, url: 'https://{one}.example.com'}}\n" for one in self.aliases
        )
        files = {
            **{f"{_DEEP}/{name}": text for name, text in self.files.items()},
            "repositories.yaml": f"repositories:\n{lines}" if lines else "repositories: []\n",
        }
        return {
            "files": [{"path": path, "text": text} for path, text in files.items()],
            "args": ["dependency", "build", _DEEP, "--repository-config", "repositories.yaml"],
        }


def _case(shown: Path, base: Path, files: dict[str, str]) -> _Case:
    folder = base / _DEEP
    aliases = frozenset[str]()

    def case(verdict: str) -> _Case:
        return _Case(str(shown), files, aliases, verdict)

    try:
        _write(folder, files)
        chart = v2_loader.load_folder(str(folder))
        if chart.lock is None:
            return case("no lock")
        wanted = chart.metadata.dependencies or []
        local = [one.repository for one in wanted if one.repository.startswith("file://")]
        for one in local:
            path = os.path.normpath(one.removeprefix("file://"))
            if path.startswith("/") or path.count("..") > _DEEP.count("/"):
                return case("elsewhere")
            files[f"{path}/Chart.yaml"] = "apiVersion: v2\nname: beside\nversion: 1.0.0\n"
        _write(folder, files)
        aliases = frozenset(
            one.repository.removeprefix("@").removeprefix("alias:")
            for one in wanted
            if one.repository.startswith(("@", "alias:"))
        )
        before = helm2_digest(chart.metadata.dependencies)
        repositories = [Repository(one, f"https://{one}.example.com") for one in aliases]
        places(wanted, repositories, str(folder))
        found = agreement(
            chart.lock,
            chart.metadata.dependencies,
            api_version=chart.metadata.api_version,
            as_written=before,
        )
    except HelmwrightError as error:
        return case(f"refused: {error.message}")
    if not found.is_current:
        return case("out of date")
    return case("of helm 2" if found.by_helm2 else "current")


def _write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = Path(os.path.normpath(folder / name))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


_SAYS: dict[str, Callable[[str], bool]] = {
    "current": lambda said: _OUT_OF_SYNC not in said and _NOTICE not in said,
    "of helm 2": lambda said: _OUT_OF_SYNC not in said and _NOTICE in said,
    "out of date": lambda said: _OUT_OF_SYNC in said,
}


def test_every_public_lock_is_judged_as_helm_judges_it(oracle: Oracle, tmp_path: Path) -> None:
    known: dict[str, _Case] = {}
    for folder in _charts():
        files = _files(folder)
        if files is not None and "Chart.yaml" in files:
            text = json.dumps(files, sort_keys=True)
            if text not in known:
                known[text] = _case(folder, tmp_path / str(len(known)), files)
    judged = [one for one in known.values() if one.verdict in _SAYS]

    answers = oracle.run([one.request() for one in judged])

    wrong = [
        (one.shown, one.verdict, answer["stderr"])
        for one, answer in zip(judged, answers, strict=True)
        if not _SAYS[one.verdict](answer["stderr"])
    ]
    counts = Counter(one.verdict.partition(":")[0] for one in known.values())
    print(counts)  # pytest -rP shows it
    assert wrong == []
    assert counts["current"] >= 2
    assert counts.keys() <= {*_SAYS, "no lock", "refused"}
