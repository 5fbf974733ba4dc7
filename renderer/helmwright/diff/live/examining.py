"""Asks a cluster about each object of an upgrade, in the order in which Helm goes through them.

Source: helm pkg/action/upgrade.go (performUpgrade), pkg/kube/client.go (update)
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import ClusterError, RefusalError
from helmwright.base.records import Record, replace
from helmwright.cluster.applying import is_kept, owned_by, resource_text
from helmwright.cluster.ownership import foreign
from helmwright.cluster.prediction import Predictor
from helmwright.go.strconv import quote
from helmwright.kube.json_model import from_data

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from helmwright.cluster.applying import Applying
    from helmwright.cluster.discovery import Resource
    from helmwright.cluster.prediction import Prediction
    from helmwright.cluster.reader import Reader
    from helmwright.diff.model import DiffObject
    from helmwright.kube.custom_types import CustomTypes

_AT_A_TIME = 8


class Examined(Record):
    """What is known of one object.

    wanted: as the chart has it, None if it has it no more. stored: of the release, None if it is new. sent: what
    Helm sends. live: None if it is not there. prediction: None if it is not known, and ``undecided`` says why.
    fault: why Helm does not take it into the release. kept: whether Helm leaves it though the chart has it no
    more. unserved: whether its kind is not served, which stops Helm before it does anything.
    """

    wanted: DiffObject | None
    stored: DiffObject | None
    namespace: str = ""
    sent: dict[str, Any] | None = None
    live: dict[str, Any] | None = None
    prediction: Prediction | None = None
    fault: str = ""
    undecided: str = ""
    kept: bool = False
    unserved: str = ""

    @property
    def object(self) -> DiffObject:
        """The object as one of the manifests has it."""
        found = self.wanted or self.stored
        assert found is not None  # noqa: S101 - one of them is there
        return found


class Upgrade(NamedTuple):
    """What is to be examined.

    release, namespace: of the release. applying: how Helm sends objects. custom: kinds that are not built in.
    dry_runs: whether the server may be asked to try. takes_ownership: as the flag of Helm.
    """

    release: str
    namespace: str
    applying: Applying
    custom: CustomTypes
    dry_runs: bool = True
    takes_ownership: bool = False


def examine(
    reader: Reader, upgrade: Upgrade, stored: Sequence[DiffObject], wanted: Sequence[DiffObject]
) -> list[Examined]:
    """Return what is known of the objects that are wanted, and then of those that are no more.

    stored: of the revision that is deployed. Hooks are not among the objects.

    Raises:
        ClusterError: for a server that does not answer.
    """
    reader.discovery()
    return _Examination(reader, upgrade, stored, wanted).all()


class _Examination:
    def __init__(
        self,
        reader: Reader,
        upgrade: Upgrade,
        stored: Sequence[DiffObject],
        wanted: Sequence[DiffObject],
    ) -> None:
        self._reader = reader
        self._upgrade = upgrade
        self._wanted = wanted
        self._stored = {self._identity(one): one for one in stored}
        self._versions = {(self._identity(one), one.data.get("apiVersion")) for one in stored}
        self._new_namespaces = {
            one.key.name for one in wanted if one.key.kind == "Namespace" and not one.key.group
        }
        self._predictor = Predictor(
            reader, upgrade.applying, upgrade.custom, dry_runs=upgrade.dry_runs
        )

    def all(self) -> list[Examined]:
        """Return what is known of all objects."""
        there = {self._identity(one) for one in self._wanted}
        dropped = [one for key, one in self._stored.items() if key not in there]
        with ThreadPoolExecutor(_AT_A_TIME) as pool:
            found = list(pool.map(self._of_wanted, self._wanted))
            return found + list(pool.map(self._of_dropped, dropped))

    def _identity(self, one: DiffObject) -> tuple[str, str, str, str]:
        resource = self._resource(one)
        namespace = self._namespace(one, resource)
        return one.key.group, one.key.kind, namespace, one.key.name

    def _resource(self, one: DiffObject) -> Resource | None:
        return self._reader.discovery().find(str(one.data.get("apiVersion")), one.key.kind)

    def _namespace(self, one: DiffObject, resource: Resource | None) -> str:
        """Return the namespace that an object goes to; that of the release if it names none."""
        if resource is not None and not resource.namespaced:
            return ""
        metadata = one.data.get("metadata")
        named = metadata.get("namespace") if isinstance(metadata, dict) else None
        return str(named or self._upgrade.namespace)

    def _of_wanted(self, one: DiffObject) -> Examined:
        resource = self._resource(one)
        stored = self._stored.get(self._identity(one))
        if resource is None:
            return self._unserved(one, stored)
        namespace = self._namespace(one, resource)
        built = _in_namespace(one.data, namespace)
        sent = owned_by(built, self._upgrade.release, self._upgrade.namespace)
        found = Examined(one, stored, namespace, sent)
        if not one.key.name:
            return replace(found, undecided="the server makes its name")
        try:
            live = self._live(resource, namespace, one.key.name)
            if live is None:
                return self._of_new(found, resource, sent)
            return self._of_live(replace(found, live=live), resource, sent, live)
        except ClusterError as error:
            return replace(found, undecided=error.message)

    def _of_live(
        self, found: Examined, resource: Resource, sent: dict[str, Any], live: dict[str, Any]
    ) -> Examined:
        one, stored, namespace = found.object, found.stored, found.namespace
        is_new = (self._identity(one), one.data.get("apiVersion")) not in self._versions
        fault = ""
        if is_new and not self._upgrade.takes_ownership:
            fault = foreign(live, self._upgrade.release, self._upgrade.namespace)
        if fault:
            said = f"{resource_text(one.data, namespace)} exists and cannot be imported into the current release"
            return replace(found, fault=f"{said}: {fault}")
        original = sent if stored is None else _in_namespace(stored.data, namespace)
        return replace(
            found, prediction=self._predictor.updated(resource, namespace, sent, original, live)
        )

    def _of_new(self, found: Examined, resource: Resource, sent: dict[str, Any]) -> Examined:
        namespace = found.namespace
        if namespace and namespace in self._new_namespaces:
            place = resource_namespace(namespace)
            if self._live_namespace(namespace) is None:
                return replace(found, undecided=f"{place} is made by this upgrade")
        prediction = self._predictor.created(resource, namespace, sent)
        return replace(found, prediction=prediction)

    def _live_namespace(self, name: str) -> dict[str, Any] | None:
        resource = self._reader.discovery().find("v1", "Namespace")
        try:
            return None if resource is None else self._live(resource, "", name)
        except ClusterError:
            return {}

    def _unserved(self, one: DiffObject, stored: DiffObject | None) -> Examined:
        api_version = str(one.data.get("apiVersion"))
        if api_version in self._reader.discovery().stale:
            said = f"the server of {api_version} does not answer"
            return Examined(one, stored, undecided=said)
        metadata = one.data.get("metadata")
        namespace = metadata.get("namespace") if isinstance(metadata, dict) else None
        said = (
            f"resource mapping not found for name: {quote(one.key.name)} namespace: {quote(str(namespace or ''))} "
            f'from "": no matches for kind {quote(one.key.kind)} in version {quote(api_version)}\n'
            "ensure CRDs are installed first"
        )
        return Examined(one, stored, unserved=said)

    def _of_dropped(self, one: DiffObject) -> Examined:
        resource = self._resource(one)
        if resource is None:
            return Examined(None, one, undecided="its kind is no more served")
        namespace = self._namespace(one, resource)
        try:
            live = self._live(resource, namespace, one.key.name)
        except ClusterError as error:
            said = f"it cannot be read: {error.message}"
            return Examined(None, one, namespace, undecided=said)
        return Examined(None, one, namespace, live=live, kept=live is not None and is_kept(live))

    def _live(self, resource: Resource, namespace: str, name: str) -> dict[str, Any] | None:
        try:
            found: dict[str, Any] = from_data(self._reader.get(resource, namespace, name))
        except RefusalError as error:
            if error.is_not_found:
                return None
            raise
        return found


def resource_namespace(name: str) -> str:
    """Return how a namespace is named in a sentence."""
    return f"the namespace {quote(name)}"


def _in_namespace(data: dict[str, Any], namespace: str) -> dict[str, Any]:
    """Return an object with its namespace written out, as Helm builds it."""
    metadata = data.get("metadata")
    if not namespace or not isinstance(metadata, dict) or metadata.get("namespace"):
        return data
    return {**data, "metadata": {**metadata, "namespace": namespace}}


def failure_of(found: Iterable[Examined]) -> str:
    """Return the error with which Helm's upgrade ends, blank if it does not.

    Helm stops at the first object that it cannot create, and goes on after one that it cannot update.
    """
    errors: list[str] = []
    known = [one for one in found if one.wanted is not None]
    unserved = [one.unserved for one in known if one.unserved]
    if unserved:
        return "\n".join(
            ("unable to build kubernetes objects from release manifest: " + text)
            if not at
            else text
            for at, text in enumerate(unserved)
        )
    for one in known:
        if one.fault:
            return f"unable to continue with update: {one.fault}"
    for one in known:
        error = one.prediction.error if one.prediction is not None else ""
        if error and one.live is None:
            return error
        if error:
            errors.append(error)
    return " && ".join(errors)
