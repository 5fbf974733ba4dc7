"""Releases as Helm stores them: Secrets, ConfigMaps, and what ``helm get`` prints of them.

A release is JSON, compressed with gzip, in Base64; a Secret has it in Base64 once more. Subcharts
are not in it, and neither are the values that templates saw.
Source: helm pkg/storage/driver/util.go, secrets.go, cfgmaps.go; pkg/cmd/status.go
"""

from __future__ import annotations

import binascii
import json
import os
import re
from base64 import b64decode
from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import checked
from helmwright.base.errors import ManifestError, ReleaseError, YAMLError
from helmwright.releases.model import StoredChart, StoredHook, StoredRelease
from helmwright.secrets.quoted import hidden_in_text
from helmwright.secrets.witness import saw

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_SIZE = 256 << 20
"""The most bytes of a decompressed release: the API server takes no Secret over one megabyte."""
DEPLOYED = "deployed"
_GZIP = b"\x1f\x8b\x08"
_SYSTEM_LABELS = frozenset(("name", "owner", "status", "version", "createdAt", "modifiedAt"))
_KINDS = ("Secret", "ConfigMap")
_PAYLOAD = re.compile(rb"[A-Za-z0-9+/\s]{32,}={0,2}\s*")


@checked
def decode_release(payload: bytes | str, labels: dict[str, str] | None = None) -> StoredRelease:
    """Return the release in what Helm stores: the key ``release`` of a Secret or a ConfigMap.

    payload: in Base64 once or twice, or without; compressed or not.
    labels: of the Secret or ConfigMap; Helm's own among them are left out.

    Raises:
        ReleaseError: if it is no release; nothing of it is in the message.
    """
    data = payload.encode("ascii", "replace") if isinstance(payload, str) else payload
    for _ in range(2):
        if data.startswith(_GZIP) or data.lstrip()[:1] == b"{":
            break
        try:
            data = b64decode(b"".join(data.split()), validate=True)
        except binascii.Error:
            raise ReleaseError("it holds no release: it is not Base64") from None
    release = _release(_parsed(_decompressed(data)), labels or {})
    saw("release", release)
    return release


def _decompressed(data: bytes) -> bytes:
    if not data.startswith(_GZIP):
        return data
    from helmwright.go.gzip import GzipError, GzipTooLargeError, unpacked

    try:
        return unpacked(data, MAX_SIZE)
    except GzipTooLargeError:
        raise ReleaseError(f"the release is larger than {MAX_SIZE} bytes") from None
    except GzipError as error:
        problem = "cut off" if error.message == "unexpected EOF" else "broken"
        raise ReleaseError(f"it holds no release: its compressed data is {problem}") from None


def _parsed(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data.decode("utf-8", "replace"), parse_int=float)
    except (ValueError, RecursionError):
        raise ReleaseError("it holds no release: its content is not JSON") from None
    if type(found) is not dict or not _is_release(found):
        raise ReleaseError("it holds no release: its content has no name, chart and manifest")
    return found


def _is_release(data: dict[str, Any]) -> bool:
    return "name" in data and "info" in data and ("chart" in data or "manifest" in data)


def _release(data: dict[str, Any], labels: dict[str, str]) -> StoredRelease:
    """Return a release out of its JSON; what has another type than it must is refused."""
    info = data.get("info") or {}
    try:
        return StoredRelease(
            name=str(data.get("name") or ""),
            namespace=str(data.get("namespace") or ""),
            revision=int(data.get("version") or 0),
            status=str(info.get("status") or ""),
            description=str(info.get("description") or ""),
            first_deployed=str(info.get("first_deployed") or ""),
            last_deployed=str(info.get("last_deployed") or ""),
            notes=str(info.get("notes") or ""),
            chart=_chart(data.get("chart") or {}),
            config=dict(data.get("config") or {}),
            manifest=str(data.get("manifest") or ""),
            hooks=tuple(_hook(one) for one in data.get("hooks") or ()),
            apply_method=str(data.get("apply_method") or ""),
            labels={name: text for name, text in labels.items() if name not in _SYSTEM_LABELS},
        )
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
        raise ReleaseError("it holds no release: its content is not as Helm writes it") from None


def _chart(data: dict[str, Any]) -> StoredChart:
    metadata = dict(data.get("metadata") or {})
    dependencies = metadata.get("dependencies") or []
    if type(dependencies) is not list or not all(
        isinstance(one, dict | None) for one in dependencies
    ):
        raise TypeError("dependencies")
    return StoredChart(
        metadata=metadata,
        values=dict(data.get("values") or {}),
        templates=_files(data.get("templates")),
        files=_files(data.get("files")),
        schema=b64decode(data.get("schema") or ""),
    )


def _files(found: list[dict[str, Any]] | None) -> dict[str, bytes]:
    return {one["name"]: b64decode(one.get("data") or "") for one in found or ()}


def _hook(data: dict[str, Any]) -> StoredHook:
    return StoredHook(
        name=str(data.get("name") or ""),
        kind=str(data.get("kind") or ""),
        path=str(data.get("path") or ""),
        manifest=str(data.get("manifest") or ""),
        events=tuple(data.get("events") or ()),
        weight=int(data.get("weight") or 0),
        delete_policies=tuple(data.get("delete_policies") or ()),
    )


