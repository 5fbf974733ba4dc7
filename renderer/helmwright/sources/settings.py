"""Helm's folders and files, found as Helm finds them, so that both programs work on the same ones.

Source: helm pkg/cli/environment.go, pkg/helmpath/lazypath.go, pkg/helmpath/home.go
"""

# ruff: noqa: PTH118 - paths are strings
from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NamedTuple

from helmwright.sources.offline import is_offline

if TYPE_CHECKING:
    from collections.abc import Mapping


class HelmSettings(NamedTuple):
    """Where things are.

    repository_config: repositories.yaml. repository_cache: the folder of indexes. content_cache: that
    of archives, by digest. registry_config: logins of registries. offline: open no connection.
    """

    repository_config: str
    repository_cache: str
    content_cache: str
    registry_config: str
    offline: bool = False

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] | None = None, *, platform: str = sys.platform
    ) -> HelmSettings:
        """Return what the environment says, by default that of the process."""
        known = os.environ if environment is None else environment

        def named(variable: str, path: str) -> str:
            return known.get(variable) or path

        config, cache = config_home(known, platform), cache_home(known, platform)
        return cls(
            named("HELM_REPOSITORY_CONFIG", os.path.join(config, "repositories.yaml")),
            named("HELM_REPOSITORY_CACHE", os.path.join(cache, "repository")),
            named("HELM_CONTENT_CACHE", os.path.join(cache, "content")),
            named("HELM_REGISTRY_CONFIG", os.path.join(config, "registry", "config.json")),
            is_offline(known),
        )

    def index_path(self, name: str) -> str:
        """Return the file of a repository's index."""
        return os.path.join(self.repository_cache, f"{name}-index.yaml" if name else "index.yaml")

    def charts_path(self, name: str) -> str:
        """Return the file with the names of a repository's charts."""
        return os.path.join(self.repository_cache, f"{name}-charts.txt" if name else "charts.txt")


def cache_home(environment: Mapping[str, str], platform: str = sys.platform) -> str:
    """Return the folder of what can be had again."""
    return _home(environment, platform, "CACHE", (".cache",), ("Library", "Caches"))


def config_home(environment: Mapping[str, str], platform: str = sys.platform) -> str:
    """Return the folder of what a user has set."""
    return _home(environment, platform, "CONFIG", (".config",), ("Library", "Preferences"))


def data_home(environment: Mapping[str, str], platform: str = sys.platform) -> str:
    """Return the folder of what a user has kept."""
    return _home(environment, platform, "DATA", (".local", "share"), ("Library",))


def _home(
    environment: Mapping[str, str],
    platform: str,
    kind: str,
    below: tuple[str, ...],
    on_macos: tuple[str, ...],
) -> str:
    """Return one of Helm's three folders; an empty variable counts as unset."""
    own = environment.get(f"HELM_{kind}_HOME")
    if own:
        return own
    base = environment.get(f"XDG_{kind}_HOME")
    if not base:
        parts = on_macos if platform == "darwin" else below
        base = os.path.join(environment.get("HOME", ""), *parts)
    return os.path.join(base, "helm")
