"""Compares the pods that we make of tasks with those of real masters.

    python tests/conformance/master_pods.py REPOSITORY [--release 0.38.1] [--cases 5000] [--seed 1]

REPOSITORY is a clone of github.com/determined-ai/determined. A program is built from the sources of
each release (Go is needed), and asked about random defaults, pools, templates and tasks. The pods
have to be the same, but for what is in angle brackets and the many mounts of the master's files; what
it refuses has to be refused with its words. The exit code is 1 if they disagree.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "renderer"))

from tests.conformance.master_peer import ask, compile_answers, unpack
from tests.conformance.master_pod_inputs import PodQuestions
from tests.conformance.master_releases import Comparison, compare_releases

from helmwright import HelmwrightError
from helmwright.determined import DeterminedRelease, EffectivePods, effective_pods
from helmwright.kube.schemas import pod_codec

ORACLE = Path(__file__).resolve().parent / "master_pods_oracle"
RELEASES = ("0.33.0", "0.38.1")
BUILT_IN = "<the image that is built into the master>"
UNTOLD = frozenset({"DET_CLUSTER_ID", "DET_TASK_TYPE", "DET_RESOURCES_TYPE"})
"""Variables whose values, or presence, the program's way of asking decides."""
LATER = re.compile(r"DET_K8S_RESOURCE_POOL|DET_TASK_LOGGING_METADATA|(NOTEBOOK|TENSORBOARD)_\w+")
"""Variables that are set before or after what the program asks for."""
NAMES = re.compile(r"^(det-.*-)?(exp|cmd|gc)-.*$")
Map = dict[str, Any]


def build(repository: Path, release: DeterminedRelease, folder: Path) -> Path:
    """Builds the program of a release in a folder and returns its path."""
    unpack(repository, release, folder)
    package = folder / "master" / "internal" / "rm" / "kubernetesrm"
    shutil.copy(ORACLE / "answers.go", package / "zz_answers.go")
    of_release = "jobs.go" if release.at_least(0, 34, 0) else "pods.go"
    shutil.copy(ORACLE / of_release, package / "zz_release.go")
    program = folder / "master" / "cmd" / "answers"
    program.mkdir()
    shutil.copy(ORACLE / "main.go", program)
    return compile_answers(folder)


def ours(question: Map, release: DeterminedRelease) -> EffectivePods:
    """Returns what we make of a question."""
    namespace = "default_namespace" if release.at_least(0, 35, 0) else "namespace"
    config: Map = {
        "resource_manager": {
            "max_slots_per_pod": question["MaxSlots"],
            "slot_type": question["SlotType"],
            "slot_resource_requests": {"cpu": question["CPU"]},
            "default_scheduler": question["Scheduler"],
            "default_aux_resource_pool": "p",
            "determined_master_host": "HOST",
            "determined_master_port": 8080,
            namespace: "NS",
        },
        "security": {
            "default_task": {"uid": question["UID"], "gid": question["GID"]},
            "tls": {"cert": "x" if question["Cert"] else ""},
        },
        "resource_pools": [{"pool_name": "p"}],
    }
    if "Top" in question:
        config["task_container_defaults"] = question["Top"]
    if "Pool" in question:
        config["resource_pools"][0]["task_container_defaults"] = question["Pool"]
    return effective_pods(
        config,
        question["Config"],
        task_type=question["Kind"],
        template=question.get("Template"),
        pool="p",
        release=release,
    )


