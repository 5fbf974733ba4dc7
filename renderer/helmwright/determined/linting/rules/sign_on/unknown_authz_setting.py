"""Types and keys of security.authz that the master does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.sign_on._sign_on import is_whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_KEYS = (
    "type",
    "fallback",
    "rbac_ui_enabled",
    "workspace_creator_assign_role",
    "strict_job_queue_control",
    "_strict_ntsc_enabled",
)
_AUTHZ = "security:\n  authz:\n"


@rule(
    "unknown-authz-setting",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("X6",),
    since="0.19.6",
    summary="security.authz holds a type, a role or a key that the master does not know",
    why="The section goes to the master as it is, and the master does not start with it.",
    advice="Use type basic or rbac, a role_id from 1 on, and the keys of the master's reference.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/master/internal/config/authz_config.go",
    bad=(
        example(_AUTHZ + "    type: «role-based»\n", message="none of basic, rbac"),
        example(
            _AUTHZ + "    type: rbac\n    workspace_creator_assign_role:\n      role_id: «0»\n",
            message="not above 0",
        ),
        example(_AUTHZ + "    «rbacUiEnabled»: true\n", message="did you mean rbac_ui_enabled?"),
    ),
    good=(
        example(
            _AUTHZ + "    type: rbac\n    fallback: basic\n    workspace_creator_assign_role:\n"
            "      enabled: true\n      role_id: 2\n"
        ),
        example("security:\n  authz:\n    type:\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at security.authz."""
    from difflib import get_close_matches

    if not settings.writes_config:
        return
    path = ("security", "authz")
    authz = settings.section(*path)
    for key in ("type", "fallback"):
        kind = authz.get(key)
        if kind not in (None, "", "basic", "rbac"):
            yield settings.problem(
                (*path, key),
                f"security.authz.{key}: {settings.show(*path, key)} is none of basic, rbac",
            )
    role = (*path, "workspace_creator_assign_role", "role_id")
    number = settings.get(*role)
    if number is not None and (not is_whole(number) or float(number) <= 0):
        yield settings.problem(
            role, f"{settings.name(role)}: {settings.show(*role)} is not above 0"
        )
    for key in authz:
        if str(key).lower() not in _KEYS:
            close = get_close_matches(str(key), _KEYS[:5], 1)
            hint = f"; did you mean {close[0]}?" if close else ""
            yield settings.problem(
                (*path, key),
                f"security.authz.{key}: the master does not know this key{hint}",
                of_key=True,
                fix=f"rename it to {close[0]}" if close else "remove it",
            )
