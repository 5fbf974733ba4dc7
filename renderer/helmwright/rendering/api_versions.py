"""Which API versions charts see without a cluster, for each Kubernetes that a Helm was built with.

Source: helm pkg/chartutil/capabilities.go, allKnownVersions; k8s.io/client-go v0.27 to v0.36,
kubernetes/scheme/register.go, which gives the order, too
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class _Step(NamedTuple):
    """What one Kubernetes has and the next one has not, with its place in the list, and what it has not."""

    had: tuple[tuple[str, int], ...] = ()
    had_not: tuple[str, ...] = ()


_LATEST = 36
_STEPS = (
    _Step(
        had=(
            ("autoscaling/v2beta1", 15),
            ("autoscaling/v2beta2", 16),
            ("scheduling.k8s.io/v1alpha1", 48),
        ),
        had_not=("scheduling.k8s.io/v1alpha2",),
    ),
    _Step(
        had=(("storagemigration.k8s.io/v1alpha1", 54),),
        had_not=("storagemigration.k8s.io/v1beta1",),
    ),
    _Step(had=(("networking.k8s.io/v1alpha1", 35),), had_not=("resource.k8s.io/v1",)),
    _Step(had_not=("resource.k8s.io/v1beta2",)),
    _Step(
        had=(("coordination.k8s.io/v1alpha1", 22),),
        had_not=("coordination.k8s.io/v1alpha2", "resource.k8s.io/v1beta1"),
    ),
    _Step(
        had=(("resource.k8s.io/v1alpha2", 44),),
        had_not=("coordination.k8s.io/v1alpha1", "resource.k8s.io/v1alpha3"),
    ),
    _Step(had_not=("storagemigration.k8s.io/v1alpha1",)),
    _Step(
        had=(("flowcontrol.apiserver.k8s.io/v1alpha1", 29),),
        had_not=("flowcontrol.apiserver.k8s.io/v1",),
    ),
    _Step(),
)
"""From Kubernetes 1.35 back to 1.27, each as the difference from the one before it in this table."""


def known_apis(latest: Sequence[str], minor: int) -> list[str]:
    """Return the API versions of Kubernetes 1.``minor``, 1.27 or newer.

    latest: those of 1.36.
    """
    known = list(latest)
    for step in _STEPS[: max(0, _LATEST - minor)]:
        known = [name for name in known if name not in step.had_not]
        for name, place in step.had:
            known.insert(place, name)
    return known
