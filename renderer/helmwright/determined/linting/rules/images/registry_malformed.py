"""The registry is written in a way that makes no name of an image."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.values.editing import Put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_SCHEME = lazy_pattern(r"[A-Za-z]+://")
_TAG = lazy_pattern(r"/[^/]*:[^/]*$")


@rule(
    "registry-malformed",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("I4",),
    summary="imageRegistry has a scheme, a tag, a slash at the end, or letters that cannot be",
    why="The chart puts /NAME:TAG behind it; the name of the image is not valid then.",
    advice="Write host and folder only: registry.example.com/determined.",
    url="https://kubernetes.io/docs/concepts/containers/images/#image-names",
    fixable=True,
    bad=(
        example(
            "imageRegistry: «https://registry.example.com/det»\n",
            message="imageRegistry: it has the scheme https://",
        ),
        example("imageRegistry: «registry.example.com/det/»\n", message="a slash at the end"),
        example("imageRegistry: «registry.example.com/det:0.38.1»\n", message="a tag"),
        example("imageRegistry: «registry.example.com/Det»\n", message="capital letters"),
        example('imageRegistry: «"registry.example.com/my det"»\n', message="blanks"),
        example('imageRegistry: «"determinedai "»\n', upstream=True),
    ),
    good=(
        example("imageRegistry: registry.example.com:5000/det\n"),
        example("imageRegistry: localhost:5000\n"),
        example("imageRegistry: Registry.Example.com/det\n"),
        example('imageRegistry: "determinedai "\n'),
        example("imageRegistry: hub.example.com/<SKU>\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the parts of imageRegistry."""
    registry = settings.get("imageRegistry")
    if not isinstance(registry, str) or not registry.strip() or "<" in registry:
        return
    text = registry if settings.upstream else registry.strip()
    scheme = _SCHEME.match(text)
    better = text[scheme.end() :].rstrip("/") if scheme else text.rstrip("/")
    if scheme:
        wrong = f"it has the scheme {scheme[0]}"
    elif text.endswith("/"):
        wrong = "it has a slash at the end"
    elif any(character.isspace() for character in text):
        wrong, better = "it has blanks in it", text.strip()
    elif _TAG.search(text):
        wrong, better = "it has a tag", ""
    elif text.partition("/")[2] != text.partition("/")[2].lower():
        wrong, better = "it has capital letters behind the host", ""
    else:
        return
    fixed = bool(better) and not any(character.isspace() for character in better)
    yield settings.problem(
        ("imageRegistry",),
        f"imageRegistry: {wrong}",
        fix=f"write {better}" if fixed else "",
        edits=(Put(("imageRegistry",), better),) if fixed else (),
    )
