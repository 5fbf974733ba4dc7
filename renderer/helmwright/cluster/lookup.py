"""``lookup`` as templates call it, answered by a cluster.

Source: helm pkg/engine/lookup_func.go; k8s.io/apimachinery unstructured (helpers.go: items get their list's kind)
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import ClusterError, FunctionError, RefusalError
from helmwright.base.log import ignore
from helmwright.cluster.discovery import resource_of
from helmwright.cluster.requests import check_name, encoded, get, segment
from helmwright.secrets.witness import saw

if TYPE_CHECKING:
    from helmwright.base.log import Log
    from helmwright.cluster.discovery import Resource
    from helmwright.cluster.reader import Reader

    Question = tuple[str, str, str, str]


class Lookup:
    """Answers the calls of one render; equal ones are asked once.

    Helm asks each time, so that two equal calls may see two states of a cluster.
    """

    def __init__(self, reader: Reader, log: Log = ignore) -> None:
        self._reader = reader
        self._log = log
        self._answers: dict[Question, dict[str, Any]] = {}

    def __call__(self, api_version: str, kind: str, namespace: str, name: str) -> dict[str, Any]:
        """Return an object, with a blank name a list of them; an empty map if there is none.

        Raises FunctionError with Helm's text.
        """
        question = (api_version, kind, namespace, name)
        found = self._answers.get(question)
        if found is None:
            try:
                found = self._asked(*question)
            except ClusterError as error:
                raise FunctionError(error.message) from None
            self._answers[question] = found
            _tell_of_secrets(found)
        return deepcopy(found)

    def _asked(self, api_version: str, kind: str, namespace: str, name: str) -> dict[str, Any]:
        resource = self._resource(api_version, kind)
        try:
            if resource is None:
                return self._of_unknown_kind(name)
            if name:
                return self._reader.get(resource, namespace, name)
            return with_kinds(self._reader.list(resource, namespace))
        except RefusalError as error:
            if error.is_not_found:
                return {}
            raise

    def _of_unknown_kind(self, name: str) -> dict[str, Any]:
        """Return what Helm gets for a kind that is not served: its resource is blank, and so is its group."""
        check_name(name)
        request = get(f"/api/{segment(name)}" if name else "/api")
        found = self._reader.send(request).object(request)
        return found if name else with_kinds(found)

    def _resource(self, api_version: str, kind: str) -> Resource | None:
        """Return where the objects of a kind are, None for a kind that the group version does not have."""
        group_version = _group_version(api_version)
        try:
            try:
                if not group_version:
                    raise ClusterError("groupVersion shouldn't be empty")  # noqa: TRY301 - told as the others
                resources = self._reader.resources(group_version)
            except ClusterError as error:
                self._log(
                    "ERROR",
                    "unable to retrieve resource list",
                    GroupVersion=group_version,
                    error=error.message,
                )
                raise
        except ClusterError as error:
            shown = f"{_shown(group_version)}, Kind={kind}"
            self._log(
                "ERROR",
                "unable to get apiresource",
                groupVersionKind=shown,
                error=error.message,
            )
            error.message = f"unable to get apiresource from unstructured: {shown}: {error.message}"
            raise
        return resource_of(resources, kind)


def _tell_of_secrets(found: dict[str, Any]) -> None:
    """Say that Secrets have been read, so that no error shows what is in them."""
    items = found.get("items") if isinstance(found.get("items"), list) else [found]
    for one in items or ():
        if one.get("kind") == "Secret":
            saw("text", encoded(one))


def _group_version(api_version: str) -> str:
    """Return the group version that Go reads in a text. Source: schema.FromAPIVersionAndKind."""
    return "" if api_version.count("/") > 1 else api_version.removeprefix("/")


def _shown(group_version: str) -> str:
    """Return a group version as Go prints it before a kind."""
    return group_version if "/" in group_version else f"/{group_version}"


def with_kinds(found: dict[str, Any]) -> dict[str, Any]:
    """Return a list whose items say what they are; the server leaves that out of lists of built-in kinds.

    Source: apimachinery pkg/apis/meta/v1/unstructured/unstructured_list.go
    """
    kind = str(found.get("kind") or "").removesuffix("List")
    items = []
    for one in found.get("items") or ():
        if not (one.get("kind") or one.get("apiVersion")):
            one = {**one, "kind": kind, "apiVersion": found.get("apiVersion") or ""}  # noqa: PLW2901 - the whole item
        items.append(one)
    return {**found, "items": items}