@checked
def read_releases(data: bytes, path: str | os.PathLike[str]) -> list[StoredRelease]:
    """Return the releases in a file, in its order.

    data: Secrets or ConfigMaps as kubectl prints them, JSON or YAML, alone or in a list; what they
    hold under ``release``; or the text that ``helm get manifest``, ``helm get all``, ``helm status
    -o json`` or ``helm install --dry-run`` prints. path: for messages.

    Raises:
        ReleaseError: if there is none.
    """
    path = os.fspath(path)
    try:
        if data.startswith(_GZIP) or _PAYLOAD.fullmatch(data):
            return [decode_release(data)]
        if data.lstrip()[:1] == b"{":
            return _of_object(_json(data))
        text = _text(data)
        saw("text", text)
        if text.startswith("NAME: "):
            from helmwright.releases.texts import read_printed

            printed = read_printed(text)
            saw("release", printed)
            return [printed]
        objects = _yaml_objects(text, path)
        if objects:
            return [release for one in objects for release in _of_object(one)]
        _refuse_list(text, path)
    except (ManifestError, YAMLError) as error:
        message = hidden_in_text(error.message)  # what the reader quotes may be secret
        raise ReleaseError(f"{path}: {message}") from None
    except ReleaseError as error:
        raise ReleaseError(f"{path}: {error.message}") from None
    if not re.search(r"^(?:kind|apiVersion):", text, re.MULTILINE):
        raise ReleaseError(f"{path}: it holds neither a release nor manifests")
    return [StoredRelease(manifest=text)]


def _text(data: bytes) -> str:
    if b"\0" in data:
        raise ReleaseError("it holds no release: it is a binary file")
    return data.decode("utf-8", "surrogateescape").lstrip("\ufeff\r\n")


def _json(data: bytes) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(data.decode("utf-8", "replace"), parse_int=float)
    except (ValueError, RecursionError) as error:
        place = f" at line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise ReleaseError(f"it is no valid JSON{place}") from None
    return found


def _yaml_objects(text: str, path: str) -> list[dict[str, Any]]:
    """Return the Secrets, ConfigMaps and lists with releases in a text; none for manifests."""
    if not re.search(
        r"^\s*(?:- )?(?:type: helm\.sh/release|release:|owner: helm)", text, re.MULTILINE
    ):
        return []
    from helmwright.go.yaml_read import load_map, split_documents

    found = []
    for document in split_documents(text):
        if document.strip():
            data = load_map(str(document), path)
            if data.get("kind") == "List" or _payload(data):
                found.append(data)
    return found


_LIST = re.compile(r"^kind:\s*['\"]?(?:Secret|ConfigMap)?List['\"]?\s*$", re.MULTILINE)


def _refuse_list(text: str, path: str) -> None:
    """Refuse a list as kubectl prints it, and no manifest of Helm, which holds no release."""
    if not _LIST.search(text) or re.search(r"^(?:---|# Source:)", text, re.MULTILINE):
        return
    from helmwright.go.yaml_read import load_map

    items = load_map(text, path).get("items")
    raise ReleaseError(_none_of(len(items) if type(items) is list else 0))


def _none_of(count: int) -> str:
    if not count:
        return "the list is empty: the label selector may be misspelt, or the namespace another one"
    return f"none of the {count} objects in the list holds a release"


def _of_object(data: dict[str, Any]) -> list[StoredRelease]:
    if _is_release(data) and "kind" not in data:
        return [_release(data, {})]
    if "items" in data:
        items = data["items"]
        members = [one for one in items if type(one) is dict] if type(items) is list else []
        found = [release for one in members if _payload(one) for release in _of_object(one)]
        if not found:
            raise ReleaseError(_none_of(len(members)))
        return found
    payload = _payload(data)
    metadata = data.get("metadata")
    metadata = metadata if type(metadata) is dict else {}
    named = f"{data.get('kind') or 'object'} {metadata.get('name') or 'without a name'}"
    if not payload:
        raise ReleaseError(f"{named} holds no release")
    labels = metadata.get("labels")
    try:
        return [decode_release(payload, labels if type(labels) is dict else {})]
    except ReleaseError as error:
        raise ReleaseError(f"{named}: {error.message}") from None


def _payload(data: dict[str, Any]) -> str:
    """Return what a Secret or ConfigMap holds for Helm, blank if it is for something else."""
    members = data.get("data")
    if data.get("kind") not in _KINDS or type(members) is not dict:
        return ""
    found = members.get("release")
    return found if type(found) is str else ""


@checked
def choose_release(
    releases: Iterable[StoredRelease], revision: int = 0, name: str = ""
) -> tuple[StoredRelease, tuple[str, ...]]:
    """Return the revision to compare with, and what a person should know about the choice.

    revision: to take; else the newest that is deployed, or the newest if none is. name: of the
    release, where there are several.

    Raises:
        ReleaseError: if there is no such release.
    """
    found = sorted((one for one in releases if not name or one.name in ("", name)), key=_revision)
    if not found:
        raise ReleaseError(f"there is no release {name}")
    names = sorted({one.name for one in found})
    if len(names) > 1:
        raise ReleaseError(f"there are several releases: {', '.join(names)}; --name chooses one")
    if revision:
        for one in found:
            if one.revision == revision:
                return one, ()
        known = ", ".join(str(one.revision) for one in found)
        raise ReleaseError(f"there is no revision {revision}; there are {known}")
    deployed = [one for one in found if one.status == DEPLOYED]
    chosen = (deployed or found)[-1]
    return chosen, tuple(_notes(chosen, found))


def _revision(release: StoredRelease) -> int:
    return release.revision


def _notes(chosen: StoredRelease, found: list[StoredRelease]) -> Iterator[str]:
    if chosen.status not in ("", DEPLOYED):
        yield f"no revision of {chosen.name} is deployed: {chosen.revision} is {chosen.status}"
    for one in found:
        if one.revision > chosen.revision:
            yield (
                f"revision {one.revision} is {one.status} and newer than revision "
                f"{chosen.revision}, which is compared; --revision {one.revision} compares it"
            )
