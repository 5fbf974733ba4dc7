from __future__ import annotations

import pytest

from helmwright.base.errors import FunctionError
from helmwright.functions.regex import REGEX
from helmwright.go.kinds import type_name


def call(name, *arguments):
    return REGEX[name].call(*arguments)


def test_family_has_every_name_with_gos_parameters():
    for name in ("Match", "Find", "FindAll", "ReplaceAll", "ReplaceAllLiteral", "Split"):
        assert REGEX[f"regex{name}"].parameters == REGEX[f"mustRegex{name}"].parameters
    assert REGEX["regexFindAll"].parameters == ("string", "string", "int")
    assert REGEX["regexQuoteMeta"].parameters == ("string",)


def test_broken_pattern_matches_nothing():
    assert call("regexMatch", "(", "x") is False


def test_broken_pattern_is_an_error_of_the_must_form():
    with pytest.raises(FunctionError) as caught:
        call("mustRegexMatch", "(", "x")
    assert caught.value.message == "error parsing regexp: missing closing ): `(`"


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(", "regexp: Compile(`(`): error parsing regexp: missing closing ): `(`"),
        ("(`", 'regexp: Compile("(`"): error parsing regexp: missing closing ): `(``'),
        (
            "a**",
            "regexp: Compile(`a**`): error parsing regexp: invalid nested repetition operator: `**`",
        ),
    ],
)
def test_broken_pattern_is_a_panic_of_the_other_forms(pattern, message):
    for name, arguments in (
        ("regexFind", ()),
        ("regexFindAll", (-1,)),
        ("regexReplaceAll", ("",)),
        ("regexSplit", (-1,)),
    ):
        with pytest.raises(FunctionError) as caught:
            call(name, pattern, "x", *arguments)
        assert caught.value.message == message


def test_list_of_no_matches_is_nil():
    found = call("regexFindAll", "z", "abc", -1)
    assert found == []
    assert found.nil
    assert type_name(found) == "[]string"
    assert call("regexSplit", "b", "abc", 0).nil


def test_functions_find_replace_and_split():
    assert call("regexFind", "[a-z]+", "12ab3cd") == "ab"
    assert call("regexFindAll", "a*", "baac", -1) == ["", "aa", ""]
    assert call("regexReplaceAll", "x*", "abc", "-") == "-a-b-c-"
    assert call("regexReplaceAll", "a(x*)b", "-axxb-", "${1}W") == "-xxW-"
    assert call("regexReplaceAllLiteral", "a", "banana", "$1") == "b$1n$1n$1"
    assert call("regexSplit", "a", "banana", -1) == ["b", "n", "n", ""]
    assert call("regexQuoteMeta", "a.b*c") == r"a\.b\*c"
