"""A new installation has no password for its first users."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.passwords._initial import (
    given_as_value,
    given_by_secret,
    is_checked,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "initial-password-missing",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("P1",),
    since="0.33.0",
    summary="A new installation has no password for the users admin and determined",
    why="From 0.33.0 on the chart installs nothing without one: both users would have a blank "
    "password.",
    advice="Set initialUserPassword, best with --set, name a Secret in initialUser.existingSecret, or "
    "set initialUser.generatePassword.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/master-config.yaml",
    bad=(
        example("«»maxSlotsPerPod: 8\n", message="initialUserPassword is not set"),
        example("«initialUserPassword»:\n"),
        example("«»initialUser:\n  generatePassword: false\n"),
        example("«»maxSlotsPerPod: 8\n", release="0.33.0", upstream=True),
    ),
    good=(
        example("initialUserPassword: Passw0rd\n"),
        example("defaultPassword: Passw0rd\n"),
        example("initialUser:\n  existingSecret: determined-users\n"),
        example("initialUser:\n  generatePassword: true\n"),
        example("maxSlotsPerPod: 8\n", upgrade=True),
        example("maxSlotsPerPod: 8\n", release="0.32.1"),
        example("masterConfig:\n  existingSecret: master-yaml\n"),
        example("maxSlotsPerPod: 8\n", overrides=(("set", "initialUserPassword=Passw0rd"),)),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look for the password in all places where it may be."""
    if not is_checked(settings) or given_as_value(settings) or given_by_secret(settings):
        return
    if settings.upstream:
        fix = "set initialUserPassword, best with --set"
    elif settings.get("initialUser", "generatePassword"):
        return
    else:
        fix = ""
    yield settings.problem(
        ("initialUserPassword",),
        "initialUserPassword is not set, and a new installation needs a password for the users"
        " admin and determined",
        fix=fix,
    )
