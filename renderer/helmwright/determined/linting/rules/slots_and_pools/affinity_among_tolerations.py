"""The affinity of a pod spec stands in the list of tolerations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import Position
from helmwright.determined.linting.rule import Reads, Severity, example, rule
from helmwright.lint.finding import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.source import ValuesSource

FIELDS_OF_SPEC = (
    "affinity",
    "containers",
    "imagePullSecrets",
    "initContainers",
    "nodeSelector",
    "priorityClassName",
    "schedulerName",
    "serviceAccountName",
    "volumes",
)
_HEAD = (
    "resourcePools:\n"
    "  - pool_name: prod_pool\n"
    "    kubernetes_namespace: default\n"
    "    task_container_defaults:\n"
    "      gpu_pod_spec:\n"
    "        apiVersion: v1\n"
    "        kind: Pod\n"
    "        spec:\n"
    "          tolerations:\n"
    '            - key: "pool_taint"\n'
    '              operator: "Equal"\n'
    '              value: "prod"\n'
    '              effect: "NoSchedule"\n'
)


@rule(
    "affinity-among-tolerations",
    reads=Reads.SOURCE,
    severity=Severity.ERROR,
    covers=("R12",),
    summary="A field of a pod spec, such as affinity, is indented into its tolerations",
    why="Helm cannot read a key between the items of a list; as a part of an item it is dropped, so "
    "that pods go to any node.",
    advice="Indent affinity like tolerations: both are fields of spec.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(
        example(
            _HEAD
            + "            «affinity»:\n"
            + "            # Define an example node selector label.\n"
            + "               nodeSelectorTerms:\n"
            + '                  kubernetes.io/hostname: "foo"\n',
            message="affinity stands between the items of tolerations",
        ),
        example(
            _HEAD + "              «affinity»:\n                nodeAffinity: {}\n",
            message="affinity is part of a toleration",
        ),
    ),
    good=(
        example(_HEAD + "          affinity:\n            nodeAffinity: {}\n"),
        example("tolerations:\n  affinity: {}\n"),
    ),
)
def check(source: ValuesSource) -> Iterator[Problem]:
    """Look at all tolerations in a file, also in one that cannot be read."""
    if source.error is not None:
        yield from _between_items(source)
        return
    for path in source.places:
        in_item = len(path) > 2 and path[-3] == "tolerations" and isinstance(path[-2], int)
        if in_item and path[-1] in FIELDS_OF_SPEC:
            yield source.problem(
                path,
                f"{path[-1]} is part of a toleration, and is a field of the pod spec",
                of_key=True,
                fix=f"indent {path[-1]} like tolerations",
                severity=Severity.WARNING,
            )


def _between_items(source: ValuesSource) -> Iterator[Problem]:
    """Find a field in the column of the dashes below tolerations, which is no YAML."""
    dash: int | None = None
    for number, line in enumerate(source.lines, 1):
        content = line.lstrip(" ")
        column = len(line) - len(content)
        key = content.partition(":")[0]
        if not content or content.startswith("#"):
            continue
        if dash is not None and column == dash and key in FIELDS_OF_SPEC:
            start = Position(source.name, number, column + 1)
            yield source.problem(
                Span.at(start, number, column + 1 + len(key)),
                f"{key} stands between the items of tolerations",
                fix=f"indent {key} like tolerations",
            )
        if dash is None and content.startswith("- ") and _follows(source.lines, number):
            dash = column
        elif dash is not None and column < dash:
            dash = None


def _follows(lines: list[str], number: int) -> bool:
    """Tell whether the last line before with anything in it is the key tolerations, less indented."""
    for line in reversed(lines[: number - 1]):
        content = line.strip()
        if content and not content.startswith("#"):
            indent = len(line) - len(line.lstrip(" "))
            own = lines[number - 1]
            return content == "tolerations:" and indent < len(own) - len(own.lstrip(" "))
    return False
