"""What server-side apply makes of a stored object, as a real server answered (tests/diff/server_truth)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helmwright.kube import schemas
from helmwright.kube.updates.server_apply import (
    BuiltIn,
    DuplicateError,
    FromSchema,
    Unknown,
    applied,
)

DEPLOYMENT = BuiltIn(schemas.built_in("apps/v1", "Deployment"))
DEPLOYMENT_SPEC = DEPLOYMENT.member("spec")
SERVICE = BuiltIn(schemas.built_in("v1", "Service"))


def spec(of: BuiltIn, live: Any, last: Any, now: Any) -> Any:
    return applied({"spec": live}, {"spec": last}, {"spec": now}, of)["spec"]


def test_what_the_server_has_filled_in_stays() -> None:
    live = {"replicas": 1, "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1}}}

    assert spec(DEPLOYMENT, live, {}, {"strategy": {"type": "Recreate"}}) == {
        "replicas": 1,
        "strategy": {"type": "Recreate", "rollingUpdate": {"maxSurge": 1}},
    }


def test_what_the_manifest_no_longer_says_goes_as_a_whole() -> None:
    live = {"strategy": {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 2}, "type": "Recreate"}}
    last = {"strategy": {"rollingUpdate": {"maxSurge": 1}}}

    assert spec(DEPLOYMENT, live, last, {"strategy": {"type": "Recreate"}}) == {
        "strategy": {"type": "Recreate"}
    }


def test_null_takes_away_no_more_than_was_written_before() -> None:
    live = {"strategy": {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 2}}}
    last = {"strategy": {"rollingUpdate": {"maxSurge": 1}}}

    assert spec(DEPLOYMENT, live, last, {"strategy": {"rollingUpdate": None}}) == {
        "strategy": {"rollingUpdate": {"maxUnavailable": 2}}
    }
    assert spec(DEPLOYMENT, {"replicas": 3}, {}, {"replicas": None}) == {"replicas": None}


def test_a_map_that_is_emptied_goes() -> None:
    live = {"strategy": {"rollingUpdate": {"maxSurge": 1}}}
    last = {"strategy": {"rollingUpdate": {"maxSurge": 1}}}

    assert spec(DEPLOYMENT, live, last, {"strategy": {"rollingUpdate": {}}}) == {
        "strategy": {"rollingUpdate": None}
    }


HOSTS = FromSchema(
    {
        "properties": {
            "hosts": {"x-kubernetes-list-type": "set"},
            "ports": {"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["port"]},
            "in": {
                "properties": {
                    "type": {"type": "string"},
                    "hosts": {"x-kubernetes-list-type": "set"},
                }
            },
        }
    }
)


@pytest.mark.parametrize(
    ("live", "last", "now", "merged"),
    [
        ({"hosts": ["a", "b"]}, {"hosts": ["a"]}, {"hosts": []}, {}),
        ({"hosts": []}, {"hosts": []}, {"hosts": []}, {"hosts": []}),
        ({"hosts": ["a"]}, {"hosts": None}, {"hosts": []}, {}),
        ({"hosts": None}, {"hosts": ["a"]}, {"hosts": []}, {"hosts": []}),
        (
            {"in": {"type": "q", "hosts": ["a"]}},
            {"in": {"hosts": ["a"]}},
            {"in": {"hosts": []}},
            {},
        ),
        ({"in": {"type": "q"}}, {"in": {"type": "q"}}, {"in": {"hosts": []}}, {}),
        ({"in": {"type": "q"}}, {"in": {"hosts": ["a"]}}, {"in": {"hosts": []}}, {}),
        (
            {"in": {"type": "q", "hosts": ["a"]}},
            {},
            {"in": {"hosts": []}},
            {"in": {"type": "q", "hosts": ["a"]}},
        ),
        (
            {"in": {"type": "q", "hosts": []}},
            {"in": {"hosts": []}},
            {"in": {"hosts": []}},
            {"in": {"type": "q", "hosts": []}},
        ),
        (
            {"in": {"hosts": ["a"]}},
            {"in": {"hosts": ["a"]}},
            {"in": {"hosts": [], "type": "q"}},
            {"in": {"type": "q"}},
        ),
        ({"hosts": ["a"]}, {}, {"hosts": []}, {"hosts": ["a"]}),
        ({"hosts": ["a"]}, {"hosts": []}, {"hosts": []}, {"hosts": ["a"]}),
        ({"hosts": ["a", "b"]}, {"hosts": ["a"]}, {"hosts": None}, {"hosts": ["b"]}),
        ({"ports": [{"port": 80, "name": "x"}]}, {"ports": [{"port": 80}]}, {"ports": []}, {}),
        (
            {"ports": [{"port": 80}, {"port": 81}]},
            {"ports": [{"port": 80}]},
            {"ports": None},
            {"ports": [{"port": 81}]},
        ),
        ({"ports": [{"port": 80}]}, {"ports": [{"port": 80}]}, {"ports": None}, {"ports": None}),
        (
            {"ports": [{"port": 80, "of": {"a": 1}}]},
            {"ports": [{"port": 80, "of": {"a": 1}}]},
            {"ports": [{"port": 80, "of": {}}]},
            {"ports": [{"port": 80, "of": None}]},
        ),
        ({"of": {"a": 1, "b": 2}}, {"of": {"a": 1}}, {"of": {}}, {"of": {"b": 2}}),
        ({"of": {"a": 1}}, {"of": {}}, {"of": {}}, {"of": {"a": 1}}),
        ({}, {}, {"of": {}, "hosts": [], "ports": None}, {"of": {}, "hosts": [], "ports": None}),
    ],
)
def test_emptied_lists_and_maps_become_what_structured_merge_diff_makes_of_them(
    live: Any, last: Any, now: Any, merged: Any
) -> None:
    assert applied(live, last, now, HOSTS) == merged


def test_items_are_told_apart_by_all_their_keys_and_take_the_order_of_the_manifest() -> None:
    tcp, udp = {"port": 80, "name": "a"}, {"port": 80, "protocol": "UDP", "name": "b"}
    live = {"ports": [{**tcp, "protocol": "TCP", "nodePort": 30000}, udp]}

    assert spec(SERVICE, live, {"ports": [tcp, udp]}, {"ports": [udp, tcp]}) == {
        "ports": [udp, {**tcp, "protocol": "TCP", "nodePort": 30000}]
    }
    assert spec(SERVICE, live, {"ports": [tcp, udp]}, {"ports": [udp]}) == {"ports": [udp]}


def test_two_items_of_the_same_keys_are_refused() -> None:
    with pytest.raises(DuplicateError) as caught:
        spec(SERVICE, {}, {}, {"ports": [{"port": 80}, {"port": 80, "protocol": "TCP"}]})

    assert caught.value.path == ("spec", "ports")
    assert caught.value.keys == {"port": 80, "protocol": "TCP"}


def test_lists_of_which_nothing_is_known_are_replaced() -> None:
    assert applied({"a": [1, 2]}, {"a": [1]}, {"a": [3]}, Unknown()) == {"a": [3]}


def test_schema_of_a_definition_says_how_lists_are_merged() -> None:
    schema = {
        "properties": {
            "set": {"x-kubernetes-list-type": "set"},
            "map": {"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"]},
            "one": {"x-kubernetes-map-type": "atomic"},
        }
    }
    live = {"set": ["x", "a"], "map": [{"name": "x"}], "one": {"x": 1}}
    last = {"set": ["a"], "map": [], "one": {}}
    now = {"set": ["b"], "map": [{"name": "b"}], "one": {"b": 1}}

    assert applied(live, last, now, FromSchema(schema)) == {
        "set": ["x", "b"],
        "map": [{"name": "x"}, {"name": "b"}],
        "one": {"b": 1},
    }


NAMED = st.lists(st.sampled_from("abcdef"), unique=True)


@given(NAMED, NAMED, NAMED)
def test_list_has_what_is_applied_and_what_others_have_put_there(
    live: list[str], last: list[str], now: list[str]
) -> None:
    def items(names: list[str]) -> Any:
        return {"template": {"spec": {"volumes": [{"name": name} for name in names]}}}

    merged = applied(items(live), items(last), items(now), DEPLOYMENT_SPEC)
    left = merged.get("template", {"spec": {"volumes": []}})["spec"]["volumes"]
    names = [one["name"] for one in left]
    if last and not now:  # nobody owns an empty list
        assert not names
        return
    assert sorted(names) == sorted(set(now) | (set(live) - set(last)))
    assert [name for name in names if name in now] == now


def test_items_of_a_set_may_be_anything() -> None:
    schema = {"properties": {"set": {"x-kubernetes-list-type": "set"}}}

    assert applied({"set": [[]]}, {"set": [[]]}, {"set": [{}, []]}, FromSchema(schema)) == {
        "set": [{}, []]
    }
