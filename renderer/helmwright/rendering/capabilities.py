"""What charts see as ``.Capabilities``: the Kubernetes version, its APIs, and Helm's own version.

Source: helm pkg/chart/common/capabilities.go, internal/version/version.go, helm v3 pkg/chartutil/capabilities.go,
k8s.io/apimachinery pkg/util/version/version.go
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from helmwright.base.argument_types import checked
from helmwright.base.errors import ChartError, FunctionError, GoError, UsageError
from helmwright.eras.era import DEFAULT
from helmwright.eras.meant import as_era
from helmwright.go.function import Function
from helmwright.go.kinds import Slice, Struct

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value

_DEFAULT_APIS = """
v1
admissionregistration.k8s.io/v1 admissionregistration.k8s.io/v1alpha1
admissionregistration.k8s.io/v1beta1 internal.apiserver.k8s.io/v1alpha1
apps/v1 apps/v1beta1 apps/v1beta2
authentication.k8s.io/v1 authentication.k8s.io/v1alpha1 authentication.k8s.io/v1beta1
authorization.k8s.io/v1 authorization.k8s.io/v1beta1
autoscaling/v1 autoscaling/v2 batch/v1 batch/v1beta1
certificates.k8s.io/v1 certificates.k8s.io/v1beta1 certificates.k8s.io/v1alpha1
coordination.k8s.io/v1alpha2 coordination.k8s.io/v1beta1 coordination.k8s.io/v1
discovery.k8s.io/v1 discovery.k8s.io/v1beta1 events.k8s.io/v1 events.k8s.io/v1beta1
extensions/v1beta1
flowcontrol.apiserver.k8s.io/v1 flowcontrol.apiserver.k8s.io/v1beta1
flowcontrol.apiserver.k8s.io/v1beta2 flowcontrol.apiserver.k8s.io/v1beta3
networking.k8s.io/v1 networking.k8s.io/v1beta1
node.k8s.io/v1 node.k8s.io/v1alpha1 node.k8s.io/v1beta1 policy/v1 policy/v1beta1
rbac.authorization.k8s.io/v1 rbac.authorization.k8s.io/v1beta1 rbac.authorization.k8s.io/v1alpha1
resource.k8s.io/v1 resource.k8s.io/v1beta2 resource.k8s.io/v1beta1 resource.k8s.io/v1alpha3
scheduling.k8s.io/v1alpha2 scheduling.k8s.io/v1beta1 scheduling.k8s.io/v1
storage.k8s.io/v1beta1 storage.k8s.io/v1 storage.k8s.io/v1alpha1
storagemigration.k8s.io/v1beta1 apiextensions.k8s.io/v1beta1 apiextensions.k8s.io/v1
"""
"""The group versions that the default era knows without a cluster, in its order."""


class KubeVersion(Struct):
    """The version of Kubernetes.

    version: as given, with a ``v`` (``v1.33.4-gke.1``).
    normalized: the numbers only (``v1.33.4``); constraints and direct printing use it. A cluster's version has
        none: blank, and the version itself counts.
    major, minor: decimal strings.
    """

    __slots__ = ("addressable", "major", "minor", "normalized", "version")
    go_type: ClassVar[str] = "common.KubeVersion"
    # fmt prints the field that is not exported, too; templates and JSON must not see it
    go_fields: ClassVar[Mapping[str, str]] = {
        "Version": "version",
        "normalizedVersion": "normalized",
        "Major": "major",
        "Minor": "minor",
    }
    go_unexported: ClassVar[frozenset[str]] = frozenset(("normalizedVersion",))
    go_methods: ClassVar[Mapping[str, Function]] = {
        "String": Function("String", lambda version: version.shown, ()),
        "GitVersion": Function("GitVersion", lambda version: version.version, ()),
    }

    def __init__(self, version: str, normalized: str, major: str, minor: str) -> None:
        self.version = version
        self.normalized = normalized
        self.major = major
        self.minor = minor
        self.addressable = True

    @property
    def shown(self) -> str:
        """What Go's ``String`` returns, and what constraints are held against."""
        return self.normalized or self.version

    def addressed_string(self) -> str | None:
        """Return what a template prints for ``{{ .Capabilities.KubeVersion }}`` itself.

        ``String`` has a pointer receiver: only the printing of an addressable field finds it.
        Everything that passes through a function prints as a struct, which None stands for.
        """
        return self.shown if self.addressable else None

    def passed(self) -> KubeVersion:
        """Return a copy that is not addressable."""
        copied = type(self)(self.version, self.normalized, self.major, self.minor)
        copied.addressable = False
        return copied

    def deep_copied(self) -> KubeVersion:
        """Return a copy without the field that is not exported."""
        return type(self)(self.version, "", self.major, self.minor)

    def json_value(self) -> Value:
        """Return the exported fields."""
        return {"Version": self.version, "Major": self.major, "Minor": self.minor}


