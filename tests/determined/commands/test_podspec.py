"""``helmwright podspec`` as a user calls it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from tests.cli.command import helmwright, write

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("determined")

VALUES = """\
maxSlotsPerPod: 8
taskContainerDefaults:
  imagePullSecrets: [regcred]
  gpuPodSpec:
    spec:
      tolerations:
        - key: pool_taint
          value: prod
      volumes:
        - name: secret-volume
          secret:
            secretName: prod-test-secret
      containers:
        - name: determined-container
          volumeMounts:
            - name: secret-volume
              mountPath: /etc/secret-volume
resourcePools:
  - pool_name: default
  - pool_name: a100
    task_container_defaults:
      gpu_pod_spec:
        spec:
          nodeSelector:
            gpu: a100
"""
TASK = """\
resources:
  slots_per_trial: 16
environment:
  pod_spec:
    spec:
      tolerations:
        - key: mine
"""
MASTER = """\
resource_manager:
  type: kubernetes
  max_slots_per_pod: 4
task_container_defaults:
  gpu_pod_spec:
    metadata:
      labels:
        team: a
"""


@pytest.fixture(autouse=True)
def files(place: Path) -> None:
    write(place, {"values.yaml": VALUES, "task.yaml": TASK, "master.yaml": MASTER})


def podspec(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
    return helmwright("podspec", *arguments, stdin=stdin)


def job(*arguments: str) -> dict[str, Any]:
    code, out, err = podspec(*arguments, "--output", "json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def test_job_of_an_experiment() -> None:
    code, out, err = podspec("-f", "values.yaml", "--task", "task.yaml")

    assert (code, err) == (0, "")
    assert out.startswith(
        "# 2 pods with 8 slots each in resource pool default, Determined 0.38.1\n---\n"
    )
    document = yaml.safe_load(out)
    spec = document["spec"]["template"]["spec"]
    assert document["kind"] == "Job"
    assert spec["tolerations"] == [{"key": "mine"}]
    assert spec["imagePullSecrets"] == [{"name": "regcred"}]


def test_where_a_field_is_from() -> None:
    arguments = ("-f", "values.yaml", "--task", "task.yaml", "--explain=spec.tolerations")

    assert podspec(*arguments) == (
        0,
        """\
spec.tolerations: [{"key":"mine"}]
  from task pod_spec at task.yaml:6:7
  over task_container_defaults.gpu_pod_spec at values.yaml:6:7: [{"key":"pool_taint","value":"prod"}]
