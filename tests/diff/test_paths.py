"""Paths as text, and the patterns that --ignore takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helmwright.base.errors import UsageError
from helmwright.diff.model import ObjectKey
from helmwright.diff.paths import Pattern, path_text

if TYPE_CHECKING:
    from helmwright.base.paths import Path

WEB = ObjectKey("apps", "Deployment", "team", "web")
IMAGE: Path = ("spec", "template", "spec", "containers", "[name=web]", "image")
CHECKSUM: Path = ("metadata", "annotations", "checksum/config")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (("spec", "replicas"), "spec.replicas"),
        (IMAGE, "spec.template.spec.containers[name=web].image"),
        (CHECKSUM, 'metadata.annotations["checksum/config"]'),
        (("spec", "rules", 0, "host"), "spec.rules[0].host"),
        (("data", 'a"b'), 'data["a\\"b"]'),
        ((), ""),
    ],
)
def test_path_is_written_as_people_read_it(path: Path, text: str) -> None:
    assert path_text(path) == text


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("spec.template", IMAGE),
        (".spec.template", IMAGE),
        ("spec.template.spec.containers[name=web].image", IMAGE),
        ("spec.template.spec.containers[name=w*].image", IMAGE),
        ("spec.template.spec.containers[*].image", IMAGE),
        ("spec.*.spec.containers", IMAGE),
        ("**.image", IMAGE),
        ("spec.**.image", IMAGE),
        ("/spec/template", IMAGE),
        ("Deployment:spec", IMAGE),
        ("Deployment.apps:spec", IMAGE),
        ("Deployment/web:spec", IMAGE),
        ("D*.apps/w*:spec", IMAGE),
        ('metadata.annotations["checksum/config"]', CHECKSUM),
        ('metadata.annotations["checksum/*"]', CHECKSUM),
        ("metadata.annotations.checksum/*", CHECKSUM),
        ("/metadata/annotations/checksum~1config", CHECKSUM),
        (r"metadata.labels.a\.b/c", ("metadata", "labels", "a.b/c")),
        ('metadata.labels."a.b/c"', ("metadata", "labels", "a.b/c")),
        ("spec.rules[0]", ("spec", "rules", 0, "host")),
        ("spec.rules[*].host", ("spec", "rules", 0, "host")),
        ("/spec/rules/0/host", ("spec", "rules", 0, "host")),
    ],
)
def test_pattern_covers_path(pattern: str, path: Path) -> None:
    assert Pattern.parse(pattern).covers(WEB, path)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("spec.templates", IMAGE),
        ("template", IMAGE),
        ("StatefulSet:spec", IMAGE),
        ("Deployment/db:spec", IMAGE),
        ("spec.template.spec.containers[name=db].image", IMAGE),
        ("spec.template.spec.containers[name=web].image.tag", IMAGE),
        ("spec.rules[1]", ("spec", "rules", 0, "host")),
    ],
)
def test_pattern_does_not_cover_path(pattern: str, path: Path) -> None:
    assert not Pattern.parse(pattern).covers(WEB, path)


@pytest.mark.parametrize("text", ["", "spec[", "Deployment:", 'a["b', "a..b"])
def test_what_is_no_pattern_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="path"):
        Pattern.parse(text)