class VersionSet(Slice):
    """The API versions that the cluster serves, as ``group/version`` or ``group/version/Kind``."""

    __slots__ = ()
    go_type = "common.VersionSet"
    go_element = "string"
    go_methods: ClassVar[Mapping[str, Function]] = {
        "Has": Function("Has", lambda versions, wanted: wanted in versions, ("string",)),
    }


GO_VERSION = DEFAULT.build.go_version
"""The Go that the release was built with; a Helm built elsewhere tells its own."""


class BuildInfo(Struct):
    """The version of Helm that charts are told: that of the released binary, of the default era."""

    __slots__ = ("git_commit", "git_tree_state", "go_version", "kube_client_version", "version")
    go_type: ClassVar[str] = "version.BuildInfo"
    go_fields: ClassVar[Mapping[str, str]] = {
        "Version": "version",
        "GitCommit": "git_commit",
        "GitTreeState": "git_tree_state",
        "GoVersion": "go_version",
        "KubeClientVersion": "kube_client_version",
    }

    def __init__(
        self,
        version: str = DEFAULT.version,
        git_commit: str = DEFAULT.build.commit,
        git_tree_state: str = "clean",
        go_version: str | None = None,
        kube_client_version: str = DEFAULT.build.kube_client or "",
    ) -> None:
        self.version = version
        self.git_commit = git_commit
        self.git_tree_state = git_tree_state
        self.go_version = go_version or GO_VERSION
        self.kube_client_version = kube_client_version

    def json_value(self) -> Value:
        """Return the fields under their JSON names; empty ones are left out but for the last."""
        optional = {
            "version": self.version,
            "git_commit": self.git_commit,
            "git_tree_state": self.git_tree_state,
            "go_version": self.go_version,
        }
        fields = {name: text for name, text in optional.items() if text}
        fields["kube_client_version"] = self.kube_client_version
        return fields


class Capabilities(Struct):
    """Everything below ``.Capabilities``."""

    __slots__ = ("api_versions", "helm_version", "kube_version")
    go_type: ClassVar[str] = "*common.Capabilities"
    go_kind: ClassVar[str] = "ptr"
    go_fields: ClassVar[Mapping[str, str]] = {
        "KubeVersion": "kube_version",
        "APIVersions": "api_versions",
        "HelmVersion": "helm_version",
    }

    def __init__(
        self, kube_version: KubeVersion, api_versions: VersionSet, helm_version: BuildInfo
    ) -> None:
        self.kube_version = kube_version
        self.api_versions = api_versions
        self.helm_version = helm_version

    @classmethod
    @checked
    def default(
        cls,
        kube_version: KubeVersion | None = None,
        extra_apis: Iterable[str] = (),
        era: Era | str = DEFAULT,
    ) -> Capabilities:
        """Return what Helm assumes without a cluster.

        kube_version: replaces the default, as ``--kube-version`` does.
        extra_apis: added behind the default ones, as ``--api-versions`` does.
        era: the Helm that assumes it.
        """
        if era is not DEFAULT:
            return _of_era(as_era(era), kube_version, extra_apis)
        return cls(
            kube_version or _version_of(DEFAULT.kube_minor),
            VersionSet((*_DEFAULT_APIS.split(), *extra_apis)),
            BuildInfo(),
        )

    def deep_copied(self) -> Capabilities:
        """Return another pointer to copies of the parts."""
        versions = type(self.api_versions)(self.api_versions)
        return type(self)(self.kube_version.deep_copied(), versions, self.helm_version)

    def copy(self) -> Capabilities:
        """Return another pointer to the same parts."""
        return type(self)(self.kube_version, self.api_versions, self.helm_version)


Capabilities.go_methods = {"Copy": Function("Copy", Capabilities.copy, ())}


class Classes(NamedTuple):
    """The Go types of one era: their names, and the fields that they have."""

    kube_version: type[KubeVersion]
    version_set: type[VersionSet]
    build_info: type[BuildInfo]
    capabilities: type[Capabilities]


class _TaggedBuildInfo(BuildInfo):
    """Without what Kubernetes it was built for."""

    __slots__ = ()
    go_fields: ClassVar[Mapping[str, str]] = {
        name: attribute
        for name, attribute in BuildInfo.go_fields.items()
        if name != "KubeClientVersion"
    }

    def json_value(self) -> Value:
        """Return the fields under their JSON names that are not empty."""
        fields = super().json_value()
        del fields["kube_client_version"]
        return fields


