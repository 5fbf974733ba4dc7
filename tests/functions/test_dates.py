"""sprig 3.3.0's date functions; expected texts were printed by sprig with TZ=Europe/Berlin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from helmwright.base.errors import FunctionError
from helmwright.functions.dates import DATES
from helmwright.go.fmt import to_text
from helmwright.go.kinds import Int32, Int64
from helmwright.go.time_zones import UTC
from helmwright.go.times import unix_time
from helmwright.go.world import World

pytestmark = pytest.mark.skipif(
    not Path("/usr/share/zoneinfo/Europe/Berlin").exists(), reason="needs the time zone data"
)
WORLD = World.fixed(now="2024-02-29T12:00:00.9Z", time_zone="Europe/Berlin")
DAY = "2006-01-02"
FULL = "2006-01-02 15:04:05 MST"


def run(name: str, *arguments: Any) -> str:
    function = DATES[name]
    context = (WORLD,) if function.context else ()
    return to_text(function.call(*context, *arguments))


def february() -> Any:
    return DATES["toDate"].call(WORLD, DAY, "2021-02-03")


def test_now_is_local_time() -> None:
    assert run("now") == "2024-02-29 13:00:00.9 +0100 CET"


@pytest.mark.parametrize("date", [1700000000, Int64(1700000000), Int32(1700000000)])
def test_date_takes_unix_seconds(date: int) -> None:
    assert run("date", FULL, date) == "2023-11-14 23:13:20 CET"


@pytest.mark.parametrize("date", [1700000000.0, "2023-11-14", None, True])
def test_date_takes_anything_else_for_now(date: Any) -> None:
    assert run("date", FULL, date) == "2024-02-29 13:00:00 CET"


@pytest.mark.parametrize(
    ("zone", "expected"),
    [
        ("Asia/Kolkata", "2023-11-15 03:43:20 IST"),
        ("Nope/Nope", "2023-11-14 22:13:20 UTC"),
        ("../x", "2023-11-14 22:13:20 UTC"),
        ("", "2023-11-14 22:13:20 UTC"),
        ("Local", "2023-11-14 23:13:20 CET"),
    ],
)
def test_date_in_zone(zone: str, expected: str) -> None:
    assert run("dateInZone", FULL, 1700000000, zone) == expected
    assert run("date_in_zone", FULL, 1700000000, zone) == expected


def test_html_dates() -> None:
    assert run("htmlDate", 0) == "1970-01-01"
    assert run("htmlDateInZone", 1700000000, "Pacific/Auckland") == "2023-11-15"


def test_to_date_reads_in_the_local_zone() -> None:
    assert run("toDate", DAY, "2021-02-03") == "2021-02-03 00:00:00 +0100 CET"
    assert (
        run("toDate", "2006-01-02 15:04 MST", "2021-02-03 10:00 CEST")
        == "2021-02-03 09:00:00 +0100 CET"
    )


def test_to_date_gives_the_zero_time_for_bad_text() -> None:
    assert run("toDate", DAY, "bad") == "0001-01-01 00:00:00 +0000 UTC"


def test_must_to_date_refuses_bad_text() -> None:
    with pytest.raises(FunctionError) as caught:
        run("mustToDate", DAY, "bad")
    assert caught.value.message == (
        'parsing time "bad" as "2006-01-02": cannot parse "bad" as "2006"'
    )


def test_date_modify() -> None:
    assert run("dateModify", "-1.5h", february()) == "2021-02-02 22:30:00 +0100 CET"
    assert run("date_modify", "bad", february()) == "2021-02-03 00:00:00 +0100 CET"
    assert run("must_date_modify", "1h", february()) == "2021-02-03 01:00:00 +0100 CET"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("bad", 'time: invalid duration "bad"'),
        ("1h5x", 'time: unknown unit "x" in duration "1h5x"'),
    ],
)
def test_must_date_modify_refuses_bad_durations(change: str, message: str) -> None:
    with pytest.raises(FunctionError) as caught:
        run("mustDateModify", change, february())
    assert caught.value.message == message


def test_ago_rounds_to_seconds() -> None:
    noon = 1709208000
    assert run("ago", noon - 60) == "1m1s"
    assert run("ago", Int64(noon - 3600)) == "1h0m1s"
    assert run("ago", unix_time(noon + 5, UTC)) == "-4s"
    assert run("ago", "x") == "0s"
    assert run("ago", Int32(5)) == "0s"


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        ("95", "1m35s"),
        (95, "0s"),
        (Int64(3661), "1h1m1s"),
        (1.5, "0s"),
        ("x", "0s"),
        ("99999999999999999999", "-1s"),
        ("-1", "-1s"),
        (None, "0s"),
    ],
)
def test_duration(seconds: Any, expected: str) -> None:
    assert run("duration", seconds) == expected


@pytest.mark.parametrize(
    ("duration", "expected"),
    [
        ("2h10m5s", "2h"),
        ("-2400h", "3mo"),
        ("1s", "0s"),
        ("9000h", "1y"),
        (Int64(61000000000), "1m"),
        (1, "0s"),
        ("bad", "0s"),
        ("731h", "1mo"),
        ("25h", "1d"),
        (None, "0s"),
    ],
)
def test_duration_round(duration: Any, expected: str) -> None:
    assert run("durationRound", duration) == expected


def test_duration_round_of_a_time_is_its_distance_from_now() -> None:
    assert run("durationRound", unix_time(1709208000 - 7300, UTC)) == "2h"


def test_unix_epoch() -> None:
    assert run("unixEpoch", february()) == "1612306800"


def test_functions_declare_their_go_parameters() -> None:
    assert DATES["dateModify"].parameters == ("string", "time.Time")
    assert DATES["date"].parameters == ("string", "interface {}")
    assert DATES["now"].context == "world"
