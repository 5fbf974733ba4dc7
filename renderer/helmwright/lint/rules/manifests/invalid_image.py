"""An image's name cannot be read."""

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
      image: quay.io/Team/web:1.2
"""


@rule(
    "invalid-image",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    summary="The name of an image is none that a registry can have",
    why="The pod stays in InvalidImageName, or Kubernetes refuses it.",
    advice="Write HOST/REPOSITORY:TAG; repositories have no capital letters, tags no colon.",
    url="https://kubernetes.io/docs/concepts/containers/images/#image-names",
    bad=(
        Example(
            _GOOD.replace("      image: quay.io/Team/web:1.2", "«»      image: 'quay.io/web:'"),
            message='"quay.io/web:" is no name of an image',
        ),
        Example(
            _GOOD.replace("      image: quay.io/Team", "«»      image: quay.io/Team"),
            message="is no name of an image",
        ),
        Example(_GOOD.replace("      image: quay.io/Team/web:1.2", "«»      image: web:v1:2")),
    ),
    good=(
        Example(_GOOD.replace("Team", "team")),
        Example(_GOOD.replace("quay.io/Team/web:1.2", "localhost:5000/a__b/c-d:1.2_x")),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Read the name of each image."""
    for pod, path, text in images(rendered):
        if read_image_name(text.strip()) is None:
            wrong = f'"{text}" is no name of an image' if text else "the image is blank"
            yield rendered.problem(pod.owner, path, f"{dotted(path)}: {wrong}")
