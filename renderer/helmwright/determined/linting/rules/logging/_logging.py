"""What the rules about logs share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings

DOCS = "https://github.com/determined-ai/determined/blob/v0.38.1/docs/reference/deploy/helm-config-reference.rst"
POLICIES = "https://github.com/determined-ai/determined/blob/v0.38.1/master/pkg/schemas/expconf/log_pattern_config.go"


def logging_key(settings: DeterminedSettings) -> str:
    """Return the key that says where logs go, which was called backend at first."""
    keys = ("backend", "type")
    if settings.release.at_least(0, 13, 13):
        keys = ("type", "backend")
    return next((key for key in keys if settings.get("logging", key)), keys[0])


def logs_to_elastic(settings: DeterminedSettings) -> bool:
    """Tell whether logs go to Elasticsearch."""
    return bool(settings.get("logging", logging_key(settings)) == "elastic")


def log_policies(settings: DeterminedSettings) -> Iterator[tuple[Path, list[Any]]]:
    """Yield the lists of log policies, of the cluster and of pools, with their paths."""
    paths: list[Path] = [("taskContainerDefaults", "logPolicies")]
    paths += [(*path, "task_container_defaults", "log_policies") for path, _ in settings.pools()]
    for path in paths:
        policies = settings.items(*path)
        if policies:
            yield path, policies
