"""runAsNonRoot in pods that run as root."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import ASSEMBLY, containers_of
from helmwright.determined.pods.eras import Era

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_POD = "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      securityContext:\n"


@rule(
    "root-where-root-is-refused",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("O16",),
    since="0.13.5",
    summary="A pod spec forbids root, and tasks run as root by default",
    why=(
        "Tasks of users that are not linked to a user of the system run as security.defaultTask, "
        "which is root unless it is set; the kubelet does not start them with runAsNonRoot."
    ),
    advice="Set security.defaultTask to a user other than root.",
    url=ASSEMBLY,
    bad=(example(_POD + "        runAsNonRoot: «true»\n", message="runs as root"),),
    good=(
        example(
            "security:\n  defaultTask:\n    user: det-nobody\n    uid: 65533\n"
            "    group: det-nobody\n    gid: 65533\n" + _POD + "        runAsNonRoot: true\n"
        ),
        example(_POD + "        runAsNonRoot: false\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare the user of tasks with the security contexts of pod specs."""
    uid = settings.get("security", "defaultTask", "uid", default=0)
    extra = settings.get("masterConfig", "extra", "security", "default_task")
    if str(uid) not in {"0", "0.0"} or extra is not None:
        return
    for path, pod in settings.pod_specs():
        places = [(*path, "spec", "securityContext")]
        if Era(settings.release).takes_security_context:
            places += [
                (*container.path, "securityContext")
                for container in containers_of(path, pod)
                if container.runs_task
            ]
        for place in places:
            if settings.get(*place, "runAsNonRoot") is True:
                where = (*place, "runAsNonRoot")
                yield settings.problem(
                    where,
                    f"{settings.name(where)}: the container of the task runs as root unless"
                    " security.defaultTask says otherwise, and would not start",
                )
