"""A key that this release calls by another name, or reads no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.described import given_values
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.migrations import migrations_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.determined.migrations import FoundMigration
    from helmwright.lint.finding import Problem

_OTHER_RULES = ("defaultScheduler", "kubernetes_namespace", "idpCertPath")
"""Keys with rules of their own."""


@rule(
    "deprecated-key",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("B7",),
    summary="A key that this release calls by another name, or reads no more",
    why="The old name works only as long as the new one is not set, or has no effect any more.",
    advice="Rename or remove the key; helmwright values migrate does it.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/values.yaml",
    fixable=True,
    bad=(
        example(
            "«slotsPerNode»: 4\n",
            release="0.20.0",
            message="slotsPerNode: since 0.13.2 it is called maxSlotsPerPod",
        ),
        example("«defaultPassword»: Passw0rd\n", message="since 0.31.0"),
        example("«httpPort»: 9000\n", message="masterPort, whose default 8080 counts"),
        example("«fluent»:\n  image: fluent/fluent-bit:1.6\n", message="no log shipper"),
        example("logging:\n  «backend»: default\n"),
        example("«slotsPerNode»: 4\nmaxSlotsPerPod: 4\n"),
        example(
            "additional_resource_managers:\n"
            "  - resource_manager:\n"
            "      type: kubernetes\n"
            "      «name»: other\n"
            "      «namespace»: tasks\n"
        ),
        example("security:\n  «tls»:\n    cert: /a\n", message="no chart reads it"),
        example("taskContainerDefaults:\n  «ncclPortRange»: 1:2\n", upstream=True),
        example(
            "taskContainerDefaults:\n  logPolicies:\n"
            "    - «»pattern: x\n      action:\n        type: cancel_retries\n",
            message="taskContainerDefaults.logPolicies[0]: since 0.38.0 a policy has a name",
        ),
    ),
    good=(
        example("slotsPerNode: 4\n", release="0.13.1"),
        example("defaultPassword: Passw0rd\n", release="0.30.0"),
        example("slotsPerNode:\nmaxSlotsPerPod: 4\n"),
        example("taskContainerDefaults:\n  ncclPortRange: 1:2\n"),
        example("slotsPerNode: 8\nmaxSlotsPerPod: 4\n"),
        example("fluent:\n  image: fluent/fluent-bit:1.6\n", release="0.24.0"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look for the old keys of all releases."""
    for one in migrations_for(given_values(settings), settings.release):
        if one.conflict or one.path[-1] in _OTHER_RULES:
            continue
        severity = None
        if one.migration.works and not one.new and not settings.upstream:
            if not isinstance(one.path[-1], int):
                continue  # this chart goes on with it
            severity = Severity.INFO
        yield settings.problem(
            one.path,
            f"{settings.name(one.path)}: {one.note}",
            of_key=True,
            fix=_fix(settings, one),
            edits=() if one.needs_person else one.edits,
            severity=severity,
        )


def _fix(settings: DeterminedSettings, one: FoundMigration) -> str:
    if not one.edits:
        return ""
    new = settings.get(*one.new) if one.new else None
    if one.new and (new is None or one.needs_person):
        return f"rename it to {settings.name(one.new)}"
    return "remove it" if len(one.edits) == 1 else f"rename it to {settings.name(one.new)}"
