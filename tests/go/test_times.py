"""Times as Go 1.26 reads and prints them; every expected text was printed by Go."""

from __future__ import annotations

from pathlib import Path

import pytest

from helmwright.base.errors import GoError, JSONError
from helmwright.go.durations import Duration
from helmwright.go.fmt import sprint, sprintf
from helmwright.go.time_zones import UTC, Location, fixed_zone, load_location, local_zone
from helmwright.go.times import Month, Time, Weekday, parse_time, unix_time

pytestmark = pytest.mark.skipif(
    not Path("/usr/share/zoneinfo/Europe/Berlin").exists(), reason="needs the time zone data"
)

FORMATS = (
    (0, 0, "UTC", "2006-01-02T15:04:05Z07:00", "1970-01-01T00:00:00Z"),
    (
        1700000000,
        123456789,
        "Europe/Berlin",
        "2006-01-02 15:04:05.999999999 -0700 MST",
        "2023-11-14 23:13:20.123456789 +0100 CET",
    ),
    (
        1700000000,
        123000000,
        "America/New_York",
        "Mon Jan _2 3:04:05.000 PM 2006 MST Z07:00",
        "Tue Nov 14 5:13:20.123 PM 2023 EST -05:00",
    ),
    (
        1700000000,
        120000000,
        "Asia/Kolkata",
        "Monday 02-January-06 .999 ,000000 pm 03 3 4 5 1 01",
        "Wednesday 15-November-23 .12 ,120000 am 03 3 43 20 11 11",
    ),
    (
        1709210096,
        0,
        "UTC",
        "002 __2 _2006 Janu Jan2 Month Monte 20066 0106",
        "060  60 _2024 Janu Feb29 Month Monte 20246 0224",
    ),
    (-62135596800, 0, "UTC", "2006-01-02 15:04:05 MST", "0001-01-01 00:00:00 UTC"),
    (-70000000000, 5, "UTC", "2006 06 01 02 .000000000 .0", "-0249 49 10 15 .000000005 .0"),
    (253402300800, 0, "UTC", "2006-01-02", "10000-01-01"),
    (
        1720000000,
        0,
        "Australia/Sydney",
        "-07 -0700 -07:00 -070000 -07:00:00 Z07 Z0700 Z070000 Z07:00:00",
        "+10 +1000 +10:00 +100000 +10:00:00 +10 +1000 +100000 +10:00:00",
    ),
    (
        1700000000,
        0,
        "@-12345",
        "-07 -0700 -07:00:00 Z07:00 MST",
        "-03 -0325 -03:25:45 -03:25 -0325",
    ),
    (4102444800, 0, "America/New_York", "2006-01-02 15:04 MST", "2099-12-31 19:00 EST"),
    (4118083200, 0, "America/New_York", "2006-01-02 15:04 MST", "2100-06-30 20:00 EDT"),
    (
        -3000000000,
        0,
        "Europe/Berlin",
        "2006-01-02 15:04:05 -07:00:00 MST",
        "1874-12-07 19:33:28 +00:53:28 LMT",
    ),
    (1700000000, 0, "Local", "\xe9 15h\udcff04 MST", "\xe9 23h\udcff13 CET"),
    (0, 0, "UTC", "", ""),
    (4600000000, 0, "Europe/Dublin", "-07 MST", "+01 IST"),
    (4611686018427387904, 0, "UTC", "2006-01-02", "146138514283-06-19"),
    (1700000000, 0, "UTC", ".00000000000", ".000000000"),
)
PARSED = (
    ("2006-01-02", "2021-02-03", "UTC", "2021-02-03 00:00:00 +0000 UTC"),
    ("2006-01-02", "2021-02-03", "Europe/Berlin", "2021-02-03 00:00:00 +0100 CET"),
    (
        "2006-01-02",
        "bad",
        "UTC",
        'ERR parsing time "bad" as "2006-01-02": cannot parse "bad" as "2006"',
    ),
    ("2006-01-02", "2021-02-30", "UTC", 'ERR parsing time "2021-02-30": day out of range'),
    ("2006-01-02", "2021-13-01", "UTC", 'ERR parsing time "2021-13-01": month out of range'),
    ("2006-01-02", "2021-02-03x", "UTC", 'ERR parsing time "2021-02-03x": extra text: "x"'),
    (
        "2006-01-02",
        "2021-2-3",
        "UTC",
        'ERR parsing time "2021-2-3" as "2006-01-02": cannot parse "2-3" as "01"',
    ),
    ("2006-1-2", "2021-2-3", "UTC", "2021-02-03 00:00:00 +0000 UTC"),
    (
        "2006-01-02T15:04:05Z07:00",
        "2021-02-03T04:05:06Z",
        "Europe/Berlin",
        "2021-02-03 04:05:06 +0000 UTC",
    ),
    (
        "2006-01-02T15:04:05Z07:00",
        "2021-02-03T04:05:06+01:00",
        "Europe/Berlin",
        "2021-02-03 04:05:06 +0100 CET",
    ),
    (
        "2006-01-02T15:04:05Z07:00",
        "2021-02-03T04:05:06.789-03:30",
        "Europe/Berlin",
        "2021-02-03 04:05:06.789 -0330 -0330",
    ),
    (
        "2006-01-02T15:04:05Z07:00",
        "2021-02-03T24:05:06Z",
        "UTC",
        'ERR parsing time "2021-02-03T24:05:06Z": hour out of range',
    ),
    (
        "2006-01-02T15:04:05Z07:00",
        "2021-02-03T04:60:06Z",
        "UTC",
        'ERR parsing time "2021-02-03T04:60:06Z": minute out of range',
    ),
    (
        "2006-01-02T15:04:05Z07:00",
        "2021-02-03T04:05:60Z",
        "UTC",
        'ERR parsing time "2021-02-03T04:05:60Z": second out of range',
    ),
    (
        "2006-01-02T15:04:05Z07:00",
        "2021-02-03T04:05:06+25:00",
        "UTC",
        'ERR parsing time "2021-02-03T04:05:06+25:00": time zone offset hour out of range',
    ),
    (
        "2006-01-02T15:04:05Z07:00",
        "2021-02-03T04:05:06+01:61",
        "UTC",
        'ERR parsing time "2021-02-03T04:05:06+01:61": time zone offset minute out of range',
    ),
    (
        "2006-01-02T15:04:05Z07:00",
        "2021-02-03",
        "UTC",
        'ERR parsing time "2021-02-03" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"',
    ),
    ("15:04:05", "04:05:06,123456789123", "UTC", "0000-01-01 04:05:06.123456789 +0000 UTC"),
    (
        "15:04:05.000",
        "04:05:06.12",
        "UTC",
        'ERR parsing time "04:05:06.12" as "15:04:05.000": cannot parse ".12" as ".000"',
    ),
    ("15:04:05.999", "04:05:06", "UTC", "0000-01-01 04:05:06 +0000 UTC"),
    ("3:04PM", "12:30AM", "UTC", "0000-01-01 00:30:00 +0000 UTC"),
    ("3:04PM", "12:30PM", "UTC", "0000-01-01 12:30:00 +0000 UTC"),
    ("3:04pm", "1:30pm", "UTC", "0000-01-01 13:30:00 +0000 UTC"),
    ("3:04PM", "1:30xm", "UTC", 'ERR parsing time "1:30xm" as "3:04PM": cannot parse "xm" as "PM"'),
    (
        "Mon Jan _2 15:04:05 2006",
        "Thu Feb  4 21:00:57 2010",
        "UTC",
        "2010-02-04 21:00:57 +0000 UTC",
    ),
    ("Monday, January 2 2006", "thursday, FEBRUARY 4 2010", "UTC", "2010-02-04 00:00:00 +0000 UTC"),
    ("Mon", "Xyz", "UTC", 'ERR parsing time "Xyz" as "Mon": cannot parse "Xyz" as "Mon"'),
    ("2006-002", "2020-366", "UTC", "2020-12-31 00:00:00 +0000 UTC"),
    ("2006-002", "2021-366", "UTC", 'ERR parsing time "2021-366": day-of-year out of range'),
    (
        "2006-002 01",
        "2021-060 02",
        "UTC",
        'ERR parsing time "2021-060 02": day-of-year does not match month',
    ),
    ("2006-__2", "2021- 60", "UTC", "2021-03-01 00:00:00 +0000 UTC"),
    ("06", "69", "UTC", "1969-01-01 00:00:00 +0000 UTC"),
    ("06", "68", "UTC", "2068-01-01 00:00:00 +0000 UTC"),
    (
        "2006-01-02 15:04 MST",
        "2021-07-03 10:00 CEST",
        "Europe/Berlin",
        "2021-07-03 10:00:00 +0200 CEST",
    ),
    (
        "2006-01-02 15:04 MST",
        "2021-07-03 10:00 CET",
        "Europe/Berlin",
        "2021-07-03 11:00:00 +0200 CEST",
    ),
    (
        "2006-01-02 15:04 MST",
        "2021-07-03 10:00 EST",
        "Europe/Berlin",
        "2021-07-03 10:00:00 +0000 EST",
    ),
    (
        "2006-01-02 15:04 MST",
        "2021-07-03 10:00 UTC",
        "Europe/Berlin",
        "2021-07-03 10:00:00 +0000 UTC",
    ),
    (
        "2006-01-02 15:04 MST",
        "2021-07-03 10:00 GMT+3",
        "Europe/Berlin",
        "2021-07-03 13:00:00 +0300 GMT+3",
    ),
    (
        "2006-01-02 15:04 MST",
        "2021-07-03 10:00 GMT+33",
        "Europe/Berlin",
        'ERR parsing time "2021-07-03 10:00 GMT+33": extra text: "+33"',
    ),
    (
        "2006-01-02 15:04 MST",
        "2021-07-03 10:00 +05",
        "Europe/Berlin",
        "2021-07-03 10:00:00 +0000 +05",
    ),
    (
        "2006-01-02 15:04 MST",
        "2021-07-03 10:00 xyz",
        "Europe/Berlin",
        'ERR parsing time "2021-07-03 10:00 xyz" as "2006-01-02 15:04 MST": cannot parse "xyz" as "MST"',
    ),
    ("2006-01-02 15:04", "2021-03-28 02:30", "Europe/Berlin", "2021-03-28 03:30:00 +0200 CEST"),
    ("2006-01-02 15:04", "2021-10-31 02:30", "Europe/Berlin", "2021-10-31 02:30:00 +0100 CET"),
    ("2006 \xe9", "2021 \xe9", "UTC", "2021-01-01 00:00:00 +0000 UTC"),
    (
        "2006 \xe9",
        '2021 \xea\udcff"\\',
        "UTC",
        'ERR parsing time "2021 \\xc3\\xaa\\xff\\"\\\\" as "2006 \\xc3\\xa9": cannot parse "\\xaa\\xff\\"\\\\" as " \\xc3\\xa9"',
    ),
    ("2006  01", "2021    01", "UTC", "2021-01-01 00:00:00 +0000 UTC"),
    ("2006 ", "2021", "UTC", "2021-01-01 00:00:00 +0000 UTC"),
    ("", "", "UTC", "0000-01-01 00:00:00 +0000 UTC"),
    ("", "x", "UTC", 'ERR parsing time "x": extra text: "x"'),
    (".00", ".+5", "UTC", "0000-01-01 00:00:00.05 +0000 UTC"),
    (".00", ".-5", "UTC", 'ERR parsing time ".-5": fractional second out of range'),
)


