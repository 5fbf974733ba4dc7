"""``helmwright lint`` of the configurations of Determined's tasks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright, write

if TYPE_CHECKING:
    from pathlib import Path

EXPERIMENT = """\
name: mnist
entrypoint: model_def:Trial
enviroment:
  image: pytorch
resources:
  priority: 420
searcher:
  name: single
  metric: loss
"""
SHELL = "resources:\n  slots: 1\npod_spec:\n  spec: {}\n"
VALUES = "maxSlotsPerPod: 4\ninitialUserPassword: Passw0rd-1\n"


@pytest.fixture(autouse=True)
def files(place: Path) -> None:
    write(place, {"exp.yaml": EXPERIMENT, "shell.yaml": SHELL, "prod.yaml": VALUES})


def rules(*arguments: str, stdin: bytes = b"") -> list[str]:
    """Returns what is found, as FILE:LINE:COLUMN RULE."""
    outcome = helmwright("lint", *arguments, "--format", "json", stdin=stdin)
    return [
        f"{one['path']}:{one['line']}:{one['column']} {one['rule']}"
        for one in json.loads(outcome.out)["findings"]
    ]


def test_experiment_is_known_by_its_content() -> None:
    outcome = helmwright("lint", "exp.yaml")

    assert outcome.code == 1
    assert outcome.err == ""
    assert outcome.out == (
        """\
exp.yaml:3:1: error: enviroment: unknown key; did you mean environment? [task-key-unknown]
  3 | enviroment:
    | ^^^^^^^^^^
    = fix: write environment

exp.yaml:6:13: error: resources.priority: 420 is not from 1 to 99 [task-value-refused]
  6 |   priority: 420
    |             ^^^
    = fix: Write a value of the type and range that the reference has for the key, or leave it out.

2 errors in 1 file
"""
    )


def test_release_decides() -> None:
    found = rules("exp.yaml", "--det-version", "0.13.9")

    assert found == [
        "exp.yaml:1:1 task-key-unknown",
        "exp.yaml:3:1 task-key-unknown",
        "exp.yaml:6:3 task-key-unknown",
    ]


def test_release_is_that_of_the_values_below(place: Path) -> None:
    write(place, {"old.yaml": 'detVersion: "0.15.6"\n' + VALUES})

    assert "exp.yaml:1:1 task-key-unknown" in rules("exp.yaml", "-f", "old.yaml")
    assert "exp.yaml:1:1 task-key-unknown" not in rules("exp.yaml", "-f", "prod.yaml")


def test_files_of_tasks_and_values_in_one_run() -> None:
    found = rules("exp.yaml", "shell.yaml", "prod.yaml", "--ignore", "passwords")

    assert [one for one in found if "task-" in one] == [
        "exp.yaml:3:1 task-key-unknown",
        "exp.yaml:6:13 task-value-refused",
        "shell.yaml:3:1 task-key-unknown",
    ]
    assert not [one for one in found if one.startswith("exp.yaml") and "task-" not in one]


def test_standard_input_is_recognised_too() -> None:
    assert rules("-", stdin=SHELL.encode()) == ["/dev/stdin:3:1 task-key-unknown"]


def test_kind_can_be_said() -> None:
    assert rules("shell.yaml", "--kind", "template") == ["shell.yaml:3:1 task-key-dropped"]
    assert "shell.yaml:1:1 key-not-in-schema" in " ".join(rules("shell.yaml", "--kind", "values"))
    assert rules("prod.yaml", "--kind", "notebook") == [
        "prod.yaml:1:1 task-key-unknown",
        "prod.yaml:2:1 task-key-unknown",
    ]
    outcome = helmwright("lint", "exp.yaml", "--kind", "trial")
    assert (outcome.code, outcome.out) == (64, "")
    assert "--kind is one of values, experiment, command" in outcome.err


def test_comments_allow_and_baselines_hold(place: Path) -> None:
    allowed = EXPERIMENT.replace("420", "420 # helmwright: allow task-value-refused for a test")
    write(place, {"exp.yaml": allowed})

    assert rules("exp.yaml") == ["exp.yaml:3:1 task-key-unknown"]
    helmwright("lint", "exp.yaml", "--baseline", "known.json", "--write-baseline")
    assert helmwright("lint", "exp.yaml", "--baseline", "known.json").code == 0


def test_broken_file_is_broken_yaml(place: Path) -> None:
    write(place, {"exp.yaml": "searcher: {name: single\nhyperparameters: {}\n"})

    assert "broken-yaml" in " ".join(rules("exp.yaml", "--kind", "experiment"))


def test_yaml_traps_are_found_in_tasks(place: Path) -> None:
    write(place, {"exp.yaml": EXPERIMENT + "searcher:\n  name: grid\n  metric: loss\n"})

    assert "exp.yaml:10:1 duplicate-key" in rules("exp.yaml")


def test_template_in_jinja2_is_a_task_too(place: Path) -> None:
    text = EXPERIMENT.replace("420", "{{ priority }}")
    write(place, {"exp.yaml.j2": text, "context.yaml": "priority: 420\n"})

    found = rules("exp.yaml.j2", "--context", "context.yaml")

    assert found == ["exp.yaml.j2:3:1 task-key-unknown", "exp.yaml.j2:6:16 task-value-refused"]
