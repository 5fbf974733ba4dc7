"""A cluster that charts are rendered against."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Self

from helmwright.base.argument_types import checked
from helmwright.base.log import ignore
from helmwright.cluster.settings import Overrides, cluster_settings, release_namespace
from helmwright.eras.era import DEFAULT
from helmwright.eras.meant import as_era

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.base.log import Log
    from helmwright.cluster.reader import Reader
    from helmwright.eras.era import Era
    from helmwright.go.world import World
    from helmwright.rendering.capabilities import Capabilities


class Cluster:
    """A cluster, which is only read; make one with ``Cluster.live``.

    Requests are GET, the reviews of one's own rights, and dry runs; nothing else is ever sent.

    reader: who answers. namespace: the one that a release goes to if nothing else is said.
    """

    def __init__(self, reader: Reader, namespace: str = "default", log: Log = ignore) -> None:
        self.reader = reader
        self.namespace = namespace
        self._log = log

    def __repr__(self) -> str:
        return f"<Cluster {self.reader.where}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @classmethod
    @checked
    def live(  # noqa: PLR0913 - keywords only: Helm's flags
        cls,
        *,
        context: str = "",
        namespace: str = "",
        kubeconfig: str | os.PathLike[str] = "",
        server: str = "",
        token: str = "",
        as_user: str = "",
        as_groups: Iterable[str] = (),
        ca_file: str | os.PathLike[str] = "",
        tls_server_name: str = "",
        insecure_skip_tls_verify: bool = False,
        seconds: float = 30.0,
    ) -> Cluster:
        """Return the cluster of a kubeconfig, read as Helm and kubectl read it.

        The arguments are Helm's flags ``--kube-context``, ``--namespace``, ``--kubeconfig``, ``--kube-apiserver``,
        ``--kube-token`` …; without them the current context of KUBECONFIG counts, or of ``~/.kube/config``, or the
        pod's service account. The variables of Helm, such as HELM_KUBECONTEXT, do not. seconds: how long an answer
        may take.

        Raises UnreachableError for a configuration that cannot work, and UsageError without the package
        ``kubernetes`` (``pip install 'helmwright[cluster]'``). Nothing is sent yet.
        """
        return cls.opened(
            Overrides(
                kubeconfig=os.fspath(kubeconfig),
                context=context,
                namespace=namespace,
                token=token,
                as_user=as_user,
                as_groups=tuple(as_groups),
                server=server,
                ca_file=os.fspath(ca_file),
                tls_server_name=tls_server_name,
                insecure_skip_tls_verify=insecure_skip_tls_verify,
            ),
            seconds=seconds,
        )

    @classmethod
    def opened(
        cls,
        overrides: Overrides,
        *,
        asked_for: str = "a cluster",
        seconds: float = 30.0,
        log: Log = ignore,
    ) -> Cluster:
        """Return the cluster that flags and variables mean; raises as ``live`` does.

        asked_for: what needs a cluster, for the error without the package. log: told what Helm logs.
        """
        from helmwright.cluster.live import LiveReader

        settings = cluster_settings(overrides)
        reader = LiveReader(settings, asked_for=asked_for, seconds=seconds)
        return cls(reader, release_namespace(overrides), log)

    def close(self) -> None:
        """Close the connections."""
        close = getattr(self.reader, "close", None)
        if close is not None:
            close()

    @checked
    def world(
        self,
        now: str | None = None,
        seed: int | None = None,
        *,
        resolve_hosts: bool = False,
    ) -> World:
        """Return the world of a render whose ``lookup`` asks this cluster; equal questions are asked once.

        now, seed: as ``World.fixed`` has them, for output that repeats. resolve_hosts: as ``World.real`` has it.
        """
        from helmwright.cluster.lookup import Lookup
        from helmwright.go.world import World

        lookup = Lookup(self.reader, self._log)
        if now is None and seed is None:
            return World.real(resolve_hosts=resolve_hosts, lookup=lookup)
        return World.fixed(now, seed, lookup=lookup)

    def capabilities(self, era: Era | str = DEFAULT) -> Capabilities:
        """Return what ``.Capabilities`` is on this cluster; raises ClusterError.

        era: the Helm that says it, or its version.

        The API versions are sorted; Helm has them in an order that changes from run to run.
        Source: helm pkg/action/action.go (getCapabilities)
        """
        from helmwright.rendering.capabilities import KubeVersion, described

        version = self.reader.version()
        kube = KubeVersion(version.git_version, "", version.major, version.minor)
        return described(kube, self.reader.discovery().api_versions(), as_era(era))
