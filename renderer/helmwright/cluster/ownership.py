"""Whose an object of a cluster is: Helm takes over nothing that is not its release's.

Source: helm pkg/action/validate.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import ClusterError, RefusalError
from helmwright.go.strconv import quote

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from helmwright.cluster.building import BuiltObject
    from helmwright.cluster.reader import Reader

MANAGED_BY = "app.kubernetes.io/managed-by"
RELEASE_NAME = "meta.helm.sh/release-name"
RELEASE_NAMESPACE = "meta.helm.sh/release-namespace"
_AT_ONCE = 8


def check_existing(
    objects: Sequence[BuiltObject],
    reader: Reader,
    release_name: str,
    release_namespace: str,
    *,
    take_ownership: bool = False,
) -> None:
    """Refuse an installation whose objects are there and somebody else's.

    take_ownership: let them be somebody else's, as ``--take-ownership`` does. Raises ClusterError with Helm's text
    for the first object.
    """
    answers = _existing(objects, reader)
    for one, answer in zip(objects, answers, strict=True):
        if one.generate_name:
            if one.name:
                raise ClusterError("metadata.name and metadata.generateName cannot both be set")
            continue
        if isinstance(answer, RefusalError) and answer.is_not_found:
            continue
        if isinstance(answer, ClusterError):
            raise ClusterError(
                f"could not get information about the resource {one}: {answer.message}"
            )
        problem = "" if take_ownership else foreign(answer, release_name, release_namespace)
        if problem:
            raise ClusterError(
                f"{one} exists and cannot be imported into the current release: {problem}"
            )


def _existing(
    objects: Sequence[BuiltObject], reader: Reader
) -> list[dict[str, Any] | ClusterError]:
    """Return what the cluster has of each object, or why it is not had; several are asked for at a time."""

    def ask(one: BuiltObject) -> dict[str, Any] | ClusterError:
        if one.generate_name:
            return {}
        if not one.name:
            return ClusterError("resource name may not be empty")
        try:
            return reader.get(one.resource, one.namespace, one.name)
        except ClusterError as error:
            return error

    if len(objects) < 2:
        return [ask(one) for one in objects]
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(_AT_ONCE) as threads:
        return list(threads.map(ask, objects))


def foreign(found: Mapping[str, Any], release_name: str, release_namespace: str) -> str:
    """Return why an object is not that of a release, nothing if it is. Source: checkOwnership."""
    metadata = found.get("metadata") or {}
    labels, annotations = metadata.get("labels") or {}, metadata.get("annotations") or {}
    problems = [
        f"{what} validation error: {problem}"
        for what, values, key, wanted in (
            ("label", labels, MANAGED_BY, "Helm"),
            ("annotation", annotations, RELEASE_NAME, release_name),
            ("annotation", annotations, RELEASE_NAMESPACE, release_namespace),
        )
        if (problem := _differs(values, key, wanted))
    ]
    return f"invalid ownership metadata; {'; '.join(problems)}" if problems else ""


def _differs(values: Mapping[str, str], key: str, wanted: str) -> str:
    if key not in values:
        return f"missing key {quote(key)}: must be set to {quote(wanted)}"
    if values[key] != wanted:
        return f"key {quote(key)} must equal {quote(wanted)}: current value is {quote(values[key])}"
    return ""
