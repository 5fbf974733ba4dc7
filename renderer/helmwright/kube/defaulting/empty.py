"""Where an empty map is not as good as none."""

from __future__ import annotations

EMPTY_COUNTS: dict[str, tuple[str, ...]] = {
    "ConfigMap": ("binaryData",),
    "Secret": ("data",),
    "StorageClass": ("parameters",),
    "VolumeAttributesClass": ("parameters",),
}
"""Fields of which an empty map is not as good as none where they cannot be changed.

Validation compares them with reflect.DeepEqual: what was stored is nil, and a map without members is
something else. Source: pkg/apis/core/validation/validation.go (ValidateSecretUpdate,
ValidateConfigMapUpdate), pkg/apis/storage/validation/validation.go (ValidateStorageClassUpdate,
ValidateVolumeAttributesClassUpdate)."""
