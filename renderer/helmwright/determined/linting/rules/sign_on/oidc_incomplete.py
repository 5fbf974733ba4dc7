"""What sign-on with OpenID Connect needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.sign_on._sign_on import (
    DOCS,
    is_needed,
    missing_key,
    missing_keys,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_NEEDED = ("provider", "idpRecipientUrl", "idpSsoUrl", "clientId")
_OIDC = (
    "oidc:\n  enabled: {}\n  provider: Okta\n  idpRecipientUrl: https://det.example.com\n"
    "  idpSsoUrl: https://example.okta.com\n  clientId: a\n"
)
_SECRET = "  clientSecretName: s\n  clientSecretKey: k\n"  # noqa: S105 - names


@rule(
    "oidc-incomplete",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("X2",),
    since="0.19.3",
    summary="oidc lacks something that it needs",
    why="The chart does not render without it; upstream's chart asks for it even with enabled: false.",
    advice=(
        "Set provider, idpRecipientUrl, idpSsoUrl, clientId, clientSecretName and clientSecretKey, or "
        "remove oidc."
    ),
    url=DOCS,
    bad=(
        example(
            "«oidc»:\n  enabled: true\n  provider: Okta\n  clientId: a\n  idpSsoUrl: https://a\n"
            + _SECRET,
            message="oidc.idpRecipientUrl is missing",
        ),
        example(
            _OIDC.format("true").replace("oidc", "«oidc»") + "  clientSecretName: s\n",
            message="oidc.clientSecretKey is missing",
        ),
        example(
            "enterpriseEdition: true\n"
            + _OIDC.format("false").replace("oidc", "«oidc»")
            + "  clientSecretName: s\n",
            upstream=True,
            message="oidc.clientSecretKey is missing",
        ),
    ),
    good=(
        example(_OIDC.format("true") + _SECRET),
        example(_OIDC.format("true") + "  clientSecret: not-a-real-one\n"),
        example("oidc:\n  enabled: false\n"),
        example("oidc: {}\n", upstream=True),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at oidc."""
    if not settings.writes_config:
        return
    if not is_needed(settings, "oidc"):
        return
    missing = missing_keys(settings, "oidc", _NEEDED)
    secret = [] if _has_secret(settings) else ["clientSecretName", "clientSecretKey"]
    missing += missing_keys(settings, "oidc", secret)
    for key in missing:
        yield missing_key(settings, "oidc", key)


def _has_secret(settings: DeterminedSettings) -> bool:
    """Tell whether the client secret comes from elsewhere than from a Secret of the user's."""
    if settings.upstream or settings.get("oidc", "clientSecretName"):
        return False
    extra = settings.get("masterConfig", "extra", "oidc", "client_secret")
    return bool(
        extra or settings.get("oidc", "clientSecret") or settings.get("oidc", "client_secret")
    )
