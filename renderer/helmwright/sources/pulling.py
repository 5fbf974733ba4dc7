"""``pull``: an archive into a folder, packed or unpacked.

Source: helm pkg/action/pull.go, pkg/chart/v2/util/expand.go
"""

# ruff: noqa: PTH102, PTH103, PTH104, PTH108, PTH110, PTH112, PTH118 - paths are strings
from __future__ import annotations

import os
from io import BytesIO
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import HelmwrightError
from helmwright.charts.archive import read_archive
from helmwright.charts.v2_loader import load_archive_bytes
from helmwright.disk.writing import write_file

if TYPE_CHECKING:
    from helmwright.sources.provenance import Verification


class Archive(NamedTuple):
    """An archive that ``pull`` has written, or the folder that it was unpacked to.

    digest: of the archive, ``sha256:`` and hex. verification: who signed it, if that was asked for.
    """

    path: str
    digest: str
    verification: Verification | None = None


def save(name: str, data: bytes, folder: str, provenance: bytes = b"") -> str:
    """Write an archive, and its provenance if there is any, into a folder that must be there; returns its path.

    Raises HelmwrightError.
    """
    path = name if folder == "." else os.path.join(folder, name)
    check_folder(folder, path)
    write_with_provenance(path, data, provenance)
    return path


def write_with_provenance(path: str, data: bytes, provenance: bytes) -> None:
    """Write an archive, and before it the ``.prov`` beside it, so that it is never there without.

    Raises HelmwrightError; what was made before that is removed.
    """
    beside = f"{path}.prov"
    is_new = bool(provenance) and not os.path.lexists(beside)
    if provenance:
        write_file(beside, provenance)
    try:
        write_file(path, data)
    except HelmwrightError:
        if is_new:
            os.unlink(beside)
        raise


def check_folder(folder: str, path: str) -> None:
    """Refuse a folder that is not there; raises HelmwrightError with Go's text, about a file in it."""
    if not os.path.isdir(folder):
        reason = "not a directory" if os.path.exists(folder) else "no such file or directory"
        raise HelmwrightError(f"open {path}: {reason}")


def unpack(data: bytes, folder: str, reference: str) -> str:
    """Unpack an archive below a folder, whole or not at all; returns the chart's folder.

    reference: Helm also refuses if its last part is there. Raises HelmwrightError.
    """
    chart = load_archive_bytes(data, reference)
    for name in (reference.rstrip("/").rpartition("/")[2], chart.name):
        taken = name if folder == "." else os.path.join(folder, name)
        if os.path.lexists(taken):
            raise HelmwrightError(
                f"failed to untar: a file or directory with the name {taken} already exists"
            )
    try:
        os.makedirs(folder, exist_ok=True)
        with TemporaryDirectory(prefix=".helmwright-", dir=folder) as temporary:
            whole = os.path.join(temporary, chart.name)
            os.mkdir(whole)
            for file in read_archive(BytesIO(data)):
                write_file(os.path.join(whole, file.name), file.data, within=whole)
            path = chart.name if folder == "." else os.path.join(folder, chart.name)
            os.rename(whole, path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise HelmwrightError(f"failed to untar: {reason}") from None
    return path
