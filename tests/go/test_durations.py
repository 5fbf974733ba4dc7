"""Durations as Go 1.26 reads and prints them; every expected text was printed by Go."""

from __future__ import annotations

import pytest

from helmwright.base.errors import GoError
from helmwright.go.durations import Duration, parse_duration
from helmwright.go.fmt import sprint, sprintf

DURATIONS = (
    ("1h15m30.918s", "1h15m30.918s"),
    ("0", "0s"),
    ("+0", "0s"),
    ("-0", "0s"),
    ("5", 'ERR time: missing unit in duration "5"'),
    ("1.5h", "1h30m0s"),
    ("-.5s", "-500ms"),
    ("1h30", 'ERR time: missing unit in duration "1h30"'),
    ("", 'ERR time: invalid duration ""'),
    ("-", 'ERR time: invalid duration "-"'),
    (".s", 'ERR time: invalid duration ".s"'),
    ("1x", 'ERR time: unknown unit "x" in duration "1x"'),
    ("1\xe9", 'ERR time: unknown unit "\\xc3\\xa9" in duration "1\\xc3\\xa9"'),
    ('1\udcff"', 'ERR time: unknown unit "\\xff\\"" in duration "1\\xff\\""'),
    ("100ns", "100ns"),
    ("1.5us", "1.5\xb5s"),
    ("1.5\xb5s", "1.5\xb5s"),
    ("1.5\u03bcs", "1.5\xb5s"),
    ("2562047h47m16.854775807s", "2562047h47m16.854775807s"),
    ("2562047h47m16.854775808s", 'ERR time: invalid duration "2562047h47m16.854775808s"'),
    ("-2562047h47m16.854775808s", "-2562047h47m16.854775808s"),
    ("9223372036854775808ns", 'ERR time: invalid duration "9223372036854775808ns"'),
    ("99999999999999999999s", 'ERR time: invalid duration "99999999999999999999s"'),
    ("0.100000000000000000000h", "6m0s"),
    ("1d", 'ERR time: unknown unit "d" in duration "1d"'),
    ("bad", 'ERR time: invalid duration "bad"'),
    ("1h 5m", 'ERR time: unknown unit "h " in duration "1h 5m"'),
)
MEASURES = (
    (0, 1, "0s 0 0 0 0 0 0 0s 0s 0s"),
    (1, 1, "1ns 1 2.777777777777778e-13 1.6666666666666667e-11 1e-09 0 0 1ns 1ns 1ns"),
    (
        -1500,
        1000,
        "-1.5\xb5s -1500 -4.166666666666667e-10 -2.5e-08 -1.5e-06 0 -1 1.5\xb5s -2\xb5s -1\xb5s",
    ),
    (1500000, 1000000, "1.5ms 1500000 4.1666666666666667e-07 2.5e-05 0.0015 1 1500 1.5ms 2ms 1ms"),
    (
        5490000000000,
        3600000000000,
        "1h31m30s 5490000000000 1.525 91.5 5490 5490000 5490000000 1h31m30s 2h0m0s 1h0m0s",
    ),
    (
        -5490000000000,
        3600000000000,
        "-1h31m30s -5490000000000 -1.525 -91.5 -5490 -5490000 -5490000000 1h31m30s -2h0m0s -1h0m0s",
    ),
    (
        5400000000000,
        3600000000000,
        "1h30m0s 5400000000000 1.5 90 5400 5400000 5400000000 1h30m0s 2h0m0s 1h0m0s",
    ),
    (
        9223372036854775807,
        3600000000000,
        "2562047h47m16.854775807s 9223372036854775807 2.5620477880152157e+06 1.5372286728091294e+08 9.223372036854776e+09 9223372036854 9223372036854775 2562047h47m16.854775807s 2562047h47m16.854775807s 2562047h0m0s",
    ),
    (
        -9223372036854775808,
        3600000000000,
        "-2562047h47m16.854775808s -9223372036854775808 -2.5620477880152157e+06 -1.5372286728091294e+08 -9.223372036854776e+09 -9223372036854 -9223372036854775 2562047h47m16.854775807s -2562047h47m16.854775808s -2562047h0m0s",
    ),
    (
        1234567891,
        7,
        "1.234567891s 1234567891 0.00034293552527777776 0.020576131516666665 1.234567891 1234 1234567 1.234567891s 1.234567894s 1.234567887s",
    ),
    (
        1000000000,
        0,
        "1s 1000000000 0.0002777777777777778 0.016666666666666666 1 1000 1000000 1s 1s 1s",
    ),
    (
        34560000000000000,
        1000000000,
        "9600h0m0s 34560000000000000 9600 576000 3.456e+07 34560000000 34560000000000 9600h0m0s 9600h0m0s 9600h0m0s",
    ),
)


@pytest.mark.parametrize(("text", "expected"), DURATIONS)
def test_parse_duration(text: str, expected: str) -> None:
    try:
        outcome = parse_duration(text).go_string()
    except GoError as error:
        outcome = f"ERR {error}"
    assert outcome == expected


@pytest.mark.parametrize(("nanoseconds", "step", "expected"), MEASURES)
def test_measures_of_a_duration(nanoseconds: int, step: int, expected: str) -> None:
    duration = Duration(nanoseconds)
    assert expected == sprint(
        duration,
        int(duration),
        duration.hours(),
        duration.minutes(),
        duration.seconds(),
        duration.milliseconds(),
        duration.microseconds(),
        duration.absolute(),
        duration.round(Duration(step)),
        duration.truncate(Duration(step)),
    )


def test_printf_prints_a_duration_as_text_or_number() -> None:
    duration = Duration(90_000_000_000)
    assert sprintf("%v %s %d %T", duration, duration, duration, duration) == (
        "1m30s 1m30s 90000000000 time.Duration"
    )


def test_templates_may_call_the_methods_of_a_duration() -> None:
    methods = Duration.go_methods
    assert methods["Hours"].call(Duration(5_400_000_000_000)) == 1.5
    assert methods["Round"].parameters == ("time.Duration",)
    assert methods["String"].call(Duration(0)) == "0s"
