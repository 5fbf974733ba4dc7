"""What bounds the work of one render."""

from __future__ import annotations

from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest

from helmwright.base.errors import FunctionError
from helmwright.go import json_write, limits, regexp, yaml_write
from helmwright.go.limits import (
    ENDLESS,
    WORK,
    Bounded,
    LimitError,
    Limits,
    check_elements,
    check_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    yield
    WORK.left = ENDLESS


def test_after_many_steps_there_is_a_look_at_the_clock() -> None:
    with Bounded("sorting", Limits(seconds=1e-9)):
        WORK.next_look = 0
        WORK.spend(limits.STEPS_BETWEEN_LOOKS)
        with pytest.raises(LimitError, match=r"^sorting takes more than 1e-09 seconds of"):
            WORK.spend(1)


def test_work_inside_of_other_work_has_what_is_left_of_that() -> None:
    little = Bounded("outer", Limits(seconds=1e-9))
    with little, Bounded("inner"), pytest.raises(LimitError, match="outer takes"):
        WORK.look()
    with Bounded("outer", Limits(seconds=1000)):
        with Bounded("inner", Limits(seconds=1e-9)), pytest.raises(LimitError, match="inner takes"):
            WORK.look()
        WORK.look()
    WORK.look()


def test_a_text_that_would_not_fit_is_refused_before_it_is_made() -> None:
    with Bounded("rendering", Limits(memory=10)):
        check_text("repeat", 9 << 20)
        with pytest.raises(LimitError, match="rendering takes more than 10 MiB of memory"):
            check_text("repeat", 60 << 20)


def test_the_limit_that_counted_is_named_whoever_set_it() -> None:
    with (
        Bounded("outer", Limits(seconds=1e-9, memory=1000)),
        Bounded("inner", Limits(seconds=500, memory=10)),
    ):
        with pytest.raises(LimitError, match=r"^outer takes more than 1e-09 seconds"):
            WORK.look()
        with pytest.raises(LimitError, match=r"^inner takes more than 10 MiB"):
            WORK.look_at_memory(60 << 20)
    with (
        Bounded("outer", Limits(seconds=500, memory=10)),
        Bounded("inner", Limits(seconds=1e-9, memory=1000)),
    ):
        with pytest.raises(LimitError, match=r"^inner takes more than 1e-09 seconds"):
            WORK.look()
        with pytest.raises(LimitError, match=r"^outer takes more than 10 MiB"):
            WORK.look_at_memory(60 << 20)


def test_the_memory_of_threads_is_told_for_all_of_them() -> None:
    began, done = Event(), Event()

    def other() -> None:
        with Bounded("other", Limits(memory=10)):
            began.set()
            done.wait()

    thread = Thread(target=other)
    thread.start()
    began.wait()
    try:
        with (
            Bounded("rendering", Limits(memory=10)),
            pytest.raises(LimitError, match=r"^rendering with 1 beside it takes more than 20 MiB"),
        ):
            WORK.look_at_memory(60 << 20)
    finally:
        done.set()
        thread.join()


def test_a_function_that_counts_more_than_bytes_names_its_own_limit() -> None:
    text = r"^until: a result of 16777217 numbers is too large, 16777216 are the most$"
    with pytest.raises(FunctionError, match=text):
        check_text("until", (16 << 20) + 1, "numbers", weight=8)


def test_every_thread_has_its_own_work() -> None:
    WORK.left = 0
    seen: list[int] = []
    thread = Thread(target=lambda: seen.append(WORK.left))
    thread.start()
    thread.join()
    assert seen == [ENDLESS]


def test_small_texts_and_lists_are_free() -> None:
    WORK.left = 0
    check_text("f", limits.LARGE_TEXT)
    check_elements(limits.LARGE_COLLECTION)


def test_large_texts_and_lists_are_counted() -> None:
    WORK.left = 100_000
    check_text("f", 640_000)
    check_elements(64_000)
    assert WORK.left == 100_000 - 10_000 - 2_000


def test_a_text_that_is_too_large_is_refused_in_the_name_of_its_function() -> None:
    with pytest.raises(
        FunctionError,
        match=r"^repeat: a result of 134217729 bytes is too large, 134217728 are the most$",
    ):
        check_text("repeat", (128 << 20) + 1)


def test_a_text_is_refused_with_the_limit_that_it_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (yaml_write, json_write, regexp):
        monkeypatch.setattr(module, "TEXT_LIMIT", 40_000)
    monkeypatch.setattr(yaml_write, "_MOST_LINES", 100)
    monkeypatch.setattr(json_write, "NODE_LIMIT", 1000)
    monkeypatch.setattr(regexp, "NODE_LIMIT", 1000)

    with pytest.raises(LimitError, match=r"^toYaml: more than 10000 bytes in long strings$"):
        yaml_write.marshal(["x" * 6000] * 2)
    with pytest.raises(LimitError, match=r"^toYaml: more than 100 lines$"):
        yaml_write.marshal([[True] * 101, [True]])
    with pytest.raises(LimitError, match=r"^json: more than 40000 bytes$"):
        json_write.marshal_indent(["x" * 15_000] * 3)
    with pytest.raises(LimitError, match=r"^json: more than 1000 values$"):
        json_write.marshal_indent([True] * 1001)
    with pytest.raises(LimitError, match=r"^regexp: more than 40000 bytes$"):
        regexp.compile("a").replace_all_literal("a" * 10, "b" * 5000)
    with pytest.raises(LimitError, match=r"^regexp: more than 1000 pieces$"):
        regexp.compile("a").find_all("a" * 1001, -1)
