"""What only Determined knows: its releases, the configuration of its master, its tasks and their pods.

``versions`` has the releases. ``master_config`` is the door of the check of the master's configuration, in
the master's own order: ``master_settings`` (viper, old layouts), ``master_decoding`` (Go's decoders, with
the types in ``master_keys.json``, read by ``master_schema``), ``master_rules`` and ``resource_rules`` (its
validation). ``values_migration`` moves values to another release; ``spans`` reads facts that hold for a
span of releases. ``tasks`` checks configurations of tasks, ``pods`` makes their pods, ``capacity`` says what
fits a cluster. ``linting`` has the rules of the linter, and ``pack`` registers all of it with the rest.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.determined.capacity.assessment import CapacityReport, assess_capacity
    from helmwright.determined.capacity.jobs import TaskGroup
    from helmwright.determined.capacity.nodes import ClusterNode, read_cluster_nodes
    from helmwright.determined.capacity.settings import ClusterSettings, read_cluster_settings
    from helmwright.determined.master_config import check_master_config
    from helmwright.determined.pods.effective import EffectivePods, effective_pods
    from helmwright.determined.problem import ConfigProblem
    from helmwright.determined.tasks.checking import check_task, check_task_text
    from helmwright.determined.tasks.problem import Effect, TaskProblem
    from helmwright.determined.values_migration import migrate_values
    from helmwright.determined.versions import DeterminedRelease
    from helmwright.values.migrating import MigratedValues, ValuesChange
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "determined.capacity.assessment": ("CapacityReport", "assess_capacity"),
            "determined.capacity.jobs": ("TaskGroup",),
            "determined.capacity.nodes": ("ClusterNode", "read_cluster_nodes"),
            "determined.capacity.settings": ("ClusterSettings", "read_cluster_settings"),
            "determined.master_config": ("check_master_config",),
            "determined.pods.effective": ("EffectivePods", "effective_pods"),
            "determined.problem": ("ConfigProblem",),
            "determined.tasks.checking": ("check_task", "check_task_text"),
            "determined.tasks.problem": ("Effect", "TaskProblem"),
            "determined.values_migration": ("migrate_values",),
            "determined.versions": ("DeterminedRelease",),
            "values.migrating": ("MigratedValues", "ValuesChange"),
        },
    )

__all__ = [
    "CapacityReport",
    "ClusterNode",
    "ClusterSettings",
    "ConfigProblem",
    "DeterminedRelease",
    "Effect",
    "EffectivePods",
    "MigratedValues",
    "TaskGroup",
    "TaskProblem",
    "ValuesChange",
    "assess_capacity",
    "check_master_config",
    "check_task",
    "check_task_text",
    "effective_pods",
    "migrate_values",
    "read_cluster_nodes",
    "read_cluster_settings",
]
