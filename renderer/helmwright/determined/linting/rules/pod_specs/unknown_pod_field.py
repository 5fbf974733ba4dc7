"""Fields of pod specs that Kubernetes does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._affinity import PREFERRED, REQUIRED, TERMS
from helmwright.determined.linting.rules.slots_and_pools.affinity_among_tolerations import (
    FIELDS_OF_SPEC,
)
from helmwright.kube.schemas import NEWEST
from helmwright.kube.schemas import pod as pod_type
from helmwright.values.editing import Rename

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.kube.patch_meta import Type
    from helmwright.lint.finding import Problem

_CLOSE = 0.8
_HIGH = frozenset({"Pod", "PodSpec", "ObjectMeta"})
"""Where fields of a container, or of spec, may have been meant."""
_POD = "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n"


@rule(
    "unknown-pod-field",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("O10",),
    since="0.13.2",
    fixable=True,
    judges_keys=True,
    summary="A field of a pod spec that Kubernetes does not know",
    why="The master drops what it does not know of a pod spec without a word.",
    advice="Rename the field to one of the API reference, or move it to where Kubernetes has it.",
    url="https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/",
    bad=(
        example(
            _POD + "      «toleration»:\n        - key: a\n          operator: Exists\n",
            message="did you mean tolerations?",
        ),
        example(
            _POD + "      containers:\n        - name: determined-container\n"
            "          «volumeMount»:\n            - name: a\n              mountPath: /a\n"
            "          «tolerations»: []\n          «foo»: 1\n",
            message="did you mean volumeMounts?",
        ),
        example(_POD + "      «resourcesClaims»: []\n", message="did you mean resourceClaims?"),
        example(_POD + "      «volumeMounts»: []\n", message="it is a field of a container"),
        example(
            _POD + "      volumes:\n        - emptyDir: {«name»: scratch}\n",
            message="it is a field of a Volume, beside emptyDir",
        ),
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    «toleration»: []\n",
            message="did you mean tolerations, a field of spec?",
        ),
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    metadata:\n      «tolerations»: []\n",
            message="it is a field of spec",
        ),
        example(
            "resourcePools:\n  - pool_name: a\n    task_container_defaults:\n"
            "      gpu_pod_spec:\n        «specs»:\n          nodeSelector: {}\n",
            message="did you mean spec?",
        ),
    ),
    good=(
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    apiVersion: v1\n    kind: Pod\n"
            "    metadata:\n      labels:\n        anyThing: goes\n    spec:\n"
            "      nodeSelector:\n        tolerations: x\n      containers:\n"
            "        - name: determined-container\n          resources:\n            limits:\n"
            "              example.com/x: 1\n"
        ),
        example("taskContainerDefaults:\n  gpuPodSpec:\n    tolerations: []\n"),
        example("taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      Containers: [5, null]\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Hold every pod spec against the types of the master's Kubernetes code."""
    for path, pod in settings.pod_specs():
        yield from _walk(settings, path, pod, [pod_type()], len(path))


def _walk(
    settings: DeterminedSettings, path: Path, value: Any, types: list[Type], top: int
) -> Iterator[Problem]:
    """Yield the unknown fields of a value; types: its own, last, and those of what is around it."""
    of = types[-1]
    while of.kind == "ptr" and of.element is not None:
        of = of.element
    if of.kind == "slice" and of.element is not None and type(value) is list:
        for index, item in enumerate(value):
            yield from _walk(settings, (*path, index), item, [*types, of.element], top)
    elif of.kind == "map" and of.element is not None and type(value) is dict:
        for key, item in value.items():
            yield from _walk(settings, (*path, key), item, [*types, of.element], top)
    elif of.kind == "struct" and of.fields and type(value) is dict:
        folded = {name.lower(): field for name, field in of.fields.items()}
        for key, item in value.items():
            field = of.fields.get(key) or folded.get(str(key).lower())
            if field is not None:
                yield from _walk(settings, (*path, key), item, [*types, field.type], top)
            elif not _told_elsewhere(settings, (*path, key), top):
                yield _problem(settings, (*path, key), value, [*types[:-1], of])


def _told_elsewhere(settings: DeterminedSettings, path: Path, top: int) -> bool:
    """Tell whether another rule is about a field: one of a pod's spec that is not below spec."""
    if path[-3] == "tolerations" and path[-1] in FIELDS_OF_SPEC:
        layer = settings.layer(path)
        return layer is not None and layer[0].text is not None
    if path[-2] in {"affinity", "nodeAffinity"} and path[-1] in {PREFERRED, REQUIRED, TERMS}:
        return True
    if len(path) == top + 1:
        return path[-1] in pod_type().fields["spec"].type.fields
    return path[top:] == ("metadata", "spec")


def _problem(
    settings: DeterminedSettings, path: Path, owner: dict[str, Any], types: list[Type]
) -> Problem:
    from difflib import get_close_matches

    key, of = str(path[-1]), types[-1]
    close = get_close_matches(key, of.fields, 1, _CLOSE)
    fix, edits = "", []
    if close:
        hint = f"; did you mean {close[0]}?"
        fix = f"rename it to {close[0]}"
        if close[0] not in owner and _fits(owner[key], of.fields[close[0]].type):
            edits = [Rename(path, (*path[:-1], close[0]))]
    else:
        hint, fix = _around(path, types) or _elsewhere(key, of)
    return settings.problem(
        path,
        f"{settings.name(path)} is no field of {_article(of.name)}{hint}",
        of_key=True,
        fix=fix,
        edits=edits,
    )


def _article(name: str) -> str:
    return f"an {name}" if name[:1] in "AEIO" else f"a {name}"


def _around(path: Path, types: list[Type]) -> tuple[str, str] | None:
    """Return the hint that the field belongs to what is around its owner."""
    key, inside = str(path[-1]), path[-2]
    around = types[-2] if len(types) > 1 else None
    while around is not None and around.kind == "ptr" and around.element is not None:
        around = around.element
    if isinstance(inside, int) or around is None or key not in around.fields:
        return None
    return (
        f"; it is a field of {_article(around.name)}, beside {inside}",
        f"move it out of {inside}",
    )


def _elsewhere(key: str, of: Type) -> tuple[str, str]:
    from difflib import get_close_matches

    spec = pod_type().fields["spec"].type
    container = spec.fields["containers"].type.element
    if key in spec.fields:
        return "; it is a field of spec", f"move it to spec.{key}"
    if of.name in _HIGH and container is not None and key in container.fields:
        return (
            "; it is a field of a container",
            f"move it into spec.containers, to '- name: determined-container' as {key}",
        )
    close = get_close_matches(key, spec.fields, 1, _CLOSE) if of.name in _HIGH else ()
    if close:
        return f"; did you mean {close[0]}, a field of spec?", f"write it as spec.{close[0]}"
    newest = pod_type(NEWEST).fields["spec"].type
    if key in newest.fields:
        return ", as far as the master knows: newer versions of Kubernetes have it", "remove it"
    return "", ""


def _fits(value: Any, of: Type) -> bool:
    while of.kind == "ptr" and of.element is not None:
        of = of.element
    if of.kind == "slice":
        return type(value) is list
    if of.kind in ("map", "struct"):
        return type(value) is dict
    return type(value) not in (dict, list)
