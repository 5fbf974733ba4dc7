"""How the provider of users proves who it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.sign_on._sign_on import DOCS, is_needed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "scim-auth-incomplete",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("X5",),
    since="0.19.3",
    summary="scim.auth is not basic with username and password, nor oauth",
    why="The chart does not render, or the master does not start, without a way to sign on.",
    advice="Set scim.auth.type to oauth, or to basic with scim.auth.username and scim.auth.password.",
    url=DOCS,
    bad=(
        example(
            "scim:\n  enabled: true\n  «auth»:\n    type: basic\n    username: det\n",
            message="scim.auth.password is missing",
        ),
        example("scim:\n  enabled: true\n  auth:\n    type: «bearer»\n", message="none of basic"),
        example("«scim»:\n  enabled: true\n", message="scim.auth.type is missing"),
        example(
            "enterpriseEdition: true\n«scim»:\n  enabled: false\n",
            upstream=True,
            message="scim.auth.type is missing",
        ),
    ),
    good=(
        example("scim:\n  enabled: true\n  auth:\n    type: oauth\n"),
        example(
            "scim:\n  enabled: true\n  auth:\n    type: basic\n    username: a\n    password: b\n"
        ),
        example("scim:\n  enabled: false\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at scim.auth."""
    if not settings.writes_config:
        return
    extra = settings.section("masterConfig", "extra", "scim")
    if not is_needed(settings, "scim") or extra:
        return
    kind = settings.get("scim", "auth", "type")
    if not kind:
        yield settings.problem(("scim", "auth", "type"), "scim.auth.type is missing", of_key=True)
    elif kind not in ("basic", "oauth"):
        path = ("scim", "auth", "type")
        yield settings.problem(
            path, f"scim.auth.type: {settings.show(*path)} is none of basic, oauth"
        )
    elif kind == "basic":
        for key in ("username", "password"):
            if not settings.get("scim", "auth", key):
                yield settings.problem(
                    ("scim", "auth", key),
                    f"scim.auth.{key} is missing, which type basic needs",
                    of_key=True,
                    fix=f"set scim.auth.{key}",
                )
