"""Locations as Go 1.26 knows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from helmwright.base.errors import GoError
from helmwright.go.time_rules import rule_span
from helmwright.go.time_spans import OMEGA, Span
from helmwright.go.time_zones import UTC, load_location, local_zone, read_tzif

needs_data = pytest.mark.skipif(
    not Path("/usr/share/zoneinfo/Europe/Berlin").exists(), reason="needs the time zone data"
)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Nope/Zone", "unknown time zone Nope/Zone"),
        ("../etc/passwd", "time: invalid location name"),
        ("/etc/localtime", "time: invalid location name"),
        ("\\x", "time: invalid location name"),
        ("a\0b", "invalid argument"),
    ],
)
def test_zones_that_do_not_exist(name: str, message: str) -> None:
    with pytest.raises(GoError) as caught:
        load_location(name, UTC)
    assert str(caught.value) == message


@needs_data
def test_a_directory_is_no_zone() -> None:
    with pytest.raises(GoError, match=r"^is a directory$"):
        load_location("Europe", UTC)


@needs_data
def test_names_of_the_local_zone() -> None:
    assert local_zone("").name == "UTC"
    assert local_zone("UTC").name == "UTC"
    assert local_zone("Nope/Zone").name == "UTC"
    assert local_zone("Europe/Berlin").name == "Europe/Berlin"
    assert local_zone(":/usr/share/zoneinfo/Europe/Berlin").lookup(0).name == "CET"
    assert local_zone("Europe/Berlin").is_local


def test_special_names() -> None:
    local = local_zone("UTC")
    assert load_location("", local) is UTC
    assert load_location("UTC", local) is UTC
    assert load_location("Local", local) is local


@needs_data
def test_zones_before_between_and_after_the_transitions() -> None:
    berlin = load_location("Europe/Berlin", UTC)
    assert berlin.lookup(-3_000_000_000)[:2] == ("LMT", 3208)
    assert berlin.lookup(1_700_000_000)[:2] == ("CET", 3600)
    assert berlin.lookup(1_690_000_000)[:2] == ("CEST", 7200)
    assert berlin.lookup(4_102_444_800)[:2] == ("CET", 3600)
    assert berlin.lookup(4_118_083_200)[:2] == ("CEST", 7200)


@pytest.mark.parametrize(
    "data", [b"", b"TZif", b"nope" + bytes(100), b"TZif4" + bytes(200), b"TZif2" + bytes(39)]
)
def test_damaged_data_is_refused(data: bytes) -> None:
    with pytest.raises(GoError, match=r"^malformed time zone information$"):
        read_tzif("x", data)


SUMMER_2100, WINTER_2100 = 4118083200, 4102444800


@pytest.mark.parametrize(
    ("rule", "second", "name", "offset"),
    [
        ("CET-1CEST,M3.5.0,M10.5.0/3", SUMMER_2100, "CEST", 7200),
        ("CET-1CEST,M3.5.0,M10.5.0/3", WINTER_2100, "CET", 3600),
        ("EST5EDT", SUMMER_2100, "EDT", -14400),
        ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", SUMMER_2100, "-02", -7200),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", WINTER_2100, "AEDT", 39600),
        ("IST-5:30", WINTER_2100, "IST", 19800),
        ("XXX3YYY,J60/0,J300/0", SUMMER_2100, "YYY", -7200),
        ("XXX3YYY,59/0,300/0", SUMMER_2100, "YYY", -7200),
    ],
)
def test_rules_after_the_last_transition(rule: str, second: int, name: str, offset: int) -> None:
    span = rule_span(rule, 0, second)
    assert span is not None
    assert (span.name, span.offset) == (name, offset)
    assert span.start <= second < span.end


def test_a_rule_without_daylight_saving_never_ends() -> None:
    assert rule_span("IST-5:30", 7, WINTER_2100) == Span("IST", 19800, 7, OMEGA, is_dst=False)


@pytest.mark.parametrize(
    "rule", ["", "X", "CET", "CET-999", "CET-1CEST,M13.1.0,M1.1.0", "CET-1CEST,x"]
)
def test_rules_that_cannot_be_read_are_ignored(rule: str) -> None:
    assert rule_span(rule, 0, WINTER_2100) is None
