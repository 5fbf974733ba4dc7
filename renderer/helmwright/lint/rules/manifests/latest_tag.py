"""An image has no tag, or latest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.kube.image_names import read_image_name
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.manifests._images import images

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_GOOD = """\
-- templates/a.yaml --
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: registry:5000/web:1.2
"""


@rule(
    "latest-tag",
    reads=Reads.RENDERED,
    severity=Severity.WARNING,
    summary="An image has no tag, or latest",
    why="What runs then depends on when a node pulled the image, and no rollback brings it back.",
    advice="Name a version as the tag, or a digest.",
    url="https://kubernetes.io/docs/concepts/containers/images/#image-names",
    bad=(
        Example(
            _GOOD.replace("      image: registry:5000/web:1.2", "«»      image: registry:5000/web"),
            message='spec.containers[0].image: "registry:5000/web" has no tag',
        ),
        Example(
            _GOOD.replace("      image: registry:5000/web:1.2", "«»      image: web:latest"),
            message='"web:latest" is whatever is newest',
        ),
    ),
    good=(
        Example(_GOOD),
        Example(_GOOD.replace("registry:5000/web:1.2", f"web@sha256:{'0' * 64}")),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look at the tag of each image that can be read."""
    for pod, path, text in images(rendered):
        image = read_image_name(text)
        if image is None or image.digest or image.tag not in {"", "latest"}:
            continue
        wrong = "is whatever is newest" if image.tag else "has no tag"
        yield rendered.problem(pod.owner, path, f'{dotted(path)}: "{text}" {wrong}')
