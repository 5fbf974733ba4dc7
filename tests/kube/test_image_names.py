"""Names of images, as Go's package for them reads them (compared in tests/conformance)."""

from __future__ import annotations

import pytest

from helmwright.kube.image_names import read_image_name

_DIGEST = f"sha256:{'0a' * 32}"


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("nginx", "docker.io/library/nginx:latest"),
        ("nginx:1.27", "docker.io/library/nginx:1.27"),
        ("bitnami/redis:7", "docker.io/bitnami/redis:7"),
        ("docker.io/nginx:1", "docker.io/library/nginx:1"),
        ("index.docker.io/library/nginx:1", "docker.io/library/nginx:1"),
        ("quay.io/prometheus/prometheus:v3.1.0", "quay.io/prometheus/prometheus:v3.1.0"),
        ("localhost/web:1", "localhost/web:1"),
        ("localhost:5000/web", "localhost:5000/web:latest"),
        ("[::1]:5000/web:1", "[::1]:5000/web:1"),
        ("Registry/web:1", "Registry/web:1"),
        (f"web@{_DIGEST}", f"docker.io/library/web@{_DIGEST}"),
        (f"quay.io/a/web:1@{_DIGEST}", f"quay.io/a/web:1@{_DIGEST}"),
        ("a/b/c/d__e--f.g:x_y", "docker.io/a/b/c/d__e--f.g:x_y"),
    ],
)
def test_a_name_is_read_into_its_parts(text: str, whole: str) -> None:
    assert str(read_image_name(text)) == whole


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Web",
        "quay.io/Team/web:1",
        "web:",
        "web:1:2",
        "web@sha256:00",
        f"web@md5:{'0' * 32}",
        f"web@sha256:{'0A' * 32}",
        "http://quay.io/web",
        "quay.io/web /x",
        "a/___b",
        "0a" * 32,
        "-web",
        f"quay.io/{'a' * 256}",
        f"web:{'1' * 129}",
        "web\n",
    ],
)
def test_what_no_runtime_takes_for_a_name_is_none(text: str) -> None:
    assert read_image_name(text) is None
