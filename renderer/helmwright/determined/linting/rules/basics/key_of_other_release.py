"""A key that the installed release of Determined does not know yet, or knows no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.described import described
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.versions import DeterminedRelease

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.described import Described
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_OTHER_RULES = (
    ("checkpointStorage",),
    ("initialUserPassword",),
    ("defaultImages", "kubeSchedulerPreemption"),
    ("taskContainerDefaults", "checkpointGcPodSpec"),
)
"""What rules of its own say more about."""

_OTHER_RULES_IN_LISTS = (
    "kubernetes_namespace",
    "checkpoint_gc_pod_spec",
    "cluster_name",
    "default_namespace",
    "determined_master_host",
)
"""The same in pools and managers; and names of managers that the chart translates."""

_SINCE: dict[Path, str] = {("resourceManager", "clusterName"): "0.29.0"}
"""Where the chart gives a value to older masters under another name."""


@rule(
    "key-of-other-release",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("B6",),
    summary="A key that only other releases of Determined know",
    why="The chart leaves it out, since the master of this release would refuse it or not read it.",
    advice="Remove the key, or install a release that knows it.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/reference/deploy/helm-config-reference.rst",
    bad=(
        example(
            "«retentionPolicy»:\n  logRetentionDays: 90\n",
            release="0.30.0",
            message="Determined has this key from 0.31.0 on, and this is 0.30.0",
        ),
        example(
            "oidc:\n  provider: okta\n  «alwaysRedirect»: true\n",
            release="0.34.0",
            message="oidc.alwaysRedirect: Determined has this key from 0.35.0 on",
        ),
        example(
            "resourcePools:\n  - pool_name: a\n    task_container_defaults:\n"
            "      «startup_hook»: echo\n",
            release="0.28.0",
        ),
        example("«defaultScheduler»: coscheduler\n", release="0.14.4", message="from 0.14.5 on"),
    ),
    good=(
        example("retentionPolicy:\n  logRetentionDays: 90\n", release="0.38.1"),
        example("retentionPolicy: {}\nwebhooks:\n  baseUrl:\n", release="0.14.0"),
        example("resourcePools:\n  - pool_name: default\n", release="0.14.0"),
        example("resourceManager:\n  clusterName: here\n", release="0.30.0"),
        example("fluent:\n  image: fluent/fluent-bit:1.6\n", release="0.38.1"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare the releases that know each key with the one that is installed."""
    found: list[Path] = []
    for one in described(settings):
        if any(one.path[: len(path)] == path for path in found) or _is_idle(settings, one):
            continue
        text = _reason(settings, one)
        if text:
            found.append(one.path)
            message = f"{settings.name(one.path)}: {text}, and this is {settings.release}"
            yield settings.problem(one.path, message, of_key=True)


def _reason(settings: DeterminedSettings, one: Described) -> str:
    since = DeterminedRelease.parse(_SINCE.get(one.path, one.facts.since))
    if since is not None and settings.release.number < since.number:
        return f"Determined has this key from {since} on"
    until = DeterminedRelease.parse(one.facts.until)
    if until is not None and settings.release.number > until.number and not one.facts.deprecated:
        return f"Determined has this key until {until}"
    return ""


def _is_idle(settings: DeterminedSettings, one: Described) -> bool:
    """Tell whether a key asks for nothing, or another rule reports it."""
    if any(one.path[: len(path)] == path for path in _OTHER_RULES):
        return True
    if one.path[-1] in _OTHER_RULES_IN_LISTS:
        return True
    return _is_blank(one.value) or one.value == _default(settings, one.path)


def _is_blank(value: object) -> bool:
    if isinstance(value, dict):
        return all(_is_blank(item) for item in value.values())
    return value in (None, "", False) or value == []


def _default(settings: DeterminedSettings, path: Path) -> object:
    value: object = settings.chart.values
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return value
