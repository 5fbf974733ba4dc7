"""Charts, a repository and a registry for the tests of dependencies."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from tests.sources.registry.faulty import FaultyRegistry, archive

from helmwright.go.world import World
from helmwright.sources.content_cache import ContentCache
from helmwright.sources.dependencies.reach import Reach
from helmwright.sources.fetching import Fetcher
from helmwright.sources.registry.client import Registry
from helmwright.sources.registry.credentials import NOBODY
from helmwright.sources.repositories import Repository, RepositoryFile
from helmwright.sources.settings import HelmSettings

if TYPE_CHECKING:
    from pathlib import Path

    from tests.sources.origin import Origin

NOW = "2026-11-22T11:46:28Z"


class Scene:
    """A folder with charts and a home, and a server that is a repository and a registry.

    said: the lines that were printed. logged: the messages of log records.
    """

    def __init__(self, folder: Path, server: FaultyRegistry) -> None:
        self.folder = folder
        self.server = server
        self.said: list[str] = []
        self.logged: list[str] = []
        home = folder / "home"
        self.settings = HelmSettings.from_environment({"HOME": str(home)})

    @property
    def reach(self) -> Reach:
        """What dependencies are fetched with."""
        fetcher = Fetcher()
        return Reach(
            self.settings,
            fetcher,
            Registry(fetcher, lambda _: NOBODY, plain_http=True),
            ContentCache(self.settings.content_cache),
            World.fixed(NOW),
            self.said.append,
            lambda _, message, /, **__: self.logged.append(message),
        )

    def chart(self, name: str, version: str = "1.0.0", more: str = "") -> str:
        """Make a chart and return its path."""
        folder = self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        text = f"apiVersion: v2\nname: {folder.name}\nversion: {version}\n{more}"
        (folder / "Chart.yaml").write_text(text)
        return str(folder)

    def wanting(self, *dependencies: str) -> str:
        """Make the chart ``c`` with such dependencies and return its path."""
        lines = "".join(f"- {{{one}}}\n" for one in dependencies)
        return self.chart("c", more=f"dependencies:\n{lines}" if dependencies else "")

    def add(self, name: str = "lab", path: str = "/charts") -> None:
        """Add a repository of the server, as ``repo add`` does."""
        file = RepositoryFile(self.settings.repository_config)
        file.put(Repository(name, self.server.url + path))
        file.write()

    def charts(self) -> dict[str, bytes]:
        """Return what is in ``charts/`` of the chart ``c``."""
        top = self.folder / "c" / "charts"
        return {
            str(path.relative_to(top)): path.read_bytes()
            for path in sorted(top.rglob("*"))
            if path.is_file()
        }

    def lock(self) -> str:
        """Return the lock of the chart ``c``, nothing if there is none."""
        path = self.folder / "c" / "Chart.lock"
        return path.read_text() if path.exists() else ""


def serve(origin: Origin, path: str = "/charts", **charts: tuple[str, ...]) -> None:
    """Serve a repository with versions of charts."""
    lines = ["apiVersion: v1", "entries:"]
    for name, versions in charts.items():
        lines.append(f"  {name}:")
        for version in versions:
            data = archive(name, version)
            origin.serve(f"{path}/{name}-{version}.tgz", data)
            lines += [
                "  - apiVersion: v2",
                f"    name: {name}",
                f"    version: {version}",
                f"    digest: {sha256(data).hexdigest()}",
                f"    urls: [{name}-{version}.tgz]",
            ]
    origin.serve(f"{path}/index.yaml", "\n".join(lines) + "\n")
