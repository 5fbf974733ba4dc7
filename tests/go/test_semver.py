from __future__ import annotations

import time

import pytest

from helmwright.base.errors import FunctionError
from helmwright.go.kinds import kind, type_name
from helmwright.go.semver import parse_constraint, parse_version, precedence, strict_parse_version

# Written by Masterminds/semver v3.5.0 itself.
VERSIONS = [
    ("1.2.3", (1, 2, 3, "", "")),
    ("v1.2", (1, 2, 0, "", "")),
    ("1", (1, 0, 0, "", "")),
    ("01.002.3", (1, 2, 3, "", "")),
    ("1.2.3-beta.1+b1", (1, 2, 3, "beta.1", "b1")),
    (
        "1.2.18446744073709551615",
        (1, 2, 18446744073709551615, "", ""),
    ),
    ("1.2.3-rc-1.0-x", (1, 2, 3, "rc-1.0-x", "")),
]
BAD_VERSIONS = [
    ("V1", "invalid semantic version"),
    ("1.2.3.4", "invalid semantic version"),
    ("", "invalid semantic version"),
    ("a", "invalid semantic version"),
    ("1.2.3-01", "version segment starts with 0"),
    ("1.2.3-", "invalid semantic version"),
    (
        "18446744073709551616",
        'error parsing version segment: strconv.ParseUint: parsing "18446744073709551616": value out of range',
    ),
    ("1.2.3+", "invalid semantic version"),
    (
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "version string is too long (max 256 bytes)",
    ),
    ("1.2.3-é", "invalid semantic version"),
    ("1.2.3\n", "invalid semantic version"),
    ("1.2.3-a..b", "invalid semantic version"),
]
BAD_STRICT_VERSIONS = [
    ("1.2", "invalid semantic version"),
    ("01.2.3", "version segment starts with 0"),
    ("", "version string empty"),
    ("1.2.a", "invalid characters in version"),
    ("1.2.", 'strconv.ParseUint: parsing "": invalid syntax'),
    ("1.2.3-01", "version segment starts with 0"),
    ("1.2.3+", "invalid metadata string"),
    ("v1.2.3", "invalid characters in version"),
    (
        "1.18446744073709551616.1",
        'strconv.ParseUint: parsing "18446744073709551616": value out of range',
    ),
    ("1.2.3+a+b", "invalid metadata string"),
    ("1.2.3-", "invalid prerelease string"),
]
ASCENDING = [
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.1",
    "1.10.0",
    "2.0.0-0",
    "2.0.0",
]
CONSTRAINTS = [
    (">=1.19-0", "1.20.1-gke.1", True, []),
    (
        ">=1.19",
        "1.20.1-gke.1",
        False,
        [
            '"1.20.1-gke.1" is a prerelease version and the constraint is only looking for release versions'
        ],
    ),
    (">1.2", "1.2.5", False, ['"1.2.5" is less than or equal to "1.2"']),
    ("<=1.2", "1.2.9", True, []),
    ("<1.2.3-0", "1.2.3-alpha", False, ['"1.2.3-alpha" is greater than or equal to "1.2.3-0"']),
    ("<1.2.3-beta", "1.2.3-alpha", True, []),
    ("~1.2", "1.2.7", True, []),
    ("1.2", "1.2.7", True, []),
    ("=1.2.3", "1.2.3+meta", True, []),
    ("~0.0.0", "9.9.9", True, []),
    (
        "^0.2.3",
        "0.3.0",
        False,
        [
            '"0.3.0" does not have same minor version as "0.2.3". Expected minor versions to match when constraint major version is 0'
        ],
    ),
    ("^0.2.3", "0.2.9", True, []),
    (
        "^0.0.3",
        "0.0.4",
        False,
        [
            '"0.0.4" does not equal "0.0.3". Expect version and constraint to equal when major and minor versions are 0'
        ],
    ),
    ("^0.0", "0.0.9", True, []),
    ("^0", "0.9.0", True, []),
    ("^1.2.3", "2.0.0", False, ['"2.0.0" does not have same major version as "1.2.3"']),
    (">11", "11.5.0", False, ['"11.5.0" is less than or equal to "11"']),
    (">11", "12.0.0", True, []),
    ("!=1.2.x", "1.2.3", False, ['"1.2.3" is equal to "1.2.x"']),
    ("!=1.2.x", "1.3.0", True, []),
    ("!=1.2.3", "1.2.3", False, ['"1.2.3" is equal to "1.2.3"']),
    ("1.2 - 1.4.5", "1.4.5", True, []),
    ("1.2 - 1.4.5", "1.4.6", False, ['"1.4.6" is greater than "1.4.5"']),
    ("*", "1.0.0", True, []),
    (
        "*",
        "1.0.0-a",
        False,
        [
            '"1.0.0-a" is a prerelease version and the constraint is only looking for release versions'
        ],
    ),
    ("x-0", "1.0.0-a", True, []),
    ("<1 || >=2, <3 || ^4", "2.5.0", True, []),
    (
        "<1 || >=2, <3 || ^4",
        "3.5.0",
        False,
        [
            '"3.5.0" is greater than or equal to "1"',
            '"3.5.0" is greater than or equal to "3"',
            '"3.5.0" is less than "4"',
        ],
    ),
    ("=>1 =<2", "1.5.0", True, []),
    ("~>1.2.3", "1.3.0", False, ['"1.3.0" does not have same major and minor version as "1.2.3"']),
    ("^1 , <1.5", "1.4.9", True, []),
    (">1.x", "1.9.9", False, ['"1.9.9" is less than or equal to "1.x"']),
    ("<=x", "1.0.0", False, ['"1.0.0" is greater than "x"']),
    ("^x", "1.0.0", False, ['"1.0.0" does not have same major version as "x"']),
    ("~x", "1.0.0", True, []),
    (">=1.2.3-alpha <2", "1.5.0-beta", True, []),
    ("!=1.x", "1.9.9", False, ['"1.9.9" is equal to "1.x"']),
    ("^1.2.3 !=1.4.0", "1.4.0", False, ['"1.4.0" is equal to "1.4.0"']),
    (
        "^0.1.2",
        "0.2.0",
        False,
        [
            '"0.2.0" does not have same minor version as "0.1.2". Expected minor versions to match when constraint major version is 0'
        ],
    ),
    ("^0.0.1", "0.1.0", False, ['"0.1.0" does not have same minor version as "0.0.1"']),
    ("^1", "0.9.0", False, ['"0.9.0" is less than "1"']),
    ("1.2.3", "1.2.4", False, ['"1.2.4" is not equal to "1.2.3"']),
    ("~1", "2.0.0", False, ['"2.0.0" does not have same major version as "1"']),
    ("!=1.2.x-a", "1.2.0-b", True, []),
    ("!=1.2.3-a", "1.2.3-b", True, []),
]
BAD_CONSTRAINTS = [
    ("bad", 'improper constraint: "bad"'),
    ("", 'improper constraint: ""'),
    (">", 'improper constraint: ">"'),
    ("1.2.3.4", 'improper constraint: "1.2.3.4"'),
    ("1.2.3,,1", 'improper constraint: "1.2.3,,1"'),
    ("1||", 'improper constraint: ""'),
    ("1.x|", "constraint parser error"),
    (
        "1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1",
        "too many constraint groups (max 32)",
    ),
    (
        "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 ",
        "constraint string is too long (max 512 bytes)",
    ),
    ("1x", "constraint parser error"),
    ("é", 'improper constraint: "é"'),
    ("> = 1", 'improper constraint: "> = 1"'),
    ('"q"', 'improper constraint: "\\"q\\""'),
    (">>1", 'improper constraint: ">>1"'),
    ("99999999999999999999", "constraint parser error"),
    ("1 2 !", 'improper constraint: "1 2 !"'),
]


