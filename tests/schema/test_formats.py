from __future__ import annotations

import pytest

from helmwright.schema import validate_single
from helmwright.schema.formats import FORMATS

REASONS = [
    ("email", "joe@x.com", ""),
    ("email", '"joe b"@x.com', ""),
    ("email", "a@[127.0.0.1]", ""),
    ("email", "a@[IPv6:::1]", ""),
    ("email", ".a@b", "starts with dot"),
    ("email", "a..b@c", "consecutive dots"),
    ("email", "a@b_c", "invalid domain: invalid character '_'"),
    ("email", "(a)@b", "invalid character '('"),
    ("email", "abc", "missing @"),
    ("email", "é@x", "invalid character 'é'"),
    ("email", "a@[1.2.3]", "invalid ipv4 address: expected four decimals"),
    ("date", "1963-06-19", ""),
    ("date", "2020-02-30", 'parsing time "2020-02-30": day out of range'),
    ("date", "1998-13-01", 'parsing time "1998-13-01": month out of range'),
    ("date", "1963-6-1", 'parsing time "1963-6-1" as "2006-01-02": cannot parse "6-1" as "01"'),
    ("date", "1963-06-19x", 'parsing time "1963-06-19x": extra text: "x"'),
    ("date", "é", 'parsing time "\\xc3\\xa9" as "2006-01-02": cannot parse "\\xc3\\xa9" as "2006"'),
    ("date", "2019-02-29", 'parsing time "2019-02-29": day out of range'),
    ("date", "2000-02-29", ""),
    ("date", "1900-02-29", 'parsing time "1900-02-29": day out of range'),
    ("time", "08:30:06Z", ""),
    ("time", "08:30:06.283185+08:00", ""),
    ("time", "23:59:60Z", ""),
    ("time", "22:59:60-01:00", ""),
    ("time", "01:02:03+25:00", "hour/min in offset out of range"),
    ("time", "8:30:06Z  ", "missing colon in correct place"),
    ("time", "24:00:00Z", "hour/min/sec out of range"),
    ("time", "08:30:06", "less than 9 characters long"),
    ("time", "08:30:06.Z", "no digits in second fraction"),
    ("date-time", "1963-06-19T08:30:06Z", ""),
    ("date-time", "1963-06-19 08:30:06Z", "11th character must be t or T"),
    ("date-time", "06/19/1963 08:30:06 PST", "11th character must be t or T"),
    (
        "date-time",
        "1990-02-31T15:59:59.123-08:00",
        'invalid date element: parsing time "1990-02-31": day out of range',
    ),
    ("uri", "http://foo.bar/?baz=qux#quuz", ""),
    ("uri", "//foo.bar", "relative url"),
    ("uri", "http://[::1]:80/", ""),
    ("uri", "http://a b/", 'parse "http://a b/": invalid character " " in host name'),
    ("uri", "mailto:a@b", ""),
    (
        "uri",
        "http://[fe80::1%25en0]/",
        "invalid ipv6 address: zone id is not a part of ipv6 address",
    ),
    ("uri", "http://x:y/", 'parse "http://x:y/": invalid port ":y" after host'),
    ("uri", ":a", 'parse ":a": missing protocol scheme'),
    ("uri", "http://[1.2.3.4]/", 'parse "http://[1.2.3.4]/": invalid IP-literal'),
    ("uri", "http://a/%zz", 'parse "http://a/%zz": invalid URL escape "%zz"'),
    ("uri", "http://h:80:90/", 'parse "http://h:80:90/": invalid port ":80:90" after host'),
    ("uri-reference", "/abc", ""),
    ("uri-reference", "\\\\W", "contains \\"),
    ("uri-reference", "1:2", 'parse "1:2": first path segment in URL cannot contain colon'),
    ("uri-reference", "#%zz", 'parse "#%zz": invalid URL escape "%zz"'),
    ("uri-reference", "//[::1", "parse \"//[::1\": missing ']' in host"),
    ("uri-template", "http://x/{a}/{b}", ""),
    ("uri-template", "http://x/{a", "no matching closing brace"),
    ("uri-template", "http://x/{a{b}}", "nested curly braces"),
    ("hostname", "www.example.com", ""),
    ("hostname", "-a.b", "label starts with hyphen"),
    ("hostname", "a-", "label ends with hyphen"),
    ("hostname", "a..b", "label must be 1 to 63 characters long"),
    ("hostname", "a_b", "invalid character '_'"),
    (
        "hostname",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "label must be 1 to 63 characters long",
    ),
    ("ipv4", "192.168.0.1", ""),
    ("ipv4", "127.0.0.0.1", "expected four decimals"),
    ("ipv4", "256.1.1.1", "decimal must be between 0 and 255"),
    ("ipv4", "01.1.1.1", "leading zeros"),
    ("ipv4", "1.2.3.a", 'strconv.Atoi: parsing "a": invalid syntax'),
    ("ipv6", "::1", ""),
    (
        "ipv6",
        "12345::",
        'ParseAddr("12345::"): each group must have 4 or less digits (at "12345::")',
    ),
    ("ipv6", "1::d6::42", 'ParseAddr("1::d6::42"): multiple :: in address (at ":42")'),
    ("ipv6", "::ffff:192.168.0.1", ""),
    ("ipv6", "1:2:3:4:5:6:7:8", ""),
    ("ipv6", "fe80::a%eth1", "zone id is not a part of ipv6 address"),
    ("ipv6", "1:2", 'ParseAddr("1:2"): address string too short'),
    ("ipv6", "1.2.3.4", "missing colon"),
    ("uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d16380", ""),
    ("uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d1638", "element 5 must be 12 characters long"),
    ("uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d1638g", "non-hex character 'g'"),
    ("uuid", "x", "must have 5 elements"),
    ("duration", "P4DT12H30M5S", ""),
    ("duration", "P4W", ""),
    ("duration", "P", "nothing after P"),
    ("duration", "PT", "no time elements"),
    ("duration", "P1D2H", "invalid unit 'H'"),
    ("duration", "P2M1Y", "unit 'Y' out of order"),
    ("duration", "P1", "missing unit"),
    ("duration", "PT1D", "invalid unit 'D'"),
    ("duration", "4D", "must start with P"),
    ("duration", "P1é", "invalid unit 'Ã'"),
    ("period", "1963-06-19T08:30:06Z/P1D", ""),
    ("period", "P1D/x", "invalid end date-time: less than 20 characters long"),
    ("period", "x", "missing slash"),
    ("semver", "1.2.3", ""),
    ("semver", "1.2.3-a.1+b.2", ""),
    ("semver", "01.2.3", "major starts with zero"),
    ("semver", "1.2", "versionCore must have 3 numbers separated by dot"),
    ("semver", "1.2.3-01", "pre-release numeric identifier starts with zero"),
    ("semver", "1.2.3+", "build is empty"),
    ("semver", "1.2.x", "patch contains non-digit"),
    ("semver", "1..3", "minor is empty"),
    ("json-pointer", "/a/b~0", ""),
    ("json-pointer", "a", "not starting with /"),
    ("json-pointer", "/~", "~ must be followed by 0 or 1"),
    ("json-pointer", "/~2", "~ must be followed by 0 or 1"),
    ("relative-json-pointer", "0#", ""),
    ("relative-json-pointer", "1/a", ""),
    ("relative-json-pointer", "01/a", "starts with zero"),
    ("relative-json-pointer", "/a", "must start with non-negative integer"),
]


@pytest.mark.parametrize(("name", "text", "reason"), REASONS)
def test_reason_is_that_of_the_library(name, text, reason):
    assert FORMATS[name](text) == reason


def test_only_strings_have_formats():
    schema = '{"$schema":"http://json-schema.org/draft-07/schema#","format":"email"}'
    assert validate_single(schema, {})[0] == ""


def test_unknown_formats_are_not_checked():
    schema = (
        '{"$schema":"http://json-schema.org/draft-07/schema#",'
        '"properties":{"a":{"format":"nonsense"}}}'
    )
    assert validate_single(schema, {"a": "x"})[0] == ""


def test_regex_is_checked_as_a_go_expression():
    assert FORMATS["regex"]("a(b") == "error parsing regexp: missing closing ): `a(b`"
    assert FORMATS["regex"]("[a-z]+") == ""
