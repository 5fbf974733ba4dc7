"""The world of a render: real, frozen, seeded."""

from __future__ import annotations

import pytest

from helmwright.base.errors import FunctionError, InputError
from helmwright.go.world import World


def test_a_fixed_clock_stands_still() -> None:
    world = World.fixed(now="2024-02-29T12:00:00+02:00")
    assert world.now().go_string() == "2024-02-29 10:00:00 +0000 UTC"
    assert world.now() == world.now()


def test_a_fixed_clock_must_be_rfc_3339() -> None:
    with pytest.raises(InputError, match='parsing time "yesterday"'):
        World.fixed(now="yesterday")


def test_a_real_clock_has_a_monotonic_reading() -> None:
    assert " m=+0.0" in World.real(environment={"TZ": "UTC"}).now().go_string()


def test_a_seed_repeats_itself() -> None:
    first, second, other = World.fixed(seed=7), World.fixed(seed=7), World.fixed(seed=8)
    stream = first.random_bytes(100)
    assert stream == second.random_bytes(33) + second.random_bytes(0) + second.random_bytes(67)
    assert stream != other.random_bytes(100)
    assert first.seeded
    assert first.random_int63() == second.random_int63()


def test_the_stream_of_a_seed_never_changes_between_versions() -> None:
    assert World.fixed(seed=7).random_bytes(8).hex() == "c72e3e36b3eeb3a8"


def test_real_randomness_differs() -> None:
    assert World.real().random_bytes(16) != World.real().random_bytes(16)
    assert not World.real().seeded


def test_random_integers_stay_below_the_limit() -> None:
    world = World.fixed(seed=1)
    assert {world.random_int(3) for _ in range(100)} == {0, 1, 2}
    assert world.random_int(1) == 0
    assert 0 <= world.random_int63() < 2**63


@pytest.mark.parametrize("limit", [0, -1])
def test_there_is_no_random_integer_below_zero(limit: int) -> None:
    with pytest.raises(FunctionError, match="invalid argument to Intn"):
        World.fixed(seed=1).random_int(limit)


def test_the_environment_can_be_replaced() -> None:
    world = World.real(environment={"A": "b"})
    assert (world.environment("A"), world.environment("PATH")) == ("b", "")


def test_hosts_are_not_resolved_unless_asked() -> None:
    assert World.real().resolve_host("localhost") == ""


def test_lookup_finds_nothing_unless_given() -> None:
    assert World.real().lookup("v1", "Secret", "ns", "name") == {}
    world = World.fixed(lookup=lambda *key: {"key": list(key)})
    assert world.lookup("v1", "Secret", "ns", "name") == {"key": ["v1", "Secret", "ns", "name"]}
