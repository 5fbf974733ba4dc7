"""Role-based access control in an edition that has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.sign_on._sign_on import DOCS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_RBAC = "security:\n  authz:\n    type: {}\n"


@rule(
    "rbac-without-enterprise",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("X1",),
    since="0.19.1",
    until="0.37.0",
    summary="security.authz asks for rbac, and the edition has none",
    why="Masters before 0.38.0 have rbac in the enterprise edition only; the others do not start.",
    advice="Set enterpriseEdition to true, upgrade to 0.38.0 or newer, or use basic.",
    url=DOCS,
    bad=(
        example(_RBAC.format("«rbac»"), release="0.37.0"),
        example("security:\n  authz:\n    fallback: «rbac»\n", release="0.27.0"),
    ),
    good=(
        example(_RBAC.format("rbac"), release="0.38.0"),
        example("enterpriseEdition: true\n" + _RBAC.format("rbac"), release="0.37.0"),
        example(_RBAC.format("basic"), release="0.37.0"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the type of authorisation; before 0.32.0 also at its fallback."""
    if not settings.writes_config:
        return
    if settings.get("enterpriseEdition") or settings.release.enterprise:
        return
    keys = ("type",) if settings.release.at_least(0, 32, 0) else ("type", "fallback")
    for key in keys:
        if settings.get("security", "authz", key) == "rbac":
            yield settings.problem(
                ("security", "authz", key),
                f"security.authz.{key}: {settings.release} has rbac in the enterprise edition only"
                " and does not start with it",
            )
