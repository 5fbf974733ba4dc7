"""What is refused in a ConfigMap and in a Secret. No value is in what is said.

Source: k8s.io/kubernetes pkg/apis/core/validation/validation.go (ValidateConfigMap, ValidateSecret)
"""

from __future__ import annotations

import base64
import binascii
import json
from typing import TYPE_CHECKING, Any

from helmwright.kube.validation import names
from helmwright.kube.validation.refusal import Refusal, invalid, required, section, text

if TYPE_CHECKING:
    from collections.abc import Iterator

_LARGEST = 1 << 20
_NEEDED = {
    "kubernetes.io/tls": ("tls.crt", "tls.key"),
    "kubernetes.io/dockercfg": (".dockercfg",),
    "kubernetes.io/dockerconfigjson": (".dockerconfigjson",),
    "kubernetes.io/ssh-auth": ("ssh-privatekey",),
}
_BASIC = "kubernetes.io/basic-auth"


def config_map(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a ConfigMap."""
    texts, binary = section(data, "data"), section(data, "binaryData")
    size = 0
    for key, value in texts.items():
        if wrong := names.data_key(key):
            yield invalid(("data", key), wrong)
        if key in binary:
            yield invalid(("data", key), "duplicate of key present in binaryData")
        size += len(value.encode("utf-8", "surrogateescape")) if type(value) is str else 0
    for key, value in binary.items():
        if wrong := names.data_key(key):
            yield invalid(("binaryData", key), wrong)
        decoded = _decoded(value)
        if decoded is None:
            yield Refusal(("binaryData", key), "illegal base64 data")
        else:
            size += len(decoded)
    if size > _LARGEST:
        yield Refusal((), f"Too long: may not be more than {_LARGEST} bytes")


def secret(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a Secret."""
    found: dict[str, bytes] = {}
    for key, value in section(data, "data").items():
        if wrong := names.data_key(key):
            yield invalid(("data", key), wrong)
        decoded = _decoded(value)
        if decoded is None:
            yield Refusal(("data", key), "illegal base64 data")
        found[key] = decoded or b""
    for key, value in section(data, "stringData").items():
        if wrong := names.data_key(key):
            yield invalid(("data", key), wrong)
        found[key] = value.encode("utf-8", "surrogateescape") if type(value) is str else b""
    if sum(map(len, found.values())) > _LARGEST:
        yield Refusal(("data",), f"Too long: may not be more than {_LARGEST} bytes")
    yield from _typed(text(data, "type"), found, data)


def _typed(kind: str, found: dict[str, bytes], data: dict[str, Any]) -> Iterator[Refusal]:
    for key in _NEEDED.get(kind, ()):
        if key not in found:
            yield required(("data", key))
        elif key.startswith(".docker") and not _is_json(found[key]):
            yield invalid(("data", key), "it is no JSON")
    if kind == _BASIC and not found.keys() & {"username", "password"}:
        yield required(("data", "username"))
        yield required(("data", "password"))
    account = "kubernetes.io/service-account.name"
    if kind == "kubernetes.io/service-account-token":
        annotations = section(data, "metadata", "annotations")
        if not annotations.get(account):
            yield required(("metadata", "annotations", account))


def _decoded(value: Any) -> bytes | None:
    """Return what base64 says as Go reads it, which skips line ends; ``None`` if it is none."""
    if type(value) is not str:
        return b""  # the types of fields are held against elsewhere
    try:
        return base64.b64decode(value.replace("\n", "").replace("\r", ""), validate=True)
    except (binascii.Error, ValueError):
        return None


def _is_json(value: bytes) -> bool:
    try:
        return type(json.loads(value)) is dict
    except (ValueError, RecursionError):
        return False
