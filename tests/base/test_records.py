"""Records are what dataclasses would be."""

from __future__ import annotations

import copy
import pickle
from functools import cached_property

import pytest

from helmwright.base.records import Record, field, replace


class Port(Record):
    """A record with all kinds of fields."""

    number: int
    name: str = "http"
    labels: dict[str, str] = field(default_factory=dict)
    note: str = field(default="", compare=False)


class Listed(Record):
    """A record with what it has worked out."""

    __slots__ = ("__dict__",)

    number: int = 1

    @cached_property
    def listed(self) -> list[int]:
        return [self.number]


class Counter(Record, frozen=False):
    """A record that changes."""

    count: int = 0


class Keyed(Record):
    """A record one of whose fields has no hash."""

    key: str
    value: list[int] = field(hash=False)


def test_fields_are_arguments_in_their_order() -> None:
    port = Port(80, "web", note="n")

    assert (port.number, port.name, port.labels, port.note) == (80, "web", {}, "n")


def test_missing_and_unknown_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match=r"Port.__init__\(\) missing .* 'number'"):
        Port()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'nmae'"):
        Port(80, nmae="x")  # type: ignore[call-arg]


def test_default_factory_makes_a_new_default_for_each() -> None:
    one, other = Port(1), Port(2)

    one.labels["a"] = "b"

    assert other.labels == {}


def test_equality_is_that_of_the_compared_fields_and_of_the_class() -> None:
    assert Port(1, note="a") == Port(1, note="b")
    assert Port(1) != Port(2)
    others: list[object] = [Listed(1), (1, "http", {}, "")]
    assert Counter(1) not in others
    assert Port(1) not in others


def test_hash_leaves_out_what_says_so() -> None:
    assert hash(Keyed("a", [1])) == hash(Keyed("a", [2]))
    assert len({Listed(1), Listed(1), Listed(2)}) == 2


def test_record_that_changes_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Counter())


def test_replace_changes_some_fields_and_forgets_what_was_worked_out() -> None:
    one = Listed(1)
    assert one.listed == [1]

    assert replace(one, number=2).listed == [2]


def test_nothing_but_fields_can_be_set() -> None:
    with pytest.raises(AttributeError):
        Counter().total = 1  # type: ignore[attr-defined]


def test_records_are_copied_and_pickled() -> None:
    port = Port(1, labels={"a": "b"})

    assert pickle.loads(pickle.dumps(port)) == port  # noqa: S301 - written here
    assert copy.deepcopy(port) == port


def test_repr_can_be_written() -> None:
    assert repr(Port(1)) == "Port(number=1, name='http', labels={}, note='')"
