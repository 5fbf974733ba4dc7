"""What several rules on checkpointStorage ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helmwright.determined.linting.settings import DeterminedSettings

TYPES = ("shared_fs", "directory", "s3", "gcs", "azure")
BUCKETS = ("s3", "gcs")
DEFAULT_PATHS = ("/checkpoints", "/tmp/checkpoints")  # noqa: S108 - paths of nodes
"""hostPath in upstream's values.yaml, until 0.28.0 and since."""


def decides(settings: DeterminedSettings) -> bool:
    """Tell whether checkpointStorage alone says where checkpoints are kept."""
    extra = settings.get("masterConfig", "extra", "checkpoint_storage")
    return settings.writes_config and (settings.upstream or not extra)


def type_of(settings: DeterminedSettings) -> str:
    """Return the type of storage; blank if it is none, or checkpointStorage does not decide."""
    kind = settings.get("checkpointStorage", "type")
    return kind if isinstance(kind, str) and kind in TYPES and decides(settings) else ""
