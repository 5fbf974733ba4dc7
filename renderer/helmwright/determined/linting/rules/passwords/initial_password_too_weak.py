"""The password of the first users is too simple."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.passwords._initial import (
    given_as_value,
    given_by_secret,
    is_checked,
)
from helmwright.lint.references import is_reference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_LEAST = 8
_NEEDED = (
    ("no upper case letter", lazy_pattern("[A-Z]")),
    ("no lower case letter", lazy_pattern("[a-z]")),
    ("no digit", lazy_pattern("[0-9]")),
)


@rule(
    "initial-password-too-weak",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("P1",),
    since="0.33.0",
    summary="initialUserPassword is too short, or lacks an upper or lower case letter or a digit",
    why="The chart refuses such a password for a new installation.",
    advice="Choose at least 8 characters with an upper case letter, a lower case letter and a digit.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/master-config.yaml",
    bad=(
        example(
            "initialUserPassword: «secret»\n",
            message="initialUserPassword has fewer than 8 characters, no upper case letter, no digit",
        ),
        example("defaultPassword: «passw0rds»\n", message="defaultPassword has no upper case"),
        example(
            "maxSlotsPerPod: 8\n",
            overrides=(("set", "initialUserPassword=Password"),),
            message="no digit",
        ),
        example("initialUserPassword: «PASSW0RD»\n", upstream=True),
    ),
    good=(
        example("initialUserPassword: Passw0rd\n"),
        example("initialUserPassword: weak\n", upgrade=True),
        example("initialUserPassword: weak\n", release="0.32.1"),
        example("initialUserPassword: $PASSWORD\n"),
        example("initialUserPassword: weak\ninitialUser:\n  existingSecret: determined-users\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the password that counts."""
    if not is_checked(settings) or given_by_secret(settings):
        return
    given = given_as_value(settings)
    if given is None or is_reference(given[1]):
        return
    key, password = given
    lacking = [text for text, pattern in _NEEDED if not pattern.search(password)]
    if len(password.encode("utf-8", "surrogateescape")) < _LEAST:
        lacking.insert(0, f"fewer than {_LEAST} characters")
    if lacking:
        yield settings.problem((key,), f"{key} has {', '.join(lacking)}")
