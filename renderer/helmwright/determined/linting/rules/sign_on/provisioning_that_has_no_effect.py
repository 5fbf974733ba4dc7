"""Users and groups from oidc or saml where something else provides them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.sign_on._sign_on import is_enabled, is_read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_SCIM = "scim:\n  enabled: true\n  auth:\n    type: oauth\n"
_OIDC = (
    "oidc:\n  enabled: true\n  provider: Okta\n  clientId: a\n  clientSecretName: s\n"
    "  clientSecretKey: k\n  idpRecipientUrl: https://det.example.com\n"
    "  idpSsoUrl: https://example.okta.com\n"
)
_RBAC = "security:\n  authz:\n    type: rbac\n"


@rule(
    "provisioning-that-has-no-effect",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("X3",),
    since="0.28.0",
    summary="oidc or saml shall make users or groups, and something else keeps it from that",
    why=(
        "With scim the master makes no users when somebody signs on, and without rbac it reads no "
        "groups."
    ),
    advice="Remove the key; or switch scim off, or set security.authz.type to rbac.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/master/internal/config/config.go",
    bad=(
        example(_SCIM + _OIDC + "  autoProvisionUsers: «true»\n", message="scim"),
        example(_OIDC + "  groupsAttributeName: «groups»\n", message="rbac"),
    ),
    good=(
        example(_OIDC + "  autoProvisionUsers: true\n"),
        example(_SCIM + _OIDC + "  autoProvisionUsers: false\n"),
        example(_RBAC + _OIDC + "  groupsAttributeName: groups\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at what oidc and saml shall make."""
    if not settings.writes_config:
        return
    scim = is_read(settings, "scim") and is_enabled(settings, "scim")
    authz = settings.section("security", "authz")
    rbac = authz.get("rbac_ui_enabled")
    has_groups = rbac if type(rbac) is bool else authz.get("type") not in (None, "", "basic")
    extra = settings.section("masterConfig", "extra", "security", "authz")
    for name in ("oidc", "saml"):
        if not (is_read(settings, name) and is_enabled(settings, name)):
            continue
        if scim and settings.get(name, "autoProvisionUsers") is True:
            yield settings.problem(
                (name, "autoProvisionUsers"),
                f"{name}.autoProvisionUsers has no effect while scim.enabled is true",
            )
        groups = settings.get(name, "groupsAttributeName")
        if groups and not has_groups and not extra:
            yield settings.problem(
                (name, "groupsAttributeName"),
                f"{name}.groupsAttributeName has no effect without rbac in security.authz.type",
            )