def place(name: str) -> Location:
    if name[0] == "@":
        return fixed_zone("", int(name[1:]))
    return load_location(name, local_zone("Europe/Berlin"))


def instant(seconds: int, nanosecond: int, zone: str) -> Time:
    time = unix_time(seconds, place(zone))
    time.nanosecond = nanosecond
    return time


@pytest.mark.parametrize(("seconds", "nanosecond", "zone", "layout", "expected"), FORMATS)
def test_format(seconds: int, nanosecond: int, zone: str, layout: str, expected: str) -> None:
    assert instant(seconds, nanosecond, zone).format(layout) == expected


@pytest.mark.parametrize(("layout", "text", "zone", "expected"), PARSED)
def test_parse(layout: str, text: str, zone: str, expected: str) -> None:
    try:
        outcome = parse_time(layout, text, place(zone)).go_string()
    except GoError as error:
        outcome = f"ERR {error}"
    assert outcome == expected


def test_the_zero_time() -> None:
    assert sprint(Time()) == "0001-01-01 00:00:00 +0000 UTC"
    assert Time().is_zero()
    assert not unix_time(0, UTC).is_zero()


def test_parts_of_a_time() -> None:
    time = instant(1700000000, 123456789, "Europe/Berlin")
    assert (time.year(), time.month(), time.day()) == (2023, 11, 14)
    assert (time.hour(), time.minute(), time.second()) == (23, 13, 20)
    assert (time.weekday(), time.year_day()) == (2, 318)
    assert sprint(time.month(), time.weekday()) == "November Tuesday"
    assert (time.unix(), time.unix_milli()) == (1700000000, 1700000000123)
    assert (time.unix_micro(), time.unix_nano()) == (1700000000123456, 1700000000123456789)
    assert not time.is_dst()


