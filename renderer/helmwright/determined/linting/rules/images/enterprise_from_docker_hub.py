"""The enterprise image is looked for on Docker Hub, where it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "enterprise-from-docker-hub",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("I3",),
    since="0.23.2",
    summary="enterpriseEdition with the registry of the open source edition",
    why="HPE publishes the image hpe-mlde-master in a registry of its own, not on Docker Hub.",
    advice="Set imageRegistry to hub.myenterpriselicense.hpe.com/hpe-mlde/ and your SKU.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/values.yaml",
    bad=(
        example(
            "enterpriseEdition: true\nimageRegistry: «determinedai»\nimagePullSecretName: hpe\n",
            message="imageRegistry: determinedai has no image of the enterprise edition",
        ),
        example("«enterpriseEdition»: true\nimagePullSecretName: hpe\n"),
    ),
    good=(
        example("enterpriseEdition: true\nimageRegistry: hub.myenterpriselicense.hpe.com/m/s\n"),
        example("enterpriseEdition: true\n", release="0.20.0"),
        example("imageRegistry: determinedai\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the registry of the enterprise image."""
    registry = str(settings.get("imageRegistry", default="determinedai")).strip()
    if settings.get("enterpriseEdition") is not True:
        return
    if registry in {"", "determinedai", "docker.io/determinedai"}:
        message = "imageRegistry: determinedai has no image of the enterprise edition"
        if settings.given("imageRegistry"):
            yield settings.problem(("imageRegistry",), message)
        else:
            yield settings.problem(("enterpriseEdition",), message, of_key=True)
