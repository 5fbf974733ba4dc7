"""The Gregorian calendar, extended in both directions without end, as day numbers.

Day 0 is 1970-01-01. Source: time/time.go (Go 1.26).
"""

from __future__ import annotations

LONG_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
LONG_DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_DAYS_BEFORE = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365)
_DAYS_TO_EPOCH = 719468  # from 0000-03-01
_DAYS_IN_ERA = 146097  # 400 years


def is_leap(year: int) -> bool:
    """Tell whether the year has a 29th of February."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in(month: int, year: int) -> int:
    """Return the length of a month in days."""
    if month == 2:
        return 29 if is_leap(year) else 28
    return _DAYS_BEFORE[month] - _DAYS_BEFORE[month - 1]


def day_number(year: int, month: int, day: int) -> int:
    """Return the number of a day; months and days outside their range run over."""
    year += (month - 1) // 12
    month = (month - 1) % 12 + 1
    if month <= 2:
        year -= 1
    era, year_of_era = divmod(year, 400)
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    day_of_era = year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year
    return era * _DAYS_IN_ERA + day_of_era - _DAYS_TO_EPOCH


def date_of(number: int) -> tuple[int, int, int]:
    """Return year, month and day of a day number."""
    era, day_of_era = divmod(number + _DAYS_TO_EPOCH, _DAYS_IN_ERA)
    year_of_era = (
        day_of_era - day_of_era // 1460 + day_of_era // 36524 - day_of_era // 146096
    ) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    month_from_march = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * month_from_march + 2) // 5 + 1
    month = month_from_march + 3 if month_from_march < 10 else month_from_march - 9
    return era * 400 + year_of_era + (month <= 2), month, day


def day_of_year(number: int) -> int:
    """Return the position of a day in its year, from 1."""
    return number - day_number(date_of(number)[0], 1, 1) + 1


def weekday_of(number: int) -> int:
    """Return the weekday, from 0 for Sunday."""
    return (number + 4) % 7