@pytest.mark.parametrize(
    ("seconds", "nanosecond", "zone", "step", "expected"),
    [
        (
            1700000000,
            123456789,
            "Europe/Berlin",
            3600_000_000_000,
            (
                "2023-11-15 00:13:20.123456789 +0100 CET|2023-11-14 23:00:00 +0100 CET"
                "|2023-11-14 23:00:00 +0100 CET"
            ),
        ),
        (
            -1,
            999999999,
            "America/New_York",
            7,
            (
                "1969-12-31 19:00:00.000000006 -0500 EST|1969-12-31 18:59:59.999999997 -0500 EST"
                "|1969-12-31 18:59:59.999999997 -0500 EST"
            ),
        ),
        (
            1700000000,
            500000000,
            "@-12345",
            1_000_000_000,
            (
                "2023-11-14 18:47:36.5 -0325 -0325|2023-11-14 18:47:35 -0325 -0325"
                "|2023-11-14 18:47:36 -0325 -0325"
            ),
        ),
    ],
)
def test_adding_truncating_and_rounding(
    seconds: int, nanosecond: int, zone: str, step: int, expected: str
) -> None:
    time = instant(seconds, nanosecond, zone)
    results = (time.add(Duration(step)), time.truncate(Duration(step)), time.round(Duration(step)))
    assert "|".join(result.go_string() for result in results) == expected


