"""What an API server makes of objects; golden cases of all kinds are in test_default_goldens.py."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from helmwright.base.errors import PatchTypeError
from helmwright.go.yaml_read import load_map
from helmwright.kube.custom_types import CustomTypes
from helmwright.kube.defaulting import built_in
from helmwright.kube.defaulting.defaults import with_defaults


def made(text: str) -> dict[str, Any]:
    return with_defaults(load_map(text))


DEPLOYMENT = """
apiVersion: apps/v1
kind: Deployment
metadata: {name: x}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec:
      volumes: [{name: v, emptyDir: }, {name: c, configMap: {name: c}}]
      containers: [{name: c, image: IMAGE, resources: {limits: {cpu: 0.5}}}]
"""


def test_a_template_gets_the_defaults_of_pods() -> None:
    spec = made(DEPLOYMENT)["spec"]["template"]["spec"]

    assert spec == {
        "volumes": [
            {"name": "v", "emptyDir": {}},
            {"name": "c", "configMap": {"name": "c", "defaultMode": 420}},
        ],
        "containers": [
            {
                "name": "c",
                "image": "IMAGE",
                "resources": {"limits": {"cpu": "500m"}},
                "imagePullPolicy": "IfNotPresent",
                "terminationMessagePath": "/dev/termination-log",
                "terminationMessagePolicy": "File",
            }
        ],
        "dnsPolicy": "ClusterFirst",
        "restartPolicy": "Always",
        "securityContext": {},
        "terminationGracePeriodSeconds": 30,
        "schedulerName": "default-scheduler",
    }


@pytest.mark.parametrize(
    ("image", "policy"),
    [
        ("nginx", "Always"),
        ("nginx:latest", "Always"),
        ("nginx:1.27", "IfNotPresent"),
        ("localhost:5000/nginx", "Always"),
        ("localhost:5000/nginx:1", "IfNotPresent"),
        (f"nginx@sha256:{'0' * 64}", "IfNotPresent"),
        (f"nginx:latest@sha256:{'0' * 64}", "Always"),
        ("no image", "IfNotPresent"),
    ],
)
def test_an_image_is_pulled_always_if_its_tag_may_move(image: str, policy: str) -> None:
    spec = made(DEPLOYMENT.replace("IMAGE", f'"{image}"'))["spec"]["template"]["spec"]

    assert spec["containers"][0]["imagePullPolicy"] == policy


def test_the_object_that_is_given_stays_as_it_is() -> None:
    document = load_map(DEPLOYMENT)

    with_defaults(document)

    assert document == load_map(DEPLOYMENT)


def test_threads_that_ask_for_a_kind_at_once_get_all_of_its_defaults() -> None:
    document = load_map(DEPLOYMENT)
    alone = with_defaults(document)
    for _ in range(20):
        built_in._scheme.cache_clear()  # noqa: SLF001 - as in a new process
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(with_defaults, [document] * 16))

        assert found == [alone] * 16


def test_a_field_that_no_kind_has_is_kept() -> None:
    text = "{apiVersion: v1, kind: Service, metadata: {name: x}, spec: {portz: [1]}}"

    assert made(text)["spec"]["portz"] == [1]


def test_a_value_of_the_wrong_type_is_refused_with_its_path() -> None:
    with pytest.raises(PatchTypeError) as caught:
        made(DEPLOYMENT.replace("spec:\n  selector", 'spec:\n  replicas: "1"\n  selector'))

    assert caught.value.path == ("spec", "replicas")


def test_a_kind_that_nobody_knows_is_only_copied() -> None:
    document = load_map("{apiVersion: example.org/v1, kind: Thing, a: null, b: []}")

    assert with_defaults(document) == document


DEFINITION = """
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.org
  names: {kind: Thing}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            default: {}
            properties:
              size: {type: integer, default: 3}
              gone: {type: string}
              may: {type: string, nullable: true, default: x}
              parts:
                type: array
                items: {type: object, properties: {active: {type: boolean, default: true}}}
              named:
                type: object
                additionalProperties: {type: object, properties: {many: {type: integer, default: 1}}}
"""


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        ("{}", {"spec": {"size": 3, "may": "x"}}),
        ("{spec: {size: null, gone: null}}", {"spec": {"size": 3, "may": "x"}}),
        ("{spec: {may: null, size: 0}}", {"spec": {"may": None, "size": 0}}),
        ("{spec: {parts: [{}]}}", {"spec": {"size": 3, "may": "x", "parts": [{"active": True}]}}),
        (
            "{spec: {named: {a: {}}}}",
            {"spec": {"size": 3, "may": "x", "named": {"a": {"many": 1}}}},
        ),
    ],
)
def test_the_schema_of_a_definition_gives_defaults(given: str, stored: dict[str, Any]) -> None:
    kind = {"apiVersion": "example.org/v1", "kind": "Thing"}

    assert (
        with_defaults(kind | load_map(given), CustomTypes([load_map(DEFINITION)])) == kind | stored
    )