@pytest.mark.parametrize(("text", "parts"), VERSIONS)
def test_version_is_read_tolerantly(text, parts):
    version = parse_version(text)
    assert (
        version.major,
        version.minor,
        version.patch,
        version.prerelease,
        version.metadata,
    ) == parts
    assert version.original == text


@pytest.mark.parametrize(("text", "message"), BAD_VERSIONS)
def test_broken_version_is_refused_in_gos_words(text, message):
    with pytest.raises(FunctionError) as caught:
        parse_version(text)
    assert caught.value.message == message


@pytest.mark.parametrize(("text", "message"), BAD_STRICT_VERSIONS)
def test_strict_reading_says_what_is_wrong(text, message):
    with pytest.raises(FunctionError) as caught:
        strict_parse_version(text)
    assert caught.value.message == message


def test_prereleases_are_ordered_part_by_part():
    versions = [parse_version(text) for text in ASCENDING]
    for i, left in enumerate(versions):
        for j, right in enumerate(versions):
            assert left.compare(right) == (i > j) - (i < j)


def test_versions_sort_by_their_precedence_as_they_compare():
    texts = (
        "1.0.0",
        "1.0.0-rc.1",
        "1.0.0-rc.10",
        "1.0.0-rc.2",
        "1.0.0-rc",
        "1.0.0-1",
        "v1.0.0-1.a",
    )
    versions = [parse_version(text) for text in (*texts, "1.0.0-99999999999999999999", "0.9.0")]

    for one in versions:
        for other in versions:
            left, right = precedence(one), precedence(other)
            assert (left > right) - (left < right) == one.compare(other)


