"""The revisions of a release that a cluster stores, in Secrets or ConfigMaps.

Source: helm pkg/storage/driver/secrets.go, cfgmaps.go; pkg/action/action.go (Init)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import RefusalError, ReleaseError, UsageError
from helmwright.cluster.requests import get
from helmwright.go.strconv import quote
from helmwright.releases.storage import decode_release

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.cluster.reader import Reader
    from helmwright.releases.model import StoredRelease

_PAGE = "50"
_MOST_PAGES = 1000
_GONE = 410
_DRIVERS = {
    "": "Secret",
    "secret": "Secret",
    "secrets": "Secret",
    "configmap": "ConfigMap",
    "configmaps": "ConfigMap",
}
DEPLOYED = "deployed"
_FALLS_BACK = ("failed", "superseded")
_PENDING = ("pending-install", "pending-upgrade", "pending-rollback")


def read_revisions(
    reader: Reader, name: str, namespace: str, driver: str = ""
) -> list[StoredRelease]:
    """Return the stored revisions of a release, the oldest first.

    driver: as HELM_DRIVER names it, ``secret`` if it is blank.

    Raises:
        RefusalError: for what may not be read.
        ReleaseError: if there is none, in Helm's words, or if one cannot be read.
        UsageError: for a driver that does not store releases in the cluster.
    """
    kind = _DRIVERS.get(driver)
    if kind is None:
        raise UsageError(
            f"HELM_DRIVER={driver} does not store releases in the cluster: only secret and configmap do"
        )
    found = []
    for one in _listed(reader, kind, name, namespace):
        metadata = one.get("metadata") or {}
        payload = (one.get("data") or {}).get("release")
        if not isinstance(payload, str):
            continue
        labels = {key: str(text) for key, text in (metadata.get("labels") or {}).items()}
        try:
            found.append(decode_release(payload, labels))
        except ReleaseError as error:
            raise ReleaseError(f"{kind} {metadata.get('name')}: {error.message}") from None
    if not found:
        raise ReleaseError(f"{quote(name)} has no deployed releases")
    return sorted(found, key=lambda one: one.revision)


def upgraded_from(revisions: list[StoredRelease]) -> tuple[StoredRelease, StoredRelease]:
    """Return the newest revision, and the one that an upgrade starts from.

    Raises ReleaseError where Helm refuses to upgrade, in its words. Source: pkg/action/upgrade.go
    (prepareUpgrade)
    """
    last = revisions[-1]
    if last.status in _PENDING:
        raise ReleaseError("another operation (install/upgrade/rollback) is in progress")
    deployed = [one for one in revisions if one.status == DEPLOYED]
    if deployed:
        return last, deployed[-1]
    if last.status in _FALLS_BACK:
        return last, last
    raise ReleaseError(f"{quote(last.name)} has no deployed releases")


def _listed(reader: Reader, kind: str, name: str, namespace: str) -> list[dict[str, Any]]:
    resource = reader.discovery().find("v1", kind)
    if resource is None:
        raise ReleaseError(f"the cluster does not serve {kind}")
    path = resource.path(namespace)
    query = ("labelSelector", f"name={name},owner=helm")
    try:
        return list(_pages(reader, path, query))
    except RefusalError as error:
        if error.status != _GONE:
            raise
    return list(_pages(reader, path, query))  # a list that changed between its pages begins again


def _pages(reader: Reader, path: str, query: tuple[str, str]) -> Iterator[dict[str, Any]]:
    following = ""
    for _ in range(_MOST_PAGES):
        more = (("continue", following),) if following else ()
        request = get(path, query, ("limit", _PAGE), *more)
        page = reader.send(request).object(request)
        yield from (one for one in page.get("items") or () if isinstance(one, dict))
        following = str((page.get("metadata") or {}).get("continue") or "")
        if not following:
            return
    raise ReleaseError(f"{path}: the list does not end")