class Form:
    """A pod without what cannot be compared; two pods are the same if their forms are."""

    def __init__(self, pod: Map, own_variables: int) -> None:
        spec = _renamed(pod["spec"])
        *_, own = spec["containers"]
        variables = own.pop("env", [])
        generated = variables[: len(variables) - own_variables]
        self.users = variables[len(generated) :]
        self.variables = {
            one["name"]: {key: value for key, value in one.items() if value}
            for one in generated
            if one["name"] not in UNTOLD and not LATER.fullmatch(one["name"])
        }
        mounts = own.pop("volumeMounts")
        self.roots = sorted(one["mountPath"] for one in mounts if "root-volume" in one["name"])
        kept = ("root-volume", "additional-files-volume")
        own["volumeMounts"] = [one for one in mounts if not one["name"].startswith(kept)]
        spec["volumes"] = [one for one in spec["volumes"] if "root-volume" not in one["name"]]
        self.command = own.pop("command")[:2]
        ports = (one["containerPort"] for one in own.pop("ports", None) or ())
        self.ports = sorted(port for port in ports if type(port) is int)
        init = spec["initContainers"][-1]
        init["args"] = init["args"][1:]
        for container in (own, init):
            if container.get("image", "").startswith("determinedai/"):
                container["image"] = BUILT_IN
        self.spec = pod_codec().round_trip({"spec": spec})
        self.labels = pod["metadata"]["labels"]
        self.annotations = pod["metadata"].get("annotations")


def _renamed(value: Any) -> Any:
    if type(value) is dict:
        return {key: _renamed(member) for key, member in value.items()}
    if type(value) is list:
        return [_renamed(member) for member in value]
    if type(value) is not str:
        return value
    text = value.replace("<allocation id>", "ALLOC").replace("<cluster id>", "")
    return "NAME" if NAMES.match(text) else text


def differences(answer: Map, found: EffectivePods) -> list[str]:
    """Returns what differs between the master's pod and ours."""
    merged = (found.merged or {}).get("spec") or {}
    own = (one for one in merged.get("containers") or () if one["name"] == "determined-container")
    number = sum(len(one.get("env") or ()) for one in own)
    theirs, mine = Form(answer["pod"], number), Form(found.pod, number)
    told = [
        name
        for name in ("spec", "users", "roots", "command", "ports", "annotations")
        if getattr(theirs, name) != getattr(mine, name)
    ]
    for name in ("variables", "labels"):
        real, made = getattr(theirs, name), getattr(mine, name)
        told += [f"{name}: {key}" for key in real.keys() ^ made.keys()]
        told += [
            f"{name}: {key}"
            for key in real.keys() & made.keys()
            if "<" not in str(made[key]) and real[key] != made[key] and key not in _GIVEN
        ]
    return [*told, *(["count"] if answer["pod"]["count"] != found.count else [])]


_GIVEN = frozenset({"determined.ai/task_type"})
"""Labels that the question gives."""


def compare(release: DeterminedRelease, questions: list[Map], answers: list[Map]) -> int:
    """Prints what differs and returns how often."""
    number = refused = 0
    for question, answer in zip(questions, answers, strict=True):
        error = answer.get("error", "")
        refused += bool(error)
        try:
            found = ours(question, release)
            told = [f"not refused: {error}"] if error else differences(answer, found)
        except HelmwrightError as problem:
            words = [problem.message, *getattr(problem, "__notes__", ())]
            ends = [word.rpartition(": ")[2].partition(";")[0] for word in words]
            same = error and any(end in error for end in ends)
            told = [] if same else [f"{words} instead of {error or 'a pod'}"]
        if told:
            number += 1
            print(f"{json.dumps(question)}\n  {told}")
    print(f"{release}: {len(questions)} cases, {refused} refused, {number} differences")
    return number


def main() -> int:
    """Compares and returns the exit code."""
    return compare_releases(__doc__.split("\n", 1)[0], RELEASES, 5000, _compared)


def _compared(asked: Comparison) -> int:
    made = PodQuestions(asked.release, asked.chance)
    questions = [made.make() for _ in range(asked.cases)]
    program = build(asked.repository, asked.release, asked.folder)
    answers = ask(program, questions, asked.folder / "master" / "static" / "srv")
    return compare(asked.release, questions, answers)


if __name__ == "__main__":
    sys.exit(main())
