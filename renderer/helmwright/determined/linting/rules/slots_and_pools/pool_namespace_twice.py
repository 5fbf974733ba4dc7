"""A namespace is twice in poolNamespaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.lint.finding import Related

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "pool-namespace-twice",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("R9",),
    summary="A namespace is twice in poolNamespaces",
    why="Each item makes a Namespace, and no two objects can have one name: the chart refuses it.",
    advice="Put everything about a namespace into one item.",
    url="https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/",
    bad=(
        example(
            "poolNamespaces:\n  - name: det-prod\n  - name: «det-prod»\n",
            message="det-prod is in poolNamespaces[0] already",
        ),
    ),
    good=(
        example("poolNamespaces:\n  - name: det-prod\n  - name: det-test\n"),
        example("poolNamespaces:\n  - name: a\n  - name: a\n", upstream=True),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the names in poolNamespaces, which the chart of Determined itself does not have."""
    seen: dict[str, int] = {}
    for index in range(0 if settings.upstream else len(settings.items("poolNamespaces"))):
        path: Path = ("poolNamespaces", index, "name")
        name = settings.get(*path)
        if not isinstance(name, str) or not name:
            continue
        first = seen.setdefault(name, index)
        if first != index:
            other = settings.span(("poolNamespaces", first, "name"))
            yield settings.problem(
                path,
                f"{settings.name(path)}: {name} is in poolNamespaces[{first}] already",
                related=(Related(other, "the other item"),),
            )
