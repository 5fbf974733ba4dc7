"""Task files as the master of a release takes, refuses or drops what is in them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helmwright import HelmwrightError
from helmwright.base.paths import dotted
from helmwright.determined import DeterminedRelease, check_task, check_task_text
from helmwright.determined.tasks.checking import check_template
from helmwright.determined.tasks.kinds import KINDS
from helmwright.determined.versions import LATEST, RELEASES
from helmwright.errors import Position


def release(text: str) -> DeterminedRelease:
    found = DeterminedRelease.parse(text)
    assert found is not None
    return found


def said(text: str, kind: str, version: str = "0.38.1") -> list[str]:
    """Returns findings as PLACE EFFECT PATH: MESSAGE."""
    return [
        f"{one.position.line}:{one.position.column} {one.effect.value} "
        f"{dotted(one.path)}: {one.message}"
        for one in check_task_text(text, kind, release(version), complete=False)
        if one.position is not None
    ]


# What the platform's guides print, and what people write by mistake.
PER_TASK = """\
environment:
  pod_spec:
    apiVersion: v1
    kind: Pod
    spec:
      serviceAccountName: s3
  containers:
    - name: determined-container
"""
NGC_SHELL = """\
resources:
  slots: 1
pod_spec:
  spec:
    imagePullSecrets:
      - name: ngccred
