"""Sign-on in an edition that has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.sign_on._sign_on import DOCS, SECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_OIDC = (
    "oidc:\n  enabled: true\n  provider: Okta\n  clientId: a\n  clientSecretName: s\n"
    "  clientSecretKey: k\n  idpRecipientUrl: https://det.example.com\n"
    "  idpSsoUrl: https://example.okta.com\n"
)


@rule(
    "sign-on-without-enterprise",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("X1",),
    since="0.19.3",
    summary="oidc, scim or saml is set, and the edition has no single sign-on",
    why=(
        "Masters before 0.38.0 have single sign-on in the enterprise edition only, and the chart "
        "leaves these sections out otherwise; nobody can sign on with them."
    ),
    advice="Set enterpriseEdition to true, upgrade to 0.38.0 or newer, or remove the section.",
    url=DOCS,
    bad=(
        example(_OIDC.replace("oidc", "«oidc»"), release="0.37.0", message="has no effect"),
        example(_OIDC.replace("oidc", "«oidc»"), upstream=True, message="has no effect"),
    ),
    good=(
        example(_OIDC, release="0.38.0"),
        example("enterpriseEdition: true\n" + _OIDC, release="0.37.0"),
        example("oidc:\n  enabled: false\n", release="0.37.0"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the sections of sign-on."""
    if not settings.writes_config:
        return
    if settings.get("enterpriseEdition"):
        return
    if settings.release.at_least(0, 38, 0) and not settings.upstream:
        return
    for name in SECTIONS:
        section = settings.section(name)
        if section and section.get("enabled") is not False and settings.given(name):
            reason = (
                "this chart reads it only with enterpriseEdition"
                if settings.release.at_least(0, 38, 0)
                else f"{settings.release} has it in the enterprise edition only"
            )
            yield settings.problem((name,), f"{name} has no effect: {reason}", of_key=True)
