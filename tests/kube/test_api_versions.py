"""When built-in kinds come and go."""

from __future__ import annotations

import pytest

from helmwright.kube.api_versions import added_in, lifecycle, release_number, unknown_kind


def test_lifecycle_of_what_was_removed() -> None:
    budget = lifecycle("policy/v1beta1", "PodDisruptionBudget")

    assert budget is not None
    assert budget[1:] == ((1, 21), (1, 25), "policy/v1 PodDisruptionBudget")
    gone = lifecycle("autoscaling/v2beta2", "HorizontalPodAutoscaler")
    assert gone is not None
    assert gone.removed == (1, 26)
    assert lifecycle("apps/v1", "Deployment") is None
    assert lifecycle("example.com/v1", "Thing") is None


def test_first_release() -> None:
    assert added_in("networking.k8s.io/v1", "Ingress") == (1, 19)
    assert added_in("v1", "Pod") is None


@pytest.mark.parametrize(
    ("text", "number"),
    [("v1.29.3", (1, 29)), ("1.25", (1, 25)), ("1.27+", (1, 27)), ("", None), ("v1", None)],
)
def test_release_numbers(text: str, number: tuple[int, int] | None) -> None:
    assert release_number(text) == number


@pytest.mark.parametrize(
    ("api_version", "kind", "first"),
    [
        ("apps/v1", "Deploymnet", "apps/v1 ControllerRevision"),
        ("apps/v2", "Deployment", "apps/v1 Deployment"),
    ],
)
def test_unknown_kinds_of_own_groups(api_version: str, kind: str, first: str) -> None:
    found = unknown_kind(api_version, kind)

    assert found
    assert found[0] == first


@pytest.mark.parametrize(
    ("api_version", "kind"),
    [
        ("apps/v1", "Deployment"),
        ("v1", "List"),
        ("extensions/v1beta1", "Ingress"),
        ("policy/v1beta1", "PodSecurityPolicy"),
        ("apiregistration.k8s.io/v1beta1", "APIService"),
        ("gateway.networking.k8s.io/v1", "Gateway"),
        ("example.com/v1", "Thing"),
    ],
)
def test_kinds_that_there_are_or_that_others_have(api_version: str, kind: str) -> None:
    assert unknown_kind(api_version, kind) is None
