"""The user of NVIDIA's registry is written as a shell wants it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.values.editing import Put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_USER = "$oauthtoken"
_ITEM = (
    "registryCredentials:\n  - name: ngc\n    registry: nvcr.io\n    password: x\n    username: "
)


@rule(
    "registry-user-with-escape",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("I6",),
    fixable=True,
    summary="The user $oauthtoken is written with a backslash, in quotation marks or without its dollar",
    why="A shell wants the dollar escaped; YAML does not, and the registry refuses the user that stands "
    "there.",
    advice="Write $oauthtoken, as it is.",
    url="https://docs.nvidia.com/ngc/gpu-cloud/ngc-catalog-user-guide/index.html",
    bad=(
        example(_ITEM + "«'\\$oauthtoken'»\n", message="write it as it is"),
        example(_ITEM + "«oauthtoken»\n", message="registryCredentials[0].username"),
        example(
            "taskContainerDefaults:\n  registryAuth:\n    username: «'\\$oauthtoken'»\n",
            message="taskContainerDefaults.registryAuth.username",
        ),
    ),
    good=(
        example(_ITEM + "$oauthtoken\n"),
        example(_ITEM + "'corp\\me'\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the users of all registries."""
    paths: list[Path] = [("taskContainerDefaults", "registryAuth")]
    paths += [(*path, "task_container_defaults", "registry_auth") for path, _ in settings.pools()]
    paths += [
        ("registryCredentials", index)
        for index in range(len(settings.items("registryCredentials")))
    ]
    for path in paths:
        place = (*path, "username")
        user = settings.get(*place)
        if isinstance(user, str) and user != _USER and user.strip("\\$'\" ") == _USER[1:]:
            yield settings.problem(
                place,
                f"{settings.name(place)}: the user is {_USER}; write it as it is",
                fix=f"write 'username: {_USER}'",
                edits=(Put(place, _USER),),
            )