""",
        "",
    )


def test_pull_secrets_are_those_of_the_values() -> None:
    code, out, _ = podspec("-f", "values.yaml", "--explain=spec.imagePullSecrets")

    assert code == 0
    assert out == (
        'spec.imagePullSecrets[name=regcred].name: "regcred"\n'
        "  from task_container_defaults.gpu_pod_spec at values.yaml:3:22\n"
    )


def test_pool_has_its_own() -> None:
    code, out, _ = podspec("-f", "values.yaml", "--pool", "a100", "--explain=spec.nodeSelector")

    assert code == 0
    assert out == (
        'spec.nodeSelector.gpu: "a100"\n'
        "  from resource pool a100.gpu_pod_spec at values.yaml:25:13\n"
    )


def test_what_is_lost() -> None:
    code, out, _ = podspec("-f", "values.yaml", "--task", "task.yaml", "--show-lost")

    assert code == 0
    assert out == (
        "values.yaml:6:7: task_container_defaults.gpu_pod_spec: spec.tolerations: "
        "overridden by task pod_spec\n"
        "values.yaml:15:11: task_container_defaults.gpu_pod_spec: "
        "spec.containers[name=determined-container].volumeMounts: deleted, since task pod_spec "
        "has no containers; write 'containers: []' there to keep them\n"
    )


def test_reports_for_machines() -> None:
    base = ("-f", "values.yaml", "--task", "task.yaml", "-o", "json")

    explained = json.loads(podspec(*base, "--explain=spec.tolerations")[1])
    lost = json.loads(podspec(*base, "--show-lost")[1])

    assert explained == [
        {
            "path": "spec.tolerations",
            "value": [{"key": "mine"}],
            "origin": {"layer": "task pod_spec", "file": "task.yaml", "line": 6, "column": 7},
            "overrode": [
                {
                    "layer": "task_container_defaults.gpu_pod_spec",
                    "file": "values.yaml",
                    "line": 6,
                    "column": 7,
                    "value": [{"key": "pool_taint", "value": "prod"}],
                }
            ],
        }
    ]
    assert [one["line"] for one in lost] == [6, 15]


def test_everything_is_explained() -> None:
    code, out, _ = podspec("-f", "values.yaml", "--explain")

    assert code == 0
    assert 'spec.restartPolicy: "Never"\n  from the master\n' in out


def test_flags_are_places_too() -> None:
    code, out, _ = podspec(
        "-f",
        "values.yaml",
        "--set",
        "taskContainerDefaults.gpuPodSpec.spec.hostPID=true",
        "--config",
        "environment.pod_spec.spec.hostIPC=true",
        "--explain",
    )

    assert code == 0
    assert "spec.hostPID: true\n  from task_container_defaults.gpu_pod_spec at --set\n" in out
    assert "spec.hostIPC: true\n  from task pod_spec at --config\n" in out


def test_configuration_from_flags() -> None:
    found = job(
        "--master-config",
        "master.yaml",
        "--task",
        "task.yaml",
        "--config",
        "resources.slots_per_trial=12",
        "--config",
        "resources.priority=7",
    )

    assert found["spec"]["parallelism"] == 3


def test_slots_and_version() -> None:
    code, out, _ = podspec(
        "--master-config", "master.yaml", "--slots", "8", "--det-version", "0.22.2", "-o", "json"
    )

    assert code == 0
    listed = json.loads(out)
    assert [one["kind"] for one in listed["items"]] == ["Pod", "Pod"]


def test_version_of_the_values() -> None:
    code, out, _ = podspec("-f", "values.yaml", "--set", "detVersion=0.33.0")

    assert code == 0
    assert out.startswith("# 1 pod with 1 slot in resource pool default, Determined 0.33.0\n")


def test_template_and_standard_input() -> None:
    write_template = b"environment:\n  pod_spec:\n    spec:\n      hostPID: true\n"

    code, out, _ = podspec(
        "--master-config",
        "master.yaml",
        "--task",
        "task.yaml",
        "--config",
        "resources.slots_per_trial=4",
        "--template",
        "-",
        "--explain=spec.hostPID",
        stdin=write_template,
    )

    assert code == 0
    assert out == "spec.hostPID: true\n  from template pod_spec at /dev/stdin:4:7\n"


def test_refused_task() -> None:
    code, out, err = podspec("--master-config", "master.yaml", "--slots", "6")

    assert (code, out) == (1, "")
    assert err == (
        "Error: invalid resource request: slots (6) must be < or a multiple of "
        "max_slots_per_pod (4)\n"
    )


def test_refused_fields_have_a_place(place: Path) -> None:
    write(
        place,
        {
            "shell.yaml": "environment:\n  pod_spec:\n    metadata:\n      name: foo\n      namespace: bar\n"
        },
    )

    code, _, err = podspec(
        "--master-config", "master.yaml", "--task", "shell.yaml", "--task-type", "shell"
    )

    assert code == 1
    assert err == (
        "shell.yaml:4:7:\n"
        "Error: pod_spec: pod Name is not a configurable option\n"
        "shell.yaml:5:7: pod_spec: pod Namespace is not a configurable option\n"
    )


def test_unknown_pool_and_path() -> None:
    code, _, err = podspec("-f", "values.yaml", "--pool", "b")
    assert (code, err) == (
        1,
        "Error: cannot find resource pool: b; there are: default, a100\n",
    )
    code, out, _ = podspec("-f", "values.yaml", "--explain=spec.nope")
    assert (code, out) == (0, "nothing is at spec.nope\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a", "b"), "expected at most one chart, unexpected arguments: b"),
        (("-o", "text"), "--output is one of yaml, json"),
        (("--task-type", "trial"), "--task-type is one of experiment, notebook"),
        (("--slots", "-1"), "--slots is a number from 0 on"),
        (("--explain", "--show-lost"), "--explain and --show-lost are two reports"),
        (("--master-config", "m", "-f", "v"), "--master-config stands for a chart"),
        (("--task", "-", "--template", "-"), "only one file can be standard input"),
        (("--det-version", "x"), '--det-version is a release such as 0.38.1, not "x"'),
        (("--det-version", "0.9.0"), "--det-version is 0.12.10 or later"),
        (("--config", "x"), '--config takes key=value such as resources.slots=2, not "x"'),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], message: str) -> None:
    more = () if "m" in arguments or "a" in arguments else ("-f", "values.yaml")

    code, out, err = podspec(*arguments, *more)

    assert (code, out) == (64, "")
    assert message in err


def test_file_that_does_not_parse(place: Path) -> None:
    write(place, {"broken.yaml": "a: [\n"})

    code, _, err = podspec("--master-config", "broken.yaml")

    assert code == 1
    assert "failed to parse broken.yaml" in err


def test_pod_spec_without_spec_is_refused_where_it_stands(place: Path) -> None:
    task = "environment:\n  pod_spec:\n    tolerations:\n      - key: a\n"
    write(place, {"bare.yaml": task})

    refused = helmwright("podspec", "-f", "values.yaml", "--task", "bare.yaml")
    shown = helmwright("podspec", "-f", "values.yaml", "--task", "bare.yaml", "--show-lost")

    message = (
        "task pod_spec: tolerations: unknown to the master, which drops it; write it below spec"
    )
    assert (refused.code, refused.out) == (1, "")
    assert refused.err == f"bare.yaml:3:5:\nError: {message}\n"
    assert f"bare.yaml:3:5: {message}" in shown.out


def test_task_that_the_master_refuses_is_refused_with_every_place(place: Path) -> None:
    write(
        place,
        {
            "wrong.yaml": "enviroment: {}\nresources:\n  slots_per_trail: 2\n  priority: 420\n"
            "registry_auth:\n  username: x\n"
        },
    )

    assert podspec("-f", "values.yaml", "--task", "wrong.yaml") == (
        1,
        "",
        """\
