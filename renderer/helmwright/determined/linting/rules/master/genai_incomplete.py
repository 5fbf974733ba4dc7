"""What the studio for generative AI needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_GENAI = "{}:\n  version: 0.2.7\n  port: 9011\n  sharedPVCName: shared\n  messageQueuePort: 9013\n"
_POOL = "  extraResourcePoolMetadata:\n    {}:\n      max_agents: 4\n"


@rule(
    "genai-incomplete",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("X15",),
    since="0.28.1",
    summary="genai has a version, and lacks what it needs",
    why="The chart does not render without ports, shared files and the names of existing pools.",
    advice=(
        "Set port, messageQueuePort, extraResourcePoolMetadata with names of resourcePools, and one "
        "of sharedPVCName, sharedFSHostPath, generatedPVC."
    ),
    url="https://github.com/determined-ai/determined/blob/0.37.0/helm/charts/determined/values.yaml",
    bad=(
        example(
            "«genai»:\n  version: 0.2.7\n  port: 9011\n  sharedPVCName: shared\n"
            + _POOL.format("default"),
            message="genai.messageQueuePort is missing",
        ),
        example(_GENAI.format("«genai»"), message="genai.extraResourcePoolMetadata is missing"),
        example(
            "«genai»:\n  version: 0.2.7\n  port: 9011\n  messageQueuePort: 9013\n"
            + _POOL.format("default"),
            message="shared",
        ),
        example(
            _GENAI.format("genai")
            + _POOL.format("«a-100»")
            + "resourcePools:\n  - pool_name: a100\n",
            message='did you mean "a100"?',
        ),
    ),
    good=(
        example(_GENAI.format("genai") + _POOL.format("default")),
        example("genai:\n  port: 9011\n"),
        example(
            "genai:\n  version: 0.2.7\n  port: 9011\n  sharedPVCName: shared\n"
            + _POOL.format("default"),
            release="0.28.1",
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at genai."""
    genai = settings.section("genai")
    if not genai.get("version"):
        return
    missing = [] if genai.get("port") else ["port"]
    if not genai.get("messageQueuePort") and settings.release.at_least(0, 29, 0):
        missing.append("messageQueuePort")
    if genai.get("extraResourcePoolMetadata") is None:
        missing.append("extraResourcePoolMetadata")
    for key in missing:
        yield settings.problem(
            ("genai", key), f"genai.{key} is missing", of_key=True, fix=f"set genai.{key}"
        )
    claim = settings.section("genai", "generatedPVC")
    folder = genai.get("sharedFSHostPath") and settings.release.at_least(0, 32, 0)
    made = claim.get("storageClassName") and claim.get("storageSize")
    if not (genai.get("sharedPVCName") or folder or made):
        yield settings.problem(
            ("genai",),
            "genai needs files that every node can reach; there is no shared volume",
            of_key=True,
            fix="set sharedPVCName, or generatedPVC with storageClassName and storageSize",
        )
    yield from _unknown_pools(settings)


def _unknown_pools(settings: DeterminedSettings) -> Iterator[Problem]:
    from difflib import get_close_matches

    names = [
        str(pool.get("pool_name")) for path, pool in settings.pools() if path[0] == "resourcePools"
    ] or ["default"]
    path = ("genai", "extraResourcePoolMetadata")
    for name in settings.section(*path):
        if name not in names:
            close = get_close_matches(str(name), names, 1)
            hint = f'; did you mean "{close[0]}"?' if close else ""
            yield settings.problem(
                (*path, name),
                f'{settings.name((*path, name))}: there is no pool "{name}"{hint}',
                of_key=True,
                fix=f"rename it to one of {', '.join(names)}",
            )
