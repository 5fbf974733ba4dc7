"""What a document is that may be the configuration of a task, told by its content."""

from __future__ import annotations

from typing import Any

EXPERIMENTS = ("experiment", "gc")
COMMANDS = ("command", "notebook", "shell", "tensorboard")
KINDS = (*EXPERIMENTS, *COMMANDS, "template")

_OF_EXPERIMENTS = frozenset(
    {
        "batches_per_step",
        "checkpoint_policy",
        "checkpoint_storage",
        "data_layer",
        "hyperparameters",
        "max_restarts",
        "min_checkpoint_period",
        "min_validation_period",
        "perform_initial_validation",
        "profiling",
        "records_per_epoch",
        "reproducibility",
        "scheduling_unit",
        "searcher",
    }
)
_OF_COMMANDS = frozenset({"idle_timeout", "notebook_idle_type", "tensorboard_args", "work_dir"})
_OF_BOTH = frozenset(
    {
        "bind_mounts",
        "data",
        "debug",
        "description",
        "entrypoint",
        "environment",
        "integrations",
        "labels",
        "log_policies",
        "name",
        "optimizations",
        "pbs",
        "pod_spec",
        "preemption_timeout",
        "project",
        "resources",
        "retention_policy",
        "security",
        "slurm",
        "workspace",
    }
)
_NOT_OF_COMMANDS = frozenset({"labels", "name", "project", "workspace"})
_ENVIRONMENT = frozenset(
    {
        "add_capabilities",
        "drop_capabilities",
        "environment_variables",
        "force_pull_image",
        "pod_spec",
        "proxy_ports",
        "registry_auth",
    }
)
_RESOURCES = frozenset(
    {
        "agent_label",
        "is_single_node",
        "max_slots",
        "native_parallel",
        "resource_pool",
        "shm_size",
        "slots",
        "slots_per_trial",
    }
)
_SEARCHER = frozenset({"max_length", "max_trials", "metric", "name", "smaller_is_better"})
MARKS = tuple(sorted(_OF_EXPERIMENTS | _OF_COMMANDS | {"environment", "pod_spec", "resources"}))
"""Without one of these keys at its top no document is a task."""


def kind_of(config: Any, name: str = "") -> str:
    """Return what kind of task a document is for; blank if it is not clearly one.

    name: of its file, which counts only where "template" is in it. Kinds that are checked alike are
    "command". What has no searcher and no entrypoint, and either things that no command has or nothing
    that commands have, is "template".
    """
    if not isinstance(config, dict) or not config or not all(type(key) is str for key in config):
        return ""
    keys = frozenset(config)
    known = keys & (_OF_EXPERIMENTS | _OF_COMMANDS | _OF_BOTH)
    if 2 * len(known) < len(keys) or "defaults" in keys:  # of Hydra, which makes a file of it
        return ""
    if _is_experiment(config, keys):
        return "experiment"
    if not _has_task_settings(config, keys):
        return ""
    return "template" if "template" in name.lower() else _kind_of_command(config, keys)


def _is_experiment(config: dict[str, Any], keys: frozenset[str]) -> bool:
    searcher = config.get("searcher")
    if isinstance(searcher, dict) and _SEARCHER & set(searcher):
        return True
    own = keys & _OF_EXPERIMENTS
    return len(own) > 1 or bool(own - {"checkpoint_storage"} and "entrypoint" in keys)


def _has_task_settings(config: dict[str, Any], keys: frozenset[str]) -> bool:
    """Tell whether something in it is of tasks only, and not of charts' values."""
    environment, resources = config.get("environment"), config.get("resources")
    return (
        bool(keys & (_OF_COMMANDS | {"bind_mounts", "pod_spec"}))
        or (isinstance(environment, dict) and bool(_ENVIRONMENT & set(environment)))
        or (isinstance(resources, dict) and bool(_RESOURCES & set(resources)))
        or (isinstance(environment, dict) and {"image"} == set(environment) and keys <= _OF_BOTH)
        or bool(keys & (_OF_EXPERIMENTS - {"checkpoint_storage"}))
    )


def _kind_of_command(config: dict[str, Any], keys: frozenset[str]) -> str:
    resources = config.get("resources")
    if "tensorboard_args" in keys:
        return "tensorboard"
    if "notebook_idle_type" in keys:
        return "notebook"
    given = set(resources) if isinstance(resources, dict) else set()
    if keys & (_OF_EXPERIMENTS | _NOT_OF_COMMANDS) or "slots_per_trial" in given:
        return "template"
    listed = isinstance(config.get("entrypoint"), list)
    is_own = "slots" in given or keys & (_OF_COMMANDS | {"pod_spec"})
    return "command" if listed or is_own else "template"
