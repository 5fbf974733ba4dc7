"""An object brings metadata that only the server writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.manifests._workloads import section

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart


class _Field(NamedTuple):
    severity: Severity
    what: str


_FIELDS: Mapping[str, _Field] = {
    "managedFields": _Field(
        Severity.ERROR,
        "an object with it is not applied: metadata.managedFields must be nil",
    ),
    "uid": _Field(Severity.ERROR, "an object is not applied with a uid that it does not have"),
    "resourceVersion": _Field(
        Severity.ERROR,
        "Helm 3 cannot create the object, and Helm 4 cannot apply it a second time",
    ),
    "creationTimestamp": _Field(Severity.INFO, "the server keeps its own"),
    "generation": _Field(Severity.INFO, "the server keeps its own"),
    "selfLink": _Field(Severity.INFO, "the server drops it"),
}
_GOOD = """\
-- templates/a.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
  creationTimestamp: null
"""


@rule(
    "server-metadata",
    reads=Reads.RENDERED,
    severity=Severity.WARNING,
    summary="An object brings metadata that only the server writes",
    why="It comes with objects that were copied out of a cluster. The server refuses to apply an object with managedFields, "
    "and one with another uid or resourceVersion than the stored object has; the rest does nothing.",
    advice="Leave the field out.",
    url="https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management",
    bad=(
        Example(
            _GOOD.replace("  creationTimestamp: null\n", "«»  managedFields: []\n"),
            message="metadata.managedFields must be nil",
        ),
        Example(
            _GOOD.replace("  creationTimestamp: null\n", '«»  resourceVersion: "7"\n'),
            message="Helm 4 cannot apply it a second time",
        ),
    ),
    good=(Example(_GOOD),),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look for the fields; null says nothing, and is what generators write."""
    for one in rendered.objects:
        metadata = section(one.data, "metadata")
        for name, field in _FIELDS.items():
            if metadata.get(name) is not None:
                yield rendered.problem(
                    one,
                    ("metadata", name),
                    f"metadata.{name}: {field.what}",
                    severity=field.severity,
                    of_key=True,
                )
