"""Names that are made of the release's become too long for Kubernetes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_LONGEST = 63
_DEPLOYMENT = "determined-master-deployment-"
_SERVICE = "determined-master-service-"


@rule(
    "release-name-too-long",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("B9",),
    summary="The release's name is too long for the names that are made of it",
    why=(
        "Names of Services end at 63 characters; Kubernetes refuses longer ones. Those of pods are "
        "cut, so that pods of different releases are called alike."
    ),
    advice="Choose a release name of at most 34 characters.",
    url="https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#rfc-1035-label-names",
    bad=(
        example(
            "«»maxSlotsPerPod: 4\n",
            name="research-and-development-europe-west",
            message="determined-master-deployment-research-and-development-europe-west has 65",
        ),
        example(
            "«»maxSlotsPerPod: 4\n",
            name="research-and-development-europe-west-1",
            message="determined-master-service-research-and-development-europe-west-1 has 64",
        ),
    ),
    good=(
        example("maxSlotsPerPod: 4\n", name="research-and-development-in-europe"),
        example("maxSlotsPerPod: 4\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Count the characters of the longest names."""
    refused = f"{_SERVICE}{settings.release_name}"
    cut = f"{_DEPLOYMENT}{settings.release_name}"
    if len(refused) > _LONGEST:
        message = (
            f"the Service's name {refused} has {len(refused)} characters of at most {_LONGEST}"
        )
        yield settings.problem((), message, severity=Severity.ERROR)
    elif len(cut) > _LONGEST:
        yield settings.problem(
            (), f"the name {cut} has {len(cut)} characters, more than {_LONGEST}"
        )