@cache
def classes_of(package: str, *, keeps_suffix: bool, tells_kube: bool) -> Classes:
    """Return the types of an era.

    package: the one in their names. keeps_suffix: a version has what follows its numbers beside them.
    tells_kube: the build says for which Kubernetes it is.
    """
    version = type(
        "KubeVersion",
        (KubeVersion,),
        {
            "__slots__": (),
            "go_type": f"{package}.KubeVersion",
            "go_fields": {
                name: attribute
                for name, attribute in KubeVersion.go_fields.items()
                if keeps_suffix or name not in KubeVersion.go_unexported
            },
            "go_unexported": KubeVersion.go_unexported if keeps_suffix else frozenset(),
        },
    )
    versions = type(
        "VersionSet", (VersionSet,), {"__slots__": (), "go_type": f"{package}.VersionSet"}
    )
    whole = type(
        "Capabilities", (Capabilities,), {"__slots__": (), "go_type": f"*{package}.Capabilities"}
    )
    return Classes(version, versions, BuildInfo if tells_kube else _TaggedBuildInfo, whole)


def _of_era(era: Era, kube_version: KubeVersion | None, extra_apis: Iterable[str]) -> Capabilities:
    """Return what an era assumes without a cluster; see ``Capabilities.default``."""
    from helmwright.rendering.api_versions import known_apis

    version = kube_version or _version_of(era.kube_minor)
    if not era.keeps_kube_suffix:
        numbers = version.normalized
        version = KubeVersion(numbers, numbers, version.major, version.minor)
    apis = known_apis(_DEFAULT_APIS.split(), era.kube_minor)
    return described(version, (*apis, *extra_apis), era)


def described(version: KubeVersion, apis: Iterable[str], era: Era) -> Capabilities:
    """Return capabilities in the types of an era, with what it says of its own build."""
    build = era.build
    made = classes_of(
        era.type_package,
        keeps_suffix=era.keeps_kube_suffix,
        tells_kube=build.kube_client is not None,
    )
    return made.capabilities(
        made.kube_version(version.version, version.normalized, version.major, version.minor),
        made.version_set(apis),
        made.build_info(
            era.version, build.commit, "clean", build.go_version, build.kube_client or ""
        ),
    )


def _version_of(minor: int) -> KubeVersion:
    """Return Kubernetes 1.minor.0."""
    return KubeVersion(f"v1.{minor}.0", f"v1.{minor}.0", "1", str(minor))


@checked
def parse_kube_version(text: str, era: Era | str = DEFAULT) -> KubeVersion:
    """Read the argument of ``--kube-version``.

    Two numbers are enough (``1.33``), and anything may follow the numbers.
    What an era does not keep of it, ``Capabilities.default`` drops.
    era: the Helm that reads it.
    Raises UsageError with Helm's text.
    """
    if as_era(era).kube_versions == "semver":
        return _semantic_kube_version(text)
    try:
        numbers = _version_numbers(text)
    except ValueError as error:
        raise UsageError(f"invalid kube version '{text}': {error}") from None
    version = text if text.startswith("v") else f"v{text}"
    normalized = "v" + ".".join(map(str, numbers))
    return KubeVersion(version, normalized, str(numbers[0]), str(numbers[1]))


def _semantic_kube_version(text: str) -> KubeVersion:
    """Read the argument of ``--kube-version`` as a semantic version, which one number can be."""
    from helmwright.functions.semver_older import parse_older_version

    try:
        parsed = parse_older_version(text, capitals=True)
    except FunctionError as error:
        raise UsageError(f"invalid kube version '{text}': {error.message}") from None
    version = f"v{parsed}"
    return KubeVersion(version, version, str(parsed.major), str(parsed.minor))


def _version_numbers(text: str) -> list[int]:
    """Return the numbers that ``text`` begins with.

    Raises ValueError with apimachinery's text.
    """
    from helmwright.go.strconv import parse_uint, quote

    rest = text.lstrip("\t\n\f\r ").removeprefix("v")
    # What follows the numbers must not span lines: the pattern's dot matches no newline.
    numbers = rest[: len(rest) - len(rest.lstrip("0123456789."))]
    parts = numbers.split(".")
    for index, part in enumerate(parts):
        if not part:
            parts = parts[:index]
            break
    if not parts or "\n" in rest:
        raise ValueError(f"could not parse {quote(text)} as version")
    if len(parts) < 2:
        raise ValueError(f"illegal version string {quote(text)}")
    if parts[0].startswith("0") and parts[0] != "0":
        raise ValueError(
            f"illegal zero-prefixed version component {quote(parts[0])} in {quote(text)}"
        )
    components = []
    for part in parts:
        try:
            components.append(parse_uint(part))
        except GoError as error:
            raise ValueError(
                f"illegal non-numeric version component {quote(part)} in {quote(text)}: {error.message}"
            ) from None
    return components


def check_kube_constraint(constraint: str, kube_version: KubeVersion) -> None:
    """Refuse to go on if a chart's ``kubeVersion`` excludes ``kube_version``.

    Raises ChartError with Helm's text.
    Source: helm pkg/action/action.go (renderResources).
    """
    if not constraint:
        return
    from helmwright.charts.metadata import is_compatible

    if not is_compatible(constraint, kube_version.shown):
        raise ChartError(
            f"chart requires kubeVersion: {constraint} "
            f"which is incompatible with Kubernetes {kube_version.version}"
        )
