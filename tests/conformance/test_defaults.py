"""Objects get the defaults that the API server's own code gives them: of every kind, and golden cases."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from tests import default_goldens
from tests.conformance.default_cases import TYPES, Objects, image, member_of, schema, value_of
from tests.conformance.defaults_peer import DefaultsOracle
from tests.conformance.update_defaults import types_text

from helmwright.kube.defaulting.defaults import with_defaults
from helmwright.kube.defaulting.structural import with_schema_defaults

if TYPE_CHECKING:
    from collections.abc import Iterator

SEEDS = range(4)
EACH = 15
SCHEMAS = 2000
IMAGES = 3000


@pytest.fixture(scope="module")
def oracle() -> Iterator[DefaultsOracle]:
    with DefaultsOracle() as running:
        yield running


def test_the_types_are_those_of_the_server(oracle: DefaultsOracle) -> None:
    assert TYPES.read_text("utf-8") == types_text(oracle.ask(op="types")["result"])


def test_the_golden_cases_are_what_the_server_stores(oracle: DefaultsOracle) -> None:
    cases = default_goldens.load()
    answers = oracle.ask_all([{"op": "default", "object": one["object"]} for one in cases])

    assert [one["stored"] for one in cases] == [answer.get("result") for answer in answers]


@pytest.mark.parametrize("seed", SEEDS)
def test_generated_objects_of_all_kinds_get_the_defaults_of_the_server(
    seed: int, oracle: DefaultsOracle
) -> None:
    random = Random(seed)  # noqa: S311 - cases, not secrets
    objects = Objects(random)
    made = [
        objects.make(kind, share=random.choice((0.15, 0.3, 0.5, 0.8)))
        for kind in sorted(objects.kinds)
        for _ in range(EACH)
    ]

    answers = oracle.ask_all([{"op": "default", "object": one} for one in made])

    assert not [answer["error"] for answer in answers if "error" in answer]
    different = [
        (one, ours, answer["result"])
        for one, answer in zip(made, answers, strict=True)
        if (ours := with_defaults(one)) != answer["result"]
    ]
    assert different == []


def test_images_are_pulled_as_the_server_says(oracle: DefaultsOracle) -> None:
    random = Random(3)  # noqa: S311 - as above
    head = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "x"}}
    pods = [
        {**head, "spec": {"containers": [{"name": "c", "image": image(random)}]}}
        for _ in range(IMAGES)
    ]

    answers = oracle.ask_all([{"op": "default", "object": one} for one in pods])

    assert [with_defaults(one) for one in pods] == [answer["result"] for answer in answers]


def test_generated_schemas_give_the_defaults_of_the_server(oracle: DefaultsOracle) -> None:
    random = Random(7)  # noqa: S311 - as above
    cases: list[tuple[dict[str, Any], dict[str, Any]]] = []
    for _ in range(SCHEMAS):
        spec = schema(random)
        root = {"type": "object", "properties": {"spec": spec}}
        given = {} if random.random() < 0.2 else {"spec": member_of(spec, random)}
        cases.append((root, given if random.random() < 0.9 else {"spec": value_of(spec, random)}))

    answers = oracle.ask_all(
        [{"op": "custom", "schema": root, "object": given} for root, given in cases]
    )

    assert not [answer["error"] for answer in answers if "error" in answer]
    assert [with_schema_defaults(given, root, {}) for root, given in cases] == [
        answer.get("result") or {} for answer in answers
    ]
