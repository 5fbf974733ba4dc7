"""An object does not say what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_GOOD = """\
-- templates/a.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
"""


@rule(
    "object-without-kind",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    summary="A rendered object has no kind or no apiVersion",
    why="Helm refuses the whole chart when it installs it: it cannot tell what the object is.",
    advice="Add kind and apiVersion, or render nothing where there is to be no object.",
    url="https://kubernetes.io/docs/concepts/overview/working-with-objects/#required-fields",
    bad=(
        Example(
            _GOOD.replace("kind: ConfigMap\n", "").replace("apiVersion", "«»apiVersion"),
            message="the object has no kind",
        ),
        Example(
            _GOOD.replace("apiVersion: v1\n", "").replace("kind:", "«»kind:"),
            message="ConfigMap web: the object has no apiVersion",
        ),
        Example(
            "-- templates/a.yaml --\napiVersion: v1\nkind: List\nitems:\n"
            "«»  - apiVersion: v1\n    metadata:\n      name: web\n",
            message="the object has no kind",
        ),
        Example("-- templates/a.yaml --\n«»some: text\n", message="no kind and no apiVersion"),
    ),
    good=(
        Example(_GOOD),
        Example("-- templates/a.yaml --\n# nothing\n---\n"),
        Example(
            "-- templates/a.yaml --\napiVersion: v1\nkind: ConfigMapList\nitems:\n"
            "  - metadata:\n      name: web\n"
        ),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look for what each object has to say first."""
    for one in rendered.objects:
        lacking = [key for key in ("kind", "apiVersion") if not _is_text(one.data.get(key))]
        if lacking:
            fields = " and no ".join(lacking)
            yield rendered.problem(one, (), f"the object has no {fields}")


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)
