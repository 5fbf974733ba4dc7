"""What the master would say to the configuration that the chart writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.base.patterns import lazy_pattern
from helmwright.determined.linting.master_places import master_problems
from helmwright.determined.linting.rule import PODS, Severity, example, rule
from helmwright.kube.schemas import pod as pod_type
from helmwright.lint.nearest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.pods import TaskPods
    from helmwright.lint.finding import Problem

_NEAR = lazy_pattern(r"; did you mean (\S+)\?")
_KIND = lazy_pattern(r"goes with (\S+: \S+), and \S+ is missing$")
_CHOICES = lazy_pattern(r'"([^"]*)" is none of (\w+(?:, \w+)*)')
_BASE = "maxSlotsPerPod: 4\ninitialUserPassword: Passw0rd\n"


@rule(
    "master-configuration-refused",
    reads=PODS,
    severity=Severity.ERROR,
    covers=("X13",),
    general=True,
    summary="The master does not start with the configuration, or ignores a part of it",
    why=(
        "The master decodes its configuration strictly: at most levels one unknown key keeps it from "
        "starting. At others it ignores what it does not know."
    ),
    advice="Write a value that the master knows, or remove the key and take its default.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/reference/deploy/master-config-reference.rst",
    bad=(
        example(
            _BASE + "masterConfig:\n  extra:\n    «notebook_timeot»: 5\n",
            message="masterConfig.extra.notebook_timeot: unknown",
        ),
        example(
            _BASE + "masterConfig:\n  extra:\n    db:\n      «sslmode»: require\n",
            message="masterConfig.extra.db.sslmode",
        ),
        example(
            _BASE + "masterConfig:\n  extra:\n    log:\n      level: «loud»\n",
            message='"loud" is none of',
        ),
        example(
            _BASE + "resourcePools:\n  - pool_name: default\nmasterConfig:\n  extra:\n"
            "    resource_pools:\n      - pool_name: default\n        scheduler:\n"
            "          «default_priority»: 40\n",
            message="goes with type: priority, and type is missing",
        ),
        example(
            _BASE + "taskContainerDefaults:\n  bindMounts:\n    - host_path: «data»\n"
            "      container_path: /data\n",
            message="taskContainerDefaults.bindMounts[0].host_path: must be an absolute path",
        ),
    ),
    good=(
        example(_BASE),
        example(_BASE + "masterConfig:\n  extra:\n    reserved_ports: [12345]\n"),
    ),
)
def check(pods: TaskPods) -> Iterator[Problem]:
    """Check master.yaml as the release does, and find the values that its parts come from."""
    settings = pods.settings
    fields = pod_type().fields["spec"].type.fields
    beside = {(*path, key) for path, pod in settings.pod_specs() for key in pod if key in fields}
    for problem, path in master_problems(pods):
        if path in beside:
            continue  # a field of spec beside it, for which there is a rule
        name = dotted(path) or "the master's configuration"
        plain = "extra" in path or dotted(path) == problem.path or not problem.path
        written = "" if plain else f" ({problem.path} in master.yaml)"
        yield settings.problem(
            path,
            f"{name}: {problem.message}{written}",
            of_key=problem.message.startswith(("unknown", "goes with")),
            fix=_fix(problem.message),
            severity=None if problem.stops_master else Severity.WARNING,
        )


def _fix(message: str) -> str:
    kind = _KIND.match(message)
    if kind is not None:
        return f"write '{kind[1]}' beside it, or remove it"
    near = _NEAR.search(message)
    if near is not None:
        return f"rename it to {near[1]}"
    if message.startswith("unknown key; it is known"):
        return "remove it, or install a release that knows it"
    choice = _CHOICES.search(message)
    if choice is not None:
        close = nearest(choice[1], choice[2].split(", "))
        return f"write '{close}'" if close else f"write one of {choice[2]}"
    if message.startswith("unknown"):
        return "remove it"
    return f"set it to another value: it {message}" if message.startswith("must ") else ""
