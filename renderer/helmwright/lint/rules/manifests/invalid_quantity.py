"""A quantity of a resource cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.base.patterns import lazy_pattern
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.manifests._quantities import quantity_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_WRITTEN = lazy_pattern(r"(\d+(?:\.\d+)?)\s*([A-Za-z]+)")
_UNITS = {
    word: unit
    for unit, words in {
        "Ki": "ki kb kib",
        "Mi": "mi mb mib meg",
        "Gi": "gi g gb gib gig",
        "Ti": "ti t tb tib",
        "m": "millicpu millicores mcpu",
    }.items()
    for word in words.split()
}
"""What people write, and the unit that is likely meant."""
_GOOD = """\
-- templates/a.yaml --
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      resources:
        requests:
          cpu: 500m
          memory: 1Gi
        limits:
          cpu: 1.5
          memory: 2Gi
"""


@rule(
    "invalid-quantity",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    summary="A request, limit or size is no quantity that Kubernetes reads",
    why="Kubernetes refuses the object.",
    advice="Write a number with a unit such as 500m, 2, 512Mi or 10Gi.",
    url="https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/",
    bad=(
        Example(
            _GOOD.replace("          memory: 1Gi", "«»          memory: 1GB"),
            message='resources.requests.memory: "1GB" is no quantity',
        ),
        Example(
            "-- templates/a.yaml --\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n"
            "  name: a\nspec:\n  resources:\n    requests:\n«»      storage: 10 Gi\n"
        ),
    ),
    good=(Example(_GOOD),),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Read every quantity of the objects."""
    for one, fault in rendered.faults:
        if fault.kind == "quantity":
            message = f'{dotted(fault.path)}: "{quantity_text(fault.value)}" is no quantity'
            yield rendered.problem(one, fault.path, message, fix=_right(quantity_text(fault.value)))


def _right(text: str) -> str:
    """Return the quantity that is likely meant; blank if nobody can say."""
    found = _WRITTEN.fullmatch(text.strip())
    unit = "" if found is None else _UNITS.get(found[2].lower(), "")
    return "" if found is None or not unit else f"write '{found[1]}{unit}'"
