"""Fields of a pod's spec that stand beside spec, not below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import GUIDE
from helmwright.kube.schemas import pod as pod_type
from helmwright.values.editing import Rename

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "pod-spec-without-spec",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("O10",),
    since="0.13.2",
    fixable=True,
    summary="Fields of a pod's spec stand where spec should stand",
    why=(
        "What is called a pod spec here is a whole Pod, with metadata and spec. The master drops "
        "fields that stand beside spec without a word."
    ),
    advice="Write the fields below spec, indented by two more spaces.",
    url=GUIDE,
    bad=(
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    «nodeSelector»:\n      gpu: a100\n"
            "    tolerations:\n      - operator: Exists\n",
            message="nodeSelector and tolerations",
        ),
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    apiVersion: v1\n    kind: Pod\n"
            "    metadata:\n      labels:\n        customLabel: gpu-label\n    spec:\n"
            "    «containers»:\n      - name: determined-container\n",
            message="must be indented below spec",
        ),
    ),
    good=(
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      nodeSelector:\n"
            "        gpu: a100\n"
        ),
        example("taskContainerDefaults:\n  gpuPodSpec:\n    anything: 1\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the keys beside spec."""
    fields = pod_type().fields["spec"].type.fields
    for path, pod in settings.pod_specs():
        beside = [key for key in pod if key in fields]
        if not beside:
            continue
        empty = "spec" in pod and pod["spec"] is None
        where = (*path, beside[0])
        keys = f"{', '.join(beside[:-1])} and {beside[-1]}" if beside[1:] else beside[0]
        must = "must be indented below spec" if empty else "must stand below spec"
        movable = pod.get("spec") is None or type(pod["spec"]) is dict
        yield settings.problem(
            where,
            f"{settings.name(path)}: {keys} {must}; the master drops {'them' if beside[1:] else 'it'}",
            of_key=True,
            fix=f"write {keys} below {settings.name((*path, 'spec'))}",
            edits=[Rename((*path, key), (*path, "spec", key)) for key in beside] if movable else (),
        )
