"""What a suite file says: suites, tests and assertions."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from helmwright.base.records import Record, field

if TYPE_CHECKING:
    from helmwright.go.kinds import Value


class Selector(Record):
    """Which documents an assertion is about: those where ``path`` leads to ``value``.

    value: None takes all documents where the path leads anywhere.
    """

    path: str
    value: Value = None
    match_many: bool = False
    skip_empty: bool = False


class Assertion(Record):
    """One assertion.

    index: its place in the list of the test. kind: as ``equal``. parameters: what stands below it.
    negated: its ``not``. template: blank for the templates of the test.
    document: the index of a document; -1 for all.
    """

    index: int
    kind: str
    parameters: dict[str, Value]
    negated: bool = False
    template: str = ""
    document: int = -1
    selector: Selector | None = None


class ReleaseSettings(Record):
    """What ``.Release`` is to be; blank and 0 where nothing is said."""

    name: str = ""
    namespace: str = ""
    revision: int = 0
    upgrade: bool = False

    def over(self, other: ReleaseSettings) -> ReleaseSettings:
        """Return these settings, and those of ``other`` where these say nothing."""
        return ReleaseSettings(
            self.name or other.name,
            self.namespace or other.namespace,
            self.revision or other.revision,
            self.upgrade or other.upgrade,
        )


class CapabilitySettings(Record):
    """What ``.Capabilities`` is to be; api_versions: None if it is set to nothing."""

    major: str = ""
    minor: str = ""
    api_versions: tuple[str, ...] | None = ()

    def over(self, other: CapabilitySettings) -> CapabilitySettings:
        """Return these settings, and those of ``other``; API versions add up."""
        versions = self.api_versions
        if versions is not None:
            versions += other.api_versions or ()
        return CapabilitySettings(self.major or other.major, self.minor or other.minor, versions)


class ChartSettings(Record):
    """The versions of the chart; blank where nothing is said."""

    version: str = ""
    app_version: str = ""

    def over(self, other: ChartSettings) -> ChartSettings:
        """Return these settings, and those of ``other`` where these say nothing."""
        return ChartSettings(self.version or other.version, self.app_version or other.app_version)


class ClusterSettings(Record):
    """The objects that ``lookup`` finds.

    scheme: ``apiVersion/kind`` to (group, version, resource, namespaced).
    """

    scheme: dict[str, tuple[str, str, str, bool]] = field(default_factory=dict)
    objects: tuple[dict[str, Value], ...] = ()

    def over(self, other: ClusterSettings) -> ClusterSettings:
        """Return both together."""
        return ClusterSettings({**self.scheme, **other.scheme}, (*self.objects, *other.objects))


class Test(Record):
    """One test, with what its suite says filled in.

    values: paths of files, beside the suite or absolute. settings: the suite's and the test's
    ``set``, in this order. templates: those to assert; None for the suite's.
    """

    name: str
    index: int
    values: tuple[str, ...] = ()
    settings: tuple[tuple[str, Value], ...] = ()
    templates: tuple[str, ...] | None = None
    document: int | None = None
    selector: Selector | None = None
    release: ReleaseSettings = field(default_factory=ReleaseSettings)
    capabilities: CapabilitySettings = field(default_factory=CapabilitySettings)
    chart: ChartSettings = field(default_factory=ChartSettings)
    cluster: ClusterSettings = field(default_factory=ClusterSettings)
    assertions: tuple[Assertion, ...] = ()
    skipped: str = ""

    __test__ = False

    @property
    def wants_success(self) -> bool:
        """Whether no assertion is about a chart that cannot be rendered."""
        return all(assertion.kind != "failedTemplate" for assertion in self.assertions)


class Suite(Record):
    """One suite.

    path: of its file. text: its part of the file, which begins behind ``first_line`` lines.
    templates: the templates to render; all if there are none. route: the chart within the chart
    that is rendered, as ``shop/charts/database``.
    """

    __slots__ = ("__dict__",)

    name: str
    path: str
    route: str
    text: str = ""
    first_line: int = 0
    templates: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    include_crds: bool = False
    tests: tuple[Test, ...] = ()
    snapshot_id: str = ""

    @property
    def skipped(self) -> bool:
        """Whether all of its tests are skipped."""
        return all(test.skipped for test in self.tests)

    @property
    def snapshot_path(self) -> str:
        """The path that the snapshots are named after."""
        return f"{self.path}_{self.snapshot_id}" if self.snapshot_id else self.path

    def line(self, test: Test, assertion: int | None = None) -> int:
        """Return the line, from 1, where a test or one of its assertions begins in the file."""
        path: tuple[Any, ...] = ("tests", test.index)
        if assertion is not None:
            path = (*path, "asserts", assertion)
        return self._lines.get(path, 0) + self.first_line + 1

    @cached_property
    def _lines(self) -> dict[tuple[Any, ...], int]:
        from helmwright.base.errors import YAMLError
        from helmwright.go.yaml_positions import positions

        try:
            found = positions(self.text, self.path)
        except YAMLError:
            return {}
        return {
            path: (place.key.line or 1) - 1
            for path, place in found.items()
            if path[:1] == ("tests",) and len(path) in (2, 4)
        }
