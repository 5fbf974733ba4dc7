"""What sign-on with SAML needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.sign_on._sign_on import (
    is_needed,
    is_read,
    missing_key,
    missing_keys,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_NEEDED = ("provider", "idpRecipientUrl", "idpSsoUrl", "idpSsoDescriptorUrl")
_SAML = (
    "{}:\n  enabled: true\n  provider: Okta\n  idpRecipientUrl: https://det.example.com/saml/sso\n"
    "  idpSsoUrl: https://example.okta.com/sso\n  idpSsoDescriptorUrl: http://www.okta.com/a\n"
)
_EE = "enterpriseEdition: true\n"


@rule(
    "saml-incomplete",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("X4",),
    since="0.28.0",
    summary="saml lacks something that it needs",
    why=(
        "From 0.32.0 on the master reads the metadata of the identity provider and does not start "
        "without its URL, nor with the idp_cert_path that upstream's chart still writes."
    ),
    advice="Set saml.idpMetadataUrl (0.32.0 and newer) or saml.idpCertPath (older), and the URLs.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/master/internal/config/saml_config.go",
    bad=(
        example(_SAML.format("«saml»"), message="saml.idpMetadataUrl is missing"),
        example(
            _EE + _SAML.format("«saml»") + "  idpMetadataUrl: https://example.okta.com/metadata\n",
            release="0.30.0",
            message="saml.idpCertPath is missing",
        ),
        example(
            _EE + _SAML.format("«saml»") + "  idpCertPath: /etc/cert.pem\n",
            release="0.33.0",
            upstream=True,
            message="idp_cert_path",
        ),
    ),
    good=(
        example(_SAML.format("saml") + "  idpMetadataUrl: https://example.okta.com/metadata\n"),
        example(_EE + _SAML.format("saml") + "  idpCertPath: /etc/cert.pem\n", release="0.30.0"),
        example("saml:\n  enabled: false\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at saml."""
    if not settings.writes_config:
        return
    reads_metadata = settings.release.at_least(0, 32, 0)
    if settings.upstream and reads_metadata and is_read(settings, "saml"):
        yield settings.problem(
            ("saml",),
            "saml: this chart writes idp_cert_path, with which masters from 0.32.0 on do not start,"
            " and has no key for idp_metadata_url",
            of_key=True,
            fix="use the Helmwright chart and saml.idpMetadataUrl, or oidc",
        )
        return
    if not is_needed(settings, "saml"):
        return
    needed = (*_NEEDED, "idpMetadataUrl" if reads_metadata else "idpCertPath")
    for key in missing_keys(settings, "saml", needed):
        yield missing_key(settings, "saml", key)
