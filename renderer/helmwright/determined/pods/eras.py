"""What releases of the master do differently when they make pods.

Source: master/internal/kubernetes, later master/internal/rm/kubernetesrm, of every release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.records import Record

if TYPE_CHECKING:
    from helmwright.determined.versions import DeterminedRelease

_MERGES = (0, 23, 0)
_STRICT_SIZES = (0, 34, 0)


class Era(Record):
    """The behaviour of one release; each property reads as "this release …"."""

    release: DeterminedRelease

    @property
    def has_default_pods(self) -> bool:
        """Knows pod specs in task_container_defaults."""
        return self.release.at_least(0, 13, 2)

    @property
    def merges_pods(self) -> bool:
        """Merges pod specs; before, the one of the task replaced the default."""
        return self.release.number >= _MERGES

    @property
    def folds_case(self) -> bool:
        """Reads master.yaml through a library that makes the keys of maps lower-case."""
        return not self.release.at_least(0, 25, 0)

    @property
    def has_pools(self) -> bool:
        """Knows resource pools on Kubernetes."""
        return self.release.at_least(0, 19, 10)

    @property
    def merges_pool_defaults(self) -> bool:
        """Puts a pool's defaults over the cluster's; before, they replaced all of them."""
        return self.release.at_least(0, 21, 0)

    @property
    def defaults_to_priority(self) -> bool:
        """Takes a pool's scheduler without a type for one of type priority, not fair_share."""
        return self.release.at_least(0, 34, 0)

    @property
    def has_gc_pod(self) -> bool:
        """Knows checkpoint_gc_pod_spec."""
        return self.release.at_least(0, 34, 0)

    @property
    def takes_sidecars(self) -> bool:
        """Lets pod specs hold init containers and more than one container."""
        return self.release.at_least(0, 13, 5)

    @property
    def takes_env(self) -> bool:
        """Takes env and envFrom of determined-container."""
        return self.release.at_least(0, 17, 6)

    @property
    def takes_security_context(self) -> bool:
        """Takes the securityContext of determined-container."""
        return self.release.at_least(0, 23, 4)

    @property
    def makes_jobs(self) -> bool:
        """Makes one Job for all pods of a task."""
        return self.release.at_least(0, 34, 0)

    @property
    def labels_identity(self) -> bool:
        """Labels pods with determined.ai/user and so on."""
        return self.release.at_least(0, 32, 0)

    @property
    def labels_queue_position(self) -> bool:
        """Labels pods with their place in the queue."""
        return self.release.at_least(0, 17, 12)

    @property
    def excludes_nodes(self) -> bool:
        """Keeps pods away from nodes that were disabled."""
        return self.release.at_least(0, 26, 0)

    @property
    def hides_gpus(self) -> bool:
        """Sets NVIDIA_VISIBLE_DEVICES=void for tasks without slots."""
        return self.release.at_least(0, 19, 0)

    @property
    def requests_no_gpus(self) -> bool:
        """Requests zero GPUs for tasks without slots, so that they need a node with GPUs."""
        return not self.release.at_least(0, 19, 11)

    @property
    def has_fluent(self) -> bool:
        """Adds a container of its own that ships logs."""
        return self.release.at_least(0, 13, 11) and not self.release.at_least(0, 25, 1)

    @property
    def logs_to_file(self) -> bool:
        """Tells the task to write its logs to files."""
        return self.release.at_least(0, 13, 11) and not self.release.at_least(0, 26, 2)

    @property
    def wraps_entrypoint(self) -> bool:
        """Starts the task below a script that ships logs."""
        return self.release.at_least(0, 26, 2)

    @property
    def knows_node_name(self) -> bool:
        """Takes DET_AGENT_ID from the name of the node."""
        return self.release.at_least(0, 26, 2)

    @property
    def has_scheme(self) -> bool:
        """Writes DET_MASTER as a URL."""
        return self.release.at_least(0, 23, 2)

    @property
    def mounts_root_files(self) -> bool:
        """Mounts the files that belong to root from the ConfigMap."""
        return self.release.at_least(0, 18, 3)

    @property
    def knows_commands(self) -> bool:
        """Leaves commands out of scheduling and priorities, and gives priority to GC.

        Later the names of tasks got a number, and these rules are not met any more.
        """
        return not self.release.at_least(0, 24, 0)

    @property
    def has_scheduler(self) -> bool:
        """Knows default_scheduler."""
        return self.release.at_least(0, 14, 5)

    @property
    def always_prioritises(self) -> bool:
        """Gives pods a priority class with every scheduler."""
        return self.release.at_least(0, 16, 3)

    @property
    def makes_priority_classes(self) -> bool:
        """Makes a priority class for each task."""
        return self.release.at_least(0, 17, 0)

    @property
    def schedulers(self) -> tuple[str, ...]:
        """Treats these schedulers as ones that gang-schedule."""
        if self.release.at_least(0, 36, 0) or not self.release.at_least(0, 15, 2):
            return ("coscheduler",)
        return ("coscheduler", "preemption")

    @property
    def checks_sizes(self) -> bool:
        """Refuses a task whose slots do not divide; before, it waited for ever."""
        return self.release.number >= _STRICT_SIZES

    @property
    def has_rocm(self) -> bool:
        """Knows AMD GPUs on Kubernetes."""
        return self.release.at_least(0, 36, 0)

    @property
    def schema_spares_sidecars(self) -> bool:
        """Lets sidecars in the pod specs of experiments have an image; in defaults they always could."""
        return self.release.at_least(0, 29, 0)

    @property
    def checks_by_schema(self) -> bool:
        """Holds the configuration of experiments against a schema."""
        return self.release.at_least(0, 15, 6)
