"""The password of the first users is given under a name that the release does not read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.passwords._initial import KEYS
from helmwright.values.editing import Rename

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_FIRST = (0, 13, 10)
_RENAMED = (0, 31, 0)
_BOTH_READ = (0, 33, 0)


@rule(
    "initial-password-not-read",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("P3",),
    until="0.32.1",
    summary="The password of the first users has a name that the release does not read",
    why="The users admin and determined keep a blank password, and nothing says so.",
    advice="Use defaultPassword until 0.30.0 and initialUserPassword from 0.31.0 on; before 0.13.10 "
    "change the passwords after the installation.",
    url="https://github.com/determined-ai/determined/blob/0.32.1/helm/charts/determined/templates/master-config.yaml",
    fixable=True,
    bad=(
        example(
            "«defaultPassword»: Passw0rd\n",
            release="0.32.1",
            upstream=True,
            message="defaultPassword is not read by the chart of 0.32.1",
        ),
        example("«initialUserPassword»: Passw0rd\n", release="0.30.0", upstream=True),
        example(
            "«initialUserPassword»: Passw0rd\n",
            release="0.13.9",
            message="initialUserPassword: masters before 0.13.10 cannot be given a password",
        ),
        example("«initialUser»:\n  generatePassword: true\n", release="0.13.9"),
    ),
    good=(
        example("defaultPassword: Passw0rd\n", release="0.32.1"),
        example("initialUserPassword: Passw0rd\n", release="0.20.0"),
        example("defaultPassword: Passw0rd\n", release="0.30.0", upstream=True),
        example("initialUserPassword: Passw0rd\n", release="0.31.0", upstream=True),
        example(
            "initialUserPassword: Passw0rd\ndefaultPassword: Passw0rd\n",
            release="0.32.1",
            upstream=True,
        ),
        example("defaultPassword: Passw0rd\n", release="0.33.0", upstream=True),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the names that charts of old releases read."""
    number = settings.release.number
    if number < _FIRST:
        yield from _before_passwords(settings)
    elif settings.upstream and number < _BOTH_READ:
        read, other = reversed(KEYS) if number < _RENAMED else KEYS
        if settings.get(other) and not settings.get(read):
            yield settings.problem(
                (other,),
                f"{other} is not read by the chart of {settings.release}, which knows {read}",
                of_key=True,
                fix=f"rename it to {read}",
                edits=[Rename((other,), (read,))],
            )


def _before_passwords(settings: DeterminedSettings) -> Iterator[Problem]:
    given = [(key,) for key in KEYS if settings.get(key)]
    initial = settings.section("initialUser")
    if initial.get("existingSecret") or initial.get("generatePassword"):
        given.append(("initialUser",))
    for path in given:
        yield settings.problem(
            path,
            f"{path[0]}: masters before 0.13.10 cannot be given a password",
            of_key=True,
            fix="remove it, and change the passwords after the installation",
        )
