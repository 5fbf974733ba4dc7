"""Logins to registries in the defaults of tasks, which Kubernetes does not look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "registry-auth-without-effect",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("I6",),
    summary="registry_auth in the defaults of tasks has no effect on Kubernetes",
    why="The kubelet pulls images, with the Secrets that the pod names in imagePullSecrets.",
    advice="Make a Secret of type kubernetes.io/dockerconfigjson and name it in imagePullSecrets.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/model-dev-guide/prepare-container/custom-env.rst",
    bad=(
        example(
            "taskContainerDefaults:\n  «registryAuth»:\n    username: me\n    password: x\n",
            message="taskContainerDefaults.registryAuth has no effect",
        ),
        example(
            "resourcePools:\n  - pool_name: a\n    task_container_defaults:\n"
            "      «registry_auth»:\n        username: me\n"
        ),
    ),
    good=(
        example("taskContainerDefaults:\n  registryAuth:\n  imagePullSecrets: [mine]\n"),
        example("taskContainerDefaults:\n  registryAuth: {}\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the defaults of all tasks and of those of each pool."""
    paths: list[Path] = [("taskContainerDefaults", "registryAuth")]
    paths += [(*path, "task_container_defaults", "registry_auth") for path, _ in settings.pools()]
    for path in paths:
        if settings.get(*path):
            message = f"{settings.name(path)} has no effect on Kubernetes"
            yield settings.problem(path, message, of_key=True)
