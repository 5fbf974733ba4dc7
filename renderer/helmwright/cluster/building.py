"""Rendered documents as objects of a cluster: what Helm checks of them before it does anything.

Source: helm pkg/kube/client.go (Build); k8s.io/cli-runtime pkg/resource visitor.go, mapper.go, metadata_decoder.go;
kubectl pkg/validation/schema.go, validation.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import ClusterError, ManifestError, YAMLError
from helmwright.cluster.discovery import Resource
from helmwright.cluster.kubeconfig import aggregate
from helmwright.go.strconv import quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from helmwright.cluster.discovery import Discovery
    from helmwright.go.yaml_shapes import StructOf

_LIST = ("v1", "List")


class BuiltObject(NamedTuple):
    """An object and where it belongs.

    resource: of its kind. namespace: blank for kinds that have none. name: blank for one that the server names.
    data: the object as it was rendered. generate_name: its ``metadata.generateName``.
    """

    resource: Resource
    namespace: str
    name: str
    data: Mapping[str, Any]
    generate_name: str = ""

    def __str__(self) -> str:
        return f"{self.resource.kind} {quote(self.name)} in namespace {quote(self.namespace)}"


class _StopError(Exception):
    """What ends the reading of a stream at once."""


def build(
    texts: Iterable[str], discovery: Discovery, namespace: str, *, validate: bool = True
) -> list[BuiltObject]:
    """Return the objects of rendered documents; lists are taken apart.

    namespace: of objects that name none. validate: ask for version and kind in the words of the validation,
    which ``--disable-openapi-validation`` turns off. Raises ManifestError with Helm's text, for all documents at once.
    """
    built: list[BuiltObject] = []
    problems: list[str] = []
    try:
        for data in _documents(texts):
            if validate:
                _validate(data)
            try:
                built.extend(_objects(data, discovery, namespace))
            except ClusterError as error:
                problems.append(error.message)
    except _StopError as stop:
        problems.append(str(stop))
    if problems:
        raise ManifestError(aggregate(problems))
    return built


def _documents(texts: Iterable[str]) -> Iterator[Any]:
    """Yield the documents of a stream; blank ones are passed over."""
    from helmwright.go.yaml_read import load, split_documents

    for text in texts:
        try:
            for document in split_documents(text):
                data = load(document)
                if data is not None:
                    yield data
        except YAMLError as error:
            raise _StopError(f"error parsing : {error.message}") from None


def _validate(data: Any) -> None:
    problems = _invalid(data)
    if problems:
        raise _StopError(f'error validating "": error validating data: {aggregate(problems)}')


def _invalid(data: Any) -> list[str]:
    """Return what the validation says of a document that does not say what it is."""
    if not isinstance(data, dict):
        return ["invalid object to validate"]
    problems = []
    version = data.get("apiVersion")
    if version is None:
        problems.append("apiVersion not set")
    elif not isinstance(version, str):
        problems.append("apiVersion isn't string type")
    elif version.count("/") > 1:
        problems.append(f"unexpected GroupVersion string: {version}")
    kind = data.get("kind")
    if kind is None:
        problems.append("kind not set")
    elif not isinstance(kind, str):
        problems.append("kind isn't string type")
    if not problems and (version, kind) == _LIST:
        # The server cannot be asked about such a document, so that its items are validated here.
        for one in data.get("items") or ():
            problems += _invalid(one)
    return problems


def _objects(data: Any, discovery: Discovery, namespace: str) -> list[BuiltObject]:
    """Return the object of a document, or those of a list; raises ClusterError."""
    if not _has_kind(data):
        from helmwright.go.json_write import marshal

        raise ClusterError(f"unable to decode \"\": Object 'Kind' is missing in '{marshal(data)}'")
    _check_metadata(data)
    resource = _mapped(data, discovery)
    if not isinstance(resource, Resource):
        raise ClusterError(
            f'resource mapping not found for {_named(data)} from "": {resource}\n'
            "ensure CRDs are installed first"
        )
    if not isinstance(data.get("items"), list):
        return [_built(data, resource, namespace)]
    return list(_items(data, discovery, namespace))


def _items(data: Mapping[str, Any], discovery: Discovery, namespace: str) -> Iterator[BuiltObject]:
    """Yield the objects of a list, and those of lists in it; raises ClusterError for all that are wrong."""
    kind = str(data["kind"]).removesuffix("List")
    problems = []
    for item in data["items"]:
        found = item if isinstance(item, dict) else {}
        if not found.get("kind") and not found.get("apiVersion"):
            found = {**found, "kind": kind, "apiVersion": data.get("apiVersion")}
        if isinstance(found.get("items"), list):
            yield from _items(found, discovery, namespace)
        elif not _has_kind(found):
            problems.append(
                'unable to get type info from the object "*unstructured.Unstructured": '
                "Object 'Kind' is missing in 'object has no kind field '"
            )
        else:
            resource = _mapped(found, discovery)
            if isinstance(resource, Resource):
                yield _built(found, resource, namespace)
            else:
                problems.append(f"unable to recognize {resource}")
    if problems:
        raise ClusterError(aggregate(problems))


def _has_kind(data: Any) -> bool:
    """Tell whether a document says what it is, in a way that Go reads."""
    if not isinstance(data, dict) or not isinstance(data.get("kind"), str) or not data["kind"]:
        return False
    version = data.get("apiVersion")
    return not isinstance(version, str) or version.count("/") < 2


def _check_metadata(data: Mapping[str, Any]) -> None:
    """Refuse metadata that is of other types than Kubernetes' own."""
    from helmwright.go.yaml_shapes import TypeMismatch, store

    try:
        wanted = {key: data.get(key) for key in ("apiVersion", "kind", "metadata")}
        store(wanted, _metadata_shape())
    except TypeMismatch as error:
        raise ClusterError(f'unable to decode "": {error}') from None