wrong.yaml:1:1:
Error: task: enviroment: unknown key; did you mean environment?
wrong.yaml:3:3: task: resources.slots_per_trail: unknown key; did you mean slots_per_trial?
wrong.yaml:4:3: task: resources.priority: 420 is not from 1 to 99
wrong.yaml:5:1: task: registry_auth: unknown key here; it belongs at environment.registry_auth
""",
    )


def test_what_flags_set_in_a_task_is_checked_as_well() -> None:
    code, out, err = podspec("-f", "values.yaml", "--config", "resources.slots_per_trail=2")

    assert (code, out) == (1, "")
    assert "did you mean slots_per_trial?" in err


def test_template_is_refused_for_experiments_and_its_keys_are_dropped_for_shells(
    place: Path,
) -> None:
    write(place, {"template.yaml": "enviroment: {}\n"})
    arguments = ("-f", "values.yaml", "--template", "template.yaml")

    refused = podspec(*arguments)
    dropped = podspec(*arguments, "--task-type", "shell")

    assert refused == (
        1,
        "",
        "template.yaml:1:1:\nError: template: enviroment: unknown key; did you mean environment?\n",
    )
    assert dropped[0] == 0
    assert dropped[2] == (
        "template.yaml:1:1: warning: enviroment: unknown key, dropped in silence by masters of "
        "0.38.1; did you mean environment?\n"
    )


def test_of_two_templates_one_would_be_lost(place: Path) -> None:
    write(place, {"a.yaml": "{}", "b.yaml": "{}"})

    code, out, err = podspec("-f", "values.yaml", "--template", "a.yaml", "--template", "b.yaml")

    assert (code, out) == (64, "")
    assert "--template is given more than once: a master takes one template" in err


def test_what_is_dropped_is_said_by_release(place: Path) -> None:
    write(place, {"slots.yaml": "resources:\n  slots: 2\n"})
    arguments = ("-f", "values.yaml", "--task", "slots.yaml", "--det-version")

    code, _, err = podspec(*arguments, "0.34.0")

    assert (code, err) == (
        0,
        (
            "slots.yaml:2:3: warning: resources.slots: dropped in silence by masters of 0.34.0: is of "
            "commands and notebooks\n"
        ),
    )
    assert podspec(*arguments, "0.35.0")[0] == 1
