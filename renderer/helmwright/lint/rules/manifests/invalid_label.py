"""A label's key or value is none that Kubernetes takes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.base.patterns import lazy_pattern
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.manifests._workloads import pods, section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart
    from helmwright.rendering.objects import RenderedObject

_LONGEST = 63
_NAME = lazy_pattern(r"(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?)", re.ASCII)
_DOMAIN = lazy_pattern(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*")
_LONG = "a" * 64
_GOOD = """\
-- templates/a.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
  labels:
    app.kubernetes.io/name: web
    release: v1.2
    blank: ""
"""


@rule(
    "invalid-label",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    summary="The key or the value of a label is none that Kubernetes takes",
    why="Kubernetes refuses the object.",
    advice="Use letters, digits, '-', '_' and '.', at most 63, a letter or digit first and last.",
    url="https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/",
    bad=(
        Example(
            _GOOD.replace("    release: v1.2", "«»    release: v1.2+build"),
            message='metadata.labels.release: "v1.2+build" is no value of a label',
        ),
        Example(
            _GOOD.replace("    release: v1.2", f"«»    release: {_LONG}"),
            message="64 characters, of at most 63",
        ),
        Example(
            _GOOD.replace("    release: v1.2", "«»    my release: v1.2"),
            message='"my release" is no key of a label',
        ),
    ),
    good=(Example(_GOOD),),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Hold the labels of objects and of pods against the rules for them."""
    for one in rendered.objects:
        if one.kind:
            yield from _check(rendered, one, ("metadata", "labels"), one.data)
    for pod in pods(rendered):
        if pod.path:
            path = (*pod.path, "metadata", "labels")
            yield from _check(rendered, pod.owner, path, pod.data)


def _check(
    rendered: RenderedChart, one: RenderedObject, path: Path, data: Any
) -> Iterator[Problem]:
    for key, value in section(data, "metadata", "labels").items():
        where = (*path, key)
        if not _is_key(key):
            message = f'{dotted(path)}: "{key}" is no key of a label'
            yield rendered.problem(one, where, message, of_key=True)
        elif type(value) is not str or not value:
            continue
        elif len(value) > _LONGEST:
            size = f"{len(value)} characters, of at most {_LONGEST}"
            message = f'{dotted(where)}: "{value}" has {size}'
            yield rendered.problem(one, where, message, fix="cut it with '| trunc 63'")
        elif not _NAME.fullmatch(value):
            yield rendered.problem(one, where, f'{dotted(where)}: "{value}" is no value of a label')


def _is_key(key: str) -> bool:
    domain, slash, name = key.rpartition("/")
    if slash and (len(domain) > 253 or not _DOMAIN.fullmatch(domain)):
        return False
    return len(name) <= _LONGEST and bool(_NAME.fullmatch(name))