def test_metadata_does_not_count():
    assert parse_version("1.2.3+a").compare(parse_version("1.2.3+b")) == 0


@pytest.mark.parametrize(("constraint", "version", "accepted", "reasons"), CONSTRAINTS)
def test_constraint_accepts_or_gives_its_reasons(constraint, version, accepted, reasons):
    parsed = parse_constraint(constraint)
    assert parsed.check(parse_version(version)) is accepted
    assert parsed.validate(parse_version(version)) == (accepted, reasons)


@pytest.mark.parametrize(("text", "message"), BAD_CONSTRAINTS)
def test_broken_constraint_is_refused_in_gos_words(text, message):
    with pytest.raises(FunctionError) as caught:
        parse_constraint(text)
    assert caught.value.message == message


@pytest.mark.parametrize("text", ["1   " * 127 + "!", "v1.1 " * 100 + "!", " " * 500 + "1 -"])
def test_broken_constraint_is_refused_in_linear_time(text):
    start = time.perf_counter()
    with pytest.raises(FunctionError):
        parse_constraint(text)
    assert time.perf_counter() - start < 1


def call(version, method, *arguments):
    return version.go_methods[method].call(version, *arguments)


def test_increments_are_values_that_keep_the_v():
    version = parse_version("v1.2.3-rc+b")
    assert str(call(version, "IncMajor")) == "2.0.0"
    assert str(call(version, "IncMinor")) == "1.3.0"
    assert call(version, "IncPatch").original == "v1.2.3"
    assert type_name(call(version, "IncPatch")) == "semver.Version"
    assert kind(call(version, "IncPatch")) == "struct"
    assert kind(version) == "ptr"


def test_increment_of_the_largest_number_panics():
    with pytest.raises(FunctionError, match=r"^major version increment would overflow uint64$"):
        call(parse_version("18446744073709551615.0.0"), "IncMajor")


def test_value_has_only_the_methods_of_a_value():
    value = call(parse_version("1.2.3"), "IncPatch")
    assert "Compare" not in value.go_methods
    assert "Original" not in value.go_methods
    assert call(value, "Patch") == 4


def test_prerelease_is_checked_when_set():
    assert str(call(parse_version("1.2.3"), "SetPrerelease", "rc.1")) == "1.2.3-rc.1"
    with pytest.raises(FunctionError, match=r"^version segment starts with 0$"):
        call(parse_version("1.2.3"), "SetPrerelease", "01")
    with pytest.raises(FunctionError, match=r"^invalid metadata string$"):
        call(parse_version("1.2.3"), "SetMetadata", "a b")


def test_comparison_with_nil_dereferences_it():
    with pytest.raises(FunctionError, match="nil pointer dereference"):
        call(parse_version("1.2.3"), "Compare", None)
    assert call(parse_version("1.2.3"), "Equal", None) is False


def test_scan_overwrites_the_version_and_returns_its_error():
    version = parse_version("1.2.3").copy()
    assert call(version, "Scan", "x").go_string() == "invalid semantic version"
    assert call(version, "Scan", None).go_string() == "cannot scan nil into Version"
    call(version, "Scan", b"v4.5")
    assert str(version) == "4.5.0"
    assert version.original == "v4.5"
    assert str(parse_version("1.2.3")) == "1.2.3"


def test_version_is_json_as_text():
    assert parse_version("v1.2").json_value() == "1.2.0"
