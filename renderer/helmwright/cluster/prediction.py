"""What becomes of an object when Helm sends it: asked of the server by a dry run, or worked out from managed fields.

The server changes nothing: every request says ``dryRun=All``. Where the account may not even try, the answer
comes from what may be read; defaults of the server are then ours, and admission is not in it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import HelmwrightError, PatchError, RefusalError
from helmwright.cluster.applying import client_patch
from helmwright.cluster.managed_fields import (
    APPLY,
    HELM,
    UPDATE,
    Conflict,
    Element,
    apply_locally,
    conflict_text,
    conflicts,
    owned_when_applied,
)
from helmwright.cluster.requests import (
    APPLY as APPLY_FORM,
)
from helmwright.cluster.requests import (
    JSON,
    JSON_MERGE,
    JSON_PATCH,
    STRATEGIC_MERGE,
    dry_run,
)
from helmwright.go.strconv import quote
from helmwright.kube import schemas
from helmwright.kube.json_merge_patch import apply_merge_patch
from helmwright.kube.json_model import from_data
from helmwright.kube.strategic_merge import apply_patch
from helmwright.kube.updates.server_apply import DuplicateError
from helmwright.kube.updates.update import created, node_of, stored

if TYPE_CHECKING:
    from helmwright.cluster.applying import Applying
    from helmwright.cluster.discovery import Resource
    from helmwright.cluster.managed_fields import Owned
    from helmwright.cluster.reader import Reader
    from helmwright.kube.custom_types import CustomTypes

_MANAGER = ("fieldManager", HELM)
_STRICT = ("fieldValidation", "Strict")
_NOT_ALLOWED = re.compile(r"(?:is forbidden: )?User \"[^\"]*\" cannot (?:patch|create|update) ")
_CONFLICT = 409


class Prediction(NamedTuple):
    """What becomes of an object.

    after: what is stored then, ``None`` if that is not known or Helm fails. error: why Helm fails, in its words.
    conflicts: fields of others that stop server-side apply, or that are taken from them with force.
    by_server: whether the server was asked. warnings: what the server says beside its answer. meant: what Helm
    wants where it fails, as far as that is known.
    """

    after: dict[str, Any] | None
    error: str = ""
    conflicts: tuple[Conflict, ...] = ()
    by_server: bool = True
    warnings: tuple[str, ...] = ()
    meant: dict[str, Any] | None = None


class Predictor:
    """Predicts what becomes of the objects of an upgrade.

    applying: how Helm sends them. custom: what is known of kinds that are not built in. dry_runs: whether the
    server may be asked to try.
    """

    def __init__(
        self, reader: Reader, applying: Applying, custom: CustomTypes, *, dry_runs: bool = True
    ) -> None:
        self._reader = reader
        self._applying = applying
        self._custom = custom
        self._dry_runs = dry_runs

    def created(self, resource: Resource, namespace: str, sent: dict[str, Any]) -> Prediction:
        """Return what becomes of an object that is not there.

        sent: with Helm's label and annotations.
        """
        if not self._dry_runs:
            return Prediction(self._created(sent), by_server=False)
        name = str(sent["metadata"].get("name") or "")
        if self._applying.is_server_side:
            found = self._applied(resource, namespace, name, sent)
        else:
            found = self._asked(
                "POST", resource.path(namespace), sent, JSON, (_MANAGER,), failed=""
            )
        if found is None:
            return Prediction(self._created(sent), by_server=False)
        return (
            found._replace(error=f"failed to create resource: {found.error}")
            if found.error
            else found
        )

    def updated(
        self,
        resource: Resource,
        namespace: str,
        sent: dict[str, Any],
        original: dict[str, Any],
        live: dict[str, Any],
    ) -> Prediction:
        """Return what becomes of an object that is there.

        sent: with Helm's label and annotations. original: of the stored manifest, or what Helm takes for it.
        """
        if not self._applying.is_server_side:
            return self._patched(resource, namespace, sent, original, live)
        if self._applying.migrates:
            return self._migrated(resource, namespace, sent, live)
        found = None
        if self._dry_runs:
            name = str(sent["metadata"]["name"])
            found = self._applied(resource, namespace, name, sent)
        local = self._locally(sent, live, owned_when_applied(live, node_of(sent, self._custom)))
        if found is None:
            return local
        # The server's refusal says which fields conflict, in a text; whose they are is known here.
        meant = local.meant if local.after is None else local.after
        return found._replace(conflicts=local.conflicts, meant=meant)

    def _applied(
        self, resource: Resource, namespace: str, name: str, sent: dict[str, Any]
    ) -> Prediction | None:
        force = ("force", "true" if self._applying.forces else "false")
        path = resource.path(namespace, name)
        query = (_MANAGER, _STRICT, force)
        return self._asked("PATCH", path, sent, APPLY_FORM, query, failed=_place(sent))

    def _patched(
        self,
        resource: Resource,
        namespace: str,
        sent: dict[str, Any],
        original: dict[str, Any],
        live: dict[str, Any],
    ) -> Prediction:
        name = str(sent["metadata"]["name"])
        try:
            patch = client_patch(original, sent, live)
        except HelmwrightError as error:
            return Prediction(None, f"failed to create patch: {error.message}", by_server=False)
        if not patch.data:
            return Prediction(live, by_server=self._dry_runs)
        found = None
        if self._dry_runs:
            form = STRATEGIC_MERGE if patch.is_strategic else JSON_MERGE
            path = resource.path(namespace, name)
            found = self._asked("PATCH", path, patch.data, form, (_MANAGER,), failed="")
        if found is None:
            return self._patched_locally(sent, live, patch.data, is_strategic=patch.is_strategic)
        if not found.error:
            return found
        return found._replace(
            error=f"cannot patch {quote(name)} with kind {sent['kind']}: {found.error}"
        )

    def _patched_locally(
        self,
        sent: dict[str, Any],
        live: dict[str, Any],
        patch: dict[str, Any],
        *,
        is_strategic: bool,
    ) -> Prediction:
        current = from_data(live)
        schema = schemas.built_in(str(sent["apiVersion"]), str(sent["kind"]))
        try:
            if is_strategic and schema is not None:
                merged = apply_patch(current, patch, schema)
            else:
                merged = apply_merge_patch(current, patch)
        except PatchError as error:
            return Prediction(None, error.message, by_server=False)
        return Prediction(self._stored(current, merged), by_server=False)

    def _migrated(
        self, resource: Resource, namespace: str, sent: dict[str, Any], live: dict[str, Any]
    ) -> Prediction:
        """Return what becomes of an object whose fields Helm owns by patches, and then applies.

        Helm takes two steps, and no dry run sees the first of them: the second is worked out here, and what comes
        out is tried as a patch. Source: client-go util/csaupgrade/upgrade.go
        """
        owned = _as_applied(owned_when_applied(live, node_of(sent, self._custom)))
        local = self._locally(sent, live, owned)
        if local.error or local.after is None or not self._dry_runs:
            return local
        path = resource.path(namespace, str(sent["metadata"]["name"]))
        place = _place(sent)
        force = ("force", "true")
        tried = self._asked(
            "PATCH", path, sent, APPLY_FORM, (_MANAGER, _STRICT, force), failed=place
        )
        if tried is None:
            return local
        operations = list(_operations(live, self._merged(sent, live, owned)))
        found = None
        if operations:
            found = self._asked(
                "PATCH", path, operations, JSON_PATCH, (_MANAGER, _STRICT), failed=place
            )
        if tried.error:
            # What is no valid object has its indexes in the errors of the patch, which takes away what goes.
            is_patchs = found is not None and _is_invalid(found.error) and _is_invalid(tried.error)
            error = found.error if found is not None and is_patchs else tried.error
            return tried._replace(error=error, meant=local.after)
        if not operations:
            return Prediction(live, conflicts=local.conflicts)
        return local if found is None else found._replace(conflicts=local.conflicts)

    def _merged(
        self, sent: dict[str, Any], live: dict[str, Any], owned: list[Owned]
    ) -> dict[str, Any]:
        node = node_of(sent, self._custom)
        return apply_locally(_plain(live), from_data(sent), node, owned)

    def _locally(
        self, sent: dict[str, Any], live: dict[str, Any], owned: list[Owned]
    ) -> Prediction:
        node = node_of(sent, self._custom)
        current = _plain(live)
        try:
            merged = apply_locally(current, from_data(sent), node, owned)
        except DuplicateError as error:
            return Prediction(None, _duplicate_text(error, sent), by_server=False)
        found = tuple(conflicts(current, merged, node, owned))
        if found and not self._applying.forces:
            said = f"conflict occurred while applying object {_place(sent)}: "
            text = said + conflict_text(list(found))
            meant = self._stored(current, merged)
            return Prediction(None, text, found, by_server=False, meant=meant)
        return Prediction(self._stored(current, merged), "", found, by_server=False)

    def _created(self, sent: dict[str, Any]) -> dict[str, Any]:
        try:
            return created(from_data(sent), self._custom)
        except PatchError:
            return sent

    def _stored(self, old: dict[str, Any], merged: dict[str, Any]) -> dict[str, Any]:
        try:
            return stored(from_data(old), from_data(merged), self._custom)
        except PatchError:
            return merged

    def _asked(  # noqa: PLR0913 - the parts of a request
        self,
        method: str,
        path: str,
        body: object,
        form: str,
        query: tuple[tuple[str, str], ...],
        *,
        failed: str,
    ) -> Prediction | None:
        """Return what the server says to a dry run; ``None`` if the account may not try.

        failed: what server-side apply calls the object in its errors; blank for others.
        """
        request = dry_run(method, path, body, *query, form=form)
        answer = self._reader.send(request)
        try:
            after = answer.object(request)
        except RefusalError as error:
            if error.is_forbidden and _NOT_ALLOWED.search(error.message):
                return None
            text = error.message
            if failed and error.status == _CONFLICT:
                text = f"conflict occurred while applying object {failed}: {text}"
            elif failed:
                text = f"server-side apply failed for object {failed}: {text}"
            return Prediction(None, text, warnings=answer.warnings)
        return Prediction(from_data(after), warnings=answer.warnings)


def _is_invalid(error: str) -> bool:
    return "is invalid: " in error and "is invalid: patch: " not in error


def _place(sent: dict[str, Any]) -> str:
    """Return what Helm calls an object in errors of server-side apply."""
    metadata = sent["metadata"]
    return f"{metadata.get('namespace') or ''}/{metadata['name']} {_kind_text(sent)}"


def _kind_text(data: dict[str, Any]) -> str:
    """Return a kind as Go prints it: ``apps/v1, Kind=Deployment``, ``/v1, Kind=Secret``."""
    api_version = str(data["apiVersion"])
    named = api_version if "/" in api_version else f"/{api_version}"
    return f"{named}, Kind={data['kind']}"


def _plain(live: dict[str, Any]) -> dict[str, Any]:
    """Return a live object without its managed fields, which no merge looks at."""
    found: dict[str, Any] = from_data(live)
    found["metadata"] = {
        key: value for key, value in found["metadata"].items() if key != "managedFields"
    }
    return found


def _as_applied(owned: list[Owned]) -> list[Owned]:
    """Return field sets in which Helm has applied what it has patched."""
    return [
        one._replace(manager=one.manager._replace(operation=APPLY))
        if one.manager.is_helm and one.manager.operation == UPDATE
        else one
        for one in owned
    ]


def _operations(live: dict[str, Any], merged: dict[str, Any]) -> Any:
    """Yield the JSON patch that makes one object the other, a field at the top or in the metadata at a time."""
    plain = _plain(live)
    for prefix, old, new in (
        ("", plain, merged),
        ("/metadata", plain["metadata"], merged["metadata"]),
    ):
        for key in dict.fromkeys((*old, *new)):
            if not prefix and key in ("metadata", "apiVersion", "kind", "status"):
                continue
            path = f"{prefix}/{key}"
            if key not in new:
                yield {"op": "remove", "path": path}
            elif key not in old:
                yield {"op": "add", "path": path, "value": new[key]}
            elif old[key] != new[key]:
                yield {"op": "replace", "path": path, "value": new[key]}


def _duplicate_text(error: DuplicateError, sent: dict[str, Any]) -> str:
    """Return what a server says of two items that it cannot tell apart."""
    metadata = sent["metadata"]
    name = f"{metadata.get('namespace') or ''}/{metadata['name']}"
    keys = Element("k", dict(error.keys)).text
    place = "".join(step if step.startswith("[") else f".{step}" for step in error.path)
    return (
        f"server-side apply failed for object {name} {_kind_text(sent)}: failed to create typed patch object "
        f"({name}; {_kind_text(sent)}): {place}: duplicate entries for key {keys}"
    )
