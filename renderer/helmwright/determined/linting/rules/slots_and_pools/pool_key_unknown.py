"""A resource pool has a key that the master does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._pool_keys import is_camel, sections
from helmwright.determined.master_schema import releases_with
from helmwright.lint.nearest import distance, nearest
from helmwright.values.editing import Rename

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.rules.slots_and_pools._pool_keys import PoolSection
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_HEAD = "resourcePools:\n  - pool_name: prod_pool\n"
_ELSEWHERE = {
    "cpuImage": "write 'image: {cpu: …}' instead",
    "gpuImage": "write 'image: {cuda: …}' instead",
    "rocmImage": "write 'image: {rocm: …}' instead",
    "image_pull_secrets": "write imagePullSecrets into spec of the pod specs",
    "imagePullSecrets": "write imagePullSecrets into spec of the pod specs",
    "tolerations": "write it into spec of cpu_pod_spec and gpu_pod_spec",
    "nodeSelector": "write it into spec of cpu_pod_spec and gpu_pod_spec",
    "affinity": "write it into spec of cpu_pod_spec and gpu_pod_spec",
    "max_slots_per_pod": "write it below task_container_defaults.kubernetes",
    "maxSlotsPerPod": "write max_slots_per_pod below task_container_defaults.kubernetes",
    "name": "write pool_name",
    "namespace": "write kubernetes_namespace (until 0.34.0)",
}

_LONG = 5
"""Letters of a key that one slip makes no other word of."""


@rule(
    "pool-key-unknown",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R7",),
    fixable=True,
    since="0.19.10",
    judges_keys=True,
    summary="A resource pool has a key that the master does not know",
    why="The master ignores what it does not know in pools, so the setting has no effect.",
    advice="Rename the key to one of the master's reference of pools, or remove it.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/reference/deploy/master-config-reference.rst",
    bad=(
        example(
            _HEAD + "    «task_container_default»:\n      gpu_pod_spec: {}\n",
            message='did you mean "task_container_defaults"?',
        ),
        example(
            _HEAD + "    task_container_defaults:\n      «gpu_podspec»: {}\n", message="gpu_podspec"
        ),
        example(_HEAD + "    «gpu_pod_spec»: {}\n", message="gpu_pod_spec"),
        example(
            _HEAD + "    task_container_defaults:\n      «cpuImage»: my/image:1\n", upstream=True
        ),
    ),
    good=(
        example(
            _HEAD + "    description: GPUs\n    max_aux_containers_per_agent: 5\n"
            "    task_container_defaults:\n      image: {cpu: a:1, gpu: b:1}\n"
            "      kubernetes: {max_slots_per_pod: 4}\n"
        ),
        example(_HEAD + "    kubernetes_namespace: prod\n"),
        example(
            _HEAD + "    task_container_defaults:\n      startup_hook: echo\n", release="0.30.0"
        ),
        example(_HEAD + "    scheduler: {type: priority, default_priority: 40}\n"),
        example(_HEAD + "    task_container_defaults:\n      Network_Mode: host\n", upstream=True),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the keys of all pools; those with another spelling have a rule of their own."""
    for section in sections(settings):
        for key in section.given:
            known = not isinstance(key, str) or section.struct.find(key) is not None
            if known or is_camel(key, section.struct) or _is_of_other_release(section, key):
                continue
            yield _problem(settings, section, key)


def _is_of_other_release(section: PoolSection, key: str) -> bool:
    """Tell whether some release knows the key; then that is what another rule says."""
    return bool(releases_with(("resource_pools", *section.keys, key)))


def _problem(settings: DeterminedSettings, section: PoolSection, key: str) -> Problem:
    path = (*section.path, key)
    name = settings.name(path)
    fix = _elsewhere(section, key)
    meant = "" if fix else nearest(key, section.struct.fields)
    sure = meant and distance(key, meant) == 1 and len(meant) >= _LONG and not section.renamed
    free = meant not in section.given
    return settings.problem(
        path,
        f"{name} is no key that the master knows in a pool"
        + (f'; did you mean "{meant}"?' if meant else ""),
        of_key=True,
        fix=fix or (f"rename it to {meant}" if meant else ""),
        edits=(Rename(path, (*section.path, meant)),) if sure and free else (),
        severity=None if settings.upstream else Severity.ERROR,
    )


def _elsewhere(section: PoolSection, key: str) -> str:
    """Return what to do with a key that belongs to another place; blank if it belongs to none."""
    if key in _ELSEWHERE:
        return _ELSEWHERE[key]
    if not section.keys and key.endswith("_pod_spec"):
        return f"write {key} below task_container_defaults"
    return ""
