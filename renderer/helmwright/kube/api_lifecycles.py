"""When API versions of built-in kinds are deprecated and gone, and what takes their place.

The data is what the types of k8s.io/api say about themselves (``data/api_lifecycles.json``, written
by tests/conformance/update_api_lifecycles.py).
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import NamedTuple

from helmwright.kube.data_files import read_data

Release = tuple[int, int]


class ApiLifecycle(NamedTuple):
    """The life of one kind in one API version; releases of Kubernetes as (major, minor).

    deprecated, removed: the first release in which it is; None if none is known.
    replacement: API version and kind, as ``apps/v1 Deployment``; blank if there is none.
    """

    kind: str
    deprecated: Release | None
    removed: Release | None
    replacement: str

    @property
    def warning(self) -> str:
        """The API server's own warning; blank for what is not deprecated.

        Source: k8s.io/apiserver pkg/endpoints/deprecation/deprecation.go
        """
        if self.deprecated is None:
            return ""
        text = f"{self.kind} is deprecated in v{_shown(self.deprecated)}+"
        if self.removed is not None:
            text += f", unavailable in v{_shown(self.removed)}+"
        return f"{text}; use {self.replacement}" if self.replacement else text


def api_lifecycle(api_version: str, kind: str) -> ApiLifecycle | None:
    """Return what is known about a kind; None for what says nothing about itself, or is unknown."""
    key = f"{api_version} {kind}"
    known = _table().get(key)
    if known is None:
        return None
    deprecated, removed, replacement = known
    return ApiLifecycle(key, _release(deprecated), _release(removed), replacement)


@lru_cache(maxsize=1)
def _table() -> dict[str, list[str]]:
    text = read_data("api_lifecycles.json")
    table: dict[str, list[str]] = json.loads(text)["kinds"]
    return table


def _release(text: str) -> Release | None:
    if not text:
        return None
    major, minor = text.split(".")
    return int(major), int(minor)


def _shown(release: Release) -> str:
    return f"{release[0]}.{release[1]}"
