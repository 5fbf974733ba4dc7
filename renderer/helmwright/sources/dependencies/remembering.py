"""Which archive was fetched for a locked dependency, remembered in the cache of archives.

A lock names versions, and the cache has archives by their digests. What lies between, for a pipeline that has
the cache of an earlier run and shall ask nobody, is a small file for each archive that was fetched:
``locked/XX/SHA256`` beside Helm's folders, where the name is that of name, version and repository, and
the text is the archive's digest and the name of its file. Helm does not look there.
"""

# ruff: noqa: PTH118 - paths are strings
from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError
from helmwright.base.patterns import lazy_pattern
from helmwright.disk.reading import read_regular
from helmwright.disk.writing import write_file
from helmwright.sources.archives import LARGEST
from helmwright.sources.dependencies.fetching import Fetched
from helmwright.sources.dependencies.integrity import pinned

if TYPE_CHECKING:
    from helmwright.charts.metadata import Dependency
    from helmwright.sources.content_cache import ContentCache

_LINE = lazy_pattern(r"([0-9a-f]{64})  ([^/\\\0\n]+\.tgz)\n")


def remember(dependency: Dependency, came: Fetched, cache: ContentCache) -> None:
    """Put an archive into the cache, and what it was fetched for; where that fails there is no cache."""
    line = f"{sha256(came.data).hexdigest()}  {came.file_name}\n"
    if not _LINE.fullmatch(line):
        return
    with suppress(HelmwrightError):
        cache.put(came.data)
        text = line.encode("utf-8", "surrogateescape")
        write_file(_path(dependency, cache), text, within=cache.root)


def recall(dependency: Dependency, cache: ContentCache) -> Fetched | None:
    """Return the archive that was fetched for a locked dependency, None if it is not in the cache."""
    try:
        line = read_regular(_path(dependency, cache)).decode("utf-8", "surrogateescape")
        found = _LINE.fullmatch(line)
        path = cache.get(found[1]) if found else None
        if found is None or path is None:
            return None
        data = read_regular(path, largest=LARGEST)
    except OSError:
        return None
    return Fetched(found[2], data, dependency.version, [])


def _path(dependency: Dependency, cache: ContentCache) -> str:
    text = "\n".join(pinned(dependency))
    name = sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
    return os.path.join(cache.root, "locked", name[:2], name)
