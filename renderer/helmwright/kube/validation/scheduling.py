"""What is refused of where a pod may run: tolerations, affinity, spread.

Source: k8s.io/kubernetes pkg/apis/core/validation/validation.go (ValidateTolerations, validateAffinity)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.validation import names
from helmwright.kube.validation.metadata import selector_refusals
from helmwright.kube.validation.refusal import (
    Refusal,
    entries,
    invalid,
    number,
    required,
    section,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path

_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"
_HEAVIEST = 100


def scheduling_refusals(spec: dict[str, Any], path: Path) -> Iterator[Refusal]:
    """Yield what is refused of where a pod may run."""
    for index, one in entries(spec, "tolerations"):
        yield from _toleration(one, (*path, "tolerations", index))
    yield from _node_affinity(spec, (*path, "affinity", "nodeAffinity"))
    for kind in ("podAffinity", "podAntiAffinity"):
        yield from _pod_affinity(section(spec, "affinity", kind), (*path, "affinity", kind))
    for index, one in entries(spec, "topologySpreadConstraints"):
        where = (*path, "topologySpreadConstraints", index)
        skew = number(one, "maxSkew")
        if skew is not None and skew <= 0:
            yield invalid((*where, "maxSkew"), "must be greater than zero")
        if one.get("topologyKey") == "":
            yield required((*where, "topologyKey"), "can not be empty")
        yield from selector_refusals(section(one, "labelSelector"), (*where, "labelSelector"))


def _toleration(one: dict[str, Any], path: Path) -> Iterator[Refusal]:
    key, operator = text(one, "key"), text(one, "operator")
    if key and (wrong := names.qualified(key)):
        yield invalid((*path, "key"), wrong)
    if not key and operator != "Exists":
        detail = 'operator must be Exists when `key` is empty, which means "match all values and all keys"'
        yield invalid((*path, "operator"), detail)
    if one.get("tolerationSeconds") is not None and text(one, "effect") != "NoExecute":
        detail = "effect must be 'NoExecute' when `tolerationSeconds` is set"
        yield invalid((*path, "effect"), detail)
    if operator in ("Equal", ""):
        if wrong := names.label_value(text(one, "value")):
            yield invalid((*path, "operator"), wrong)
    elif operator == "Exists" and one.get("value"):
        yield invalid((*path, "operator"), "value must be empty when `operator` is 'Exists'")


def _node_affinity(spec: dict[str, Any], path: Path) -> Iterator[Refusal]:
    affinity = section(spec, "affinity", "nodeAffinity")
    if type(affinity.get(_REQUIRED)) is dict:
        where = (*path, _REQUIRED)
        yield from node_selector_refusals(affinity[_REQUIRED], where)
    for index, term in entries(affinity, _PREFERRED):
        where = (*path, _PREFERRED, index)
        yield from _weight(term, where)
        yield from _node_term(section(term, "preference"), (*where, "preference"))


def node_selector_refusals(selector: dict[str, Any], path: Path) -> Iterator[Refusal]:
    """Yield what is refused in a NodeSelector."""
    if not selector.get("nodeSelectorTerms"):
        yield required((*path, "nodeSelectorTerms"), "must have at least one node selector term")
    for index, term in entries(selector, "nodeSelectorTerms"):
        yield from _node_term(term, (*path, "nodeSelectorTerms", index))


def _node_term(term: dict[str, Any], path: Path) -> Iterator[Refusal]:
    for index, one in entries(term, "matchExpressions"):
        where = (*path, "matchExpressions", index)
        operator, values = text(one, "operator"), one.get("values")
        if operator in ("In", "NotIn") and not values:
            detail = "must be specified when `operator` is 'In' or 'NotIn'"
            yield required((*where, "values"), detail)
        elif operator in ("Exists", "DoesNotExist") and values:
            detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
            yield Refusal((*where, "values"), f"Forbidden: {detail}")
        elif operator in ("Gt", "Lt") and not (type(values) is list and len(values) == 1):
            detail = "must be specified single value when `operator` is 'Lt' or 'Gt'"
            yield required((*where, "values"), detail)
        elif operator and operator not in ("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"):
            yield invalid((*where, "operator"), "not a valid selector operator")
        if wrong := names.qualified(text(one, "key")):
            yield invalid((*where, "key"), wrong)


def _pod_affinity(affinity: dict[str, Any], path: Path) -> Iterator[Refusal]:
    for index, term in entries(affinity, _REQUIRED):
        yield from _pod_term(term, (*path, _REQUIRED, index))
    for index, term in entries(affinity, _PREFERRED):
        where = (*path, _PREFERRED, index)
        yield from _weight(term, where)
        yield from _pod_term(section(term, "podAffinityTerm"), (*where, "podAffinityTerm"))


def _pod_term(term: dict[str, Any], path: Path) -> Iterator[Refusal]:
    key = text(term, "topologyKey")
    if not key:
        yield required((*path, "topologyKey"), "can not be empty")
    elif wrong := names.qualified(key):
        yield invalid((*path, "topologyKey"), wrong)
    yield from selector_refusals(section(term, "labelSelector"), (*path, "labelSelector"))


def _weight(term: dict[str, Any], path: Path) -> Iterator[Refusal]:
    weight = number(term, "weight")
    if weight is not None and not 1 <= weight <= _HEAVIEST:
        yield invalid((*path, "weight"), f"must be in the range 1-{_HEAVIEST}")
