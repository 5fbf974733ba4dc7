"""What an API server stores, by golden cases of every kind."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests import default_goldens

from helmwright.go.yaml_read import load_map, split_documents
from helmwright.kube.data_files import read_data
from helmwright.kube.defaulting.computed import BY_NAME
from helmwright.kube.defaulting.defaults import with_defaults

CASES = default_goldens.load()


def _name(case: dict[str, Any]) -> str:
    one = case["object"]
    return f"{one['apiVersion']} {one['kind']}"


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_an_object_is_what_the_server_stores(case: dict[str, Any]) -> None:
    assert with_defaults(case["object"]) == case["stored"]


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_what_is_stored_stays_as_it_is(case: dict[str, Any]) -> None:
    assert with_defaults(case["stored"]) == case["stored"]


def test_every_example_has_its_line() -> None:
    texts = split_documents(default_goldens.EXAMPLES.read_text("utf-8"))
    examples = [load_map(text) for text in texts]

    assert [case["object"] for case in CASES[: len(examples)]] == examples


def test_rules_are_about_types_that_there_are_and_name_their_source() -> None:
    types = json.loads(read_data("stored_types.json"))["types"]
    rules = json.loads(read_data("default_rules.json"))["rules"]

    assert {name for rule in rules for name in rule["types"]} <= set(types)
    assert [rule for rule in rules if ".go" not in rule["source"]] == []
    assert {rule["call"] for rule in rules if "call" in rule} == set(BY_NAME)
