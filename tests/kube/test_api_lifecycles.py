from __future__ import annotations

import pytest

from helmwright.kube.api_lifecycles import api_lifecycle


def test_deprecated_version_has_the_api_servers_warning() -> None:
    ingress = api_lifecycle("networking.k8s.io/v1beta1", "Ingress")

    assert ingress is not None
    assert ingress.deprecated == (1, 19)
    assert ingress.removed == (1, 22)
    assert ingress.warning == (
        "networking.k8s.io/v1beta1 Ingress is deprecated in v1.19+, unavailable in v1.22+; "
        "use networking.k8s.io/v1 Ingress"
    )


def test_version_without_a_replacement_has_a_shorter_warning() -> None:
    group = "admissionregistration.k8s.io/v1alpha1"
    policy = api_lifecycle(group, "ValidatingAdmissionPolicy")

    assert policy is not None
    assert policy.warning == (
        f"{group} ValidatingAdmissionPolicy is deprecated in v1.29+, unavailable in v1.32+"
    )


@pytest.mark.parametrize(
    ("api_version", "kind"), [("apps/v1", "Deployment"), ("example.com/v1", "Thing"), ("", "")]
)
def test_what_is_current_or_unknown_says_nothing(api_version: str, kind: str) -> None:
    assert api_lifecycle(api_version, kind) is None
