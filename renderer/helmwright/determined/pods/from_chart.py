"""The master's configuration as the chart renders it, and which values it came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import ChartError
from helmwright.determined.pods.sources import Source, TextFile
from helmwright.determined.versions import LATEST, DeterminedRelease
from helmwright.eras.era import DEFAULT
from helmwright.go.yaml_read import load_map
from helmwright.rendering.release import Release
from helmwright.rendering.renderer import ChartRenderer, coalesce

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.log import Log
    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.determined.pods.sources import Document, Written
    from helmwright.eras.era import Era
_FILE = "master.yaml"
_DEFAULTS, _VALUES = "task_container_defaults", "taskContainerDefaults"
_KEYS = {
    "cpu_pod_spec": "cpuPodSpec",
    "gpu_pod_spec": "gpuPodSpec",
    "checkpoint_gc_pod_spec": "checkpointGcPodSpec",
    "registry_auth": "registryAuth",
    "add_capabilities": "addCapabilities",
    "drop_capabilities": "dropCapabilities",
    "shm_size_bytes": "shmSizeBytes",
    "network_mode": "networkMode",
    "preemption_timeout": "preemptionTimeout",
    "bind_mounts": "bindMounts",
}


def master_config_of(
    chart: Chart, overrides: Document, *, log: Log, era: Era = DEFAULT
) -> tuple[Document, str]:
    """Return the content of master.yaml that the chart renders, as data and as text.

    Raises ``ChartError`` if the chart has none, and what rendering raises.
    """
    renderer = ChartRenderer(chart, log=log, era=era)
    # An upgrade does not ask for the password of a new installation.
    rendering = renderer.render(overrides, Release("determined", "default", is_upgrade=True))
    for manifest in rendering.manifests:
        if manifest.kind in ("ConfigMap", "Secret"):
            document = load_map(manifest.content)
            for key in ("data", "stringData"):
                data: Any = document.get(key)
                if type(data) is dict and type(data.get(_FILE)) is str:
                    return load_map(data[_FILE]), data[_FILE]
    raise ChartError(
        f"the chart renders no {_FILE}: if masterConfig.existingSecret names your own, "
        "give its content with --master-config"
    )


def release_of(chart: Chart, overrides: Document, *, era: Era = DEFAULT) -> DeterminedRelease:
    """Return the release of Determined that the values ask for."""
    values = coalesce(chart, overrides, era=era)
    for text in (values.get("detRelease"), values.get("detVersion"), chart.metadata.app_version):
        release = DeterminedRelease.parse(str(text)) if text else None
        if release is not None:
            return release
    return LATEST


def values_source(written: tuple[Written, ...], chart: Chart, config: Document) -> Source:
    """Return where the parts of master.yaml were written: flags and files, then the chart."""
    own = tuple(
        TextFile(f"{chart.path}/{raw.name}", raw.data)
        for raw in chart.raw
        if raw.name == "values.yaml"
    )
    aliases: dict[Path, Path] = {
        (_DEFAULTS,): (_VALUES,),
        ("resource_pools",): ("resourcePools",),
        ("resource_manager",): (),
    }
    for key, name in _KEYS.items():
        aliases[_DEFAULTS, key] = (_VALUES, name)
    for path in _pod_paths(config):
        secrets = (*path, "spec", "imagePullSecrets")
        if path[0] == _DEFAULTS:
            given: Path = (_VALUES, _KEYS[str(path[1])])
        else:
            given = ("resourcePools", *path[1:])
        if not any(one.place((*given, "spec", "imagePullSecrets")) for one in written):
            aliases[secrets] = (_VALUES, "imagePullSecrets")
    return Source((*written, *own), (), aliases)


def _pod_paths(config: Document) -> Iterator[Path]:
    keys = [key for key in _KEYS if key.endswith("_pod_spec")]
    yield from ((_DEFAULTS, key) for key in keys)
    pools: Any = config.get("resource_pools")
    for index in range(len(pools) if type(pools) is list else 0):
        yield from (("resource_pools", index, _DEFAULTS, key) for key in keys)
