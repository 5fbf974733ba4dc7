"""Pod specs against the Pod Security standard of the namespaces that the chart makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import containers_of, maps_in, spec_of
from helmwright.lint.finding import Related

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_NAMESPACE = "poolNamespaces:\n  - name: det-a\n    podSecurity:\n      enforce: {}\n"
_S3 = "checkpointStorage:\n  type: s3\n  bucket: b\n"
_POD = "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n"


@rule(
    "pods-that-pod-security-refuses",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("O16",),
    since="0.13.2",
    summary="A namespace for tasks enforces a standard that their pods do not meet",
    why=(
        "The containers that the master adds run as root by default and do not say what the standard "
        "restricted asks for; baseline refuses folders of the node, its network, and privileges."
    ),
    advice="Enforce privileged in that namespace, or baseline without such fields.",
    url="https://kubernetes.io/docs/concepts/security/pod-security-standards/",
    bad=(
        example(_S3 + _NAMESPACE.format("«restricted»"), message="refuses every pod of a task"),
        example(
            _S3 + _NAMESPACE.format("baseline") + _POD + "      «hostPID»: true\n"
            "      volumes:\n        - name: a\n          «hostPath»:\n            path: /data\n"
            "      containers:\n        - name: determined-container\n"
            "          securityContext:\n            «privileged»: true\n",
            message="baseline",
        ),
        example(
            "checkpointStorage:\n  «type»: shared_fs\n" + _NAMESPACE.format("baseline"),
            message="folder of the node",
        ),
        example(_NAMESPACE.format("«baseline»"), message="checkpointStorage.type"),
    ),
    good=(
        example(_S3 + _NAMESPACE.format("baseline")),
        example(_S3 + _NAMESPACE.format("privileged") + _POD + "      hostPID: true\n"),
        example(_POD + "      hostPID: true\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare the namespaces that the chart makes with what pods will be."""
    baseline: Path = ()
    for index, _ in enumerate(settings.items("poolNamespaces")):
        path = ("poolNamespaces", index, "podSecurity", "enforce")
        standard = settings.get(*path)
        if standard == "restricted":
            yield settings.problem(
                path,
                f"{settings.name(path)}: restricted refuses every pod of a task, since the master's"
                " own containers do not meet it",
                fix="write 'enforce: baseline' or 'enforce: privileged'",
            )
        elif standard == "baseline":
            baseline = path
    if baseline:
        name = settings.get(*baseline[:2], "name")
        for where, what in _refused(settings):
            yield settings.problem(
                where if settings.given(*where) else baseline,
                f"{settings.name(where)}: {what}, which the namespace {name} refuses with baseline",
                of_key=settings.given(*where),
                related=[Related(settings.span(baseline), "the standard is set here")],
            )


def _refused(settings: DeterminedSettings) -> Iterator[tuple[Path, str]]:
    if settings.get("checkpointStorage", "type") == "shared_fs":
        yield ("checkpointStorage", "type"), "experiments mount a folder of the node"
    if settings.get("taskContainerDefaults", "networkMode") == "host":
        yield ("taskContainerDefaults", "networkMode"), "tasks use the network of the node"
    for path, pod in settings.pod_specs():
        for key in ("hostPID", "hostIPC"):
            if spec_of(pod).get(key) is True:
                yield (*path, "spec", key), "tasks see what runs on the node"
        for index, volume in maps_in(spec_of(pod), "volumes"):
            if volume.get("hostPath"):
                where = (*path, "spec", "volumes", index, "hostPath")
                yield where, "tasks mount a folder of the node"
        for container in containers_of(path, pod):
            if settings.get(*container.path, "securityContext", "privileged") is True:
                where = (*container.path, "securityContext", "privileged")
                yield where, "the container is privileged"
