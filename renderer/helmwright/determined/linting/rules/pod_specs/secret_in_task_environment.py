"""Secrets in the environment of tasks, in plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import all_containers, maps_in
from helmwright.secrets.forms import is_harmless
from helmwright.secrets.names import is_secret_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_POD = (
    "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      containers:\n"
    "        - name: determined-container\n          env:\n            - name: {}\n"
    "              {}\n"
)


@rule(
    "secret-in-task-environment",
    reads=DETERMINED,
    severity=Severity.WARNING,
    since="0.13.2",
    summary="A secret stands in the environment of tasks in plain text",
    why=(
        "It is in the values, in the master's configuration and in every pod, where everyone who may "
        "read pods can see it."
    ),
    advice="Put it into a Secret in the namespace of tasks and refer to it with valueFrom.secretKeyRef.",
    url="https://kubernetes.io/docs/concepts/configuration/secret/#using-secrets-as-environment-variables",
    bad=(
        example(
            _POD.format("AWS_SECRET_ACCESS_KEY", "value: «abcdefgh»"),
            message="AWS_SECRET_ACCESS_KEY",
        ),
        example(
            "taskContainerDefaults:\n  environmentVariables:\n    - A=b\n"
            "    - «WANDB_API_KEY=abcdefgh»\n",
            message="WANDB_API_KEY",
        ),
        example(
            "resourcePools:\n  - pool_name: a\n    task_container_defaults:\n"
            "      environment_variables:\n        cuda:\n          - «HF_TOKEN=abcdefgh»\n"
        ),
    ),
    good=(
        example(
            _POD.format(
                "HF_TOKEN",
                "valueFrom:\n                secretKeyRef:\n                  name: hf\n"
                "                  key: token",
            )
        ),
        example(_POD.format("AWS_WEB_IDENTITY_TOKEN_FILE", "value: /var/run/token")),
        example(_POD.format("GOOGLE_APPLICATION_CREDENTIALS", "value: /secrets/key.json")),
        example(_POD.format("USE_TOKEN", 'value: "true"')),
        example(_POD.format("TOKENIZERS_PARALLELISM", 'value: "abcdefgh"')),
        example(_POD.format("MY_TOKEN", "value: $(OTHER_TOKEN)")),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the names of variables that have a value."""
    for container in all_containers(settings):
        for index, variable in maps_in(container.fields, "env"):
            where = (*container.path, "env", index, "value")
            name, value = variable.get("name"), variable.get("value")
            if _is_secret(name, value):
                yield _problem(settings, where, str(name))
    sections: list[Path] = [("taskContainerDefaults", "environmentVariables")]
    for path, _ in settings.pools():
        sections.append((*path, "task_container_defaults", "environment_variables"))
    for section in sections:
        given = settings.get(*section)
        lists = [(*section, key) for key in given] if type(given) is dict else [section]
        for place in lists:
            for index, text in enumerate(settings.items(*place)):
                name, _, value = str(text).partition("=")
                if _is_secret(name, value):
                    yield _problem(settings, (*place, index), name)


def _is_secret(name: object, value: object) -> bool:
    if type(name) is not str or type(value) is not str or not is_secret_name(name):
        return False
    return not is_harmless(value)


def _problem(settings: DeterminedSettings, path: Path, name: str) -> Problem:
    return settings.problem(
        path,
        f"{settings.name(path)}: {name} looks like a secret, in plain text",
        fix=(
            f"write in env of determined-container '- name: {name}' with valueFrom: {{secretKeyRef:"
            " {name: <Secret>, key: <key>}}"
        ),
    )
