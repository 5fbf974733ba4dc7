"""``template --dry-run=server`` and ``--validate``: the cluster's capabilities, its lookups, and whose its objects are.

Source: helm pkg/action/install.go (RunWithContext), pkg/kube/client.go (IsReachable)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import ClusterError, HelmwrightError, UnreachableError

if TYPE_CHECKING:
    from helmwright.charts.chart import Chart
    from helmwright.cli.template_flags import TemplateFlags
    from helmwright.cluster import Cluster
    from helmwright.commands import Context
    from helmwright.eras.era import Era
    from helmwright.go.world import World
    from helmwright.rendering.capabilities import Capabilities
    from helmwright.rendering.release import Release
    from helmwright.rendering.steps import Rendering


class Asked(NamedTuple):
    """What of a cluster counts; Helm 4 asks for all of it, Helm 3 for one half or the other.

    refusing: how the error about somebody else's objects begins.
    """

    lookups: bool
    capabilities: bool
    refusing: str


def asked_of(flags: TemplateFlags, era: Era) -> Asked:
    """Return what the flags ask of a cluster."""
    on_server = flags.dry_run == "server"
    if era.version.startswith("v3."):
        return Asked(on_server, flags.validate, "Unable to continue with install")
    asks = on_server or flags.validate
    return Asked(asks, asks, "unable to continue with install")


class ServerDryRun:
    """A cluster that a render is made for and held against."""

    def __init__(self, context: Context, flags: TemplateFlags, asked: Asked, era: Era) -> None:
        """Connect; raises ClusterError with Helm's text, and UsageError without the package kubernetes."""
        self._context = context
        self._flags = flags
        self._asked = asked
        self._era = era
        self._capabilities: Capabilities | None = None
        try:
            self._cluster = self._connected()
        except UnreachableError as error:
            raise self._unreachable(error) from None

    def _connected(self) -> Cluster:
        from helmwright.cluster.interface import Cluster
        from helmwright.commands.cluster_flags import overrides

        flag = "--validate" if self._flags.validate else "--dry-run=server"
        cluster = Cluster.opened(overrides(self._flags), asked_for=flag, log=self._context.log)
        if self._asked.capabilities:
            try:
                cluster.reader.version()
            except ClusterError as error:
                raise UnreachableError(error.message) from None
        return cluster

    def _unreachable(self, error: UnreachableError) -> ClusterError:
        if not self._asked.capabilities:
            return ClusterError(error.message)
        text = f"cluster reachability check failed: kubernetes cluster unreachable: {error.message}"
        self._context.log("ERROR", text)
        return ClusterError(text)

    def look(self, chart: Chart) -> None:
        """Ask for the capabilities, once the subcharts of a chart are chosen; warn of what is not as installed."""
        if not self._asked.capabilities:
            return
        if not self._flags.skip_crds and next(iter(chart.crds()), None) is not None:
            self._context.log(
                "WARN",
                "This chart or one of its subcharts contains CRDs. Rendering may fail or contain "
                "inaccuracies.",
            )
        ignored = [
            f"--{name}" for name in ("kube-version", "api-versions") if name in self._flags.given
        ]
        if ignored:
            verb = "is" if len(ignored) == 1 else "are"
            self._context.log("WARN", f"{' and '.join(ignored)} {verb} ignored: the cluster counts")
        try:
            self._cluster.reader.version()
        except ClusterError as error:
            raise ClusterError(
                f"could not get server version from Kubernetes: {error.message}"
            ) from None
        try:
            self._capabilities = self._cluster.capabilities(self._era)
        except ClusterError as error:
            step = "could not get apiVersions from Kubernetes: "
            raise ClusterError(f"{step}{step}{error.message}") from None

    def capabilities(self, offline: Capabilities) -> Capabilities:
        """Return what templates see of the cluster; offline: where it is not asked."""
        return self._capabilities or offline

    def world(self, offline: World) -> World:
        """Return a world whose ``lookup`` asks the cluster."""
        if not self._asked.lookups:
            return offline
        flags = self._flags
        return self._cluster.world(flags.now or None, flags.seed, resolve_hosts=flags.enable_dns)

    def check(self, rendering: Rendering, release: Release) -> None:
        """Refuse objects that the cluster does not know, and those that are somebody else's; as Helm does it.

        Raises HelmwrightError with Helm's text.
        """
        from helmwright.cluster.building import build
        from helmwright.cluster.ownership import check_existing

        flags = self._flags
        if flags.output_dir or not self._asked.capabilities:  # Helm keeps no manifest that it wrote
            return
        crds = [text for _, text in rendering.crds] if flags.include_crds else []
        reader = self._cluster.reader
        try:
            objects = build(
                [*crds, *(one.content for one in rendering.manifests)],
                reader.discovery(),
                release.namespace,
                validate=not flags.disable_openapi_validation,
            )
        except HelmwrightError as error:
            error.message = (
                f"unable to build kubernetes objects from release manifest: {error.message}"
            )
            raise
        if flags.is_upgrade:
            return
        try:
            check_existing(
                objects,
                reader,
                release.name,
                release.namespace,
                take_ownership=flags.take_ownership,
            )
        except ClusterError as error:
            raise ClusterError(f"{self._asked.refusing}: {error.message}") from None

    def close(self) -> None:
        """Close the connections."""
        self._cluster.close()
