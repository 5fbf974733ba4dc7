"""The placeholder of an example is still in the registry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "placeholder-in-registry",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("I3",),
    summary="imageRegistry still has the placeholder of the example",
    why="With <SKU> in it the name of the image is not valid, and no pod starts.",
    advice="Replace the placeholder by the product number of your order.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/values.yaml",
    bad=(
        example(
            "imageRegistry: «hub.myenterpriselicense.hpe.com/hpe-mlde/<SKU>»\n",
            message="imageRegistry: <SKU> is a placeholder",
        ),
    ),
    good=(example("imageRegistry: hub.myenterpriselicense.hpe.com/hpe-mlde/s3p41\n"),),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look for angle brackets."""
    registry = str(settings.get("imageRegistry", default=""))
    start, end = registry.find("<"), registry.rfind(">")
    if 0 <= start < end:
        placeholder = registry[start : end + 1]
        yield settings.problem(("imageRegistry",), f"imageRegistry: {placeholder} is a placeholder")
