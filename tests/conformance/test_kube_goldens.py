"""The golden cases of patches say what the Kubernetes code answers; and kinds.json what it declares."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests import patch_cases, podspec_cases
from tests.conformance.kube_peer import KubeOracle
from tests.conformance.update_patch_goldens import expected
from tests.conformance.update_podspec_goldens import merged
from tests.patch_ours import KINDS

from helmwright.kube import schemas

if TYPE_CHECKING:
    from helmwright.kube.patch_meta import Type


def test_every_golden_is_what_the_kubernetes_code_answers() -> None:
    cases = patch_cases.load_all()

    different = [
        f"{case.id}\n{case.expected}\n{lines}"
        for case, lines in zip(cases, expected(cases), strict=True)
        if case.expected != lines
    ]

    assert different == []


def test_the_merged_pod_specs_are_what_the_kubernetes_code_makes_of_them() -> None:
    assert json.loads(podspec_cases.MERGED.read_text("utf-8")) == merged()


@pytest.mark.parametrize("kind", KINDS)
def test_fields_are_merged_as_the_newest_structs_say(kind: str) -> None:
    schema = schemas.built_in(KINDS[kind], kind)
    assert schema is not None
    with KubeOracle(schemas.NEWEST) as oracle:
        structs = oracle.ask(op="types", type=kind)["results"][0]

    assert merging(schema, {}) == {
        (struct, field["json"]): (tuple(field.get("strategies", [])), field.get("merge_key", ""))
        for struct, fields in structs.items()
        for field in fields
        if field.get("strategies")
    }


def merging(of: Type, seen: dict[int, Any]) -> dict[tuple[str, str], tuple[tuple[str, ...], str]]:
    """Returns strategies and merge key of every field below a type that has any."""
    if id(of) in seen:
        return {}
    seen[id(of)] = of
    found = {} if of.element is None else merging(of.element, seen)
    for name, field in of.fields.items():
        if field.strategies:
            found[of.name, name] = (field.strategies, field.merge_key)
        found |= merging(field.type, seen)
    return found
