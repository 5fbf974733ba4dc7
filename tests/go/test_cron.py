"""Schedules of the log retention, as robfig/cron reads them."""

from __future__ import annotations

import pytest

from helmwright.go.cron import is_duration, is_schedule


@pytest.mark.parametrize(
    "text",
    [
        "0 0 * * *",
        "*/15 0-6,22 1 jan-MAR mon",
        "? * ? * ?",
        "1-5/2 * * * MON-FRI",
        "CRON_TZ=Europe/Berlin 0 3 * * *",
        "TZ=UTC 0 3 * * *",
        "@daily",
        "@every 1h30m",
        "0 0 , * *",
    ],
)
def test_schedule(text: str) -> None:
    assert is_schedule(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0 0 * *",
        "0 0 * * * *",
        "60 * * * *",
        "* 24 * * *",
        "* * 0 * *",
        "* * * 13 *",
        "* * * * 7",
        "5-1 * * * *",
        "*/0 * * * *",
        "*/x * * * *",
        "1-2-3 * * * *",
        "1/2/3 * * * *",
        "@fortnightly",
        "@every day",
    ],
)
def test_no_schedule(text: str) -> None:
    assert not is_schedule(text)


def test_duration() -> None:
    assert is_duration("24h")
    assert not is_duration("24")