"""


@pytest.mark.parametrize(
    ("kind", "version", "found"),
    [
        (
            "experiment",
            "0.25.0",
            [
                (
                    "7:3 refused environment.containers: unknown key here; "
                    "it belongs at environment.pod_spec.spec.containers"
                )
            ],
        ),
        (
            "shell",
            "0.25.0",
            [
                (
                    "7:3 refused environment.containers: unknown key here; "
                    "it belongs at environment.pod_spec.spec.containers"
                )
            ],
        ),
        (
            "template",
            "0.25.0",
            [
                (
                    "7:3 dropped environment.containers: unknown key here; "
                    "it belongs at environment.pod_spec.spec.containers, "
                    "dropped in silence by masters of 0.25.0; "
                    "of a template for experiments the master refuses it"
                )
            ],
        ),
    ],
)
def test_containers_beside_pod_spec_as_the_guide_has_them(
    kind: str, version: str, found: list[str]
) -> None:
    assert said(PER_TASK, kind, version) == found


@pytest.mark.parametrize("version", ["0.13.5", "0.25.0", "0.38.1"])
def test_pod_spec_at_the_top_of_a_shell_as_the_guide_has_it(version: str) -> None:
    assert said(NGC_SHELL, "shell", version) == [
        "3:1 refused pod_spec: unknown key here; it belongs at environment.pod_spec"
    ]


@pytest.mark.parametrize(
    ("text", "kind", "version", "message"),
    [
        ("enviroment: {}", "experiment", "0.25.0", "unknown key; did you mean environment?"),
        ("enviroment: {}", "command", "0.25.0", "unknown key; did you mean environment?"),
        ("enviroment: {}", "experiment", "0.13.0", "unknown key; did you mean environment?"),
        (
            "resources: {slots_per_trail: 1}",
            "experiment",
            "0.25.0",
            "unknown key; did you mean slots_per_trial?",
        ),
        (
            "resources: {slots_per_trial: 1}",
            "command",
            "0.25.0",
            "unknown key; it is known until 0.15.5",
        ),
        (
            "registry_auth: {username: x}",
            "experiment",
            "0.25.0",
            "unknown key here; it belongs at environment.registry_auth",
        ),
        (
            "registry_auth: {username: x}",
            "notebook",
            "0.25.0",
            "unknown key here; it belongs at environment.registry_auth",
        ),
        ("log_policies: []", "experiment", "0.26.2", "unknown key; it is known from 0.26.3 on"),
        ("log_policies: []", "experiment", "0.26.3", ""),
        (
            "resources: {is_single_node: true}",
            "experiment",
            "0.27.1",
            "unknown key; it is known from 0.28.0 on",
        ),
        ("resources: {is_single_node: true}", "shell", "0.28.0", "is of experiments only"),
        ("retention_policy: {log_retention_days: 40000}", "experiment", "0.31.0", "to 32767"),
        ("searcher: {name: pbt}", "experiment", "0.18.0", "it is known until 0.17.15"),
        ("searcher: {name: custom}", "experiment", "0.38.0", "custom has been removed"),
        ("searcher: {name: custom, x: 1}", "experiment", "0.37.0", "searcher.x: unknown key"),
        ("searcher: {name: adaptive}", "experiment", "0.25.0", "adaptive has been removed"),
        ("searcher: {metric: x, max_length: 1}", "experiment", "0.25.0", "goes with a name"),
        ("searcher: {metric: x}", "experiment", "0.25.0", ""),
        ("checkpoint_storage: {bucket: x}", "experiment", "0.25.0", "goes with a type"),
        ("checkpoint_storage: {save_trial_best: 2}", "experiment", "0.25.0", ""),
        ("searcher: {name: randm}", "experiment", "0.25.0", '"randm" is none of adaptive'),
        (
            "searcher: {name: single, max_trials: 2}",
            "experiment",
            "0.25.0",
            "goes with name: adaptive_asha or adaptive_simple or async_halving or random",
        ),
        ("searcher: {name: single, max_length: 100}", "experiment", "0.17.8", "expected a map"),
        ("searcher: {name: single, max_length: 100}", "experiment", "0.17.9", ""),
        ("entrypoint: [python3, a.py]", "experiment", "0.17.6", "expected text, found a list"),
        ("entrypoint: [python3, a.py]", "experiment", "0.17.7", ""),
        ("entrypoint: python3 a.py", "command", "0.38.1", "expected a list"),
        ("resources: {shm_size: 4GiB}", "experiment", "0.18.2", "expected a whole number"),
        ("resources: {shm_size: 4GiB}", "experiment", "0.18.3", "refused in experiments"),
        ("resources: {shm_size: 1024}", "experiment", "0.38.1", ""),
        ("resources: {shm_size: much}", "experiment", "0.18.3", "is no size such as 4GiB"),
        ("resources: {shm_size: 4GiB}", "command", "0.25.0", ""),
        ("resources: {shm_size: 1.5 g}", "shell", "0.25.0", ""),
        ("resources: {shm_size: 1024}", "shell", "0.25.0", ""),
        ("resources: {shm_size: 4GiB}", "command", "0.18.2", "expected a whole number"),
        ("resources: {shm_size: much}", "command", "0.25.0", "expected a size such as 4GiB"),
        ("environment: {ports: {a: b}}", "experiment", "0.25.0", "environment.ports.a: expected"),
        ("description: 1", "notebook", "0.25.0", "expected text, found the number 1"),
        ("idle_timeout: 30", "notebook", "0.25.0", "expected a duration"),
        ("idle_timeout: 30m", "notebook", "0.25.0", ""),
        ("notebook_idle_type: never", "notebook", "0.25.0", "kernels_or_terminals"),
        ("bind_mounts: [{host_path: a, container_path: b}]", "experiment", "0.25.0", "absolute"),
        ("bind_mounts: [{host_path: a, container_path: b}]", "shell", "0.25.0", "absolute"),
        ("bind_mounts: [{container_path: b}]", "shell", "0.25.0", "host_path is missing"),
        (
            "environment: {image: {gpus: x}}",
            "shell",
            "0.25.0",
            "dropped in silence by masters of 0.25.0; did you mean gpu?",
        ),
        ("environment: {image: {gpus: x}}", "experiment", "0.25.0", "did you mean gpu?"),
        ("checkpoint_storage: {type: hdfs}", "experiment", "0.23.0", "is known until 0.22.2"),
        ("checkpoint_storage: {type: directory}", "experiment", "0.26.2", "from 0.26.3 on"),
        ("checkpoint_storage: {type: s3, prefix: ../a}", "experiment", "0.25.0", "leaves the"),
        ("data_layer: {type: shared_fs}", "experiment", "0.19.9", ""),
        ("data_layer: {type: shared_fs}", "experiment", "0.19.10", "dropped in silence"),
        ("resources: {agent_label: a}", "experiment", "0.20.0", "dropped in silence"),
        ("resources: {slots: 1}", "experiment", "0.34.0", "dropped in silence"),
        ("resources: {slots: 1}", "experiment", "0.35.0", "is of commands and notebooks"),
        ("records_per_epoch: 1\nmin_validation_period: {epochs: 1}", "experiment", "0.20.1", ""),
        ("min_validation_period: {epochs: 1}", "experiment", "0.20.1", "records_per_epoch"),
        ("min_validation_period: {epochs: 1}", "experiment", "0.21.0", ""),
        ("min_validation_period: 5", "experiment", "0.13.0", "expected a map"),
        ("min_validation_period: 5", "experiment", "0.12.13", ""),
        ("labels: [a]", "experiment", "0.13.0", ""),
        ("hyperparameters: {a: {type: int, minval: 2}}", "experiment", "0.25.0", "maxval is"),
        ("hyperparameters: {a: 1, b: [1], c: {d: x}}", "experiment", "0.25.0", ""),
        ("work_dir: /a", "command", "0.16.5", "unknown key; it is known from 0.17.0 on"),
    ],
)
def test_what_a_release_says(text: str, kind: str, version: str, message: str) -> None:
    found = [
        one
        for one in said(text, kind, version)
        if "count is missing" not in one  # of a searcher without a name
    ]

    assert len(found) == bool(message), found
    assert message in "".join(found)


@pytest.mark.parametrize("kind", ["experiment", "command", "template"])
@pytest.mark.parametrize(
    ("value", "message"),
    [("420", "420 is not from 1 to 99"), ("abc", 'expected a whole number, found "abc"')],
)
@pytest.mark.parametrize("version", ["0.13.10", "0.25.0", "0.38.1"])
def test_priority(kind: str, version: str, value: str, message: str) -> None:
    found = said(f"resources:\n  priority: {value}\n", kind, version)

    assert found == [f"2:3 refused resources.priority: {message}"]


@pytest.mark.parametrize(
    ("version", "count"), [("0.15.6", 1), ("0.28.1", 1), ("0.29.0", 0), ("0.38.1", 0)]
)
def test_experiments_got_sidecars_with_images_late(version: str, count: int) -> None:
    """The schema of 0.15.6 to 0.28.1 asks for no name of a container."""
    text = "environment: {pod_spec: {spec: {containers: [{name: side, image: x}]}}}\n"

    found = said(text, "experiment", version)

    assert [one.partition(": ")[2] for one in found] == [
        "container Image is not configurable, set it in the experiment config"
    ] * count
    assert said(text, "shell", version) == []


def test_pod_of_an_experiment_loses_unknown_keys_and_that_of_a_shell_is_refused() -> None:
    text = "environment:\n  pod_spec:\n    spec:\n      toleration: []\n"

    assert said(text, "experiment") == [
        (
            "4:7 dropped environment.pod_spec.spec.toleration: unknown key, dropped in silence by "
            "masters of 0.38.1; did you mean tolerations?"
        )
    ]
    assert said(text, "shell") == [
        "4:7 refused environment.pod_spec.spec.toleration: unknown key; did you mean tolerations?"
    ]


@pytest.mark.parametrize(
    ("kind", "effects"), [("experiment", ["refused"]), ("command", ["dropped"])]
)
def test_template_is_read_strictly_for_experiments_only(kind: str, effects: list[str]) -> None:
    template = {
        "enviroment": {},
        "hyperparameters": {"a": {"type": "int", "minval": 0, "maxval": 1}},
    }
    if kind == "command":
        del template["hyperparameters"]

    found = check_template(template, kind)

    assert [one.effect.value for one in found] == effects


def test_what_is_missing_is_said_of_whole_files_only() -> None:
    text = "entrypoint: a:B\nsearcher:\n  name: random\n"
    (metric, trials) = check_task_text(text, release=LATEST, name="exp.yaml")

    assert [metric.effect.value, trials.effect.value] == ["missing"] * 2
    assert "unless a template has it" in metric.message
    assert {metric.fix, trials.fix} == {"add metric", "add max_trials"}
    assert metric.position == Position("exp.yaml", 2, 1)
    assert check_task({"searcher": {"name": "random"}}, "experiment") == []


def test_fix_says_what_to_write() -> None:
    found = check_task({"enviroment": 1, "pod_spec": {}, "nothing": 1, "priority": 1}, "shell")

    assert {dotted(one.path): one.fix for one in found} == {
        "enviroment": "write environment",
        "pod_spec": "write it as environment.pod_spec",
        "nothing": "leave it out",
        "priority": "write it as resources.priority",
    }


def test_values_of_secrets_are_not_told() -> None:
    config = {"environment": {"registry_auth": {"password": ["hunter2"], "auth": {"hunter2": 1}}}}

    for kind in ("experiment", "shell"):
        found = check_task(config, kind)
        assert found
        assert "hunter2" not in "".join(one.message + one.fix for one in found)


def test_other_kinds_and_other_files_are_refused() -> None:
    with pytest.raises(HelmwrightError, match='kind of task "trial" is none of experiment'):
        check_task({}, "trial")
    with pytest.raises(HelmwrightError, match=r"a\.yaml is not clearly a task"):
        check_task_text("replicas: 1\n", name="a.yaml")


WORDS = st.sampled_from(
    ["environment", "pod_spec", "spec", "resources", "searcher", "name", "type", "hyperparameters",
     "log_policies", "bind_mounts", "containers", "image", "slots", "records_per_epoch", "x"]
)  # fmt: skip
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["", "s3", "grid"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)


@settings(deadline=None)
@given(ANYTHING, st.sampled_from(KINDS), st.sampled_from(RELEASES))
def test_every_document_has_an_answer(config: Any, kind: str, version: DeterminedRelease) -> None:
    for one in check_task(config, kind, version, complete=True):
        assert one.message
