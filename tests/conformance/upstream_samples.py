"""Values for every key that an upstream release reads, with the releases that read it.

This half of the table has the images, the access to the master, the master itself and sign-on; the
other half is in `upstream_samples_cluster`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

FIRST, LAST = "0.12.10", "9.0.0"


@cache
def release_number(release: str) -> int:
    """Returns a release as one number that compares: 0.35.1 is 35001."""
    found = re.search(r"(\d+)\.(\d+)\.(\d+)", release)
    if found is None:
        raise ValueError(f"{release!r} holds no release")
    major, minor, patch = (int(one) for one in found.groups())
    return (major * 1000 + minor) * 1000 + patch


@dataclass(frozen=True, slots=True)
class Sample:
    """Values that one thing of the chart reads, and the first and last release that reads them."""

    name: str
    values: dict[str, Any]
    since: str = FIRST
    until: str = LAST

    def known_to(self, release: int) -> bool:
        """Says whether a release reads these values."""
        return release_number(self.since) <= release <= release_number(self.until)


def nested(path: str, value: Any) -> dict[str, Any]:
    """Returns {"a": {"b": value}} for "a.b"."""
    for key in reversed(path.split(".")):
        value = {key: value}
    return value  # type: ignore[no-any-return]


def each(path: str, *values: Any, since: str = FIRST, until: str = LAST) -> list[Sample]:
    """Returns a sample for each value of one key."""
    return [Sample(f"{path}={value!r}"[:70], nested(path, value), since, until) for value in values]


def together(
    name: str, *values: dict[str, Any], since: str = FIRST, until: str = LAST
) -> list[Sample]:
    """Returns a sample for each of several maps of values that belong together."""
    return [
        Sample(name if len(values) == 1 else f"{name} {number}", one, since, until)
        for number, one in enumerate(values, 1)
    ]


OIDC: dict[str, Any] = {
    "enabled": True,
    "provider": "Okta",
    "idpRecipientUrl": "https://determined.example.com",
    "idpSsoUrl": "https://example.okta.com",
    "clientId": "0oabc",
    "clientSecretName": "det-oidc",
    "clientSecretKey": "client-secret",
}
SAML: dict[str, Any] = {
    "enabled": True,
    "provider": "Okta",
    "idpRecipientUrl": "https://determined.example.com/saml/sso",
    "idpSsoUrl": "https://example.okta.com/app/sso/saml",
    "idpSsoDescriptorUrl": "http://www.okta.com/exk",
    "idpCertPath": "/etc/determined/okta.cert",
}
IMAGES = [
    *each("imageRegistry", "registry.example.com/mirror", "localhost:5000", since="0.14.2"),
    *each("detVersion", "b9ed82a5f1d2c3e4b5a697886756453421302f1e", since="0.12.12"),
    *each("imagePullSecretName", "registry-credentials", since="0.14.2"),
    *together(
        "enterprise with pull secret",
        {"enterpriseEdition": True, "imagePullSecretName": "registry-credentials"},
        since="0.12.13",
    ),
    *each("enterpriseEdition", True, since="0.14.2"),
    *each("defaultImages.postgreSQL", "postgres:10.23", since="0.23.2"),
    *each("defaultImages.kubeScheduler", "example.com/kube-scheduler:v0.18.9", since="0.23.2"),
    *together(
        "defaultImages of tasks",
        {"defaultImages": {"cpuImage": "example.com/cpu:1", "gpuImage": "example.com/gpu:1"}},
        since="0.23.2",
    ),
    *each("defaultImages.rocmImage", "example.com/rocm:1", since="0.36.0"),
    *each("externalCaCertSecretName", "company-ca", since="0.26.0"),
    *each("createNonNamespacedObjects", False, since="0.26.0"),
]

ACCESS = [
    *each("httpPort", 80, 8888, until="0.13.4"),
    *each("masterPort", 80, 8443, since="0.13.5"),
    *each("useNodePortForMaster", True, since="0.13.5"),
    *each("tlsSecret", "master-tls", since="0.13.5"),
    *together(
        "TLS in the master with a NodePort",
        {"tlsSecret": "master-tls", "useNodePortForMaster": True, "masterPort": 8443},
        since="0.13.5",
    ),
    *each(
        "loadBalancerSourceRanges",
        ["10.0.0.0/8"],
        ["203.0.113.0/24", "198.51.100.7/32"],
        since="0.31.0",
    ),
    *each(
        "masterService.annotations",
        {"service.beta.kubernetes.io/aws-load-balancer-internal": "true"},
        since="0.36.0",
    ),
    *each("openshiftRoute", {"enabled": True, "termination": "edge"}, since="0.17.4"),
    *each("openshiftRoute", {"enabled": False, "termination": "edge"}, since="0.17.4"),
    *each(
        "openshiftRoute",
        {"enabled": True, "host": "det.apps.example.com", "termination": "edge"},
        since="0.19.3",
    ),
    *together(
        "route that passes TLS through",
        {
            "tlsSecret": "master-tls",
            "openshiftRoute": {"enabled": True, "termination": "passthrough"},
        },
        since="0.17.4",
    ),
    *each("determinedMasterHost", "det.example.com", since="0.38.0"),
    *together(
        "determinedMaster*",
        {
            "determinedMasterHost": "det.example.com",
            "determinedMasterPort": 443,
            "determinedMasterScheme": "https",
        },
        {"determinedMasterHost": "det.example.com", "tlsSecret": "master-tls"},
        {"determinedMasterPort": 443, "determinedMasterScheme": "https"},
        since="0.38.0",
    ),
]

MASTER = [
    *each("masterCpuRequest", 1, "500m", "0.5", 1.5, None, since="0.12.12"),
    *each("masterMemRequest", "2Gi", "512Mi", None, since="0.12.12"),
    *each("masterCpuLimit", 4, "2500m", since="0.21.1"),
    *each("masterMemLimit", "16Gi", since="0.21.1"),
    *each("logLevel", "debug", "trace", since="0.23.2"),
    *each("logColor", False, since="0.23.2"),
    *each("clusterName", "research", "two words", since="0.13.7"),
    *each("telemetry.enabled", False, since="0.12.12"),
    *each("telemetry", None, since="0.14.0"),
    *each("observability.enable_prometheus", True, False, since="0.18.2"),
    *each("tensorboardTimeout", 900, 0, since="0.19.8"),
    *each("notebookTimeout", 3600, 0, since="0.19.10"),
    *each("_reattachResources", True, since="0.19.10", until="0.19.10"),
    *each("logging", {"type": "default"}, since="0.13.13"),
    *each("logging", {"backend": "default"}, since="0.13.11", until="0.13.12"),
    *each("retentionPolicy.logRetentionDays", 90, 0, -1, since="0.32.0"),
    *each(
        "retentionPolicy",
        {"schedule": "0 0 * * *", "logRetentionDays": 30},
        {"schedule": "24h"},
        since="0.32.0",
    ),
]

SIGN_ON = [
    *each("defaultPassword", "Passw0rd2", since="0.13.10", until="0.30.0"),
    *each("defaultPassword", "Passw0rd2", since="0.31.0"),
    *together(
        "defaultPassword alone",
        {"initialUserPassword": None, "defaultPassword": "Passw0rd2"},
        since="0.31.0",
    ),
    *each("initialUserPassword", "An0therPassword", since="0.31.0"),
    *each(
        "security.defaultTask",
        {"user": "det-nobody", "uid": 65533, "group": "det-nobody", "gid": 65533},
        since="0.19.3",
    ),
    *each("security.authz", {"type": "basic"}, since="0.19.6"),
    *together(
        "RBAC",
        {
            "enterpriseEdition": True,
            "security": {"authz": {"type": "rbac", "rbac_ui_enabled": True}},
        },
        since="0.19.6",
    ),
    *each("oidc", OIDC, since="0.19.3"),
    *together(
        "oidc of the enterprise edition",
        {"enterpriseEdition": True, "oidc": OIDC},
        {"enterpriseEdition": True, "oidc": {**OIDC, "enabled": False}},
        {
            "enterpriseEdition": True,
            "oidc": {
                **OIDC,
                "authenticationClaim": "sub",
                "scimAuthenticationAttribute": "externalId",
            },
        },
        since="0.19.3",
    ),
    *together(
        "oidc that provisions users",
        {
            "enterpriseEdition": True,
            "oidc": {
                **OIDC,
                "autoProvisionUsers": True,
                "groupsAttributeName": "groups",
                "displayNameAttributeName": "name",
            },
        },
        since="0.28.0",
    ),
    *together(
        "oidc that redirects",
        {"enterpriseEdition": True, "oidc": {**OIDC, "alwaysRedirect": True}},
        since="0.35.0",
    ),
    *together(
        "oidc without the scope of groups",
        {"enterpriseEdition": True, "oidc": {**OIDC, "excludeGroupsScope": True}},
        since="0.36.0",
    ),
    *together(
        "oidc with attributes of agents",
        {
            "enterpriseEdition": True,
            "oidc": {
                **OIDC,
                "agentUidAttributeName": "uid",
                "agentGidAttributeName": "gid",
                "agentUserNameAttributeName": "user",
                "agentGroupNameAttributeName": "group",
            },
        },
        since="0.37.0",
    ),
    *together(
        "scim",
        {
            "enterpriseEdition": True,
            "scim": {
                "enabled": True,
                "auth": {"type": "basic", "username": "okta", "password": "s3cret"},
            },
        },
        {
            "enterpriseEdition": True,
            "oidc": OIDC,
            "scim": {"enabled": True, "auth": {"type": "oauth"}},
        },
        since="0.19.3",
    ),
    *together(
        "scim of the open source edition",
        {"scim": {"enabled": True, "auth": {"type": "oauth"}}},
        since="0.19.3",
    ),
    *together(
        "saml",
        {"enterpriseEdition": True, "saml": SAML},
        {"enterpriseEdition": True, "saml": {**SAML, "enabled": False}},
        since="0.28.0",
    ),
    *together("saml of the open source edition", {"saml": SAML}, since="0.28.0"),
    *together(
        "saml that provisions users",
        {
            "enterpriseEdition": True,
            "saml": {
                **SAML,
                "autoProvisionUsers": True,
                "groupsAttributeName": "groups",
                "displayNameAttributeName": "name",
            },
        },
        since="0.28.0",
    ),
    *together(
        "saml with attributes of agents",
        {
            "enterpriseEdition": True,
            "saml": {
                **SAML,
                "alwaysRedirect": True,
                "agentUidAttributeName": "uid",
                "agentGidAttributeName": "gid",
                "agentUserNameAttributeName": "user",
                "agentGroupNameAttributeName": "group",
            },
        },
        since="0.37.0",
    ),
]

SAMPLES: list[Sample] = [*IMAGES, *ACCESS, *MASTER, *SIGN_ON]
