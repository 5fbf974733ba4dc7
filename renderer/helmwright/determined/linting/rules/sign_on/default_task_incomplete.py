"""The user that tasks run as by default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.wording import joined
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.sign_on._sign_on import DOCS, is_whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_KEYS = ("user", "uid", "group", "gid")
_TASK = "security:\n  {}:\n    user: det-nobody\n    uid: {}\n    group: det-nobody\n"


@rule(
    "default-task-incomplete",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("X14",),
    since="0.19.3",
    summary="security.defaultTask lacks one of user, uid, group, gid, or a number is none",
    why=(
        "What is missing is root's: tasks run with a group or a user that was not meant. A number that "
        "is none keeps the master from starting."
    ),
    advice="Set user, uid, group and gid; uid and gid are whole numbers from 0 on.",
    url=DOCS,
    bad=(
        example(_TASK.format("«defaultTask»", 65533), message="gid is missing"),
        example(
            _TASK.format("defaultTask", "«nobody»") + "    gid: 65533\n",
            message="no whole number from 0 on",
        ),
        example(_TASK.format("defaultTask", "«-1»") + "    gid: 65533\n"),
    ),
    good=(
        example(_TASK.format("defaultTask", 65533) + "    gid: 65533\n"),
        example(_TASK.format("defaultTask", '"65533"') + "    gid: 0\n"),
        example("security:\n  defaultTask: {}\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at security.defaultTask."""
    if not settings.writes_config:
        return
    path = ("security", "defaultTask")
    task = settings.section(*path)
    extra = settings.section("masterConfig", "extra", "security", "default_task")
    if not task:
        return
    missing = [key for key in _KEYS if task.get(key) in (None, "") and key not in extra]
    if missing:
        yield settings.problem(
            path,
            f"security.defaultTask: {joined(missing)} {'are' if missing[1:] else 'is'} missing, so that root's"
            " is taken",
            of_key=True,
            fix=f"set {joined(missing)}",
            severity=None if settings.upstream else Severity.WARNING,
        )
    for key in ("uid", "gid"):
        number = task.get(key)
        if number in (None, "") or (is_whole(number) and float(str(number)) >= 0):
            continue
        yield settings.problem(
            (*path, key),
            f"security.defaultTask.{key}: {settings.show(*path, key)} is no whole number from 0 on",
        )
