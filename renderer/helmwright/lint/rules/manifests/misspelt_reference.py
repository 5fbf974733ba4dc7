"""A pod refers to an object whose name is nearly that of one in the chart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Related
from helmwright.lint.nearest import distance
from helmwright.lint.rules.manifests._references import references
from helmwright.lint.rules.manifests._workloads import namespace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_SHORTEST = 5
_GOOD = """\
-- templates/a.yaml --
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      envFrom:
        - configMapRef:
            name: web-config
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
"""


@rule(
    "misspelt-reference",
    reads=Reads.RENDERED,
    severity=Severity.WARNING,
    summary="A ConfigMap, Secret, claim or service account is referred to by nearly its name",
    why="The object is not there, so the pod does not start; the one in the chart is not used.",
    advice="Use the same expression for the name in both places.",
    url="https://kubernetes.io/docs/concepts/configuration/configmap/",
    bad=(
        Example(
            _GOOD.replace("            name: web-config", "«»            name: web-confg"),
            message='there is no ConfigMap "web-confg" in the chart, but "web-config"',
        ),
    ),
    good=(
        Example(_GOOD),
        Example(_GOOD.replace("            name: web-config", "            name: other")),
        Example(_GOOD.replace("            name: web-config", "            name: web-config2")),
        Example(_GOOD.replace("            name: web-config", "            name: web-config-a")),
        Example(_GOOD.replace("            name: web-config", "            name: wob-config")),
        Example(
            _GOOD.replace(
                "            name: web-config",
                "            name: web-confg\n            optional: true",
            )
        ),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look for names that only one object nearly has, which nobody else refers to."""
    all_references = list(references(rendered))
    used = {(found.kind, found.name) for found in all_references}
    for found in all_references:
        where = namespace(rendered, found.pod.owner)
        there = [one for one in rendered.of_kind(found.kind) if namespace(rendered, one) == where]
        if found.optional or any(one.name == found.name for one in there):
            continue
        close = [one for one in there if _alike(one.name, found.name)]
        if len(close) != 1 or (found.kind, close[0].name) in used:
            continue
        name = close[0].name
        yield rendered.problem(
            found.pod.owner,
            found.path,
            f'{dotted(found.path)}: there is no {found.kind} "{found.name}" in the chart, '
            f'but "{name}"',
            fix=f"write '{name}'",
            related=[Related(rendered.span(close[0], ("metadata", "name")), "the one there is")],
        )


def _alike(first: str, second: str) -> bool:
    """Tell whether two names differ by a slip, and not by a number or a letter that counts."""
    if min(len(first), len(second)) < _SHORTEST or _letters(first) == _letters(second):
        return False
    if first.startswith(second) or second.startswith(first):  # a suffix has its meaning
        return False
    pairs = zip(first.split("-"), second.split("-"), strict=False)
    if any(one != other and min(len(one), len(other)) < _SHORTEST - 1 for one, other in pairs):
        return False  # a short part tells objects apart
    return distance(first, second) <= (1 if min(len(first), len(second)) < 2 * _SHORTEST else 2)


def _letters(text: Any) -> str:
    return "".join(letter for letter in text if not letter.isdecimal())
