"""The enterprise image without the credentials that it takes to pull it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.images._references import DOCKER_HUB, registry_of_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_OF_HPE = "hub.myenterpriselicense.hpe.com"


@rule(
    "enterprise-without-pull-secret",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("I2",),
    since="0.12.13",
    summary="enterpriseEdition without imagePullSecretName",
    why="The image of the enterprise edition is private: without a login it is not pulled.",
    advice="Name the Secret with the login to the registry in imagePullSecretName.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/values.yaml",
    bad=(
        example(
            "enterpriseEdition: «true»\nimageRegistry: hub.myenterpriselicense.hpe.com/hpe-mlde/s\n",
            message="without imagePullSecretName",
        ),
        example("enterpriseEdition: «true»\n", release="0.14.0", upstream=True),
    ),
    good=(
        example("enterpriseEdition: true\nimagePullSecretName: hpe\n"),
        example("enterpriseEdition: true\nimagePullSecrets: [hpe]\n"),
        example("enterpriseEdition: true\nimageRegistry: registry.internal:5000/det\n"),
        example("enterpriseEdition: true\nserviceAccount:\n  create: false\n  name: mine\n"),
        example("enterpriseEdition: true\nimageRegistry: determinedai\n"),
        example("enterpriseEdition: false\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look for the login that belongs to the image, which was on Docker Hub until 0.23.1."""
    if settings.get("enterpriseEdition") is not True or settings.get("imagePullSecretName"):
        return
    needed = settings.upstream and not settings.release.at_least(0, 14, 2)
    registry = str(settings.get("imageRegistry", default="determinedai"))
    host = registry_of_folder(registry)
    private = host == _OF_HPE or (host == DOCKER_HUB and not settings.release.at_least(0, 23, 2))
    if not needed and (_has_login(settings) or not private):
        return
    yield settings.problem(
        ("enterpriseEdition",),
        "enterpriseEdition is set without imagePullSecretName",
        severity=Severity.ERROR if needed else None,
    )


def _has_login(settings: DeterminedSettings) -> bool:
    """Tell whether the master's pod may have one in another way."""
    foreign = settings.get("serviceAccount", "create") is False
    return not settings.upstream and bool(settings.items("imagePullSecrets") or foreign)