def test_adding_dates_runs_over() -> None:
    leap_day = instant(1709164800, 0, "UTC")
    assert leap_day.add_date(1, -13, 31).go_string() == "2024-02-29 00:00:00 +0000 UTC"
    before_change = instant(1711846800, 0, "Europe/Berlin")
    assert before_change.add_date(0, 0, 1).go_string() == "2024-04-01 03:00:00 +0200 CEST"


def test_differences_stop_at_the_limits_of_a_duration() -> None:
    assert int(instant(1700000000, 0, "UTC").sub(unix_time(1600000000, UTC))) == 10**17
    assert int(unix_time(253402300800, UTC).sub(unix_time(0, UTC))) == 2**63 - 1
    assert int(unix_time(0, UTC).sub(unix_time(253402300800, UTC))) == -(2**63)


def test_times_are_compared_as_instants() -> None:
    here, there = instant(5, 0, "Europe/Berlin"), instant(5, 0, "UTC")
    assert here.equal(there)
    assert here != there
    assert here == instant(5, 0, "Europe/Berlin")
    assert here.before(instant(5, 1, "UTC"))
    assert here.after(instant(4, 999999999, "UTC"))


def test_json_is_rfc_3339_and_ends_with_the_year_9999() -> None:
    time = instant(1700000000, 123456789, "Europe/Berlin")
    assert time.json_value() == "2023-11-14T23:13:20.123456789+01:00"
    with pytest.raises(JSONError) as caught:
        unix_time(253402300800, UTC).json_value()
    assert str(caught.value) == (
        "json: error calling MarshalJSON for type time.Time:"
        " Time.MarshalJSON: year outside of range [0,9999]"
    )


def test_go_syntax() -> None:
    assert sprintf("%#v", instant(1709164800, 0, "UTC")) == (
        "time.Date(2024, time.February, 29, 0, 0, 0, 0, time.UTC)"
    )
    assert sprintf("%#v", instant(1700000000, 5, "Local")) == (
        "time.Date(2023, time.November, 14, 23, 13, 20, 5, time.Local)"
    )
    assert sprintf("%#v", instant(1711846800, 0, "Europe/Berlin")) == (
        'time.Date(2024, time.March, 31, 3, 0, 0, 0, time.Location("Europe/Berlin"))'
    )


def test_a_monotonic_reading_is_printed() -> None:
    time = Time(0, 0, UTC, 170_000_000)
    assert time.go_string() == "0001-01-01 00:00:00 +0000 UTC m=+0.170000000"
    assert time.utc().go_string() == "0001-01-01 00:00:00 +0000 UTC"


def test_months_and_weekdays_print_as_names_or_numbers() -> None:
    assert sprintf("%d %s %v %T", Month(2), Month(2), Month(2), Month(2)) == (
        "2 February February time.Month"
    )
    assert sprintf("%d %s %t", Weekday(3), Weekday(3), Weekday(3)) == (
        "3 Wednesday %!t(time.Weekday=3)"
    )


def test_templates_may_call_the_methods_of_a_time() -> None:
    methods = Time.go_methods
    time = instant(1700000000, 0, "UTC")
    assert methods["Format"].call(time, "Jan") == "Nov"
    assert methods["Format"].parameters == ("string",)
    assert methods["In"].parameters == ("*time.Location",)
    assert (
        methods["Add"].call(time, 3600_000_000_000).go_string() == "2023-11-14 23:13:20 +0000 UTC"
    )
    with pytest.raises(GoError, match="function Date has 3 return values; should be 1 or 2"):
        methods["Date"].call(time)
