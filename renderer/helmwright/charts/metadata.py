"""What Chart.yaml says about a chart, cleaned and checked as Helm does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import ChartError, FunctionError, GoError, Position
from helmwright.eras.era import DEFAULT
from helmwright.go.spaces import SPACE

if TYPE_CHECKING:
    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value

_SPACES = frozenset(SPACE) - {" "}
_ALIAS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


class Maintainer:
    """A person named in Chart.yaml."""

    __slots__ = ("email", "name", "url")

    def __init__(self, name: str = "", email: str = "", url: str = "") -> None:
        self.name = name
        self.email = email
        self.url = url


class Dependency:
    """One entry of ``dependencies`` in Chart.yaml.

    name: the name of the subchart; its alias once dependencies have been processed.
    condition: comma-separated paths into the values.
    enabled: set when dependencies are processed.
    import_values: strings and ``{child, parent}`` maps, as written.
    """

    __slots__ = (
        "alias",
        "condition",
        "enabled",
        "import_values",
        "name",
        "repository",
        "tags",
        "version",
    )

    def __init__(  # noqa: PLR0913 - the fields of an entry
        self,
        name: str = "",
        version: str = "",
        repository: str = "",
        condition: str = "",
        tags: list[str] | None = None,
        *,
        enabled: bool = False,
        import_values: list[Value] | None = None,
        alias: str = "",
    ) -> None:
        self.name = name
        self.version = version
        self.repository = repository
        self.condition = condition
        self.tags: list[str] = [] if tags is None else tags
        self.enabled = enabled
        self.import_values: list[Value] = [] if import_values is None else import_values
        self.alias = alias

    def copy(self) -> Dependency:
        """Return a copy that shares the lists, as Go's struct copy does."""
        return Dependency(
            self.name,
            self.version,
            self.repository,
            self.condition,
            self.tags,
            enabled=self.enabled,
            import_values=self.import_values,
            alias=self.alias,
        )


class Metadata:
    """What Chart.yaml says.

    annotations: ``None`` when there are none (templates can tell from ``{}`` in JSON).
    dependencies: ``None`` when the key is missing, null, or every dependency was disabled.
    """

    __slots__ = (
        "annotations",
        "api_version",
        "app_version",
        "condition",
        "dependencies",
        "deprecated",
        "description",
        "home",
        "icon",
        "keywords",
        "kube_version",
        "maintainers",
        "name",
        "sources",
        "tags",
        "type",
        "version",
    )

    def __init__(self, name: str = "", version: str = "", api_version: str = "") -> None:
        self.name = name
        self.home = ""
        self.sources: list[str] = []
        self.version = version
        self.description = ""
        self.keywords: list[str] = []
        self.maintainers: list[Maintainer] = []
        self.icon = ""
        self.api_version = api_version
        self.condition = ""
        self.tags = ""
        self.app_version = ""
        self.deprecated = False
        self.annotations: dict[str, str] | None = None
        self.kube_version = ""
        self.dependencies: list[Dependency] | None = None
        self.type = ""

    def copy(self, *, shared: bool = False) -> Metadata:
        """Return a copy with its own dependencies, or with shared ones; the other lists are shared."""
        copied = Metadata.__new__(Metadata)
        for name in Metadata.__slots__:
            setattr(copied, name, getattr(self, name))
        if self.dependencies is not None and not shared:
            copied.dependencies = [dependency.copy() for dependency in self.dependencies]
        return copied


class Lock:
    """Chart.lock: the exact versions of the dependencies. Rendering only checks that it can be read.

    generated: when it was written, as RFC 3339 says it; empty for Go's zero time.
    """

    __slots__ = ("dependencies", "digest", "generated")

    def __init__(self) -> None:
        self.generated = ""
        self.digest = ""
        self.dependencies: list[Dependency] | None = None


