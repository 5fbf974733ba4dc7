"""What Helm sends of an object: by server-side apply, or as a patch that it makes itself.

Source: helm pkg/action/upgrade.go (getUpgradeServerSideValue), pkg/kube/client.go (update, createPatch)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import HelmwrightError, PatchError, UsageError
from helmwright.cluster.ownership import MANAGED_BY, RELEASE_NAME, RELEASE_NAMESPACE
from helmwright.go.strconv import quote
from helmwright.kube import schemas
from helmwright.kube.defaulting.defaults import with_defaults
from helmwright.kube.json_merge_patch import create_merge_patch
from helmwright.kube.json_model import from_data
from helmwright.kube.three_way import create_three_way

if TYPE_CHECKING:
    from helmwright.releases.model import StoredRelease

SERVER_SIDE = "ssa"
CLIENT_SIDE = "csa"
_CHOICES = ("auto", "true", "false")
_POLICY = "helm.sh/resource-policy"
_KEEP = "keep"


class Applying(NamedTuple):
    """How an upgrade sends objects.

    is_server_side: by server-side apply; else with patches. migrates: whether the release was installed with
    patches, so that what Helm owns by them becomes what it applies. helm: the major version. forces: whether
    fields of others are taken (``--force-conflicts``).
    """

    is_server_side: bool
    migrates: bool = False
    helm: int = 4
    forces: bool = False

    @property
    def text(self) -> str:
        """What a person calls it."""
        if self.is_server_side:
            return "server-side apply"
        return (
            "the merge of three sides by Helm 3" if self.helm == 3 else "the merge of three sides"
        )


def applying_of(
    last: StoredRelease,
    current: StoredRelease,
    *,
    helm: int = 4,
    server_side: str = "auto",
    forces: bool = False,
) -> Applying:
    """Return how an upgrade of a release sends its objects.

    last: the newest revision, whatever became of it; current: the one that is deployed. server_side:
    ``auto``, ``true`` or ``false``, as Helm's flag. Raises HelmwrightError for what Helm refuses.
    """
    if server_side not in _CHOICES:
        raise UsageError(f'--server-side is "auto", "true" or "false", not "{server_side}"')
    if helm == 3:
        if forces:
            raise UsageError("Helm 3 has no --force-conflicts")
        return Applying(is_server_side=False, helm=3)
    applied = last.apply_method == SERVER_SIDE if server_side == "auto" else server_side == "true"
    if forces and not applied:
        raise HelmwrightError(
            "invalid client update option(s): forceConflicts enabled when serverSideApply disabled"
        )
    migrates = applied and current.apply_method in ("", CLIENT_SIDE)
    return Applying(is_server_side=applied, migrates=migrates, forces=forces)


class Patch(NamedTuple):
    """A patch that Helm sends. is_strategic: of a built-in kind; else a JSON merge patch."""

    data: dict[str, Any]
    is_strategic: bool


def client_patch(original: dict[str, Any], sent: dict[str, Any], live: dict[str, Any]) -> Patch:
    """Return the patch of Helm 3, and of Helm 4 for what Helm 3 has installed.

    original: of the stored manifest. sent: with Helm's label and annotations. Of kinds that are not built in
    the live object does not count, so that what somebody has changed there stays.

    Raises:
        HelmwrightError: in the words of Kubernetes for what cannot be patched.
    """
    schema = schemas.built_in(str(sent.get("apiVersion")), str(sent.get("kind")))
    old, new, current = (from_data(one) for one in (original, sent, live))
    if schema is None or _is_old_definition(sent) or not _is_decodable(sent):
        return Patch(create_merge_patch(old, new), is_strategic=False)
    return Patch(create_three_way(old, new, current, schema), is_strategic=True)


def _is_decodable(sent: dict[str, Any]) -> bool:
    """Tell whether Go's types take an object; what they do not take is patched as a custom resource is.

    Source: helm pkg/kube/converter.go (AsVersioned), which leaves such an object as it is.
    """
    try:
        with_defaults(sent)
    except PatchError:
        return False
    return True


def _is_old_definition(data: dict[str, Any]) -> bool:
    return (data.get("apiVersion"), data.get("kind")) == (
        "apiextensions.k8s.io/v1beta1",
        "CustomResourceDefinition",
    )


def owned_by(data: dict[str, Any], release: str, namespace: str) -> dict[str, Any]:
    """Return an object with the label and the annotations by which Helm knows its own.

    data: as it is rendered; it is not changed. The stored manifest has none of them.
    Source: helm pkg/action/validate.go (setMetadataVisitor)
    """
    metadata = _map(data.get("metadata"))
    labels = {**_texts(metadata.get("labels")), MANAGED_BY: "Helm"}
    ours = {RELEASE_NAME: release, RELEASE_NAMESPACE: namespace}
    annotations = {**_texts(metadata.get("annotations")), **ours}
    return {**data, "metadata": {**metadata, "labels": labels, "annotations": annotations}}


def resource_text(data: dict[str, Any], namespace: str) -> str:
    """Return what Helm calls an object; namespace: blank for one of the whole cluster."""
    name = str(_map(data.get("metadata")).get("name") or "")
    return f"{data.get('kind')} {quote(name)} in namespace {quote(namespace)}"


def is_kept(live: dict[str, Any]) -> bool:
    """Tell whether Helm leaves a live object where it is when the chart has it no more."""
    return _map(_map(live.get("metadata")).get("annotations")).get(_POLICY) == _KEEP


def _map(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _texts(value: Any) -> dict[str, Any]:
    """Return labels or annotations as Helm reads them: none if any of them is no text."""
    found = _map(value)
    return found if all(isinstance(one, str) for one in found.values()) else {}
