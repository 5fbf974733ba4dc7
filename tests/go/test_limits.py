"""What bounds the work of one render."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

import pytest

from helmwright.errors import FunctionError
from helmwright.go import limits
from helmwright.go.limits import ENDLESS, WORK, LimitError, check_elements, check_text

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    yield
    WORK.left = ENDLESS


def test_steps_are_taken_off_until_there_are_none() -> None:
    WORK.left = 10
    WORK.spend(10)
    with pytest.raises(LimitError, match="rendering takes more than 10000000 steps"):
        WORK.spend(1)


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
    with pytest.raises(FunctionError, match=r"^repeat: a result of 33554433 bytes is too large$"):
        check_text("repeat", (32 << 20) + 1)
