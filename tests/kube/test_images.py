"""Images in objects of Kubernetes' own kinds, in custom resources, arguments and configuration."""

from __future__ import annotations

import pytest

from helmwright.go.yaml_read import load_map
from helmwright.kube.images import images_of


def _images(text: str) -> list[tuple[str, str, str, bool]]:
    return [
        (one.text, ".".join(map(str, one.path)), f"{one.role} {one.name}".strip(), one.is_certain)
        for one in images_of(load_map(text))
    ]


def test_all_containers_and_image_volumes_of_a_pod_are_certain() -> None:
    assert _images(
        """\
apiVersion: batch/v1
kind: CronJob
spec:
  jobTemplate:
    spec:
      template:
        spec:
          containers:
          - {name: web, image: web:1}
          - {name: none}
          initContainers:
          - {name: first, image: "init:2"}
          ephemeralContainers:
          - {name: debug, image: busybox}
          volumes:
          - {name: model, image: {reference: "quay.io/models/llama:8b"}}
          - {name: tmp, emptyDir: {}}
"""
    ) == [
        ("init:2", f"{_POD}.initContainers.0.image", "init container first", True),
        ("web:1", f"{_POD}.containers.0.image", "container web", True),
        ("busybox", f"{_POD}.ephemeralContainers.0.image", "ephemeral container debug", True),
        (
            "quay.io/models/llama:8b",
            f"{_POD}.volumes.0.image.reference",
            "image volume model",
            True,
        ),
    ]


_POD = "spec.jobTemplate.spec.template.spec"


@pytest.mark.parametrize(
    ("container", "expected"),
    [
        (
            "args: ['--sidecar-image=ghcr.io/a/b:1', --port=8080]",
            [("ghcr.io/a/b:1", "args.0", "argument --sidecar-image")],
        ),
        (
            "args: [--image, 'web:1', 'quay.io/x/y:2']",
            _BOTH := [
                ("web:1", "args.1", "argument --image"),
                ("quay.io/x/y:2", "args.2", "argument"),
            ],
        ),
        (
            "args: ['--reloader=quay.io/a/reloader:v1']",
            [("quay.io/a/reloader:v1", "args.0", "argument --reloader")],
        ),
        (
            "args: ['--url=http://quay.io/a:1', '--listen=:8080', '--db=redis.prod:6379/0', web:1]",
            [],
        ),
        (
            "env: [{name: RELATED_IMAGE_DB, value: 'bitnami/db:3'}, {name: USE_IMAGE, value: 'true'}]",
            [("bitnami/db:3", "env.0.value", "environment variable RELATED_IMAGE_DB")],
        ),
        (
            "env: [{name: AGENT, value: 'gcr.io/a/agent:3'}, {name: HOST, value: 'db.prod.svc:5432'}]",
            [("gcr.io/a/agent:3", "env.0.value", "environment variable AGENT")],
        ),
    ],
)
def test_images_in_arguments_and_variables_are_told_apart_from_other_texts(
    container: str, expected: list[tuple[str, str, str]]
) -> None:
    found = _images(f"apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - {{{container}}}\n")
    assert found == [
        (text, f"spec.containers.0.{path}", role, False) for text, path, role in expected
    ]


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (
            "image: quay.io/prometheus/prometheus:v3",
            [("quay.io/prometheus/prometheus:v3", "spec.image")],
        ),
        (
            "{baseImage: quay.io/coreos/etcd, tag: v3}",
            [("quay.io/coreos/etcd:v3", "spec.baseImage")],
        ),
        (
            "image: {registry: ghcr.io, repository: a/b, tag: '1', pullPolicy: Always}",
            [("ghcr.io/a/b:1", "spec.image")],
        ),
        (
            "image: {repository: a/b, digest: 'sha256:" + "0a" * 32 + "'}",
            [(f"a/b@sha256:{'0a' * 32}", "spec.image")],
        ),
        (
            "driver: {repository: nvcr.io/nvidia, image: driver, version: '595'}",
            [("nvcr.io/nvidia/driver:595", "spec.driver")],
        ),
        (
            "{proxyImage: 'envoy:1', proxy_image: 'envoy:2'}",
            [
                ("envoy:1", "spec.proxyImage"),
                ("envoy:2", "spec.proxy_image"),
            ],
        ),
        (
            "{images: ['a:1', 'b:2'], template: {spec: {containers: [{name: c, image: 'd:3'}]}}}",
            [
                ("a:1", "spec.images.0"),
                ("b:2", "spec.images.1"),
                ("d:3", "spec.template.spec.containers.0.image"),
            ],
        ),
        (
            "{imagePullPolicy: Always, imageTag: v1, image: true, useImage: 'yes', repository: a/b}",
            [],
        ),
    ],
)
def test_images_of_custom_resources_are_put_together_from_their_parts(
    spec: str, expected: list[tuple[str, str]]
) -> None:
    found = _images(
        f"apiVersion: example.com/v1\nkind: Thing\nspec: {spec}\n"
        if spec[0] == "{"
        else f"apiVersion: example.com/v1\nkind: Thing\nspec:\n  {spec}\n"
    )
    assert [(text, path) for text, path, _, _ in found] == expected
    assert all(role.startswith("custom resource") and not certain for *_, role, certain in found)


def test_files_in_a_configmap_are_searched_and_secrets_and_schemas_are_not() -> None:
    text = """\
apiVersion: v1
kind: ConfigMap
data:
  config.yaml: |
    sidecar: {image: "istio/proxyv2:1.2"}
  broken.yaml: "image: ["
  sidecarImage: "envoyproxy/envoy:v1"
  notes: no image here
"""
    assert _images(text) == [
        ("istio/proxyv2:1.2", "data.config.yaml", "configuration sidecar.image", False),
        ("envoyproxy/envoy:v1", "data.sidecarImage", "configuration sidecarImage", False),
    ]
    assert _images("apiVersion: v1\nkind: Secret\nstringData: {image: 'a/b:1'}\n") == []
    crd = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: {image: 'a/b:1'}\n"
    assert _images(crd) == []


@pytest.mark.parametrize(
    "text",
    [
        "apiVersion: 1\nkind: [Deployment]\nspec: 3\n",
        "apiVersion: apps/v1\nkind: Deployment\nspec: {template: {spec: {containers: {a: b}}}}\n",
        "apiVersion: v1\nkind: Pod\nspec: {containers: [1, null, {image: 3, args: {a: b}, env: [1]}]}\n",
        "apiVersion: v1\nkind: ConfigMap\ndata: [image]\n",
        "apiVersion: a/v1\nkind: A\nspec: {image: {repository: {}, tag: []}, images: {a: 1}}\n",
    ],
)
def test_objects_of_the_wrong_shape_name_no_images(text: str) -> None:
    assert _images(text) == []