def _metadata_shape() -> StructOf:
    from helmwright.go.yaml_shapes import ANY, STRING, ListOf, MapOf, Shape, StructOf

    number = Shape("int64", "number")
    owner = StructOf(
        "v1.OwnerReference", dict.fromkeys(("apiVersion", "kind", "name", "uid"), STRING)
    )
    texts = ("name", "generateName", "namespace", "selfLink", "uid", "resourceVersion")
    fields: dict[str, Shape] = dict.fromkeys(texts, STRING)
    fields |= {"generation": number, "deletionGracePeriodSeconds": number}
    fields |= {"labels": MapOf(STRING), "annotations": MapOf(STRING), "finalizers": ListOf(STRING)}
    fields |= {"ownerReferences": ListOf(owner), "managedFields": ListOf(ANY)}
    metadata = StructOf("v1.ObjectMeta", fields)
    return StructOf(
        "resource.metadataOnlyObject",
        {"apiVersion": STRING, "kind": STRING, "metadata": metadata},
        embedded={"apiVersion": "TypeMeta", "kind": "TypeMeta"},
    )


def _mapped(data: Mapping[str, Any], discovery: Discovery) -> Resource | str:
    """Return the resource of an object's kind, or what is said of a kind that is not served.

    An object without a version is one of the core. Source: client-go restmapper/discovery.go
    """
    version, kind = str(data.get("apiVersion") or ""), str(data["kind"])
    resources = discovery.resources.get(version or "v1", ())
    for one in resources:
        if "/" not in one.name and kind in (one.kind, one.kind.lower()):
            return one._replace(kind=kind)
    if resources and any(kind in ("List", f"{one.kind}List") for one in resources):
        return Resource(version, kind, f"{kind.lower()}s", namespaced=False)
    return f"no matches for kind {quote(kind)} in version {quote(version)}"


def _named(data: Mapping[str, Any]) -> str:
    metadata = data.get("metadata") or {}
    name, namespace = metadata.get("name") or "", metadata.get("namespace") or ""
    return f"name: {quote(name)} namespace: {quote(namespace)}"


def _built(data: Mapping[str, Any], resource: Resource, namespace: str) -> BuiltObject:
    metadata = data.get("metadata") or {}
    place = (metadata.get("namespace") or namespace) if resource.namespaced else ""
    generate = metadata.get("generateName") or ""
    return BuiltObject(resource, place, metadata.get("name") or "", data, generate)