def validate(metadata: Metadata, path: str = "", text: bytes = b"", era: Era = DEFAULT) -> None:
    """Clean the texts of ``metadata`` and refuse what Helm refuses.

    path, text: the Chart.yaml it was read from, for the error's position.
    era: the Helm that refuses.
    Raises ChartError with Helm's text.
    Source: helm pkg/chart/v2/metadata.go, dependency.go (Validate).
    """
    for attribute in _CLEANED:
        setattr(metadata, attribute, clean(getattr(metadata, attribute)))
    metadata.sources[:] = [clean(source) for source in metadata.sources]
    metadata.keywords[:] = [clean(keyword) for keyword in metadata.keywords]
    try:
        _check_metadata(metadata, era.name_checks)
        for maintainer in metadata.maintainers:
            _check_maintainer(maintainer)
        _check_dependencies(metadata.dependencies or [], era.name_checks)
    except _RefusalError as refusal:
        position = Position(path, _line_of(text, refusal.key)) if path else None
        raise ChartError(f"validation: {refusal.message}", position) from None


_CLEANED = (
    "name",
    "description",
    "home",
    "icon",
    "condition",
    "tags",
    "app_version",
    "kube_version",
)


class _RefusalError(GoError):
    """Why Chart.yaml is not valid, and the key that is to blame."""

    def __init__(self, message: str, key: str) -> None:
        super().__init__(message)
        self.key = key


def _check_metadata(metadata: Metadata, checks: frozenset[str]) -> None:
    name = metadata.name
    if not metadata.api_version:
        raise _RefusalError("chart.metadata.apiVersion is required", "apiVersion")
    if not name:
        raise _RefusalError("chart.metadata.name is required", "name")
    if "dots" in checks and name in (".", ".."):
        raise _RefusalError(f"chart.metadata.name {_quote(name)} is not allowed", "name")
    if "slashes" in checks and "/" in name and name != "/":
        raise _RefusalError(f"chart.metadata.name {_quote(name)} is invalid", "name")
    if not metadata.version:
        raise _RefusalError("chart.metadata.version is required", "version")
    if not _is_version(metadata.version):
        raise _RefusalError(
            f"chart.metadata.version {_quote(metadata.version)} is invalid", "version"
        )
    if metadata.type not in ("", "application", "library"):
        raise _RefusalError("chart.metadata.type must be application or library", "type")


def _check_maintainer(maintainer: Maintainer | None) -> None:
    if maintainer is None:
        raise _RefusalError("maintainers must not contain empty or null nodes", "maintainers")
    maintainer.name = clean(maintainer.name)
    maintainer.email = clean(maintainer.email)
    maintainer.url = clean(maintainer.url)


def _check_dependencies(dependencies: list[Dependency], checks: frozenset[str]) -> None:
    names = set()
    for dependency in dependencies:
        if dependency is None:
            message = "dependencies must not contain empty or null nodes"
            raise _RefusalError(message, "dependencies")
        dependency.name = clean(dependency.name)
        dependency.version = clean(dependency.version)
        dependency.repository = clean(dependency.repository)
        dependency.condition = clean(dependency.condition)
        dependency.tags[:] = [clean(tag) for tag in dependency.tags]
        if not _ALIAS.issuperset(dependency.alias):
            message = f"dependency {_quote(dependency.name)} has disallowed characters in the alias"
            raise _RefusalError(message, "dependencies")
        name = dependency.alias or dependency.name
        if "duplicates" in checks and name in names:
            message = f"more than one dependency with name or alias {_quote(name)}"
            raise _RefusalError(message, "dependencies")
        names.add(name)


def is_compatible(constraint: str, version: str) -> bool:
    """Tell whether ``version`` is in the range; False if either cannot be read.

    Source: helm pkg/chart/v2/util/compatible.go
    """
    from helmwright.go.semver import parse_constraint, parse_version

    try:
        return parse_constraint(constraint).check(parse_version(version))
    except FunctionError:
        return False


def _is_version(text: str) -> bool:
    from helmwright.go.semver import parse_version

    try:
        parse_version(text)
    except FunctionError:
        return False
    return True


def clean(text: str) -> str:
    """Turn every space into a plain one and drop what cannot be printed."""
    if text.isascii() and text.isprintable():
        return text
    from helmwright.go.printable import is_printable

    spaced = "".join(" " if character in _SPACES else character for character in text)
    return "".join(character for character in spaced if is_printable(ord(character)))


def _line_of(text: bytes, key: str) -> int | None:
    """Return the line of a top-level key, counted from 1."""
    start = f"{key}:".encode()
    for number, line in enumerate(text.split(b"\n"), 1):
        if line.startswith(start):
            return number
    return None


def _quote(text: str) -> str:
    from helmwright.go.strconv import quote

    return quote(text)
